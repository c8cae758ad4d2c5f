"""A filter of system calls that makes no Unix sockets: what shares this machine's network reaches
by them, whatever files it sees, the screen and the buses that listen under an abstract name."""

from __future__ import annotations

import errno
import struct
from collections.abc import Mapping
from types import MappingProxyType

#: By machine: how the kernel names its calls (audit.h), and the numbers of socket and socketpair.
_MACHINES: Mapping[str, tuple[int, int, int]] = MappingProxyType({
    "x86_64": (0xC000003E, 41, 53), "aarch64": (0xC00000B7, 198, 199),
})  # fmt: skip
_IO_URING_SETUP = 425
_OTHER_CALLS = 0x40000000  # those of x32 begin here
_UNIX, _DATAGRAM, _KIND = 1, 2, 0xF
_LOAD, _EQUAL, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_MACHINE_AT, _CALL_AT, _FIRST_AT, _SECOND_AT = 4, 0, 16, 24
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000 | errno.EACCES


def program(machine: str) -> bytes:
    """The filter as the kernel takes it (sock_filter), or nothing for a machine it is not made for.

    A pair of connected streams may be made; one of datagrams could send to any name.
    """
    if machine not in _MACHINES:
        return b""
    name, socket, pair = _MACHINES[machine]
    steps = [
        (_LOAD, 0, 0, _MACHINE_AT),
        (_EQUAL, 0, 11, name),
        (_LOAD, 0, 0, _CALL_AT),
        (_AT_LEAST, 9, 0, _OTHER_CALLS),
        (_EQUAL, 8, 0, _IO_URING_SETUP),
        (_EQUAL, 4, 0, socket),
        (_EQUAL, 0, 5, pair),
        (_LOAD, 0, 0, _SECOND_AT),
        (_AND, 0, 0, _KIND),
        (_EQUAL, 3, 2, _DATAGRAM),
        (_LOAD, 0, 0, _FIRST_AT),
        (_EQUAL, 1, 0, _UNIX),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _FAIL),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
