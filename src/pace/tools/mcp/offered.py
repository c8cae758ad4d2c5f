"""What a server offers, sorted into tools Pace will use and sentences about the rest."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from pace.core.error import Invalid
from pace.core.tool import canonical
from pace.tools.mcp.checking import check_schema
from pace.tools.mcp.cleaning import dirty, line

#: The longest description, in characters, and the most tools of one server.
LONGEST, MOST = 4_000, 200
_NAME = re.compile(r"[A-Za-z0-9_./-]{1,128}")


@dataclass(frozen=True, slots=True)
class Offered:
    """One tool of a server, as the server describes it. Its own claims of harmlessness are not
    kept: nothing here reads them."""

    name: str
    description: str = ""
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "object"})

    @property
    def digest(self) -> str:
        """Changes when its description or its arguments do."""
        what = [self.name, self.description, self.schema]
        return sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()

    def plain(self) -> dict[str, Any]:
        return {"description": self.description, "schema": dict(self.schema)}


@dataclass(frozen=True, slots=True)
class Offer:
    """The tools of a server by name, and a sentence for each that was left out."""

    tools: Mapping[str, Offered] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

    def find(self, name: str) -> Offered | None:
        """By the exact name, else by the one it compares as."""
        if name in self.tools:
            return self.tools[name]
        same = [one for key, one in self.tools.items() if canonical(key) == canonical(name)]
        return same[0] if len(same) == 1 else None


def vetted(server: str, listed: Sequence[Any], *, checked: bool = False) -> Offer:
    """Sort what `tools/list` gave, plain JSON values. `checked` ones have a schema that was
    looked at before."""
    tools: dict[str, Offered] = {}
    problems: list[str] = []
    taken: dict[str, str] = {}
    for number, one in enumerate(listed):
        if number == MOST:
            problems.append(f"{server} offers more than {MOST} tools; I left the rest out.")
            break
        name = one.get("name") if isinstance(one, Mapping) else None
        shown = line(name, 60) if isinstance(name, str) and name.strip() else f"no. {number + 1}"
        try:
            offered = _offered(one, checked)
        except Invalid as problem:
            problems.append(f"I left the tool {shown} of {server} out: {problem}.")
            continue
        if taken.setdefault(canonical(offered.name), offered.name) in tools:
            problems.append(f"I left the tool {shown} of {server} out: its name is taken.")
            continue
        tools[offered.name] = offered
    return Offer(tools, tuple(problems))


def _offered(one: Any, checked: bool) -> Offered:
    if not isinstance(one, Mapping):
        raise Invalid("it is described by no object")
    name = one.get("name")
    if not isinstance(name, str) or not name.strip():
        raise Invalid("it has no name")
    if not _NAME.fullmatch(name):
        raise Invalid("its name has characters that a name cannot have")
    about = one.get("description", "")
    if not isinstance(about, str | None):
        raise Invalid("its description is no text")
    about = about or ""
    if len(about) > LONGEST:
        raise Invalid(f"its description has more than {LONGEST} characters")
    if dirty(about):
        raise Invalid("its description has control characters or invisible ones")
    schema = one.get("inputSchema")
    if not checked:
        check_schema(schema)
    if not isinstance(schema, Mapping):
        raise Invalid("its arguments are not described as an object")
    return Offered(name, about.strip(), schema)


def changes(before: Offered | None, now: Offered) -> str:
    """What is different, in words for the person who allowed it before."""
    if before is None:
        return f"it is new there; it says of itself: “{line(now.description, 200) or 'nothing'}”"
    said: list[str] = []
    if before.description != now.description:
        start = next(
            (i for i, (a, b) in enumerate(zip(before.description, now.description, strict=False))
             if a != b), min(len(before.description), len(now.description)),
        )  # fmt: skip
        from_ = max(0, start - 30)
        said.append(
            f"it said of itself “{line(before.description[from_:], 120)}”"
            f" and now says “{line(now.description[from_:], 120)}”"
        )
    if before.schema != now.schema:
        old, new = _arguments(before), _arguments(now)
        added = ", ".join(line(key, 40) for key in new if key not in old)
        gone = ", ".join(line(key, 40) for key in old if key not in new)
        parts = [f"new: {added}"] * bool(added) + [f"gone: {gone}"] * bool(gone)
        said.append(f"its arguments changed ({'; '.join(parts) or 'their description'})")
    return " and ".join(said) or "the program behind it is another one"


def _arguments(tool: Offered) -> Sequence[str]:
    properties = tool.schema.get("properties")
    return sorted(properties)[:50] if isinstance(properties, Mapping) else ()
