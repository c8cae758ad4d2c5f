"""Deterministic rewriting of a selection (spec 4.8). Unchanged text means nothing applied."""

from __future__ import annotations

import re

from pace.mind.dictation import cleaned

_SENTENCES = re.compile(r"[^.!?]+[.!?]*")
_FILLERS = re.compile(
    r"\b(?:I think|I believe|basically|really|very|actually|just|kind of|sort of)\b[ ,]*",
    re.IGNORECASE,
)
_DIRECT = (
    (re.compile(r"\bI (?:think|believe) we should\b", re.IGNORECASE), "We should"),
    (re.compile(r"\bMaybe we can\b", re.IGNORECASE), "We can"),
    (re.compile(r"\bCould you please\b", re.IGNORECASE), "Please"),
    (re.compile(r"\bI was wondering if\b *", re.IGNORECASE), ""),
    (re.compile(r"\b(?:kind of|sort of|just)\b *", re.IGNORECASE), ""),
)


def sentences(text: str) -> list[str]:
    """The sentences without their final marks."""
    parts = (part.strip().rstrip(".!?").strip() for part in _SENTENCES.findall(text))
    return [part for part in parts if part]


def shorter(text: str) -> str:
    """The first of several sentences; of one, without its fillers."""
    parts = sentences(text)
    if len(parts) > 1:
        return parts[0]
    return _tidy(_FILLERS.sub("", text))


def direct(text: str) -> str:
    for pattern, plain in _DIRECT:
        text = pattern.sub(plain, text)
    return _tidy(text)


def corrected(text: str) -> str:
    return cleaned(text)


def without_last_sentence(text: str) -> str:
    """Unchanged when there is only one."""
    found = [part.strip() for part in _SENTENCES.findall(text) if part.strip()]
    return " ".join(found[:-1]) if len(found) > 1 else text


def bullets(text: str) -> str:
    return "\n".join(f"- {part}" for part in sentences(text))


def replaced(text: str, old: str, new: str) -> str:
    """Every `old` as a whole word, whatever its case."""
    pattern = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda _: new, text)


def _tidy(text: str) -> str:
    text = re.sub(r" {2,}", " ", text).strip()
    return text[:1].upper() + text[1:]
