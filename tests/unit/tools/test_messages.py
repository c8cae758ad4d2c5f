"""Messages: what is opened, when a text is put into a field, and that nothing is sent."""

import pytest

from pace.core.call import spoken
from pace.core.element import Element
from pace.core.result import Evidence
from pace.desktop.acting import Hands
from pace.desktop.ports import Application
from pace.desktop.services import Contact
from pace.testing.desktop import FakeTree, FakeWindow
from pace.testing.people import FakeContacts
from pace.testing.services import FakeApplications
from pace.tools.messages import compose_field
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio

DINO = Application("im.dino", "Dino", categories=("Network", "InstantMessaging"))
OTHER = Application("other.chat", "Other", categories=("InstantMessaging",))
EDITOR = Application("editor", "Editor", categories=("TextEditor",))
PHONE = Application("phone.texts", "Texts")
ALEX = Contact("1", "Alex Chen", (), ("+49 151 23-45",))


def field(name="Message", role="text_area", text="", **more):
    return Element("m", role, name, text, states=frozenset({"editable"}), **more)


class Chat(FakeApplications):
    """A chat program that shows a window when it is opened."""

    def __init__(self, *applications, window=None, **more):
        super().__init__(*applications, **more)
        self.tree = FakeTree()
        self._window = window or FakeWindow("Dino", "Alex Chen")
        if window is None:
            self._window.add(field())

    async def launch(self, application, arguments=()):
        self.tree.frames.insert(0, self._window)
        return await super().launch(application, arguments)

    async def open_uri(self, uri):
        self.tree.frames.insert(0, self._window)
        return await super().open_uri(uri)


def doing(chat, **more):
    hands = Hands(chat.tree)
    return Doing(applications=chat, tree=chat.tree, hands=hands, **more)


async def test_the_chat_program_is_opened_and_the_recipient_named_without_a_question():
    chat = Chat(EDITOR, DINO)
    done = doing(chat)
    [result] = await done.run(spoken("message", to="alex chen"))
    assert result.spoken == "Dino is open; choose “alex chen” there."
    assert result.evidence is Evidence.VERIFIED
    assert chat.launched == [("im.dino", ())]
    assert done.questions == []


async def test_a_text_is_asked_about_put_into_the_field_read_back_and_taken_back():
    chat = Chat(DINO)
    done = doing(chat)
    [result] = await done.run(spoken("messages", recipient="Alex", text="I am\nlate"))
    assert "Write a message for Alex, not sent: I am late" in done.questions[0]
    assert result.spoken == "The message is in Dino, “Alex Chen”; it is not sent."
    window = chat.tree.frames[0]
    assert window.elements["m"].text == "I am late"
    assert chat.tree.pressed == []
    assert (await done.undo()).ok
    assert window.elements["m"].text == ""


@pytest.mark.parametrize(
    ("title", "elements", "words"),
    [
        ("Bob", [field()], "cannot tell that it shows"),
        ("Alex", [field(text="half a thought")], "has a text already"),
        ("Alex", [], "no one field"),
        ("Alex", [field("Search messages", "text_field")], "no one field"),
        ("Alex", [Element("p", "password_field", "Message")], "no one field"),
    ],
)
async def test_where_it_is_not_plain_nothing_is_written_and_the_text_is_kept(
    title, elements, words
):
    window = FakeWindow("Dino", title)
    for each in elements:
        window.add(each)
    chat = Chat(DINO, window=window)
    done = doing(chat)
    [result] = await done.run(spoken("messages", recipient="Alex", text="precious"))
    assert words in result.spoken
    assert done.kept == ["precious"]
    assert [each.text for each in window.elements.values()] == [each.text for each in elements]


async def test_a_field_that_does_not_take_it_is_said():
    chat = Chat(DINO)
    chat.tree.deaf = True
    [result] = await doing(chat).run(spoken("messages", recipient="Alex", text="x"))
    assert "did not take the text" in result.spoken


async def test_without_any_program_that_is_said_with_a_way_out():
    [result] = await doing(Chat(EDITOR)).run(spoken("messages"))
    assert "plain Linux desktop has none of its own" in result.spoken
    assert "dino-im" in result.spoken


@pytest.mark.parametrize(("picks", "launched"), [((1,), 1), ((), 0)])
async def test_of_several_programs_one_is_asked_for(picks, launched):
    chat = Chat(DINO, OTHER)
    done = doing(chat, picks=picks)
    await done.run(spoken("messages"))
    assert len(chat.launched) == launched
    assert sorted(done.choices[0][1]) == ["Dino", "Other"]


async def test_a_program_for_text_messages_is_opened_at_the_number():
    chat = Chat(PHONE, defaults={"x-scheme-handler/sms": PHONE.id})
    done = doing(chat, contacts=FakeContacts(ALEX))
    [result] = await done.run(spoken("messages", recipient="alex chen"))
    assert chat.opened == ["sms:+491512345"]
    assert result.ok


@pytest.mark.parametrize("name", ["a/b", "x\\y", "{n}", "<a>", "[b]"])
async def test_what_is_no_name_opens_nothing(name):
    chat = Chat(DINO)
    [result] = await doing(chat).run(spoken("messages", recipient=name))
    assert not result.ok
    assert chat.launched == []


@pytest.mark.parametrize("text", ["\0", "\ud800", "x" * 10_000, "\u202e", "🙂\n\n", "a\r\nb"])
async def test_nothing_escapes_whatever_the_words_are(text):
    chat = Chat(DINO)
    [result] = await doing(chat).run(spoken("messages", recipient=text, text=text))
    assert result.spoken


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ([("text_area", "")], 0), ([("text_field", "")], None),
        ([("text_field", "Search"), ("text_area", "")], 1),
        ([("text_field", "Type a message"), ("text_area", "")], 0),
        ([("text_field", "Message"), ("text_area", "Reply")], None),
        ([("text_area", ""), ("text_area", "")], None), ([("text_area", "Notes")], None),
        ([("text_field", "Message to search")], None), ([("terminal", "Message")], None),
        ([], None),
    ],
)  # fmt: skip
def test_the_field_for_messages_is_the_one_that_is_plainly_so(fields, found):
    elements = [
        Element(str(n), role, name, states=frozenset({"editable"}))
        for n, (role, name) in enumerate(fields)
    ]
    expected = None if found is None else elements[found]
    assert compose_field(elements) is expected


async def test_without_a_program_nobody_is_asked_and_the_text_is_kept():
    done = doing(Chat(EDITOR))
    [result] = await done.run(spoken("messages", recipient="Alex", text="precious"))
    assert "No program for messages is installed" in result.spoken
    assert (done.questions, done.kept) == ([], ["precious"])
