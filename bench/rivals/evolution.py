"""What a newcomer writes with Evolution's own library, under the system's Python.

    python3 evolution.py list|new|wipe [TITLE YYYYMMDD]

`list` prints all events of the built-in calendar, `new` adds one at three on that day, `wipe` takes
all away. Prints one JSON object. The clock starts when the calendar is open.
"""

import json
import sys
import time
from typing import Any

import gi

gi.require_version("ECal", "2.0")
gi.require_version("EDataServer", "1.2")
from gi.repository import ECal, EDataServer, ICalGLib  # noqa: E402 - after the versions

EVENT = "BEGIN:VEVENT\r\nUID:{}\r\nDTSTART:{}T150000\r\nDTEND:{}T160000\r\nSUMMARY:{}\r\nEND:VEVENT"


def events(client: Any) -> list[Any]:
    _, found = client.get_object_list_as_comps_sync("#t", None)
    return [one.get_icalcomponent() for one in found]


def main() -> None:
    how, *arguments = sys.argv[1:]
    registry = EDataServer.SourceRegistry.new_sync(None)
    source = registry.ref_builtin_calendar()
    client = ECal.Client.connect_sync(source, ECal.ClientSourceType.EVENTS, 0xFFFFFFFF, None)
    answer: dict[str, Any] = {}
    begun = time.perf_counter()
    if how == "list":
        answer["events"] = [
            [one.get_summary(), one.get_dtstart().as_ical_string()] for one in events(client)
        ]
    elif how == "new":
        title, day = arguments
        text = EVENT.format(f"{time.time_ns()}@bench", day, day, title)
        made = ICalGLib.Component.new_from_string(text)
        client.create_object_sync(made, ECal.OperationFlags.NONE, None)
    else:
        for one in events(client):
            client.remove_object_sync(
                one.get_uid(), None, ECal.ObjModType.ALL, ECal.OperationFlags.NONE, None
            )
    answer["ms"] = (time.perf_counter() - begun) * 1000
    print(json.dumps(answer))


main()
