"""The doctor: rows, exit code, bounds and the table, without a desktop."""

import math
from array import array
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from pace import service
from pace.app import Machine
from pace.core.audio import HEARING_RATE
from pace.core.error import Invalid, TimedOut, Unavailable
from pace.desktop.ports import Desktop, Probe
from pace.doctor import desktop as desktop_rows
from pace.doctor.checking import Checks, bounded, of_probe
from pace.doctor.desktop import CAPABILITIES, described, examine_desktop
from pace.doctor.keeping import of_egress, of_folders, of_models, of_settings
from pace.doctor.rows import GROUPS, Finding, Report, Row, State, in_order, summary
from pace.doctor.surroundings import Session, fix_for
from pace.doctor.table import table
from pace.doctor.voice import heard, spoke, tone
from pace.models.library import Held
from pace.models.library import State as Holding
from pace.models.manifest import MODELS
from pace.store.places import Places
from pace.voice.ports import Speech

OK, MISSING, DEAD, NOT_PROBED = State.OK, State.UNAVAILABLE, State.DEAD, State.NOT_PROBED
X11 = Session("x11", "", ":1", "", "")
WAYLAND = Session("wayland", "GNOME", ":0", "wayland-0", "")
FACTS = {"pace": "0.1.0", "system": "Debian GNU/Linux 12 (bookworm)", "python": "3.11.2"}


def row(capability, state=OK, did="did it", fix=""):
    return Row(capability, "x11 windows", state, did, fix)


def report(*rows):
    return Report(in_order(rows), X11.as_json(), FACTS)


TREE = row("accessibility tree")


@pytest.mark.parametrize(
    ("rows", "ok"),
    [
        ([TREE], True),
        ([TREE, row("secrets", MISSING)], True),
        ([TREE, row("hotkey", NOT_PROBED)], True),
        ([TREE, row("keyboard", DEAD)], False),
        ([replace(TREE, state=MISSING)], False),
        ([replace(TREE, state=NOT_PROBED)], False),
    ],
)
def test_it_is_red_when_something_is_dead_or_the_tree_is_missing(rows, ok):
    assert report(*rows).ok is ok
    assert report(*rows).as_json()["ok"] is ok


def test_the_json_has_the_five_fields_of_each_row():
    found = report(TREE, row("secrets", MISSING, "none is here", "install one")).as_json()
    assert found["rows"][1] == {
        "capability": "secrets", "served_by": "x11 windows", "state": "unavailable",
        "did": "none is here", "fix": "install one",
    }  # fmt: skip
    assert found["session"]["type"] == "x11"
    assert found["platform"] == FACTS


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([TREE], "Everything works."),
        ([TREE, row("secrets", MISSING)], "What is here works; missing: secrets."),
        ([TREE, row("wayland", MISSING)], "Everything works."),
        ([TREE, row("hotkey", NOT_PROBED)], "Everything works; not checked: hotkey."),
        (
            [TREE, row("volume", DEAD, fix="restart"), row("speaker", DEAD)],
            "Volume and speaker do not work; the lines with → say what mends it.",
        ),
        ([TREE, row("volume", DEAD)], "Volume does not work."),
    ],
)
def test_one_sentence_says_how_the_whole_is(rows, sentence):
    assert summary(report(*rows)) == sentence


def test_rows_come_in_the_order_of_the_groups():
    names = [name for members in GROUPS.values() for name in members]
    shuffled = [row(name) for name in sorted(names)]
    assert [each.capability for each in in_order(shuffled)] == names


def test_every_port_of_the_desktop_has_a_place_in_the_report():
    names = {name for members in GROUPS.values() for name in members}
    assert set(CAPABILITIES) == set(Desktop.__dataclass_fields__) - {"missing"}
    assert set(CAPABILITIES.values()) <= names


LONG = "this is unavailable in a Wayland session, where X11 reaches only what is under XWayland"


@pytest.mark.parametrize("width", [40, 80, 100, 400])
def test_no_line_of_the_table_is_wider_than_its_bound(width):
    rows = [row(name, MISSING, f"{name} {LONG}", LONG) for name in ("screen", "windows", "media")]
    lines = table(report(TREE, *rows), width=width).splitlines()
    assert max(map(len, lines)) <= max(60, min(width, 100))
    assert "".join(lines).count("XWayland") == 6


def test_the_table_has_no_colour_unless_it_is_asked_for():
    shown = report(TREE, row("keyboard", DEAD, "nothing arrived", "log in again"))
    assert "\033" not in table(shown)
    assert "\033[31m✗\033[0m keyboard" in table(shown, colour=True)


def test_what_the_row_above_has_said_is_not_said_again():
    rows = [row("windows", MISSING, LONG, "log out"), row("pointer", MISSING, LONG, "log out")]
    shown = table(report(TREE, *rows))
    assert shown.count("→ log out") == 1
    assert "unavailable: as above" in shown


def test_a_cure_stands_under_its_row():
    shown = table(report(TREE, row("volume", DEAD, "it hangs", "restart it"))).splitlines()
    at = next(n for n, line in enumerate(shown) if "it hangs" in line)
    assert shown[at].startswith("  ✗ volume")
    assert shown[at].rstrip().endswith("dead: it hangs")
    assert shown[at + 1].strip() == "→ restart it"


def raising(problem):
    async def work():
        raise problem

    return work


@pytest.mark.parametrize(
    ("problem", "did", "fix"),
    [
        (Unavailable("The mouse is gone.", fix="plug it in"), "the mouse is gone", "plug it in"),
        (TimedOut("Nothing answered."), "nothing answered", ""),
        (Invalid("Qt knows no such key."), "Qt knows no such key", ""),
    ],
)
async def test_an_error_of_a_check_is_its_finding(problem, did, fix):
    assert await bounded(raising(problem), 1.0) == Finding(DEAD, did, fix)


@pytest.mark.parametrize(
    "mistake",
    [KeyError("x"), ImportError("pulsectl"), ExceptionGroup("two", [TimedOut("a")])],
    ids=lambda mistake: type(mistake).__name__,
)
async def test_a_mistake_in_one_check_is_a_red_row_and_not_the_end(mistake):
    finding = await bounded(raising(mistake), 1.0)
    assert finding.state is DEAD
    assert type(mistake).__name__ in finding.did


async def test_a_check_that_hangs_is_dead_after_its_bound():
    finding = await bounded(anyio.sleep_forever, 0.01)
    assert finding.state is DEAD
    assert "did not answer" in finding.did


async def test_a_cancellation_passes_through_a_check():
    with anyio.CancelScope() as scope:
        scope.cancel()
        await bounded(anyio.sleep_forever, 5.0)
    assert scope.cancelled_caught


async def test_a_check_for_which_no_time_is_left_is_not_begun():
    checks = Checks(seconds=0.0)
    await checks.check("screen", "x11 screen", raising(AssertionError("it was begun")))
    assert [each.state for each in checks.rows] == [NOT_PROBED]


async def test_a_dead_part_without_a_cure_of_its_own_gets_the_usual_one():
    checks = Checks()
    await checks.check("volume", "pulse volume", raising(TimedOut("It hangs.")))
    assert "restart" in checks.rows[0].fix


@pytest.mark.parametrize(
    ("probe", "state"),
    [
        (Probe(True, "Read it."), OK),
        (Probe(False, "It hangs."), DEAD),
        (Probe(False, "No service is there.", missing=True), MISSING),
    ],
)
def test_an_adapter_that_lacks_its_service_is_missing_and_one_that_fails_is_dead(probe, state):
    assert of_probe(probe).state is state


class Adapter:
    """An adapter that answers a probe as it is told, and counts them."""

    rank = 1

    def __init__(self, provides, probe=None, why_not=""):
        self.provides = provides
        self.answer = probe or Probe(True, "works")
        self.why_not = why_not
        self.probes = 0

    def available(self):
        return self.why_not

    async def probe(self):
        self.probes += 1
        return self.answer


async def examined(*adapters, session=X11):
    serving = {each.provides: each for each in adapters if not each.why_not}
    checks = Checks()
    machine = Machine(Desktop(**serving), tuple((each, each.why_not) for each in adapters))
    await examine_desktop(checks, machine, session)
    return {each.capability: each for each in checks.rows}


async def test_every_port_gets_a_row_also_the_one_that_nothing_serves():
    rows = await examined(Adapter("media"), Adapter("screen", why_not="There is no X display."))
    assert rows["media"].state is OK
    assert rows["screen"].state is MISSING
    assert rows["screen"].did == "there is no X display"
    assert "pace demo" in rows["screen"].fix
    assert rows["battery"].state is MISSING
    assert set(CAPABILITIES.values()) <= set(rows)


async def test_when_two_in_a_row_fail_alike_the_rest_of_the_window_system_is_not_tried():
    hang = Probe(False, "the X server did not answer")
    ports = ("screen", "clipboard", "windows", "keyboard")
    screen, clipboard, windows, keyboard = (Adapter(port, hang) for port in ports)
    rows = await examined(screen, clipboard, windows, keyboard)
    assert [screen.probes, clipboard.probes, windows.probes, keyboard.probes] == [1, 1, 0, 0]
    assert rows["clipboard"].state is DEAD
    assert rows["windows"].state is NOT_PROBED


async def test_different_failures_do_not_stop_the_probes():
    screen = Adapter("screen", Probe(False, "the picture is black"))
    clipboard = Adapter("clipboard", Probe(False, "nobody owns it"))
    windows = Adapter("windows")
    rows = await examined(screen, clipboard, windows)
    assert rows["windows"].state is OK


async def test_a_wayland_session_is_explained_before_the_rest():
    rows = await examined(Adapter("media"), session=WAYLAND)
    assert "pace toggle" in rows["wayland"].fix
    assert "wayland" not in await examined(Adapter("media"))


def test_the_name_looked_for_is_the_one_the_service_owns():
    assert desktop_rows.SERVICE == service.NAME


@pytest.mark.parametrize(
    ("environment", "kind"),
    [
        ({"DISPLAY": ":0"}, "x11"),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}, "wayland"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "x11"}, "wayland"),
        ({"XDG_SESSION_TYPE": "tty"}, "none"),
        ({}, "none"),
    ],
)
def test_the_session_is_told_by_its_environment(environment, kind):
    assert Session.of({"XDG_RUNTIME_DIR": "/nowhere", **environment}).type == kind


def test_what_x11_served_is_not_mended_by_starting_pace_elsewhere_on_wayland():
    assert fix_for("keyboard", X11) != fix_for("keyboard", WAYLAND)
    assert fix_for("notifications", X11) == "dbus-run-session -- pace run"
    assert fix_for("battery", X11) == ""


@pytest.mark.parametrize(
    ("stubs", "silent", "count", "state", "says"),
    [
        ([], [], 0, OK, "no application has a window open"),
        ([], [], 2, OK, "2 windows"),
        (["Chromium"], [], 1, MISSING, "Chromium was started without accessibility"),
        ([], ["XTerm"], 1, MISSING, "XTerm hangs or shows nothing"),
    ],
)
def test_windows_that_pace_cannot_see_into_are_named(stubs, silent, count, state, says):
    finding = described(stubs, silent, count)
    assert finding.state is state
    assert says in finding.did
    assert bool(finding.fix) is bool(stubs)


@pytest.mark.parametrize(
    ("warnings", "there", "usable", "state"),
    [
        ([], False, False, OK),
        ([], True, True, OK),
        (["I do not know these settings: a.b."], True, True, MISSING),
        (["The settings file was not usable; it is kept."], True, False, DEAD),
    ],
)
def test_a_broken_settings_file_is_red_and_an_unknown_key_is_not(warnings, there, usable, state):
    assert of_settings(warnings, there=there, usable=usable).state is state


@pytest.mark.parametrize(
    ("sent", "programs", "said"),
    [
        (0, [], "Pace itself sent 0 bytes; programs started for you: none"),
        (1, [("Firefox", 1)], "Pace itself sent 1 byte; programs started for you: Firefox"),
        (1234, [("Firefox", 3), ("backup", 1)],
         "Pace itself sent 1,234 bytes; programs started for you: Firefox (3×), backup"),
        (0, [(name, 1) for name in "abcdef"],
         "Pace itself sent 0 bytes; programs started for you: a, b, c, d, 2 more"),
    ],
)  # fmt: skip
def test_the_audit_says_what_has_left_this_machine_and_what_may_send_by_itself(
    sent, programs, said
):
    assert of_egress(sent, programs).did == said


def held(name, state=Holding.VERIFIED):
    return Held(next(model for model in MODELS if model.name == name), state)


PACKAGED = [held("moonshine"), held("hibari"), held("silero")]


@pytest.mark.parametrize(
    ("here", "chosen", "state", "fix"),
    [
        (PACKAGED, ("moonshine", "hibari"), OK, ""),
        (PACKAGED, ("moonshine", "espeak"), OK, ""),
        (PACKAGED, ("whisper", "hibari"), MISSING, "pace models get whisper"),
        (PACKAGED[1:], ("moonshine", "hibari"), MISSING, "pace models get moonshine"),
        ([*PACKAGED[1:], held("moonshine", Holding.DAMAGED)], ("moonshine", "hibari"), DEAD,
         "bin/pace models verify"),
        ([*PACKAGED, held("piper", Holding.DAMAGED)], ("moonshine", "piper"), DEAD,
         "pace models get piper"),
    ],
)  # fmt: skip
def test_a_damaged_model_is_red_and_an_absent_one_that_was_chosen_is_missing(
    here, chosen, state, fix
):
    finding = of_models(here, chosen)
    assert finding.state is state
    assert finding.fix == fix


def test_a_folder_that_others_may_read_is_told_with_its_cure(tmp_path: Path):
    places = Places(*(tmp_path / name for name in ("config", "data", "state", "cache")))
    assert of_folders(places).state is OK
    places.data.mkdir(mode=0o700)
    assert "1 in use" in of_folders(places).did
    places.data.chmod(0o755)
    finding = of_folders(places)
    assert finding.state is MISSING
    assert finding.fix == f"chmod 700 {places.data}"


def sound(seconds, loudness):
    count = int(seconds * HEARING_RATE)
    return array("h", (round(loudness * 32767 * math.sin(n / 5)) for n in range(count))).tobytes()


@pytest.mark.parametrize(
    ("pcm", "state", "says"),
    [
        (sound(0.4, 0.1), OK, "dB"),
        (sound(0.4, 0.0), OK, "perfect silence"),
        (sound(0.1, 0.1), DEAD, "stopped after 0.10 s"),
        (b"", DEAD, "stopped after 0.00 s"),
    ],
)
def test_a_microphone_is_judged_by_what_it_recorded(pcm, state, says):
    finding = heard(pcm)
    assert finding.state is state
    assert says in finding.did


def test_the_tone_is_short_and_very_quiet():
    speech = tone()
    samples = array("h", speech.pcm)
    assert speech.seconds == pytest.approx(0.2)
    assert 0 < max(samples) <= 0.01 * 32767 + 1
    assert samples[0] == 0


class Engine:
    """A voice that renders, or raises what it is given."""

    def __init__(self, name, problem=None):
        self.name = name
        self.problem = problem

    async def warm_up(self):
        return None

    async def render(self, text):
        if self.problem is not None:
            raise self.problem
        return Speech(bytes(48_000), 24_000, text, self.name)


BROKEN = Unavailable("The voice hibari does not work.", fix="pace models verify")


@pytest.mark.parametrize(
    ("engines", "chosen", "state", "by", "fix"),
    [
        ([Engine("hibari"), Engine("espeak-ng")], "hibari", OK, "hibari", ""),
        ([Engine("espeak-ng"), Engine("hibari")], "espeak", OK, "espeak-ng", ""),
        ([Engine("hibari", BROKEN), Engine("espeak-ng")], "hibari", DEAD, "espeak-ng",
         "pace models verify"),
        ([Engine("hibari"), Engine("espeak-ng")], "piper", MISSING, "hibari",
         "pace models get piper"),
        ([Engine("hibari", BROKEN)], "hibari", DEAD, "", "pace models verify"),
    ],
)  # fmt: skip
async def test_the_row_names_the_voice_that_really_spoke(engines, chosen, state, by, fix):
    speech, finding = await spoke(engines, chosen)
    assert (finding.state, finding.by, finding.fix) == (state, by, fix)
    assert (speech.engine if speech else "") == by
