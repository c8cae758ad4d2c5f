"""The conversation of the demonstration: what is said, and how each outcome is checked.

A check reads the desktop itself. A step without an act is verified when exactly the expected
absence was observed: no call, no turn, the expected sentence.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio

from pace.core.element import Snapshot
from pace.core.error import PaceError
from pace.demo.stage import Check, Observed, Stage, Step

#: What the dictated words must become.
DICTATED = "Good morning, the ticket costs forty €."
#: How long a check waits for the desktop to show the outcome, in seconds.
SETTLED_WITHIN = 8.0


async def until(check: Callable[[], Awaitable[tuple[bool, str]]]) -> tuple[bool, str]:
    """Repeat a look until it is so, within the bound; what was seen last."""
    seen = (False, "nothing was seen")
    with anyio.move_on_after(SETTLED_WITHIN):
        while not seen[0]:
            try:
                seen = await check()
            except PaceError as problem:
                seen = (False, str(problem))
            if not seen[0]:
                await anyio.sleep(0.1)
    return seen


def in_front(*titles: str) -> Check:
    """A window with one of these in its title is the active one."""

    async def check(stage: Stage, _: Observed) -> tuple[bool, str]:
        async def look() -> tuple[bool, str]:
            windows = stage.running.app.desktop.windows
            window = await windows.active() if windows is not None else None
            shown = window.title if window is not None else "nothing"
            fits = any(title in shown.lower() for title in titles)
            return fits, f"active window: {shown}"

        return await until(look)

    return check


async def dictated(stage: Stage, observed: Observed) -> tuple[bool, str]:
    """The editor holds exactly the text of the call, with its punctuation and the euro sign."""
    typed = [call["args"]["text"] for call in observed.calls if call["name"] == "type"]
    if len(typed) != 1:
        return False, "no text was typed"

    async def look() -> tuple[bool, str]:
        tree = stage.running.app.desktop.tree
        assert tree is not None
        snapshot = await tree.snapshot()
        fields = [e for e in snapshot.elements if e.role == "text_area"]
        read = await tree.read_text(fields[0]) if fields else ""
        good = read == typed[0] == DICTATED
        return good, f"the editor reads “{read}”"

    return await until(look)


async def on_the_left(stage: Stage, _: Observed) -> tuple[bool, str]:
    """The window manager itself says that the active window fills the left half."""

    async def look() -> tuple[bool, str]:
        windows = stage.running.app.desktop.windows
        window = await windows.active() if windows is not None else None
        if window is None or window.rect is None:
            return False, "no window is active"
        rect = window.rect
        good = rect.x < 40 and abs(rect.width - stage.desktop.width // 2) < 60
        return good, f"it is at {rect.x}, {rect.y}, {rect.width} by {rect.height} pixels"

    return await until(look)


async def computed(stage: Stage, _: Observed) -> tuple[bool, str]:
    """The calculator's display shows the product."""

    async def look() -> tuple[bool, str]:
        snapshot = await _snapshot(stage)
        shown = [e.text or e.name for e in snapshot.elements if e.role in _DISPLAYS]
        return any(text.strip() == "56" for text in shown), f"the display reads {_short(shown)}"

    return await until(look)


_DISPLAYS = ("text_field", "text_area", "label", "text", "paragraph", "entry")


def _short(texts: list[str]) -> str:
    kept = [text.strip() for text in texts if text.strip()]
    return ", ".join(f"“{text}”" for text in kept[:4]) or "nothing"


async def followed(stage: Stage, _: Observed) -> tuple[bool, str]:
    """The page behind the link is open: what only that page says is there."""

    async def look() -> tuple[bool, str]:
        snapshot = await _snapshot(stage)
        links = [e.name for e in snapshot.elements if e.role == "link"]
        title = snapshot.window.title if snapshot.window is not None else "no window"
        return "Back to the bakery" in links, f"{title}, with the link “{', '.join(links)}”"

    return await until(look)


async def _snapshot(stage: Stage) -> Snapshot:
    tree = stage.running.app.desktop.tree
    assert tree is not None
    return await tree.snapshot()


def sink_at(good: Callable[[int], bool]) -> Check:
    """The sink itself, asked by the sound server's own program."""

    async def check(stage: Stage, _: Observed) -> tuple[bool, str]:
        async def look() -> tuple[bool, str]:
            asked = await anyio.run_process(
                ["pactl", "get-sink-volume", "speakers"],
                env=dict(stage.desktop.environment), check=False,
            )  # fmt: skip
            words = asked.stdout.decode().split()
            level = next((int(w[:-1]) for w in words if w.endswith("%")), -1)
            return good(level), f"pactl says {level} %"

        return await until(look)

    return check


def only_said(*words: str) -> Check:
    """No call was made, and the answer holds these words."""

    async def check(_: Stage, observed: Observed) -> tuple[bool, str]:
        if observed.report is None:
            return False, f"no turn: {observed.reason}"
        held = all(word in observed.spoken.lower() for word in words)
        return held and not observed.calls, "no call was made, and the answer says what is missing"

    return check


async def nothing(_: Stage, observed: Observed) -> tuple[bool, str]:
    """No turn at all."""
    return observed.report is None, f"no turn; listening ended: {observed.reason}"


STEPS = (
    Step("open the editor", "Open the text editor.", in_front("mousepad", "text editor")),
    Step(
        "dictate",
        "Dictate good morning comma the ticket costs forty euro sign full stop.",
        dictated,
    ),
    Step("move a window", "Put this window on the left half.", on_the_left),
    Step("open the calculator", "Open the calculator.", in_front("calculator")),
    Step("compute", "Press seven times eight equals.", computed),
    Step("open a page", "Open Chromium.", in_front("corner bakery")),
    Step("follow a link", "Click the opening hours link.", followed),
    Step("turn it down", "Turn the volume down.", sink_at(lambda level: 0 <= level < 100)),
    Step("undo", "Undo that.", sink_at(lambda level: level == 100)),
    Step("ask", "What is the capital of France?", only_said("language model", "pace models")),
    Step("say nothing", "", nothing),
)
