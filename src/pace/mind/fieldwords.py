"""Where the name of a field ends and the text begins: "in the comment field: please call me"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pace.mind.describing import described
from pace.mind.family import Match
from pace.mind.grounding import Lack, Missing, Target, Want, ground
from pace.mind.normalise import Word, framed
from pace.mind.scene import Scene

#: Words in a field's name at most.
_LONGEST = 6
_COLON = frozenset(":")
_PAUSE = frozenset(":,;\n—–-…")
_INTO = (("into",), ("in", "to"), ("inside",))
_ARTICLES = frozenset({"the", "my", "this", "that", "our", "your"})
#: After one of these a name goes on, so what stands before is no field by itself.
_GOES_ON = frozenset(
    "of is are was were has have had and or that which who for to from on at in with by".split()
)
#: A name does not end in one of these.
_NEVER_LAST = _GOES_ON | {"the", "a", "an", "my", "your", "our", "this", "it", "i", "you", "not"}
#: What fields are usually called.
USUAL = frozenset(
    "name title subject email mail address city town country state street zip postcode code phone "
    "number date description body message comment note notes company organization username "
    "amount quantity price cost width height size font url link label caption headline heading "
    "to cc bcc recipient search query age birthday department reason location first last "
    "nickname bio summary author category tag tags keyword keywords color input value".split()
)
_PLACES_FOR_TEXT = frozenset({"document", "editor", "form", "prompt", "terminal", "subject"})


@dataclass(frozen=True, slots=True)
class Named:
    """The words of the field; `doubtful` when all of it may be text just as well."""

    field: tuple[str, ...]
    doubtful: bool = False


#: Said for something else: never what is to stand in a field.
_PRONOUNS = frozenset({"it", "this", "that", "them", "these", "those"})


def stands_for(match: Match, slot: str) -> bool:
    """Whether the value is a word for something that was not said; in quotes it is itself."""
    words = framed(match.slots[slot]).core
    quoted = match.transcript[: words[0].start][-1:] in tuple("\"'“‘«")
    return len(words) == 1 and words[0].text in _PRONOUNS and not quoted


def names_field(words: tuple[str, ...]) -> bool:
    """Whether the words name a field whatever is on screen."""
    return _ends_in_field(words) or words[-1] in _PLACES_FOR_TEXT


def naming_a_field(match: Match, scene: Scene) -> Named | None:
    """The field that stands between the verb and the text, or None when all of it is text."""
    into, words = _behind_preposition(match)
    if not words:
        return None
    texts = tuple(word.text for word in words)
    if texts[0] not in _ARTICLES and not into and _COLON.isdisjoint("".join(_afters(words))):
        return None
    longest = min(_LONGEST, len(words))
    sizes = [size for size in range(longest, 0, -1) if texts[size - 1] not in _NEVER_LAST]
    for marks in (_COLON, _PAUSE):
        for size in sizes:
            if not marks.isdisjoint(words[size - 1].after) and _is_one(texts[:size], scene):
                return Named(texts[:size])
    for size in sizes:
        named = _unmarked(texts[:size], texts[size:], scene, into=into)
        if named is not None:
            return named
        if ":" in words[size - 1].after and texts[size - 1] in USUAL:
            return Named(texts[:size], doubtful=True)
    return None


def ends_in_a_field(text: Sequence[Word]) -> bool:
    """Whether text for the focus ends in "into the ... field", so that a field is meant."""
    words = tuple(word.text for word in text)
    for start in range(1, len(words) - 2):
        behind = words[start + 1 :] if words[start] in ("in", "into") else ()
        sure = words[start] == "into" or behind[-1:] == ("field",)
        if sure and behind[0] in _ARTICLES and len(behind) <= _LONGEST and _ends_in_field(behind):
            return True
    return False


def _behind_preposition(match: Match) -> tuple[bool, tuple[Word, ...]]:
    """Whether "into" was said, and the words that may begin with a field."""
    words = match.slots["text"]
    before = tuple(word.text for word in match.words if word.start < words[0].start)[1:]
    if not before and match.words[0] is not words[0]:
        return False, ()
    return before in _INTO, words if before in (("in",), *_INTO) else ()


def _afters(words: tuple[Word, ...]) -> list[str]:
    return [word.after for word in words[:_LONGEST]]


def _ends_in_field(words: tuple[str, ...]) -> bool:
    wanted = described(words)
    return bool(wanted.roles and "text_field" in wanted.roles and words[-1] != "entry"
                and wanted.role_word.split()[-1] == words[-1])  # fmt: skip


def _is_one(words: tuple[str, ...], scene: Scene) -> bool:
    """Set off from the text, the words of a field are enough, or its whole name on screen."""
    return _ends_in_field(words) or _on_screen(words, scene)


def _unmarked(
    words: tuple[str, ...], rest: tuple[str, ...], scene: Scene, *, into: bool
) -> Named | None:
    """Without a pause only a field on screen counts; it is asked where the text may go on."""
    by_kind, shown = _ends_in_field(words), _on_screen(words, scene)
    if not (by_kind or shown):
        return None
    if not rest:
        return Named(words)
    if rest[0] in _GOES_ON:
        return Named(words, doubtful=True) if by_kind and (shown or into) else None
    plain = shown and bool(described(words).name)
    return Named(words, doubtful=not plain)


def _on_screen(words: tuple[str, ...], scene: Scene) -> bool:
    """Whether a field, a password field or several are called just this."""
    if scene.moved_on:
        return False
    found = ground(words, scene.screen, Want.FILL)
    if isinstance(found, Missing):
        return found.lack in (Lack.PASSWORD, Lack.DISABLED)
    if isinstance(found, Target):
        return found.confidence >= 0.9 or (found.confidence >= 0.6 and _ends_in_field(words))
    return found.sure and _ends_in_field(words)
