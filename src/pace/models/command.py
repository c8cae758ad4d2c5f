"""`pace models`: the library in words, or as JSON."""

from __future__ import annotations

import json
import sys

from pace.egress import run_installer
from pace.models.library import Held, Library, State
from pace.store.places import Places

MEGABYTE = 1_000_000
NO_LANGUAGE_MODEL = (
    "\nNo language model is among them: this version of Pace works plain commands only, and has no"
    "\nplanner yet that could use one.\n"
)


async def models(action: str, name: str | None, *, as_json: bool) -> int:
    """Carry out list, get or verify; the exit code. Raises Invalid or Unavailable."""
    library = Library(Places.of().data)
    if action == "get":
        if not name:
            sys.stderr.write("pace: say which model; `pace models list` shows their names.\n")
            return 2
        held: tuple[Held, ...] = (await library.get(name, run_installer),)
    elif action == "verify":
        held = await library.verify(name or "")
    else:
        held = library.list()
    if as_json:
        sys.stdout.write(json.dumps({"models": [_plain(one) for one in held]}) + "\n")
    else:
        sys.stdout.writelines(f"{_line(one)}\n" for one in held)
        if action == "list":
            sys.stdout.write(NO_LANGUAGE_MODEL)
    return 1 if any(one.state is State.DAMAGED for one in held) else 0


def _plain(held: Held) -> dict[str, object]:
    model = held.model
    return {
        "name": model.name,
        "role": model.role,
        "summary": model.summary,
        "licence": model.licence,
        "bytes": model.size,
        "sources": list(model.sources),
        "on_demand": model.on_demand,
        "state": held.state.value,
        "folder": str(held.folder) if held.folder is not None else None,
        "wrong": list(held.wrong),
    }


def _line(held: Held) -> str:
    model = held.model
    state = held.state.value
    if held.state is State.ABSENT:
        state = f"absent: pace models get {model.name}" if model.on_demand else "absent: bin/pace"
    elif held.state is State.DAMAGED:
        state = f"damaged: {', '.join(held.wrong)}"
    size = f"{model.size / MEGABYTE:.0f} MB"
    name = f"{model.name:<10} {model.role:<15} {size:>6}"
    return f"{name}  {state:<30} {model.summary} ({model.licence})"
