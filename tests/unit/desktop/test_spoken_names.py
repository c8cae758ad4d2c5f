"""Which application a spoken name means, over forty entries as real machines have them."""

from __future__ import annotations

import pytest

from pace.desktop.kinds import BRANDS, KINDS, SUBSTITUTES
from pace.desktop.ports import Application
from pace.desktop.spoken_names import Known, kind_of, known, match

NEAR = 0.05


def app(app_id: str, name: str, generic: str = "", categories: str = "", *more: str) -> Application:
    names = tuple(each for each in (generic, app_id.rpartition(".")[2], *more) if each)
    return Application(app_id, name, names, tuple(filter(None, categories.split(";"))))


def with_keywords(application: Application, *keywords: str) -> Application:
    return Application(
        application.id,
        application.name,
        application.names,
        application.categories,
        (),
        "",
        keywords,
    )


MACHINE = (
    app("firefox-esr", "Firefox ESR", "Web Browser", "Network;WebBrowser"),
    app("chromium", "Chromium Web Browser", "Web Browser", "Network;WebBrowser"),
    app("org.gnome.Nautilus", "Files", "", "GNOME;System;FileManager"),
    app("pcmanfm", "File Manager PCManFM", "File Manager", "System;FileManager"),
    app("org.xfce.mousepad", "Mousepad", "Text Editor", "Utility;TextEditor"),
    app("org.gnome.TextEditor", "Text Editor", "", "GNOME;Utility;TextEditor"),
    app("code", "Visual Studio Code", "Text Editor", "Development;IDE"),
    app("org.gnome.Calculator", "Calculator", "", "GNOME;Utility;Calculator"),
    app("org.gnome.Terminal", "Terminal", "", "GNOME;System;TerminalEmulator"),
    app("debian-xterm", "XTerm", "Terminal", "System;TerminalEmulator", "xterm"),
    app("org.gnome.Settings", "Settings", "", "GNOME;Settings"),
    app("nm-connection-editor", "Advanced Network Configuration", "", "GNOME;Settings"),
    app("libreoffice-startcenter", "LibreOffice", "Office", "Office"),
    app("libreoffice-writer", "LibreOffice Writer", "Word Processor", "Office;WordProcessor"),
    app("libreoffice-calc", "LibreOffice Calc", "Spreadsheet", "Office;Spreadsheet"),
    app("libreoffice-impress", "LibreOffice Impress", "Presentation", "Office;Presentation"),
    app("thunderbird", "Thunderbird Mail", "Mail Client", "Network;Email"),
    app("org.gnome.Evolution", "Evolution", "Groupware Suite", "GNOME;Office;Email;Calendar"),
    app("gimp", "GNU Image Manipulation Program", "Image Editor", "Graphics"),
    app("org.inkscape.Inkscape", "Inkscape", "Vector Graphics Editor", "Graphics"),
    app("vlc", "VLC media player", "Media player", "AudioVideo;Player;Video"),
    app("mpv", "mpv Media Player", "Multimedia player", "AudioVideo;Audio;Video;Player"),
    app("org.gnome.Rhythmbox3", "Rhythmbox", "Music Player", "AudioVideo;Audio;Player"),
    app("spotify", "Spotify", "Music Player", "Audio;Music;Player"),
    app("md.obsidian.Obsidian", "Obsidian", "", "Office"),
    app("org.signal.Signal", "Signal", "", "Network;InstantMessaging"),
    app("org.telegram.desktop", "Telegram Desktop", "", "Network;InstantMessaging"),
    app("slack", "Slack", "Slack Client for Linux", "Network;InstantMessaging"),
    app("com.obsproject.Studio", "OBS Studio", "Streaming/Recording Software", "AudioVideo"),
    app("steam", "Steam", "", "Network;FileTransfer;Game"),
    app("org.kde.okular", "Okular", "Document Viewer", "Qt;KDE;Office;Viewer"),
    app("org.gnome.Evince", "Document Viewer", "", "GNOME;Office;Viewer"),
    app("org.gnome.eog", "Image Viewer", "", "GNOME;Graphics;Viewer"),
    app("gnome-system-monitor", "System Monitor", "", "GNOME;System;Monitor"),
    app("org.gnome.Software", "Software", "", "GNOME;System;PackageManager"),
    app("org.gnome.Calendar", "Calendar", "", "GNOME;Office;Calendar"),
    app("org.gnome.clocks", "Clocks", "", "GNOME;Utility;Clock"),
    app("org.keepassxc.KeePassXC", "KeePassXC", "Password Manager", "Utility;Security"),
    app("audacity", "Audacity", "Sound Editor", "AudioVideo;Audio"),
    with_keywords(app("org.gnome.DiskUtility", "Disks", "", "GNOME;Utility"), "partition", "drive"),
)

DEFAULTS = {"browser": "firefox-esr", "files": "org.gnome.Nautilus", "mail": "thunderbird"}


def best(
    spoken: str, defaults: dict[str, str] = DEFAULTS, machine: tuple[Known, ...] = known(MACHINE)
) -> list[tuple[str, float]]:
    return [(application.id, score) for application, score in match(spoken, machine, defaults)]


CLEAR = [
    ("firefox", "firefox-esr"),
    ("fire fox", "firefox-esr"),
    ("Mozilla Firefox", "firefox-esr"),
    ("the firefox browser", "firefox-esr"),
    ("browser", "firefox-esr"),
    ("my web browser", "firefox-esr"),
    ("chrome", "chromium"),
    ("google chrome", "chromium"),
    ("chromium", "chromium"),
    ("files", "org.gnome.Nautilus"),
    ("file manager", "org.gnome.Nautilus"),
    ("nautilus", "org.gnome.Nautilus"),
    ("mousepad", "org.xfce.mousepad"),
    ("mouse pad", "org.xfce.mousepad"),
    ("text editor", "org.gnome.TextEditor"),
    ("vs code", "code"),
    ("vscode", "code"),
    ("visual studio code", "code"),
    ("code editor", "code"),
    ("calculator", "org.gnome.Calculator"),
    ("kalkulator", "org.gnome.Calculator"),
    ("the calculator app", "org.gnome.Calculator"),
    ("terminal", "org.gnome.Terminal"),
    ("x term", "debian-xterm"),
    ("settings", "org.gnome.Settings"),
    ("system settings", "org.gnome.Settings"),
    ("libre office", "libreoffice-startcenter"),
    ("libre office writer", "libreoffice-writer"),
    ("writer", "libreoffice-writer"),
    ("calc", "libreoffice-calc"),
    ("spreadsheet", "libreoffice-calc"),
    ("mail", "thunderbird"),
    ("thunderbird", "thunderbird"),
    ("thunder bird", "thunderbird"),
    ("gimp", "gimp"),
    ("ink scape", "org.inkscape.Inkscape"),
    ("vlc", "vlc"),
    ("V L C player", "vlc"),
    ("rhythm box", "org.gnome.Rhythmbox3"),
    ("spotify", "spotify"),
    ("spotifi", "spotify"),
    ("obsidion", "md.obsidian.Obsidian"),
    ("telegram", "org.telegram.desktop"),
    ("obs", "com.obsproject.Studio"),
    ("keepass", "org.keepassxc.KeePassXC"),
    ("key pass x c", "org.keepassxc.KeePassXC"),
    ("task manager", "gnome-system-monitor"),
    ("app store", "org.gnome.Software"),
    ("clock", "org.gnome.clocks"),
    ("calendar", "org.gnome.Calendar"),
    ("partition", "org.gnome.DiskUtility"),
    ("okular", "org.kde.okular"),
    ("ocular", "org.kde.okular"),
]


@pytest.mark.parametrize(("spoken", "wanted"), CLEAR)
def test_a_spoken_name_finds_its_application_well_ahead_of_any_other(
    spoken: str, wanted: str
) -> None:
    found = best(spoken)
    assert found, spoken
    assert found[0][0] == wanted
    assert len(found) == 1 or found[0][1] - found[1][1] > NEAR, found


@pytest.mark.parametrize(
    ("spoken", "tied"),
    [
        ("web browser", {"firefox-esr", "chromium"}),
        ("music player", {"org.gnome.Rhythmbox3", "spotify", "mpv"}),
        ("messenger", {"org.signal.Signal", "org.telegram.desktop", "slack"}),
        ("media player", {"vlc", "mpv"}),
    ],
)
def test_without_a_default_what_fits_equally_is_a_visible_tie(spoken: str, tied: set[str]) -> None:
    found = best(spoken, {})
    near = {each for each, score in found if found[0][1] - score <= NEAR}
    assert near == tied


@pytest.mark.parametrize(
    "spoken",
    ["teams", "discord", "zoom", "photoshop elements", "blender", "whatsapp", "netflix", "skype",
     "notion", "google maps", "", "   ", "the", "?!", "é"],
)  # fmt: skip
def test_what_is_not_installed_is_not_found(spoken: str) -> None:
    assert best(spoken) == []


@pytest.mark.parametrize(
    ("spoken", "wanted"), [("excel", "libreoffice-calc"), ("photoshop", "gimp")]
)
def test_what_only_does_the_same_job_is_offered_without_confidence(
    spoken: str, wanted: str
) -> None:
    found = best(spoken)
    assert found[0][0] == wanted
    assert found[0][1] < 0.7


def test_the_real_brand_wins_over_what_stands_in_for_it() -> None:
    machine = known((*MACHINE, app("google-chrome", "Google Chrome", "Web Browser")))
    found = best("chrome", DEFAULTS, machine)
    assert found[0] == ("google-chrome", 0.97)
    assert found[1][0] == "chromium"
    assert found[0][1] - found[1][1] > NEAR


def test_a_default_that_is_no_longer_installed_leaves_the_tie() -> None:
    found = best("browser", {"browser": "gone"})
    assert {each for each, score in found if score == found[0][1]} == {"firefox-esr", "chromium"}


def test_confidences_are_ordered_and_between_nothing_and_one() -> None:
    for spoken, _ in CLEAR:
        scores = [score for _, score in best(spoken)]
        assert scores == sorted(scores, reverse=True)
        assert all(0 < score <= 1 for score in scores)


def test_names_in_other_alphabets_and_accents_match() -> None:
    machine = known((app("a", "Éditeur de texte"), app("b", "Карты"), app("c", "計算機")))
    assert best("editeur de texte", {}, machine)[0] == ("a", 1.0)
    assert best("карты", {}, machine)[0] == ("b", 1.0)
    assert best("計算機", {}, machine)[0] == ("c", 1.0)


def test_each_spoken_form_belongs_to_one_kind() -> None:
    forms = [form for kind in KINDS for form in kind.spoken]
    assert len(forms) == len(set(forms))


def test_tables_are_lower_case_words_and_brands_have_one_meaning() -> None:
    tables = [*BRANDS, *SUBSTITUTES, *(form for kind in KINDS for form in kind.spoken)]
    assert all(each == " ".join(each.lower().split()) and each.isascii() for each in tables)
    assert not set(BRANDS) & set(SUBSTITUTES)


def test_a_kind_is_known_by_any_of_its_names() -> None:
    assert kind_of("E-mail") == "mail"
    assert kind_of("File  Manager") == "files"
    assert kind_of("Mousepad") is None
