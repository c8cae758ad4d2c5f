"""Secrets in the person's keyring, over the freedesktop Secret Service.

Pace never asks for the keyring's password: a keyring that is locked is reported, not prompted for.
Secrets cross the session bus as they are: whoever may listen there may ask the keyring itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from dbus_fast import Variant

from pace.core.error import Gone, Invalid, NotSaved, PaceError, TimedOut, Unavailable
from pace.desktop.dbus import Connection, Link, absent
from pace.desktop.ports import Probe

NAME = "org.freedesktop.secrets"
PATH = "/org/freedesktop/secrets"
SERVICE = "org.freedesktop.Secret.Service"
COLLECTION = "org.freedesktop.Secret.Collection"
ITEM = "org.freedesktop.Secret.Item"
PROMPT = "org.freedesktop.Secret.Prompt"
WHO = "the keyring"

#: Starting the service on demand takes a moment.
ANSWER_SECONDS = 5.0
_NOTHING = "/"
_TRIAL = "trial of the doctor"
_FIX = "install gnome-keyring and log in again"


@dataclass(frozen=True, slots=True)
class _Keyring:
    """An unlocked collection, and the session its secrets cross the bus in."""

    bus: Connection
    collection: str
    session: str

    async def call(self, path: str, interface: str, member: str, signature: str, *body: Any) -> Any:
        with _without_service():
            return await self.bus.call(
                NAME, path, interface, member, signature, body, within=ANSWER_SECONDS, who=WHO
            )


class SecretService:
    """The default keyring on the session bus; Pace sees only what it put there itself."""

    provides = "secrets"
    rank = 10

    def __init__(self, session: Link, application: str = "org.pacevoice.Pace") -> None:
        self._session = session
        self._application = application

    def available(self) -> str:
        return absent(self._session.address)

    async def probe(self) -> Probe:
        try:
            await self.set(_TRIAL, "kept")
            kept = await self.get(_TRIAL)
            await self.delete(_TRIAL)
            gone = await self.get(_TRIAL) is None
        except Unavailable as error:
            return Probe(False, str(error), error.fix, missing=True)
        ok = kept == "kept" and gone
        return Probe(ok, "Kept a trial secret, read it and removed it.", "" if ok else _FIX)

    async def get(self, name: str) -> str | None:
        """Raises Unavailable without a keyring or with a locked one, TimedOut."""
        keyring = await self._open()
        for item in await self._items(keyring, name):
            try:
                [secret] = await keyring.call(item, ITEM, "GetSecret", "o", keyring.session)
            except Gone:
                continue  # deleted since it was found
            return bytes(secret[2]).decode("utf-8", "replace")
        return None

    async def set(self, name: str, value: str) -> None:
        """Keep it, in place of an older one. Raises as `get`, Invalid, and NotSaved."""
        try:
            content = value.encode()
        except UnicodeEncodeError as error:
            raise Invalid("The secret has characters that cannot be kept.") from error
        keyring = await self._open()
        properties = {
            f"{ITEM}.Label": Variant("s", f"Pace: {name}"),
            f"{ITEM}.Attributes": Variant("a{ss}", self._attributes(name)),
        }
        secret = [keyring.session, b"", content, "text/plain; charset=utf8"]
        [item, prompt] = await keyring.call(
            keyring.collection, COLLECTION, "CreateItem", "a{sv}(oayays)b", properties, secret, True
        )
        if item == _NOTHING:
            await _dismiss(keyring.bus, prompt)
            raise _locked()
        if await self.get(name) != value:
            raise NotSaved("The keyring did not keep the secret; try again.")

    async def delete(self, name: str) -> None:
        """Remove it; one that is not there is as good. Raises as `get`."""
        keyring = await self._open()
        for item in await self._items(keyring, name):
            try:
                [prompt] = await keyring.call(item, ITEM, "Delete", "")
            except Gone:
                continue
            if prompt != _NOTHING:
                await _dismiss(keyring.bus, prompt)
                raise _locked()

    def _attributes(self, name: str) -> dict[str, str]:
        return {"xdg:schema": self._application, "name": name}

    async def _items(self, keyring: _Keyring, name: str) -> list[str]:
        [items] = await keyring.call(
            keyring.collection, COLLECTION, "SearchItems", "a{ss}", self._attributes(name)
        )
        return list(items)

    async def _open(self) -> _Keyring:
        with _without_service():
            bus = await self._session.open()
        ask = _Keyring(bus, _NOTHING, _NOTHING)
        [collection] = await ask.call(PATH, SERVICE, "ReadAlias", "s", "default")
        if collection == _NOTHING:
            raise Unavailable(
                "No keyring has been set up, so no secret was read or kept.",
                fix="create a default keyring in Passwords and Keys (seahorse)",
            )
        # A keyring without a password opens here; with one, this only prepares the question.
        [unlocked, prompt] = await ask.call(PATH, SERVICE, "Unlock", "ao", [collection])
        if collection not in unlocked:
            await _dismiss(bus, prompt)
            raise _locked()
        [_, session] = await ask.call(PATH, SERVICE, "OpenSession", "sv", "plain", Variant("s", ""))
        return _Keyring(bus, collection, session)


async def _dismiss(bus: Connection, prompt: str) -> None:
    """Take back a question that will not be put; it may be gone already."""
    try:
        if prompt != _NOTHING:
            await bus.call(NAME, prompt, PROMPT, "Dismiss", within=ANSWER_SECONDS, who=WHO)
    except PaceError:
        return


@contextmanager
def _without_service() -> Iterator[None]:
    try:
        yield
    except (Gone, TimedOut):
        raise
    except PaceError as error:
        raise Unavailable(
            "There is no keyring service, so no secret was read or kept.", fix=_FIX
        ) from error


def _locked() -> Unavailable:
    return Unavailable(
        "The keyring is locked, so no secret was read or kept.",
        fix="unlock it in Passwords and Keys (seahorse), or log in again",
    )
