"""Mail drafts: whom they are for, what is asked and said, and that nothing is sent."""

import pytest

from pace.core.call import Call, Provenance, spoken
from pace.core.result import Evidence, Status
from pace.desktop.services import Contact, MailDraft
from pace.testing.mail import FakeDrafts
from pace.testing.people import FakeContacts
from pace.testing.window_system import FakeWindows
from pace.tools.mail import beginning
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio

ANN = Contact("1", "Ann Lee", ("ann@x.org",))
SOREN = Contact("2", "Søren Kim", ("soren@x.org",))
TWO = Contact("3", "Two Ways", ("home@x.org", "work@x.org"))
FIRST = Contact("4", "First Way", ("home@x.org", "work@x.org"), preferred=("work@x.org",))
NONE = Contact("5", "No Way")
ALEX = Contact("6", "Alex Chen", ("alex@x.org",))
OTHER = Contact("7", "Alex Novak", ("novak@x.org",))


@pytest.fixture
def drafts():
    return FakeDrafts()


def doing(drafts, **more):
    people = FakeContacts(ANN, SOREN, TWO, FIRST, NONE, ALEX, OTHER)
    return Doing(**{"drafts": drafts, "contacts": people, **more})


async def test_a_draft_for_a_known_person_is_stored_read_back_and_named(drafts):
    done = doing(drafts)
    [result] = await done.run(spoken("email", to="soren kim", text="I am late"))
    assert result.evidence is Evidence.VERIFIED
    assert result.spoken == (
        "I stored a draft to Søren Kim (soren@x.org) in “Drafts” on mail.example, not sent."
    )
    [draft] = drafts.placed.values()
    assert draft == MailDraft(("soren@x.org",), "I am late", "I am late")
    question = "Draft a mail to Søren Kim (soren@x.org), not sent: “I am late”, I am late"
    assert question in done.questions[0]


@pytest.mark.parametrize(
    ("given", "to"),
    [
        ("Ann Lee, soren kim", ("ann@x.org", "soren@x.org")),
        (["Ann Lee", "ANN@X.org"], ("ann@x.org",)),
        ("ann", ("ann@x.org",)),
        ("first way", ("work@x.org",)),
        ("Ann <a.lee@other.org>", ("a.lee@other.org",)),
        ("stranger@x.org", ("stranger@x.org",)),
        ("soren anderson", ("soren anderson",)),
        ("a@x.org\r\nBcc: evil@x.org", ("a@x.org Bcc: evil@x.org",)),
        ([" ", ""], ()),
    ],
)
@pytest.mark.parametrize("key", ["to", "recipients", "recipient"])
async def test_names_become_addresses(drafts, given, to, key):
    await doing(drafts).run(spoken("mail", **{key: given, "title": "S"}))
    [draft] = drafts.placed.values()
    assert draft.to == to


@pytest.mark.parametrize(
    ("to", "words"),
    [
        ("Bob", "I left “Bob” as you said it, because I know no address."),
        (
            "no way",
            "I left “no way” as you said it, because they have no address in your contacts.",
        ),
        ("Bob,Zed", "I left “Bob” and “Zed” as you said it, because I know no address."),
    ],
)
async def test_what_nobody_resolved_is_named(drafts, to, words):
    [result] = await doing(drafts).run(spoken("mail", to=to, body="x"))
    assert result.ok
    assert result.spoken.endswith(f" {words}")


@pytest.mark.parametrize(
    ("to", "options"),
    [
        ("alex", ["Alex Chen (alex@x.org)", "Alex Novak (novak@x.org)"]),
        ("two ways", ["Two Ways (home@x.org)", "Two Ways (work@x.org)"]),
        ("sorem kim", ["Søren Kim (soren@x.org)", "None of these, leave it as I said it"]),
    ],
)
async def test_what_is_not_clear_is_asked_and_the_answer_counts(drafts, to, options):
    done = doing(drafts, picks=[1])
    [result] = await done.run(spoken("mail", to=to, body="x"))
    assert done.choices[0][1] == options
    [draft] = drafts.placed.values()
    assert draft.to[0] == (to if to == "sorem kim" else options[1][:-1].split("(")[1])
    assert result.ok


async def test_without_an_answer_nothing_is_written_and_the_text_is_kept(drafts):
    done = doing(drafts)
    [result] = await done.run(spoken("mail", to="alex", body="precious"))
    assert result.kind == "gone"
    assert drafts.placed == {}
    assert done.kept == ["precious"]


async def test_undo_removes_the_draft_once(drafts):
    done = doing(drafts)
    await done.run(spoken("mail", to="ann", body="x"))
    inverse = done.inverses[0]
    assert (await done.undo()).evidence is Evidence.VERIFIED
    assert drafts.placed == {}
    done.inverses.append(inverse)
    assert (await done.undo()).kind == "no longer applies"


async def test_a_draft_that_is_only_marked_as_deleted_is_not_said_to_be_gone():
    done = doing(FakeDrafts(marks=True))
    await done.run(spoken("mail", to="ann", text="I am late"))
    result = await done.undo()
    assert (result.ok, result.evidence) == (True, Evidence.UNVERIFIED)
    assert "marked as deleted" in result.spoken


async def test_a_window_is_named_and_is_not_undone():
    done = doing(FakeDrafts(windows=True), windows=FakeWindows())
    [result] = await done.run(spoken("mail", to="ann", subject="Lunch"))
    assert result.spoken == "A draft to Ann Lee (ann@x.org) is open in Mailer; it is not sent."
    assert result.seen == "the window “Lunch - Compose” appeared"
    assert done.inverses == []


async def test_a_program_that_shows_no_window_is_not_believed():
    blind = FakeDrafts(windows=True, blind=True)
    done = doing(blind, windows=FakeWindows())
    [result] = await done.run(spoken("mail", to="ann", body="precious"))
    assert result.evidence is Evidence.CONTRADICTED
    assert "no window to write in appeared" in result.spoken
    assert done.kept == ["precious"]
    [result] = await doing(blind).run(spoken("mail", to="ann", body="x"))
    assert (result.ok, result.evidence) == (True, Evidence.UNVERIFIED)


async def test_a_store_that_shows_nothing_is_said():
    [result] = await doing(FakeDrafts(blind=True)).run(spoken("mail", body="x"))
    assert result.evidence is Evidence.UNVERIFIED
    assert "could not read it back" in result.spoken


async def test_without_a_book_words_stay_and_that_is_said(drafts):
    book = FakeContacts(ANN)
    book.broken = True
    [result] = await doing(drafts, contacts=book).run(spoken("mail", to="ann", body="x"))
    assert result.spoken.endswith("because your address book does not answer.")
    [result] = await Doing(drafts=drafts).run(spoken("mail", to="ann", body="x"))
    assert result.spoken.endswith("because there is no address book here.")


async def test_nothing_to_write_is_said(drafts):
    [result] = await doing(drafts).run(spoken("mail"))
    assert not result.ok
    [result] = await doing(drafts).run(spoken("mail", to=" ", body="\0"))
    assert not result.ok
    assert drafts.placed == {}


async def test_it_asks_and_names_where_a_recipient_came_from(drafts):
    done = doing(drafts, asks=False, approves=False)
    call = Call("mail", {"to": "a@x.org", "body": "x"},
                {"to": Provenance.MAIL, "body": Provenance.SPOKEN})  # fmt: skip
    [result] = await done.run(call)
    assert result.status is Status.REFUSED
    assert "mail" in done.questions[0]


async def test_what_a_program_refuses_is_said_and_kept(drafts):
    drafts.broken = True
    done = doing(drafts)
    [result] = await done.run(spoken("mail", body="precious"))
    assert not result.ok
    assert done.kept == ["precious"]


@pytest.mark.parametrize(
    "text",
    ["\0", "\ud800", "x" * 10_000, "🙂" * 5000, "\r\n.\r\n", "\u202e", "a,b;c<d>", "=?utf-8?q?"],
)
async def test_nothing_escapes_whatever_the_words_are(drafts, text):
    [result] = await doing(drafts).run(spoken("mail", to=text, subject=text, body=text))
    assert result.spoken
    for draft in drafts.placed.values():
        assert "\n" not in draft.subject + "".join(draft.to)


async def test_whoever_is_not_clear_is_chosen_before_one_question_that_names_the_address(drafts):
    done = doing(drafts, picks=[1])
    await done.run(spoken("mail", to=["alex", "Bob"], body="x"))
    assert len(done.choices) == len(done.questions) == 1
    assert "to Alex Novak (novak@x.org), Bob (no address known), not sent" in done.questions[0]
    [draft] = drafts.placed.values()
    assert draft.to == ("novak@x.org", "Bob")


async def test_a_planners_draft_without_a_subject_is_untitled(drafts):
    await doing(drafts).run(Call("mail", {"to": "ann", "body": "x"}))
    [draft] = drafts.placed.values()
    assert draft.subject == "Untitled"


@pytest.mark.parametrize(
    ("body", "subject"),
    [("I am late", "I am late"), ("word " * 30, ("word " * 11).strip()), ("x" * 90, "x" * 60),
     ("two\nlines.", "two lines"), ("", "")],
)  # fmt: skip
def test_the_first_words_are_the_subject(body, subject):
    assert beginning(body) == subject
