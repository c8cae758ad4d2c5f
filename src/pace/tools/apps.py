"""Applications: open, close, switch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import anyio

from pace.core.call import Asks, Call, Risk
from pace.core.element import Window
from pace.core.error import Gone
from pace.core.result import Inverse, Result, contradicted, failed, unverified, verified
from pace.desktop.belonging import of_application, open_windows
from pace.desktop.ports import Application, Applications, ElementTree, Windows
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.files import called
from pace.tools.visible import first

#: Below this confidence a spoken name is no application (see `Applications.find`).
FOUND = 0.6
#: Two matches no further apart than this are a tie, and are asked about: the scale of
#: `Applications.find` keeps what stands behind a clear winner at least 0.1 away.
TIE = 0.05
#: How long a starting application may take to show its window, in seconds.
WINDOW_WITHIN = 12.0
#: How often the window list is looked at while waiting, in seconds.
LOOK_EVERY = 0.05


class App(Arguments):
    app: Text = argument(
        "app", "name", about="the application, as a person names it", example="Firefox"
    )


class MaybeApp(Arguments):
    app: str = argument("app", "name", default="", about="the application; empty: the active one")


@tool(
    "open_app",
    aliases=("open_application",),
    spellings=("App.launch", "app.open", "open.app"),
    summary="Open an application",
    risk=Risk.MUTATION,
    reversible=True,
    interruptible=True,
    examples=("open Firefox", "start the calculator"),
    describe=lambda given: f"Open {first(given.get('app'))}",
    timeout=25.0,
)
async def open_app(
    given: App,
    *,
    applications: Applications,
    windows: Windows | None = None,
    tree: ElementTree | None = None,
    choose: Choose | None = None,
) -> Result:
    application = await _the_application(given.app, applications, choose)
    name = called(application.name)
    before = await open_windows(windows, tree)
    running = of_application(before, application)
    if running and windows is not None:
        if await windows.activate(running[0]):
            return verified(f"{name} is open.", f"“{first(running[0].title)}” is active")
        return failed(f"{name} is open, but I could not bring it to the front.")
    await applications.launch(application)
    window = await _new_window(application, before, windows, tree)
    if window is None:
        return unverified(f"I started {name}, but I have not seen its window yet.", "no new window")
    inverse = Inverse(
        Call("close_opened", {"app": application.name}),
        f"opening {name}",
        {"window": window.id, "title": window.title},
    )
    return verified(f"{name} is open.", f"“{first(window.title)}” appeared", inverse=inverse)


async def _the_application(
    spoken: str, applications: Applications, choose: Choose | None
) -> Application:
    """The one meant; a near-tie is asked about. Raises Gone when there is none."""
    found = [match for match in await applications.find(spoken) if match[1] >= FOUND]
    if not found:
        raise Gone(f"I could not find an application called “{first(spoken)}”; nothing was opened.")
    close = [app for app, confidence in found if found[0][1] - confidence <= TIE][:3]
    if len(close) == 1 or choose is None:
        return found[0][0]
    index = await choose(
        f"Which one do you mean by “{first(spoken)}”?", [first(app.name) for app in close]
    )
    if index is None:
        raise Gone(f"You did not say which “{first(spoken)}” you mean; nothing was opened.")
    return close[index]


async def _new_window(
    application: Application,
    before: Sequence[Window],
    windows: Windows | None,
    tree: ElementTree | None,
) -> Window | None:
    """The first window that was not there before; the application's own when it can be told."""
    known = {window.id for window in before}

    def fresh(now: Sequence[Window]) -> Window | None:
        new = [window for window in now if window.id not in known and window.title]
        own = of_application(new, application)
        return own[0] if own else (new[0] if new else None)

    window = await _wait_for(fresh, WINDOW_WITHIN, windows, tree)
    if window is None or windows is None:
        return window
    await windows.activate(window)
    return window


async def _wait_for(
    pick: Callable[[Sequence[Window]], Window | None],
    seconds: float,
    windows: Windows | None,
    tree: ElementTree | None,
) -> Window | None:
    with anyio.move_on_after(seconds):
        while True:
            found = pick(await open_windows(windows, tree))
            if found is not None:
                return found
            await anyio.sleep(LOOK_EVERY)
    return None


@tool(
    "switch_app",
    aliases=("focus_app",),
    spellings=("App.switch", "app.focus", "switch.app"),
    summary="Bring an open application to the front",
    risk=Risk.MUTATION,
    reversible=True,
    examples=("switch to the calculator", "go to Firefox"),
    describe=lambda given: f"Bring {first(given.get('app'))} to the front",
)
async def switch_app(given: App, *, applications: Applications, windows: Windows) -> Result:
    window = await _window_called(given.app, applications, windows)
    if await windows.activate(window):
        return verified(
            f"“{first(window.title)}” is in front.", f"“{first(window.title)}” is active"
        )
    return failed(f"I could not bring {called(given.app)} to the front.")


async def _window_called(spoken: str, applications: Applications, windows: Windows) -> Window:
    """The top-most window of the application, or with those words in its title."""
    now = await windows.list()
    for application, confidence in await applications.find(spoken):
        if confidence >= FOUND and (own := of_application(now, application)):
            return own[0]
    words = spoken.lower()
    for window in now:
        if words in window.title.lower() or words in window.app.lower():
            return window
    raise Gone(f"{called(spoken)} is not open; nothing was changed.")


@tool(
    "close_app",
    aliases=("quit_app",),
    spellings=("App.close", "app.quit", "close.app"),
    summary="Close an application, which may ask whether to save",
    risk=Risk.MUTATION,
    reversible=False,
    asks=Asks.PREFERENCE,
    asks_when=lambda _: False,  # it asks the person itself whether to save
    examples=("close the calculator", "quit Firefox"),
    describe=lambda given: f"Close {first(given.get('app') or 'the active window')}",
)
async def close_app(given: MaybeApp, *, applications: Applications, windows: Windows) -> Result:
    if given.app:
        window: Window | None = await _window_called(given.app, applications, windows)
    else:
        window = await windows.active()
    if window is None:
        return failed("No window is active, so I closed nothing.")
    return await _close(window, given.app or window.title, windows)


async def _close(window: Window, name: str, windows: Windows) -> Result:
    name, title = called(name), first(window.title)
    if await windows.close(window):
        return verified(f"{name} is closed.", f"“{title}” is gone")
    return contradicted(
        f"I asked {name} to close, but it is still open; it may be asking whether to save.",
        f"“{title}” is still there",
    )


class Opened(Arguments):
    app: str
    window: str
    title: str


#: How applications mark a document with unsaved changes in their titles.
CHANGED_MARKS = ("*", "•", "●", "[modified]", "(modified)")


@tool(
    "close_opened",
    summary="Close what Pace opened, if nothing was changed in it",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
)
async def close_opened(given: Opened, *, windows: Windows) -> Result:
    window = next((w for w in await windows.list() if w.id == given.window), None)
    if window is None:
        return failed(f"{called(given.app)} is already closed.", kind="no longer applies")
    if any(mark in window.title for mark in CHANGED_MARKS):
        return failed(
            f"I left {called(given.app)} open, because something was changed in it.",
            kind="no longer applies",
        )
    return await _close(window, given.app, windows)
