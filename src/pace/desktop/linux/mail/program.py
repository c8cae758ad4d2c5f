"""A draft in the mail program: a mailto: link, and the compose window that it opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anyio

from pace.core.element import Window
from pace.core.error import PaceError, Refused, Unavailable
from pace.desktop.belonging import open_windows
from pace.desktop.mailto import in_header, mailto
from pace.desktop.services import MailDraft, PlacedDraft

#: How long a mail program that starts may take to show the compose window, in seconds.
WINDOW_WITHIN = 8.0
LOOK_EVERY = 0.05
#: Characters of the subject that a title must show; programs cut long ones.
TITLED = 24


class ProgramDrafts:
    """Opens the compose window of the program that takes mailto: links."""

    def __init__(self, port: Callable[[str], Any], *, within: float = WINDOW_WITHIN) -> None:
        self._port = port
        self._within = within

    async def place(self, draft: MailDraft) -> PlacedDraft:
        """Raises Invalid for what is too long, Unavailable where no program takes mail."""
        url = mailto(draft)
        applications = self._port("applications")
        if applications is None:
            raise Unavailable("I cannot start programs here, so no draft was opened.")
        before = {(window.id, window.title) for window in await self._windows()}
        program = await applications.open_uri(url)
        window = await self._compose_window(in_header(draft.subject), before)
        if window is None:
            return PlacedDraft(program)
        return PlacedDraft(program, window.title, seen=f"the window “{window.title}” appeared")

    async def remove(self, placed: PlacedDraft) -> bool:
        raise Refused(
            f"The draft is in a window of {placed.program or 'your mail program'};"
            " close it there to discard it."
        )

    async def _windows(self) -> Sequence[Window]:
        """Every window that can be seen, none where nothing shows them."""
        try:
            return await open_windows(self._port("windows"), self._port("tree"))
        except PaceError:
            return ()

    async def _compose_window(self, subject: str, before: set[tuple[str, str]]) -> Window | None:
        """The new window, or the window with a new title, that shows the subject."""
        with anyio.move_on_after(self._within):
            while True:
                now = await self._windows()
                fresh = [w for w in now if (w.id, w.title) not in before]
                found = next((w for w in fresh if shows(w.title, subject)), None)
                if found is not None:
                    return found
                await anyio.sleep(LOOK_EVERY)
        return None


def shows(title: str, subject: str) -> bool:
    """Whether a window's title has the beginning of the subject in it."""
    wanted = _plain(subject)[:TITLED]
    return bool(wanted) and wanted in _plain(title)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
