"""What may be fetched is judged as it is written: no disguise passes, and plain addresses do."""

import pytest

from pace.core.error import Invalid, Refused
from pace.egress.addresses import configurable, public
from pace.egress.urls import web_address
from tests.unit.egress.hostile_urls import BAD_ADDRESSES, HOSTILE


def test_the_table_is_as_large_as_it_says():
    assert len(set(HOSTILE)) >= 200


@pytest.mark.parametrize("url", HOSTILE)
def test_a_hostile_address_is_refused_with_a_sentence(url):
    with pytest.raises((Invalid, Refused)) as caught:
        web_address(url)
    assert str(caught.value).endswith("nothing was fetched.")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("address", BAD_ADDRESSES)
def test_no_such_address_is_public(address):
    assert not public(address)


@pytest.mark.parametrize(
    ("given", "url", "host"),
    [
        (" https://example.com/report.pdf ", "https://example.com/report.pdf", "example.com"),
        ("http://example.com", "http://example.com/", "example.com"),
        ("HTTPS://EXAMPLE.com:443/A?b=c#d", "https://example.com/A?b=c", "example.com"),
        ("https://example.com:8443/a%20b", "https://example.com:8443/a%20b", "example.com"),
        ("http://93.184.216.34/x", "http://93.184.216.34/x", "93.184.216.34"),
        ("https://[2606:4700::1111]/", "https://[2606:4700::1111]/", "[2606:4700::1111]"),
        (
            "https://bücher.example/ä",
            "https://xn--bcher-kva.example/%C3%A4",
            "xn--bcher-kva.example",
        ),
        ("https://пример.рф/", "https://xn--e1afmkfd.xn--p1ai/", "xn--e1afmkfd.xn--p1ai"),
        ("https://例え.jp/", "https://xn--r8jz45g.jp/", "xn--r8jz45g.jp"),
        ("https://a_b.example.com/", "https://a_b.example.com/", "a_b.example.com"),
        ("https://example.com/a@b", "https://example.com/a@b", "example.com"),
    ],
)
def test_a_plain_address_passes_and_is_spelled_in_ascii(given, url, host):
    found = web_address(given)
    assert (found.url, found.host) == (url, host)
    assert web_address(found.url) == found


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "::1", "192.168.1.4", "10.0.0.2", "fd00::1", "9.9.9.9"]
)
def test_a_persons_own_server_may_be_near(address):
    assert configurable(address)


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254", "0.0.0.0", "224.0.0.1", "::", "fe80::1", "fe80::1%lo",
        "::ffff:127.0.0.1", "64:ff9b::7f00:1", "x", "",
    ],
)  # fmt: skip
def test_no_server_of_anyone_is_there(address):
    assert not configurable(address)
