"""Files and folders shown; files moved to the trash where that takes something back."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Annotated, Literal

import anyio.to_thread

from pace.core.call import Risk
from pace.core.result import Result, failed, unverified, verified
from pace.desktop.plain_files import opened
from pace.desktop.services import FileManager, Trash
from pace.tools.declare import Arguments, Synonyms, Text, argument, tool
from pace.tools.visible import ends, first, plain

#: Other words for the actions.
ACTIONS = {"show": "reveal", "show_in_folder": "reveal", "find": "reveal", "": "open"}

#: Where a trash keeps what is in it, by the ends of its path.
TRASH = ("Trash", "files")
#: Words before a name that may be a part of it: “open my letter.txt”.
_SAID = ("my", "the", "My", "The")


class Place(Arguments):
    path: Text = argument(
        "path", "text", "url", about="a file or folder, or Downloads, Documents and the like"
    )
    action: Annotated[Literal["open", "reveal"], Synonyms(ACTIONS)] = argument(
        "action", default="open", about="open or reveal"
    )


@tool(
    "finder",
    aliases=("open_finder", "reveal_file"),
    summary="Open a folder or file, or show it in the file manager",
    risk=Risk.MUTATION,
    reversible=True,
    spellings=("Finder.open", "Finder.reveal"),
    examples=("open Downloads", "show report.pdf in its folder"),
    describe=lambda given: (
        f"{_verb(str(given.get('action', 'open')))} {ends(given.get('path', ''))}"
    ),
    timeout=20.0,
)
async def finder(given: Place, *, files: FileManager) -> Result:
    reveal = given.action == "reveal"
    path = await _path(given.path, files)
    if path is None:
        return failed(
            f"I do not know where {called(given.path)} is; nothing was opened; say its whole path.",
            kind="gone",
        )
    name = called(path.name or str(path))
    if path.parts[-2:] == TRASH:
        if not await anyio.to_thread.run_sync(_there, path):
            return failed("There is nothing in the trash; nothing was opened.", kind="gone")
        name = "The trash"
    seen = await (files.reveal(path) if reveal else files.open(path))
    if seen:
        words = f"{name} is shown in its folder." if reveal else f"{name} is open."
        return verified(words, f"a window “{first(plain(seen, 80))}”")
    asked = "to be shown in its folder" if reveal else "to be opened"
    name = "the trash" if name == "The trash" else name
    return unverified(f"I asked for {name} {asked}; I saw no window yet.", "no new window")


async def _path(words: str, files: FileManager) -> Path | None:
    """The path meant: spoken folder, absolute, from home, or one in the downloads or documents."""
    text = words.strip().removeprefix("file://")
    if "\0" in text:
        return None
    folder = await files.named(text)
    if folder is not None:
        return folder
    home = await files.named("home")
    if text.startswith("~/") and home is not None:
        top, _, rest = text[2:].lstrip("/").partition("/")
        return (await files.named(top) or home / top) / rest
    path = Path(text)
    if path.is_absolute():
        return path
    bases = [home, *[await files.named(each) for each in ("downloads", "documents", "desktop")]]
    names = [path] if len(path.parts) > 1 else [path, *(Path(f"{each} {path}") for each in _SAID)]
    for name in names:
        for base in bases:
            if base is not None and await anyio.to_thread.run_sync(_there, base / name):
                return base / name
    return None


def _there(path: Path) -> bool:
    try:
        return os.path.lexists(path)
    except ValueError:
        return False


def _verb(action: str) -> str:
    return "Open" if action.strip().lower() in ("open", "") else "Show in its folder:"


def called(text: object) -> str:
    """A file's name, or a title, as it is told: on one line, nothing hidden in it, in quotes where
    it has several words, so that they are not taken for Pace's own."""
    name = first(plain(" ".join(str(text).split()), 80))
    return f"“{name}”" if " " in name else name


class MadeFile(Arguments):
    path: str
    bytes: int
    sha256: str


@tool(
    "trash_made",
    summary="Move a file that Pace made to the trash, if it is unchanged",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
)
async def trash_made(given: MadeFile, *, trash: Trash) -> Result:
    path = Path(given.path)
    if not await anyio.to_thread.run_sync(_unchanged, path, given.bytes, given.sha256):
        return failed(
            f"{called(path.name)} was changed or moved since; I left it alone.",
            kind="no longer applies",
        )
    key = await trash.put(path)
    if await anyio.to_thread.run_sync(_there, path):
        return failed(f"{called(path.name)} is still there; I could not move it to the trash.")
    return verified(f"{called(path.name)} is in the trash.", f"moved, noted as {Path(key).name}")


def _unchanged(path: Path, size: int, sha256: str) -> bool:
    try:
        with os.fdopen(opened(path, links=False), "rb") as file:
            same = os.fstat(file.fileno()).st_size == size
            return same and hashlib.file_digest(file, "sha256").hexdigest() == sha256
    except (OSError, ValueError):
        return False
