"""What .desktop files say and how their command lines expand, as tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from pace.core.error import Invalid
from pace.desktop.linux.desktop_entries import (
    Entry,
    expand,
    locale_suffixes,
    parse,
    split_command,
)

PATH = Path("/usr/share/applications/x.desktop")


def entry_of(text: str, *locales: str) -> Entry:
    found = parse(text, "x", PATH, locales)
    assert found is not None
    return found


def running(command: str, **fields: str) -> Entry:
    return Entry(id="x", path=PATH, name="Some Thing", exec=command, **fields)


FULL = r"""
# A comment
[Desktop Entry]
Type=Application
Name=Files
Name[de]=Dateien
Name[de_AT]=Ablage
GenericName = File Manager
GenericName[de]=Dateiverwaltung
Keywords=folder;disk\;drive;back\\slash;
Categories=System;FileManager
MimeType=inode/directory;x-scheme-handler/file;
Exec=files --name\s%c "two words" %U
TryExec=files
Path=/srv/my\sfiles
StartupWMClass=Files-Window
Terminal=false
Actions=New;

[Desktop Action New]
Name=New window
Exec=files --new
"""


def test_an_entry_is_read_with_its_lists_escapes_and_locale() -> None:
    entry = entry_of(FULL, *locale_suffixes({"LANG": "de_CH.UTF-8"}))
    assert entry.name == "Dateien"
    assert entry.names == ("Files", "Dateiverwaltung", "File Manager")
    assert entry.keywords == ("folder", "disk;drive", "back\\slash")
    assert entry.categories == ("System", "FileManager")
    assert entry.mime_types == ("inode/directory", "x-scheme-handler/file")
    assert entry.folder == "/srv/my files"
    assert entry.window_class == "Files-Window"
    assert not entry.terminal
    assert entry.exec == 'files --name %c "two words" %U'


def test_the_more_exact_locale_wins_and_an_unknown_one_falls_back() -> None:
    assert entry_of(FULL, *locale_suffixes({"LANG": "de_AT.UTF-8"})).name == "Ablage"
    assert entry_of(FULL, *locale_suffixes({"LANG": "fr_FR.UTF-8"})).name == "Files"


@pytest.mark.parametrize(
    ("environment", "suffixes"),
    [
        ({"LANG": "de_AT.UTF-8@euro"}, ("de_AT", "de")),
        ({"LANG": "sr_RS@latin"}, ("sr_RS@latin", "sr_RS", "sr@latin", "sr")),
        ({"LANG": "C.UTF-8"}, ()),
        ({}, ()),
        ({"LANG": "en_US", "LC_ALL": "fr_FR"}, ("fr_FR", "fr")),
        ({"LANGUAGE": "pt_BR:pt", "LANG": "en_US"}, ("pt_BR", "pt", "en_US", "en")),
    ],
)
def test_locale_suffixes_come_best_first(
    environment: dict[str, str], suffixes: tuple[str, ...]
) -> None:
    if "@euro" in environment.get("LANG", ""):
        suffixes = ("de_AT@euro", "de_AT", "de@euro", "de")
    assert locale_suffixes(environment) == suffixes


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no groups at all",
        "[Desktop Action a]\nName=A\nExec=a",
        "[Desktop Entry]\nType=Link\nName=L\nURL=https://example.org",
        "[Desktop Entry]\nName=No command",
        "[Desktop Entry]\nExec=no-name",
        "\x00\x01[Desktop Entry",
    ],
)
def test_what_is_no_application_is_no_entry(text: str) -> None:
    assert parse(text, "x", PATH) is None


@pytest.mark.parametrize(
    ("keys", "desktops", "shown"),
    [
        ("", "GNOME", True),
        ("NoDisplay=true", "GNOME", False),
        ("OnlyShowIn=GNOME;Unity", "GNOME", True),
        ("OnlyShowIn=GNOME;Unity", "ubuntu:GNOME", True),
        ("OnlyShowIn=KDE;", "GNOME", False),
        ("OnlyShowIn=KDE;", "", False),
        ("NotShowIn=GNOME;", "GNOME", False),
        ("NotShowIn=GNOME;", "KDE", True),
    ],
)
def test_menus_show_an_entry_where_it_wants_to_be_shown(
    keys: str, desktops: str, shown: bool
) -> None:
    entry = entry_of(f"[Desktop Entry]\nName=A\nExec=a\n{keys}\n")
    assert entry.shown_in([each for each in desktops.split(":") if each]) is shown


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("a b  c", ["a", "b", "c"]),
        ('a "b c" d', ["a", "b c", "d"]),
        ('"/opt/My App/run" %U', ["/opt/My App/run", "%U"]),
        (r'a "q\"q" "d\$d" "b\\b" "t\`t" "n\n"', ["a", 'q"q', "d$d", "b\\b", "t`t", "n\\n"]),
        ('a ""', ["a", ""]),
        ("a $HOME; rm -rf ~ | b > c && `d`", "a $HOME; rm -rf ~ | b > c && `d`".split()),
        ("a 'b c'", ["a", "'b", "c'"]),
        ("", []),
    ],
)
def test_a_command_is_split_by_the_specification_and_by_no_shell(
    command: str, words: list[str]
) -> None:
    assert split_command(command) == words


def test_an_open_quotation_mark_is_an_error() -> None:
    with pytest.raises(Invalid):
        split_command('a "b')


URI = "file:///home/me/a%20b.txt"
WEB = "https://example.org/?a=%20b"


@pytest.mark.parametrize(
    ("command", "targets", "words"),
    [
        ("app %U", [], ["app"]),
        ("app %U", [URI, WEB], ["app", URI, WEB]),
        ("app %u", [URI, WEB], ["app", URI]),
        ("app %F", [URI], ["app", "/home/me/a b.txt"]),
        ("app %f", [], ["app"]),
        ("app --open=%u", [WEB], ["app", f"--open={WEB}"]),
        ("app", [WEB], ["app", WEB]),
        ("app", ["/tmp/x"], ["app", "/tmp/x"]),
        ("app %i %c %k", [], ["app", "--icon", "pic", "Some Thing", str(PATH)]),
        ("app --rate=50%% %d %D %n %N %v %m", [], ["app", "--rate=50%"]),
        ("app %%U %x", [], ["app", "%U"]),
        ('app "" %U', [], ["app", ""]),
        ("flatpak run --file-forwarding org.x @@u %U @@", [WEB],
         ["flatpak", "run", "--file-forwarding", "org.x", "@@u", WEB, "@@"]),
        ("app %u", ["https://x.org/;rm -rf ~"], ["app", "https://x.org/;rm -rf ~"]),
        ("app %u", ["https://x.org/%U%c"], ["app", "https://x.org/%U%c"]),
    ],
)  # fmt: skip
def test_field_codes_expand_to_whole_arguments(
    command: str, targets: list[str], words: list[str]
) -> None:
    assert expand(running(command, icon="pic"), targets) == words


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("app", ["app", "--on"]),
        ("app %U", ["app", "--on", WEB]),
        ("app --new %u", ["app", "--new", "--on", WEB]),
        ("mpv --gui -- %U", ["mpv", "--gui", "--on", "--", WEB]),
        ("flatpak run org.x @@u %U @@",
         ["flatpak", "run", "org.x", "--on", "@@u", WEB, "@@"]),
    ],
)  # fmt: skip
def test_options_stand_where_options_still_count(command: str, words: list[str]) -> None:
    targets = [WEB] if "%" in command else []
    assert expand(running(command), targets, ["--on"]) == words


def test_options_are_taken_as_they_are() -> None:
    assert expand(running("app %U"), [], ["--zoom=50%"]) == ["app", "--zoom=50%"]


@pytest.mark.parametrize("command", ["", "  ", "%U", '"'])
def test_a_command_without_a_program_is_an_error(command: str) -> None:
    with pytest.raises(Invalid):
        expand(running(command))
