"""One spelling for words that have several, in transcripts and in labels alike."""

from __future__ import annotations

from itertools import pairwise

#: Spellings and abbreviations -> the one that is compared.
SPELLING = {
    "okay": "ok", "cmd": "control", "command": "control", "ctrl": "control", "ctl": "control",
    "percentage": "percent", "pct": "percent", "fire-fox": "firefox", "%": "percent",
    "colour": "color", "centre": "center", "maximise": "maximize", "minimise": "minimize",
    "grey": "gray", "dialogue": "dialog", "favourite": "favorite",
}  # fmt: skip
#: What recognisers and labels write as two words.
TWO_AS_ONE = {
    ("fire", "fox"): "firefox", ("to", "morrow"): "tomorrow", ("per", "cent"): "percent",
    ("you", "tube"): "youtube", ("git", "hub"): "github", ("un", "mute"): "unmute",
    ("un", "do"): "undo", ("re", "do"): "redo", ("re", "load"): "reload",
    ("text", "box"): "textbox", ("check", "box"): "checkbox", ("drop", "down"): "dropdown",
    ("pop", "up"): "popup", ("tool", "bar"): "toolbar", ("side", "bar"): "sidebar",
    ("e", "mail"): "email", ("screen", "shot"): "screenshot", ("you're", "tube"): "youtube",
}  # fmt: skip


def stem(word: str) -> str:
    """Without a plural s."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def respelled(words: tuple[str, ...]) -> tuple[str, ...]:
    """A label's words as a transcript's are spelled."""
    if not SPELLING.keys().isdisjoint(words):
        words = tuple(SPELLING.get(word, word) for word in words)
    if all(pair not in TWO_AS_ONE for pair in pairwise(words)):
        return words
    joined: list[str] = []
    for word in words:
        pair = (joined[-1], word) if joined else ("", "")
        if pair in TWO_AS_ONE:
            joined[-1] = TWO_AS_ONE[pair]
        else:
            joined.append(word)
    return tuple(joined)
