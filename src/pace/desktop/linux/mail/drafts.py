"""Where drafts go by the person's settings: the mail program, or their server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pace.core.error import PaceError
from pace.desktop.linux.mail.imap import ImapDrafts
from pace.desktop.linux.mail.program import ProgramDrafts
from pace.desktop.ports import Probe
from pace.desktop.services import MailDraft, PlacedDraft
from pace.egress import Egress
from pace.store.settings import Settings


class MailDrafts:
    """Places drafts the way the settings say; takes each away the way it was placed."""

    provides = "drafts"
    rank = 10

    def __init__(self, settings: Settings, egress: Egress, port: Callable[[str], Any]) -> None:
        self._on_server = settings.mail.way == "imap"
        self._program = ProgramDrafts(port)
        self._server = ImapDrafts(settings.mail, egress, port)
        self._port = port

    def available(self) -> str:
        return ""

    async def probe(self) -> Probe:
        """Looks where a draft would go; opens no window and stores nothing."""
        try:
            if self._on_server:
                return Probe(
                    True, f"Your mail server keeps drafts in {await self._server.folder()}."
                )
            applications = self._port("applications")
            program = (
                await applications.handler("x-scheme-handler/mailto") if applications else None
            )
        except PaceError as problem:
            return Probe(False, str(problem), getattr(problem, "fix", ""))
        if program is None:
            return Probe(
                False, "No program here takes mail.", "apt-get install thunderbird", missing=True
            )
        return Probe(True, f"Drafts open in {program.name}.")

    async def place(self, draft: MailDraft) -> PlacedDraft:
        return await (self._server if self._on_server else self._program).place(draft)

    async def remove(self, placed: PlacedDraft) -> bool:
        return await (self._server if placed.key else self._program).remove(placed)
