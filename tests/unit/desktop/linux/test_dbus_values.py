"""Which signals match, which addresses are spoken to, and what a Variant holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from dbus_fast import Message, MessageType, Variant

from pace.core.error import Invalid, Unavailable
from pace.desktop.dbus import Match, absent, connect, plain, session_address


def heard(**fields: object) -> Message:
    defaults = {
        "message_type": MessageType.SIGNAL,
        "path": "/org/x/a",
        "interface": "org.x.I",
        "member": "Changed",
        "sender": ":1.5",
        "signature": "s",
        "body": ["first"],
    }
    return Message(**(defaults | fields))


@pytest.mark.parametrize(
    ("match", "accepted"),
    [
        (Match(), True),
        (Match(interface="org.x.I", member="Changed", path="/org/x/a", sender=":1.5"), True),
        (Match(interface="org.x.Other"), False),
        (Match(member="Other"), False),
        (Match(path="/org/x"), False),
        (Match(sender=":1.6"), False),
        (Match(sender="org.x.Well.Known"), True),
        (Match(path_namespace="/org/x"), True),
        (Match(path_namespace="/org/x/a"), True),
        (Match(path_namespace="/"), True),
        (Match(path_namespace="/org/x/ab"), False),
        (Match(path_namespace="/org/x/a/b"), False),
        (Match(arg0="first"), True),
        (Match(arg0="second"), False),
    ],
)
def test_a_match_accepts_what_it_names(match: Match, accepted: bool) -> None:
    assert match.accepts(heard()) is accepted


def test_only_signals_match() -> None:
    assert not Match().accepts(heard(message_type=MessageType.METHOD_CALL))
    assert not Match(arg0="x").accepts(heard(signature="", body=[]))


def test_the_rule_says_what_the_match_does() -> None:
    assert Match().rule == "type='signal'"
    match = Match(interface="org.x.I", sender=":1.5", arg0="a")
    assert match.rule == "type='signal',interface='org.x.I',sender=':1.5',arg0='a'"


def test_plain_takes_variants_off_at_every_depth() -> None:
    value = {"a": Variant("as", ["x"]), "b": Variant("a{sv}", {"c": Variant("i", 1)}), "d": (2,)}
    assert plain(value) == {"a": ["x"], "b": {"c": 1}, "d": [2]}
    assert plain(Variant("v", Variant("s", "deep"))) == "deep"


@pytest.mark.parametrize(
    "address",
    ["tcp:host=127.0.0.1,port=1", "unixexec:path=/bin/sh", "unix:path=/a;tcp:host=h", "", ";", "x"],
)
@pytest.mark.anyio
async def test_only_sockets_of_this_machine_are_spoken_to(address: str) -> None:
    with pytest.raises(Invalid):
        await connect(address)
    assert absent(lambda: address) != ""


def test_a_socket_that_is_not_there_is_absent(tmp_path: Path) -> None:
    assert absent(lambda: f"unix:path={tmp_path}/bus").startswith(
        f"There is no bus at {tmp_path}/bus, so"
    )
    assert absent(lambda: f"unix:path={tmp_path}") == ""
    assert absent(lambda: "unix:abstract=/tmp/x,guid=1") == ""


def test_the_session_bus_is_the_variables_else_the_runtime_folders(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/x")
    assert session_address() == "unix:path=/x"
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    with pytest.raises(Unavailable, match="no session bus"):
        session_address()
    (tmp_path / "bus").touch()
    assert session_address() == f"unix:path={tmp_path / 'bus'}"
