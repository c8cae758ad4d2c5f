"""One catalogue, checked at the start, and what is rendered from it."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import pytest

from pace.core.call import Risk
from pace.core.error import Invalid
from pace.core.result import verified
from pace.core.tool import Catalogue
from pace.tools.building import Dialect
from pace.tools.catalogue import built_in, check
from pace.tools.declare import Arguments, Clamp, Text, argument, tool
from pace.tools.rendering import (
    markdown,
    names,
    planner_list,
    public,
    rows,
    schemas,
    skills,
)

SOURCE = Path(__file__).resolve().parents[3] / "src"


class Colour(Arguments):
    colour: Text = argument("colour", "name", about="a colour", example="green")
    where: Literal["hall", "kitchen"] = argument("where", default="hall", about="where")
    level: Annotated[int, Clamp(1, 5)] = argument("level", default=3, about="how bright")


@tool("lamp", summary="Set the lamp", risk=Risk.MUTATION, reversible=True,
      aliases=("light",), spellings=("Lamp.set", "lamp"),
      examples=("make the lamp green",))  # fmt: skip
async def lamp(given: Colour, *, lamps: object) -> object:
    return verified("x", "y")


@tool("bell", summary="Ring the bell.", risk=Risk.INPUT, spellings=("Bell.ring",),
      examples=("ring the bell",))  # fmt: skip
async def bell(given: Arguments) -> object:
    return verified("x", "y")


@tool("unring", summary="Undo it", risk=Risk.INPUT, examples=(), internal=True)
async def unring(given: Arguments) -> object:
    return verified("x", "y")


TOYS = Catalogue.of([lamp, unring, bell])


@pytest.mark.parametrize(
    ("tools", "words"),
    [
        ([replace(lamp, risk=Risk.DESTRUCTIVE)], "lamp is destructive"),
        ([replace(lamp, summary=" ")], "lamp has no summary"),
        ([replace(lamp, examples=())], "lamp has no example"),
        ([replace(lamp, examples=("make it green", " "))], "lamp has no example"),
        ([lamp, replace(bell, aliases=("LIGHT",))], "LIGHT belongs to both lamp and bell"),
        ([lamp, replace(bell, name="Lamp")], "belongs to both lamp and Lamp"),
        ([lamp, replace(bell, spellings=("lamp-set",))], "lamp-set belongs to both lamp and bell"),
        ([replace(lamp, aliases=("light", "LIGHT"))], "lamp has one name twice"),
        ([replace(lamp, aliases=(" ",))], "lamp has an empty name"),
        ([replace(lamp, schema_example="[]")], "lamp is no object that names it"),
        ([replace(lamp, schema_example="{no")], "lamp is no object that names it"),
        ([replace(lamp, schema_example='{"tool":"light"}')], "lamp is no object that names it"),
        ([replace(lamp, schema_example='{"tool":"lamp","hue":1}')], "lamp has drifted"),
        ([replace(lamp, component="")], "lamp does not say what serves it"),
        ([], "No tools"),
    ],
)  # fmt: skip
def test_an_ill_declared_tool_stops_the_start_with_a_sentence_that_names_it(tools, words):
    with pytest.raises(Invalid, match=words):
        check(tools)


def test_what_is_well_declared_passes():
    check([replace(lamp, schema_example='{"tool":"lamp","colour":"red"}'), bell, unring])
    check(built_in())


@pytest.mark.parametrize("name", ["lamp", " Light ", "LIGHT"])
def test_a_tool_is_found_by_any_of_its_names(name):
    assert TOYS.find(name) is lamp


@pytest.mark.parametrize("name", ["Lamp.set", "lamp-set", "LAMP_SET", "lamp"])
def test_a_tool_is_found_by_its_spellings_in_the_other_dialect(name):
    assert TOYS.find_spelling(name) is lamp
    assert TOYS.find_spelling("light") is None


def test_tools_of_a_server_make_a_new_catalogue_and_the_old_one_stays():
    remote = replace(bell, name="home/bell", aliases=(), spellings=())
    more = TOYS.with_tools([remote])
    assert more.find("Home/Bell") is remote
    assert TOYS.find("home/bell") is None
    assert [tool.name for tool in more] == ["bell", "home/bell", "lamp", "unring"]


@pytest.mark.parametrize(
    "names",
    [("bell",), ("other",), ("/bell",), ("home/bell", "Home/Bell"), ("home/a-b", "home/a_b")],
)
def test_tools_of_a_server_can_shadow_nothing(names):
    remote = [replace(bell, name=name, aliases=(), spellings=()) for name in names]
    with pytest.raises(Invalid, match="left out"):
        TOYS.with_tools(remote)
    alias = replace(bell, name="home/x", aliases=("lamp",), spellings=())
    with pytest.raises(Invalid, match="lamp"):
        TOYS.with_tools([alias])


def test_the_planners_list_has_one_line_a_tool_with_an_example_call():
    assert planner_list(TOYS) == (
        '- {"tool":"bell"} Ring the bell.\n'
        '- {"tool":"lamp","colour":"green"} Set the lamp. Also takes where, level.'
    )
    assert planner_list(TOYS, Dialect.V10) == (
        '- {"name":"Bell.ring","args":{}} Ring the bell.\n'
        '- {"name":"Lamp.set","args":{"colour":"green"}} Set the lamp. Also takes where, level.'
    )


def test_the_other_renderings_of_the_same_tools():
    assert skills(TOYS) == [("bell", "ring the bell"), ("lamp", "make the lamp green")]
    assert names(TOYS)["lamp"] == {
        "tool_calls": ["lamp", "light"], "v10": ["Lamp.set", "lamp"],
    }  # fmt: skip
    assert list(schemas(TOYS)) == ["bell", "lamp"]
    assert schemas(TOYS)["lamp"]["parameters"]["properties"]["level"]["maximum"] == 5
    assert "| `lamp` | Set the lamp | “make the lamp green” |" in markdown(TOYS)
    assert "unring" not in markdown(TOYS)


def test_the_rows_say_what_serves_each_tool_and_what_is_missing():
    served = {row["name"]: row for row in rows(TOYS, {"lamps": "There are no lamps."})}
    assert (served["lamp"]["component"], served["lamp"]["available"]) == ("lamps", False)
    assert served["lamp"]["issues"] == ["- [blocking] There are no lamps: `pace doctor` says more"]
    assert served["bell"]["available"]
    json.dumps(list(served.values()))


def test_every_rendering_is_the_same_bytes_in_every_process():
    code = (
        "import json, sys; from pace.tools.catalogue import built_in;"
        "from pace.tools.rendering import *; c = built_in();"
        "print(planner_list(c), json.dumps([schemas(c), skills(c), names(c), rows(c, {})]),"
        " markdown(c))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-P", "-c", code], capture_output=True, check=True, timeout=60,
            env={"PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(seen) == 1


def test_every_list_is_sorted_by_name():
    catalogue = built_in()
    listed = [tool.name for tool in public(catalogue)]
    assert listed == sorted(listed) == list(schemas(catalogue)) == [n for n, _ in skills(catalogue)]
    assert len(planner_list(catalogue).splitlines()) == len(listed)


#: Spec 1.2: other names in tool_calls, then the names in v10, the documented one first.
CONTRACT = {
    "click": ((), ("AX.press", "click", "mouse.click")),
    "double_click": (("doubleclick",), ("AX.doublePress", "double.click", "mouse.doubleClick")),
    "type": ((), ("type", "keyboard.type")),
    "set_value": (("ax_set_value",), ("AX.setValue",)),
    "undo_last": (("undo",), ("Undo.last", "undo", "undo.lastMutation")),
    "key": (("press_key",), ("Key.press", "keyboard.press")),
    "clipboard_read": (("clipboard",), ("Clipboard.read", "clipboard")),
    "window_snap": (("window", "snap_window"), ("Window.snap", "window.move", "window.resize")),
    "scroll": ((), ("AX.scroll",)),
    "open_app": (("open_application",), ("App.launch", "app.open", "open.app")),
    "open_url": (("open_website", "website"), ("App.openURL", "open.url", "url.open")),
    "music": ((), ("Music.control", "music")),
    "volume": ((), ("Volume.adjust", "volume")),
    "brightness": ((), ("Brightness.adjust", "brightness")),
    "calendar": ((), ("Calendar.read", "calendar.list")),
    "calendar_create": (
        ("calendar_event", "cal_event"),
        ("Calendar.createEvent", "calendar.create", "calendar.add", "cal.event"),
    ),
    "reminder": ((), ("Reminders.add", "reminder.add")),
    "finder": (("open_finder", "reveal_file"), ("Finder.open", "Finder.reveal")),
    "notes": (("note",), ("Notes.create", "Notes.append", "Notes.search")),
    "mail": (("compose_email", "email"), ("Mail.draft", "mail.compose")),
    "things": (("things_todo",), ("Things.create", "things.add")),
    "shortcuts": (("run_shortcut", "shortcut"), ("Shortcut.run", "shortcuts.run")),
    "list_shortcuts": ((), ("Shortcuts.list",)),
    "messages": (("message",), ("Messages.open", "messages.draft")),
    "download_file": (("download", "save_file"), ("File.download", "download.file")),
    "start_timer": (("timer", "set_timer"), ("Timer.start",)),
    "record_flow": (("record_this", "remember_flow"), ("Flow.record",)),
    "run_flow": (("play_flow", "do_flow"), ("Flow.run",)),
    "draw_annotation": (("annotate", "draw"), ("Draw.annotation", "annotate", "draw")),
    "clear_annotations": (
        ("clear_drawing", "wipe_annotations"),
        ("Clear.annotations", "clear.drawing", "wipe.annotations", "draw.clear"),
    ),
    "mcp": ((), ("MCP.call", "mcp")),
}


@pytest.mark.parametrize("name", CONTRACT)
def test_a_tool_has_the_names_of_the_contract(name):
    found = built_in().find(name)
    assert found is not None
    aliases, spellings = CONTRACT[name]
    assert found.name == name
    assert found.aliases[: len(aliases)] == aliases
    assert found.spellings[: len(spellings)] == spellings
