"""Mail drafts in memory: in windows, or in a folder of a server."""

from __future__ import annotations

from pace.core.error import Gone, Refused, Unavailable
from pace.desktop.mailto import in_header, mailto
from pace.desktop.services import MailDraft, PlacedDraft


class FakeDrafts:
    """Keeps drafts by key. With `windows` they are compose windows, which are not taken away;
    `blind` shows nothing of them; `broken` takes none;
    `marks` marks what is removed as deleted and keeps it."""

    def __init__(self, *, windows: bool = False, blind: bool = False, marks: bool = False) -> None:
        self.placed: dict[str, MailDraft] = {}
        self.marks = marks
        self.windows = windows
        self.blind = blind
        self.broken = False
        self._next = 1

    async def place(self, draft: MailDraft) -> PlacedDraft:
        if self.broken:
            raise Unavailable("No program here takes mail, so none was opened.")
        mailto(draft)
        number = self._next
        key = f"{number} <{number}@pace.invalid>"
        self._next += 1
        self.placed[key] = draft
        if not self.windows:
            seen = "" if self.blind else f"read back as number {number} of “Drafts”"
            return PlacedDraft("mail.example", folder="Drafts", key=key, seen=seen)
        if self.blind:
            return PlacedDraft("Mailer")
        title = f"{in_header(draft.subject)} - Compose"
        return PlacedDraft("Mailer", title, seen=f"the window “{title}” appeared")

    async def remove(self, placed: PlacedDraft) -> bool:
        if not placed.key:
            raise Refused("The draft is in a window of Mailer; close it there to discard it.")
        if placed.key not in self.placed:
            raise Gone("The draft is no longer where I put it; nothing was removed.")
        del self.placed[placed.key]
        return not self.marks
