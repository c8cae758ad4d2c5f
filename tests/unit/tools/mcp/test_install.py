"""Adding and removing a server keeps all else that stands in the file."""

import json
from pathlib import Path
from typing import Any

import pytest

from pace.core.error import Invalid, NotSaved
from pace.tools.mcp.install import add, remove
from pace.tools.mcp.known import KNOWN, known

FETCH = {"command": "uvx", "args": ["mcp-server-fetch"]}
OLD = {"command": "old", "odd": {"deep": [1, None]}, "env": {"K": "v"}}


def put(path: Path, root: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(root if isinstance(root, str) else json.dumps(root), encoding="utf-8")
    return path


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("before", [None, "", "  \n", "{}"])
def test_the_first_server_makes_the_file_and_its_folder(tmp_path: Path, before: str | None) -> None:
    path = tmp_path / "a" / "b" / "mcp-servers.json"
    if before is not None:
        put(path, before)
    assert add(path, "fetch", FETCH)
    assert read(path) == {"mcpServers": {"fetch": FETCH}}
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("root", ["servers", "mcpServers"])
def test_what_the_person_wrote_at_any_level_is_kept_in_order(tmp_path: Path, root: str) -> None:
    path = put(tmp_path / "f.json", {"$schema": "x", root: {"z": OLD, "a": OLD}, "inputs": [1]})
    add(path, "fetch", FETCH)
    whole = read(path)
    assert whole == {
        "$schema": "x", "mcpServers": {"z": OLD, "a": OLD, "fetch": FETCH}, "inputs": [1],
    }  # fmt: skip
    assert list(whole) == ["$schema", "mcpServers", "inputs"]
    assert list(whole["mcpServers"]) == ["z", "a", "fetch"]


def test_with_both_spellings_the_one_in_force_wins(tmp_path: Path) -> None:
    path = put(tmp_path / "f.json", {"mcpServers": {"a": FETCH, "b": FETCH}, "servers": {"a": OLD}})
    add(path, "c", FETCH)
    assert read(path) == {"mcpServers": {"a": OLD, "b": FETCH, "c": FETCH}}


def test_adding_twice_writes_once(tmp_path: Path) -> None:
    path = tmp_path / "f.json"
    assert add(path, "fetch", FETCH)
    before = path.stat().st_mtime_ns, path.read_bytes()
    assert not add(path, "fetch", FETCH)
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before


def test_an_entry_keeps_what_it_has_beside_and_its_own_variables(tmp_path: Path) -> None:
    path = put(tmp_path / "f.json", {"mcpServers": {"fetch": OLD}})
    add(path, "fetch", {**FETCH, "env": {"K": "", "L": ""}})
    assert read(path)["mcpServers"]["fetch"] == {
        "command": "uvx", "odd": {"deep": [1, None]}, "env": {"K": "v", "L": ""},
        "args": ["mcp-server-fetch"],
    }  # fmt: skip


def test_removing_takes_one_and_removing_again_writes_nothing(tmp_path: Path) -> None:
    path = put(tmp_path / "f.json", {"mcpServers": {"a": OLD, "b": OLD}, "more": 1})
    assert remove(path, "a")
    assert read(path) == {"mcpServers": {"b": OLD}, "more": 1}
    before = path.stat().st_mtime_ns
    assert not remove(path, "a")
    assert path.stat().st_mtime_ns == before


def test_removing_from_a_file_that_is_not_there_makes_none(tmp_path: Path) -> None:
    assert not remove(tmp_path / "x" / "f.json", "a")
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("text", ["{", "[]", '{"servers": []}', '{"mcpServers": "x"}'])
def test_a_file_that_cannot_be_read_is_never_overwritten(tmp_path: Path, text: str) -> None:
    path = put(tmp_path / "f.json", text)
    for change in (lambda: add(path, "a", FETCH), lambda: remove(path, "a")):
        with pytest.raises(Invalid, match="kept"):
            change()
    assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    real = put(tmp_path / "dotfiles" / "mcp.json", {"mcpServers": {"a": OLD}})
    link = tmp_path / "config" / "mcp-servers.json"
    link.parent.mkdir()
    link.symlink_to(real)
    add(link, "fetch", FETCH)
    assert link.is_symlink()
    assert set(read(real)["mcpServers"]) == {"a", "fetch"}


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "f.json"
    path.mkdir(parents=True)  # where the file should be stands a folder
    with pytest.raises((NotSaved, Invalid)):
        add(path, "a", FETCH)
    assert list(path.parent.iterdir()) == [path]


def test_every_known_server_makes_an_entry_of_plain_text() -> None:
    folders = {"documents": "/d", "data": "/s", "home": "/h"}
    for one in KNOWN:
        entry = one.entry(folders)
        assert one.package in entry["args"]
        assert not any("{" in arg for arg in entry["args"])
        assert known(one.name.upper()) is one
    assert known("composio") is not None
    assert next(k for k in KNOWN if k.name == "composio").entry(folders)["env"] == {
        "COMPOSIO_API_KEY": ""
    }
