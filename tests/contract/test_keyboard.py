"""One suite over what presses keys and types text: XTEST, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from pace.core.error import Invalid, Refused
from pace.desktop.keys import parse_chord
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_keyboard import Keyboard as XKeyboard
from pace.desktop.ports import Keyboard
from pace.testing.window_system import FakeKeyboard
from tests.x_windows import ease_keymap_changes, x_window


@dataclass
class Bench:
    """A keyboard, how to read what it typed, and whether the talk chord is held."""

    keyboard: Keyboard
    typed: Callable[[str], Awaitable[str]]
    held: bool = False
    asked: list[bool] = field(default_factory=list)

    async def wanted(self) -> bool:
        self.asked.append(True)
        return True


@pytest.fixture(params=["XTEST", "double"])
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    if request.param == "double":
        double = FakeKeyboard(lambda: made.held)

        async def typed(_text: str) -> str:
            return double.text

        made = Bench(double, typed)
        yield made
        return
    desktop = request.getfixturevalue("virtual_desktop")
    ease_keymap_changes(desktop)
    async with x_window(desktop, "Typing") as window:
        await window.wait_for("focus")
        keyboard = XKeyboard(Connection(desktop.environment), lambda: made.held)
        made = Bench(keyboard, window.wait_for_text)
        yield made
        keyboard.disconnect()


@pytest.mark.parametrize(
    "text",
    [
        "Hello, World! (a_b) {c} ~x^2 \\ `d` <e> @#$%&",
        "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂",
        "שלום עולם",
        "two\nlines\tand a tab",
        "".join(chr(0x4E00 + n) for n in range(40)),  # more than there are spare keys
    ],
)
async def test_text_arrives_as_it_is(bench: Bench, text: str) -> None:
    assert await bench.keyboard.type_text(text, bench.wanted) == len(text)
    assert await bench.typed(text) == text


async def test_ten_thousand_characters_arrive(bench: Bench) -> None:
    text = "The quick brown fox jumps over the lazy dog. \n" * 220
    assert await bench.keyboard.type_text(text, bench.wanted) == len(text)
    assert await bench.typed(text) == text


async def test_no_text_types_nothing(bench: Bench) -> None:
    assert await bench.keyboard.type_text("", bench.wanted) == 0


async def test_control_characters_are_refused_before_anything_is_typed(bench: Bench) -> None:
    with pytest.raises(Invalid, match=r"U\+001B"):
        await bench.keyboard.type_text("good so far \x1b[A", bench.wanted)
    assert not bench.asked
    await bench.keyboard.type_text("!", bench.wanted)
    assert await bench.typed("!") == "!"


async def test_it_asks_before_each_chunk_and_stops_when_no_longer_wanted(bench: Bench) -> None:
    asked: list[bool] = []

    async def twice() -> bool:
        asked.append(True)
        return len(asked) <= 2

    text = "a" * 100
    typed = await bench.keyboard.type_text(text, twice)
    assert (typed, len(asked)) == (64, 3)
    assert await bench.typed("a" * 64) == "a" * 64


async def test_nothing_is_typed_where_it_is_not_wanted(bench: Bench) -> None:
    async def never() -> bool:
        return False

    assert await bench.keyboard.type_text("テスト", never) == 0
    await bench.keyboard.type_text("!", bench.wanted)
    assert await bench.typed("!") == "!"


async def test_nothing_is_sent_while_the_talk_chord_is_held(bench: Bench) -> None:
    bench.held = True
    with pytest.raises(Refused):
        await bench.keyboard.type_text("no", bench.wanted)
    with pytest.raises(Refused):
        await bench.keyboard.press_chord(parse_chord("n"))
    bench.held = False
    await bench.keyboard.type_text("!", bench.wanted)
    assert await bench.typed("!") == "!"


async def test_it_types_once_the_talk_chord_is_let_go(bench: Bench) -> None:
    """The chord is let go a moment after typing was asked for."""
    looks = 0

    class LetGo:
        def __bool__(self) -> bool:
            nonlocal looks
            looks += 1
            return looks < 3

    bench.held = LetGo()  # type: ignore[assignment]
    assert await bench.keyboard.type_text("later", bench.wanted) == 5
    assert await bench.typed("later") == "later"


async def test_typing_that_is_stopped_half_way_by_the_talk_chord_says_how_far_it_came(
    bench: Bench,
) -> None:
    async def then_talk() -> bool:
        bench.held = len(bench.asked) >= 1
        bench.asked.append(True)
        return True

    text = "b" * 80
    typed = await bench.keyboard.type_text(text, then_talk)
    assert 0 < typed < 80
    assert await bench.typed("b" * typed) == "b" * typed
