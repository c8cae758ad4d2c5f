"""Which addresses may be dialled. Pure; asked about the address itself, never about a name."""

from __future__ import annotations

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

#: What is no public IPv4 address (IANA special-purpose registry, multicast, reserved).
_NOT_PUBLIC_4 = tuple(
    IPv4Network(net)
    for net in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24",
        "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    )
)  # fmt: skip
#: The only IPv6 space given out to the public, and what within it is not: protocol assignments
#: with Teredo, documentation, 6to4, AS112.
_PUBLIC_6 = IPv6Network("2000::/3")
_NOT_PUBLIC_6 = tuple(
    IPv6Network(net)
    for net in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
)
#: ISATAP carries an IPv4 address behind these 32 bits of the interface part (RFC 5214).
_ISATAP = (0x00005EFE, 0x02005EFE)


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """The address, None when it is none or carries a zone."""
    if "%" in address:
        return None
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None


def on_this_machine(address: str) -> bool:
    """Whether it is loopback in plain form."""
    found = parsed(address)
    return found is not None and found.is_loopback


def public(address: str) -> bool:
    """Whether it is an address of the public internet that no other address hides in."""
    match parsed(address):
        case IPv4Address() as four:
            return not any(four in net for net in _NOT_PUBLIC_4)
        case IPv6Address() as six:
            tunnelled = (int(six) >> 32 & 0xFFFFFFFF) in _ISATAP
            inside = six in _PUBLIC_6 and not any(six in net for net in _NOT_PUBLIC_6)
            return inside and not tunnelled
        case None:
            return False


def configurable(address: str) -> bool:
    """Whether a person's own server may have it: this machine, a private network, or public."""
    match parsed(address):
        case IPv4Address() as four:
            private = four.is_loopback or any(
                four in IPv4Network(net)
                for net in ("10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16")
            )
            return private or public(address)
        case IPv6Address() as six:
            return six == IPv6Address("::1") or six in IPv6Network("fc00::/7") or public(address)
        case None:
            return False
