"""What a spoken or typed reply means to an open question. Pure, and closed on purpose."""

from __future__ import annotations

from pace.core.question import ALLOW_ONCE, CANCEL, Answer, Kind, Question

#: Whole utterances that allow once. Anything longer is not an answer but a new turn.
YES = frozenset({
    "yes", "yes please", "yes do it", "yes go ahead", "do it", "go ahead", "allow", "allow once",
    "allow it", "yes allow", "yes allow it", "yes allow once", "approve", "approved", "ok do it",
    "okay do it", "please do", "yes please do",
})  # fmt: skip

#: Words any of which makes a reply to an approval a Cancel.
NO = frozenset({"no", "nope", "cancel", "stop", "don't", "dont", "not", "never", "nevermind"})

_ORDINALS = {
    "first": 0, "second": 1, "third": 2, "one": 0, "two": 1, "three": 2, "1": 0, "2": 1, "3": 2,
}  # fmt: skip


def plain(text: str) -> str:
    """Lower case, without punctuation, single spaces."""
    kept = "".join(c if c.isalnum() or c == "'" else " " for c in text.lower().replace("’", "'"))
    return " ".join(kept.split())


def answer(question: Question, text: str) -> Answer | None:
    """The answer the words give, or None when they are something else (then a new turn)."""
    words = plain(text)
    if question.kind is Kind.APPROVAL:
        if NO & set(words.split()):
            return Answer(CANCEL, 0)
        return Answer(ALLOW_ONCE, 1) if words in YES else None
    return _choice(question.options, words)


def _choice(options: tuple[str, ...], words: str) -> Answer | None:
    for index, option in enumerate(options):
        if plain(option) == words.removeprefix("the "):
            return Answer(option, index)
    if words in ("cancel", "stop", "no", "never mind", "nevermind", "none", "neither"):
        return Answer(None)
    core = words.removeprefix("the ").removesuffix(" one").removeprefix("option ")
    position = len(options) - 1 if core == "last" else _ORDINALS.get(core)
    if position is not None and position < len(options):
        return Answer(options[position], position)
    partial = [i for i, option in enumerate(options) if core and core in plain(option)]
    if len(partial) == 1:
        return Answer(options[partial[0]], partial[0])
    return None
