"""Messages: the chat program is opened, and a text is put where it can be sent from. Never sent.

A plain Linux desktop has no channel for message drafts. What it may have is a chat program, or one
that takes sms: links; the text goes into its field through the accessibility tree alone, because a
typed line end would send it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import anyio

from pace.core.call import Asks, Call, Risk
from pace.core.element import Element, Snapshot, Window
from pace.core.error import Gone, Invalid, PaceError, Unavailable
from pace.core.result import Inverse, Result, failed, unverified, verified
from pace.core.tool import Ahead
from pace.desktop.belonging import of_application, open_windows
from pace.desktop.locating import locator_of
from pace.desktop.people import folded
from pace.desktop.ports import Application, Applications, ElementTree, Windows
from pace.desktop.services import Contacts
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, argument, tool
from pace.tools.files import called
from pace.tools.recipients import recipients
from pace.tools.visible import first, plain
from pace.tools.written import written_line

SMS = "x-scheme-handler/sms"
#: From here on a program found by the word is one for messages, not one that mentions them.
FOUND = 0.85
#: How long a program may take to show its window, and the window its field, in seconds.
WINDOW_WITHIN = 12.0
FIELD_WITHIN = 2.0
LOOK_EVERY = 0.05
#: The longest message that is put into a field, in characters.
LONGEST = 10_000
OPTIONS = 6

_NO_NAME = re.compile(r"[/\\{}\[\]<>]")
_COMPOSE = re.compile(r"\b(message|compose|reply|write|type|chat)\b", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(search|find|filter|subject|to|recipient|name|user|phone|number|password|address|url|"
    r"status|topic|room|server)\b",
    re.IGNORECASE,
)


class MessageArguments(Arguments):
    recipient: str = argument(
        "recipient", "to", "name", default="", about="whom it is for", example="Alex"
    )
    text: str = argument("text", "body", default="", about="what to put into its field, not sent")


def _described(given: Mapping[str, Any]) -> str:
    text = first(given.get("text") or "")
    whom = f" for {first(given.get('recipient'))}" if given.get("recipient") else ""
    return f"Write a message{whom}, not sent: {text}" if text else f"Open your messages{whom}"


async def ahead(call: Call, given: MessageArguments, ports: Mapping[str, object]) -> Ahead:
    """Whether there is a program for it. Raises Invalid for what is no name, Unavailable."""
    applications: Any = ports["applications"]
    _named(written_line(given.recipient, 200))
    if await applications.handler(SMS) is None and not await _programs(applications):
        raise _none()
    return Ahead()


def _named(whom: str) -> str:
    if _NO_NAME.search(whom):
        raise Invalid(f"“{first(plain(whom, 80))}” is no name, so I opened nothing.")
    return whom


def _none() -> Unavailable:
    return Unavailable(
        "No program for messages is installed, and a plain Linux desktop has none of its own,"
        " so I opened nothing",
        fix="install a chat program, such as dino-im",
    )


async def _programs(applications: Applications) -> list[Application]:
    return [app for app, confidence in await applications.find("messages") if confidence >= FOUND]


@tool(
    "messages",
    aliases=("message",),
    spellings=("Messages.open", "messages.draft"),
    summary="Open your chat program, and put a text into its field without sending it",
    risk=Risk.MUTATION,
    reversible=True,
    asks=Asks.PREFERENCE,
    asks_when=lambda given: bool(str(given.get("text") or "").strip()),
    examples=("open messages with Alex", "message Alex that I am late"),
    describe=_described,
    ahead=ahead,
    timeout=90.0,
)
async def messages(
    given: MessageArguments,
    *,
    applications: Applications,
    windows: Windows | None = None,
    tree: ElementTree | None = None,
    contacts: Contacts | None = None,
    choose: Choose | None = None,
) -> Result:
    whom = _named(written_line(given.recipient, 200))
    text = written_line(given.text, LONGEST)
    before = await open_windows(windows, tree)
    application, name = await _opened(whom, before, applications, windows, contacts, choose)
    window = await _window(application, before, windows, tree)
    shown = called(name)
    if not text:
        return _only_opened(application, window, shown)
    if window is None or tree is None:
        return failed(
            f"I opened {called(application.name)}, but saw no window to put the text in.",
            kind="not typed",
        )
    return await _put(text, name, application, window, tree)


async def _opened(
    whom: str,
    before: Sequence[Window],
    applications: Applications,
    windows: Windows | None,
    contacts: Contacts | None,
    choose: Choose | None,
) -> tuple[Application, str]:
    """Open a program for messages, at the recipient where it takes sms: links and there is a
    number; the program, and the recipient's name. Raises Unavailable, Gone."""
    phone = await applications.handler(SMS)
    if phone is not None and whom:
        for one in await recipients([whom], contacts, choose, "phones"):
            if not one.lack:
                await applications.open_uri(f"sms:{_digits(one.address)}")
                return phone, one.name or one.address
    application = await _program(applications, choose) or phone
    if application is None:
        raise _none()
    running = of_application(before, application)
    if running and windows is not None and await windows.activate(running[0]):
        return application, whom
    await applications.launch(application)
    return application, whom


def _digits(number: str) -> str:
    digits = re.sub(r"\D", "", number)
    return f"+{digits}" if number.strip().startswith("+") else digits


async def _program(applications: Applications, choose: Choose | None) -> Application | None:
    """The chat program; of several the one the person picks. Raises Gone."""
    found = await _programs(applications)
    if len(found) < 2:
        return found[0] if found else None
    index = None
    if choose is not None:
        index = await choose(
            "Which one do you use for messages?", [first(a.name) for a in found[:OPTIONS]]
        )
    if index is None:
        raise Gone("You did not say which program to use for messages, so I opened none.")
    return found[index]


async def _window(
    application: Application,
    before: Sequence[Window],
    windows: Windows | None,
    tree: ElementTree | None,
) -> Window | None:
    """The program's window: its active one, or the first that appears."""
    known = {window.id for window in before}
    with anyio.move_on_after(WINDOW_WITHIN):
        while windows is not None or tree is not None:
            now = await open_windows(windows, tree)
            own = of_application(now, application)
            new = [window for window in now if window.id not in known and window.title]
            if own or new:
                return next((window for window in own if window.active), (own or new)[0])
            await anyio.sleep(LOOK_EVERY)
    return None


def _only_opened(application: Application, window: Window | None, whom: str) -> Result:
    rest = f"; choose {whom} there" if whom else ""
    name = called(application.name)
    if window is None:
        return unverified(f"I started {name}, but saw no window of it yet{rest}.")
    title = first(plain(window.title, 120))
    return verified(f"{name} is open{rest}.", f"the window “{title}” is there")


async def _put(
    text: str, whom: str, application: Application, window: Window, tree: ElementTree
) -> Result:
    """Put the text into the field for messages, if it is plainly the one and is empty."""
    name = called(application.name)
    found = await _compose_field(window, tree)
    if found is None:
        return failed(
            f"{name} is open, but I see no one field that is plainly for messages, so I wrote"
            " nothing.", kind="not typed",
        )  # fmt: skip
    field, snapshot = found
    title = snapshot.window.title if snapshot.window else window.title
    if whom and not _is_of(whom, title, field):
        return failed(
            f"{name} is open, but I cannot tell that it shows {called(whom)}, so I wrote"
            " nothing.", kind="not typed",
        )  # fmt: skip
    if (await tree.read_text(field)).strip():
        return failed(f"The field in {name} has a text already, so I left it.", kind="not typed")
    if not await tree.write_text(field, text) or await tree.read_text(field) != text:
        return failed(f"{name} did not take the text.", kind="not typed")
    where = locator_of(field, await tree.snapshot(await tree.window_of(field)))
    inverse = None
    if where is not None:
        back = Call("restore_text", {"locator": where.as_data(), "text": ""})
        inverse = Inverse(back, f"the text in {name}", {"expected": text})
    return verified(
        f"The message is in {name}, “{first(plain(title, 120))}”; it is not sent.",
        f"read back from the field “{first(plain(field.name, 80))}”",
        inverse=inverse,
    )


def _is_of(whom: str, title: str, field: Element) -> bool:
    """Whether the window or the field names everyone's name that was said."""
    shown = f" {folded(title)} {folded(field.name)} "
    return all(f" {word} " in shown for word in folded(whom).split())


async def _compose_field(window: Window, tree: ElementTree) -> tuple[Element, Snapshot] | None:
    """The one field for messages in the window, once it is there."""
    with anyio.move_on_after(FIELD_WITHIN):
        while True:
            try:
                snapshot = await tree.snapshot(window)
            except PaceError:
                snapshot = Snapshot()
            field = compose_field(snapshot.elements)
            if field is not None:
                return field, snapshot
            await anyio.sleep(4 * LOOK_EVERY)
    return None


def compose_field(elements: Sequence[Element]) -> Element | None:
    """The field that is plainly for writing a message: the only one that is called so, else the
    only large one without a name."""
    fields = [
        each
        for each in elements
        if each.role in ("text_area", "text_field")
        and each.editable
        and not each.states & {"disabled", "hidden", "readonly", "read-only"}
        and not _OTHER.search(each.name)
    ]
    called = [each for each in fields if _COMPOSE.search(each.name)]
    large = [each for each in fields if each.role == "text_area"]
    if called:
        return called[0] if len(called) == 1 else None
    return large[0] if len(large) == 1 and not large[0].name else None
