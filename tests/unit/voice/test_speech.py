"""Speaking, with engines and a speaker that do as they are told."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import anyio
import anyio.lowlevel
import pytest

from pace.core.error import Invalid, TimedOut, Unavailable
from pace.core.event import Event, EventBus, Noticed
from pace.testing.audio import FakeSpeaker, FakeVoice
from pace.voice.speech import OUTAGE_SECONDS, TELL_AGAIN_SECONDS, Voice


@dataclass
class Hand:
    """A clock moved by hand."""

    at: float = 1000.0

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)

    def monotonic(self) -> float:
        return self.at


@dataclass
class Room:
    """A voice with two engines."""

    first: FakeVoice = field(default_factory=lambda: FakeVoice("first"))
    second: FakeVoice = field(default_factory=lambda: FakeVoice("second"))
    speaker: FakeSpeaker = field(default_factory=FakeSpeaker)
    clock: Hand = field(default_factory=Hand)
    events: list[Event] = field(default_factory=list)

    def voice(self) -> Voice:
        bus = EventBus()
        bus.subscribe(self.events.append)
        return Voice((self.first, self.second), self.speaker, bus, self.clock)


async def stream(*pieces: str) -> AsyncIterator[str]:
    for piece in pieces:
        yield piece


async def test_sentences_are_heard_in_order_by_the_first_engine() -> None:
    here = Room()
    starts: list[bool] = []
    said = await here.voice().say("Okay. I opened **Firefox**.", lambda: starts.append(True))
    assert here.speaker.words == ["Okay.", "I opened Firefox."]
    assert said.text == said.heard == "Okay. I opened Firefox."
    assert said.engines == ("first",)
    assert said.first_sample_ms == 0.0
    assert not said.stopped
    assert starts == [True]
    assert here.events == []


async def test_an_engine_that_fails_is_replaced_and_the_change_is_told_once() -> None:
    here = Room()
    here.first.error = Unavailable("The first voice is broken.", fix="mend it")
    said = await here.voice().say("One is here. Two is here.")
    assert said.engines == ("second",)
    assert here.second.rendered == ["One is here.", "Two is here."]
    assert here.events == [Noticed("The first voice is broken.", "mend it")]


async def test_after_an_outage_the_engine_is_left_alone_for_a_while() -> None:
    here = Room()
    voice = here.voice()
    here.first.error = TimedOut("Too slow.")
    await voice.say("One is here.")
    here.first.error = None
    here.clock.at += OUTAGE_SECONDS - 1
    await voice.say("Two is here.")
    assert here.first.rendered == []
    here.clock.at += 2
    await voice.say("Three is here.")
    assert here.first.rendered == ["Three is here."]


async def test_the_same_outage_is_told_of_again_only_much_later() -> None:
    here = Room()
    voice = here.voice()
    here.first.error = Unavailable("Broken.")
    for _ in range(3):
        await voice.say("One is here.")
        here.clock.at += OUTAGE_SECONDS + 1
    assert len(here.events) == 1
    here.clock.at += TELL_AGAIN_SECONDS
    await voice.say("One is here.")
    assert len(here.events) == 2


async def test_letters_that_an_engine_lacks_are_no_outage() -> None:
    here = Room()
    voice = here.voice()
    here.first.error = Invalid("Not these letters.")
    await voice.say("テスト。 ")
    here.first.error = None
    said = await voice.say("One is here.")
    assert said.engines == ("first",)
    assert here.events == []


async def test_with_no_engine_left_the_words_are_known_and_unheard() -> None:
    here = Room()
    here.first.error = here.second.error = Unavailable("Broken.")
    said = await here.voice().say("One is here. Two is here.")
    assert (said.text, said.heard, said.engines) == ("One is here. Two is here.", "", ())
    assert said.first_sample_ms == -1.0


async def test_a_dead_speaker_is_told_of_once_and_not_tried_again_in_this_reply() -> None:
    here = Room()
    here.speaker.error = Unavailable("No sound.", fix="restart")
    said = await here.voice().say("One is here. Two is here.")
    assert (said.text, said.heard) == ("One is here. Two is here.", "")
    assert here.events == [Noticed("No sound.", "restart")]


async def test_the_next_sentence_is_rendered_while_one_plays() -> None:
    here = Room(speaker=FakeSpeaker(holds=True))
    voice = here.voice()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(voice.say, "One is here. Two is here. Three is here.")
        await here.speaker.begun.wait()
        await settled()
        assert here.speaker.words == ["One is here."]
        assert here.first.rendered == ["One is here.", "Two is here."]
        tasks.cancel_scope.cancel()


async def test_stopping_ends_the_reply_and_knows_what_was_heard() -> None:
    here = Room(speaker=FakeSpeaker(holds=True))
    voice = here.voice()
    results: list[object] = []

    async def speak() -> None:
        results.append(await voice.say("One is here. Two is here. Three is here."))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(speak)
        await here.speaker.begun.wait()
        here.speaker.begun = anyio.Event()
        here.speaker.finish()
        await here.speaker.begun.wait()
        assert await voice.stop()
    (said,) = results
    assert getattr(said, "heard", "") == "One is here."
    assert getattr(said, "stopped", False)
    assert here.speaker.words == ["One is here.", "Two is here."]
    assert not await voice.stop()


async def test_a_new_reply_stops_the_one_before() -> None:
    here = Room(speaker=FakeSpeaker(holds=True))
    voice = here.voice()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(voice.say, "One is here.")
        await here.speaker.begun.wait()
        here.speaker.holds = False
        said = await voice.say("Two is here.")
    assert said.heard == "Two is here."
    assert here.speaker.stopped == 1


async def test_an_error_of_the_writer_is_raised_as_it_is_after_what_was_said() -> None:
    here = Room()
    broken = TimedOut("The planner did not answer.")

    async def words() -> AsyncIterator[str]:
        yield "I will look. "
        raise broken

    with pytest.raises(TimedOut) as caught:
        await here.voice().say(words())
    assert caught.value is broken
    assert here.speaker.words == ["I will look."]


async def test_nothing_to_say_makes_no_sound() -> None:
    here = Room()
    for text in ("", "  ", "🙂", "[DONE]"):
        said = await here.voice().say(text)
        assert said.text == ""
    assert here.speaker.played == []


async def test_words_of_a_stream_are_spoken_before_it_ends() -> None:
    here = Room()
    heard_early = anyio.Event()

    async def words() -> AsyncIterator[str]:
        yield "I opened it. "
        await here.speaker.begun.wait()
        heard_early.set()
        yield "Now what?"

    with anyio.fail_after(5):
        said = await here.voice().say(words())
    assert heard_early.is_set()
    assert said.heard == "I opened it. Now what?"


async def test_warming_up_takes_the_first_engine_that_works() -> None:
    here = Room()
    await here.voice().warm_up()
    assert here.events == []


async def settled() -> None:
    for _ in range(50):
        await anyio.lowlevel.checkpoint()
