"""Spec 1.3, pinned: which tool asks with the preference on, and with it off."""

from dataclasses import dataclass

import pytest

from pace.core.call import Provenance, Risk, spoken
from pace.core.turn import Origin
from pace.tools.building import as_declared
from pace.tools.catalogue import built_in
from pace.tools.policy import Verdict, decide

WHEN = "2026-06-10 15:00"
#: Tool, arguments, whether it asks while risky acts are approved, and whether it does else.
#: Tools that Pace has beyond those of the specification stand below the line.
TABLE = [
    ("click", {"target": "Save"}, False, False),
    ("double_click", {"target": "Icon"}, False, False),
    ("type", {"text": "hello"}, False, False),
    ("set_value", {"value": "Anna"}, False, False),
    ("undo_last", {}, False, False),
    ("key", {"key": "ctrl+s"}, False, False),
    ("clipboard_read", {}, False, False),
    ("window_snap", {"position": "left"}, False, False),
    ("scroll", {"direction": "down"}, False, False),
    ("open_app", {"app": "Firefox"}, False, False),
    ("open_url", {"url": "https://example.org"}, False, False),
    ("music", {"command": "play"}, False, False),
    ("music", {"command": "now_playing"}, False, False),
    ("volume", {"direction": "down"}, False, False),
    ("brightness", {"direction": "up"}, False, False),
    ("calendar", {"range": "week"}, False, False),
    ("calendar_create", {"title": "Review", "start": WHEN}, True, False),
    ("reminder", {"title": "Call Alex"}, True, False),
    ("finder", {"path": "~/Downloads"}, False, False),
    ("finder", {"path": "~/Downloads", "action": "reveal"}, False, False),
    ("notes", {"title": "Idea", "body": "launch"}, True, False),
    ("notes", {"action": "append", "title": "Idea", "body": "more"}, True, False),
    ("notes", {"action": "search", "query": "idea"}, False, False),
    ("mail", {"to": "Alex", "body": "I am late"}, True, False),
    ("things", {"title": "Milk"}, True, False),
    ("shortcuts", {"name": "Morning"}, True, False),
    ("list_shortcuts", {}, False, False),
    ("messages", {"recipient": "Alex"}, False, False),
    ("messages", {"recipient": "Alex", "text": "hello"}, True, False),
    ("download_file", {"url": "https://example.com/report.pdf"}, True, True),
    ("start_timer", {"duration": 300}, False, False),
    ("record_flow", {"name": "standup"}, True, False),
    ("run_flow", {"name": "standup"}, False, False),  # the person's own "run X" is the approval
    ("draw_annotation", {"shapes": [{"x": 1, "y": 2, "width": 3, "height": 4}]}, False, False),
    ("clear_annotations", {}, False, False),
    ("mcp", {"server": "files", "tool": "read"}, True, False),
    ("ask_server", {"server": "files", "request": "read"}, False, False),
    # ---
    ("close_app", {"app": "Firefox"}, False, False),
    ("switch_app", {"app": "Firefox"}, False, False),
    ("status", {"what": "battery"}, False, False),
    ("timers", {"action": "list"}, False, False),
    ("timers", {"action": "cancel"}, False, False),
    ("calendar_delete", {"title": "Review"}, True, False),
    ("todos", {"action": "list"}, False, False),
    ("todos", {"action": "complete", "title": "Milk"}, False, False),
    ("todos", {"action": "remove", "title": "Milk"}, True, False),
]  # fmt: skip

CATALOGUE = built_in()


@dataclass
class Safety:
    approve_risky_actions: bool


def ids(value):
    return value if isinstance(value, str) else None


@pytest.mark.parametrize(("name", "arguments", "careful", "careless"), TABLE, ids=ids)
def test_what_the_person_said_asks_as_the_table_says(name, arguments, careful, careless):
    tool = CATALOGUE.find(name)
    assert tool is not None
    call = spoken(name, **arguments)
    call = as_declared(tool, call, tool.parameters.model_validate(arguments))
    for preference, asks in ((True, careful), (False, careless)):
        decision = decide(tool, call, Origin.VOICE, Safety(preference))
        assert (decision.verdict is Verdict.ASK) is asks, decision


@pytest.mark.parametrize(
    ("name", "arguments", "careful", "careless"), [row for row in TABLE if row[1]], ids=ids
)
def test_what_a_page_said_asks_wherever_something_changes(name, arguments, careful, careless):
    tool = CATALOGUE.find(name)
    assert tool is not None
    call = spoken(name, **arguments)
    call = as_declared(tool, call, tool.parameters.model_validate(arguments))
    call = type(call)(call.name, call.arguments, dict.fromkeys(call.arguments, Provenance.PAGE))
    decision = decide(tool, call, Origin.VOICE, Safety(False))
    changes = tool.effect_of(call.arguments).value == "change"
    assert (decision.verdict is Verdict.ASK) is (changes or careless)


def test_every_tool_is_in_the_table():
    assert {tool.name for tool in CATALOGUE if not tool.internal} <= {row[0] for row in TABLE}


def test_every_tool_of_the_table_is_in_the_catalogue():
    missing = {row[0] for row in TABLE} - {tool.name for tool in CATALOGUE}
    assert not missing


def test_no_tool_is_destructive():
    assert all(tool.risk is not Risk.DESTRUCTIVE for tool in CATALOGUE)
