"""The sentence language: templates become patterns over folded words.

    open [the] (app|application) {app}

Words stand for themselves, `[...]` may be missing, `(a|b)` is a choice, `{slot}` takes words and
`{slot:kind}` takes words of a kind (`number`, `one`, `words`, `rest`). A list given with the
family makes `{direction}` a choice among its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

#: What each kind of slot may take. Words are separated by single spaces.
KINDS: Mapping[str, str] = {
    "words": r"\S+(?: \S+)*?",
    "rest": r"\S+(?: \S+)*",
    "number": r"\d+(?:\.\d+)?|one",
    "one": r"\S+",
}
_TOKEN = re.compile(r"\{(\w+)(?::(\w+))?\}|([\[\](|)])|([^\s\[\](|){}]+)")

Lists = Mapping[str, Mapping[str, str]]


class BadTemplate(ValueError):
    """A template that cannot be read; raised when families are gathered, never in a turn."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A part of a template: its pattern, and the words it can begin with (None: any word)."""

    pattern: str
    first: frozenset[str] | None
    optional: bool = False


@dataclass(frozen=True)
class Template:
    """One compiled sentence. `first` are the words it can begin with, None for any."""

    source: str
    expression: str
    first: frozenset[str] | None

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.expression)

    def match(self, text: str) -> re.Match[str] | None:
        """Match folded words joined by single spaces, whole."""
        return self.pattern.fullmatch(text)


def compile_template(source: str, lists: Lists) -> Template:
    """Raises BadTemplate."""
    tokens = _TOKEN.findall(source)
    node, index = _choice(tokens, 0, lists, source)
    if index != len(tokens):
        raise BadTemplate(f"unbalanced brackets: {source}")
    if node.optional:
        raise BadTemplate(f"matches nothing at all: {source}")
    # Every word carries its leading space; the text is matched with one space put in front.
    return Template(source, node.pattern, node.first)


_Tokens = list[tuple[str, str, str, str]]


def _choice(tokens: _Tokens, index: int, lists: Lists, source: str) -> tuple[_Node, int]:
    branches: list[_Node] = []
    while True:
        branch, index = _sequence(tokens, index, lists, source)
        branches.append(branch)
        if index < len(tokens) and tokens[index][2] == "|":
            index += 1
            continue
        break
    if len(branches) == 1:
        return branches[0], index
    pattern = f"(?:{'|'.join(branch.pattern for branch in branches)})"
    return _Node(pattern, _union(branches), any(b.optional for b in branches)), index


def _sequence(tokens: _Tokens, index: int, lists: Lists, source: str) -> tuple[_Node, int]:
    nodes: list[_Node] = []
    while index < len(tokens) and tokens[index][2] not in ("|", ")", "]"):
        slot, kind, bracket, word = tokens[index]
        if bracket in ("(", "["):
            inner, index = _choice(tokens, index + 1, lists, source)
            if index >= len(tokens) or tokens[index][2] != {"(": ")", "[": "]"}[bracket]:
                raise BadTemplate(f"unbalanced brackets: {source}")
            if bracket == "[":
                inner = _Node(f"(?:{inner.pattern})?", inner.first, optional=True)
            nodes.append(inner)
        elif slot:
            nodes.append(_slot(slot, kind, lists, source))
        else:
            nodes.append(_Node(f" {re.escape(word)}", frozenset({word})))
        index += 1
    return _together(nodes), index


def _slot(name: str, kind: str, lists: Lists, source: str) -> _Node:
    if not kind and name in lists:
        entries = sorted(lists[name], key=len, reverse=True)
        choice = "|".join(re.escape(entry) for entry in entries)
        return _Node(f" (?P<{name}>{choice})", frozenset(e.split()[0] for e in entries))
    if (kind or "words") not in KINDS:
        raise BadTemplate(f"no kind of slot {kind}: {source}")
    return _Node(f" (?P<{name}>{KINDS[kind or 'words']})", None)


def _together(nodes: list[_Node]) -> _Node:
    first: frozenset[str] | None = frozenset()
    for node in nodes:
        first = None if first is None or node.first is None else first | node.first
        if not node.optional:
            break
    pattern = "".join(node.pattern for node in nodes)
    return _Node(pattern, first, all(node.optional for node in nodes))


def _union(nodes: Iterable[_Node]) -> frozenset[str] | None:
    union: frozenset[str] = frozenset()
    for node in nodes:
        if node.first is None:
            return None
        union |= node.first
    return union
