"""A draft as a mailto: URL: read back by the rules of RFC 6068, and nothing else gets in."""

from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from pace.core.error import Invalid
from pace.desktop.mailto import LONGEST, in_header, is_address, mailto
from pace.desktop.services import MailDraft


def read(url):
    parts = urlsplit(url)
    query = {
        key: value[0]
        for key, value in parse_qs(parts.query, strict_parsing=bool(parts.query)).items()
    }
    return [unquote(each) for each in parts.path.split(",")] if parts.path else [], query


@pytest.mark.parametrize(
    ("draft", "url"),
    [
        (MailDraft(("a@x.org",)), "mailto:a@x.org"),
        (
            MailDraft(("a@x.org", "b@x.org"), "Project status & launch", "Hi\nthere"),
            "mailto:a@x.org,b@x.org?subject=Project%20status%20%26%20launch&body=Hi%0D%0Athere",
        ),
        (MailDraft((), "S"), "mailto:?subject=S"),
        (MailDraft(("Jörg",), "", "ü?#&=+%"), "mailto:J%C3%B6rg?body=%C3%BC%3F%23%26%3D%2B%25"),
    ],
)
def test_a_draft_is_a_url_with_nothing_but_its_parts(draft, url):
    assert mailto(draft) == url


@pytest.mark.parametrize(
    "evil",
    [
        "a@x.org?attach=/etc/passwd", "a@x.org&bcc=evil@x.org", "a@x.org\r\nBcc: evil@x.org",
        "a@x.org,b@x.org", "a@x.org#x", "a@x.org%0D%0ABcc:evil@x.org", '"><script>', "\0",
        "a@x.org\u2028Bcc: evil", " ",
    ],
)  # fmt: skip
def test_no_words_become_a_header_an_attachment_or_another_recipient(evil):
    recipients, query = read(mailto(MailDraft((evil, "ok@x.org"), evil, "body")))
    assert set(query) <= {"subject", "body"}
    assert query["body"] == "body"
    assert len(recipients) == (1 if not evil.strip() else 2)
    assert recipients[-1] == "ok@x.org"
    assert "\r" not in query.get("subject", "")
    assert "\n" not in "".join(recipients)


def test_every_url_can_be_opened():
    url = mailto(MailDraft(("a b@x",), "s\tp\x07", "l1\r\nl2\rl3\u202e"))
    assert url.isascii()
    assert url.isprintable()
    assert " " not in url


@pytest.mark.parametrize("body", ["x" * (LONGEST + 1), "🙂" * 10_000, "\ud800"])
def test_what_no_program_takes_is_said(body):
    with pytest.raises(Invalid):
        mailto(MailDraft((), "s", body))


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("a@x.org", True), ("jörg@müller.example", True), ("o'brien+x@sub.x.org", True),
        ("alex", False), ("a@b@c", False), ("a b@x.org", False), ("a@x.org, b@x.org", False),
        ("<a@x.org>", False), ("@x.org", False), ("a@", False), ("a@x\n", False),
    ],
)  # fmt: skip
def test_addresses_are_told_from_names(text, yes):
    assert is_address(text) is yes


def test_a_header_is_one_line():
    assert in_header(" a\r\n b\x00c ") == "a b c"
