"""Tools of servers, by the words of a request: which server, which tool, which arguments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from pace.core.call import Provenance, Risk
from pace.core.result import Result, unverified
from pace.core.tool import Catalogue, Tool
from pace.core.understanding import Intent, Request, Understanding
from pace.mind import understand
from pace.mind.serving import Meant, Offering, meant


def schema(*required: str, **kinds: Any) -> Mapping[str, Any]:
    properties = {
        key: kind if isinstance(kind, dict) else {"type": kind} for key, kind in kinds.items()
    }
    return {"type": "object", "properties": properties, "required": list(required)}


PATH = schema("path", path="string")
FILES = (
    Offering("list_directory", "Get a detailed listing of all files and directories in a path",
             PATH),
    Offering("list_directory_with_sizes", "Get a detailed listing of all files, with sizes", PATH),
    Offering("list_allowed_directories", "Returns the directories this server may access"),
    Offering("read_text_file", "Read the complete contents of a file as text",
             schema("path", path="string", head="number")),
    Offering("write_file", "Create a new file or overwrite one",
             schema("path", "content", path="string", content="string")),
    Offering("move_file", "Move or rename files",
             schema("source", "destination", source="string", destination="string")),
)  # fmt: skip
TINY = (
    Offering("dice", "Roll dice", schema("sides", sides="integer")),
    Offering("echo", "Say it back", schema("text", text="string")),
    Offering("get_time_now", "The time", schema()),
    Offering("getTimeZone", "The zone", schema()),
    Offering("light", "Switch the light", schema("on", "mode", on="boolean",
                                                 mode={"enum": ["Dim", "Bright"]})),
)  # fmt: skip


async def _body(*_: Any, **__: Any) -> Result:
    return unverified("done")


def tool(name: str, one: Offering) -> Tool:
    return Tool(name, one.about, Risk.EXTERNAL, None, _body, ("x",), schema=one.schema)


ALLOWED = Catalogue.of(
    [
        *(tool(f"filesystem/{one.name}", one) for one in FILES),
        *(tool(f"tiny/{one.name}", one) for one in TINY),
        tool("ask_server", Offering("ask_server")),
    ],
    ["filesystem", "my-notes", "tiny"],
)


def heard(sentence: str, catalogue: Catalogue = ALLOWED) -> Understanding:
    return understand(Request(sentence, datetime(2026, 3, 2, 9, 30, tzinfo=UTC)), catalogue)


@pytest.mark.parametrize(
    ("sentence", "name", "arguments"),
    [
        ("use the dice tool of the tiny server with sides 6", "tiny/dice", {"sides": 6}),
        ("use the dice tool of the tiny server with sides six", "tiny/dice", {"sides": 6}),
        ("ask the tiny server for dice with sides 20", "tiny/dice", {"sides": 20}),
        ("ask tiny for dice with sides 20", "tiny/dice", {"sides": 20}),
        ("use tiny dice with sides 6", "tiny/dice", {"sides": 6}),
        ("tiny dice with sides 6", "tiny/dice", {"sides": 6}),
        ("use the tiny server to roll dice with sides 6", "tiny/dice", {"sides": 6}),
        ("ask the tiny server to echo “Hello there, all”", "tiny/echo",
         {"text": "Hello there, all"}),
        ("use the echo tool of the tiny server with text Hello and goodbye", "tiny/echo",
         {"text": "Hello and goodbye"}),
        ("list my documents with the filesystem server", "filesystem/list_directory",
         {"path": "~/Documents"}),
        ("list my documents with the file system server", "filesystem/list_directory",
         {"path": "~/Documents"}),
        ("list the directory with sizes of the filesystem server with path notes",
         "filesystem/list_directory_with_sizes", {"path": "notes"}),
        ("read a text file with the filesystem server with path notes/a.txt and head 3",
         "filesystem/read_text_file", {"path": "notes/a.txt", "head": 3.0}),
        ("please move a file with the filesystem server with source a.txt and destination b.txt",
         "filesystem/move_file", {"source": "a.txt", "destination": "b.txt"}),
        ("use the light tool of the tiny server with on true and mode bright", "tiny/light",
         {"on": True, "mode": "Bright"}),
    ],
)  # fmt: skip
def test_a_named_server_gets_the_tool_and_the_arguments_that_were_said(
    sentence: str, name: str, arguments: dict[str, Any]
) -> None:
    [call] = heard(sentence).calls

    assert (call.name, dict(call.arguments)) == (name, arguments)
    assert set(call.provenance.values()) <= {Provenance.SPOKEN}


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("ask the tiny server for dice", "Which sides should dice take?"),
        ("use the dice tool of the tiny server with sides many", "Which sides should dice take?"),
        ("read a text file with the filesystem server", "Which path should read_text_file take?"),
        ("ask the tiny server for the time", "do you mean: getTimeZone or get_time_now?"),
    ],
)
def test_what_is_missing_or_not_clear_is_asked_in_one_short_question(
    sentence: str, words: str
) -> None:
    meaning = heard(sentence)

    assert meaning.intent is Intent.CLARIFY
    assert meaning.calls == ()
    assert words in meaning.spoken


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("ask the tiny server for pizza", "it has dice, echo, getTimeZone, get_time_now and light"),
        ("use the dice tool of the huge server", "No MCP server called huge is set up"),
        ("ask the weather server for rain", "there are filesystem, my-notes and tiny"),
    ],
)
def test_what_no_server_has_is_said_with_what_there_is(sentence: str, words: str) -> None:
    meaning = heard(sentence)

    assert meaning.intent is Intent.OUT_OF_SCOPE
    assert meaning.calls == ()
    assert words in meaning.spoken


def test_a_server_that_was_not_used_yet_is_started_with_the_words_said() -> None:
    [call] = heard("search for “milk” with the my notes server").calls

    assert call.name == "ask_server"
    assert call.arguments == {"server": "my-notes", "request": "search for “milk”"}


@pytest.mark.parametrize(
    "sentence",
    [
        "the server is down", "restart the server", "the tiny server is down", "ask anna for dice",
        "restart the tiny server", "press save on the tiny server", "tiny house with a garden",
        "type hello on the tiny server", "use tiny letters", "roll the dice with sides 6",
        "do not list my documents with the filesystem server", "what is a tiny server",
        "copy it to the tiny server", "stop the job on the tiny server", "tiny",
    ],
)  # fmt: skip
def test_no_server_is_used_for_words_that_only_speak_of_one(sentence: str) -> None:
    used = [*heard(sentence).calls, *heard(sentence).proposed]

    assert [call.name for call in used if "/" in call.name or call.name == "ask_server"] == []


@pytest.mark.parametrize(
    "schema_",
    [
        {}, {"properties": 7}, {"properties": {"a": 7}, "required": "a"},
        {"properties": {"a": {"type": ["null", "string"]}}, "required": ["a", 7, "b", None]},
        {"properties": {"": {}, "…": {"enum": "x"}}, "required": [""]},
    ],
)  # fmt: skip
def test_whatever_a_server_says_of_its_arguments_breaks_nothing(schema_: Mapping[str, Any]) -> None:
    [found] = meant("do echo with a b\0 “", [Offering("echo", "", schema_)])

    assert isinstance(found, Meant)
