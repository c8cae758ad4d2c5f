"""What a window was changing by itself before an act."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from dbus_fast import Message, MessageType

from pace.desktop.linux.atspi.hum import DOCUMENT, OBJECT, Hum
from pace.desktop.linux.atspi.wire import Ask


class Bus:
    """Hands on what the test announces, and keeps which rules stand."""

    alive = True

    def __init__(self) -> None:
        self.listeners: list[Callable[[Message], None]] = []
        self.rules: list[str] = []

    @contextmanager
    def listening(self, listener: Callable[[Message], None]) -> Iterator[None]:
        self.listeners.append(listener)
        yield
        self.listeners.remove(listener)

    def aside(self, app: str, call: Ask) -> str:
        add = call.member == "AddMatch"
        (self.rules.append if add else self.rules.remove)(call.body[0])
        return app

    def forget(self, aside: str) -> None:
        assert aside

    def announce(
        self, path: str, member: str = "TextChanged", detail: str = "insert", kind: str = OBJECT
    ) -> None:
        message = Message(
            message_type=MessageType.SIGNAL, sender=":1.1", path=path, interface=kind,
            member=member, signature="s", body=[detail],
        )  # fmt: skip
        for listener in list(self.listeners):
            listener(message)


class Here:
    def __init__(self) -> None:
        self.now = 100.0
        self.hum = Hum(lambda: self.now)
        self.bus: Any = Bus()

    def follow(self, app: str = ":1.1") -> None:
        self.hum.follow(self.bus, app)


@pytest.mark.parametrize(
    ("member", "detail", "changes"),
    [("TextChanged", "insert", True), ("ChildrenChanged", "add", True),
     ("PropertyChange", "accessible-name", True), ("PropertyChange", "accessible-value", False),
     ("StateChanged", "focused", False)],
)  # fmt: skip
def test_what_was_announced_again_and_again_was_changing_before(
    member: str, detail: str, changes: bool
) -> None:
    here = Here()
    here.follow()
    here.bus.announce("/clock", member, detail)
    here.bus.announce("/clock", member, detail)  # of the same change
    assert here.hum.before().sources == set()
    assert here.hum.before().once == ({"/clock"} if changes else set())
    here.now += 0.1
    here.bus.announce("/clock", member, detail)
    assert here.hum.before().sources == ({"/clock"} if changes else set())
    assert here.hum.before().once == set()


def test_what_changed_long_ago_is_not_changing_now() -> None:
    here = Here()
    here.follow()
    here.bus.announce("/form")
    here.now += 3.0
    here.bus.announce("/clock")
    assert here.hum.before().once == {"/clock"}


def test_what_a_page_changed_while_it_loaded_is_forgotten() -> None:
    here = Here()
    here.follow()
    here.bus.announce("/status")
    here.bus.announce("/page", "LoadComplete", "", DOCUMENT)
    assert here.hum.before().once == set()


def test_only_a_window_that_was_listened_to_for_long_is_known_to_be_quiet() -> None:
    here = Here()
    assert not here.hum.before().quiet
    here.follow()
    here.now += 1.0
    here.follow()
    assert not here.hum.before().quiet
    here.now += 1.0
    assert here.hum.before().quiet


def test_what_comes_of_an_act_is_not_taken_for_what_the_window_does_by_itself() -> None:
    here = Here()
    here.follow()
    here.hum.over()
    here.follow()
    here.bus.announce("/status")
    assert here.hum.before().once == set()
    here.now += 1.0
    here.bus.announce("/clock")
    assert here.hum.before().once == {"/clock"}


def test_a_window_that_is_not_acted_on_is_not_listened_to_for_ever() -> None:
    here = Here()
    here.follow()
    assert len(here.bus.rules) == 2
    here.follow(":1.2")
    assert len(here.bus.rules) == 2
    here.now += 60.0
    here.bus.announce("/clock")
    assert here.bus.rules == here.bus.listeners == []
