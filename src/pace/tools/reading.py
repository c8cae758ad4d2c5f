"""Things that are only read: the clipboard, the battery, the volume."""

from __future__ import annotations

from typing import Literal

from pace.core.call import Effect, Risk
from pace.core.result import Result, failed, verified
from pace.desktop.ports import Battery, Clipboard, Volume
from pace.tools.declare import Arguments, argument, tool
from pace.tools.visible import plain

#: How much of the clipboard is read out, in characters (spec 1.3).
PREVIEW = 1_200


class Nothing(Arguments):
    pass


@tool(
    "clipboard_read",
    aliases=("clipboard",),
    spellings=("Clipboard.read", "clipboard"),
    summary="Read the clipboard",
    risk=Risk.READ_ONLY,
    effect=Effect.READ,
    reversible=True,
    examples=("what is on my clipboard",),
)
async def clipboard_read(given: Nothing, *, clipboard: Clipboard) -> Result:
    text = await clipboard.read()
    if text is None or not text.strip():
        return verified("The clipboard holds no text.", "no text target")
    shown = plain(text, PREVIEW)
    return verified(f"The clipboard says: {shown}", f"{len(text)} characters")


class What(Arguments):
    what: Literal["battery", "volume"] = argument("what", about="battery or volume")


@tool(
    "status",
    spellings=("Status.read", "status"),
    summary="Say how full the battery is, or how loud the sound",
    risk=Risk.READ_ONLY,
    effect=Effect.READ,
    reversible=True,
    examples=("how much battery is left", "how loud is it"),
    component="battery, volume",
)
async def status(
    given: What, *, battery: Battery | None = None, volume: Volume | None = None
) -> Result:
    match given.what:
        case "battery":
            return await _battery(battery)
        case "volume":
            return await _volume(volume)


async def _battery(battery: Battery | None) -> Result:
    charge = await battery.read() if battery is not None else None
    if charge is None:
        return failed("This computer has no battery that I can read.")
    percent, charging = charge
    words = " and charging" if charging else ""
    return verified(f"The battery is at {percent} percent{words}.", f"{percent} %")


async def _volume(volume: Volume | None) -> Result:
    if volume is None:
        return failed("I cannot reach a sound server, so I do not know the volume.")
    now = await volume.read()
    words = " and muted" if now.muted else ""
    return verified(f"The volume is at {now.level} percent{words}.", f"{now.level} %")
