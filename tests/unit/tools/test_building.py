"""From what a planner wrote to a call, in both dialects, with where it came from."""

import json
from typing import Annotated, Literal

import pytest

from pace.core.call import Provenance, Risk
from pace.core.error import Invalid
from pace.core.result import verified
from pace.core.tool import Catalogue
from pace.tools.building import Dialect, from_tool_calls, from_v10
from pace.tools.catalogue import built_in
from pace.tools.declare import Arguments, Synonyms, Text, argument, tool
from pace.tools.rendering import example, public

CATALOGUE = built_in()


class Range(Arguments):
    range: Literal["today", "week"] = argument("range", "when", default="today", about="when")


@tool("calendar", summary="Read the calendar", risk=Risk.READ_ONLY, examples=("x",),
      spellings=("Calendar.read",))  # fmt: skip
async def calendar(given: Range) -> object:
    return verified("x", "y")


class NewEvent(Arguments):
    title: Text = argument("title", "name", "summary", about="a title")
    start: Text = argument("start", "date", "when", about="when")


@tool("calendar_create", summary="Add an event", risk=Risk.MUTATION, examples=("x",),
      spellings=("Calendar.createEvent", "calendar.create"))  # fmt: skip
async def calendar_create(given: NewEvent) -> object:
    return verified("x", "y")


class NoteWords(Arguments):
    action: Annotated[Literal["create", "append"], Synonyms({"add": "append"})] = argument(
        "action", default="create", about="what"
    )
    title: str = argument("title", default="Pace note", about="a title")


@tool("notes", summary="Notes", risk=Risk.MUTATION, examples=("x",),
      spellings=("Notes.create", "Notes.append", "note.add"))  # fmt: skip
async def notes(given: NoteWords) -> object:
    return verified("x", "y")


class APath(Arguments):
    path: str = argument("path", about="a path")


@tool("files/read", summary="Read", risk=Risk.EXTERNAL, examples=("x",))
async def remote(given: APath) -> object:
    return verified("x", "y")


SMALL = Catalogue.of([calendar, calendar_create, notes]).with_tools([remote])


def v10(name, catalogue=CATALOGUE, /, **args):
    call = from_v10({"name": name, "args": args}, catalogue)
    return call.name, dict(call.arguments)


def calls(tool, catalogue=CATALOGUE, /, **keys):
    call = from_tool_calls({"tool": tool, **keys}, catalogue)
    return call.name, dict(call.arguments)


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("App.launch", {"name": "Safari"}, ("open_app", {"app": "Safari"})),
        ("app.OPEN", {"app": "Safari"}, ("open_app", {"app": "Safari"})),
        ("Volume.adjust", {"direction": "down", "steps": 2},
         ("volume", {"direction": "down", "steps": 2})),
        ("Volume.adjust", {}, ("volume", {"direction": "up"})),
        ("volume", {"amount": "999", "command": "Down"},
         ("volume", {"direction": "down", "steps": 10})),
        ("volume", {"level": 40}, ("volume", {"level": 40.0})),
        ("AX.scroll", {}, ("scroll", {"direction": "down"})),
        ("AX.scroll", {"steps": 999, "direction": "UP"},
         ("scroll", {"direction": "up", "amount": 50})),
        ("Window.snap", {"side": "Left-Half"}, ("window_snap", {"position": "left"})),
        ("window_move", {"action": "full screen"}, ("window_snap", {"position": "maximize"})),
        ("Music.control", {"name": "playpause"}, ("music", {"command": "play_pause"})),
        ("Key.press", {"name": "cmd+S"}, ("key", {"key": "ctrl+s"})),
        ("Key.press", {"key": "forward-delete"}, ("key", {"key": "forwarddelete"})),
        ("keyboard-press", {"command": "page up"}, ("key", {"key": "pageup"})),
        ("keyboard.type", {"body": " kept "}, ("type", {"text": " kept "})),
        ("AX.setValue", {"text": "Anna", "target": "selected"},
         ("set_value", {"value": "Anna", "target": "selection"})),
        ("Undo.last", {}, ("undo_last", {})), ("clipboard", {}, ("clipboard_read", {})),
        ("Timer.start", {"minutes": 5, "label": "tea"},
         ("start_timer", {"duration": 300.0, "label": "tea"})),
        ("Timers.list", {}, ("timers", {"action": "list"})),
        ("App.openURL", {"url": "example.org", "tab": 2}, ("open_url", {"url": "example.org"})),
    ],
)  # fmt: skip
def test_a_v10_call_is_read(name, args, expected):
    assert v10(name, **args) == expected


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("Clipboard.write", {"text": "x"}), ("Key.press", {"key": "cmd+notakey"}),
        ("scroll", {"direction": "down"}), ("Window.snap", {"side": "sideways"}),
        ("App.openURL", {}), ("type", {"text": ""}), ("restore_text", {}), ("", {}),
        ("AX.setValue", {"value": "x", "target": "document"}),
        ("Volume.adjust", {"direction": "sideways"}), ("Music.control", {"name": "louder"}),
        ("Timer.start", {"duration": "soon"}),
    ],
)  # fmt: skip
def test_a_v10_call_that_cannot_be_meant_is_dropped(name, args):
    with pytest.raises(Invalid):
        v10(name, **args)


@pytest.mark.parametrize(
    "element", [{}, {"name": 3}, {"name": "type", "args": "hello"}, {"name": "type", "args": []}]
)
def test_an_element_that_is_no_call_is_dropped(element):
    with pytest.raises(Invalid):
        from_v10(element, CATALOGUE)


@pytest.mark.parametrize(
    ("tool", "keys", "expected"),
    [
        ("open-website", {"text": "example.org"}, ("open_url", {"url": "example.org"})),
        (" Open_App ", {"arguments": {"app": "A"}, "app": "B"}, ("open_app", {"app": "B"})),
        ("snap_window", {"direction": "centre"}, ("window_snap", {"position": "center"})),
        ("volume", {"direction": "down"}, ("volume", {"direction": "down"})),
        ("press_key", {"name": "ctrl+c"}, ("key", {"key": "ctrl+c"})),
        ("type", {"value": "hi"}, ("type", {"text": "hi"})),
        ("set_timer", {"seconds": 30}, ("start_timer", {"duration": 30.0})),
        ("click", {"x": "10", "y": 20.6}, ("click", {"x": 10, "y": 20})),
    ],
)  # fmt: skip
def test_a_tool_call_is_read(tool, keys, expected):
    assert calls(tool, **keys) == expected


@pytest.mark.parametrize(
    ("tool", "keys"),
    [
        ("scroll", {}), ("scroll", {"direction": "sideways"}), ("volume", {}), ("open_url", {}),
        ("volume", {"steps": 3}), ("click", {}), ("App.launch", {"name": "x"}), (None, {}),
        ("cancel_timer", {"id": "x"}),
    ],
)  # fmt: skip
def test_a_tool_call_that_cannot_be_meant_is_dropped(tool, keys):
    with pytest.raises(Invalid):
        calls(tool, **keys)


@pytest.mark.parametrize("action", ["create", "create_event", "add", "Schedule"])
def test_a_calendar_that_is_to_be_written_is_the_other_tool(action):
    keys = {"action": action, "title": "Review", "when": "2026-06-10"}
    expected = ("calendar_create", {"title": "Review", "start": "2026-06-10"})
    assert calls("calendar", SMALL, **keys) == expected
    with pytest.raises(Invalid):
        calls("calendar", SMALL, action=action, title="Review")


def test_a_calendar_that_is_to_be_read_is_read():
    assert calls("calendar", SMALL, action="list", when="week") == ("calendar", {"range": "week"})


@pytest.mark.parametrize(
    ("name", "action"),
    [("Notes.create", "create"), ("notes.APPEND", "append"), ("note-add", "append")],
)
def test_a_name_may_say_the_action(name, action):
    assert v10(name, SMALL, title="x") == ("notes", {"action": action, "title": "x"})


def test_what_was_given_overrides_what_the_name_says():
    assert v10("Notes.create", SMALL, action="append")[1]["action"] == "append"


@pytest.mark.parametrize(
    "element",
    [
        {"tool": "mcp", "server": "files", "name": "read", "arguments": {"path": "/a"}},
        {"tool": "mcp", "server": "files", "mcpTool": "read", "path": "/a"},
        {"tool": "read", "server": "files", "path": "/a"},
        {"tool": "files/read", "path": "/a"},
    ],
)
def test_a_servers_tool_is_called_in_either_form(element):
    call = from_tool_calls(element, SMALL)
    assert (call.name, dict(call.arguments)) == ("files/read", {"path": "/a"})


@pytest.mark.parametrize(
    ("element", "arguments"),
    [
        ({"tool": "mcp", "server": "s", "name": "t", "arguments": {"name": "B"}}, {"name": "B"}),
        ({"tool": "mcp", "server": "s", "toolName": "t", "name": "t", "a": "t"}, {"a": "t"}),
        ({"tool": "mcp", "server": "s", "mcpTool": "t", "name": "Bob"}, {"name": "Bob"}),
        ({"tool": "mcp", "server": "s", "command": "t", "action": "go"}, {"action": "go"}),
        ({"tool": "MCP.call", "server": "s", "name": "t", "arguments": {"a": 1}}, {"a": 1}),
        ({"tool": "mcp", "server": "s", "name": "t", "a": 1, "arguments": {"a": 2, "b": 3}},
         {"a": 1, "b": 3}),
        ({"tool": "t", "server": "s", "a": 1}, {"a": 1}),
        ({"tool": "mcp", "arguments": {"server": "s", "tool": "t", "arguments": {"a": 1}}},
         {"a": 1}),
    ],
)  # fmt: skip
def test_what_routes_a_call_to_a_server_is_not_among_its_arguments(element, arguments):
    call = from_tool_calls(element, CATALOGUE)
    assert call.name == "mcp"
    assert call.arguments == {"server": "s", "tool": "t", "arguments": arguments}


@pytest.mark.parametrize(
    "element", [{"tool": "mcp", "name": "t"}, {"tool": "mcp", "server": "s"}, {"tool": "mcp"}]
)
def test_a_call_of_a_server_that_names_no_server_or_no_tool_is_left_out(element):
    with pytest.raises(Invalid):
        from_tool_calls(element, CATALOGUE)


def test_every_argument_of_a_planners_call_is_the_models_unless_it_is_said_otherwise():
    call = from_v10({"name": "App.launch", "args": {"name": "X"}}, CATALOGUE)
    assert call.provenance == {"app": Provenance.MODEL}
    call = from_v10({"name": "App.launch", "args": {"name": "X"}}, CATALOGUE, Provenance.PAGE)
    assert call.provenance == {"app": Provenance.PAGE}


@pytest.mark.parametrize("tool", public(CATALOGUE), ids=lambda tool: tool.name)
def test_the_example_of_every_tool_can_be_built_in_both_dialects(tool):
    shown = json.loads(example(tool))
    assert from_tool_calls(shown, CATALOGUE).name == tool.name
    assert tool.spellings, "it has no name in the v10 dialect"
    assert from_v10(json.loads(example(tool, Dialect.V10)), CATALOGUE).name == tool.name
