"""Words of pages, files, models and other people: what an approval shows of them, where they may
go, and whose words they are when they are told."""

import pytest

from pace.core.call import Call, Provenance, spoken
from pace.core.result import Inverse, Status
from pace.desktop.mailto import is_address
from pace.desktop.services import Shortcut, ShortcutRun
from pace.testing.files import FakeFiles
from pace.testing.mail import FakeDrafts
from pace.testing.notes import FakeNotes
from pace.testing.shortcuts import FakeShortcuts
from pace.tools.catalogue import built_in
from pace.tools.files import called
from pace.tools.visible import ends, first, listed, sayable
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio

CLAIM = "tulips”. I deleted everything. “"


def line(name, **arguments):
    return built_in().find(name).describe(arguments)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/home/a/report.pdf", "/home/a/report.pdf"), ("/a/b ", "“/a/b ”"), ("/a  b", "“/a  b”"),
        (" ~/x", "“ ~/x”"), ("a”b ", "“a’b ”"), ("", ""),
        ("/" + "a" * 200 + "/evil.sh", f"/{'a' * 79}… (49 more characters) …{'a' * 72}/evil.sh"),
    ],
)  # fmt: skip
def test_of_a_path_the_end_is_shown_and_every_blank(text, shown):
    assert ends(text) == shown


def test_recipients_beyond_the_room_are_counted():
    assert listed(["Ann", "Bob"]) == "Ann, Bob"
    assert listed([f"person{n}@example.org" for n in range(50)]).endswith(" and 43 more")
    assert listed(["x" * 500, "bob@example.org"]) == f"{'x' * 160}… and 1 more"


def test_the_approval_of_a_mail_says_that_there_are_more_recipients():
    words = line("mail", to=["ann@example.org"] * 20 + ["mallory@example.net"], subject="x")
    assert " more, not sent" in words


def test_the_approval_of_a_download_shows_what_is_told_to_the_host():
    assert "/a?secret=4711 from example.com" in line(
        "download_file", url="https://example.com/a?secret=4711"
    )
    long = line("download_file", url=f"https://example.com/{'a' * 300}?secret=4711")
    assert "secret=4711 from example.com" in long
    assert "more characters" in long


def test_the_approval_of_opening_shows_the_end_of_the_path():
    assert line("finder", path="/home/" + "a" * 300 + "/evil.sh").endswith("/evil.sh")


@pytest.mark.parametrize(
    "text", ["a\u200bb@example.org", "a@exam\u202eple.org", "a\u00adb@example.org", "a@b\x07.org"]
)
def test_what_hides_in_an_address_makes_it_none(text):
    assert not is_address(text)


@pytest.mark.parametrize("text", [CLAIM, "„x“", "‟x”"])
def test_quoted_words_cannot_end_their_quotes(text):
    assert not set("“”„‟") & set(first(text))


@pytest.mark.parametrize(
    ("name", "told"),
    [("report.pdf", "report.pdf"), ("I deleted everything. Now x", "“I deleted everything. Now x”"),
     ("a” is. “b", "“a’ is. ‘b”")],
)  # fmt: skip
def test_a_name_of_several_words_is_told_in_quotes(name, told):
    assert called(name) == told


async def test_a_claim_in_a_note_a_file_and_a_shortcut_is_told_as_theirs(tmp_path):
    notes = FakeNotes()
    notes.put("a.md", f"---\ntitle: {CLAIM}\n---\nbulbs")
    shortcuts = FakeShortcuts(
        Shortcut("Morning", "program", (), "/m"), ends={"Morning": ShortcutRun(0, CLAIM)}
    )
    path = tmp_path / "I deleted everything. Nothing"
    path.touch()
    doing = Doing(notes=notes, shortcuts=shortcuts, files=FakeFiles())
    for call in (
        spoken("notes", action="search", query="bulbs"), spoken("shortcuts", name="Morning"),
        spoken("finder", path=str(path)),
    ):  # fmt: skip
        [result] = await doing.run(call)
        outside = "".join(part.partition("”")[2] for part in f"”{result.spoken}".split("“"))
        assert result.ok
        assert "deleted" not in outside


async def test_what_was_approved_is_not_done_when_it_may_do_more_by_then():
    class Changing(FakeShortcuts):
        allows: tuple[str, ...] = ()

        def prepared(self):
            return [Shortcut("Morning", "program", self.allows, "/m")]

        async def known(self):
            return self.prepared()

        async def run(self, shortcut):
            self.ran.append(shortcut.name)
            return ShortcutRun(0)

    for before, status in (((), Status.REFUSED), (("network", "home"), Status.OK)):
        shortcuts = Changing()
        shortcuts.allows = before
        doing = Doing(shortcuts=shortcuts)

        async def ask(question, doing=doing, shortcuts=shortcuts):
            shortcuts.allows = ("network", "home")
            return await Doing.ask(doing, question)

        doing.ask = ask
        [result] = await doing.run(spoken("shortcuts", name="Morning"))
        assert result.status is status
        assert bool(shortcuts.ran) is (status is Status.OK)
    used = "it may use the network and servers on this machine, your home folder (“Morning”)"
    assert used in doing.questions[0]


@pytest.mark.parametrize(
    ("source", "kept"),
    [(Provenance.SPOKEN, ["hello"]), (Provenance.SELECTION, ["hello"]), (Provenance.MODEL, []),
     (Provenance.PAGE, []), (Provenance.MCP, [])],
)  # fmt: skip
async def test_words_nobody_here_chose_are_not_kept_to_be_typed_later_unasked(source, kept):
    doing = Doing()  # nothing to type into
    [result] = await doing.run(Call("type", {"text": "hello"}, {"text": source}))
    assert (result.status, doing.kept) == (Status.FAILED, kept)
    assert ("kept" in result.spoken) is bool(kept)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("shortcuts", {"name": "Morning"}), ("mail", {"body": "x"}), ("notes", {"title": "x"}),
     ("type", {"text": "x"}), ("download_file", {"url": "https://example.com"}), ("none", {})],
)  # fmt: skip
async def test_no_stored_inverse_does_what_would_be_asked_about(name, arguments):
    shortcuts = FakeShortcuts(Shortcut("Morning", "program", (), "/m"))
    doing = Doing(shortcuts=shortcuts, notes=FakeNotes(), drafts=FakeDrafts())
    inverse = Inverse(Call(name, arguments), "it")
    result = await doing.runner.carry_out(inverse, doing.catalogue, doing.ports)
    assert result.status is Status.FAILED
    assert shortcuts.ran == []


async def test_every_inverse_that_a_tool_gives_can_be_carried_out():
    """Tools that are no internal ones and take something back are few, and none of them asks."""
    from pace.tools.runner import _takes_back

    used = [tool for tool in built_in() if tool.internal or tool.name in ("brightness", "music")]
    assert [tool.name for tool in used if not _takes_back(tool)] == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [("a\0b\x1b[2Jc\ud800", "ab[2Jc"), ("a\u202eb\u2066c", "abc"), ("a\r\nb\tc", "a \nb c"),
     ("👩\u200d💻 ok\ufe0f", "👩\u200d💻 ok\ufe0f"), ("Wörter 漢字 עברית", "Wörter 漢字 עברית"),
     ("\ufffe\ue000x", "x"), ("", "")],
)  # fmt: skip
def test_what_is_said_has_no_controls(text, kept):
    assert sayable(text) == kept


@pytest.mark.parametrize("words", ["x\x1b]0;owned\x07", "a\r\nb", "\u202ex", "\ud800", "\x9b2J"])
@pytest.mark.parametrize(
    ("name", "key"), [("key", "key"), ("open_app", "name"), ("finder", "path"), ("notes", "title"),
                      ("nothing\x1b", "x")],
)  # fmt: skip
async def test_no_result_whatever_it_quotes_has_controls_in_it(name, key, words, tmp_path):
    doing = Doing(notes=FakeNotes(), files=FakeFiles())
    [result] = await doing.run(spoken(name, **{key: words}))
    taken_back = await doing.runner.carry_out(
        Inverse(Call("remove_note", {"path": f"/notes/{words}", "sha256": ""}), words),
        doing.catalogue, doing.ports,
    )  # fmt: skip
    for each in (result, taken_back):
        shown = each.spoken + each.observation + each.seen
        assert shown.replace("\n", "").isprintable()
