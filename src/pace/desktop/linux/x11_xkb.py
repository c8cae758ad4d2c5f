"""The requests of the X keyboard extension that typing needs; python-xlib has none of them.

Layouts: "The X Keyboard Extension: Protocol Specification", requests UseExtension (0), GetState
(4), LatchLockState (5), GetMap (8), SetMap (9). Everything runs in a connection's worker thread.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pace.core.error import Unavailable

EXTENSION = "XKEYBOARD"
CORE_KEYBOARD = 0x100
#: Parts of a map.
_TYPES, _SYMBOLS = 1, 2

#: A key without symbols, as GetMap and SetMap carry it.
NO_SYMBOLS = bytes(8)


@dataclass(frozen=True, slots=True)
class State:
    """Modifiers as bit masks: held (`base`), `latched` for one key, `locked`; and the layout."""

    base: int
    latched: int
    locked: int
    group: int


@dataclass(frozen=True, slots=True)
class KeyType:
    """Which modifiers, as bit masks, select the levels of a key: (mask, level) pairs."""

    levels: tuple[tuple[int, int], ...]

    def masks_of(self, level: int) -> list[int]:
        """The masks that give a level, the one with fewest modifiers first."""
        masks = [mask for mask, given in self.levels if given == level]
        if level == 0 and all(mask for mask, _ in self.levels):
            masks.append(0)
        return sorted(masks, key=int.bit_count)


@dataclass(frozen=True, slots=True)
class Map:
    """A keyboard map. `rows[0]` is the key with code `first`, in the form of `key_row`."""

    first: int
    rows: tuple[bytes, ...]
    types: tuple[KeyType, ...]
    data: bytes = field(default=b"", compare=False, repr=False)


def key_row(symbol: int) -> bytes:
    """A key that gives one symbol, whatever the modifiers (type 0 is ONE_LEVEL by definition)."""
    return struct.pack("=6BHI", 0, 0, 0, 0, 1, 1, 1, symbol)


def groups_of(row: bytes) -> list[tuple[int, tuple[int, ...]]]:
    """The layouts of a key: the number of its type and its symbols, level by level."""
    *types, groups, width, _ = struct.unpack_from("=6BH", row)
    symbols = struct.unpack_from(f"={(len(row) - 8) // 4}I", row, 8)
    return [
        (types[group], symbols[group * width : (group + 1) * width])
        for group in range(groups & 0xF)
    ]


@cache
def _requests() -> dict[str, Any]:
    """The request classes; Xlib is imported only when they are needed."""
    from Xlib.protocol import rq

    head = (rq.Card8("opcode"),)
    answer = (rq.ReplyCode(), rq.Card8("first"), rq.Card16("sequence_number"), rq.ReplyLength())

    class UseExtension(rq.ReplyRequest):  # type: ignore[misc]
        _request = rq.Struct(
            *head, rq.Opcode(0), rq.RequestLength(), rq.Card16("major"), rq.Card16("minor")
        )
        _reply = rq.Struct(*answer, rq.Card16("major"), rq.Card16("minor"), rq.Pad(20))

    class GetState(rq.ReplyRequest):  # type: ignore[misc]
        _request = rq.Struct(
            *head, rq.Opcode(4), rq.RequestLength(), rq.Card16("device"), rq.Pad(2)
        )
        _reply = rq.Struct(
            *answer,
            *(rq.Card8(name) for name in ("mods", "base", "latched", "locked", "group")),
            rq.Pad(19),
        )

    class LatchLockState(rq.Request):  # type: ignore[misc]
        _request = rq.Struct(
            *head, rq.Opcode(5), rq.RequestLength(), rq.Card16("device"),
            rq.Card8("affect_locks"), rq.Card8("locks"), rq.Pad(2),
            rq.Card8("affect_latches"), rq.Card8("latches"), rq.Pad(4),
        )  # fmt: skip

    class GetMap(rq.ReplyRequest):  # type: ignore[misc]
        _request = rq.Struct(
            *head, rq.Opcode(8), rq.RequestLength(), rq.Card16("device"),
            rq.Card16("full"), rq.Card16("partial"), rq.Pad(2),
            rq.Card8("first"), rq.Card8("count"), rq.Pad(14),
        )  # fmt: skip
        _reply = rq.Struct(
            *answer, rq.Pad(7), rq.Card8("types"), rq.Pad(1), rq.Card8("first_key"), rq.Pad(2),
            rq.Card8("keys"), rq.Pad(19), rq.Binary("data", pad=0),
        )  # fmt: skip

    class SetMap(rq.Request):  # type: ignore[misc]
        _request = rq.Struct(
            *head, rq.Opcode(9), rq.RequestLength(), rq.Card16("device"), rq.Card16("present"),
            rq.Pad(2), rq.Card8("lowest"), rq.Card8("highest"), rq.Pad(2),
            rq.Card8("first"), rq.Card8("count"), rq.Card16("symbols"), rq.Pad(18),
            rq.Binary("data", pad=0),
        )  # fmt: skip

    return {
        "use": UseExtension, "state": GetState, "lock": LatchLockState,
        "get": GetMap, "set": SetMap,
    }  # fmt: skip


def use(display: Any) -> int:
    """Announce the extension on a connection; the opcode for the functions below."""
    found = display.query_extension(EXTENSION)
    if found is None or not found.present:
        raise Unavailable(
            "The X server has no keyboard extension (XKB), so nothing was typed; start it without"
            " disabling XKEYBOARD."
        )
    opcode = int(found.major_opcode)
    _requests()["use"](display=display.display, opcode=opcode, major=1, minor=0)
    return opcode


def state(display: Any, opcode: int) -> State:
    """The keyboard's state now."""
    reply = _requests()["state"](display=display.display, opcode=opcode, device=CORE_KEYBOARD)
    return State(int(reply.base), int(reply.latched), int(reply.locked), int(reply.group))


def set_locks(
    display: Any, opcode: int, *, mask: int, locks: int, latch_mask: int = 0, latches: int = 0
) -> None:
    """Set the locked and latched modifiers within the masks; the layout stays."""
    _requests()["lock"](
        display=display.display, opcode=opcode, device=CORE_KEYBOARD,
        affect_locks=mask, locks=locks, affect_latches=latch_mask, latches=latches,
    )  # fmt: skip


def read_map(display: Any, opcode: int, device: int, known: Map | None = None) -> Map:
    """The whole map of a keyboard device; `known` itself if that is still how it is."""
    info = display.display.info
    first, last = int(info.min_keycode), int(info.max_keycode)
    reply = _requests()["get"](
        display=display.display, opcode=opcode, device=device, full=_TYPES | _SYMBOLS, partial=0,
        first=first, count=last - first + 1,
    )  # fmt: skip
    data = bytes(reply.data)
    if known is not None and known.data == data:
        return known
    types, at = _read_types(data, int(reply.types))
    return Map(int(reply.first_key), _read_rows(data, at, int(reply.keys)), types, data)


def write_rows(display: Any, opcode: int, device: int, first: int, rows: Sequence[bytes]) -> None:
    """Set the symbols of the keys from `first` on, in one step."""
    info = display.display.info
    _requests()["set"](
        display=display.display, opcode=opcode, device=device, present=_SYMBOLS,
        lowest=int(info.min_keycode), highest=int(info.max_keycode), first=first, count=len(rows),
        symbols=sum((len(row) - 8) // 4 for row in rows), data=b"".join(rows),
    )  # fmt: skip


def _read_types(data: bytes, count: int) -> tuple[tuple[KeyType, ...], int]:
    """The key types, and where what follows them begins."""
    found, at = [], 0
    for _ in range(count):
        entries, preserve = data[at + 5], data[at + 6]
        at += 8
        levels = [struct.unpack_from("=3B", data, at + 8 * entry) for entry in range(entries)]
        found.append(KeyType(tuple((mask, level) for active, mask, level in levels if active)))
        at += 8 * entries + (4 * entries if preserve else 0)
    return tuple(found), at


def _read_rows(data: bytes, at: int, count: int) -> tuple[bytes, ...]:
    rows = []
    for _ in range(count):
        end = at + 8 + 4 * struct.unpack_from("=H", data, at + 6)[0]
        rows.append(data[at:end])
        at = end
    return tuple(rows)
