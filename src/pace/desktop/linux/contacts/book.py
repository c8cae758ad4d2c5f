"""Which address book serves: the folder the person chose, else the desktop's, else Pace's own."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from pace.core.error import PaceError
from pace.desktop.dbus import Link, absent
from pace.desktop.linux.contacts.eds import EvolutionContacts
from pace.desktop.linux.contacts.folder import VCardFolder
from pace.desktop.people import merged
from pace.desktop.ports import Probe
from pace.desktop.services import Contact
from pace.store.places import Places, chosen_folder
from pace.store.settings import Settings

log = logging.getLogger(__name__)


class AddressBook:
    """A folder that is set serves alone. Without one, the desktop's address books and Pace's own
    folder together; when the desktop's do not answer, the folder alone."""

    provides = "contacts"
    rank = 10

    def __init__(self, session: Link, settings: Settings, places: Places) -> None:
        self._session = session
        chosen = settings.notes.contacts
        self._chosen = bool(chosen.strip())
        self._folder = VCardFolder(chosen_folder(chosen, places.data / "contacts"))
        self._desktop = EvolutionContacts(session)

    def available(self) -> str:
        return ""

    async def probe(self) -> Probe:
        where = await self._where()
        count = len(await self.all())
        fix = "" if count else f"put .vcf files in {self._folder.folder}, or add contacts there"
        return Probe(bool(count), f"Found {count} people in {where}.", fix, missing=not count)

    async def all(self) -> Sequence[Contact]:
        if self._chosen or absent(self._session.address):
            return await self._folder.all()
        try:
            if not await self._desktop.installed():
                return await self._folder.all()
            known = await self._desktop.all()
        except PaceError as problem:
            log.info("the desktop's address book does not serve: %s", problem)
            return await self._folder.all()
        own = await self._folder.all()
        return merged([*known, *own]) if own else known

    async def _where(self) -> str:
        if not self._chosen and not absent(self._session.address):
            try:
                if await self._desktop.installed():
                    return "the desktop's address book"
            except PaceError:
                pass
        return str(self._folder.folder)
