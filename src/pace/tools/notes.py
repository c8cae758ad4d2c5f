"""Notes: make one, add to one, find them, move one to the trash."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pace.core.call import Asks, Call, Effect, Risk
from pace.core.error import Gone, PaceError
from pace.core.result import Inverse, Result, contradicted, failed, verified
from pace.core.tool import Ahead
from pace.desktop.markdown import file_name
from pace.desktop.services import Note, Notes, Trash
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, Synonyms, argument, tool
from pace.tools.failing import from_error
from pace.tools.files import called
from pace.tools.visible import first, plain
from pace.tools.written import written, written_line

DEFAULT_TITLE = "Pace note"
#: The longest note that is written at once, in characters.
LONGEST = 200_000
#: Titles that a search gives, and that are said of them.
MOST = 20
SAID = 5
#: How much is said of the one note that was found, in characters.
TOLD = 300

_ACTIONS = Synonyms({"new": "create", "make": "create", "add": "append", "update": "append",
                     "find": "search", "delete": "remove", "trash": "remove"})  # fmt: skip
_READS = frozenset({"search", "find"})


class NoteArguments(Arguments):
    action: Annotated[Literal["create", "append", "search", "remove"], _ACTIONS] = argument(
        "action", default="create", about="create, append, search or remove"
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
    action = str(given.get("action", "create")).strip().lower()
    if action == "remove":
        return f"Move the note “{title}” to the trash"
    if action == "create":
        return f"Make the note “{title}”" + (f": {body}" if body else "")
    return f"Add to the note “{title}”: {body}"


async def ahead(call: Call, given: NoteArguments, ports: Mapping[str, object]) -> Ahead | Result:
    """Whether the note is there, so that the question says what will be done. May raise what the
    store raises."""
    notes: Any = ports["notes"]
    if given.action in ("create", "search"):
        return Ahead()
    body = written(given.body, LONGEST)
    if given.action == "append" and not body:
        return failed("There is nothing to add to the note; I changed none.", kind="invalid")
    title = written_line(given.title, 300) or DEFAULT_TITLE
    try:
        found = await notes.titled(title)
    except PaceError as problem:
        own = call.source_of("body").trusted
        return replace(from_error(problem), kept_text=body if own else "")
    if given.action == "remove":
        return _removable(title, found, ports.get("trash"))
    words = first(body)
    if not found:
        return Ahead(f"Make a new note “{first(title)}”, as there is none: {words}")
    return Ahead(f"Add to the note “{first(found[0].title)}”: {words}")


def _removable(title: str, found: Sequence[Note], trash: object) -> Ahead | Result:
    name = first(title)
    if not found:
        return failed(f"There is no note called “{name}”, so I deleted none.", kind="gone")
    if len(found) > 1:
        where = _short(found[0].path.parent)
        return failed(
            f"{len(found)} notes are called “{name}”, so I deleted none; look in {where}.",
            kind="invalid",
        )
    if trash is None:
        return failed("I know no trash here, so I delete no notes.", kind="unavailable")
    return Ahead(f"Move the note “{first(found[0].title)}” to the trash: {_short(found[0].path)}")


@tool(
    "notes",
    aliases=("note",),
    spellings=("Notes.create", "Notes.append", "Notes.search", "note.create", "note.append",
               "note.search"),
    summary="Make a note, add to one, search them, or move one to the trash",
    risk=Risk.MUTATION,
    effect=Effect.BOTH,
    reads=_reads,
    reversible=True,
    asks=Asks.PREFERENCE,
    muted=False,
    examples=("note: launch idea", "search my notes for launch"),
    describe=_described,
    ahead=ahead,
    timeout=40.0,
)  # fmt: skip
async def notes_(
    given: NoteArguments,
    *,
    notes: Notes,
    choose: Choose | None = None,
    trash: Trash | None = None,
) -> Result:
    body = written(given.body, LONGEST)
    title = written_line(given.title, 300) or DEFAULT_TITLE
    if given.action == "search":
        titled = given.title if "title" in given.model_fields_set else ""
        return await _all_said(await _search(given.query or given.body or titled, notes), notes)
    if given.action == "append" and not body:
        return failed("There is nothing to add to the note; I changed none.", kind="invalid")
    if given.action == "remove":
        return await _remove(title, notes, trash)
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
    other = note.path.name != file_name(title)
    name = f", as {called(note.path.stem)}, because there is another of that title" if other else ""
    return verified(
        f"{before}I made the note “{first(note.title)}” in {where}{name}.",
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


async def _remove(title: str, notes: Notes, trash: Trash | None) -> Result:
    """Only into the trash, where it can be taken back from."""
    found = await notes.titled(title)
    if isinstance(problem := _removable(title, found, trash), Result):
        return problem
    assert trash is not None
    note = found[0]
    text = await notes.text(note.path)
    key = await trash.put(note.path)
    if text is None or await notes.text(note.path) is not None:
        return contradicted(f"The note “{first(note.title)}” is still there.", "read back")
    back = Call("restore_note", {"key": key, "path": str(note.path)})
    return verified(
        f"The note “{first(note.title)}” is in the trash.",
        f"“{first(note.path.name)}” is gone from its folder",
        inverse=Inverse(back, f"deleting the note “{first(note.title)}”",
                        {"sha256": _digest(text)}),
    )  # fmt: skip


class TrashedNote(Arguments):
    key: str
    path: str
    sha256: str


@tool(
    "restore_note",
    summary="Take a note out of the trash again",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
    timeout=40.0,
)
async def restore_note(given: TrashedNote, *, notes: Notes, trash: Trash) -> Result:
    path = Path(given.path)
    if await notes.text(path) is not None:
        return failed(f"There is another {path.name} by now; the old one stays in the trash.",
                      kind="no longer applies")  # fmt: skip
    try:
        await trash.restore(given.key)
    except Gone as problem:
        return replace(from_error(problem), kind="no longer applies")
    text = await notes.text(path)
    if text is None or _digest(text) != given.sha256:
        return contradicted(f"The note {path.name} is not as it was.", "read back")
    return verified(f"The note {path.name} is back.", "read back")


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
    if len(found) == 1:
        words_of_it = plain(found[0].body, 10 * TOLD)
        told = f" It says: “{first(words_of_it, TOLD)}”" if words_of_it else " It is empty."
        result = verified(f"1 note has “{first(words)}”: “{titles[0]}”.{told}", "1 note found")
        return replace(result, observation=f"{titles[0]}\n{words_of_it}")
    said = ", ".join(f"“{title}”" for title in titles[:SAID])
    more = f" and {len(titles) - SAID} more" if len(titles) > SAID else ""
    result = verified(
        f"{count} notes have “{first(words)}”: {said}{more}.", f"{len(found)} notes found"
    )
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
