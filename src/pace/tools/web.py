"""Web pages."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

import anyio

from pace.core.call import Risk
from pace.core.element import Window
from pace.core.error import Invalid
from pace.core.result import Result, contradicted, unverified, verified
from pace.desktop.belonging import of_application, open_windows
from pace.desktop.ports import Applications, ElementTree, Windows
from pace.tools.apps import FOUND, LOOK_EVERY
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.visible import first

#: How browsers title a page that they could not load.
NOT_LOADED = ("problem loading page", "server not found", "can’t be reached", "can't be reached")
#: How long a browser may take to show that it opened something, in seconds: one that has to start,
#: and one that has a window, which shows nothing new where the page was open already.
SHOWN_WITHIN = 8.0
SHOWN_BY_RUNNING = 2.5
#: How much of an address an approval line shows, in characters.
ADDRESS = 120


class Address(Arguments):
    url: Text = argument(
        "url",
        "text",
        about="the address; https:// is added when it has no scheme",
        example="https://example.org",
    )
    app: str = argument("app", "browser", default="", about="the browser to use, as spoken")


@tool(
    "open_url",
    aliases=("open_website", "website"),
    spellings=("App.openURL", "open.url", "url.open"),
    summary="Open a web page",
    risk=Risk.MUTATION,
    reversible=True,
    interruptible=True,
    examples=("open example.org", "go to Wikipedia"),
    describe=lambda given: (
        f"Open {host(str(given.get('url')))}: {first(given.get('url'), ADDRESS)}"
    ),
)
async def open_url(
    given: Address,
    *,
    applications: Applications,
    windows: Windows | None = None,
    tree: ElementTree | None = None,
) -> Result:
    url = address(given.url)
    now = await open_windows(windows, tree)
    before = _titles(now)
    if given.app:
        found = await applications.find(given.app)
        if not found or found[0][1] < FOUND:
            raise Invalid(f"I could not find the browser “{first(given.app)}”; nothing was opened.")
        await applications.launch(found[0][0], [url])
        taker = found[0][0].name
    else:
        taker = await applications.open_uri(url)
    running = await _runs(taker, now, applications)
    name, taker = first(site_name(url)), first(taker)
    with anyio.move_on_after(SHOWN_BY_RUNNING if running else SHOWN_WITHIN):
        while True:
            fresh = _titles(await open_windows(windows, tree)) - before
            if fresh:
                title = min(fresh)[1]
                if any(words in title.lower() for words in NOT_LOADED):
                    return contradicted(
                        f"I opened {name} in {taker}, but the page did not load.",
                        f"“{first(title)}” is shown",
                    )
                return verified(f"I opened {name} in {taker}.", f"“{first(title)}” is shown")
            await anyio.sleep(LOOK_EVERY)
    return unverified(f"I asked {taker} to open {name}; I could not see it change.")


async def _runs(name: str, now: Sequence[Window], applications: Applications) -> bool:
    """Whether the application of that name has a window."""
    found = [each for each, _ in await applications.find(name) if each.name == name]
    return any(of_application(now, each) for each in found)


def _titles(windows: Sequence[Window]) -> set[tuple[str, str]]:
    return {(window.id, window.title) for window in windows}


def address(text: str) -> str:
    """The address as a URL. Raises Invalid."""
    url = text.strip() if "://" in text or text.startswith("mailto:") else f"https://{text.strip()}"
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https", "file", "mailto") or any(c.isspace() for c in url):
        raise Invalid(f"“{first(text)}” is not a web address; nothing was opened.")
    return url


def host(text: str) -> str:
    """Where an address leads, for an approval: also as the name system spells it, so that letters
    that look alike are told apart."""
    try:
        url = address(text)
        name = urlsplit(url).hostname or site_name(url)
        spelled = name if name.isascii() else name.encode("idna").decode()
    except (Invalid, ValueError):
        return "an address"
    return name if spelled == name else f"{name} ({spelled})"


def site_name(url: str) -> str:
    """A short name to say instead of the URL."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    if parts.scheme == "file":
        return parts.path.rsplit("/", 1)[-1] or "the file"
    return host or "the page"
