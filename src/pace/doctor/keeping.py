"""The rows of what Pace keeps: settings, the store, its folders, models, and what it has sent."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import anyio
import anyio.to_thread

from pace.core.clock import SystemClock
from pace.core.error import PaceError, Unavailable
from pace.doctor.checking import Checks, plainly
from pace.doctor.rows import Finding, State
from pace.models.library import Held, Library
from pace.models.library import State as Holding
from pace.store.database import Database
from pace.store.journals import Audit
from pace.store.places import Places
from pace.store.settings import Settings, SettingsFile
from pace.tools.mcp.config import configured, files
from pace.tools.mcp.finding import Commands

#: Below this much free space a write may fail soon.
LEAST_FREE = 200_000_000
#: The models that Pace's own environment carries.
_ALWAYS = ("moonshine", "hibari", "silero")
#: What the store is given to keep: subsystem, operation, target, outcome.
_NOTE = ("doctor", "examine", "", "ok")


def examine_settings(checks: Checks, places: Places) -> Settings:
    """Read the settings, the one time; a broken file is kept aside as at any start."""
    file = SettingsFile(places.settings)
    there = places.settings.exists()
    settings = file.load()
    usable = places.settings.exists() and os.access(places.settings, os.R_OK)
    checks.note("settings", "settings.toml", of_settings(file.warnings, there=there, usable=usable))
    return settings


def of_settings(warnings: Sequence[str], *, there: bool, usable: bool) -> Finding:
    """The row of the settings file: `usable` is whether it still stands after it was read."""
    if not there:
        return Finding(State.OK, "there is no file, so the defaults hold")
    if not warnings:
        return Finding(State.OK, "read, and every setting is known")
    said = " ".join(warnings).removesuffix(".")
    if usable:
        return Finding(State.UNAVAILABLE, said, "pace settings, which lists the known ones")
    return Finding(State.DEAD, said, "mend the file that was kept, or set anew: pace settings set")


async def examine_keeping(checks: Checks, settings: Settings, places: Places) -> None:
    """Check the store, the folders, the models and the audit."""

    async def folders() -> Finding:
        return await anyio.to_thread.run_sync(of_folders, places, abandon_on_cancel=True)

    async def models() -> Finding:
        chosen = (settings.voice.recogniser, settings.voice.voice)
        return of_models(await Library(places.data).verify(), chosen)

    await checks.check("models", "", models)
    await checks.check("MCP servers", "", partial(of_servers, places))
    database = Database(places.database)
    audit = Audit(database, SystemClock())

    async def store() -> Finding:
        try:
            await audit.note(*_NOTE)
            newest = (await audit.recent(1))[0]
        except PaceError as problem:
            fix = problem.fix if isinstance(problem, Unavailable) else ""
            return Finding(State.DEAD, plainly(str(problem)), fix or _see(places))
        if newest[1:5] != _NOTE:
            return Finding(State.DEAD, "what was written did not read back", _see(places))
        return Finding(State.OK, f"wrote to {places.database.name} and read it back")

    async def egress() -> Finding:
        if written.state is not State.OK:
            return Finding(State.NOT_PROBED, "the audit cannot be read")
        return of_egress(await audit.bytes_out(), await audit.programs())

    try:
        written = await checks.check("store", "SQLite", store)
        await checks.check("egress", "audit", egress)
        await checks.check("folders", "", folders)
    finally:
        with anyio.CancelScope(shield=True):
            await database.close()


def _see(places: Places) -> str:
    return f"df -h {places.data}; ls -ld {places.data}"


async def of_servers(places: Places, home: Path | None = None) -> Finding:
    """The MCP servers that are set up: whether their programs are there. None is started."""
    found = configured(files(places.config, home or Path.home()))
    commands = Commands()
    wrong = [plainly(problem) for problem in found.problems]
    for server in found.servers.values():
        try:
            await commands.find(server.command)
        except PaceError:
            wrong.append(f"{server.name}: {server.command} is not found")
    if wrong:
        fix = f"mend {found.path}, or: pace mcp remove NAME"
        return Finding(State.UNAVAILABLE, "; ".join(wrong), fix)
    names = ", ".join(sorted(server.name for server in found.servers.values()))
    if not names:
        return Finding(State.OK, "none is set up; `pace mcp list` shows some")
    return Finding(State.OK, f"found the programs of {names}")


#: How many of the programs that were started are named.
_NAMED = 4


def of_egress(sent: int, programs: Sequence[tuple[str, int]] = ()) -> Finding:
    """What the audit says has left this machine, and what was started that may send by itself."""
    named = [f"{name} ({count}×)" if count > 1 else name for name, count in programs[:_NAMED]]
    more = len(programs) - len(named)
    started = ", ".join([*named, *([f"{more} more"] if more > 0 else [])]) or "none"
    unit = "byte" if sent == 1 else "bytes"
    return Finding(
        State.OK, f"Pace itself sent {sent:,} {unit}; programs started for you: {started}"
    )


def of_folders(places: Places) -> Finding:
    """Whether Pace's folders are its person's alone, and how much room there is. Blocking."""
    there = [f for f in (places.config, places.data, places.state, places.cache) if f.is_dir()]
    open_ = [folder for folder in there if folder.stat().st_mode & 0o077]
    free = shutil.disk_usage(_nearest(places.data)).free
    room = f"{free / 1e9:.1f} GB free"
    if open_:
        named = " ".join(str(folder) for folder in open_)
        return Finding(State.UNAVAILABLE, "others may read what Pace keeps", f"chmod 700 {named}")
    if free < LEAST_FREE:
        return Finding(State.UNAVAILABLE, f"only {free / 1e6:.0f} MB free", _see(places))
    kept = f"{len(there)} in use, readable by you alone" if there else "none made yet"
    return Finding(State.OK, f"{kept}; {room}")


def _nearest(folder: Path) -> Path:
    """The folder, or the closest one above it that is there."""
    return next(path for path in (folder, *folder.parents) if path.exists())


def of_models(here: Sequence[Held], chosen: Sequence[str]) -> Finding:
    """The models that are here, and those that should be: the packaged and the chosen ones."""
    damaged = [held for held in here if held.state is Holding.DAMAGED]
    if damaged:
        names = ", ".join(held.model.name for held in damaged)
        again = damaged[0].model
        fix = f"pace models get {again.name}" if again.on_demand else "bin/pace models verify"
        return Finding(State.DEAD, f"not as published: {names}", fix)
    have = {held.model.name for held in here}
    lacking = sorted({*_ALWAYS, *chosen} - {"espeak"} - have)
    verified = ", ".join(sorted(have)) or "none"
    if lacking:
        return Finding(
            State.UNAVAILABLE, f"missing: {', '.join(lacking)}; verified: {verified}",
            f"pace models get {lacking[0]}",
        )  # fmt: skip
    return Finding(State.OK, f"verified file by file: {verified}")
