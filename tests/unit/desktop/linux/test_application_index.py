"""What is installed and what opens what, from folders made for the test."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from pace.desktop.linux.application_index import Index, read_index


@dataclass
class Machine:
    """A home, a system folder and a folder of programs."""

    root: Path

    @property
    def environment(self) -> dict[str, str]:
        return {
            "HOME": str(self.root / "home"),
            "XDG_DATA_DIRS": str(self.root / "usr"),
            "XDG_CONFIG_DIRS": str(self.root / "etc"),
            "PATH": str(self.root / "bin"),
            "XDG_CURRENT_DESKTOP": "XFCE",
        }

    def program(self, name: str) -> Path:
        path = self.root / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
        return path

    def entry(self, where: str, name: str, **keys: str) -> None:
        folder = {"system": "usr", "home": "home/.local/share"}.get(where, where)
        path = self.root / folder / "applications" / f"{name}.desktop"
        path.parent.mkdir(parents=True, exist_ok=True)
        program = Path(name).name
        values = {"Name": program.title(), "Exec": f"{program} %U", **keys}
        lines = (f"{key}={value}" for key, value in values.items())
        path.write_text("[Desktop Entry]\n" + "\n".join(lines))
        self.program(program)

    def defaults(self, path: str, *lines: str, group: str = "Default Applications") -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f"[{group}]\n" + "\n".join(lines))

    def read(self) -> Index:
        return read_index(self.environment)

    def names(self) -> list[str]:
        return sorted(each.name for each in self.read().applications)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_home_entry_stands_before_the_system_one(machine: Machine) -> None:
    machine.entry("system", "paint", Name="Paint")
    machine.entry("home", "paint", Name="My Paint")
    assert machine.names() == ["My Paint"]


def test_a_hidden_entry_in_the_home_removes_the_system_one(machine: Machine) -> None:
    machine.entry("system", "paint")
    machine.entry("home", "paint", Hidden="true")
    assert machine.names() == []
    assert machine.read().entries == {}


def test_an_entry_in_a_subfolder_has_the_folder_in_its_id(machine: Machine) -> None:
    machine.entry("system", "kde/paint")
    assert [each.id for each in machine.read().applications] == ["kde-paint"]


@pytest.mark.parametrize(
    "exports", ["home/.local/share/flatpak/exports/share"], ids=["flatpak of the person"]
)
def test_exported_entries_are_found_though_no_variable_names_them(
    machine: Machine, exports: str
) -> None:
    machine.entry(exports, "org.x.Paint")
    assert machine.names() == ["Org.X.Paint"]


def test_an_entry_whose_program_is_gone_is_not_installed(machine: Machine) -> None:
    machine.entry("system", "paint")
    machine.entry("system", "draw", TryExec="not-there")
    (machine.root / "bin" / "paint").unlink()
    assert machine.names() == []


def test_entries_of_other_desktops_and_without_display_are_left_out(machine: Machine) -> None:
    machine.entry("system", "panel", OnlyShowIn="GNOME;")
    machine.entry("system", "mine", OnlyShowIn="XFCE;")
    machine.entry("system", "opener", NoDisplay="true", MimeType="text/x-odd;")
    assert machine.names() == ["Mine"]
    handler = machine.read().handler("text/x-odd")
    assert handler is not None
    assert handler.id == "opener"


def test_a_broken_file_harms_nobody(machine: Machine) -> None:
    machine.entry("system", "paint")
    folder = machine.root / "usr" / "applications"
    (folder / "bad.desktop").write_bytes(b"\xff\xfe\x00[Desktop Entry]\nName=\xff")
    (folder / "dangling.desktop").symlink_to("nowhere")
    (folder / "unclosed.desktop").write_text('[Desktop Entry]\nName=U\nExec="paint\n')
    assert machine.names() == ["Paint"]


def test_the_persons_default_stands_before_the_systems(machine: Machine) -> None:
    for name in ("one", "two", "three"):
        machine.entry("system", name, MimeType="x-scheme-handler/https;")
    machine.defaults("usr/applications/mimeapps.list", "x-scheme-handler/https=one.desktop")
    assert machine.read().kinds() == {"browser": "one"}
    machine.defaults(
        "home/.config/mimeapps.list", "x-scheme-handler/https=gone.desktop;two.desktop"
    )
    assert machine.read().kinds() == {"browser": "two"}
    machine.defaults("home/.config/xfce-mimeapps.list", "x-scheme-handler/https=three.desktop;")
    assert machine.read().kinds() == {"browser": "three"}


def test_a_declared_handler_serves_where_nothing_was_chosen_unless_removed(
    machine: Machine,
) -> None:
    machine.entry("system", "one", MimeType="text/plain;")
    machine.entry("system", "two", MimeType="text/plain;")
    index = machine.read()
    chosen = index.handler("text/plain")
    assert chosen is not None
    assert chosen.id == "one"
    assert "text editor" not in index.kinds()
    machine.defaults(
        "home/.config/mimeapps.list", "text/plain=one.desktop;", group="Removed Associations"
    )
    chosen = machine.read().handler("text/plain")
    assert chosen is not None
    assert chosen.id == "two"
    assert machine.read().handler("image/x-nothing") is None


def test_the_distributions_alternative_is_the_default_browser(machine: Machine) -> None:
    machine.entry("system", "one", MimeType="x-scheme-handler/https;")
    machine.entry("system", "two", MimeType="x-scheme-handler/https;")
    (machine.root / "bin" / "x-www-browser").symlink_to("two")
    assert machine.read().kinds() == {"browser": "two"}


def test_the_persons_terminal_is_the_one_in_their_list(machine: Machine) -> None:
    machine.entry("system", "aterm")
    machine.entry("system", "bterm")
    (machine.root / "bin" / "x-terminal-emulator").symlink_to("aterm")
    assert machine.read().kinds() == {"terminal": "aterm"}
    path = machine.root / "home/.config/xdg-terminals.list"
    path.parent.mkdir(parents=True)
    path.write_text("gone.desktop\nbterm.desktop:new-window\n")
    assert machine.read().kinds() == {"terminal": "bterm"}


def test_the_index_is_stale_when_something_is_installed_removed_or_chosen(
    machine: Machine,
) -> None:
    machine.entry("system", "kde/paint")
    index = machine.read()
    assert not index.stale()

    def changed(path: Path) -> bool:
        nonlocal index
        os.utime(path, ns=(1, 1))
        was, index = index.stale(), machine.read()
        return was and not index.stale()

    assert changed(machine.root / "usr/applications")
    assert changed(machine.root / "usr/applications/kde")
    machine.entry("home", "draw")
    assert index.stale()
    index = machine.read()
    machine.defaults("home/.config/mimeapps.list", "text/plain=draw.desktop")
    assert index.stale()


def test_a_name_that_only_starts_another_program_is_no_name(machine: Machine) -> None:
    machine.program("env")
    machine.entry("system", "org.x.Paint", Name="Paint", Exec="env A=1 paint %U")
    machine.entry("system", "org.x.paint-settings", Name="Options", Exec="org.x.Paint --settings")
    names = {each.name: each.names for each in machine.read().applications}
    assert names == {"Paint": (), "Options": ("paint-settings",)}
