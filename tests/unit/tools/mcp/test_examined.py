"""What `pace doctor` says of the servers that are set up, without starting one."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pace.doctor.keeping import of_servers
from pace.doctor.rows import State
from pace.store.places import Places

HERE = {"command": sys.executable}


@pytest.mark.parametrize(
    ("servers", "state", "words"),
    [
        ({}, State.OK, "none is set up"),
        ({"a": HERE, "b": HERE}, State.OK, "found the programs of a, b"),
        ({"a": HERE, "b": {"command": "/nowhere/x"}}, State.UNAVAILABLE, "b: /nowhere/x is not"),
        ({"a": HERE, "b": {}}, State.UNAVAILABLE, "it has no command"),
    ],
)
async def test_servers_are_looked_at(
    tmp_path: Path, servers: dict[str, Any], state: State, words: str
) -> None:
    places = Places.below(tmp_path)
    places.config.mkdir()
    (places.config / "mcp-servers.json").write_text(json.dumps({"servers": servers}))
    found = await of_servers(places, tmp_path)
    assert found.state is state
    assert words in found.did
    assert bool(found.fix) is (state is not State.OK)
