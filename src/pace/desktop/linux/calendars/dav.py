"""What is asked of a CalDAV server, and its answers, as XML. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree  # see `found`: no definitions are read

from pace.core.error import Unavailable
from pace.desktop.linux.calendars.ical import raw_blocks
from pace.desktop.linux.calendars.shelf import Kind

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_D, _C = "{DAV:}", "{urn:ietf:params:xml:ns:caldav}"
_SPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"'

WHAT_IS_THERE = (
    f'<?xml version="1.0" encoding="utf-8"?><d:propfind {_SPACES}><d:prop><d:resourcetype/>'
    "<d:displayname/><c:supported-calendar-component-set/><d:current-user-privilege-set/>"
    "<d:current-user-principal/><c:calendar-home-set/></d:prop></d:propfind>"
)
_WRITING = {f"{_D}write", f"{_D}write-content", f"{_D}all", f"{_D}bind"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said to one question."""

    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Found:
    """One resource of an answer, with what the server told of it."""

    href: str
    tag: str = ""
    data: str = ""
    name: str = ""
    is_calendar: bool = False
    kinds: frozenset[str] = frozenset()
    writable: bool = True
    principal: str = ""
    home: str = ""


def query(kind: Kind, low: str = "", high: str = "", uid: str = "") -> str:
    """A REPORT for the objects of a kind: all, those that touch a span, or those of a uid."""
    inside = ""
    if low:
        inside = f'<c:time-range start="{low}" end="{high}"/>'
    elif uid:
        inside = (
            '<c:prop-filter name="UID"><c:text-match collation="i;octet">'
            f"{_sendable(uid)}</c:text-match></c:prop-filter>"
        )
    return (
        f'<?xml version="1.0" encoding="utf-8"?><c:calendar-query {_SPACES}>'
        "<d:prop><d:getetag/><c:calendar-data/></d:prop>"
        f'<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="{kind.value}">{inside}'
        "</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>"
    )


def found(body: bytes) -> list[Found]:
    """The resources of a multistatus answer. Raises Unavailable for what is none."""
    # Entities are how a small answer becomes a large one; no server needs them.
    if b"<!DOCTYPE" in body or b"<!ENTITY" in body:
        raise Unavailable("The calendar server sent something I do not read; nothing was changed.")

    try:
        tree = ElementTree.fromstring(body)  # noqa: S314
    except (ElementTree.ParseError, ValueError, LookupError) as problem:
        raise Unavailable("The calendar server sent something that is no answer.") from problem
    return [_one(response) for response in tree.iter(f"{_D}response")]


def has_uid(text: str, kind: Kind, uid: str) -> bool:
    return next(raw_blocks(text, kind, uid), None) is not None


def _one(response: Element) -> Found:
    kept: dict[str, Element] = {}
    for stat in response.iter(f"{_D}propstat"):
        status = stat.findtext(f"{_D}status") or ""
        properties = stat.find(f"{_D}prop")
        if " 200" in status and properties is not None:
            kept.update({each.tag: each for each in properties})

    def text(name: str, inner: str = "") -> str:
        element = kept.get(name)
        found = element.findtext(inner) if element is not None and inner else None
        if element is not None and not inner:
            found = element.text
        return (found or "").strip()

    types = kept.get(f"{_D}resourcetype")
    components = kept.get(f"{_C}supported-calendar-component-set")
    kinds = [one.get("name", "") for one in components] if components is not None else []
    privileges = kept.get(f"{_D}current-user-privilege-set")
    may = {one.tag for one in privileges.iter()} if privileges is not None else _WRITING
    data = kept.get(f"{_C}calendar-data")
    return Found(
        href=(response.findtext(f"{_D}href") or "").strip(),
        tag=text(f"{_D}getetag"),
        data=(data.text or "") if data is not None else "",
        name=text(f"{_D}displayname"),
        is_calendar=types is not None and types.find(f"{_C}calendar") is not None,
        # a server that does not say takes everything
        kinds=frozenset(kinds or (kind.value for kind in Kind)),
        writable=bool(may & _WRITING),
        principal=text(f"{_D}current-user-principal", f"{_D}href"),
        home=text(f"{_C}calendar-home-set", f"{_D}href"),
    )


def _sendable(text: str) -> str:
    """As XML text, without the characters that it cannot carry."""
    kept = "".join(c for c in text if c in "\n\t" or ord(c) >= 32)
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
