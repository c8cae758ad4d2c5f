"""Messages on a pipe: four bytes of length, least first, and that many bytes."""

from __future__ import annotations

from anyio.streams.buffered import BufferedByteReceiveStream

LENGTH_BYTES = 4
#: A minute of sound as 32-bit samples, and some.
LONGEST = 1 << 23


def framed(message: bytes) -> bytes:
    """The message with its length in front."""
    return len(message).to_bytes(LENGTH_BYTES, "little") + message


async def next_frame(stream: BufferedByteReceiveStream) -> bytes:
    """The next message. Raises ValueError when its length makes no sense."""
    length = int.from_bytes(await stream.receive_exactly(LENGTH_BYTES), "little")
    if length > LONGEST:
        raise ValueError(f"a frame of {length} bytes")
    return await stream.receive_exactly(length) if length else b""
