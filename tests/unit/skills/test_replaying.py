"""A replay does each step once, in order, finds what it presses anew, and stops before it sends."""

import pytest

from pace.core.element import PASSWORD, Element, Snapshot
from pace.core.result import failed, unverified, verified
from pace.skills.flows import Activate, Chord, Flow, Press, Write
from pace.skills.replaying import Replayed, Replayer, pick
from tests.unit.skills.test_flows import WHEN

pytestmark = pytest.mark.anyio


class Stage:
    """What is on screen, what was done, and what the person answers."""

    def __init__(self, *names, allows=True, after=0):
        self.elements = tuple(Element(f"e{n}", "button", name) for n, name in enumerate(names))
        self.allows, self.after = allows, after
        self.done, self.asked, self.looks = [], [], 0
        self.result = verified("Done.", "seen")

    async def look(self):
        self.looks += 1
        return Snapshot(None, self.elements if self.looks > self.after else ())

    async def perform(self, call):
        self.done.append((call.name, *call.arguments.values()))
        return self.result

    async def approve(self, text):
        self.asked.append(text)
        return self.allows

    async def run(self, *steps, approve=True, cautious=lambda _: False):
        ask = self.approve if approve else None
        replayer = Replayer(self.perform, self.look, ask, cautious, pause=0)
        return await replayer.run(Flow("Standup", steps, WHEN))


async def test_every_kind_of_step_becomes_a_call():
    stage = Stage("Save")
    replayed = await stage.run(
        Activate("org.gnome.Calculator"), Press(("window", "button"), "Save"), Write("hello"),
        Chord("ctrl+s"),
    )  # fmt: skip
    assert stage.done == [
        ("open_app", "Calculator"), ("click", "e0"), ("type", "hello"), ("key", "ctrl+s"),
    ]  # fmt: skip
    assert replayed == Replayed(4)


async def test_a_target_that_comes_later_is_waited_for():
    stage = Stage("Save", after=3)
    assert (await stage.run(Press((), "save"))).done == 1
    assert stage.looks == 4


async def test_a_step_that_fails_ends_it_and_the_rest_is_not_begun():
    stage = Stage("Save")
    stage.result = failed("It did not work.")
    assert await stage.run(Chord("a"), Chord("b")) == Replayed(0, "It did not work.")
    assert len(stage.done) == 1


async def test_what_was_not_seen_is_not_claimed():
    stage = Stage("Save")
    stage.result = unverified("I pressed it.")
    assert not (await stage.run(Press((), "Save"))).seen


async def test_a_password_is_never_typed_and_its_field_never_pressed():
    stage = Stage()
    assert "password" in (await stage.run(Write("x", secure=True))).problem
    stage.elements = (Element("p", PASSWORD, "Password"),)
    assert "password" in (await stage.run(Press((), "Password"))).problem
    assert stage.done == []


@pytest.mark.parametrize("label", ["Send", "Submit form", "Post", "Reply all", "send…"])
async def test_the_last_step_that_sends_asks_first(label):
    stage = Stage(label)
    assert await stage.run(Press((), label)) == Replayed(1)
    assert stage.asked == [f"Next in Standup: press {label}. May I?"]


@pytest.mark.parametrize("approve", [True, False])
async def test_unapproved_it_is_ready_and_not_sent(approve):
    stage = Stage("Send", allows=False)
    replayed = await stage.run(Chord("a"), Press((), "Send"), approve=approve)
    assert replayed == Replayed(1, ready=True)
    assert stage.done == [("key", "a")]


@pytest.mark.parametrize("label", ["Sender", "Postpone", "Save"])
async def test_other_words_do_not_ask(label):
    stage = Stage(label)
    await stage.run(Press((), label))
    assert stage.asked == []


async def test_sending_in_the_middle_goes_on_but_what_is_final_asks_anywhere():
    stage = Stage("Send", "Delete", allows=False)
    replayed = await stage.run(
        Press((), "Send"), Press((), "Delete"), Chord("a"), cautious=lambda words: words == "Delete"
    )
    assert replayed == Replayed(1)
    assert stage.done == [("click", "e0")]
    assert len(stage.asked) == 1


def element(name, role="button", *states):
    return Element(f"{name}{role}{states}", role, name, states=frozenset(states))


@pytest.mark.parametrize(
    ("label", "path", "elements", "picked"),
    [
        ("Save", (), [element("Save"), element("Save As")], 0),
        ("save ", (), [element("SAVE")], 0),
        ("Save", (), [element("Save"), element("Save", "menu_item")], None),
        ("Save", ("window", "menu_item"), [element("Save"), element("Save", "menu_item")], 1),
        ("Save", ("link",), [element("Save"), element("Save", "menu_item")], None),
        ("Save", (), [element("Save", "button", "disabled")], None),
        ("", (), [element("")], None),
        ("Gone", (), [element("Save")], None),
    ],
)
def test_which_one_has_the_label_is_never_guessed(label, path, elements, picked):
    expected = elements[picked] if picked is not None else None
    assert pick(Press(path, label), elements) is expected
