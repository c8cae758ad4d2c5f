"""Sentences out of a text that is still being written."""

from collections.abc import AsyncIterator, Iterable

import pytest

from pace.voice.sentences import sentence_end, sentences


async def stream(pieces: Iterable[str]) -> AsyncIterator[str]:
    for piece in pieces:
        yield piece


async def split(pieces: Iterable[str]) -> list[str]:
    return [sentence async for sentence in sentences(stream(pieces))]


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("hmm, let me think. and then", "hmm, let me think."),
        ("got it! anything else", "got it!"),
        ("what's up? and so", "what's up?"),
        ("the file is foo.swift", ""),
        ("i think it's broken, but maybe", "i think it's broken,"),
        ("hmm, but maybe later", ""),
        ("okay so this is a thing; another bit", "okay so this is a thing;"),
        ("let's look at it carefully— now", "let's look at it carefully—"),
        ("here's the thing about it: x", "here's the thing about it:"),
        ("Dr. Smith and J. K. Rowling met", ""),
        ("it is 3.5 metres", ""),
        ("at 10 a.m. today", ""),
        ("at 10 a.m. Then", "at 10 a.m."),
        ("He said “stop.” Then", "He said “stop.”"),
        ("1. first", ""),
        ("", ""),
    ],
)
def test_speech_may_begin_with_the_first_whole_sentence_or_a_long_clause(
    text: str, prefix: str
) -> None:
    assert text[: sentence_end(text, 4)] == prefix


async def test_the_first_sentence_may_be_shorter_than_later_ones() -> None:
    assert sentence_end("Yes. ", 4) == 4
    assert await split(["Yes. ", "No. ", "And then maybe. "]) == ["Yes.", "No. And then maybe."]


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        (
            "Okay. I opened Firefox. Anything else?",
            ["Okay.", "I opened Firefox.", "Anything else?"],
        ),
        ("Run `ls -la` now.\n```\ncode. here\n```\nDone.", ["Run ls -la now.", "Done."]),
        ("See [a. Page](https://x.example/y. z) now. ok", ["See a. Page now.", "ok"]),
        ("ok. <tool_calls>never. said</tool_calls> done. <think>nor. this", ["ok. done."]),
        ("🙂 ✅", []),
        ("", []),
    ],
)
async def test_pieces_of_any_size_give_the_same_words(text: str, spoken: list[str]) -> None:
    whole = await split([text])
    letters = await split(list(text))
    assert " ".join(whole).split() == " ".join(letters).split() == " ".join(spoken).split()


async def test_a_sentence_comes_before_the_text_has_ended() -> None:
    seen: list[str] = []

    async def words() -> AsyncIterator[str]:
        yield "I opened it. "
        seen.append("more was asked for")
        yield "Then"

    async for sentence in sentences(words()):
        seen.append(sentence)  # noqa: PERF401 - beside what the writer appends
    assert seen == ["I opened it.", "more was asked for", "Then"]
