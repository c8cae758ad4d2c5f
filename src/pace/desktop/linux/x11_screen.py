"""Pictures of the screen by mss, which shares memory with the X server (XSHM)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import anyio
import anyio.lowlevel
import anyio.to_thread

from pace.core.element import Rect
from pace.core.error import Invalid, NotSaved, TimedOut, Unavailable
from pace.desktop.linux.x11_areas import overlap
from pace.desktop.linux.x11_display import Connection, local_display
from pace.desktop.ports import Picture, Probe

#: A picture of a whole screen takes some milliseconds, a PNG of it up to a tenth of a second.
WORK_SECONDS = 3.0
#: zlib's fastest: a screen is mostly flat, and slower levels save little.
_PNG_LEVEL = 1

_T = TypeVar("_T")


@contextmanager
def mss_errors() -> Iterator[None]:
    """Make every error of mss one of ours."""
    from mss.exception import ScreenShotError

    try:
        yield
    except (ScreenShotError, OSError, AssertionError) as problem:  # it asserts that answers come
        raise Unavailable(
            "The X server gave no picture of the screen, so nothing was looked at; try again."
        ) from problem


class Screen:
    """The `Screen` port on X11."""

    provides = "screen"
    rank = 50

    def __init__(self, connection: Connection | None = None) -> None:
        self._connection = connection or Connection()
        self._camera: Any = None
        self._size = Rect(0, 0, 0, 0)
        self._lock = anyio.Lock()

    def available(self) -> str:
        return self._connection.reason_against()

    def disconnect(self) -> None:
        self._connection.close()
        self._forget()

    async def probe(self) -> Probe:
        from pace.desktop.linux.x11_probe import probe_screen

        return await probe_screen(self, self._connection.environment)

    async def picture(self, rect: Rect | None = None) -> Picture:
        """The pixels of a rectangle, or of the whole desktop; what lies outside it is left out.

        Raises Invalid for a rectangle that is on no screen.
        """
        # Asked within its bound, so that mss, which has none, never waits for a stopped server.
        whole = await self._connection.run(_desktop)
        wanted = whole if rect is None else overlap(rect, whole)
        if wanted is None:
            raise Invalid("That place is on no screen, so nothing was looked at; choose another.")
        return await self._in_thread(lambda: self._grab(whole, wanted))

    async def save(self, path: str) -> None:
        picture = await self.picture()
        await self._in_thread(lambda: _write_png(picture, Path(path)))

    async def _in_thread(self, work: Callable[[], _T]) -> _T:
        async with self._lock:
            with anyio.move_on_after(WORK_SECONDS) as scope:
                return await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
        if scope.cancelled_caught:
            self._camera = None
        raise TimedOut("A picture of the screen took too long; try again when the desktop reacts.")

    def _forget(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            with suppress(Unavailable), mss_errors():
                camera.close()

    def _grab(self, whole: Rect, rect: Rect) -> Picture:
        if self._size != whole:  # a camera remembers the screen it has seen
            self._forget()
        if self._camera is not None:
            with suppress(Unavailable):  # the server may be another one than it was
                return self._shoot(rect)
            self._forget()
        self._size = whole
        with mss_errors():
            import mss

            self._camera = mss.MSS(display=local_display(self._connection.environment))
        return self._shoot(rect)

    def _shoot(self, rect: Rect) -> Picture:
        with mss_errors():
            shot = self._camera.grab(
                {"left": rect.x, "top": rect.y, "width": rect.width, "height": rect.height}
            )
        return Picture(rect, shot.bgra)


def _desktop(display: Any) -> Rect:
    size = display.screen().root.get_geometry()
    return Rect(0, 0, int(size.width), int(size.height))


def _write_png(picture: Picture, path: Path) -> None:
    """Write beside it and rename: a full disk leaves what was there. Raises NotSaved."""
    from mss import tools

    rgb = bytearray(3 * picture.rect.width * picture.rect.height)
    for colour in range(3):
        rgb[colour::3] = picture.bgra[2 - colour :: 4]
    size = (picture.rect.width, picture.rect.height)
    data = tools.to_png(bytes(rgb), size, level=_PNG_LEVEL)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data or b"")
        part.replace(path)
    except OSError as problem:
        part.unlink(missing_ok=True)
        raise NotSaved(
            f"The picture could not be written to {path}, so what was there is kept; free some"
            " space or choose another place."
        ) from problem
