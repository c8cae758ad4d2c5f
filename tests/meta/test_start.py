"""What a start loads: nothing that most turns do without. No time is asserted."""

from __future__ import annotations

from pathlib import Path

from tests.desktop.driving import bare_machine
from tests.loading import HEAVY, loaded_by

#: What knowing the tools does without besides.
BESIDES = frozenset({
    "asyncio", "dbus_fast", "email.message", "pace.egress.dialling", "pace.store.settings",
    "pace.tools.mcp.servers", "pace.tools.mcp.session", "rapidfuzz", "ssl", "subprocess", "tomlkit",
})  # fmt: skip


def test_the_command_line_alone_loads_next_to_nothing(tmp_path: Path) -> None:
    modules, said = loaded_by("from pace.cli import main; main([])", bare_machine(tmp_path))
    assert "pace run" in said
    assert {m for m in modules if m.startswith("pace")} == {"pace", "pace.cli"}
    assert not modules & {*HEAVY, *BESIDES, "anyio", "pydantic"}


def test_knowing_the_tools_loads_nothing_that_carries_them_out(tmp_path: Path) -> None:
    modules, _ = loaded_by(
        "from pace.tools.catalogue import built_in; built_in()", bare_machine(tmp_path)
    )
    assert "pace.tools.calendar" in modules
    assert modules & (HEAVY | BESIDES) == set()


def test_planning_a_line_loads_neither_the_desktop_nor_a_library_of_a_service(
    tmp_path: Path,
) -> None:
    modules, said = loaded_by(
        "from pace.cli import main; main(['plan', 'turn the volume down'])", bare_machine(tmp_path)
    )
    assert '"volume"' in said
    assert modules & (HEAVY | BESIDES) == set()
    assert not [name for name in modules if name.startswith("pace.desktop.linux")]


def test_a_spoken_command_where_nothing_serves_it_loads_no_library_of_a_service(
    tmp_path: Path,
) -> None:
    modules, said = loaded_by(
        "from pace.cli import main; main(['say', 'turn the volume down'])", bare_machine(tmp_path)
    )
    assert "sound server" in said
    assert modules & HEAVY == set()
