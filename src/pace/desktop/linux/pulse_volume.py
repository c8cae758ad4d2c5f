"""The volume of the default output, over the PulseAudio protocol (PulseAudio or PipeWire).

Each request opens a connection of its own, 3 to 5 ms, so a server that went away and came back is
no special case.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import anyio.to_thread

from pace.core.error import TimedOut, Unavailable
from pace.desktop.ports import Loudness, Probe

T = TypeVar("T")

#: Seconds until a server that does not answer is given up.
ANSWER_SECONDS = 1.0
_FIX = "systemctl --user restart pipewire pipewire-pulse wireplumber"
#: What servers call an output that is none: not yet set, or PulseAudio's stand-in for no device.
_NO_OUTPUT = ("", "@DEFAULT_SINK@", "auto_null")


class PulseVolume:
    """The default sink. `environment` says where the server is; without one, the process's own."""

    provides = "volume"
    rank = 10

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = os.environ if environment is None else environment

    def available(self) -> str:
        try:
            path = Path(server_address(self._environment).removeprefix("unix:"))
        except Unavailable as error:
            return str(error)
        return "" if path.exists() else "No sound server is running."

    async def probe(self) -> Probe:
        try:
            now = await self.read()
            same = await self.set(level=now.level)
        except Unavailable as error:
            return Probe(False, str(error), error.fix, missing=not error.fix)
        ok = same.level == now.level
        return Probe(ok, f"Read the volume, {now.level} %, and set it to what it was.",
                     "" if ok else _FIX)  # fmt: skip

    async def read(self) -> Loudness:
        """Raises Unavailable without a server or an output, TimedOut when it does not answer."""
        return await self._ask(_read)

    async def set(self, level: int | None = None, muted: bool | None = None) -> Loudness:
        """Set and read back, keeping the balance. Raises as `read` does."""
        return await self._ask(partial(_set, level=level, muted=muted))

    async def _ask(self, work: Callable[[Any], Loudness]) -> Loudness:
        address = server_address(self._environment)
        return await anyio.to_thread.run_sync(partial(_with_server, address, work))


def server_address(environment: Mapping[str, str]) -> str:
    """The Unix socket of the sound server. Raises Unavailable when it is on another machine."""
    chosen = environment.get("PULSE_SERVER", "").split()
    if not chosen:
        run = environment.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
        return f"unix:{environment.get('PULSE_RUNTIME_PATH') or f'{run}/pulse'}/native"
    for server in chosen:
        address = server.partition("}")[2] if server.startswith("{") else server
        if address.startswith(("unix:", "/")):
            return "unix:" + address.removeprefix("unix:")
    raise Unavailable("The sound server is on another machine, and Pace does not reach it.")


@contextmanager
def _translated() -> Iterator[None]:
    import pulsectl

    try:
        yield
    except pulsectl.PulseIndexError as error:
        raise Unavailable("The sound output has just gone; the volume is as it was.") from error
    except pulsectl.PulseError as error:
        raise Unavailable(
            "The sound server does not work, so the volume is as it was.", fix=_FIX
        ) from error


def _with_server(address: str, work: Callable[[Any], T]) -> T:
    """Do blocking work on a connection that gives up after `ANSWER_SECONDS`."""
    with _translated():
        pulse = _bounded(address)
        try:
            pulse.connect()
            return work(pulse)
        finally:
            pulse.close()


def _bounded(address: str) -> Any:
    """A Pulse whose every wait ends; pulsectl's own time limit waits its whole length each time."""
    import pulsectl
    from pulsectl import _pulsectl as library

    class Bounded(pulsectl.Pulse):  # type: ignore[misc]
        deadline = time.monotonic() + ANSWER_SECONDS

        def _pulse_iterate(self, block: bool = True) -> None:
            left = self.deadline - time.monotonic()
            if left <= 0:
                raise TimedOut("The sound server does not answer, so the volume is as it was.")
            with self._pulse_loop() as loop:
                library.pa.mainloop_prepare(loop, int(left * 1e6) if block else 0)
                library.pa.mainloop_poll(loop)
                library.pa.mainloop_dispatch(loop)

    return Bounded("Pace", server=address, connect=False)


def _default_sink(pulse: Any) -> Any:
    name = pulse.server_info().default_sink_name or ""
    if name in _NO_OUTPUT:
        raise Unavailable("There is no sound output, so there is no volume to set.")
    return pulse.get_sink_by_name(name)


def _read(pulse: Any) -> Loudness:
    sink = _default_sink(pulse)
    loudest = max(sink.volume.values, default=0.0)
    return Loudness(min(100, round(loudest * 100)), bool(sink.mute))


def _set(pulse: Any, *, level: int | None, muted: bool | None) -> Loudness:
    sink = _default_sink(pulse)
    if level is not None:
        wanted = min(100, max(0, level)) / 100
        volume = sink.volume
        loudest = max(volume.values, default=0.0)
        if loudest > 0:
            volume.values = [each * wanted / loudest for each in volume.values]
        else:
            volume.values = [wanted for _ in volume.values]
        pulse.volume_set(sink, volume)
    if muted is not None:
        pulse.mute(sink, muted)
    return _read(pulse)
