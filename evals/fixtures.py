"""The line-by-line format of the public HeyPace/pace evaluation data (MIT), which is not here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pace.core.error import Invalid, Unavailable

WHERE = (
    "It is the folder of that name in the public repository HeyPace/pace on GitHub (MIT licence);"
    " give the folder it lies in with --data DIR or PACE_EVAL_DATA."
)


@dataclass(frozen=True, slots=True)
class Fixture:
    """One file: what was said, what is on screen, and what is expected, by the file's keys."""

    name: str
    line: dict[str, Any]
    expected: dict[str, list[str]]

    def one(self, key: str) -> str | None:
        return self.expected[key][0] if key in self.expected else None

    def ids(self, kind: str) -> set[int] | None:
        """The elements that may be pressed (CLICK) or shown (POINT); -1 is none at all."""
        one, several = self.one(f"EXPECT_{kind}_ID"), self.one(f"EXPECT_{kind}_ID_ONE_OF")
        given = one or several
        return None if given is None else {int(word) for word in given.split(",")}


def fixtures(data: Path | None, folder: str) -> list[Fixture]:
    """All fixtures of a folder. Raises Unavailable when it is not here."""
    paths = sorted((data / folder).glob("*.txt")) if data is not None else []
    if not paths:
        raise Unavailable(f"The data of {folder} is not here.", fix=WHERE)
    return [parsed(path.stem, path.read_text()) for path in paths]


def parsed(name: str, text: str) -> Fixture:
    """A fixture from its text. Raises Invalid."""
    elements: list[dict[str, Any]] = []
    expected: dict[str, list[str]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        key, colon, value = line.partition(":")
        if not colon:
            raise Invalid(f"{name}: no key in the line “{line}”.")
        if key == "ELEMENT":
            elements.append(_element(value.strip()))
        elif not key.startswith("#"):
            expected.setdefault(key, []).append(value.strip())
    words = expected.get("USER", [""])[0].replace("\\n", "\n")
    line_ = {"id": name, "transcript": words, "elements": elements}
    return Fixture(name, line_, expected)


def _element(value: str) -> dict[str, Any]:
    number, _, rest = value.removeprefix("[").partition("]")
    role, place, label, text = (*rest.strip().split("|"), "", "", "")[:4]
    x, _, y = place.partition(",")
    return {
        "id": int(number), "role": role, "x": int(x), "y": int(y), "label": label, "text": text,
    }  # fmt: skip


def complaint(fixture: Fixture, spoken: str) -> str:
    """What of the expected words is not as it should be; letters compare without case."""
    said = spoken.lower()
    problems = [
        f"does not say “{word}”"
        for word in fixture.expected.get("SPOKEN_MUST_CONTAIN", ())
        if word.lower() not in said
    ]
    problems += [
        f"says “{word}”"
        for words in fixture.expected.get("SPOKEN_MUST_NOT_CONTAIN", ())
        for word in words.split(",")
        if word.strip().lower() in said
    ]
    most = fixture.one("SPOKEN_MAX_WORDS")
    if most is not None and len(spoken.split()) > int(most):
        problems.append(f"says more than {most} words")
    return ", ".join(problems)
