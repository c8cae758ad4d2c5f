"""Text of unknown origin, made fit to be shown: nothing in it hides, and nothing is endless."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

#: The longest line of an approval question, in characters.
LINE = 300
#: How much of a person's or a server's text an approval line shows (spec 1.3).
FIRST = 80
#: More marks than this on one letter hide it.
_MARKS_ON_ONE = 2

#: Printable for Python, yet nothing to see: fillers, joiners, variation selectors, a blank cell.
_UNSEEN = frozenset({
    0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0,
    *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0),
})  # fmt: skip
#: What opens or closes “…”, and what stands for it inside.
_QUOTES = str.maketrans("“”„‟", "‘’‚‛")
#: Controls, halves of characters, what nobody has defined; and what turns the direction of text.
_NO_TEXT = frozenset({"Cc", "Cs", "Cn", "Co"})
_TURNS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_ASCII_LETTER = re.compile(r"[A-Za-z]")
_WORD = re.compile(r"\w+")
#: Letters of these scripts pass for Latin ones.
_ALIKE = (
    "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "FULLWIDTH", "MATHEMATICAL",
)  # fmt: skip


def visible(text: str, limit: int = LINE) -> str:
    """One line in which nothing hides: what has no shape of its own is shown as ⟨U+0000⟩.

    That is control, direction and zero-width characters, tags, fillers, piles of marks, line ends,
    and letters of another script that stand in a Latin word.
    """
    text, rest = text[:limit], len(text) - limit
    foreign = _foreign(text)
    shown: list[str] = []
    marks = 0
    for at, character in enumerate(text):
        marks = marks + 1 if unicodedata.combining(character) else 0
        emoji = character == "\ufe0f" and at > 0 and unicodedata.category(text[at - 1]) == "So"
        unseen = not character.isprintable() or ord(character) in _UNSEEN
        if (unseen and not emoji) or marks > _MARKS_ON_ONE or (marks and at == 0):
            shown.append(_code(character))
        else:
            shown.append(f"{character}{_code(character)}" if at in foreign else character)
    line = "".join(shown)
    return f"{line}… ({rest} more characters)" if rest > 0 else line


def _foreign(text: str) -> frozenset[int]:
    """Where letters of another script stand in a word that has Latin ones."""
    return frozenset(
        word.start() + at
        for word in _WORD.finditer(text)
        if _ASCII_LETTER.search(word[0])
        for at, letter in enumerate(word[0])
        if not letter.isascii() and unicodedata.name(letter, "").startswith(_ALIKE)
    )


def _code(character: str) -> str:
    return f"⟨U+{ord(character):04X}⟩"


def first(text: object, limit: int = FIRST) -> str:
    """The beginning of a text, on one line, to stand in quotes “…” that nothing in it can close."""
    line = " ".join(str(text)[: 50 * limit].split()).translate(_QUOTES)
    return line if len(line) <= limit else f"{line[:limit].rstrip()}…"


def ends(text: object, limit: int = 160) -> str:
    """A path or the like, exactly; of a long one the beginning and the end. One that has blanks in
    it that could be overlooked stands in quotes."""
    whole = str(text).translate(_QUOTES)
    tail = limit // 2
    hidden = len(whole) - limit
    shown = whole
    if hidden > 0:
        shown = f"{whole[: limit - tail]}… ({hidden} more characters) …{whole[-tail:]}"
    return shown if shown == " ".join(shown.split()) else f"“{shown}”"


def listed(texts: Sequence[str], limit: int = 160) -> str:
    """As many of them as there is room for, each whole or its beginning, and how many more."""
    shown: list[str] = []
    for text in texts:
        word = first(text, limit)
        if shown and len(", ".join([*shown, word])) > limit:
            break
        shown.append(word)
    rest = len(texts) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")


def plain(text: str, limit: int) -> str:
    """A text of somebody else's, for `spoken` and `observation`: without control, direction and
    invisible characters, blanks joined, line ends kept, cut at `limit`."""
    kept = "".join(
        " " if c in "\t\r\f\v" else c
        for c in text
        if c in "\n\t\r\f\v" or (c.isprintable() and ord(c) not in _UNSEEN) or c == "\xa0"
    )
    lines = [" ".join(line.split()) for line in kept.split("\n")]
    whole = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return whole if len(whole) <= limit else f"{whole[: limit - 1].rstrip()}…"


def sayable(text: str) -> str:
    """A sentence without what is no text in it and what turns its direction, whoever's words it
    quotes; line ends and what joins emoji are kept."""
    if text.isprintable():
        return text
    return "".join(
        " " if c in "\t\r\f\v\x85\xa0\u2028\u2029" else c
        for c in text
        if c in "\n\t\r\f\v\x85\u2028\u2029\u200c\u200d"
        or not (unicodedata.category(c) in _NO_TEXT or unicodedata.bidirectional(c) in _TURNS)
    )
