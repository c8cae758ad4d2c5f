"""Which windows belong to which application; window systems and menus name them differently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from pace.core.element import Window
from pace.desktop.ports import Application, ElementTree, Windows


def belongs(window: Window, application: Application) -> bool:
    """Whether the window's application name is one of the application's own names."""
    return _plain(window.app) in _names(application)


def of_application(windows: Iterable[Window], application: Application) -> list[Window]:
    return [window for window in windows if belongs(window, application)]


def _names(application: Application) -> frozenset[str]:
    command = PurePath(application.command[0]).name if application.command else ""
    candidates = (
        application.name,
        application.window_class,
        application.id,
        application.id.rsplit(".", 1)[-1],
        command,
    )
    return frozenset(plain for plain in map(_plain, candidates) if plain)


def _plain(name: str) -> str:
    """Lower case, letters and digits only, without what packagers append."""
    plain = "".join(c for c in name.lower() if c.isalnum())
    for ending in ("esr", "stable", "browser"):
        if plain.endswith(ending) and len(plain) > len(ending) + 2:
            plain = plain.removesuffix(ending)
    return plain


async def open_windows(windows: Windows | None, tree: ElementTree | None) -> Sequence[Window]:
    """Every window: the window system's list, else the accessibility tree's."""
    if windows is not None:
        return await windows.list()
    return await tree.windows() if tree is not None else ()
