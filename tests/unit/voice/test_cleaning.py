"""Text made fit for the ear."""

import pytest

from pace.voice.cleaning import for_ear, readable

GROWING = [
    "ok ready. <think>still. thinking</think> Done [DONE] now.",
    "opening safari [OPEN_APP:Safari] and turning it down [VOLUME:down:2] [DONE]. done.",
    "opening music. <tool_calls>a. b</tool_calls> done.",
    "See [the docs. All](https://a.example/b?c=1) and ```x = [1]\ny. z``` then `ls` ok.",
    "a < b, [maybe] and <b>bold</b> <i>it. alic</i>!",
    "[1] cites. ![picture. one](p.png) [x] done [Enter] end.",
]


@pytest.mark.parametrize("text", GROWING)
def test_prose_only_grows_with_the_text(text: str) -> None:
    before = ""
    for end in range(len(text) + 1):
        now = readable(text[:end])
        assert now.startswith(before), (before, now)
        before = now
    assert readable(text, final=True).startswith(before)


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("saving it now. [KEY:cmd+s]", "saving it now. "),
        ("<think>a</think>hello <think>b</think>world", "hello world"),
        ("saving. [KEY:cmd+s] <think>let me", "saving.  "),
        ("<THINK>x</THINK>real response", "real response"),
        ("ok ready. <think>still", "ok ready. "),
        (
            "opening safari [OPEN_APP:Safari] and turning it down [VOLUME:down:2] [DONE]. done.",
            "opening safari  and turning it down  . done.",
        ),
        ("opening music. <tool_calls>x</tool_calls> done.", "opening music.  done."),
        ("sure thing. [CLI", "sure thing. "),
        ('{"spokenText": "Hi.", "intent": "answer"', ""),
        ("press [Enter] or a < b", "press [Enter] or a < b"),
    ],
)
def test_what_is_not_prose_is_taken_away(text: str, prose: str) -> None:
    assert readable(text) == prose


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ('{"spokenText": "Hi. You"}', "Hi. You"),
        ('{"intent": "action"}', ""),
        ("{not json", ""),
        ("press [ to go on", "press [ to go on"),
        ("well [OPEN_APP:Saf", "well "),
        ("code ```x = 1", "code "),
    ],
)
def test_at_the_end_only_marks_and_code_are_dropped(text: str, prose: str) -> None:
    assert readable(text, final=True) == prose


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("**Bold** and _this_ and `ls -la`.", "Bold and this and ls -la."),
        ("# Title", "Title"),
        ("- one\n- two & three", "one, two and three"),
        ("See https://www.example.com/a/b?c=d.", "See example.com."),
        ("www.example.org/x, then", "example.org, then"),
        ("http://[broken", ""),
        ("Press Ctrl+S or Alt + F4!", "Press Control S or Alt F4!"),
        ("Saved to /home/u/Documents/report.pdf.", "Saved to report.pdf."),
        ("It is 20°C and 5 %", "It is 20 degrees Celsius and 5 percent"),
        ("3-4 days, 2024-03-05", "3 to 4 days, 2024-03-05"),
        ("100 MB/s", "100 MB per second"),
        ("A → B", "A to B"),
        ("Done ✅ 👍🏽 👨‍👩‍👧!", "Done!"),
        ("Wait!!! What?!", "Wait! What?"),
        ("| a | b |", "a, b,"),
        ("|---|---|", ""),
        ("snake_case and 2*3*4", "snake_case and 2*3*4"),
        ("Tom &amp; Jerry", "Tom and Jerry"),
        ("hi \u202ethere\u200b\x07", "hi there"),
        ("¿Qué? Zwölf Yaks: ñ, ß, €, “quotes”", "¿Qué? Zwölf Yaks: ñ, ß, €, “quotes”"),
        ("🙂", ""),
        ("...", ""),
        ("", ""),
    ],
)
def test_a_sentence_is_put_into_words_that_can_be_said(written: str, said: str) -> None:
    assert for_ear(written) == said


@pytest.mark.parametrize("letter", ["[", "<", "`", "*", "_", "a", "\x00", "\u202e", "#", "|", "("])
def test_ten_thousand_of_one_letter_are_survived(letter: str) -> None:
    text = letter * 10_000
    assert len(for_ear(readable(text, final=True))) <= len(text)
