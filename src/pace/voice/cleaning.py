"""Text made fit for the ear, while it is still being written.

`readable` takes away what is not prose (thoughts, tool calls, marks, code) from text that grows;
its value only grows with it. `for_ear` puts one sentence into words that can be said.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from urllib.parse import urlsplit

# Openings and ends only, never what lies between: that takes ages where nothing is ever closed.
_HIDES = re.compile(r"<(think|tool_calls)>|```", re.IGNORECASE)
_ENDS = {
    "think": re.compile("</think>", re.IGNORECASE),
    "tool_calls": re.compile("</tool_calls>", re.IGNORECASE),
    "": re.compile("```"),
}
_HIDDEN_OPEN = re.compile(r"<(?:think|tool_calls)\b|```", re.IGNORECASE)
_MARKUP = re.compile(r"</?[a-z][^<>\n]*>", re.IGNORECASE)
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*(?:\s[^()\n]*)?\)")
#: Marks for a program, not words for a person: [OPEN_APP:Safari], [done], [x], [3].
_MARK = re.compile(r"\[(?:[A-Z][A-Z_]*(?::[^\[\]\n]*)?|[dD]one|[ xX]|\d+)\](?!\()")
_MARK_OPEN = re.compile(r"\[[A-Z][A-Z_]*(?::[^\[\]\n]*)?$")
#: What may still become a tag, a mark, a link or a fence when more text comes.
_UNFINISHED = re.compile(
    r"(?:<(?:/?[a-z][^<>\n]{0,200})?|<?/|!?\[[^\[\]\n]{0,200}(?:\](?:\([^()\n]{0,400})?)?|!|`{1,2})$",
    re.IGNORECASE,
)
_SPOKEN_KEYS = ("spokenText", "spoken")


def readable(text: str, *, final: bool = False) -> str:
    """The prose so far. Until `final` it stops before anything that may not be prose."""
    if text.lstrip().startswith("{"):
        return _spoken_field(text) if final else ""
    if not any(mark in text for mark in "<[`"):
        return text
    text = _without_hidden(text)
    opened = _HIDDEN_OPEN.search(text)
    if opened is not None:
        text = text[: opened.start()]
    else:
        text = (_MARK_OPEN if final else _UNFINISHED).sub("", text)
    return _MARK.sub("", _LINK.sub(r"\1", _MARKUP.sub("", text)))


def _without_hidden(text: str) -> str:
    """The text up to what is hidden and never closed, without all that is; and the rest."""
    kept: list[str] = []
    at = 0
    while (opened := _HIDES.search(text, at)) is not None:
        closed = _ENDS[(opened[1] or "").lower()].search(text, opened.end())
        if closed is None:
            break
        kept.append(text[at : opened.start()])
        at = closed.end()
    return "".join([*kept, text[at:]])


def _spoken_field(text: str) -> str:
    """The spoken part of an envelope; other text in braces is not for the ear."""
    try:
        value = json.loads(text)
    except ValueError:
        return ""
    for key in _SPOKEN_KEYS:
        if isinstance(value, dict) and isinstance(value.get(key), str):
            return str(value[key])
    return ""


_URL = re.compile(r"\b(?:https?|ftp)://[^\s<>\"')\]]+|\bwww\.[^\s<>\"')\]]+", re.IGNORECASE)
_PATH = re.compile(r"(?<![\w/.])(?:~|\.{1,2})?(?:/[\w.@+-]+){2,}/?")
_CHORD = re.compile(
    r"\b(?:ctrl|control|alt|shift|super|meta|cmd|win)(?:\s?\+\s?\w+)+", re.IGNORECASE
)
_KEY_NAMES = {"ctrl": "Control", "cmd": "Command", "esc": "Escape", "del": "Delete"}
_LINE_START = re.compile(r"^\s*(?:#{1,6}\s+|>\s*|[-*+•]\s+)+", re.MULTILINE)
_RULE = re.compile(r"^\s*(?:[-*_=|:]\s*){3,}$", re.MULTILINE)
_EMPHASIS = re.compile(r"[*_~]+|`+")
_BLANKS = re.compile(r"\s{2,}")
_SAID_AS = (
    (re.compile(r"(?<=\d)\s?%"), " percent"),
    (re.compile(r"°\s?C\b"), " degrees Celsius"),
    (re.compile(r"°\s?F\b"), " degrees Fahrenheit"),
    (re.compile(r"(?<=\d)\s?°"), " degrees"),
    (re.compile(r"\b([KMGT])(B|bit)/s\b"), r"\1\2 per second"),
    (re.compile(r"(?<=\d)\s?[–-]\s?(?=\d+(?:[.,]\d+)?(?:\s|[.,;!?]|$))(?<!\d-\d\d-)"), " to "),
    (re.compile(r"\s[–—]\s|—"), ", "),
    (re.compile(r"\s*→\s*"), " to "),
    (re.compile(r"\s*≈\s*"), " about "),
    (re.compile(r"(?<=\d)\s?×\s?(?=\d)"), " by "),
    (re.compile(r"\s*\|\s*"), ", "),
    (re.compile(r"\s&\s"), " and "),
    (re.compile(r"([!?])[!?]+"), r"\1"),
    (re.compile(r"…|\.{4,}"), "..."),
)
#: Symbols that engines pronounce; all others of their category are pictures.
_SYMBOLS = frozenset("°©®™№")


def for_ear(sentence: str) -> str:
    """The sentence as it can be said; empty when nothing in it can."""
    text = html.unescape(sentence)
    text = _BLANKS.sub(lambda run: "\n" if "\n" in run[0] else " ", text)
    text = _RULE.sub("", text)
    text = _LINE_START.sub("", text)
    text = _URL.sub(lambda match: _host(match[0]), text)
    text = _PATH.sub(lambda match: match[0].rstrip("/").rpartition("/")[2], text)
    text = _CHORD.sub(lambda match: _chord(match[0]), text)
    text = _EMPHASIS.sub(_inside_a_word, text)
    for pattern, said in _SAID_AS:
        text = pattern.sub(said, text)
    text = re.sub(r"(?<=[^\s,.;:!?])[ \t]*\n+(?=\s*\S)", ", ", text.strip())
    text = "".join(" " if _is_picture(letter) else letter for letter in text)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+(?=[,.;:!?])", "", text).strip().lstrip(",;| ")
    return text if sayable(text) else ""


def sayable(text: str) -> bool:
    """Whether there is a letter or a digit in it."""
    return any(letter.isalnum() for letter in text)


def _host(url: str) -> str:
    """The host's name, with the punctuation that ended the sentence."""
    bare = url.rstrip(".,;:!?")
    try:
        host = urlsplit(bare if "://" in bare else f"//{bare}").hostname or ""
    except ValueError:
        host = ""
    return host.removeprefix("www.") + url[len(bare) :]


def _inside_a_word(marks: re.Match[str]) -> str:
    """What is kept of a run of marks: those of a name (snake_case), and one that stands alone."""
    text, run = marks.string, marks[0]
    before, after = (
        text[max(0, marks.start() - 1) : marks.start()],
        text[marks.end() : marks.end() + 1],
    )
    if run[0] == "`":
        return ""
    if before.isalnum() and after.isalnum():
        return re.sub(r"\*{2,}|~~", "", run)
    alone = not before.strip() and not after.strip()
    return run if alone and len(run) == 1 else ""


def _chord(keys: str) -> str:
    return " ".join(_KEY_NAMES.get(key.strip().lower(), key.strip()) for key in keys.split("+"))


def _is_picture(letter: str) -> bool:
    """An emoji, a piece of one, or what has no shape at all."""
    if letter < "\x7f":
        return letter < " " and letter not in "\n\t"
    category = unicodedata.category(letter)
    if category == "So":
        return letter not in _SYMBOLS
    return category in {"Cf", "Cc", "Cs", "Co", "Cn", "Zl", "Zp"} or (
        letter in "\ufe0e\ufe0f\u20e3" or "\U0001f3fb" <= letter <= "\U0001f3ff"
    )
