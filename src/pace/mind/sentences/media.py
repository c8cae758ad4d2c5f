"""Playing, pausing and skipping what plays, and what it is."""

from __future__ import annotations

from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.meaning import act, always, call, out_of_scope
from pace.mind.scene import Scene

_IT = (
    "(music|tunes|tune|song|track|video|playback|audio|podcast|radio|player|album|playlist|movie"
    "|film)"
)


def _named_music(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    words = match.texts("what")
    if _GAMES.isdisjoint(words):
        return out_of_scope(
            "I cannot choose what plays; I can play, pause and skip what your player has.",
            worth=0.3,
        )
    return None


def _toggle(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    if len(match.words) == 1:
        return None
    return act(call("music", command="play_pause"), reason="media")


_GAMES = frozenset({"chess", "game", "games", "cards", "poker", "football", "along", "dead"})

FAMILIES = (
    Family(
        "play",
        (f"(play|start|resume|continue|unpause) [(the|my|some|this|that)] {_IT}",
         "(play|resume|unpause)",
         "start playing", "play (it|that|this)", "(continue|keep) playing [(the|my|some)] [music]",
         "put [on] [some] (music|tunes) [on]", "resume (playback|it)"),
        always(act(call("music", command="play"), reason="media")),
        examples=("play music", "resume the song", "play", "put on some music", "start playing"),
        never=("play jazz", "play pause", "what is a playlist", "play chess with me",
               "how do I play music"),
    ),
    Family(
        "pause",
        (f"(pause|stop|halt|hold) [(the|my|this|that)] {_IT}", "pause [(it|this|that|everything)]",
         "stop playing [(the|my)] [music]", "stop playback"),
        always(act(call("music", command="pause"), reason="media")),
        examples=("pause", "pause the video", "stop the music", "stop playing"),
        never=("stop", "stop the timer", "stop talking", "pause for thought"),
    ),
    Family(
        "play or pause",
        (f"(toggle|play or pause|play pause|play/pause) [(the|my)] [{_IT}]",),
        _toggle,
        examples=("toggle music", "play or pause the music", "play pause"),
        never=("play", "pause", "toggle", "toggle dark mode"),
    ),
    Family(
        "next track",
        (f"(next|skip) [(this|the|to the next|that)] {_IT}", "skip [(it|this|that|ahead)]",
         f"(go to|play|skip to) the next {_IT}", f"{_IT} next", "next one please",
         "play the next one",
         "next track"),
        always(act(call("music", command="next"), reason="media")),
        examples=("next song", "skip this track", "play the next song", "skip"),
        never=("next tab", "next", "next page", "skip the intro"),
    ),
    Family(
        "previous track",
        (f"(previous|last) {_IT}", f"(go back to|play|go to) the (previous|last) {_IT}",
         f"go back (a|one) {_IT}", f"{_IT} previous", "play the previous one"),
        always(act(call("music", command="previous"), reason="media")),
        examples=("previous song", "play the last track", "go back one song"),
        never=("previous tab", "last row", "go back"),
    ),
    Family(
        "now playing",
        ("what is [(currently|now)] playing [(now|right now|at the moment)]", "now playing",
         "what (song|track|music|tune|podcast) is (this|that|it|playing|on) [(now|playing)]",
         "who is [this] (singing|playing|the artist|this by)", "who (sings|plays) (this|it)",
         "which (song|track) is (this|playing)",
         "what am i listening to", "what is (this|that) (song|track|tune)",
         "what is the (song|track|music) [called]", "name [of] (this|that) (song|tune)"),
        always(act(call("music", command="now_playing"), reason="media")),
        examples=("what's playing", "what song is this", "now playing", "what am I listening to",
                  "tell me what's playing right now"),
        never=("play music", "what is a song", "what is happening"),
        moods=EITHER,
    ),
    Family(
        "play something named",
        ("play [(me|some|the)] {what}", "put on {what}"),
        _named_music,
        examples=("play jazz", "play the new album by Björk", "put on some Mozart"),
        never=("play", "play music", "play chess with me", "what do you play"),
    ),
)  # fmt: skip
