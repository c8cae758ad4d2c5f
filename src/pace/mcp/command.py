"""`pace mcp list | add NAME | remove NAME | tools [NAME] | call NAME TOOL | secret NAME KEY`."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import platformdirs

from pace.core.call import Provenance
from pace.core.error import Invalid, PaceError, Unavailable
from pace.core.turn import Transcript, writable
from pace.store.places import Places
from pace.tools.mcp.config import Configured, configured, files
from pace.tools.mcp.install import add, remove
from pace.tools.mcp.known import KNOWN, known

if TYPE_CHECKING:
    from pace.app import App

DONE, NOT_DONE = 0, 1


async def mcp(action: str, words: Sequence[str], *, as_json: bool) -> int:
    """Carry out one of the commands about servers; its exit code."""
    match action, words:
        case "serve", []:
            return await _serve()
        case "list", []:
            return _list(as_json)
        case "add", [name, *command]:
            return _add(name, command)
        case "remove", [name]:
            return _remove(name)
        case "tools", [*names]:
            return await _tools(names, as_json)
        case "call", [name, tool, *arguments]:
            return await _call(name, tool, " ".join(arguments) or "{}", as_json)
        case "secret", [name, key]:
            return await _secret(name, key)
    raise Invalid(f"That is not how `pace mcp {action}` is used; see `pace mcp --help`.")


async def _serve() -> int:
    from pace.agents import OFF
    from pace.mcp.server import serve
    from pace.store.settings import SettingsFile

    if not SettingsFile(Places.of().settings).load().mcp.serve:
        sys.stderr.write(f"pace: {OFF}\n")  # each call is told so too, until it is switched on
    await serve()
    return DONE


def _configured() -> Configured:
    from pathlib import Path

    found = configured(files(Places.of().config, Path.home()))
    for problem in found.problems:
        sys.stderr.write(f"pace: {problem}\n")
    return found


def _list(as_json: bool) -> int:
    found = _configured()
    servers = sorted(found.servers.values(), key=lambda server: server.name)
    if as_json:
        rows = [{"name": s.name, "command": s.command, "args": list(s.args)} for s in servers]
        print(json.dumps({"file": str(found.path), "servers": rows}, ensure_ascii=False))
        return DONE
    print(f"{found.path}:" if servers else f"No MCP server is set up; {found.path} has none.")
    for server in servers:
        out = "  (reaches beyond this machine)" if server.networked else ""
        print(f"  {server.name:<12} {' '.join([server.command, *server.args])}{out}")
    others = [one for one in KNOWN if one.name not in found.servers]
    if others:
        print("To add one: pace mcp add NAME")
    for one in others:
        out = "  (reaches beyond this machine)" if one.networked else ""
        print(f"  {one.name:<12} {one.about}{out}")
    return DONE


def _add(name: str, command: Sequence[str]) -> int:
    """One of the list, or a program with its arguments."""
    places = Places.of()
    one = known(name)
    if command:
        entry: dict[str, Any] = {"command": command[0], "args": list(command[1:])}
    elif one is not None:
        name = one.name
        entry = one.entry({
            "documents": platformdirs.user_documents_dir(), "data": str(places.data),
        })  # fmt: skip
    else:
        names = ", ".join(each.name for each in KNOWN)
        raise Invalid(f"I know no server {name}; name its command too, or one of {names}.")
    path = _configured().path
    if not add(path, name, entry):
        print(f"{name} is in {path} already.")
        return DONE
    print(f"{name} is in {path} now; it is started when it is first used.")
    for key in one.secrets if one is not None and not command else ():
        print(f"It needs a key: pace secrets set mcp.{name}.{key}")
    return DONE


def _remove(name: str) -> int:
    from pace.tools.mcp.approved import Approvals

    path = _configured().path
    gone = remove(path, name)
    Approvals(Places.of().data / "mcp-tools.json").forget(name)
    print(f"{name} is no longer in {path}." if gone else f"There is no {name} in {path}.")
    return DONE


@asynccontextmanager
async def _here() -> AsyncIterator[App]:
    from pace.app import application, chosen, linux_desktop, parts

    places = Places.of()
    async with parts(places) as made, linux_desktop(chosen(made, places)) as desktop:
        yield application(desktop, made)


async def _tools(names: Sequence[str], as_json: bool) -> int:
    """Start servers and list what they offer."""
    wanted = names or sorted(server.name for server in _configured().servers.values())
    code = DONE
    rows: dict[str, Any] = {}
    async with _here() as app:
        for name in wanted:
            try:
                offer = await app.servers.offer(name)
            except PaceError as problem:
                fix = problem.fix if isinstance(problem, Unavailable) else ""
                sys.stderr.write(f"pace: {problem}{f' To mend it: {fix}' if fix else ''}\n")
                code = NOT_DONE
                continue
            for why in offer.left_out:
                sys.stderr.write(f"pace: {why}\n")
            rows[name] = {key: tool.plain() for key, tool in sorted(offer.tools.items())}
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return code
    for name, tools in rows.items():
        for tool, plain in tools.items():
            first = " ".join(plain["description"].split())[:100]
            print(f"{name}/{tool:<28} {first}")
    return code


async def _call(name: str, tool: str, arguments: str, as_json: bool) -> int:
    """Use one tool of one server, as the person who typed it."""
    from pace.core.call import Call
    from pace.terminal import asking_here, show_notices

    try:
        given = json.loads(writable(arguments))
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise Invalid("The arguments are no JSON object, so nothing was done.")
    whole = {"server": name, "tool": tool, "arguments": given}
    call = Call("mcp", whole, dict.fromkeys(whole, Provenance.SPOKEN))
    notices: list[str] = []
    async with _here() as app, asking_here(app, notices):
        words = f"use {tool} of the MCP server {name}"
        report = await app.assistant.start_turn(Transcript(words, asker="terminal", calls=(call,)))
    show_notices(notices, report.spoken)
    print(json.dumps(asdict(report), ensure_ascii=False) if as_json else report.spoken)
    return DONE if report.ok else NOT_DONE


async def _secret(name: str, key: str) -> int:
    """Keep a key of a server in the keyring, as `pace secrets set` does."""
    from pace.secrets import keep

    server = _configured().named(name)
    if server is None or server.env.get(key) != "":
        raise Invalid(
            f"No server {name} has a variable {key} that is left empty, so nothing was kept."
        )
    return await keep(f"mcp.{server.name}.{key}")
