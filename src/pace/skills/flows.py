"""Flows: recorded steps, one JSON file each, whose name is the flow's slug (spec 10.1)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pace.core.error import Gone, Invalid, NotSaved
from pace.store.files import write_atomically

#: What stands for the content of a password field, which is never kept.
REDACTED = "[redacted]"
#: Longest slug, in characters; a larger file is no flow of ours, in bytes; most steps of one.
SLUG = 64
LARGEST = 1_000_000
STEPS = 1000

ACTIVATE, PRESS, TYPE, KEY = "activateApp", "axPress", "typeText", "keyShortcut"


@dataclass(frozen=True, slots=True)
class Activate:
    """Bring an application to the front, by the name of its desktop entry."""

    app: str


@dataclass(frozen=True, slots=True)
class Press:
    """Press what has this label; `path` are the roles from the window down to it."""

    path: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Write:
    """Type this; of a `secure` one nothing but that is kept."""

    text: str
    secure: bool = False


@dataclass(frozen=True, slots=True)
class Chord:
    """Press keys, "ctrl+s"."""

    keys: str


Step = Activate | Press | Write | Chord


@dataclass(frozen=True, slots=True)
class Flow:
    name: str
    steps: tuple[Step, ...]
    created: datetime

    @property
    def slug(self) -> str:
        return slug(self.name)


def slug(name: str) -> str:
    """The file's name: lower case, everything but letters and digits a single dash."""
    plain = "".join(c if c.isalnum() else "-" for c in name.strip().lower())
    joined = "-".join(filter(None, plain.split("-")))
    return joined[:SLUG].strip("-") or "flow"


def as_json(flow: Flow) -> str:
    """The file's text. The content of a secure step is not in it, whatever it was given."""
    data = {
        "name": flow.name,
        "createdAt": flow.created.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "steps": [_step_data(step) for step in flow.steps],
    }
    return json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def _step_data(step: Step) -> dict[str, Any]:
    match step:
        case Activate(app):
            return {"kind": ACTIVATE, "bundleIdentifier": app}
        case Press(path, label):
            return {"kind": PRESS, "rolePath": list(path), "label": label}
        case Write(text, secure):
            return {"kind": TYPE, "text": REDACTED if secure else text, "secure": secure}
        case Chord(keys):
            return {"kind": KEY, "key": keys}


def from_json(text: str) -> Flow:
    """The flow of a file. Raises Invalid for one that is malformed."""
    try:
        return _flow(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise Invalid("That is no flow that I can read; nothing was done.") from problem


def _flow(data: Mapping[str, Any]) -> Flow:
    name, steps = _text(data["name"]), data["steps"]
    created = datetime.fromisoformat(data["createdAt"])
    if not name.strip() or not isinstance(steps, list) or len(steps) > STEPS:
        raise ValueError("no name, or no list of steps")
    created = created if created.tzinfo is not None else created.replace(tzinfo=UTC)
    return Flow(name, tuple(_step(each) for each in steps), created)


def _step(data: Mapping[str, Any]) -> Step:
    match data["kind"]:
        case "activateApp":
            return Activate(_text(data["bundleIdentifier"]))
        case "axPress":
            path = data.get("rolePath", [])
            if not isinstance(path, list):
                raise TypeError("rolePath")
            return Press(tuple(_text(each) for each in path), _text(data["label"]))
        case "typeText":
            secure = data.get("secure", False) is not False
            return Write(REDACTED if secure else _text(data["text"]), secure)
        case "keyShortcut":
            return Chord(_text(data["key"]))
        case _:
            raise ValueError("an unknown kind of step")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


class Flows:
    """The flows of a folder. Every method is blocking and quick."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[Flow]:
        """Every flow, newest first; files that are malformed are left out and left alone."""
        try:
            paths = sorted(self._folder.glob("*.json"))
        except OSError:
            return []
        found = [flow for path in paths if (flow := self._read(path)) is not None]
        return sorted(found, key=lambda flow: flow.created, reverse=True)

    def find(self, name: str) -> Flow | None:
        """The flow of this name or slug, whatever the case; the newest where two have a name."""
        wanted = slug(name)
        exact = self._read(self._path(wanted))
        if exact is not None:
            return exact
        return next((flow for flow in self.all() if flow.slug == wanted), None)

    def malformed(self, name: str) -> Path | None:
        """The file of this name that is there and is no flow."""
        path = self._path(slug(name))
        try:
            there = path.is_file()
        except OSError:
            return None
        return path if there and self._read(path) is None else None

    def save(self, flow: Flow) -> None:
        """Write it, in place of one of the same slug. Raises NotSaved."""
        write_atomically(self._path(flow.slug), as_json(flow))

    def rename(self, name: str, new: str) -> Flow:
        """Give it another name; its date is kept. Raises Gone, NotSaved.

        The old file goes only after the new one is there; a name that another flow has is refused.
        """
        flow = self.find(name)
        if flow is None:
            raise Gone(f"There is no flow called {name[:60]}; nothing was changed.")
        renamed = replace(flow, name=new)
        old, there = self._path(flow.slug), self._path(renamed.slug)
        if there != old and there.exists():
            raise NotSaved(f"There is a flow called {new[:60]} already; nothing was changed.")
        self.save(renamed)
        if there != old:
            self._unlink(old)
        return renamed

    def delete(self, name: str) -> None:
        """Remove it; when there is none, that is as well. Raises NotSaved."""
        self._unlink(self._path(slug(name)))

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _read(self, path: Path) -> Flow | None:
        try:
            if path.stat().st_size > LARGEST:
                return None
            return from_json(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, Invalid):
            return None

    def _unlink(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as problem:
            raise NotSaved(
                f"I could not remove {path.name} ({problem.strerror}); check that I may."
            ) from problem
