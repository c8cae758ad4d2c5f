"""Which part of the sound is speech."""

from pace.voice.ear import AFTER_SECONDS, BEFORE_SECONDS, Ear
from pace.voice.vad import FRAME_BYTES, FRAME_SECONDS

SECOND = round(1 / FRAME_SECONDS)


class Scripted:
    """Gives the probabilities of a script: the first byte of a frame, of a hundred."""

    def probability(self, samples: bytes) -> float:
        return samples[0] / 100


def frames(likely: int, count: int) -> bytes:
    return (bytes([likely]) + bytes(FRAME_BYTES - 1)) * count


def ear() -> Ear:
    return Ear(Scripted())


def test_silence_gives_nothing() -> None:
    listening = ear()
    assert listening.hear(frames(10, 3 * SECOND)) == b""
    assert not listening.words_likely
    assert not listening.paused
    assert round(listening.silent_seconds) == 3


def test_one_loud_frame_is_not_speech() -> None:
    assert ear().hear(frames(0, 5) + frames(99, 1) + frames(0, 5)) == b""


def test_what_stood_before_the_first_sound_belongs_to_it() -> None:
    given = ear().hear(frames(0, SECOND) + frames(99, 10))
    before = len(given) // FRAME_BYTES - 10
    assert abs(before * FRAME_SECONDS - BEFORE_SECONDS) < 3 * FRAME_SECONDS


def test_silence_after_speech_is_cut_short_and_says_that_it_paused() -> None:
    listening = ear()
    listening.hear(frames(99, 10))
    assert not listening.paused
    after = listening.hear(frames(0, SECOND))
    assert listening.paused
    assert abs(len(after) // FRAME_BYTES * FRAME_SECONDS - AFTER_SECONDS) < 2 * FRAME_SECONDS


def test_a_quieter_frame_within_speech_does_not_end_it() -> None:
    listening = ear()
    spoken = frames(99, 5) + frames(40, 20) + frames(99, 5)
    assert listening.hear(spoken) == spoken


def test_speech_after_a_pause_is_heard_again() -> None:
    listening = ear()
    listening.hear(frames(99, 10) + frames(0, 2 * SECOND))
    given = listening.hear(frames(0, SECOND) + frames(99, 10))
    assert given.endswith(frames(99, 10))
    assert not listening.paused


def test_the_portions_do_not_matter() -> None:
    sound = frames(0, 20) + frames(99, 30) + frames(0, 20) + frames(99, 5)
    whole, pieces = ear(), ear()
    in_pieces = b"".join(pieces.hear(sound[at : at + 333]) for at in range(0, len(sound), 333))
    assert in_pieces == whole.hear(sound)
    assert pieces.speech_seconds == whole.speech_seconds


def test_a_click_is_too_short_for_a_word() -> None:
    listening = ear()
    listening.hear(frames(0, 5) + frames(99, 2) + frames(0, 20))
    assert not listening.words_likely
