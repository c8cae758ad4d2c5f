"""Keys of one X connection: what a character needs, and the XTEST requests that press it.

Everything here runs in the connection's worker thread. What presses a key and what releases it
leave as one batch, so no key stays down whatever happens to the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from pace.core.error import Unavailable
from pace.desktop.linux import x11_xkb as xkb
from pace.desktop.linux.x11_keymap import (
    LEVEL3,
    MODIFIER_SYMBOLS,
    NAMED,
    NUM_LOCK,
    Keymap,
    Stroke,
    place,
    symbol_of,
)
from pace.desktop.ports import Chord

#: How long the key of a chord is down (spec 6.6); the server keeps the time.
HOLD_MS = 15


@dataclass
class Changes:
    """What Pace changed on the keyboard and puts back.

    `placed` is which characters lie on which spare keycode, the least recently used first;
    `locked` and `latched` are modifiers (Caps Lock, sticky keys) that were on.
    """

    placed: dict[str, int]
    locked: int = 0
    latched: int = 0

    def __bool__(self) -> bool:
        return bool(self.placed or self.locked or self.latched)


class Need(Enum):
    """What has to happen to the keyboard map before characters can be typed."""

    NOTHING = "nothing"
    PLACE = "place"
    RECYCLE = "recycle"  # give a keycode a second meaning


class Keys:
    """The keyboard of one connection. `changes` may come from a connection that was lost."""

    def __init__(self, display: Any, changes: Changes | None = None) -> None:
        if not display.has_extension("XTEST"):
            raise Unavailable(
                "The X server has no XTEST extension, so nothing was typed; start it with"
                " +extension XTEST."
            )
        self.display = display
        self.changes = changes or Changes({})
        self._xkb = xkb.use(display)
        self._device = xtest_keyboard(display)
        self._seen = xkb.Map(0, (), ())
        self._ours: frozenset[int] = frozenset()
        self._keymap = Keymap(self._seen, ())
        self._strokes: dict[int, dict[str, Stroke]] = {}
        self.look()

    def look(self) -> None:
        """Read the keyboard map, as it would be without what Pace placed on it."""
        now, ours = self._read(self._seen), frozenset(self.changes.placed.values())
        if now is self._seen and ours == self._ours:
            return
        self._seen, self._ours = now, ours
        rows = tuple(
            xkb.NO_SYMBOLS if code in ours else row for code, row in enumerate(now.rows, now.first)
        )
        modifiers = tuple(
            tuple(code for code in keys if code) for keys in self.display.get_modifier_mapping()
        )
        keymap = Keymap(replace(now, rows=rows), modifiers)
        if keymap != self._keymap:
            self._keymap, self._strokes = keymap, {}

    def known(self) -> Mapping[str, Stroke]:
        """The characters that need no spare keycode in the layout of this moment."""
        return self._of_group(xkb.state(self.display, self._xkb).group)

    def need(self, characters: Iterable[str]) -> Need:
        """What `put` would have to do for these characters."""
        foreign = self._foreign(characters)
        if all(character in self.changes.placed for character in foreign):
            return Need.NOTHING
        recycle = place(foreign, self.changes.placed, self._keymap.spare())[1]
        return Need.RECYCLE if recycle else Need.PLACE

    def put(self, characters: Iterable[str]) -> bool:
        """Place the characters that the layout lacks; True when that changed the map.

        Raises Unavailable when the layout leaves no key free for them.
        """
        placed, foreign = self.changes.placed, self._foreign(characters)
        added, _ = place(foreign, placed, self._keymap.spare())
        for character in foreign:
            if character not in placed and character not in added:
                raise Unavailable(
                    f"Your keyboard layout has no “{character}” and no free key for it, so it was"
                    " not typed; switch to a layout that has it."
                )
        for character in [c for c, code in placed.items() if code in added.values()]:
            del placed[character]
        for character in foreign:  # moves those in use to the end
            placed[character] = added.get(character) or placed.pop(character)
        self._write({code: xkb.key_row(symbol_of(c)) for c, code in added.items()})
        return bool(added)

    def focus(self) -> int:
        """The window that keys go to."""
        found = self.display.get_input_focus().focus
        return int(getattr(found, "id", found))

    def type(self, chunk: str, window: int) -> bool:
        """Press and release the key of each character.

        False, and nothing is sent, while somebody holds a modifier, or when the layout has changed
        or keys no longer go to `window`. Nobody else is served meanwhile, so no window can take the
        focus in the middle: the rest would go there.
        """
        self.display.grab_server()
        try:
            state = xkb.state(self.display, self._xkb)
            known, placed = self._of_group(state.group), self.changes.placed
            if state.base or any(c not in known and c not in placed for c in chunk):
                return False
            if self.focus() != window:
                return False
            self._clear_locks(state)
            for character in chunk:
                self._stroke(known.get(character) or Stroke(placed[character]))
            return True
        finally:
            self.display.ungrab_server()
            self.display.sync()

    def press(self, chord: Chord) -> bool:
        """Hold the modifiers, press the key for `HOLD_MS` and release all. False as for `type`."""
        state = xkb.state(self.display, self._xkb)
        stroke = self._stroke_of(chord.key, state.group)
        if state.base or stroke is None:
            return False
        self._clear_locks(state)
        self._stroke(stroke, [self._code(*MODIFIER_SYMBOLS[m]) for m in chord.modifiers], HOLD_MS)
        self.display.sync()
        return True

    def missing_for(self, chord: Chord) -> str:
        """The chord's key if it must be placed first, else ""."""
        group = xkb.state(self.display, self._xkb).group
        return "" if self._stroke_of(chord.key, group) else chord.key

    def put_back(self) -> None:
        """Make the placed keycodes spare again and switch the cleared locks on again."""
        changes, self.changes = self.changes, Changes({})
        now = self._read()
        self._write({
            code: xkb.NO_SYMBOLS
            for character, code in changes.placed.items()
            if now.rows[code - now.first] == xkb.key_row(symbol_of(character))
        })  # fmt: skip
        if changes.locked or changes.latched:
            xkb.set_locks(
                self.display, self._xkb, mask=changes.locked, locks=changes.locked,
                latch_mask=changes.latched, latches=changes.latched,
            )  # fmt: skip
        self.display.sync()

    def _read(self, known: xkb.Map | None = None) -> xkb.Map:
        return xkb.read_map(self.display, self._xkb, self._device, known)

    def _write(self, changed: Mapping[int, bytes]) -> None:
        """Change keys in one step: each step makes every program read the map again.

        The keys in between are written as they are. Raises Unavailable when it had no effect.
        """
        if not changed:
            return
        now = self._read()
        codes = range(min(changed), max(changed) + 1)
        rows = [changed.get(code, now.rows[code - now.first]) for code in codes]
        xkb.write_rows(self.display, self._xkb, self._device, codes[0], rows)
        then = self._read()
        if any(then.rows[code - then.first] != row for code, row in changed.items()):
            raise Unavailable(
                "The X server did not take the characters that your keyboard lacks, so they were"
                " not typed; switch to a layout that has them."
            )

    def _of_group(self, group: int) -> dict[str, Stroke]:
        if group not in self._strokes:
            self._strokes[group] = self._keymap.strokes(group)
        return self._strokes[group]

    def _foreign(self, characters: Iterable[str]) -> list[str]:
        known = self.known()
        return [c for c in dict.fromkeys(characters) if c not in known]

    def _stroke_of(self, key: str, group: int) -> Stroke | None:
        """How to press a named key; a letter of another layout is where that layout has it."""
        if key in NAMED:
            code = self._code(NAMED[key])
            return Stroke(code)
        found = self._of_group(group).get(key) or self._of_group(0).get(key)
        placed = self.changes.placed.get(key)
        return found or (Stroke(placed) if placed else None)

    def _code(self, *symbols: int) -> int:
        code = self._keymap.code_of(*symbols)
        if not code:
            raise Unavailable(
                "Your keyboard map lacks a key of that chord, so nothing was pressed; look at your"
                " keyboard settings."
            )
        return code

    def _clear_locks(self, state: xkb.State) -> None:
        """Switch off Caps Lock and the like, which change what a key gives. Num Lock may stay."""
        locked = state.locked & ~self._keymap.modifier_bit(NUM_LOCK)
        if locked or state.latched:
            self.changes.locked |= locked
            self.changes.latched |= state.latched
            xkb.set_locks(
                self.display, self._xkb, mask=locked, locks=0, latch_mask=state.latched, latches=0
            )

    def _stroke(self, stroke: Stroke, modifiers: Iterable[int] = (), hold_ms: int = 0) -> None:
        from Xlib import X

        down = list(modifiers)
        if stroke.level3:
            down.append(self._code(LEVEL3))
        if stroke.shift and not set(down) & self._keymap.codes_of(*MODIFIER_SYMBOLS["shift"]):
            down.append(self._code(*MODIFIER_SYMBOLS["shift"]))
        fake = self.display.xtest_fake_input
        for code in (*down, stroke.code):
            fake(X.KeyPress, code)
        fake(X.KeyRelease, stroke.code, hold_ms)
        for code in reversed(down):
            fake(X.KeyRelease, code)


def xtest_keyboard(display: Any) -> int:
    """The device whose keys XTEST presses; its map counts when it does."""
    from Xlib.ext import xinput

    if display.has_extension(xinput.extname):
        for device in display.xinput_query_device(xinput.AllDevices).devices:
            if device.use == xinput.SlaveKeyboard and "XTEST" in str(device.name):
                return int(device.deviceid)
    return xkb.CORE_KEYBOARD
