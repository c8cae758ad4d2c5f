"""Flows are kept as files that a person can read, and what is malformed is left alone."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from pace.core.error import Gone, Invalid, NotSaved
from pace.skills.flows import (
    REDACTED,
    Activate,
    Chord,
    Flow,
    Flows,
    Press,
    Write,
    as_json,
    from_json,
    slug,
)

WHEN = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
STEPS = (
    Activate("org.gnome.Calculator"), Press(("window", "button"), "Save"), Write("hello"),
    Chord("ctrl+s"),
)  # fmt: skip


def flow(name="Standup setup", steps=STEPS, days=0):
    return Flow(name, steps, WHEN + timedelta(days=days))


@pytest.fixture
def flows(tmp_path):
    return Flows(tmp_path / "flows")


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Standup setup", "standup-setup"), ("???", "flow"), ("", "flow"), ("  A -- b!  ", "a-b"),
        ("Größe 2", "größe-2"), ("x" * 100, "x" * 64),
        ("a" * 63 + " b", "a" * 63), ("日本", "日本"),
        ("../../etc/passwd", "etc-passwd"), ("a\0b", "a-b"), ("a/b\\c", "a-b-c"),
    ],
)  # fmt: skip
def test_a_slug_is_a_plain_file_name(name, made):
    assert slug(name) == made


def test_a_flow_comes_back_from_its_file_as_it_was(flows):
    flows.save(flow())
    assert flows.find("standup SETUP") == flow()
    assert flows.all() == [flow()]


def test_the_file_reads_as_the_specification_says(flows, tmp_path):
    flows.save(flow())
    file = tmp_path / "flows" / "standup-setup.json"
    data = json.loads(file.read_text())
    assert data["createdAt"] == "2026-03-01T09:30:00Z"
    assert data["steps"][1] == {
        "kind": "axPress", "label": "Save", "rolePath": ["window", "button"],
    }  # fmt: skip
    assert file.read_text() == json.dumps(data, indent=2, sort_keys=True) + "\n"
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_was_typed_into_a_password_field_is_never_kept():
    text = as_json(flow(steps=(Write("hunter2", secure=True),)))
    assert "hunter2" not in text
    assert REDACTED in text
    given = '{"kind": "typeText", "text": "hunter2", "secure": true}'
    read = from_json(f'{{"name": "a", "createdAt": "2026-01-01T00:00:00Z", "steps": [{given}]}}')
    assert read.steps == (Write(REDACTED, secure=True),)


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "null", "not json", '{"name": "a"}', "[" * 100_000,
        '{"name": "", "createdAt": "2026-01-01T00:00:00Z", "steps": []}',
        '{"name": 3, "createdAt": "2026-01-01T00:00:00Z", "steps": []}',
        '{"name": "a", "createdAt": "yesterday", "steps": []}',
        '{"name": "a", "createdAt": 5, "steps": []}',
        '{"name": "a", "createdAt": "2026-01-01T00:00:00Z", "steps": {}}',
        '{"name": "a", "createdAt": "2026-01-01T00:00:00Z", "steps": [3]}',
        '{"name": "a", "createdAt": "2026-01-01T00:00:00Z", "steps": [{"kind": "shell"}]}',
        '{"name": "a", "createdAt": "2026-01-01T00:00:00Z", "steps": [{"kind": "axPress"}]}',
        '{"name": "a", "createdAt": "2026-01-01T00:00:00Z", "steps": [{"kind": "keyShortcut"}]}',
    ],
)  # fmt: skip
def test_a_malformed_file_is_skipped_and_left_alone(flows, tmp_path, text):
    with pytest.raises(Invalid):
        from_json(text)
    flows.save(flow())
    (tmp_path / "flows" / "broken.json").write_text(text)
    assert flows.all() == [flow()]
    assert flows.find("broken") is None
    assert (tmp_path / "flows" / "broken.json").read_text() == text


def test_they_are_listed_newest_first(flows):
    for days, name in ((0, "old"), (2, "new"), (1, "middle")):
        flows.save(flow(name, days=days))
    assert [each.name for each in flows.all()] == ["new", "middle", "old"]


def test_a_renamed_flow_keeps_its_date_and_its_old_file_goes(flows, tmp_path):
    flows.save(flow())
    renamed = flows.rename("Standup setup", "Morning")
    assert (renamed.name, renamed.created) == ("Morning", WHEN)
    assert [path.name for path in (tmp_path / "flows").iterdir()] == ["morning.json"]


def test_another_spelling_of_the_same_name_may_be_given(flows):
    flows.save(flow())
    assert flows.rename("standup setup", "STANDUP Setup").name == "STANDUP Setup"
    assert len(flows.all()) == 1


def test_a_rename_over_another_or_of_none_changes_nothing(flows):
    flows.save(flow("a"))
    flows.save(flow("b"))
    with pytest.raises(NotSaved):
        flows.rename("a", "b")
    with pytest.raises(Gone):
        flows.rename("c", "d")
    assert {each.name for each in flows.all()} == {"a", "b"}


def test_deleting_twice_is_as_deleting_once(flows):
    flows.save(flow())
    flows.delete("standup setup")
    flows.delete("standup setup")
    assert flows.all() == []
