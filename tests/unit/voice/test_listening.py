"""One utterance, with a microphone and a recogniser that do as they are told."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import anyio
import pytest

from pace.core.audio import HEARING_RATE
from pace.core.clock import SystemClock
from pace.core.error import PaceError, TimedOut, Unavailable
from pace.core.event import (
    AudioLevel,
    Event,
    EventBus,
    Heard,
    ListeningEnded,
    ListeningStarted,
    Noticed,
)
from pace.testing.audio import FakeDetector, FakeMicrophone, FakeSpeaker, ScriptedTranscriber
from pace.voice.capture import Limits
from pace.voice.listening import Listening

SPEECH = b"\x00\x20" * HEARING_RATE  # a second
SILENCE = bytes(HEARING_RATE * 2)
QUICK = Limits(padding=0.01, tap=0.3, cap=4.0, finish=0.2, window=1.5, pause=0.4)


@dataclass
class Room:
    """A listening and all that surrounds it."""

    microphone: FakeMicrophone
    transcriber: ScriptedTranscriber
    speaker: FakeSpeaker = field(default_factory=FakeSpeaker)
    limits: Limits = QUICK
    events: list[Event] = field(default_factory=list)

    def listening(self) -> Listening:
        bus = EventBus()
        bus.subscribe(self.events.append)
        return Listening(
            self.microphone,
            self.transcriber,
            FakeDetector(),
            bus,
            SystemClock(),
            speaker=self.speaker,
            limits=self.limits,
        )

    def seen(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def room(pcm: bytes, *script: str, then: str = "wait") -> Room:
    return Room(FakeMicrophone(pcm, then), ScriptedTranscriber([list(script)]))


async def test_what_is_said_until_the_release_becomes_the_words() -> None:
    here = room(SPEECH + SILENCE, "open", "open fire", "open fire fox")
    heard = await here.listening().hear(released=here.microphone.ended)
    assert (heard.text, heard.reason) == ("open firefox", "released")
    assert here.events[0] == ListeningStarted("push-to-talk")
    assert here.seen(ListeningEnded) == [ListeningEnded("released", words=True)]
    assert here.seen(Heard)[:2] == [Heard("open", ""), Heard("open fire", "open")]
    assert here.seen(AudioLevel)
    assert set(heard.timings) == {"microphone", "after_end", "after_speech"}
    assert here.microphone.opened == here.microphone.closed == 1


async def test_hints_restore_a_name() -> None:
    here = room(SPEECH, "open nautil us")
    heard = await here.listening().hear(released=here.microphone.ended, hints=["Nautilus"])
    assert heard.text == "open Nautilus"


async def test_silence_is_no_words_whatever_the_hints_and_one_quiet_cue() -> None:
    here = room(SILENCE * 2, "Firefox")
    heard = await here.listening().hear(released=here.microphone.ended, hints=["Firefox"])
    assert (heard.text, heard.unused, heard.reason) == ("", "", "silence")
    assert here.seen(Heard) == []
    assert here.seen(ListeningEnded) == [ListeningEnded("silence", words=False)]
    begin, nothing = here.speaker.played
    assert max(nothing.pcm[1::2]) != 0
    assert loudness(nothing.pcm) < loudness(begin.pcm)


def loudness(pcm: bytes) -> int:
    return max(
        abs(int.from_bytes(pcm[at : at + 2], "little", signed=True)) for at in range(0, len(pcm), 2)
    )


async def test_a_tap_is_no_words_and_does_not_wait() -> None:
    here = room(b"", "never")
    released = anyio.Event()
    released.set()
    heard = await here.listening().hear(released=released)
    assert (heard.text, heard.reason) == ("", "tap")


async def test_a_stuck_key_ends_at_the_cap_and_its_words_are_not_acted_on() -> None:
    here = room(SPEECH * 5, "open the pod bay doors")
    heard = await here.listening().hear(released=anyio.Event())
    assert (heard.text, heard.unused, heard.reason) == ("", "open the pod bay doors", "cap")
    (noticed,) = here.seen(Noticed)
    assert isinstance(noticed, Noticed)
    assert "4 seconds" in noticed.text


async def test_a_lost_microphone_keeps_the_words_so_far_and_says_so() -> None:
    here = room(SPEECH, "open fire", "open firefox", then="lost")
    heard = await here.listening().hear(released=anyio.Event())
    assert (heard.text, heard.reason) == ("open firefox", "device lost")
    (noticed,) = here.seen(Noticed)
    assert isinstance(noticed, Noticed)
    assert "open firefox" in noticed.text


async def test_without_a_key_a_pause_ends_the_utterance() -> None:
    here = room(SPEECH + SILENCE * 3, "what time is it")
    heard = await here.listening().hear("wake word")
    assert (heard.text, heard.reason) == ("what time is it", "silence")
    assert heard.seconds < 2


async def test_without_a_key_a_window_of_silence_ends_it() -> None:
    here = room(SILENCE * 3, "never")
    heard = await here.listening().hear("wake word")
    assert (heard.text, heard.reason) == ("", "silence")
    assert heard.seconds < 2


async def test_final_words_that_do_not_come_are_replaced_by_the_last_hypothesis() -> None:
    here = room(SPEECH, "turn it down")
    here.transcriber.hangs = True
    heard = await here.listening().hear(released=here.microphone.ended)
    assert heard.text == "turn it down"


async def test_lost_sound_is_told() -> None:
    here = room(SPEECH, "close it")
    here.microphone.dropped = HEARING_RATE // 2
    heard = await here.listening().hear(released=here.microphone.ended)
    assert heard.dropped_seconds == 0.5
    assert any("0.5 seconds of sound" in str(event) for event in here.seen(Noticed))


async def test_the_cue_sounds_only_once_the_microphone_gives_sound() -> None:
    here = room(SPEECH, "yes please")
    here.microphone.error = TimedOut("No sound came.")
    with pytest.raises(TimedOut):
        await here.listening().hear(released=anyio.Event())
    assert here.speaker.played == []


async def test_a_key_let_go_before_the_first_sound_is_told_of() -> None:
    here = room(SPEECH, "never")
    here.microphone.slow = True
    here.limits = replace(QUICK, tap=0.0)
    released = anyio.Event()
    released.set()
    heard = await here.listening().hear(released=released)
    assert (heard.text, heard.reason) == ("", "silence")
    assert any("before the microphone was ready" in str(event) for event in here.seen(Noticed))


@pytest.mark.parametrize("where", ["microphone", "recogniser"])
async def test_what_is_broken_is_raised_as_it_is_and_listening_has_ended(where: str) -> None:
    here = room(SPEECH, "words")
    broken = Unavailable("It is broken.", fix="mend")
    if where == "microphone":
        here.microphone.error = broken
    else:
        here.transcriber.error = broken
    with pytest.raises(PaceError) as caught:
        await here.listening().hear(released=here.microphone.ended)
    assert caught.value is broken
    assert here.seen(ListeningEnded) == [ListeningEnded("device lost", words=False)]


async def test_a_dead_speaker_does_not_stop_listening() -> None:
    here = room(SPEECH, "scroll down")
    here.speaker.error = Unavailable("No sound.")
    heard = await here.listening().hear(released=here.microphone.ended)
    assert heard.text == "scroll down"


async def test_cancelling_closes_the_microphone_and_tells_of_it() -> None:
    here = room(SPEECH, "never mind")
    listening = here.listening()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lambda: listening.hear(released=anyio.Event()))
        await until(lambda: bool(here.seen(Heard)))
        tasks.cancel_scope.cancel()
    assert here.microphone.closed == 1
    assert here.seen(ListeningEnded) == [ListeningEnded("cancelled", words=False)]


async def test_a_cue_that_never_ends_does_not_hold_up_the_words() -> None:
    here = room(SPEECH, "go on")
    here.speaker.holds = True
    with anyio.fail_after(5):
        heard = await here.listening().hear(released=here.microphone.ended)
    assert heard.text == "go on"


async def until(condition: Callable[[], bool]) -> None:
    with anyio.fail_after(5):
        while not condition():
            await anyio.lowlevel.checkpoint()
