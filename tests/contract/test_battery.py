"""One suite over what reads the battery: UPower, the kernel's files, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from dbus_fast import Message, MessageType, Variant

from pace.demo.desktop import VirtualDesktop
from pace.desktop.dbus import Link, connected
from pace.desktop.linux.battery import DEVICE_PATH, NAME, MachineBattery
from pace.desktop.ports import Adapter, Battery
from pace.testing.services import FakeBattery

pytestmark = pytest.mark.anyio

State = tuple[int, bool] | None
Machine = tuple[Battery, Callable[[State], None]]


def nowhere() -> str:
    return "unix:path=/nowhere/bus"


def write(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(f"{text}\n")


def kernel(folder: Path) -> Machine:
    def become(state: State) -> None:
        write(folder / "AC", type="Mains", online="1")
        write(folder / "mouse", type="Battery", scope="Device", capacity="3", status="Discharging")
        if state is not None:
            status = "Charging" if state[1] else "Discharging"
            write(folder / "BAT0", type="Battery", capacity=str(state[0]), status=status)

    return MachineBattery(Link(nowhere), folder), become


@pytest.fixture(params=["UPower", "kernel", "double"])
async def machine(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Machine]:
    if request.param == "double":
        double = FakeBattery()
        yield double, lambda state: setattr(double, "state", state)
        return
    if request.param == "kernel":
        yield kernel(tmp_path)
        return
    desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
    address = desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
    values: dict[str, Variant] = {}

    def become(state: State) -> None:
        percent, charging = state or (0, False)
        values["IsPresent"] = Variant("b", state is not None)
        values["Type"] = Variant("u", 2)
        values["Percentage"] = Variant("d", percent + 0.2)
        values["State"] = Variant("u", 1 if charging else 2)

    def answer(message: Message) -> Message | None:
        if message.message_type is MessageType.METHOD_CALL and message.path == DEVICE_PATH:
            return Message.new_method_return(message, "v", [values[message.body[1]]])
        return None

    system = Link(lambda: address)
    async with connected(address) as bus:
        bus.on_message(answer)
        assert await bus.request_name(NAME)
        yield MachineBattery(system, tmp_path / "nothing"), become
        await system.close()


@pytest.mark.parametrize("state", [(80, False), (42, True), (0, False), (100, True), None])
async def test_percent_and_charging_are_read_and_none_without_a_battery(
    machine: Machine, state: State
) -> None:
    battery, become = machine
    become(state)
    assert await battery.read() == state


async def test_the_adapter_declares_itself(machine: Machine) -> None:
    battery, become = machine
    become((80, False))
    if isinstance(battery, MachineBattery):
        assert isinstance(battery, Adapter)
        assert battery.provides == "battery"
        assert battery.available() == ""
        assert (await battery.probe()).did == "Read the battery: 80 %."


@pytest.mark.parametrize(
    ("batteries", "state"),
    [
        ([{"energy_now": "30", "energy_full": "40", "status": "Discharging"}], (75, False)),
        ([{"charge_now": "10", "charge_full": "40", "status": "Full"}], (25, True)),
        ([{"capacity": "50", "status": "Not charging"}], (50, True)),
        ([{"capacity": "50", "status": "Unknown"}], (50, False)),
        ([{"capacity": "130", "status": "Full"}], (100, True)),
        ([{"status": "Full"}], None),
        ([{"capacity": "odd"}], None),
        ([{"energy_now": "0", "energy_full": "0", "capacity": "7"}], (7, False)),
        (
            [
                {"energy_now": "10", "energy_full": "10", "status": "Full"},
                {"energy_now": "0", "energy_full": "30", "status": "Discharging"},
            ],
            (25, False),
        ),
    ],
)
async def test_the_kernels_batteries_count_together(
    tmp_path: Path, batteries: list[dict[str, str]], state: State
) -> None:
    for number, files in enumerate(batteries):
        write(tmp_path / f"BAT{number}", type="Battery", **files)
    assert await MachineBattery(Link(nowhere), tmp_path).read() == state
