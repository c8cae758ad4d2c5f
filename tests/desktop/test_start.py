"""A spoken command on a real desktop loads what carries it out, and no more."""

from __future__ import annotations

from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from pace.demo.desktop import VirtualDesktop
from tests.desktop.driving import pace_on
from tests.loading import HEAVY, loaded_by

pytestmark = pytest.mark.anyio


async def test_a_spoken_volume_command_loads_no_library_of_another_service(
    virtual_desktop: VirtualDesktop, tmp_path: Path
) -> None:
    code = "from pace.cli import main; assert main(['say', 'set the volume to 40 percent']) == 0"
    environment = pace_on(virtual_desktop.environment, tmp_path).environment
    modules, said = await anyio.to_thread.run_sync(loaded_by, code, environment)
    assert "40" in said
    assert "pulsectl" in modules
    assert modules & (HEAVY - {"ctypes"}) == set()  # pulsectl is made of it
