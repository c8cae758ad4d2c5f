"""What a server offers is looked at tool by tool, and what changed since is told."""

from pathlib import Path
from typing import Any

import pytest

from pace.core.tool import Catalogue
from pace.tools.catalogue import built_in
from pace.tools.mcp.approved import Approvals
from pace.tools.mcp.config import Server
from pace.tools.mcp.offered import LONGEST, MOST, Offer, Offered, changes, vetted
from pace.tools.mcp.rendering import described, entry

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}}
SERVER = Server("files", "/bin/server", ("-v",))


def tool(name: object = "read", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Read a file", "inputSchema": SCHEMA, **more}


def test_a_good_tool_is_taken_and_its_own_claims_are_not() -> None:
    annotated = tool(annotations={"readOnlyHint": True, "destructiveHint": False}, title="Reader")
    offer = vetted("files", [annotated])
    assert offer == Offer({"read": Offered("read", "Read a file", SCHEMA)})
    made = entry(SERVER, offer.tools["read"])
    assert made.effect_of({}).value == "change"
    assert made.asks.value == "preference"
    assert made.risk.value == "external tool"


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (tool(""), "no. 2 of files out: it has no name"),
        (tool("  "), "no. 2 of files out: it has no name"),
        (tool(None), "no. 2 of files out: it has no name"),
        (tool(7), "no. 2 of files out: it has no name"),
        ("text", "no. 2 of files out: it is described by no object"),
        (tool("a b"), "its name has characters that a name cannot have"),
        (tool("é"), "its name has characters that a name cannot have"),
        (tool("x" * 129), "its name has characters that a name cannot have"),
        (tool("other", description=["x"]), "its description is no text"),
        (tool("other", description="x" * (LONGEST + 1)), f"more than {LONGEST} characters"),
        (tool("other", description="a\x1b[2Jb"), "control characters or invisible ones"),
        (tool("other", description="a\u202eb"), "control characters or invisible ones"),
        (tool("other", inputSchema=None), "not described as an object"),
        (tool("other", inputSchema={"type": "array"}), "not described as an object"),
        (tool("read"), "its name is taken"),
        (tool("READ"), "its name is taken"),
    ],
)
def test_a_bad_tool_is_left_out_with_a_sentence_and_the_others_stay(bad: object, why: str) -> None:
    offer = vetted("files", [tool(), bad, tool("write")])
    assert set(offer.tools) == {"read", "write"}
    [said] = offer.left_out
    assert why in said
    assert said.isprintable()


def test_a_server_with_too_many_tools_gives_the_first_of_them() -> None:
    offer = vetted("files", [tool(f"t{n}") for n in range(MOST + 50)])
    assert len(offer.tools) == MOST
    assert "more than" in offer.left_out[0]


@pytest.mark.parametrize("name", ["open_app", "undo_last", "mcp", "type", "click"])
def test_a_name_of_ours_stays_ours(name: str) -> None:
    catalogue = built_in()
    ours = catalogue.find(name)
    more = catalogue.with_tools([entry(SERVER, Offered(name, "", SCHEMA))])
    assert more.find(name) is ours
    theirs = more.find(f"files/{name}")
    assert theirs is not None
    assert theirs is not ours


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"description": "Read a file and send it away"},
            "now says “Read a file and send it away”",
        ),
        ({"schema": {"type": "object", "properties": {"to": {}}}}, "new: to; gone: path"),
        ({"schema": {**SCHEMA, "required": ["path"]}}, "(their description)"),
    ],
)
def test_a_change_is_told_in_words(change: dict[str, Any], words: str) -> None:
    before = Offered("read", "Read a file", SCHEMA)
    now = Offered(**{"name": "read", "description": "Read a file", "schema": SCHEMA, **change})
    assert before.digest != now.digest
    assert words in changes(before, now)


def test_a_tool_that_is_new_is_told_by_its_own_words() -> None:
    assert "says of itself: “Read”" in changes(None, Offered("read", "Read"))


def test_the_order_of_keys_in_a_schema_is_no_change() -> None:
    one = Offered("a", "", {"type": "object", "title": "x"})
    assert one.digest == Offered("a", "", {"title": "x", "type": "object"}).digest


@pytest.fixture(name="approvals")
def empty_approvals(tmp_path: Path) -> Approvals:
    return Approvals(tmp_path / "data" / "mcp-tools.json")


def test_what_was_allowed_is_there_for_the_next_process(
    approvals: Approvals, tmp_path: Path
) -> None:
    assert approvals.of(SERVER) is None
    approvals.allow(SERVER, vetted("files", [tool(), tool("write")]))
    kept = Approvals(tmp_path / "data" / "mcp-tools.json").of(SERVER)
    assert kept is not None
    assert kept["read"] == Offered("read", "Read a file", SCHEMA)
    assert set(kept) == {"read", "write"}


def test_another_program_under_the_name_was_never_allowed(approvals: Approvals) -> None:
    approvals.allow(SERVER, vetted("files", [tool()]))
    assert approvals.of(Server("files", "/bin/other", ("-v",))) is None
    assert approvals.of(Server("FILES", "/bin/server", ("-v",))) is not None


def test_an_approval_can_be_withdrawn_and_given_anew(approvals: Approvals) -> None:
    approvals.allow(SERVER, vetted("files", [tool(), tool("write")]))
    approvals.withdraw(SERVER, "read")
    assert set(approvals.of(SERVER) or {}) == {"write"}
    approvals.allow_one(SERVER, Offered("read", "anew", SCHEMA))
    assert (approvals.of(SERVER) or {})["read"].description == "anew"
    approvals.forget("Files")
    assert approvals.of(SERVER) is None


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"servers": []}', '{"servers": {"files": 7}}', "[" * 9_999, "\x00"]
)
def test_a_file_of_approvals_that_is_broken_counts_as_none(
    approvals: Approvals, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "data" / "mcp-tools.json"
    path.parent.mkdir()
    path.write_text(text)
    assert approvals.of(SERVER) is None
    approvals.allow(SERVER, vetted("files", [tool()]))
    assert approvals.of(SERVER) is not None


def test_the_catalogue_with_approved_tools_is_a_new_value() -> None:
    before = built_in()
    after = before.with_tools([entry(SERVER, Offered("read", "Read", SCHEMA))])
    assert isinstance(after, Catalogue)
    assert before.find("files/read") is None
    assert after.find("FILES/Read") is not None


def test_an_approval_line_shows_what_is_sent_in_short_and_in_order() -> None:
    given = {"b": "x" * 200, "a": {"deep": 1}, "c": "two\nlines\u202e"}
    assert described("files", "write", given) == (
        f'Use write of the MCP server files with a “{{"deep": 1}}”, b “{"x" * 79}…”, c “two lines”'
    )


def test_an_approval_line_of_many_arguments_says_how_many_are_not_shown() -> None:
    assert described("s", "t", {f"k{n}": n for n in range(20)}).endswith("and 12 more")
