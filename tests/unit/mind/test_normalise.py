"""What is taken off a transcript before it is read, and what stays."""

import pytest

from pace.mind.normalise import Mood, framed, words_in


def core(transcript: str) -> str:
    return " ".join(word.text for word in framed(words_in(transcript)).core)


@pytest.mark.parametrize(
    "transcript",
    [
        "open firefox",
        "Open Firefox.",
        "hey pace, open firefox",
        "Pace open firefox!",
        "okay pace could you please open firefox",
        "Um, can you, uh, open firefox for me please?",
        "would you mind opening firefox",
        "I'd like you to open fire fox right now, thanks",
        "please just open firefox if you can",
        "so, could you kindly open firefox when you get a chance",
        "I was wondering if you could open firefox",
        "go ahead and open firefox as well",
        "I want to open firefox",
    ],
)
def test_frame_and_fillers_come_off(transcript):
    assert core(transcript) == "open firefox"


@pytest.mark.parametrize(
    ("transcript", "words"),
    [
        ("press Command S", "press control s"),
        ("press Ctrl+Shift+T", "press control shift t"),
        ("what's playing", "what is playing"),
        ("don't do that", "do not do that"),
        ("open https://example.org/A-b?c=D", "open https://example.org/a-b?c=d"),
        ("Köln und Zoë", "koln und zoe"),
        ("double-click the e-mail", "double click the email"),
        ("next song", "next song"),
        ("right click the file", "right click the file"),
        ("hey there", "there"),
        ("please", "please"),
    ],
)
def test_words_are_spelled_one_way(transcript, words):
    assert core(transcript) == words


@pytest.mark.parametrize(
    ("transcript", "mood"),
    [
        ("can you open firefox", Mood.COMMAND),
        ("can I open firefox", Mood.QUESTION),
        ("how do I close a tab?", Mood.QUESTION),
        ("could you tell me what time it is", Mood.QUESTION),
        ("show me where the button is", Mood.QUESTION),
        ("do you know how late it is", Mood.QUESTION),
        ("should I save this", Mood.QUESTION),
        ("if it rains close the window", Mood.QUESTION),
        ("do a search", Mood.COMMAND),
        ("don't save this", Mood.NEGATED),
        ("please never close firefox", Mood.NEGATED),
        ("never mind", Mood.COMMAND),
        ("ok google play jazz", Mood.ELSEWHERE),
    ],
)
def test_the_mood_is_told_by_the_first_words(transcript, mood):
    assert framed(words_in(transcript)).mood is mood


@pytest.mark.parametrize("transcript", ["", "   ", "…", "— , .", "\u200b\x00"])
def test_what_holds_no_word_is_empty(transcript):
    assert words_in(transcript) == ()


def test_wishes_are_marked():
    assert framed(words_in("I want to open firefox")).indirect
    assert not framed(words_in("open firefox")).indirect
