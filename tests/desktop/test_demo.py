"""`pace demo`: the whole main job, spoken, on its own desktop."""

import json
import os
import sys

import anyio
import pytest


@pytest.mark.timeout(300)
async def test_every_step_of_the_demo_is_verified_and_kept(tmp_path):
    done = await anyio.run_process(
        [sys.executable, "-P", "-m", "pace", "demo", "--json", "--keep", str(tmp_path / "kept")],
        env={**_bare(tmp_path), "PYTHONPATH": ":".join(sys.path)},
        check=False,
    )
    assert done.stdout, done.stderr.decode()[-2000:]
    report = json.loads(done.stdout)
    wrong = [step for step in report["steps"] if not step["verified"]]
    assert not wrong, wrong
    assert report["ok"]
    assert done.returncode == 0
    for step in report["steps"]:
        assert set(step) == {
            "name", "heard", "understood", "calls", "evidence", "verified", "spoken", "ms",
        }  # fmt: skip
    names = {path.suffix for path in (tmp_path / "kept").iterdir()}
    assert names == {".png", ".wav"}


def _bare(folder):
    """An environment with no display, no bus and no sound: the demo brings its own."""
    kept = {name: os.environ[name] for name in ("PATH", "PACE_TEST_NETNS") if name in os.environ}
    return {**kept, "HOME": str(folder), "LANG": "C.UTF-8"}
