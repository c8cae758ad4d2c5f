"""`pace secrets list | set NAME | remove NAME`: passwords and keys, in the person's keyring.

A value is typed unseen or comes on standard input, never as an argument, where the history of the
shell and every program could read it. It is never shown.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio.to_thread

from pace.core.error import Invalid, Unavailable
from pace.desktop.ports import Secrets
from pace.store.places import Places
from pace.tools.mcp.config import configured, files

#: The names that adapters look up, and what each is for.
KNOWN = {
    "calendar.password": "your CalDAV server (calendar.url)",
    "mail.password": "your IMAP server (mail.host)",
}
#: No password or key is longer, in characters.
LONGEST = 10_000
DONE = 0


async def secrets(action: str, words: Sequence[str], *, as_json: bool) -> int:
    """Carry out one of the commands; its exit code. Raises Invalid, Unavailable, NotSaved."""
    match action, words:
        case "list", []:
            return await _list(as_json)
        case "set", [name]:
            return await keep(name)
        case "remove", [name]:
            return await _remove(name)
        case "set", [_, _, *_]:
            raise Invalid(
                "A secret is no argument, because others could read it there, so nothing was kept;"
                " leave it out and type it when asked, or pipe it in."
            )
    raise Invalid(f"`pace secrets {action}` wants a name; `pace secrets list` shows them.")


def known_names() -> dict[str, str]:
    """Every secret that something here looks up, and what it is for."""
    found = configured(files(Places.of().config, Path.home()))
    keys = {
        f"mcp.{server.name.lower()}.{key}": f"the MCP server {server.name}"
        for server in found.servers.values()
        for key, value in server.env.items()
        if not value
    }
    return {**KNOWN, **dict(sorted(keys.items()))}


async def keep(name: str) -> int:
    """Ask for the value and put it into the keyring, which is read back."""
    name = _checked(name)
    async with _keyring() as keyring:
        value = await anyio.to_thread.run_sync(_value, name, abandon_on_cancel=True)
        await keyring.set(name, value)
        if await keyring.get(name) != value:
            raise Unavailable(f"The keyring did not keep {name}; try again.")
    print(f"{name} is kept in your keyring.")
    return DONE


async def _remove(name: str) -> int:
    name = _checked(name)
    async with _keyring() as keyring:
        there = await keyring.get(name) is not None
        await keyring.delete(name)
        if await keyring.get(name) is not None:
            raise Unavailable(f"The keyring still has {name}; remove it in Passwords and Keys.")
    print(f"{name} is no longer in your keyring." if there else f"Your keyring has no {name}.")
    return DONE


async def _list(as_json: bool) -> int:
    names = known_names()
    async with _keyring() as keyring:
        kept = {name: await keyring.get(name) is not None for name in names}
    if as_json:
        rows = [{"name": name, "for": names[name], "kept": kept[name]} for name in names]
        print(json.dumps({"secrets": rows}, ensure_ascii=False))
        return DONE
    for name, about in names.items():
        print(f"{'kept' if kept[name] else '–':<5} {name:<28} {about}")
    if not all(kept.values()):
        print("To keep one: pace secrets set NAME")
    return DONE


def _checked(name: str) -> str:
    """The name as it is looked up. Raises Invalid for one that nothing looks up."""
    names = known_names()
    plain = {known.casefold(): known for known in names}
    if (found := plain.get(name.strip().casefold())) is None:
        raise Invalid(
            f"Nothing here looks up a secret of that name, so nothing was changed; there are"
            f" {', '.join(names)}."
        )
    return found


def _value(name: str) -> str:
    """What the person types unseen, or the first line that is piped in. Blocking."""
    import getpass

    if sys.stdin.isatty():
        value = getpass.getpass(f"{name}: ")
    else:
        raw = sys.stdin.buffer.readline(LONGEST * 4 + 2)
        try:
            value = raw.decode().removesuffix("\n").removesuffix("\r")
        except UnicodeDecodeError as problem:
            raise Invalid("The secret is no text, so nothing was kept.") from problem
    if not value:
        raise Invalid("There was no secret to keep, so nothing was changed.")
    if len(value) > LONGEST or "\0" in value:
        raise Invalid("That is too long or too odd for a secret, so nothing was kept.")
    return value


@asynccontextmanager
async def _keyring() -> AsyncIterator[Secrets]:
    from pace.app import linux_desktop

    async with linux_desktop() as found:
        if found.secrets is None:
            raise Unavailable(
                found.missing.get("secrets") or "There is no keyring here, so nothing was kept.",
                fix="apt-get install gnome-keyring, and log in again",
            )
        yield found.secrets
