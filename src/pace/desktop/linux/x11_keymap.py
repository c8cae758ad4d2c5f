"""Which key types which character: pure functions over the keyboard map of the X server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from pace.desktop.linux.x11_xkb import Map, groups_of

SHIFT_BIT = 1
LEVEL3 = 0xFE03
NUM_LOCK = 0xFF7F
RETURN, TAB = 0xFF0D, 0xFF09

#: The symbols of the named keys; a key that is a character stands for itself.
NAMED: Mapping[str, int] = MappingProxyType({
    "return": RETURN, "tab": TAB, "space": 0x20, "backspace": 0xFF08, "forwarddelete": 0xFFFF,
    "escape": 0xFF1B, "left": 0xFF51, "up": 0xFF52, "right": 0xFF53, "down": 0xFF54,
    "home": 0xFF50, "end": 0xFF57, "pageup": 0xFF55, "pagedown": 0xFF56,
    **{f"f{number}": 0xFFBD + number for number in range(1, 13)},
})  # fmt: skip

#: Left and right key of each modifier.
MODIFIER_SYMBOLS: Mapping[str, tuple[int, ...]] = MappingProxyType({
    "ctrl": (0xFFE3, 0xFFE4), "alt": (0xFFE9, 0xFFEA), "shift": (0xFFE1, 0xFFE2),
    "super": (0xFFEB, 0xFFEC),
})  # fmt: skip

#: Keysym blocks laid out like an 8-bit character set (X11 protocol, appendix A): block, set,
#: first and last low byte for which both agree.
_BLOCKS = (
    (0x01, "iso8859-2", 0xA1, 0xFE), (0x02, "iso8859-3", 0xA1, 0xFE),
    (0x03, "iso8859-4", 0xA2, 0xFE), (0x05, "iso8859-6", 0xC1, 0xF2),
    (0x06, "koi8-r", 0xC0, 0xFF), (0x07, "iso8859-7", 0xC1, 0xF1),
    (0x07, "iso8859-7", 0xF4, 0xF9), (0x0C, "iso8859-8", 0xE0, 0xFA),
    (0x0D, "tis-620", 0xA1, 0xF9),
)  # fmt: skip

_SINGLES: Mapping[int, str] = MappingProxyType({
    RETURN: "\n", TAB: "\t", 0x07F2: "σ", 0x07F3: "ς", 0x13BC: "Œ", 0x13BD: "œ", 0x13BE: "Ÿ",
    0x20AC: "€", 0x0AA9: "—", 0x0AAA: "–", 0x0AAE: "…", 0x0AD0: "‘", 0x0AD1: "’", 0x0AD2: "“",
    0x0AD3: "”", 0x0AFD: "‚", 0x0AFE: "„",
})  # fmt: skip

#: Keys of the keypad: what they give depends on Num Lock, so text does not use them.
_KEYPAD = range(0xFF80, 0xFFBE)
#: Keycodes above it are not on every keyboard; some programs look at the code.
_MAIN_BLOCK = 94


@dataclass(frozen=True, slots=True)
class Stroke:
    """One key, with the level modifiers that make it give a symbol."""

    code: int
    shift: bool = False
    level3: bool = False


@dataclass(frozen=True)
class Keymap:
    """A keyboard's keys and, for each of the eight modifiers, the codes of the keys that are it."""

    map: Map
    modifiers: tuple[tuple[int, ...], ...]

    @cached_property
    def _plain(self) -> dict[int, list[int]]:
        """The keycodes of each symbol that needs no modifier, lowest first."""
        found: dict[int, list[int]] = {}
        for code, row in enumerate(self.map.rows, self.map.first):
            for _, levels in groups_of(row)[:1]:
                found.setdefault(levels[0], []).append(code)
        return found

    def code_of(self, *symbols: int) -> int:
        """The keycode that gives the first of the symbols without modifiers, 0 when none does."""
        return next((self._plain[symbol][0] for symbol in symbols if symbol in self._plain), 0)

    def codes_of(self, *symbols: int) -> frozenset[int]:
        """Every keycode that gives one of the symbols without modifiers."""
        return frozenset(code for symbol in symbols for code in self._plain.get(symbol, ()))

    def modifier_bit(self, symbol: int) -> int:
        """The mask bit of the modifier whose key carries `symbol`, 0 when there is none."""
        codes = self.codes_of(symbol)
        for bit, keys in enumerate(self.modifiers):
            if codes.intersection(keys):
                return 1 << bit
        return 0

    def spare(self) -> tuple[int, ...]:
        """Keycodes without any symbol. The lowest is left out: to programs it means "no key"."""
        used = {code for keys in self.modifiers for code in keys}
        return tuple(
            code
            for code, row in enumerate(self.map.rows, self.map.first)
            if not any(row[8:]) and code not in used and code > self.map.first
        )

    def strokes(self, group: int) -> dict[str, Stroke]:
        """How each character of layout `group` is typed, if with Shift and AltGr at most."""
        found: dict[str, tuple[tuple[bool, int, int], Stroke]] = {}
        shift, level3 = SHIFT_BIT, self.modifier_bit(LEVEL3)
        for code, row in enumerate(self.map.rows, self.map.first):
            number, symbols = _layout(row, group)
            if not symbols or symbols[0] in _KEYPAD:
                continue
            for level, symbol in enumerate(symbols):
                character = character_of(symbol)
                masks = self.map.types[number].masks_of(level) if character else []
                mask = next((mask for mask in masks if not mask & ~(shift | level3)), None)
                if character is None or mask is None:
                    continue
                order = (code > _MAIN_BLOCK, mask.bit_count(), code)
                if character not in found or order < found[character][0]:
                    found[character] = order, Stroke(code, bool(mask & shift), bool(mask & level3))
        return {character: stroke for character, (_, stroke) in found.items()}


def _layout(row: bytes, group: int) -> tuple[int, tuple[int, ...]]:
    """The type and the symbols of a key in a layout; it may have fewer layouts than others."""
    groups = groups_of(row)
    if not groups:
        return 0, ()
    if group < len(groups):
        return groups[group]
    action = row[4] & 0xC0  # 0x40: the last one, 0x80: a named one, else counted from the start
    if action == 0x40:
        return groups[-1]
    if action == 0x80:
        return groups[min(row[4] >> 4 & 3, len(groups) - 1)]
    return groups[group % len(groups)]


def character_of(symbol: int) -> str | None:
    """The character a keysym stands for; None for a key that is no character, as a dead one."""
    if symbol in _SINGLES:
        return _SINGLES[symbol]
    if 0x20 <= symbol <= 0x7E or 0xA0 <= symbol <= 0xFF:
        return chr(symbol)
    if 0x1000100 <= symbol <= 0x110FFFF:
        return chr(symbol - 0x1000000)
    block, low = symbol >> 8, symbol & 0xFF
    for number, charset, first, last in _BLOCKS:
        if block == number and first <= low <= last:
            return bytes([low]).decode(charset, errors="ignore") or None
    return None


def symbol_of(character: str) -> int:
    """The keysym to put on a spare key for a character."""
    code = ord(character)
    return {"\n": RETURN, "\t": TAB}.get(character, code if code < 0x100 else 0x1000000 | code)


def place(
    wanted: Iterable[str], placed: Mapping[str, int], spare: Sequence[int]
) -> tuple[dict[str, int], bool]:
    """Put characters on spare keycodes: those to add, and whether a used keycode was needed.

    `placed` is in order of last use, oldest first; a keycode still wanted is never taken.
    """
    wanted = list(dict.fromkeys(wanted))
    free = [code for code in spare if code not in placed.values()]
    old = [code for character, code in placed.items() if character not in wanted]
    missing = [character for character in wanted if character not in placed]
    added = dict(zip(missing, free + old, strict=False))
    return added, len(missing) > len(free)
