"""How a note is written as a Markdown file: its name, its front matter, its body; pure."""

from __future__ import annotations

import json
import re
import unicodedata
from datetime import datetime

#: What a file name may have in bytes.
NAME_BYTES = 255
ENDING = ".md"
ENDINGS = (".md", ".markdown")
#: The longest title, in characters.
TITLE = 200

#: What some file system or a link in brackets does not take.
_UNSAFE = re.compile(r'[/\\:*?"<>|#^\[\]]')
_FRONT = re.compile(
    r"\A---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE
)
_TITLE = re.compile(r"^title:(.*)$", re.MULTILINE)


def one_line(title: str) -> str:
    """The title on one line, without what has no shape, cut where it is too long."""
    kept = "".join(c if c.isprintable() or c in "\u200c\u200d" else " " for c in title[: 4 * TITLE])
    return unicodedata.normalize("NFC", " ".join(kept.split()))[:TITLE].strip()


def file_name(title: str, number: int = 1) -> str:
    """A name every file system takes, at most 255 bytes with its ending; `number` from 2 on
    tells apart notes of one title."""
    stem = _UNSAFE.sub(" ", one_line(title)).replace("\u200c", "").replace("\u200d", "")
    stem = " ".join(stem.split()).lstrip(". ") or "Note"
    ending = f" {number}{ENDING}" if number > 1 else ENDING
    room = NAME_BYTES - len(ending.encode())
    cut = stem.encode()[:room].decode("utf-8", "ignore")
    return (cut.rstrip(" .") or "Note") + ending


def whole(title: str, body: str, made: datetime, name: str) -> str:
    """The file's text. The title stands in it only where the file's name cannot be the title."""
    lines = ["---"]
    if name.removesuffix(ENDING) != title:
        lines.append(f"title: {json.dumps(title, ensure_ascii=False)}")
    lines += [f"created: {made:%Y-%m-%dT%H:%M:%S}", "tags:", "  - pace", "---", ""]
    text = body.strip("\n")
    return "\n".join([*lines, text, ""]) if text else "\n".join(lines)


def body_of(text: str) -> str:
    """The text without its front matter."""
    found = _FRONT.match(text)
    return (text[found.end() :] if found else text).strip("\r\n")


def title_of(text: str, stem: str) -> str:
    """The title the front matter gives, else the file's name."""
    front = _FRONT.match(text)
    found = _TITLE.search(front[1]) if front else None
    if found is None:
        return one_line(stem)
    said = found[1].strip(" \t\r")
    if said[:1] == '"':
        try:
            said = str(json.loads(said))
        except ValueError:
            said = said.strip('"')
    return one_line(said.strip("'")) or one_line(stem)


def added(before: str, text: str) -> str:
    """Exactly what is to be put behind a file's text so that it stands after a blank line."""
    line = "\r\n" if "\r\n" in before else "\n"
    addition = text.strip("\n").replace("\n", line)
    if not body_of(before) and (not before or before.endswith(("\n", "\r"))):
        return addition + line
    ends = len(before) - len(before.rstrip("\r\n"))
    ended = before[len(before) - ends :].count("\n")
    return line * max(0, 2 - ended) + addition + line


def fold(text: str) -> str:
    """Lower case without accents, on one line: what is compared."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in apart if not unicodedata.combining(c) and c != "\0")
    return " ".join(bare.encode("utf-8", "ignore").decode().split())
