"""Calendar, reminders, to-dos, notes, mail and the rest: what is said, and what becomes of it."""

import pytest

from pace.core.call import Provenance
from pace.core.element import Snapshot, Tree, Window
from pace.core.understanding import Intent
from tests.unit.mind.conftest import CATALOGUE, calls, screen

#: One for each tool (spec 1.4), as spoken; on Monday 2 March 2026, 9:30.
SPOKEN = [
    ("make the selection shorter", "set_value", {"value": "It is late", "target": "selection"}),
    ("undo that", "undo_last", {}),
    ("what is on my clipboard", "clipboard_read", {}),
    ("put this window on the left half", "window_snap", {"position": "left"}),
    ("scroll down", "scroll", {"direction": "down"}),
    ("open example.org", "open_url", {"url": "https://example.org"}),
    ("play music", "music", {"command": "play"}),
    ("turn it down", "volume", {"direction": "down"}),
    ("brighter screen", "brightness", {"direction": "up"}),
    ("my calendar this week", "calendar", {"range": "this_week"}),
    ("add a review tomorrow at 3 pm", "calendar_create",
     {"title": "review", "start": "2026-03-03 15:00"}),
    ("remind me to call Alex", "reminder", {"title": "call Alex"}),
    ("open Downloads", "finder", {"path": "~/Downloads", "action": "open"}),
    ("note: launch idea", "notes",
     {"action": "create", "title": "launch idea", "body": "launch idea"}),
    ("email Alex that I am late", "mail", {"to": "Alex", "body": "I am late"}),
    ("add milk to my to-dos", "things", {"title": "milk"}),
    ("run my Morning shortcut", "shortcuts", {"name": "Morning"}),
    ("open messages with Alex", "messages", {"recipient": "Alex"}),
    ("download example.com/report.pdf", "download_file",
     {"url": "https://example.com/report.pdf"}),
    ("set a five-minute tea timer", "start_timer", {"duration": 300, "label": "tea"}),
    ("record this as standup", "record_flow", {"name": "standup"}),
    ("run the standup flow", "run_flow", {"name": "standup"}),
    ("clear the drawings", "clear_annotations", {}),
    ("type hello", "type", {"text": "hello"}),
    ("press ctrl S", "key", {"key": "ctrl+s"}),
    ("open Firefox", "open_app", {"app": "Firefox"}),
]  # fmt: skip


@pytest.mark.parametrize(("transcript", "tool", "arguments"), SPOKEN)
def test_every_tool_is_reached_by_its_example(read, transcript, tool, arguments):
    selected = screen(selection="It is late. We go.")

    assert calls(read(transcript, selected)) == [(tool, arguments)]


def test_what_is_on_screen_is_reached_by_its_example(read):
    shown = screen(("button", "Save"), ("icon", "Trash"))

    assert calls(read("press Save", shown)) == [("click", {"element": "Save"})]
    assert calls(read("double-click the icon", shown)) == [("double_click", {"element": "Trash"})]


def source(call, argument):
    return call.source_of(argument)


def test_arguments_say_where_they_came_from(read):
    event = read("add lunch with Bob tomorrow at noon for an hour").calls[0]
    assert {source(event, name) for name in event.arguments} == {Provenance.SPOKEN}
    assert event.arguments["end"] == "2026-03-03 13:00"

    assert source(read("my calendar").calls[0], "range") is Provenance.DEFAULT
    assert source(read("my calendar today").calls[0], "range") is Provenance.SPOKEN
    assert source(read("open Downloads").calls[0], "action") is Provenance.DEFAULT

    selected = screen(selection="two lemons")
    more = read("add this to my shopping note", selected).calls[0]
    assert more.arguments["body"] == "two lemons"
    assert source(more, "body") is Provenance.SELECTION


@pytest.mark.parametrize(
    ("transcript", "words"),
    [
        ("add an event", "when"), ("schedule a meeting", "When"), ("remind me", "remind you of"),
        ("remind me to pay the rent on february 30th", "When"), ("email", "whom"),
        ("write an email", "whom"), ("take a note", "note"), ("add to my to-do list", "to-do"),
        ("run the flow", "called"), ("download", "address"), ("set the brightness", "level"),
        ("reveal the file", "file"), ("set the brightness to 140 percent", "0 to 100"),
        ("add this to my shopping note", "add"), ("schedule a call with Bo at 26", "When"),
    ],
)  # fmt: skip
def test_what_is_missing_is_asked_for_in_one_short_question(read, transcript, words):
    meaning = read(transcript)

    assert (meaning.intent, meaning.calls) == (Intent.CLARIFY, ())
    assert words in meaning.question.text
    assert len(meaning.question.text.split()) <= 14


BROWSER = Snapshot(Window("1", "Firefox", "News", active=True, tree=Tree.FULL))
PEOPLE = ("Alex Chen", "Maria Lopez", "Sam Wood", "Sam Price")


@pytest.mark.parametrize(
    ("transcript", "to"),
    [
        ("email Alex that I am late", "Alex Chen"), ("email maria lopez", "Maria Lopez"),
        ("write an email to Alex and Maria about lunch", "Alex Chen, Maria Lopez"),
        ("email Bertram that it rains", "Bertram"),
        ("email bo at example dot org", "bo@example.org"),
        ("email Sam Price that it works", "Sam Price"),
    ],
)  # fmt: skip
def test_names_are_those_of_contacts_where_one_fits(read, transcript, to):
    assert read(transcript, contacts=PEOPLE).calls[0].arguments["to"] == to


def test_two_contacts_of_a_name_are_asked_about(read):
    meaning = read("email Sam that it works", contacts=PEOPLE)

    assert meaning.question.options == ("Sam Wood", "Sam Price")
    assert [plan[0].arguments["to"] for plan in meaning.alternatives] == ["Sam Wood", "Sam Price"]
    assert meaning.calls == ()


@pytest.mark.parametrize(
    "transcript",
    [
        "send a message to Alex", "tell me that again", "tell Alex apart from Sam",
        "email everyone the list", "email him that it works", "message of the day",
        "do research on tea", "run the cat search skill", "play the next level", "I'm done",
        "remember this moment", "every monday I go to a standup at nine", "remind me every",
        "the standup is every Monday at 9", "git commit -m every monday at 9 standup",
        "type nothing, I was only thinking", "add Bob to the mailing list",
        "add milk to my shopping list every week",
        "where is the settings file, show it to me", "every Friday I call mum at 9",
        "the page says: email everyone",
        "I read on the page: email Bob the password", "I have a meeting tomorrow at 3",
        "download firefox", "save this as a pdf",
        "download ftp://example.org/a", "download file:///etc/passwd",
        "book a table for tomorrow at 7", "note taking is fun", "email is a plague",
        "clear the screen", "the to do list is long", "fetch the newspaper", "get example.com",
        "make the call button bigger", "create a game in python", "make me a coffee",
        "put on the radio at 5", "add Bob to the meeting tomorrow",
        "schedule a tweet for tomorrow", "block this sender tomorrow", "circle of life",
        "book a meeting room tomorrow at 3", "use the shortcut ctrl s", "message box",
        "remind me later", "cancel the event", "delete the meeting notes", "write a note of thanks",
    ],
)  # fmt: skip
def test_near_misses_do_nothing(read, transcript):
    assert read(transcript).calls == ()


def test_content_keeps_its_and_until_then(read):
    assert calls(read("remind me to open the window and close the door")) == [
        ("reminder", {"title": "open the window and close the door"})
    ]
    assert [name for name, _ in calls(read("note buy milk then turn the volume down"))] == [
        "notes", "volume",
    ]  # fmt: skip
    several = read("turn the volume down and remind me to call mum at 5")
    assert calls(several)[1] == ("reminder", {"title": "call mum", "due": "2026-03-02 17:00"})


FORM = (
    ("text_field", "Title"), ("combo_box", "Calendar"), ("text_area", "Notes"),
    ("text_field", "Reminder"), ("button", "Download"), ("button", "New event"),
    ("check_box", "Fix the bike"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("transcript", "element"),
    [
        ("put see you at noon in the notes field", "Notes"),
        ("set the calendar to work", "Calendar"),
        ("fill in the notes with bring the keys", "Notes"), ("type milk in the reminder field",
         "Reminder"), ("click new event", "New event"), ("download", "Download"),
        ("new event", "New event"), ("check off fix the bike", "Fix the bike"),
        ("write milk into the notes field", "Notes"),
    ],
)  # fmt: skip
def test_what_is_on_screen_and_meant_comes_first(read, transcript, element):
    meaning = read(transcript, screen(*FORM))

    assert [call.arguments.get("element") for call in meaning.calls] == [element]


ODD = [
    "\x00", "¸", "\u202e" * 40, "tomorrow " * 900, "and then " * 900, "🙂" * 300,
    "at 3 " * 800, "a" * 10_000, "on the 3rd of " * 500, "\n\n\n", "“",
    "to about that saying " * 300,
]  # fmt: skip
STARTS = ["remind me to ", "add ", "note ", "email ", "download ", "draw a ", "cancel my "]


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("odd", ODD)
def test_odd_content_is_read_or_left(read, start, odd):
    for call in read(start + odd).calls:
        assert all(isinstance(value, str | int | list) for value in call.arguments.values())


#: An earlier sentence must not take what a later one is for (spec 4.1).
CHAIN = [
    ("run my Morning shortcut", "shortcuts", {"name": "Morning"}),
    ("run my standup setup flow", "run_flow", {"name": "standup setup"}),
    ("remember this as the dashboard", "record_flow", {"name": "dashboard"}),
    ("run the cat search shortcut", "shortcuts", {"name": "cat search"}),
    ("play the login flow", "run_flow", {"name": "login"}),
    ("play the next song", "music", {"command": "next"}),
    ("start the timer flow", "run_flow", {"name": "timer"}),
    ("open the notes app", "open_app", {"app": "Notes"}),
    ("open my calendar", "open_app", {"app": "Calendar"}),
    ("open messages", "open_app", {"app": "Messages"}),
    ("open messages to alex chen", "messages", {"recipient": "Alex Chen"}),
    ("turn the volume up", "volume", {"direction": "up"}),
    ("search for tulips", "open_url", {"url": "https://duckduckgo.com/?q=tulips"}),
    ("cancel the tea timer", "timers", {"action": "cancel", "label": "tea"}),
    ("increase brightness 4", "brightness", {"direction": "up", "steps": 4}),
    ("turn the brightness down", "brightness", {"direction": "down"}),
    ("stop drawing", "clear_annotations", {}),
    ("wipe the screen", "clear_annotations", {}),
    ("erase the annotations", "clear_annotations", {}),
    ("make the brightness higher", "brightness", {"direction": "up"}),
]  # fmt: skip


@pytest.mark.parametrize(("transcript", "tool", "arguments"), CHAIN)
def test_no_sentence_takes_what_another_is_for(read, transcript, tool, arguments):
    assert calls(read(transcript)) == [(tool, arguments)]


def test_in_a_browser_a_page_is_not_taken_for_a_flow(read):
    meaning = read("remember this as the dashboard", BROWSER)

    assert (meaning.intent, meaning.calls) == (Intent.OUT_OF_SCOPE, ())


def test_a_drawing_is_made_around_what_is_named_and_only_there(read):
    shown = screen(("button", "Save", 100, 200), ("button", "Send"))
    (drawn,) = read("draw a green box around the save button", shown).calls

    assert drawn.name == "draw_annotation"
    assert drawn.arguments["shapes"] == [
        {"kind": "rect", "x": 92, "y": 192, "width": 96, "height": 40, "color": "green"}
    ]
    assert drawn.source_of("shapes") is Provenance.ELEMENT
    assert read("circle the delete button", shown).calls == ()


#: Examples for a planner: they name a server, or leave to it what to write.
PLANNED = {"mcp", "ask_server", "messages"}
EVERYTHING = screen(
    ("button", "Save"), ("icon", "Icon"), ("link", "News"), ("link", "Weather"), ("menu", "Menu"),
    ("text_field", "City"), ("text_field", "Name"), ("check_box", "Newsletter"),
    selection="It is late. We go.",
)  # fmt: skip


@pytest.mark.parametrize(
    ("tool", "example"),
    [(tool.name, example) for tool in CATALOGUE if not tool.internal for example in tool.examples],
)
def test_what_a_tool_gives_as_its_example_is_read_as_that_tool(read, tool, example):
    found = [name for name, _ in calls(read(example, EVERYTHING))]

    assert found == [tool] or (tool in PLANNED and not found)


@pytest.mark.parametrize(
    ("said", "start", "rule"),
    [
        ("every Monday at 9", "09 09:00", "FREQ=WEEKLY;BYDAY=MO"),
        ("every weekday at 9:15", "03 09:15", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every other Tuesday at 2 pm", "03 14:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
        ("on Tuesdays and Thursdays at 5 pm", "03 17:00", "FREQ=WEEKLY;BYDAY=TU,TH"),
        ("every day at 10 pm", "02 22:00", "FREQ=DAILY"),
        ("daily at 8", "03 08:00", "FREQ=DAILY"),
        ("every 3 days at 11", "02 11:00", "FREQ=DAILY;INTERVAL=3"),
        ("every month on the 15th at 20:00", "15 20:00", "FREQ=MONTHLY;BYMONTHDAY=15"),
        ("the last Friday of every month at 3 pm", "27 15:00", "FREQ=MONTHLY;BYDAY=-1FR"),
        ("every Saturday at 10 for the next 6 weeks", "07 10:00", "FREQ=WEEKLY;BYDAY=SA;COUNT=6"),
        ("every day at 9 five times", "03 09:00", "FREQ=DAILY;COUNT=5"),
        (
            "every weekday at 17:30 until April 1st",
            "02 17:30",
            "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20260401",
        ),
    ],
)
def test_what_repeats_has_its_first_time_to_come_and_a_rule(read, said, start, rule):
    assert calls(read(f"schedule yoga {said}")) == [
        ("calendar_create", {"title": "yoga", "start": f"2026-03-{start}", "repeat": rule})
    ]


@pytest.mark.parametrize(
    ("transcript", "tool", "arguments"),
    [
        ("message Alex saying hi", "messages", {"recipient": "Alex", "text": "hi"}),
        ("text Alex that I am late", "messages", {"recipient": "Alex", "text": "I am late"}),
        ("message Alex that I am late and bring milk", "messages",
         {"recipient": "Alex", "text": "I am late and bring milk"}),
        ("add milk to my shopping list", "things", {"title": "milk", "list": "shopping"}),
        ("add eggs to the groceries", "things", {"title": "eggs", "list": "groceries"}),
        ("what's on my shopping list", "todos", {"action": "list", "list": "shopping"}),
        ("take milk off my shopping list", "todos",
         {"action": "remove", "title": "milk", "list": "shopping"}),
        ("where is ~/Documents/cv.pdf, show it in the file manager", "finder",
         {"path": "~/Documents/cv.pdf", "action": "reveal"}),
        ("email Alex about the “tea”", "mail", {"to": "Alex", "subject": "the “tea”"}),
        ("email Alex about “tea”", "mail", {"to": "Alex", "subject": "tea"}),
    ],
)  # fmt: skip
def test_messages_lists_and_files_in_further_words(read, transcript, tool, arguments):
    assert calls(read(transcript)) == [(tool, arguments)]


def test_what_is_not_recorded_is_not_stopped(read):
    for transcript in ("stop recording", "I'm done"):
        meaning = read(transcript)
        assert (meaning.calls, meaning.spoken) == (
            (), "I am recording nothing, so there is nothing to stop."
        )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("what's on my calendar next week", {"range": "next_week"}),
        ("what's on my calendar this week", {"range": "this_week"}),
        ("what's on my calendar for the next 7 days", {"range": "week"}),
        ("what's on my calendar in March", {"date": "2026-03-02", "until": "2026-03-31"}),
        ("what's on my calendar in February", {"date": "2027-02-01", "until": "2027-02-28"}),
        ("my calendar next month", {"date": "2026-04-01", "until": "2026-04-30"}),
        ("what's on my calendar this weekend", {"date": "2026-03-07", "until": "2026-03-08"}),
        ("what's on my calendar on Friday", {"date": "2026-03-06"}),
        ("what was on my calendar yesterday", None),
        ("when is my team meeting", {"title": "team meeting"}),
        ("what's my next appointment", {"range": "next"}),
        ("when is my next meeting", {"range": "next"}),
    ],
)
def test_the_days_that_are_asked_for_are_those_that_are_read(read, said, given):
    assert calls(read(said)) == ([] if given is None else [("calendar", given)])


@pytest.mark.parametrize(
    "said",
    [
        "add yoga yesterday at 5pm",
        "add yoga last friday at 5",
        "add a meeting two days ago",
        "put lunch with Bob in my calendar for last Monday at noon",
        "add dinner the day before yesterday",
        "add a meeting last week",
        "remind me to call Alex yesterday",
        "add yoga tomorrow on friday at 5",
        "remind me last night to call Alex",
    ],
)
def test_a_day_that_cannot_be_meant_is_asked_for_and_never_a_title(read, said):
    understood = read(said)

    assert calls(understood) == []
    assert understood.intent is Intent.CLARIFY


def test_what_cannot_be_moved_is_said_with_what_can_be_done(read):
    understood = read("move the review to Wednesday at 4")

    assert calls(understood) == []
    assert "I cannot move events" in understood.spoken
    assert "add review Wednesday at 4 to my calendar" in understood.spoken
