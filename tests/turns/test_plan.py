"""`pace plan`: one JSON line in, one JSON line out."""

import json
from datetime import UTC, datetime

import pytest

from pace.core.element import Element, Rect, Snapshot, Tree, Window
from pace.tools.catalogue import built_in
from pace.turn.planning import Planning, snapshot_as_json

KEYS = {
    "id", "lane", "intent", "spoken", "calls", "click", "point", "question", "proposed",
    "confidence", "ms", "prepare_ms",
}  # fmt: skip
SAVE = {"id": 7, "role": "button", "x": 10, "y": 20, "label": "Save"}


class FixedClock:
    def now(self) -> datetime:
        return datetime(2026, 3, 2, 9, 30, tzinfo=UTC)

    def monotonic(self) -> float:
        return 0.0


PLANNING = Planning(built_in(), FixedClock())


def plan(transcript="", **more):
    return json.loads(PLANNING.line(json.dumps({"id": "a", "transcript": transcript, **more})))


def test_a_line_has_every_key_of_the_contract():
    answer = plan("turn the volume down")

    assert set(answer) == KEYS
    assert answer["id"] == "a"
    assert (answer["lane"], answer["intent"]) == ("tool_action", "action")
    assert answer["calls"] == [
        {"name": "volume", "args": {"direction": "down"}, "effect": "change"}
    ]
    assert (answer["click"], answer["point"], answer["question"]) == (None, None, None)
    assert (answer["spoken"], answer["proposed"]) == ("", [])
    assert 0 < answer["confidence"] <= 1


def test_elements_answer_with_the_ids_they_were_given():
    answer = plan("click save", elements=[SAVE])

    assert answer["click"] == 7
    assert answer["calls"] == [{"name": "click", "args": {"element": 7}, "effect": "change"}]
    assert plan("where is the save button", elements=[SAVE])["point"] == 7


def test_only_id_and_label_of_an_element_are_required():
    assert plan("click save", elements=[{"id": "s", "label": "Save"}])["click"] == "s"


def test_without_width_the_place_is_the_point_to_press():
    twins = [SAVE, {**SAVE, "id": 8, "y": 90}]

    assert plan("click the lower save button", elements=twins)["click"] == 8


@pytest.mark.parametrize("text", ["disabled", "DISABLED"])
def test_state_words_in_the_text_count(text):
    answer = plan("click save", elements=[{**SAVE, "text": text}])

    assert (answer["click"], answer["intent"]) == (None, "out_of_scope")


def test_an_empty_transcript_has_no_intent():
    answer = plan("  ")

    assert (answer["intent"], answer["lane"], answer["calls"]) == (None, "unknown", [])


def test_reads_are_answers():
    answer = plan("how much battery is left")

    assert answer["intent"] == "answer"
    assert answer["calls"][0]["effect"] == "read"


def test_what_is_withheld_stands_in_proposed_with_its_question():
    answer = plan("delete the file report.pdf")

    assert answer["intent"] == "confirm_destructive"
    assert answer["calls"] == []
    assert answer["proposed"]
    assert "report.pdf" in answer["question"]["text"]


def test_the_clock_of_the_line_is_used():
    assert "9:30" in plan("what time is it")["spoken"]
    assert "6:05 pm" in plan("what time is it", now="2026-01-01T18:05:00+01:00")["spoken"]


def test_a_window_that_shows_nothing_is_said_to():
    answer = plan("click save", window={"app": "Slack", "title": "Slack", "tree": "stub"})

    assert "cannot see into" in answer["spoken"]


MALFORMED = [
    ("", None), ("nonsense", None), ("[1, 2]", None), ("null", None), ('"text"', None),
    ('{"id": "x"}', "x"), ('{"id": "x", "transcript": 5}', "x"), ('{"transcript": null}', None),
    ('{"id": 3, "transcript": "a", "elements": {}}', 3),
    ('{"id": 3, "transcript": "a", "elements": [{"label": "no id"}]}', 3),
    ('{"id": 3, "transcript": "a", "elements": [{"id": 1}]}', 3),
    ('{"id": 3, "transcript": "a", "elements": [{"id": 1, "label": "b", "x": "c", "y": 1}]}', 3),
    ('{"id": 3, "transcript": "a", "elements": [{"id": 1, "label": "b", "x": NaN, "y": 1}]}', 3),
    ('{"id": 3, "transcript": "a", "elements": [{"id": 1, "label": "b", "states": "focused"}]}', 3),
    ('{"id": 3, "transcript": "a", "now": "soon"}', 3),
    ('{"id": 3, "transcript": "a", "now": "2026-01-01T10:00:00"}', 3),
    ('{"id": 3, "transcript": "a", "apps": ["Firefox", 1]}', 3),
    ('{"id": 3, "transcript": "a", "window": {"tree": "half"}}', 3),
    ('{"id": 3, "transcript": "a", "history": [["only one"]]}', 3),
    ('{"id": 3, "transcript": "a", "selection": []}', 3),
]  # fmt: skip


@pytest.mark.parametrize(("line", "line_id"), MALFORMED)
def test_a_malformed_line_gives_its_id_and_what_is_wrong(line, line_id):
    answer = json.loads(PLANNING.line(line))

    assert set(answer) == {"id", "error"}
    assert answer["id"] == line_id
    assert answer["error"]


def test_explaining_adds_the_reasons_and_the_route():
    line = json.dumps({"id": 1, "transcript": "mute"})

    explained = json.loads(PLANNING.line(line, explain=True))

    assert set(explained) > KEYS
    assert (explained["route"], explained["reasons"]) == ("run", ["mute"])


def test_what_is_seen_can_be_planned_with():
    seen = snapshot_as_json(Snapshot(
        Window("1", "Notes", "Groceries", active=True, tree=Tree.FULL),
        (Element("s", "button", "Save", rect=Rect(1, 2, 3, 4), states=frozenset({"focused"})),
         Element("p", "button", "Other", point=(5, 6))),
        focused="s", selection="milk",
    ))  # fmt: skip

    assert seen["elements"][0] == {
        "id": "s", "role": "button", "x": 1, "y": 2, "w": 3, "h": 4, "label": "Save", "text": "",
        "states": ["focused"],
    }  # fmt: skip
    assert plan("click save", **seen)["click"] == "s"


NAUGHTY = [
    "\x00\x01\x02", "\u202eopen firefox", "🙂" * 50, "открой браузер", "テストを開く", "a" * 10_000,
    "open " * 300, "and " * 200, "type " + "ñ" * 500, "<script>alert(1)</script>", "{app}", "%s %d",
    "click \\ \" ' ` [ ] ( ) |", "\ud83d", "ﬁle", "1. 2. 3.", "no no no no wait wait",
]  # fmt: skip


@pytest.mark.parametrize("transcript", NAUGHTY)
def test_whatever_is_said_gives_one_line(transcript):
    answered = PLANNING.line(json.dumps({"id": 1, "transcript": transcript, "elements": [SAVE]}))

    assert "\n" not in answered
    assert set(json.loads(answered)) == KEYS


def test_thousands_of_lines_keep_nothing_between_them():
    lines = ["open firefox", "click save", "set a timer", "undo that", "what is html"]
    first = [plan(line, elements=[SAVE]) for line in lines]
    for _ in range(200):
        for line in lines:
            plan(line)

    again = [plan(line, elements=[SAVE]) for line in lines]

    timeless = [{k: v for k, v in a.items() if not k.endswith("ms")} for a in first]
    assert [{k: v for k, v in a.items() if not k.endswith("ms")} for a in again] == timeless
