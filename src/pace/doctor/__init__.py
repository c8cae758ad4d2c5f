"""`pace doctor`: every capability, who serves it, what its probe did, and what mends it.

Checks run side by side where that is harmless. Each is bounded, and the whole takes at most some
fifteen seconds whatever hangs.
"""

from __future__ import annotations

import json
import os
import shutil
import sys

import anyio

from pace.doctor.rows import Report


async def examine(*, as_json: bool) -> int:
    """Examine this machine and print the report; 0 when nothing is dead or essential missing."""
    from pace.doctor.table import table

    if sys.stderr.isatty() and not as_json:
        sys.stderr.write("Checking; a small window and a notification appear for a moment.\n\n")
    report = await examined()
    if as_json:
        sys.stdout.write(json.dumps(report.as_json(), ensure_ascii=False) + "\n")
    else:
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        width = shutil.get_terminal_size((88, 24)).columns
        sys.stdout.write(table(report, width=width, colour=colour))
    return 0 if report.ok else 1


async def examined() -> Report:
    """Check everything on this machine, by the settings of the person."""
    from pace.app import Choices, held_chord, linux_machine
    from pace.doctor.checking import Checks, plainly
    from pace.doctor.desktop import examine_desktop
    from pace.doctor.keeping import examine_keeping, examine_settings
    from pace.doctor.rows import in_order
    from pace.doctor.surroundings import Session, platform_facts
    from pace.doctor.voice import examine_voice
    from pace.store.places import Places

    checks, places, session = Checks(), Places.of(), Session.of(os.environ)
    settings = examine_settings(checks, places)
    async with linux_machine(
        Choices(chord=held_chord(settings), settings=settings, places=places)
    ) as machine:
        no_sound = plainly(machine.desktop.missing.get("volume", ""))
        async with anyio.create_task_group() as group:
            group.start_soon(examine_desktop, checks, machine, session)
            group.start_soon(examine_voice, checks, settings.voice, places, no_sound)
            group.start_soon(examine_keeping, checks, settings, places)
    return Report(in_order(checks.rows), session.as_json(), platform_facts())
