"""The pure parts of benchmarks and accuracy suites."""

import json

import pytest

from bench.plan import lines, screen
from bench.rivals.keywords import keyword_calls
from bench.snapshot import agreement
from bench.start import cpu_seconds, family, resident
from bench.voice import word_errors
from evals.comparing import same_call, same_calls
from evals.fixtures import complaint, parsed
from evals.fm_fixtures import tag
from pace import bench, evaluate
from pace.bench import Differs, Run, benchmark, benchmarks, without_figure
from pace.core.element import Element, Rect
from pace.core.error import Invalid, Unavailable
from pace.core.figures import Row, measured, quantile, share_spread, short, shown, table
from pace.desktop.linux.atspi.nodes import Node
from pace.evaluate import Case, Verdict, suites


def test_samples_are_summed_up_by_the_median_and_the_distance_of_the_quartiles():
    found = measured([5.0, 1.0, 4.0, 2.0, 3.0])
    assert (found.median, found.spread, found.n) == (3.0, 2.0, 5)
    assert found.p95 == pytest.approx(4.8)


def test_nothing_measured_is_an_error_and_one_sample_has_no_spread():
    with pytest.raises(ValueError, match="no samples"):
        measured([])
    assert measured([7.0]).spread == 0


@pytest.mark.parametrize(("share", "value"), [(0, 1), (0.5, 2.5), (1, 4), (0.25, 1.75)])
def test_a_quantile_lies_between_the_samples(share, value):
    assert quantile([4, 1, 3, 2], share) == value


def test_the_spread_of_a_share_shrinks_with_the_number_of_cases_and_is_never_nothing():
    assert share_spread(5, 10) > share_spread(50, 100) > share_spread(500, 1000) > 0
    assert share_spread(10, 10) > 0


@pytest.mark.parametrize(
    ("row", "ratio"),
    [
        (Row("a", 10.0, {"r": 50.0, "s": 5.0}), 5.0),
        (Row("a", 90.0, {"r": 45.0}, unit="%"), 2.0),
        (Row("a", 90.0, {"r": 0.0}, unit="%"), None),
        (Row("a", 10.0), None),
        (Row("a", None, {"r": 5.0}), None),
        (Row("a", 10.0, {"r": None}), None),
    ],
)
def test_the_ratio_says_how_many_times_better_than_the_first_rival(row, ratio):
    assert row.ratio == ratio


def test_a_row_has_the_keys_of_the_contract_and_numbers_of_four_digits():
    found = Row("a", 12.34567, {"r": 98765.4}, 3, 0.98765, more={"p95": 1.0}).as_json()
    assert list(found)[:7] == ["case", "ours", "rivals", "ratio", "n", "spread", "unit"]
    assert (found["ours"], found["rivals"]["r"], found["spread"]) == (12.35, 98770.0, 0.9877)
    assert found["p95"] == 1.0
    assert json.loads(json.dumps(found)) == found
    assert short(None) is None


def test_a_table_has_words_to_the_left_and_numbers_to_the_right():
    assert table(["name", "n"], [["a", 5], ["long", 1234.5]]).splitlines() == [
        "name      n",
        "a         5",
        "long  1,234",
    ]


def test_rows_with_different_rivals_share_one_table_and_lists_stay_out_of_it():
    rows = [
        Row("one", 1.0, {"r": 2.0}, more={"notes": ["x"]}).as_json(),
        Row("two", 1.0, {"s": 3.0}, more={"asked": 4}).as_json(),
    ]
    head, first, second = shown(rows).splitlines()
    assert head.split() == ["case", "ours", "±", "unit", "n", "r", "s", "ratio", "asked"]
    assert "x" not in first
    assert second.split() == ["two", "1", "ms", "1", "3", "3", "4"]


def test_what_could_not_be_measured_fails_the_run_unless_it_is_missing():
    skipped = without_figure("qt", Unavailable("There is no Qt.", fix="get it"))
    failed = without_figure("qt", Differs("Not the same."))
    assert "failed" not in skipped.more
    assert skipped.more["notes"] == ["skipped: There is no Qt. get it"]
    assert failed.more["failed"]


def test_repetitions_may_be_fewer_than_usual_and_never_more():
    assert Run().times(15) == 15
    assert Run(repeat=1).times(15) == 1
    assert Run(repeat=99).times(15) == 15
    assert Run(only="gtk").wants("gtk4")
    assert not Run(only="gtk").wants("qt")


def test_every_benchmark_says_in_a_line_what_it_is(capsys):
    known = benchmarks()
    assert {"snapshot", "act", "voice", "plan", "start"} <= set(known)
    assert all(about.endswith(".") for about in known.values())
    assert benchmark("list", as_json=True) == bench.DONE
    assert [one["name"] for one in json.loads(capsys.readouterr().out)] == list(known)


@pytest.mark.parametrize("name", ["nothing", "plan:no such case"])
def test_an_unknown_benchmark_or_case_is_one_sentence_and_bad_input(capsys, name):
    assert benchmark(name, as_json=True) == bench.BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1


def test_an_unknown_suite_is_one_sentence_and_bad_input(capsys):
    assert evaluate.evaluate("nothing", as_json=True, data=None) == evaluate.BAD_INPUT
    assert capsys.readouterr().err.count("\n") == 1


def test_a_suite_without_its_data_says_where_it_is_and_is_no_failure(capsys, tmp_path):
    assert set(suites()) == {"commands", "fm-fixtures", "fm-fixtures-actions", "services"}
    for name in ("fm-fixtures", "fm-fixtures-actions"):
        assert evaluate.evaluate(name, as_json=False, data=str(tmp_path)) == evaluate.DONE
        assert "--data DIR" in capsys.readouterr().out


def test_a_suite_gives_counts_that_add_up(capsys):
    assert evaluate.evaluate("commands", as_json=True, data=None) == evaluate.DONE
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert rows[-1]["case"] == "all"
    for row in rows:
        counts = [row["acts_right"], row["asked"], row["abstained"], row["wrong_acts"]]
        assert sum(counts) == row["n"]
        assert set(row["rivals"]) == {"keywords", "always ask"}
    assert sum(row["n"] for row in rows[:-1]) == rows[-1]["n"]
    asking = rows[-1]["rivals_counts"]["always ask"]
    assert asking["asked"] == rows[-1]["n"]


ACTS = Case("a", "g", {"transcript": "x"}, right=lambda a: a["calls"][0]["name"] == "click")
HOLDS = Case("a", "g", {"transcript": "x"}, may_act=False, may_hold=True)
CLICK = {"name": "click", "args": {}, "effect": "change"}
READ = {"name": "status", "args": {}, "effect": "read"}
KEY = {"name": "key", "args": {}, "effect": "change"}


@pytest.mark.parametrize(
    ("case", "calls", "question", "verdict", "passes"),
    [
        (ACTS, [CLICK], None, Verdict.RIGHT, True),
        (ACTS, [KEY], None, Verdict.WRONG, False),
        (ACTS, [], {"text": "?"}, Verdict.ASKED, False),
        (ACTS, [], None, Verdict.ABSTAINED, False),
        (HOLDS, [CLICK], None, Verdict.WRONG, False),
        (HOLDS, [READ], None, Verdict.ABSTAINED, True),
        (HOLDS, [], {"text": "?"}, Verdict.ASKED, True),
    ],
)
def test_an_answer_is_right_asks_abstains_or_is_a_wrong_act(case, calls, question, verdict, passes):
    found = case.verdict({"calls": calls, "question": question})
    assert found is verdict
    assert case.passes(found) is passes


@pytest.mark.parametrize(
    ("call", "same"),
    [
        ({"app": "Calculator"}, True),
        ({"app": "the calculator."}, True),
        ({"app": "calculator", "steps": 3}, True),
        ({"app": "calculator", "element": "e1"}, False),
        ({"app": "calendar"}, False),
        ({}, False),
    ],
)
def test_calls_compare_by_what_speech_can_say(call, same):
    assert same_call({"name": "open_app", "args": call}, "open_app", {"app": "calculator"}) is same


def test_a_plan_must_be_complete_and_in_order():
    one, two = {"name": "a", "args": {}}, {"name": "b", "args": {}}
    wanted = [[["a", {}], ["b", {}]], [["b", {}]]]
    assert same_calls([one, two], wanted)
    assert same_calls([two], wanted)
    assert not same_calls([one], wanted)
    assert not same_calls([two, one], wanted)
    assert not same_calls([], wanted)


def test_numbers_and_truth_are_not_mixed_up():
    assert not same_call({"name": "volume", "args": {"mute": 0}}, "volume", {"mute": "0"})
    assert same_call(
        {"name": "open_url", "args": {"url": "https://www.example.org/"}},
        "open_url",
        {"url": "example.org"},
    )


FIXTURE = """
USER: click the save button\\nnow
ELEMENT: [3] button|548,40|save button|Save Draft
ELEMENT: [4] menu_item|1,2|File|
EXPECT_CLICK_ID_ONE_OF: 3,4
SPOKEN_MUST_CONTAIN: Saved
SPOKEN_MUST_NOT_CONTAIN: id,coord
SPOKEN_MAX_WORDS: 2
"""


def test_a_fixture_is_read_into_a_line_and_what_it_expects():
    fixture = parsed("a", FIXTURE)
    assert fixture.line["transcript"] == "click the save button\nnow"
    assert fixture.line["elements"][0] == {
        "id": 3, "role": "button", "x": 548, "y": 40, "label": "save button", "text": "Save Draft",
    }  # fmt: skip
    assert fixture.line["elements"][1]["text"] == ""
    assert fixture.ids("CLICK") == {3, 4}
    assert fixture.ids("POINT") is None
    with pytest.raises(Invalid):
        parsed("a", "no key here")


@pytest.mark.parametrize(
    ("spoken", "parts"),
    [("saved it", 0), ("it", 1), ("saved an id", 2), ("I did save it", 3)],
)
def test_expected_words_are_complained_about_one_by_one(spoken, parts):
    said = complaint(parsed("a", FIXTURE), spoken)
    assert len([part for part in said.split(", ") if part]) == parts, said


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ({"name": "click", "args": {"element": 3}}, "[CLICK:5,6]"),
        ({"name": "click", "args": {"element": 9}}, "[CLICK]"),
        ({"name": "key", "args": {"key": "ctrl+s"}}, "[KEY:cmd+s]"),
        ({"name": "type", "args": {"text": "hi"}}, "[TYPE:hi]"),
        ({"name": "scroll", "args": {"direction": "down"}}, "[SCROLL:down:3]"),
    ],
)
def test_calls_are_written_as_the_tags_of_the_fixtures(call, written):
    assert tag(call, {3: (5, 6)}) == written


SCREEN = [{"id": "a", "label": "Save draft"}, {"id": "b", "label": "Send", "text": "Send now"}]


@pytest.mark.parametrize(
    ("words", "calls"),
    [
        ("open the calculator", [("open_app", {"app": "calculator"})]),
        ("open example.org", [("open_url", {"url": "example.org"})]),
        ("click save", [("click", {"element": "a"})]),
        ("press the send button", [("click", {"element": "b"})]),
        ("press control s", [("key", {"key": "ctrl+s"})]),
        ("set a timer for ten minutes", [("start_timer", {"duration": 600})]),
        ("scroll down and mute", [("scroll", {"direction": "down"}), ("volume", {"mute": True})]),
        ("good evening", []),
    ],
)
def test_the_baseline_of_keywords_does_the_plain_commands(words, calls):
    found = keyword_calls({"transcript": words, "elements": SCREEN})
    assert [(call["name"], call["args"]) for call in found] == calls


def test_the_lines_to_plan_are_many_different_ones_and_the_same_at_every_run():
    made = lines(1000, screen())
    assert made == lines(1000, screen())
    assert len({line["transcript"] for line in made}) > 400
    assert len(made[0]["elements"]) == 60
    assert not any("{}" in line["transcript"] or "#" in line["transcript"] for line in made)


@pytest.mark.parametrize(
    ("said", "heard", "errors"),
    [
        ("open the calculator", "Open the calculator.", 0),
        ("open the calculator", "opened the calculator", 1),
        ("open the calculator", "", 3),
        ("mute", "please mute it", 2),
        ("set the volume to thirty percent", "Set the volume to 30%.", 0),
        ("press the second link", "press the second length link", 1),
    ],
)
def test_word_errors_count_what_was_put_in_left_out_or_taken_for_another(said, heard, errors):
    assert word_errors(said, heard) == (errors, len(said.split()))


def element(name, role, rect, toolkit="Chromium 1"):
    node = Node(":1", f"/{name}", role, toolkit=toolkit)
    return Element("e", "button", name, rect=Rect(*rect), handle=node)


BUTTON, LABEL = 43, 116
SAVE = element("Save", BUTTON, (10, 20, 30, 40))
SEEN = ["Save", BUTTON, [10, 20, 30, 40], []]


@pytest.mark.parametrize(
    "theirs",
    [
        [SEEN],
        [["", BUTTON, [10, 20, 30, 40], []]],  # named by its label
        [SEEN, ["Save", LABEL, [12, 22, 5, 5], []]],  # words may be left out
        [SEEN, ["Save", 32, [0, 0, 90, 90], []]],  # an echo around it
    ],
)
def test_two_readers_agree_where_they_found_the_same_things_to_act_on(theirs):
    assert "1 named" in agreement([SAVE], theirs)


@pytest.mark.parametrize(
    "theirs",
    [
        [],
        [["Sale", BUTTON, [10, 20, 30, 40], []]],
        [["Save", LABEL, [10, 20, 30, 40], []]],
        [["Save", BUTTON, [11, 20, 30, 40], []]],
        [SEEN, ["Send", BUTTON, [10, 80, 30, 40], []]],
        [SEEN, ["Save", BUTTON, [10, 80, 30, 40], []]],
    ],
)
def test_a_name_a_role_or_a_place_that_differs_is_no_agreement(theirs):
    with pytest.raises(Differs):
        agreement([SAVE], theirs)


def test_without_places_of_windows_all_rectangles_are_moved_by_one_distance():
    ours = [
        element("A", BUTTON, (110, 120, 30, 40), "GTK 4.8"),
        element("B", BUTTON, (210, 120, 31, 40), "GTK 4.8"),
    ]
    theirs = [["A", BUTTON, [10, 20, 30, 40], []], ["B", BUTTON, [110, 20, 31, 40], []]]
    assert "2 named" in agreement(ours, theirs)
    theirs[1][2][0] = 111
    with pytest.raises(Differs):
        agreement(ours, theirs)


def test_what_a_process_uses_counts_its_children():
    import os
    import subprocess
    import sys

    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        assert child.pid in family(os.getpid())
        assert resident(os.getpid()) > resident(child.pid) > 0
        assert cpu_seconds(os.getpid()) > 0
    finally:
        child.communicate(b"\n")
