"""A CalDAV server of the person's own: four verbs over the one client that egress gives.

Nothing is overwritten: a new object is put with If-None-Match, a changed one with the ETag that it
was read with. Answers are data: their XML may define nothing, and their addresses lead nowhere but
to the same server.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urljoin, urlsplit

from pace.core.error import NotSaved, Unavailable
from pace.desktop.linux.calendars import dav
from pace.desktop.linux.calendars.dav import Answer
from pace.desktop.linux.calendars.shelf import Collection, Item, Kind
from pace.desktop.ports import Secrets
from pace.egress import Egress, Way

if TYPE_CHECKING:
    import httpx

#: The name of the password in the person's keyring.
PASSWORD = "calendar.password"
FIX = f"pace secrets set {PASSWORD}"
ANSWER_SECONDS = 10.0
_USUAL = frozenset({"personal", "calendar", "default", "home", "tasks"})
#: A larger answer is not read.
LARGEST = 50_000_000


@dataclass(frozen=True, slots=True)
class Account:
    """Where the calendars are, and as whom."""

    url: str
    user: str
    password: Callable[[], Awaitable[str]]


def account(url: str, user: str, secrets: Callable[[], Secrets | None]) -> Account:
    """The account of the settings; its password is looked up when it is needed."""

    async def password() -> str:
        if not user:
            return ""
        keyring = secrets()
        kept = await keyring.get(PASSWORD) if keyring is not None else None
        if not kept:
            raise Unavailable("I have no password for your calendar server.", fix=FIX)
        return kept

    return Account(url, user, password)


class CalDav:
    """Raises Unavailable when the server cannot be reached or does not let us in, TimedOut."""

    desktop_rings = False

    def __init__(self, egress: Egress, account: Account) -> None:
        self._egress = egress
        self._account = account
        self._found: list[dav.Found] | None = None

    @property
    def name(self) -> str:
        return f"the CalDAV server {urlsplit(self._account.url).hostname or ''}".strip()

    async def rings(self) -> bool:
        return False

    async def collections(self, kind: Kind) -> Sequence[Collection]:
        async with self._client() as talk:
            return await self._of(talk, kind)

    async def items(
        self, kind: Kind, span: tuple[datetime, datetime] | None = None
    ) -> Sequence[Item]:
        low, high = (_stamp(moment) for moment in span) if span is not None else ("", "")
        return await self._query(kind, dav.query(kind, low, high))

    async def find(self, kind: Kind, uid: str) -> Item | None:
        found = await self._query(kind, dav.query(kind, uid=uid))
        return next((item for item in found if dav.has_uid(item.text, kind, uid)), None)

    async def add(self, collection: Collection, uid: str, text: str) -> None:
        place = urljoin(collection.key, f"{quote(uid, safe='')}.ics")
        async with self._client() as talk:
            answer = await talk.put(place, text, {"If-None-Match": "*"})
        if answer.status == 412:
            raise NotSaved("The server has one like it already; nothing was changed.")
        _taken(answer)

    async def replace(self, item: Item, text: str) -> bool:
        # A server without ETags gives no way to be sure, so there nothing is written over.
        if not item.version:
            return False
        match = {"If-Match": item.version}
        async with self._client() as talk:
            if text:
                answer = await talk.put(item.place, text, match)
            else:
                answer = await talk.ask("DELETE", item.place, headers=match)
        if answer.status in (404, 410, 412):
            return False
        _taken(answer)
        return True

    async def _query(self, kind: Kind, body: str) -> list[Item]:
        found: list[Item] = []
        async with self._client() as talk:
            for collection in await self._of(talk, kind):
                answer = await talk.ask("REPORT", collection.key, body, {"Depth": "1"})
                for one in _read(answer):
                    if one.data:
                        place = urljoin(collection.key, one.href)
                        found.append(Item(collection, place, one.tag or one.data, one.data))
        return found

    async def _of(self, talk: _Talk, kind: Kind) -> list[Collection]:
        if self._found is None:
            self._found = await _discovered(talk, self._account.url)
        # Some servers take an event into a list of to-dos, where nobody sees it again.
        return [
            Collection(each.href, each.name or each.href, kind, each.writable)
            for each in self._found
            if kind.value in each.kinds
        ]

    @asynccontextmanager
    async def _client(self) -> AsyncIterator[_Talk]:
        password = await self._account.password()
        url = self._account.url
        async with self._egress.client(Way.OWN_SERVER, url, timeout=ANSWER_SECONDS) as client:
            yield _Talk(client, url, (self._account.user, password), self.name)


class _Talk:
    """One conversation with the server."""

    def __init__(
        self, client: httpx.AsyncClient, url: str, who: tuple[str, str], name: str
    ) -> None:
        self._client = client
        self._url = url
        self._who = who if who[0] else None
        self._name = name

    async def put(self, place: str, text: str, headers: dict[str, str]) -> Answer:
        kind = {"Content-Type": "text/calendar; charset=utf-8"}
        return await self.ask("PUT", place, text, {**headers, **kind})

    async def ask(
        self, verb: str, place: str, body: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        """The server's answer, after at most three redirects on the server itself."""
        sent = {"Content-Type": "application/xml; charset=utf-8", **(headers or {})}
        more: dict[str, Any] = {} if self._who is None else {"auth": self._who}
        for _ in range(4):
            _same_server(self._url, place)
            async with self._client.stream(
                verb, place, content=body.encode("utf-8", "replace") or None, headers=sent, **more
            ) as response:
                if response.is_redirect and "location" in response.headers:
                    place = urljoin(place, response.headers["location"])
                    continue
                content = bytearray()
                async for piece in response.aiter_bytes():
                    content += piece
                    if len(content) > LARGEST:
                        raise Unavailable(f"{self._capital} sent more than I read; I left it.")
                if response.status_code in (401, 403):
                    raise Unavailable(f"{self._capital} did not let me in.", fix=FIX)
                return Answer(response.status_code, bytes(content))
        raise Unavailable(f"{self._capital} sent me in circles.")

    @property
    def _capital(self) -> str:
        return self._name[:1].upper() + self._name[1:]


async def _discovered(talk: _Talk, url: str) -> list[dav.Found]:
    """The calendars at that address, or in the home of its user, with what they may hold."""
    here = _read(await talk.ask("PROPFIND", url, dav.WHAT_IS_THERE, {"Depth": "1"}))
    found = _calendars(url, here)
    if found:
        return found
    principal = next((one.principal for one in here if one.principal), "")
    if not principal:
        known = urljoin(url, "/.well-known/caldav")
        answer = await talk.ask("PROPFIND", known, dav.WHAT_IS_THERE, {"Depth": "0"})
        if answer.status == 207:
            principal = next((one.principal for one in _read(answer) if one.principal), "")
    if principal:
        place = urljoin(url, principal)
        here = _read(await talk.ask("PROPFIND", place, dav.WHAT_IS_THERE, {"Depth": "0"}))
    home = next((one.home for one in here if one.home), "")
    if not home:
        return []
    place = urljoin(url, home)
    return _calendars(
        place, _read(await talk.ask("PROPFIND", place, dav.WHAT_IS_THERE, {"Depth": "1"}))
    )


def _calendars(url: str, listed: Sequence[dav.Found]) -> list[dav.Found]:
    """The calendars among them, with whole addresses; servers list them in any order, and call
    the one that they made for everyone by one of a few names."""
    found = [replace(one, href=urljoin(url, one.href)) for one in listed if one.is_calendar]
    return sorted(found, key=lambda one: (one.href.split("/")[-2:][0] not in _USUAL, one.href))


def _read(answer: Answer) -> list[dav.Found]:
    if answer.status != 207:
        raise Unavailable(
            f"The calendar server answered {answer.status} where calendars were asked for.",
            fix="pace settings set calendar.url ADDRESS",
        )
    return dav.found(answer.body)


def _taken(answer: Answer) -> None:
    if answer.status not in (200, 201, 204):
        raise NotSaved(f"The calendar server did not take it ({answer.status}); all is as it was.")


def _same_server(url: str, place: str) -> None:
    """The password goes to no other server, whatever an answer says."""
    if urlsplit(place)[:2] != urlsplit(url)[:2]:
        raise Unavailable("The calendar server sent me to another one; nothing was sent there.")


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
