"""An address book in memory."""

from __future__ import annotations

from collections.abc import Sequence

from pace.core.error import Unavailable
from pace.desktop.people import merged
from pace.desktop.services import Contact


class FakeContacts:
    """Holds who it is given. One that is `broken` raises Unavailable."""

    def __init__(self, *contacts: Contact) -> None:
        self.contacts = list(contacts)
        self.broken = False

    async def all(self) -> Sequence[Contact]:
        if self.broken:
            raise Unavailable("The address book does not answer, so nobody was looked up.")
        return merged(self.contacts)
