"""The configuration is read as the person wrote it, in both places and both spellings."""

import json
from pathlib import Path

import pytest

from pace.core.error import Invalid
from pace.tools.mcp.config import Configured, configured, document, files


def written(tmp_path: Path, *roots: object) -> Configured:
    """The configuration made of these files, text or data, in order of preference."""
    paths = files(tmp_path / "config", tmp_path / "home")
    for path, root in zip(paths, roots, strict=False):
        if root is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(root if isinstance(root, str) else json.dumps(root))
    return configured(paths)


ENTRY = {"command": "server", "args": ["-v", 3], "env": {"KEY": ""}}


@pytest.mark.parametrize("root", ["servers", "mcpServers"])
def test_both_spellings_are_read(tmp_path: Path, root: str) -> None:
    server = written(tmp_path, {root: {"Files": ENTRY}}).named(" files ")
    assert server is not None
    assert (server.name, server.command, server.args) == ("Files", "server", ("-v", "3"))
    assert server.env == {"KEY": ""}


def test_servers_is_preferred_when_both_are_there(tmp_path: Path) -> None:
    found = written(tmp_path, {"mcpServers": {"a": ENTRY}, "servers": {"b": ENTRY}})
    assert set(found.servers) == {"b"}


@pytest.mark.parametrize(
    "first", [None, "", "{}", '{"servers": {}}', "{broken", '{"servers": {"x": {}}}']
)
def test_the_second_place_serves_when_the_first_names_no_server(
    tmp_path: Path, first: str | None
) -> None:
    found = written(tmp_path, first, {"servers": {"a": ENTRY}})
    assert set(found.servers) == {"a"}
    assert found.path == tmp_path / "home" / ".pace" / "mcp-servers.json"


def test_without_any_file_there_are_no_servers_and_nothing_is_wrong(tmp_path: Path) -> None:
    found = written(tmp_path)
    assert (found.servers, found.problems) == ({}, ())
    assert found.path == tmp_path / "config" / "mcp-servers.json"


@pytest.mark.parametrize("key", ["cwd", "workingDirectory"])
def test_the_folder_to_start_in_has_two_names(tmp_path: Path, key: str) -> None:
    server = written(tmp_path, {"servers": {"a": {**ENTRY, key: "~/x"}}}).named("a")
    assert server is not None
    assert server.cwd == "~/x"


@pytest.mark.parametrize(
    ("name", "entry", "why"),
    [
        ("a b", ENTRY, "a name has letters"),
        ("a/b", ENTRY, "a name has letters"),
        ("\u202ea", ENTRY, "a name has letters"),
        ("a", [], "its entry is no object"),
        ("a", {}, "it has no command"),
        ("a", {"command": ""}, "it has no command"),
        ("a", {"command": ["x"]}, "its command is no text"),
        ("a", {"command": "x\x00"}, "its command has characters"),
        ("a", {"command": "x\n"}, "its command has characters"),
        ("a", {"command": "x", "args": "y"}, "its args are no list"),
        ("a", {"command": "x", "args": [{}]}, "its args is no text"),
        ("a", {"command": "x", "args": ["\ud800"]}, "its args has characters"),
        ("a", {"command": "x", "env": {"A=B": "c"}}, "its env has a name"),
        ("a", {"command": "x", "env": {"A": ["c"]}}, "its env is no text"),
        ("a", {"command": "x", "env": ["A"]}, "its env has a name"),
    ],
)
def test_a_bad_entry_is_left_out_with_a_sentence_and_the_others_stay(
    tmp_path: Path, name: str, entry: object, why: str
) -> None:
    found = written(tmp_path, {"servers": {name: entry, "good": ENTRY}})
    assert set(found.servers) == {"good"}
    [problem] = found.problems
    assert why in problem
    assert problem.isprintable()


def test_names_that_differ_in_case_only_are_one(tmp_path: Path) -> None:
    found = written(tmp_path, {"servers": {"A": ENTRY, "a": {"command": "other"}}})
    assert found.servers["a"].command == "server"
    assert "its name is taken" in found.problems[0]


@pytest.mark.parametrize(
    "text", ["{", "[]", "7", "nul", "[" * 100_000, '{"a": "' + "x" * 1024 * 1024 + '"}', "\xff\xfe"]
)
def test_what_is_no_json_is_a_sentence_that_names_the_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "f.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(Invalid, match=r"f\.json is not usable JSON"):
        document(path)


def test_a_byte_order_mark_is_no_reason_to_refuse(tmp_path: Path) -> None:
    (tmp_path / "f.json").write_bytes(b"\xef\xbb\xbf{}")
    assert document(tmp_path / "f.json") == {}


def test_an_approval_is_for_one_program(tmp_path: Path) -> None:
    prints = set()
    for change in ({}, {"command": "other"}, {"args": []}, {"cwd": "/"}, {"env": {}}):
        server = written(tmp_path, {"servers": {"a": {**ENTRY, **change}}}).named("a")
        assert server is not None
        prints.add(server.fingerprint)
    assert len(prints) == 5


@pytest.mark.parametrize(
    ("command", "args", "networked"),
    [
        ("npx", ["-y", "@modelcontextprotocol/server-filesystem", "/tmp"], False),
        ("/opt/bin/mcp-server-filesystem", ["/tmp"], False),
        ("uvx", ["mcp-server-time"], False),
        ("uvx", ["mcp-server-fetch"], True),
        ("python3", ["my-server.py"], True),
    ],
)
def test_only_servers_known_to_stay_here_count_as_such(
    tmp_path: Path, command: str, args: list[str], networked: bool
) -> None:
    server = written(tmp_path, {"servers": {"a": {"command": command, "args": args}}}).named("a")
    assert server is not None
    assert server.networked is networked


def test_the_person_may_say_whether_a_server_reaches_out(tmp_path: Path) -> None:
    server = written(tmp_path, {"servers": {"a": {"command": "x", "networked": False}}}).named("a")
    assert server is not None
    assert server.networked is False
