"""Notes: make one, add to one, find them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pace.core.call import Asks, Call, Effect, Risk
from pace.core.error import Gone, PaceError
from pace.core.result import Inverse, Result, contradicted, failed, verified
from pace.desktop.services import Note, Notes, Trash
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, Synonyms, argument, tool
from pace.tools.runner import from_error
from pace.tools.visible import first, plain
from pace.tools.written import written, written_line

DEFAULT_TITLE = "Pace note"
#: The longest note that is written at once, in characters.
LONGEST = 200_000
#: Titles that a search gives, and that are said of them.
MOST = 20
SAID = 5

_ACTIONS = Synonyms({"new": "create", "make": "create", "add": "append", "update": "append",
                     "find": "search"})  # fmt: skip
_READS = frozenset({"search", "find"})


class NoteArguments(Arguments):
    action: Annotated[Literal["create", "append", "search"], _ACTIONS] = argument(
        "action", default="create", about="create, append or search"
    )
    title: str = argument("title", "name", default=DEFAULT_TITLE, about="its title")
    body: str = argument(
        "body", "text", "notes", default="", about="what to write", example="launch idea"
    )
    query: str = argument("query", default="", about="words to search for")


def _reads(given: Mapping[str, Any]) -> bool:
    return str(given.get("action", "create")).strip().lower() in _READS


def _described(given: Mapping[str, Any]) -> str:
    title = first(given.get("title") or DEFAULT_TITLE)
    body = first(given.get("body") or "")
    if _reads(given):
        return f"Search your notes for “{first(given.get('query') or body or title)}”"
    if str(given.get("action", "create")).strip().lower() == "create":
        return f"Make the note “{title}”" + (f": {body}" if body else "")
    return f"Add to the note “{title}”: {body}"


@tool(
    "notes",
    aliases=("note",),
    spellings=("Notes.create", "Notes.append", "Notes.search", "note.create", "note.append",
               "note.search"),
    summary="Make a note, add to one, or search your notes",
    risk=Risk.MUTATION,
    effect=Effect.BOTH,
    reads=_reads,
    reversible=True,
    asks=Asks.PREFERENCE,
    muted=False,
    examples=("note: launch idea", "search my notes for launch"),
    describe=_described,
    timeout=40.0,
)  # fmt: skip
async def notes_(given: NoteArguments, *, notes: Notes, choose: Choose | None = None) -> Result:
    body = written(given.body, LONGEST)
    title = written_line(given.title, 300) or DEFAULT_TITLE
    if given.action == "search":
        titled = given.title if "title" in given.model_fields_set else ""
        return await _all_said(await _search(given.query or given.body or titled, notes), notes)
    if given.action == "append" and not body:
        return failed("There is nothing to add to the note; I changed none.", kind="invalid")
    try:
        if given.action == "create":
            return await _create(title, body, notes)
        return await _append(title, body, notes, choose)
    except PaceError as problem:
        return replace(from_error(problem), kept_text=body)


async def _create(title: str, body: str, notes: Notes, before: str = "") -> Result:
    note = await notes.create(title, body)
    text = await notes.text(note.path)
    if text is None or not text.rstrip("\n").endswith(body):
        return contradicted(
            f"I wrote the note “{first(note.title)}”, but it does not hold what I wrote.",
            f"“{note.path.name}” read back", kept_text=body,
        )  # fmt: skip
    inverse = Inverse(
        Call("remove_note", {"path": str(note.path)}),
        f"the note “{first(note.title)}”",
        {"sha256": _digest(text)},
    )
    where = _short(note.path.parent)
    return verified(
        f"{before}I made the note “{first(note.title)}” in {where}.",
        f"read back “{first(note.path.name)}” with {len(note.body)} characters",
        inverse=inverse,
    )


async def _append(title: str, body: str, notes: Notes, choose: Choose | None) -> Result:
    found = await notes.titled(title)
    if not found:
        return await _create(title, body, notes, "There was none, so ")
    note = found[0] if len(found) == 1 else await _the_one(title, found, choose)
    added = await notes.append(note.path, body)
    text = await notes.text(note.path)
    if text is None or added not in text:
        return contradicted(
            f"I added to the note “{first(note.title)}”, but it does not hold what I added.",
            f"“{note.path.name}” read back", kept_text=body,
        )  # fmt: skip
    inverse = Inverse(
        Call("shorten_note", {"path": str(note.path)}),
        f"what I added to the note “{first(note.title)}”",
        {"ends_with": added},
    )
    return verified(
        f"I added it to the note “{first(note.title)}”.",
        f"“{first(note.path.name)}” holds what was added",
        inverse=inverse,
    )


async def _the_one(title: str, found: Sequence[Note], choose: Choose | None) -> Note:
    """Of several notes of one title, the one the person picks. Raises Gone."""
    options = [_where(note) for note in found[:MOST]]
    index = None
    if choose is not None:
        index = await choose(f"Which note “{first(title)}” do you mean?", options)
    if index is None:
        raise Gone(f"You did not say which note “{first(title)}” you mean; I changed none.")
    return found[index]


def _where(note: Note) -> str:
    changed = f", changed {note.changed.astimezone():%d %b %H:%M}" if note.changed else ""
    return f"{_short(note.path)}{changed}"


async def _search(query: str, notes: Notes) -> Result:
    words = plain(written_line(query, 300), 300)
    if not words:
        return failed("I need a word to search your notes for.", kind="invalid")
    found = await notes.search(words, MOST)
    if not found:
        return verified(f"No note has “{first(words)}”.", "0 notes found")
    titles = [first(plain(note.title, 200)) for note in found]
    count = len(found) if len(found) < MOST else f"{MOST} or more"
    said = ", ".join(f"“{title}”" for title in titles[:SAID])
    more = f" and {len(titles) - SAID} more" if len(titles) > SAID else ""
    have = "1 note has" if len(found) == 1 else f"{count} notes have"
    result = verified(f"{have} “{first(words)}”: {said}{more}.", f"{len(found)} notes found")
    return replace(result, observation="\n".join(titles))


async def _all_said(result: Result, notes: Notes) -> Result:
    """A search tells what it did not look through."""
    count = await notes.left_out() if result.ok else 0
    if not count:
        return result
    which = (
        "1 file, too long or one too many, was"
        if count == 1
        else (f"{count} files, too long or too many, were")
    )
    words = f"{result.spoken} {which} not looked through."
    return replace(result, spoken=words)


def _short(path: Path) -> str:
    """The path as a person writes it."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


class MadeNote(Arguments):
    path: str
    sha256: str


@tool(
    "remove_note",
    summary="Take away a note that was made, if nothing was changed in it",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
    timeout=40.0,
)
async def remove_note(given: MadeNote, *, notes: Notes, trash: Trash | None = None) -> Result:
    path = Path(given.path)
    text = await notes.text(path)
    if text is None:
        return failed(f"The note {path.name} is already gone.", kind="no longer applies")
    if _digest(text) != given.sha256:
        return failed(
            f"I kept the note {path.name}, because it was changed.", kind="no longer applies"
        )
    where = await _discarded(path, text, notes, trash)
    if await notes.text(path) is not None:
        return contradicted(f"The note {path.name} is still there.", "read back")
    return verified(f"The note {path.name} is {where}.", "gone from its folder")


async def _discarded(path: Path, text: str, notes: Notes, trash: Trash | None) -> str:
    """Nobody but Pace wrote it, so where there is no trash nothing is lost with it."""
    if trash is not None:
        try:
            await trash.put(path)
            return "in the trash"
        except PaceError:
            pass
    await notes.remove(path, text)
    return "removed"


class LongerNote(Arguments):
    path: str
    ends_with: str


@tool(
    "shorten_note",
    summary="Take back what was added to a note, if it still ends with that",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
    timeout=40.0,
)
async def shorten_note(given: LongerNote, *, notes: Notes) -> Result:
    path = Path(given.path)
    text = await notes.text(path)
    if text is None:
        return failed(f"The note {path.name} is gone.", kind="no longer applies")
    if not given.ends_with or not text.endswith(given.ends_with):
        return failed(
            f"I left the note {path.name}, because it no longer ends with what I added.",
            kind="no longer applies",
        )
    before = text.removesuffix(given.ends_with)
    await notes.replace(path, text, before)
    if await notes.text(path) != before:
        return contradicted(f"The note {path.name} is not as it was.", "read back")
    return verified(f"The note {path.name} is as it was.", "read back")
