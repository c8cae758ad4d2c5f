"""What outlasts a turn."""

import sqlite3
import stat

import anyio
import pytest

from pace.core.call import Call
from pace.core.error import Invalid, NotSaved, Unavailable
from pace.core.result import Inverse
from pace.core.turn import Origin, TurnReport
from pace.store.database import Database
from pace.store.files import write_atomically
from pace.store.inverses import Inverses, Unreadable
from pace.store.journals import Audit, History
from pace.store.places import Places
from pace.store.settings import SettingsFile
from pace.store.timers import KeptText, Timers
from pace.testing.clock import FakeClock


@pytest.fixture
async def database(tmp_path):
    database = Database(tmp_path / "data" / "pace.db")
    yield database
    await database.close()


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


async def test_folders_and_files_are_for_their_owner_alone(tmp_path, database):
    await Audit(database, FakeClock()).note("action", "click", "", "verified")
    write_atomically(tmp_path / "deep" / "note.txt", "x")
    assert mode(tmp_path / "data") == 0o700
    assert mode(tmp_path / "data" / "pace.db") == 0o600
    assert mode(tmp_path / "deep") == 0o700
    assert mode(tmp_path / "deep" / "note.txt") == 0o600


def test_a_folder_of_the_person_and_the_mode_of_their_file_stay_as_they_are(tmp_path):
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    (folder / "theirs").write_text("old")
    (folder / "theirs").chmod(0o664)
    for name in ("theirs", "new"):
        write_atomically(folder / name, name, ours=False)
    write_atomically(folder / "below" / "new", "x", ours=False)
    assert (folder / "theirs").read_text() == "theirs"
    assert [mode(folder), mode(folder / "theirs"), mode(folder / "new")] == [0o755, 0o664, 0o600]


def test_places_follow_the_xdg_folders(monkeypatch):
    monkeypatch.setenv("HOME", "/home/a")
    monkeypatch.setenv("XDG_DATA_HOME", "/d")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    places = Places.of()
    assert str(places.data) == "/d/pace"
    assert str(places.config) == "/home/a/.config/pace"


async def test_history_is_newest_first(database):
    clock = FakeClock()
    history = History(database, clock)
    for words in ("one", "two"):
        clock.move(1)
        await history.add(TurnReport(words, words, spoken=f"said {words}"), Origin.CLI)
    assert [turn.heard for turn in await history.recent(5)] == ["two", "one"]


async def test_inverses_come_back_per_turn_last_act_first_and_once(database):
    clock = FakeClock()
    inverses = Inverses(database, clock)
    await inverses.add("t1", 0, Inverse(Call("a"), "first"))
    await inverses.add("t2", 0, Inverse(Call("b", {"x": "ß"}), "second", {"expected": "€"}))
    await inverses.add("t2", 1, Inverse(Call("c"), "third"))
    found = await inverses.last_turn()
    assert [entry.inverse.summary for entry in found] == ["third", "second"]
    assert found[1].inverse.call.arguments == {"x": "ß"}
    assert found[1].inverse.precondition == {"expected": "€"}
    numbers = [entry.id for entry in found]
    assert await inverses.claim(numbers) == set(numbers)
    assert await inverses.claim(numbers) == set(), "they are spent"
    assert [entry.inverse.summary for entry in await inverses.last_turn()] == ["first"]


MALFORMED = {
    "no JSON": ("call", "{"),
    "no object": ("call", "[1]"),
    "no name": ("call", '{"arguments": {}}'),
    "a name that is none": ("call", '{"name": 5, "arguments": {}}'),
    "arguments that are none": ("call", '{"name": "a", "arguments": ["x"]}'),
    "bytes that are no text": ("call", b"\xff\xfe"),
    "far too deep": ("call", "[" * 100_000),
    "a number without end": ("call", '{"name": "a", "arguments": {"x": ' + "9" * 5000 + "}}"),
    "a precondition that is none": ("precondition", "null"),
    "a number for a precondition": ("precondition", 3),
    "no summary": ("summary", ""),
}


@pytest.mark.parametrize("what", MALFORMED)
async def test_what_cannot_be_read_is_told_apart_and_does_not_stay_in_the_way(database, what):
    column, value = MALFORMED[what]
    inverses = Inverses(database, FakeClock())
    for turn, position, name in [("t1", 0, "a"), ("t2", 0, "b"), ("t2", 1, "c")]:
        await inverses.add(turn, position, Inverse(Call(name), name))
    await database.run(
        lambda db: db.execute(f"UPDATE inverse SET {column} = ? WHERE id = 3", (value,))
    )
    broken, good = await inverses.last_turn()
    assert isinstance(broken, Unreadable)
    assert good.inverse.summary == "b"
    await inverses.claim([broken.id, good.id])
    assert [entry.inverse.summary for entry in await inverses.last_turn()] == ["a"]


async def test_words_that_are_no_text_are_still_brought_up(database):
    inverses = Inverses(database, FakeClock())
    await inverses.add_lasting("t1", 0, "Press Send", grave=True)
    await inverses.add("t2", 0, Inverse(Call("a"), "typing"))
    odd = "CAST(x'ff' AS TEXT)"
    await database.run(lambda db: db.execute(f"UPDATE lasting SET summary = {odd}"))
    await database.run(lambda db: db.execute(f"UPDATE inverse SET summary = {odd}, turn = {odd}"))
    [found] = await inverses.last_turn()
    assert found.inverse.summary == "\ufffd"
    assert [act.summary for act in await inverses.passed_over([])] == ["\ufffd"]


async def test_of_two_processes_that_claim_an_inverse_one_has_it(tmp_path):
    databases = [Database(tmp_path / "pace.db") for _ in range(2)]
    logs = [Inverses(each, FakeClock()) for each in databases]
    for position in range(20):
        await logs[0].add("t", position, Inverse(Call("a"), "typing"))
    numbers = [entry.id for entry in await logs[1].last_turn()]
    taken = []

    async def take(log):
        for number in numbers:
            taken.extend(await log.claim([number]))

    async with anyio.create_task_group() as group:
        for log in logs:
            group.start_soon(take, log)
    assert sorted(taken) == sorted(numbers)
    for each in databases:
        await each.close()


async def test_an_inverse_is_offered_for_a_day(database):
    clock = FakeClock()
    inverses = Inverses(database, clock)
    await inverses.add("t1", 0, Inverse(Call("a"), "first"))
    clock.move(25 * 3600)
    assert await inverses.last_turn() == []


async def test_timers_survive_a_restart_and_are_taken_once(tmp_path):
    clock = FakeClock()
    first = Database(tmp_path / "pace.db")
    timer = await Timers(first, clock).start(90, "tea")
    await first.close()
    second = Database(tmp_path / "pace.db")
    timers = Timers(second, clock)
    assert [(t.id, t.label) for t in await timers.running()] == [(timer.id, "tea")]
    assert await timers.take(timer.id)
    assert not await timers.take(timer.id)
    assert await timers.running() == []
    await second.close()


async def test_kept_text_is_kept_exactly_until_dropped(database):
    kept = KeptText(database, FakeClock())
    assert await kept.last() is None
    await kept.keep("Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂")
    assert await kept.last() == "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂"
    await kept.drop()
    assert await kept.last() is None


async def test_two_processes_may_migrate_at_once(tmp_path):
    databases = [Database(tmp_path / "pace.db") for _ in range(4)]
    async with anyio.create_task_group() as tasks:
        for database in databases:
            tasks.start_soon(Audit(database, FakeClock()).note, "a", "b", "c", "d")
    assert len(await Audit(databases[0], FakeClock()).recent(9)) == 4
    for database in databases:
        await database.close()


async def test_a_full_disk_is_one_sentence_and_nothing_is_lost(tmp_path):
    database = Database(tmp_path / "pace.db")
    audit = Audit(database, FakeClock())
    await audit.note("action", "click", "", "ok")

    def fill(db: sqlite3.Connection) -> None:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")

    await database.run(fill)
    with pytest.raises(NotSaved, match="kept"):
        for _ in range(400):
            await audit.note("action", "x" * 100, "y" * 100, "ok")
    assert (await audit.recent(1000))[-1][2] == "click"
    await database.close()


async def test_a_broken_database_is_left_as_it_is_and_named(tmp_path):
    path = tmp_path / "pace.db"
    path.write_bytes(b"this is not a database at all" * 50)
    with pytest.raises(Unavailable, match=r"pace\.db"):
        await Audit(Database(path), FakeClock()).recent(1)
    assert path.read_bytes().startswith(b"this is not")


def test_unknown_settings_are_kept_and_warned_of(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("# mine\n[voice]\nspeak = false\nsing = 3\n[moon]\nx = 1\n")
    file = SettingsFile(path)
    assert file.load().voice.speak is False
    assert "voice.sing" in file.warnings[0]
    assert "moon" in file.warnings[0]
    file.set("voice.cues", "off")
    text = path.read_text()
    assert "# mine" in text
    assert "sing = 3" in text
    assert SettingsFile(path).load().voice.cues is False


@pytest.mark.parametrize(
    "text", ["[voice\nspeak=", "voice = 3", "[voice]\nspeak = 'maybe'", "\xff"]
)
def test_a_corrupt_file_is_kept_aside_and_the_defaults_start(tmp_path, text):
    path = tmp_path / "settings.toml"
    path.write_bytes(text.encode("latin-1"))
    file = SettingsFile(path)
    assert file.load().voice.push_to_talk == "ctrl+alt"
    assert file.warnings
    assert [p.read_bytes() for p in tmp_path.glob("settings.broken-*")] == [text.encode("latin-1")]


def test_a_setting_is_put_into_a_new_file_when_the_old_one_is_broken(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("voice = 3")
    assert SettingsFile(path).set("voice.speak", "off").voice.speak is False
    assert SettingsFile(path).load().voice.speak is False
    assert [p.read_text() for p in tmp_path.glob("settings.broken-*")] == ["voice = 3"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("voice.nothing", "1"), ("voice", "1"), ("", ""), ("voice.speak", "maybe"),
     ("safety.answer_seconds", "1"), ("voice.recogniser", "cloud"),
     ("voice.push_to_talk", ""), ("voice.push_to_talk", "\x1b[31m"),
     ("voice.push_to_talk", "ctrl+" * 100 + "a")],
)  # fmt: skip
def test_a_bad_setting_is_refused_and_nothing_changes(tmp_path, name, value):
    path = tmp_path / "settings.toml"
    path.write_text("[voice]\nspeak = false\n")
    with pytest.raises(Invalid):
        SettingsFile(path).set(name, value)
    assert path.read_text() == "[voice]\nspeak = false\n"


async def test_many_may_open_a_new_file_at_once(tmp_path):
    for round_ in range(10):
        databases = [Database(tmp_path / str(round_) / "pace.db") for _ in range(6)]
        async with anyio.create_task_group() as tasks:
            for database in databases:
                tasks.start_soon(Audit(database, FakeClock()).note, "a", "b", "c", "d")
        for database in databases:
            await database.close()


async def test_the_audit_tells_which_programs_were_started(database):
    audit = Audit(database, FakeClock())
    for row in (
        ("action", "open_app", "Firefox", "verified"), ("action", "open_app", "Gimp", "failed"),
        ("action", "open_app", "Firefox", "unverified"), ("action", "click", "Save", "verified"),
        ("egress", "program", "backup", "ok"), ("egress", "download", "example.org", "ok"),
    ):  # fmt: skip
        await audit.note(*row)
    assert await audit.programs() == [("backup", 1), ("Firefox", 2)]
