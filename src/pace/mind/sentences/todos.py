"""Things to do: adding one, hearing them, ticking one off."""

from __future__ import annotations

from pace.core.call import Provenance
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.grounding import Target, Want, ground
from pace.mind.meaning import act, always, ask, call, sourced, unless_shown
from pace.mind.scene import Scene
from pace.mind.text import words_of
from pace.mind.titles import titled

_LIST = ("(to do list|todo list|to do|todo|to dos|todos|task list|tasks|list of things to do"
         "|things to do|to dos list)")  # fmt: skip
_ONE = "(to do|todo|task|to do item|todo item)"


#: Behind "task" these name no task.
_NOT_ONE = frozenset("is was are were list lists bar manager force number app".split())


def _add(match: Match, scene: Scene) -> Reading | None:
    if match.texts("what")[0] in _NOT_ONE:
        return None
    found = titled(match.slots["what"], match, scene)
    title = found.without((("to",), ("called",), ("named",), ("for",), ("that", "says"), ("of",),
                           ("a", "task", "to"), ("a", "todo", "to")))  # fmt: skip
    words = match.transcript[_start(title, match) : match.slots["what"][-1].end].strip(' ,.;:"“”')
    if not words_of(words) or words_of(words) in (("it",), ("this",), ("that",), ("something",)):
        return _what()
    return act(call("things", title=words), confidence=0.93, worth=0.95, reason="a thing to do")


def _start(title: object, match: Match) -> int:
    runs = getattr(title, "runs", ())
    return int(runs[0][0].start) if runs else match.slots["what"][0].start


def _what() -> Reading:
    return ask("What should I put on your to-do list?", worth=0.8, reason="nothing was named")


#: Lists of these kinds are somebody else's than a list of things to do.
_NO_LISTS = frozenset({"mailing", "contact", "contacts", "play", "price", "block", "drop", "file",
                       "friends", "guest", "user", "to do", "todo", "task", "to dos",
                       "a", "this", "that", "every", "down"})  # fmt: skip
_POINTING = (("it",), ("this",), ("that",), ("them",), ("these",), ("something",), ("everything",))


def _list(match: Match) -> str:
    """The name of a list, or nothing where it is none of the person's."""
    name = match.text("list") or match.text("plain")
    words = name.split()
    if not words or len(words) > 3 or not _NO_LISTS.isdisjoint((name, *words)):
        return ""
    slot = "list" if match.has("list") else "plain"
    return match.verbatim(slot).strip("\"“”' ").removesuffix(" list")


def _add_to(match: Match, scene: Scene) -> Reading | None:
    name, words = _list(match), match.texts("what")
    if not name or len(words) > 12 or words[0] in ("this", "that", "these", "the") or words[-1] in (
        "to", "on"
    ):  # fmt: skip
        return None
    if scene.called(tuple(word.text for word in match.words)) is not None:
        return None
    if words in _POINTING:
        return ask(f"What should I put on your {name} list?", worth=0.9, reason="nothing was named")
    title = match.verbatim("what").strip("\"“”' ,")
    return act(call("things", title=title, list=name), confidence=0.92, worth=0.95,
               reason="a thing for a list")  # fmt: skip


def _read_one(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    name = _list(match)
    if not name:
        return None
    return act(call("todos", action="list", list=name), worth=0.96, reason="a list")


def _remove_from(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001
    name, words = _list(match), match.texts("what")
    if not name or words in _POINTING or words[0] in ("all", "everything", "every", "this"):
        return None
    title = match.verbatim("what").strip("\"“”'")
    gone = sourced("todos", {"action": ("remove", Provenance.SPOKEN),
                             "title": (title, Provenance.SPOKEN),
                             "list": (name, Provenance.SPOKEN)})  # fmt: skip
    return act(gone, confidence=0.9, worth=0.93, reason="a thing to take off a list")


def _complete(match: Match, scene: Scene) -> Reading | None:
    """What is on screen and can be ticked comes first."""
    words = match.texts("what")
    if not scene.moved_on and isinstance(ground(words, scene.screen, Want.TICK), Target):
        return None
    title = match.verbatim("what").strip("\"“”'")
    for opening in ("the task ", "the todo ", "the to do ", "the to-do "):
        title = title.removeprefix(opening)
    if words in (("it",), ("this",), ("that",)):
        return ask("Which thing is done?", worth=0.8, reason="nothing says what it is")
    done = sourced("todos", {"action": ("complete", Provenance.SPOKEN),
                             "title": (title, Provenance.SPOKEN)})  # fmt: skip
    return act(done, confidence=0.88, worth=0.9, reason="a thing that is done")


def _remove(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    if match.texts("what")[0] in ("all", "everything", "every"):
        return None
    title = match.verbatim("what").strip("\"“”'")
    gone = sourced("todos", {"action": ("remove", Provenance.SPOKEN),
                             "title": (title, Provenance.SPOKEN)})  # fmt: skip
    return act(gone, confidence=0.9, worth=0.95, reason="a thing to do no more")


#: What somebody finished that begins so is told, and on no list.
_TOLD = frozenset("it this that these those the my a an our his her their with early late all "
                  "everything first second last and today yesterday".split())  # fmt: skip


def _finished(match: Match, scene: Scene) -> Reading | None:
    """Something that was to be done, as it stands on a list: "fix the bike"."""
    words = match.texts("what")
    if scene.indirect or not 2 <= len(words) <= 6 or words[0] in _TOLD or words[0].endswith("ing"):
        return None
    return _complete(match, scene)


FAMILIES = (
    Family(
        "add a thing to do",
        (f"(add|put|write|enter) {{what}} (to|on|onto|in|into) [(my|the)] {_LIST}",
         f"(add|put) (to|on) (my|the) {_LIST} {{what:rest}}",
         f"(add|create|make|new|set) [(a|an|another|me a)] [new] {_ONE} {{what:rest}}",
         f"{_ONE} {{what:rest}}"),
        _add,
        examples=("add milk to my to-dos", "put fix the bike on my todo list",
                  "new task call the insurance", "add a task to write the report"),
        never=("what's on my to do list", "add a meeting tomorrow at 3", "what to do",
               "to do list", "add milk to my shopping list", "the task is hard"),
        verbatim=True,
        content="what",
        until_then=True,
    ),
    Family(
        "add what to do",
        (f"(add|put) [(something|it|this)] (to|on) [(my|the)] {_LIST}",
         f"(add|create|make|new) [(a|an|another)] [new] {_ONE}"),
        unless_shown(_what()),
        examples=("add to my to-do list", "new task"),
        never=("add milk to my to-dos", "my tasks"),
    ),
    Family(
        "add to a list",
        ("(add|put) {what} (to|on|onto) (my|the|our) {list} list",
         "(add|put) {what} (to|on|onto) [(my|the|our)] {plain}"),
        _add_to,
        examples=("add milk to my shopping list", "add eggs to the groceries"),
        never=("add milk to my to-dos", "add Bob to the mailing list", "put it on the table",
               "add this to my shopping list", "add milk to my packing list note"),
        lists={"plain": dict.fromkeys(("groceries", "shopping", "shopping list"), "")},
        content="what",
        verbatim=True,
        until_then=True,
    ),
    Family(
        "what to add to a list",
        ("(add|put) [(something|it)] (to|on|onto) (my|the|our) {list} list",),
        lambda match, scene: ask(  # noqa: ARG005
            f"What should I put on your {_list(match)} list?", worth=0.8,
            reason="nothing was named",
        ) if _list(match) else None,
        examples=("add to my shopping list",),
        never=("add to my to-do list", "add milk to my shopping list"),
    ),
    Family(
        "what is on a list",
        ("what is (on|in) (my|the|our) {list} list",
         "(show|read|check) [me] (my|the|our) {list} list"),
        _read_one,
        examples=("what's on my shopping list",),
        never=("what's on my to-do list", "what's on the price list", "show me the file list"),
        moods=EITHER,
    ),
    Family(
        "take off a list",
        ("(take|remove|delete|cross|strike) {what} (off|from) (my|the|our) {list} list",),
        _remove_from,
        examples=("take milk off my shopping list",),
        never=("remove milk from my to-do list", "remove Bob from the mailing list",
               "cross milk off my to-do list"),
    ),
    Family(
        "what there is to do",
        (f"what is (on|in) [(my|the)] {_LIST}", f"(show|read|list|check|tell|give) [me] my {_LIST}",
         f"(show|read|list) [me] the {_LIST}",
         f"what are my {_LIST}", f"what {_LIST} do i have", f"my {_LIST}",
         "what (do|have) i [still] (have|got|need) to do [today]",
         f"(do i have|are there) [any] [open] {_LIST} [left]", "what is left to do",
         "what do i [still] need to (do|get done) [today]",
         "what (are|is) my reminders", "(show|read|list|tell|give) [me] [all] my reminders",
         "my reminders", "what reminders do i have"),
        always(act(call("todos", action="list"), worth=0.97, reason="things to do")),
        examples=("what's on my to-do list", "show me my tasks", "what do I still have to do",
                  "my to-dos", "what are my reminders"),
        never=("what can you do", "what do you do", "what should I do",
               "what is there to do in Rome",
               "add milk to my to-dos", "what do I have tomorrow"),
        moods=EITHER,
    ),
    Family(
        "a thing to do no more",
        (f"(remove|delete|take|drop) {{what}} (from|off) [(my|the)] {_LIST}",),
        _remove,
        examples=("remove milk from my to-do list", "take call the bank off my tasks"),
        never=("delete all my tasks from my to-do list", "cross milk off my to-do list",
               "remove the file"),
    ),
    Family(
        "a thing is done",
        ("(mark|tick|check|cross) {what} [off] as (done|complete|completed|finished)",
         "(mark|set) {what} (done|complete|completed|finished)",
         "(check|cross|tick) off {what} [(on|from|in) my to do list]",
         f"(check|cross|tick) {{what}} off [(on|from|of|in)] [(my|the)] ({_LIST}|list)",
         f"(complete|finish) [the] {_ONE} {{what:rest}}"),
        _complete,
        examples=("mark milk as done", "check off fix the bike",
                  "complete the task write the report",
                  "cross milk off my to-do list"),
        never=("tick the box", "check the weather", "mark this page", "complete the form",
               "check off"),
    ),
    Family(
        "a thing that was finished",
        ("i [have] (finished|completed) {what:rest}", "i am done with {what:rest}"),
        _finished,
        examples=("I finished fix the bike", "I've completed call the bank"),
        never=("I finished my lunch", "I'm done with this job", "I finished reading the book",
               "I have finished", "I finished the report yesterday"),
    ),
)  # fmt: skip
