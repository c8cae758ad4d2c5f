"""What people call a kind of application, and which brands answer to other names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of application: how it is called, and how its members are known.

    `handles` is the MIME type whose default handler is the person's choice of it. A category
    "A+B" wants both. `ids` are desktop files that belong whatever their categories say.
    """

    name: str
    spoken: tuple[str, ...]
    categories: tuple[str, ...] = ()
    handles: str = ""
    ids: frozenset[str] = frozenset()

    def has(self, application_id: str, categories: tuple[str, ...]) -> bool:
        """Whether an application is of this kind."""
        wanted = (frozenset(each.split("+")) for each in self.categories)
        return application_id in self.ids or any(each <= set(categories) for each in wanted)


#: The category Settings holds every small panel too, so the whole programs are named.
_SETTINGS = frozenset({
    "org.gnome.Settings", "gnome-control-center", "systemsettings", "kdesystemsettings",
    "org.kde.systemsettings", "xfce-settings-manager", "cinnamon-settings", "matecc",
    "lxqt-config", "io.elementary.settings", "com.system76.CosmicSettings",
    "budgie-control-center",
})  # fmt: skip

#: No spoken form stands in two kinds, so their order does not matter.
KINDS = (
    Kind("browser", ("browser", "web browser", "internet browser", "internet"),
         ("WebBrowser",), "x-scheme-handler/https"),
    Kind("files", ("files", "file manager", "file browser", "file explorer", "folders",
                   "explorer", "finder"), ("FileManager",), "inode/directory"),
    Kind("text editor", ("text editor", "editor", "notepad", "note pad"),
         ("TextEditor",), "text/plain"),
    Kind("code editor", ("code editor", "ide"), ("IDE",)),
    Kind("calculator", ("calculator",), ("Calculator",)),
    Kind("terminal", ("terminal", "terminal emulator", "console", "command line",
                      "command prompt", "shell"), ("TerminalEmulator",)),
    Kind("settings", ("settings", "system settings", "control panel", "control center",
                      "preferences"), ids=_SETTINGS),
    Kind("music", ("music", "music player", "audio player"), ("Music", "Audio+Player"),
         "audio/mpeg"),
    Kind("video", ("video player", "videos", "movie player"), ("Video+Player",), "video/mp4"),
    Kind("mail", ("mail", "email", "mail client", "email client", "inbox"),
         ("Email",), "x-scheme-handler/mailto"),
    Kind("calendar", ("calendar",), ("Calendar",), "text/calendar"),
    Kind("contacts", ("contacts", "address book"), ("ContactManagement",), "text/vcard"),
    Kind("photos", ("photos", "image viewer", "pictures", "photo viewer"),
         ("Graphics+Viewer",), "image/jpeg"),
    Kind("documents", ("pdf viewer", "document viewer", "pdf reader"),
         ("Office+Viewer",), "application/pdf"),
    Kind("word processor", ("word processor",), ("WordProcessor",)),
    Kind("spreadsheet", ("spreadsheet", "spreadsheets"), ("Spreadsheet",)),
    Kind("presentation", ("presentation", "presentations", "slides"), ("Presentation",)),
    Kind("software", ("software", "app store", "software center", "package manager"),
         ("PackageManager",)),
    Kind("system monitor", ("system monitor", "task manager", "activity monitor"),
         ("Monitor+System",)),
    Kind("chat", ("chat", "messages", "messenger"), ("InstantMessaging",)),
    Kind("clock", ("clock", "clocks", "alarm clock"), ("Clock",)),
)  # fmt: skip

#: Spoken brand -> names of the same thing, the nearest first.
BRANDS: dict[str, tuple[str, ...]] = {
    "chrome": ("google chrome", "chromium web browser", "chromium"),
    "google chrome": ("google chrome", "chromium web browser", "chromium"),
    "chromium": ("chromium web browser", "chromium"),
    "vs code": ("visual studio code", "code oss", "vscodium"),
    "visual studio": ("visual studio code", "code oss", "vscodium"),
    "code": ("visual studio code", "code oss", "vscodium"),
    "edge": ("microsoft edge",),
    "libra office": ("libreoffice",),
    "open office": ("openoffice", "libreoffice"),
    "gimp": ("gnu image manipulation program", "gimp"),
    "teams": ("microsoft teams", "teams for linux"),
    "whatsapp": ("whatsapp", "whatsapp for linux", "zapzap"),
    "obs": ("obs studio",),
    "nautilus": ("files",),
    "keepass": ("keepassxc", "keepass"),
    "virtual box": ("oracle vm virtualbox", "oracle virtualbox", "virtualbox"),
}

#: Spoken brand -> what does the same job; not what was named, so never sure.
SUBSTITUTES: dict[str, tuple[str, ...]] = {
    "word": ("libreoffice writer", "onlyoffice desktop editors"),
    "microsoft word": ("libreoffice writer", "onlyoffice desktop editors"),
    "excel": ("libreoffice calc", "onlyoffice desktop editors"),
    "microsoft excel": ("libreoffice calc", "onlyoffice desktop editors"),
    "powerpoint": ("libreoffice impress", "onlyoffice desktop editors"),
    "photoshop": ("gnu image manipulation program", "gimp"),
    "outlook": ("thunderbird", "thunderbird mail", "evolution"),
}
