"""Which adapters serve this machine.

Every class in this package that declares `provides` is an adapter. It is made with what its
constructor names out of `Parts`; of the available ones for a port the highest rank serves.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, fields
from typing import Any

from pace.core.element import Rect, Window
from pace.core.error import PaceError
from pace.desktop import linux
from pace.desktop.dbus import Link, session_address, system_address
from pace.desktop.ports import Adapter, Application, Desktop, Hotkey, Windows
from pace.egress import Egress
from pace.store.places import Places
from pace.store.settings import Settings

#: Nothing watches what the person does, so no flow can be recorded.
NO_RECORDER = "I cannot record what you do yet: the recorder comes later"


@dataclass(frozen=True, slots=True)
class Choices:
    """What the person or the caller decides about the desktop."""

    chord: str = "ctrl+alt"
    settings: Settings = field(default_factory=Settings)
    places: Places = field(default_factory=Places.of)
    egress: Egress = field(default_factory=Egress)
    extra_arguments: Callable[[Application], Sequence[str]] = lambda _: ()


@dataclass(frozen=True, slots=True)
class Machine:
    """The ports this machine serves, every adapter with why it does not serve, and its owners."""

    desktop: Desktop
    adapters: tuple[tuple[Adapter, str], ...]


def adapter_classes() -> list[type]:
    """Every adapter class of this package, found by walking it."""
    found: dict[str, type] = {}
    for info in pkgutil.walk_packages(linux.__path__, f"{linux.__name__}."):
        module = importlib.import_module(info.name)
        for value in vars(module).values():
            if isinstance(value, type) and isinstance(vars(value).get("provides"), str):
                found[f"{value.__module__}.{value.__qualname__}"] = value
    return [found[name] for name in sorted(found)]


@asynccontextmanager
async def machine(choices: Choices = Choices()) -> AsyncIterator[Machine]:  # frozen
    """Make the adapters, pick those that serve, and end what they started."""
    async with AsyncExitStack() as stack:
        serving: dict[str, Any] = {}
        made: list[tuple[Adapter, str]] = []
        parts = _parts(choices, serving)
        for link in (parts["session"], parts["system"]):
            stack.push_async_callback(link.close)
        for kind in adapter_classes():
            adapter = _make(kind, parts)
            made.append((adapter, adapter.available()))
        missing: dict[str, str] = {}
        for adapter, why_not in sorted(made, key=lambda pair: -pair[0].rank):
            if why_not:
                missing.setdefault(adapter.provides, why_not)
            elif adapter.provides not in serving:
                serving[adapter.provides] = adapter
        for adapter in serving.values():
            if ends := _ending(adapter):
                stack.push_async_callback(_closed, ends)
        ports = {one.name for one in fields(Desktop)} - {"missing"}
        absent = {port: missing.get(port, "") for port in ports if port not in serving}
        absent["recorder"] = NO_RECORDER
        yield Machine(
            Desktop(**{p: serving[p] for p in ports if p in serving}, missing=absent), tuple(made)
        )


def _parts(choices: Choices, serving: Mapping[str, Any]) -> dict[str, Any]:
    """What constructors may ask for by name. Ports are looked up when they are used."""

    def chord_held() -> bool:
        hotkey: Hotkey | None = serving.get("hotkey")
        return hotkey is not None and hotkey.held()

    def sending() -> bool:
        ours = getattr(serving.get("keyboard"), "sending", None)
        return bool(ours()) if callable(ours) else False

    async def client_area(window: Window) -> Rect | None:
        windows: Windows | None = serving.get("windows")
        if windows is None:
            return None
        try:
            listed = await windows.list()
        except PaceError:
            return None
        same = [w for w in listed if w.pid == window.pid]
        titled = [w for w in same if w.title == window.title]
        return next((w.rect for w in (*titled, *same)), None)

    async def front() -> Window | None:
        windows: Windows | None = serving.get("windows")
        try:
            return None if windows is None else await windows.active()
        except PaceError:
            return None

    return {
        "session": Link(session_address),
        "system": Link(system_address),
        "sending": sending,
        "chord": choices.chord,
        "settings": choices.settings,
        "places": choices.places,
        "egress": choices.egress,
        "port": serving.get,
        "chord_held": chord_held,
        "extra_arguments": choices.extra_arguments,
        "client_area": client_area,
        "front": front,
    }


def _make(kind: type, parts: Mapping[str, Any]) -> Adapter:
    wanted = inspect.signature(kind).parameters
    adapter: Adapter = kind(**{name: parts[name] for name in wanted if name in parts})
    return adapter


def _ending(adapter: object) -> Callable[[], Any] | None:
    """Its `disconnect` or `close`, when that ends the adapter and is not what the port offers."""
    close = getattr(adapter, "disconnect", None) or getattr(adapter, "close", None)
    if not callable(close) or inspect.signature(close).parameters:
        return None
    ending: Callable[[], Any] = close
    return ending


async def _closed(close: Callable[[], Any]) -> None:
    ended = close()
    if inspect.isawaitable(ended):
        await ended
