"""Web addresses that may be fetched, judged as they are written. What the name leads to is judged
when it is dialled. Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import quote, urlsplit

from pace.core.error import Invalid, Refused
from pace.egress.addresses import public

#: Longest address, in characters; longer ones are no addresses of files.
LONGEST = 4096
PORTS = {"http": 80, "https": 443}

#: Names that no public server has (RFC 6761, 6762, 8375, 9476 and common use).
_LOCAL_ENDINGS = (
    "localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "home.arpa",
    "localdomain", "onion", "test", "invalid", "alt",
)  # fmt: skip
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
#: Scripts whose letters look like one another's.
_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
#: Letters of other scripts that pass for a Latin one.
_LOOKALIKES = frozenset("асеԁеһіјӏорԛѕυνѡхуαικνοрρτυωοгьԝᴄѵꮯօսոցհյ")
#: Marks of other scripts that pass for a full stop, slash or the like.
_PASSES_FOR_A_MARK = frozenset("⁄∕⧸／․。．｡‚∶꞉：＠？＃")


@dataclass(frozen=True, slots=True)
class WebAddress:
    """A checked address; `url` is what is sent, all ASCII; `host` is what is shown."""

    url: str
    scheme: str
    host: str
    port: int
    path: str


def web_address(text: str) -> WebAddress:
    """The address, trimmed and spelled in ASCII. Raises Invalid for what is none, Refused for one
    that names this machine, another network, a user, or hides what it names."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise Invalid("That is not a web address I can use; nothing was fetched.")
    if any(c.isspace() or not c.isprintable() or c in '\\<>"^`{|}' for c in text):
        raise Invalid("The address has characters in it that no address has; nothing was fetched.")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as problem:
        raise Invalid("That is not a web address I can read; nothing was fetched.") from problem
    if parts.scheme not in PORTS or not text[len(parts.scheme) :].startswith("://"):
        raise Invalid("I fetch http and https addresses only; nothing was fetched.")
    if "@" in parts.netloc:
        raise _refusal("an address with a user name in it")
    if any(not c.isascii() and c.lower().isascii() for c in parts.netloc):
        raise _refusal("a host whose name is disguised")
    netloc = parts.netloc.lower()
    host = netloc.partition("]")[0] + "]" if netloc.startswith("[") else netloc.partition(":")[0]
    rest = netloc[len(host) :]
    if rest and (port is None or rest != f":{port}"):
        raise Invalid("The port of that address is not a number; nothing was fetched.")
    if port == 0:
        raise Invalid("The port of that address is none; nothing was fetched.")
    host = _checked_host(host)
    number = port or PORTS[parts.scheme]
    place = host if number == PORTS[parts.scheme] else f"{host}:{number}"
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = f"?{quote(parts.query, safe='/%:@!$&()*+,;=~-._?')}" if parts.query else ""
    return WebAddress(f"{parts.scheme}://{place}{path}{query}", parts.scheme, host, number, path)


def _refusal(what: str) -> Refused:
    return Refused(f"I do not fetch from {what}; nothing was fetched.")


def _checked_host(host: str) -> str:
    """The host in ASCII, lower case."""
    if not host:
        raise Invalid("The address names no host; nothing was fetched.")
    if host.startswith("["):
        return _checked_literal(host)
    if "%" in host or any(c in _PASSES_FOR_A_MARK for c in host):
        raise _refusal("a host whose name is disguised")
    if host.endswith("."):
        raise _refusal("a host whose name ends in a full stop")
    labels = host.split(".")
    if re.fullmatch(r"(0x[0-9a-f]*|[0-9]+)", labels[-1]):
        if not _is_plain_ipv4(host):
            raise _refusal("a number in place of a host")
        if not public(host):
            raise _refusal(f"{host}, which is not a public address")
        return host
    labels = [_checked_label(label) for label in labels]
    name = ".".join(labels)
    if len(name) > 253:
        raise Invalid("The host's name is too long to be one; nothing was fetched.")
    if len(labels) < 2 or any(name.endswith(f".{end}") for end in _LOCAL_ENDINGS):
        raise _refusal(f"{name[:80]}, which is not a public name")
    return name


def _checked_literal(host: str) -> str:
    inside = host[1:-1]
    if not host.endswith("]") or not re.fullmatch(r"[0-9a-f:.]+", inside):
        raise _refusal("an address in an unusual form")
    try:
        address = ip_address(inside)
    except ValueError as problem:
        raise Invalid("The address of that host is none; nothing was fetched.") from problem
    if address.version != 6 or not public(inside):
        raise _refusal(f"{inside}, which is not a public address")
    return f"[{address.compressed}]"


def _is_plain_ipv4(host: str) -> bool:
    try:
        return str(ip_address(host)) == host
    except ValueError:
        return False


def _checked_label(label: str) -> str:
    """One part of a name, in ASCII."""
    import idna

    shown = label
    if label.startswith("xn--"):
        try:
            shown = idna.decode(label)
        except (idna.IDNAError, UnicodeError) as problem:
            raise _refusal("a host whose name cannot be read") from problem
    if not shown.isascii():
        if unicodedata.normalize("NFKC", shown).casefold() != shown or _disguised(shown):
            raise _refusal("a host whose name looks like another")
        try:
            label = idna.encode(shown).decode("ascii")
        except (idna.IDNAError, UnicodeError) as problem:
            raise _refusal("a host whose name cannot be written") from problem
    if not _LABEL.fullmatch(label):
        raise Invalid("The host's name is none; nothing was fetched.")
    return label


def _disguised(label: str) -> bool:
    """Whether letters of several look-alike scripts are mixed, or all pass for Latin ones."""
    letters = [c for c in label if c.isalpha()]
    scripts = {unicodedata.name(c, "?").split(" ")[0] for c in letters} & set(_ALIKE)
    foreign = [c for c in letters if not c.isascii() and "LATIN" not in unicodedata.name(c, "")]
    passing = bool(foreign) and all(c in _LOOKALIKES for c in foreign)
    return len(scripts) > 1 or (passing and scripts <= set(_ALIKE) and bool(scripts))
