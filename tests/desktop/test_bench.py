"""Each benchmark runs, by its command, once and on its smallest case."""

import json
import os
import sys

import anyio
import pytest

KEYS = {"case", "ours", "rivals", "ratio", "n", "spread", "unit"}


async def bench(name, tmp_path, *arguments):
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "PACE_BENCH_REPEAT": "1",
        "PYTHONPATH": ":".join(sys.path),
    }
    with anyio.fail_after(50):
        return await anyio.run_process(
            [sys.executable, "-P", "-m", "pace", "bench", name, *arguments],
            env=environment, check=False,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "cases"),
    [
        ("snapshot:gtk3", {"gtk3": "walk"}),
        ("act:gtk3", {"gtk3 button": "libatspi script"}),
        ("plan", {"without a screen": "keywords", "60 elements": "keywords"}),
        ("calendar:create, folder", {"create, folder": "bare calls"}),
        ("calendar:create, eds", {"create, eds": "bare calls"}),
        ("download:1 MB", {"1 MB from loopback": "httpx"}),
        ("mcp", {"connect and list": "bare SDK", "call": "bare SDK"}),
        ("start:help", {"pace --help": "python3 -c pass"}),
        ("start:run", {"run to ready": "python3 -c pass", "run idle": "", "run memory": ""}),
        ("voice:time", {"time to the final words": "", "time to the first act": ""}),
        ("voice:words", {"words of heart": "", "words of people": ""}),
    ],
)
async def test_a_benchmark_measures_its_case_beside_its_rival(name, cases, tmp_path):
    done = await bench(name, tmp_path, "--json")
    assert done.returncode == 0, done.stderr.decode() + done.stdout.decode()
    [line] = done.stdout.decode().splitlines()
    found = json.loads(line)
    assert found["name"] == name.partition(":")[0]
    rows = {row["case"]: row for row in found["rows"]}
    for case, rival in cases.items():
        row = rows[case]
        assert row.keys() >= KEYS
        assert row["ours"] is not None, row
        assert row["n"] >= 1
        assert not rival or row["rivals"][rival] > 0


async def test_without_json_a_benchmark_prints_a_table(tmp_path):
    done = await bench("start:import", tmp_path)
    about, head, row = done.stdout.decode().splitlines()
    assert about.endswith(".")
    assert head.split()[:4] == ["case", "ours", "±", "unit"]
    assert row.startswith("import pace.cli")


@pytest.mark.parametrize("name", ["volume", "notes", "window_snap", "shortcuts"])
async def test_what_a_tool_says_it_did_is_seen_by_another_reader_and_undone(name, tmp_path):
    done = await bench(f"tools:{name}", tmp_path, "--json")
    assert done.returncode == 0, done.stderr.decode() + done.stdout.decode()
    rows = json.loads(done.stdout.decode())["rows"]
    assert name in {row["case"] for row in rows}
    for row in rows:
        assert row["ok"] == row["verified"] == row["read_back"] == row["n"], row
        assert row["undone"] in (None, row["n"])
        assert row["worst"] > 0
        assert row["load"] >= 0
