"""Shortcuts: which one is meant, what is asked, and what is told of how it ended."""

import pytest

from pace.core.call import spoken
from pace.core.result import Evidence, Status
from pace.desktop.services import Shortcut, ShortcutRun
from pace.testing.shortcuts import FakeShortcuts
from pace.tools.shortcuts import matching
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio


def program(name, *allows):
    return Shortcut(name, "program", allows, f"/{name}")


def action(name):
    return Shortcut(name, "action", (), name)


KNOWN = [
    program("Morning"), program("resize images", "pictures"), program("Café Lumière", "network"),
    program("backup home"), program("backup hole"), action("Firefox: New Private Window"),
    action("Files: New Window"), action("Editor: New Window"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("Morning", ["Morning"]), ("my Morning shortcut", ["Morning"]), ("MORNING", ["Morning"]),
        ("mornin", ["Morning"]), ("Resize-Images", ["resize images"]),
        ("cafe lumiere", ["Café Lumière"]),
        ("new private window", ["Firefox: New Private Window"]),
        ("new private window in firefox", ["Firefox: New Private Window"]),
        ("firefox new private window", ["Firefox: New Private Window"]),
        ("new window", ["Files: New Window", "Editor: New Window"]),
        ("backup home", ["backup home"]), ("backup hope", ["backup home", "backup hole"]),
        ("evening", []), ("x", []), ("", []), ("\0", []), ("y" * 10_000, []), ("shortcut", []),
    ],
)  # fmt: skip
def test_which_one_a_name_means(said, names):
    assert [each.name for each in matching(said, KNOWN)] == names


async def test_it_is_asked_about_run_and_told():
    shortcuts = FakeShortcuts(*KNOWN, ends={"Morning": ShortcutRun(0, "one\n\x1b[2Jtwo\n\n3\n4\n")})
    doing = Doing(shortcuts=shortcuts)
    [result] = await doing.run(spoken("shortcuts", name="my Morning shortcut"))
    assert (result.evidence, result.seen) == (Evidence.VERIFIED, "exit code 0")
    assert result.spoken == "Morning ran to its end. It said: “one; [2Jtwo; 3”"
    assert len(doing.questions) == 1


async def test_what_it_may_use_is_asked_about_even_where_asking_is_off():
    doing = Doing(shortcuts=FakeShortcuts(*KNOWN), asks=False)
    await doing.run(spoken("shortcuts", name="Morning"))
    assert doing.questions == []
    await doing.run(spoken("shortcuts", name="cafe lumiere"))
    assert "it may use the network" in doing.questions[0]


async def test_unapproved_it_does_not_run():
    shortcuts = FakeShortcuts(*KNOWN)
    [result] = await Doing(shortcuts=shortcuts, approves=False).run(
        spoken("shortcuts", name="Morning")
    )
    assert (result.status, shortcuts.ran) == (Status.REFUSED, [])


async def test_a_failure_is_told_with_its_code_and_words():
    shortcuts = FakeShortcuts(*KNOWN, ends={"Morning": ShortcutRun(3, "x" * 99_999)})
    [result] = await Doing(shortcuts=shortcuts).run(spoken("shortcuts", name="Morning"))
    assert not result.ok
    assert result.spoken.startswith("Morning ended with code 3. It said: “xxx")
    assert len(result.spoken) < 300


async def test_an_action_is_only_started():
    [result] = await Doing(shortcuts=FakeShortcuts(*KNOWN)).run(
        spoken("shortcuts", name="new private window")
    )
    assert (result.ok, result.evidence) == (True, Evidence.UNVERIFIED)


async def test_a_tie_is_asked_about_and_no_answer_runs_nothing():
    shortcuts = FakeShortcuts(*KNOWN)
    doing = Doing(shortcuts=shortcuts, picks=[1])
    await doing.run(spoken("shortcuts", name="new window"))
    assert shortcuts.ran == ["Editor: New Window"]
    [result] = await doing.run(spoken("shortcuts", name="new window"))
    assert not result.ok
    assert len(shortcuts.ran) == 1


async def test_an_unknown_one_is_said_so():
    [result] = await Doing(shortcuts=FakeShortcuts()).run(spoken("shortcuts", name="nothing\0"))
    assert (result.ok, result.spoken) == (
        False, "There is no shortcut called nothing; nothing was run.",
    )  # fmt: skip


async def test_a_missing_one_and_one_with_a_problem_are_told_without_a_question():
    bad = Shortcut("Evening", "program", (), "/e", "others may change evening (mode 777)")
    shortcuts = FakeShortcuts(*KNOWN, bad)
    doing = Doing(shortcuts=shortcuts)
    [gone] = await doing.run(spoken("shortcuts", name="nothing"))
    [wide] = await doing.run(spoken("shortcuts", name="evening"))
    assert gone.spoken == "There is no shortcut called nothing; nothing was run."
    assert wide.spoken == "I did not run Evening: others may change evening (mode 777)."
    assert (doing.questions, shortcuts.ran) == ([], [])


async def test_they_are_listed_with_those_that_cannot_run():
    bad = Shortcut("Evening", "program", (), "/e", "it is not executable")
    doing = Doing(shortcuts=FakeShortcuts(program("Morning"), bad, action("Files: New Window")))
    [result] = await doing.run(spoken("list_shortcuts"))
    assert result.spoken == "Your shortcuts: Morning, Evening (which cannot be run as it is)."
    assert doing.questions == []
