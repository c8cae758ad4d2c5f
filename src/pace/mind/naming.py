"""Names of applications and sites, as people say them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pace.mind.describing import ROLE_WORDS
from pace.mind.scene import Labelled, Scene
from pace.mind.text import words_of

#: What people call an application -> names it may be listed under, the first one when none is.
ALIASES: dict[str, tuple[str, ...]] = {
    "browser": ("Web Browser", "Firefox", "Chromium", "Google Chrome", "Epiphany", "Brave"),
    "web browser": ("Web Browser", "Firefox", "Chromium", "Google Chrome", "Epiphany"),
    "internet": ("Web Browser", "Firefox", "Chromium", "Google Chrome"),
    "chrome": ("Google Chrome", "Chromium"), "google chrome": ("Google Chrome", "Chromium"),
    "chromium": ("Chromium", "Chromium Web Browser"), "firefox": ("Firefox",),
    "mozilla": ("Firefox",), "mozilla firefox": ("Firefox",), "safari": ("Safari",),
    "edge": ("Microsoft Edge",), "brave": ("Brave",),
    "calculator": ("Calculator", "KCalc", "Galculator", "GNOME Calculator"),
    "calc": ("Calculator", "LibreOffice Calc", "KCalc", "Galculator"),
    "terminal": ("Terminal", "Konsole", "GNOME Terminal", "Xfce Terminal", "XTerm", "Console"),
    "console": ("Console", "Terminal", "Konsole"), "command line": ("Terminal", "Konsole"),
    "files": ("Files", "Nautilus", "Dolphin", "Thunar", "Nemo", "File Manager"),
    "file manager": ("Files", "Nautilus", "Dolphin", "Thunar", "Nemo", "File Manager"),
    "file browser": ("Files", "Nautilus", "Dolphin", "Thunar", "File Manager"),
    "file explorer": ("Files", "Nautilus", "Dolphin", "Thunar", "File Manager"),
    "finder": ("Finder", "Files", "Nautilus", "Dolphin", "Thunar"),
    "text editor": ("Text Editor", "gedit", "GNOME Text Editor", "Kate", "Mousepad", "Pluma",
                    "Featherpad", "Xed"),
    "editor": ("Text Editor", "gedit", "GNOME Text Editor", "Kate", "Mousepad"),
    "notepad": ("Text Editor", "gedit", "Kate", "Mousepad"), "gedit": ("gedit", "Text Editor"),
    "settings": ("Settings", "System Settings", "GNOME Settings", "Settings Manager"),
    "system settings": ("System Settings", "Settings", "Settings Manager"),
    "control panel": ("Settings", "System Settings", "Settings Manager"),
    "preferences": ("Settings", "System Settings"),
    "mail": ("Mail", "Thunderbird", "Evolution", "Geary", "KMail"),
    "email": ("Mail", "Thunderbird", "Evolution", "Geary", "KMail"),
    "calendar": ("Calendar", "GNOME Calendar", "KOrganizer"),
    "music": ("Music", "Rhythmbox", "Elisa", "Lollypop", "Spotify", "Clementine"),
    "music player": ("Music", "Rhythmbox", "Elisa", "Lollypop", "Clementine"),
    "apple music": ("Music",), "video player": ("Videos", "VLC media player", "Totem", "mpv"),
    "vlc": ("VLC media player", "VLC"), "spotify": ("Spotify",),
    "photos": ("Photos", "Shotwell", "gThumb", "Gwenview"),
    "image viewer": ("Image Viewer", "Eye of GNOME", "Gwenview", "Ristretto"),
    "notes": ("Notes", "GNOME Notes", "Bijiben"), "reminders": ("Reminders",),
    "messages": ("Messages",), "facetime": ("FaceTime",), "preview": ("Preview",),
    "word": ("LibreOffice Writer", "Microsoft Word"), "writer": ("LibreOffice Writer",),
    "word processor": ("LibreOffice Writer",), "libre office": ("LibreOffice",),
    "libreoffice": ("LibreOffice",), "excel": ("LibreOffice Calc", "Microsoft Excel"),
    "spreadsheet": ("LibreOffice Calc",), "impress": ("LibreOffice Impress",),
    "powerpoint": ("LibreOffice Impress", "Microsoft PowerPoint"),
    "vs code": ("Visual Studio Code", "Code", "VSCodium"),
    "vscode": ("Visual Studio Code", "Code", "VSCodium"),
    "visual studio code": ("Visual Studio Code", "Code", "VSCodium"),
    "code": ("Visual Studio Code", "Code", "VSCodium"),
    "iterm": ("iTerm",), "iterm2": ("iTerm",), "xcode": ("Xcode",), "zoom": ("Zoom", "zoom.us"),
    "slack": ("Slack",), "discord": ("Discord",), "teams": ("Microsoft Teams",),
    "figma": ("Figma",), "notion": ("Notion",), "obsidian": ("Obsidian",), "linear": ("Linear",),
    "arc": ("Arc",), "cursor": ("Cursor",), "raycast": ("Raycast",),
    "thunderbird": ("Thunderbird",),
    "gimp": ("GIMP", "GNU Image Manipulation Program"), "inkscape": ("Inkscape",),
    "blender": ("Blender",), "steam": ("Steam",), "signal": ("Signal",), "telegram": ("Telegram",),
    "whatsapp": ("WhatsApp",), "maps": ("Maps", "GNOME Maps"), "clock": ("Clock", "Clocks"),
    "clocks": ("Clocks", "Clock"), "camera": ("Camera", "Cheese"), "weather": ("Weather",),
    "software": ("Software", "GNOME Software", "Discover"), "app store": ("Software", "Discover"),
    "task manager": ("Task Manager", "System Monitor"), "audacity": ("Audacity",),
    "system monitor": ("System Monitor", "Task Manager"), "contacts": ("Contacts",),
    "document viewer": ("Document Viewer", "Evince", "Okular"), "rhythmbox": ("Rhythmbox",),
    "pdf viewer": ("Document Viewer", "Evince", "Okular"), "paint": ("Drawing", "KolourPaint"),
    "disks": ("Disks",), "emacs": ("Emacs",), "vim": ("Vim", "GVim"), "kate": ("Kate",),
}  # fmt: skip

#: Sites whose names are no application's (spec 4.5).
SITES: dict[str, str] = {
    "hacker news": "news.ycombinator.com", "hackernews": "news.ycombinator.com",
    "hn": "news.ycombinator.com", "github": "github.com", "youtube": "youtube.com",
    "gmail": "mail.google.com", "google": "google.com", "reddit": "reddit.com",
    "twitter": "x.com", "x": "x.com", "linkedin": "linkedin.com", "chatgpt": "chatgpt.com",
    "chat gpt": "chatgpt.com", "claude": "claude.ai", "amazon": "amazon.com",
    "netflix": "netflix.com", "wikipedia": "wikipedia.org", "stack overflow": "stackoverflow.com",
    "stackoverflow": "stackoverflow.com", "product hunt": "producthunt.com",
}  # fmt: skip
#: Browsers that may be named behind a site.
BROWSERS = frozenset({"chrome", "google chrome", "safari", "arc", "firefox", "edge", "brave",
                      "chromium", "epiphany", "vivaldi", "opera"})  # fmt: skip

_BROWSER_WORDS = BROWSERS | {"browser", "navigator", "mozilla", "librewolf", "falkon"}
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?:/\S*)?")
_LOCAL = re.compile(r"(?:localhost|127(?:\.\d+){3})(?::\d+)?(?:/\S*)?")
_SCHEME = re.compile(r"(?:https?|file)://\S+", re.IGNORECASE)
#: Endings of file names that look like hosts.
FILE_ENDINGS = frozenset(
    "txt pdf doc docx odt ods xls xlsx csv png jpg jpeg gif svg py js html htm zip mp3 mp4 "
    "json xml tar gz deb sh cpp rs java rb css".split()
)
_NOT_IN_NAMES = frozenset(
    "the a an my your this that these those it its them all every each some any of to for from "
    "with in on at by into and or then not is are was be as about what how when where why new "
    "tab tabs window windows door file folder document page link button menu email message "
    "please me him her us you i up down off away back here there everything anything something "
    "one two first second last".split()
)
_TAILS = ("app", "application", "program", "window")


@dataclass(frozen=True, slots=True)
class App:
    """An application that was named. `known` unless the words merely passed as a name."""

    name: str
    known: bool
    icon: Labelled | None = None


def app_named(words: Sequence[str], verbatim: str, scene: Scene) -> App | None:
    """The application these words name, or None.

    A listed name wins, then an alias; with no list a plausible name passes as spoken.
    """
    said, marked = _bare(tuple(words))
    name = " ".join(said)
    if not name:
        return None
    icon = _icon(said, scene)
    if scene.apps is not None:
        listed = _listed(name, scene)
        if listed:
            return App(listed, known=True, icon=icon)
        return App(name.title(), known=True, icon=icon) if icon else None
    if icon is not None:
        return App(icon.said, known=True, icon=icon)
    if name in ALIASES:
        return App(_spelled(name, verbatim), known=True)
    if name in SITES or _address(name) or (scene.indirect and not marked):
        return None
    if len(said) > 3 or not _NOT_IN_NAMES.isdisjoint(said) or said[-1:] in _ROLE_TAILS:
        return None
    if tuple(words)[:1] in (("the",), ("my",)) and not marked:
        return None
    return App(_spelled(name, verbatim), known=False)


def app_within(words: Sequence[str], verbatim: str, scene: Scene) -> App | None:
    """A listed application said with its maker before or its kind behind ("the gnome text editor").

    A name of one word may have only a known maker before it; a longer one any other word.
    """
    said, _ = _bare(tuple(words))
    if scene.apps is None:
        return None
    makers = next((i for i, word in enumerate(said) if word not in _MAKERS), 0)
    kinds = next((size for size in (2, 1) if said[-size:] in _KINDS), 0)
    for start, end in ((makers, len(said)), (0, len(said) - kinds), (makers, len(said) - kinds)):
        if 0 < end - start < len(said):
            app = app_named(said[start:end], verbatim, scene)
            if app is not None and app.known and app.icon is None:
                return app
    name = " ".join(said[1:])
    listed = scene.apps.get(name) if len(said) > 2 and said[0] not in _NOT_IN_NAMES else None
    return App(listed, known=True) if listed else None


_MAKERS = frozenset(
    "gnome kde xfce mate lxde lxqt cinnamon ubuntu debian fedora linux microsoft google mozilla "
    "apple adobe libreoffice system default standard".split()
)
_KINDS = frozenset(
    tuple(kind.split())
    for kind in (
        "browser", "web browser", "editor", "text editor", "image editor", "player",
        "music player", "video player", "media player", "viewer", "image viewer", "mail client",
    )
)  # fmt: skip
_ROLE_TAILS = frozenset(key for key in ROLE_WORDS if len(key) == 1)


def _bare(words: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """Without article and "app"; and whether "app" was said. A window of some kind is no name."""
    kind = words[:1] in (("a",), ("an",), ("another",)) and words[-1:] == ("window",)
    while len(words) > 1 and words[0] in ("the", "my", "a", "an", "up"):
        words = words[1:]
    marked = False
    while len(words) > 1 and words[-1] in _TAILS and not kind:
        words, marked = words[:-1], words[-1] != "window" or marked
    while len(words) > 1 and words[0] in ("app", "application", "program"):
        words, marked = words[1:], True
    return words, marked


def _spelled(name: str, verbatim: str) -> str:
    """The person's own spelling when it holds the name, else title case."""
    at = verbatim.casefold().find(name)
    if at < 0:
        return name.title()
    own = verbatim[at : at + len(name)]
    return own if own != own.lower() else name.title()


def _listed(name: str, scene: Scene) -> str | None:
    apps = scene.apps or {}
    if name in apps:
        return apps[name]
    for listed in ALIASES.get(name, ()):
        key = " ".join(words_of(listed))
        if key in apps:
            return apps[key]
    compact = name.replace(" ", "")
    if not _NOT_IN_NAMES.isdisjoint(name.split()):
        return None
    inside = [app for key, app in apps.items() if _names(name.split(), compact, key)]
    if len(inside) == 1:
        return inside[0]
    return _close(compact, apps) if not inside else min(inside, key=len)


def _names(said: list[str], compact: str, key: str) -> bool:
    words = key.split()
    return compact == key.replace(" ", "") or all(word in words for word in said)


def _close(compact: str, apps: object) -> str | None:
    """A listed name one slip of hearing away; only when it is the only one."""
    from rapidfuzz import fuzz  # keeps the start of the command line short

    if len(compact) < 5 or not isinstance(apps, dict):
        return None
    near = [app for key, app in apps.items() if fuzz.ratio(compact, key.replace(" ", "")) >= 88]
    return near[0] if len(near) == 1 else None


def _icon(said: tuple[str, ...], scene: Scene) -> Labelled | None:
    """The icon of this application on screen, unless the screen has moved on."""
    if scene.moved_on:
        return None
    for one in scene.screen.seen:
        if one.role in ("dock_icon", "icon", "app_icon", "launcher"):
            for name in (one.label, one.text):
                bare = tuple(w for w in name if w not in ("icon", "app", "launcher"))
                if said in (name, bare):
                    return one
    return None


@dataclass(frozen=True, slots=True)
class Site:
    """A place on the web. `known` for the table and literal addresses."""

    url: str
    name: str


def site_named(words: Sequence[str], verbatim: str) -> Site | None:
    """A site of the table, a host or a URL; "dot" may be said."""
    said = tuple(words)
    while len(said) > 1 and said[0] in ("the", "my"):
        said = said[1:]
    while len(said) > 1 and said[-1] in ("website", "site", "page", "homepage"):
        said = said[:-1]
    name = " ".join(said)
    if name in SITES:
        return Site(f"https://{SITES[name]}", name.title())
    spoken = _dotted(said)
    literal = verbatim.strip().rstrip(".,!?;") if len(said) == 1 else spoken
    if _SCHEME.fullmatch(literal):
        return Site(literal, literal)
    if _LOCAL.fullmatch(literal.lower()):
        return Site(f"http://{literal}", literal)
    if _address(spoken):
        host, _, path = literal.partition("/")
        return Site(f"https://{host.lower()}{'/' + path if path else ''}", host)
    return None


def in_browser(scene: Scene) -> bool | None:
    """Whether a browser will be in front when this is done; None when nothing is known."""
    for call in reversed(scene.before):
        if call.name == "open_url":
            return True
        if call.name in ("open_app", "switch_app"):
            return is_browser(str(call.arguments.get("app", "")))
    window = scene.snapshot.window
    return is_browser(window.app) if window is not None else None


def is_browser(app: str) -> bool:
    words = words_of(app)
    return not _BROWSER_WORDS.isdisjoint(words) or " ".join(words) in BROWSERS


def _dotted(words: tuple[str, ...]) -> str:
    """ "github dot com slash pricing" -> "github.com/pricing"."""
    text = " ".join(words)
    if " dot " in text:
        text = text.replace(" dot ", ".").replace(" slash ", "/").replace(" dash ", "-")
    return text


def _address(text: str) -> bool:
    host = text.split("/", 1)[0]
    return bool(_HOST.fullmatch(text)) and (
        "/" in text or host.rsplit(".", 1)[-1] not in FILE_ENDINGS
    )


def browser_behind(words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Split "github on firefox" into the site and the browser; "" for any browser."""
    for size in (3, 2, 1):
        if len(words) > size + 1 and words[-size - 1] in ("on", "in", "using", "with"):
            name = " ".join(words[-size:])
            if name in BROWSERS:
                return words[: -size - 1], name
            if name in ("the browser", "my browser", "browser", "a browser"):
                return words[: -size - 1], ""
    return words, ""
