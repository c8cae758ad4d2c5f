"""Starting and resting: the command line, the assistant to ready, its idle CPU and memory."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.abc

from bench.stage import ROOT, stage
from pace.bench import Differs, Run, without_figure
from pace.core.error import PaceError, Unavailable
from pace.core.figures import Row, measured, short
from pace.store.places import Places

PACE = (sys.executable, "-P", "-m", "pace")
NOTHING = (sys.executable, "-c", "pass")
EMPTY = "python3 -c pass"
USUAL = 15
#: How long the assistant is watched doing nothing; a run with few repetitions watches 2 s.
IDLE_SECONDS = 60.0
SAID = "what can I say"
TICK = os.sysconf("SC_CLK_TCK")

Case = Callable[[Run], Awaitable[list[Row]]]


async def measure(run: Run) -> list[Row]:
    """Command lines in turn with the rival's; the assistant once, on a private desktop."""
    rows = []
    for name, work in CASES.items():
        if run.wants(name):
            try:
                rows += await work(run)
            except PaceError as problem:
                rows.append(without_figure(name, problem))
    return rows


async def _help(run: Run) -> list[Row]:
    return [await _against(run, "pace --help", (*PACE, "--help"), EMPTY, NOTHING)]


async def _import(run: Run) -> list[Row]:
    argv = (sys.executable, "-P", "-c", "import pace.cli")
    return [await _against(run, "import pace.cli", argv, EMPTY, NOTHING)]


async def _wrapper(run: Run) -> list[Row]:
    """bin/pace on a machine that is set up, against the program it starts."""
    env = await _environment_of_bin()
    bare = (str(env / "bin" / "python"), "-P", "-m", "pace", "--help")
    wrapped = (str(ROOT / "bin" / "pace"), "--help")
    return [await _against(run, "bin/pace --help", wrapped, "the bare program", bare)]


async def _environment_of_bin() -> Path:
    """The environment bin/pace would use. Raises Unavailable when it would first build it."""
    files = [str(ROOT / "requirements/run.txt"), str(ROOT / "packaging/debian.txt")]
    sums = (await anyio.run_process(["cksum", *files])).stdout.decode().splitlines()
    env = Places.of().data / f"env-run-{sums[0].split()[0]}"
    if not (env / f".ready-run-{sums[1].split()[0]}").exists():
        raise Unavailable("bin/pace is not set up here.", fix="bin/pace --help")
    return env


async def _against(
    run: Run, case: str, ours: Sequence[str], rival: str, theirs: Sequence[str]
) -> Row:
    """Two commands in turn, each a fresh process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    samples: tuple[list[float], list[float]] = ([], [])
    for turn in range(run.times(USUAL) + 1):
        for taken, argv in zip(samples, (ours, theirs), strict=True):
            milliseconds, _ = await _timed(argv, environment)
            if turn:  # the first one reads from the disk
                taken.append(milliseconds)
    mine, other = (measured(one) for one in samples)
    more = {
        "more than rival": short(mine.median - other.median),
        "rival_spreads": {rival: short(other.spread)},
    }
    return Row(case, mine.median, {rival: other.median}, mine.n, mine.spread, more=more)


async def _timed(argv: Sequence[str], environment: Mapping[str, str]) -> tuple[float, str]:
    begun = time.perf_counter()
    done = await anyio.run_process(list(argv), env=environment, check=False)
    taken = (time.perf_counter() - begun) * 1000
    if done.returncode != 0:
        raise Differs(f"{' '.join(argv)} failed: {done.stderr.decode().strip()[-200:]}")
    return taken, done.stdout.decode()


async def _say(run: Run) -> list[Row]:
    """A turn that needs no application: in this process, then by the running assistant."""
    rows = []
    call = [
        "gdbus", "call", "--session", "--timeout=30", "--dest=org.pacevoice.Pace",
        "--object-path=/org/pacevoice/Pace", "--method=org.pacevoice.Pace1.Say", SAID,
    ]  # fmt: skip
    async with stage(audio=True) as desktop:
        environment = {**desktop.environment, "PYTHONPATH": str(ROOT / "src")}
        argv = (*PACE, "say", "--json", SAID)
        alone: list[float] = []
        told = ""
        for _ in range(run.times(USUAL)):
            taken, told = await _timed(argv, environment)
            alone.append(taken)
        figure = measured(alone)
        empty, _ = await _timed(NOTHING, environment)
        rows.append(
            Row("say in this process", figure.median, {EMPTY: empty}, figure.n, figure.spread)
        )
        async with _assistant(environment, silent=True):
            samples: tuple[list[float], list[float]] = ([], [])
            for _ in range(run.times(USUAL)):
                taken, answer = await _timed(argv, environment)
                samples[0].append(taken)
                if json.loads(answer)["spoken"] != json.loads(told)["spoken"]:
                    raise Differs("The running assistant said something else.")
                if shutil.which("gdbus"):
                    taken, _ = await _timed(call, environment)
                    samples[1].append(taken)
        mine = measured(samples[0])
        rivals = {"gdbus call": measured(samples[1]).median} if samples[1] else {}
        rows.append(Row("say to the assistant", mine.median, rivals, mine.n, mine.spread))
    return rows


async def _run(run: Run) -> list[Row]:
    """From the start of `pace run` to ready; then, with its models loaded, at rest."""
    starts: list[float] = []
    rests: list[tuple[float, float]] = []
    seconds = IDLE_SECONDS if run.repeat is None or run.repeat > 3 else 2.0
    async with stage(audio=True) as desktop:
        environment = {**desktop.environment, "PYTHONPATH": str(ROOT / "src")}
        times = run.times(5)
        for turn in range(times):
            begun = time.perf_counter()
            async with _assistant(environment) as process:
                starts.append((time.perf_counter() - begun) * 1000)
                if turn == times - 1:
                    await _quiet(process.pid)
                    for pid in (process.pid, await _sleeper(environment)):
                        before = cpu_seconds(pid)
                        await anyio.sleep(seconds)
                        used = cpu_seconds(pid) - before
                        rests.append((1000 * used / seconds, resident(pid)))
        empty, _ = await _timed(NOTHING, environment)
    figure = measured(starts)
    (cpu, memory), (rival_cpu, rival_memory) = rests
    idle = "python3 asleep"
    notes = {"notes": [f"over {seconds:g} s, all its processes, speech models loaded"]}
    return [
        Row("run to ready", figure.median, {EMPTY: empty}, figure.n, figure.spread),
        Row("run idle", cpu, {idle: rival_cpu}, 1, 0.0, "ms CPU/s", notes),
        Row("run memory", memory, {idle: rival_memory}, 1, 0.0, "MB", notes),
    ]


@asynccontextmanager
async def _assistant(
    environment: Mapping[str, str], *, silent: bool = False
) -> AsyncIterator[anyio.abc.Process]:
    """`pace run --headless`, from ready to its end; `silent`: it does not speak."""
    if silent:
        await anyio.run_process([*PACE, "settings", "set", "voice.speak", "false"], env=environment)
    process = await anyio.open_process(
        [*PACE, "run", "--headless"], env=environment, stdin=subprocess.DEVNULL
    )
    async with process:
        assert process.stderr is not None
        try:
            said = b""
            with anyio.fail_after(40):
                while b"Pace is running" not in said:
                    said += await process.stderr.receive()
            yield process
        except anyio.EndOfStream:
            raise Differs(f"pace run ended: {said.decode()[-200:]}") from None
        finally:
            with anyio.CancelScope(shield=True):
                process.terminate()
                with anyio.move_on_after(10):
                    await process.wait()
                if process.returncode is None:
                    process.kill()


async def _sleeper(environment: Mapping[str, str]) -> int:
    """A Python that waits; it ends with the desktop."""
    process = await anyio.open_process(
        [sys.executable, "-c", "import sys; print(flush=True); sys.stdin.read()"], env=environment
    )
    assert process.stdout is not None
    await process.stdout.receive()
    return process.pid


async def _quiet(pid: int) -> None:
    """Wait until the process has done nothing for a second: its models are loaded."""
    with anyio.fail_after(60):
        before = -1.0
        while (now := cpu_seconds(pid)) > before + 0.05:
            before = now
            await anyio.sleep(1)


def family(pid: int) -> list[int]:
    """The process and all that descend from it."""
    found = [pid]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            found += [int(child) for child in task.read_text().split()]
    return found


def cpu_seconds(pid: int) -> float:
    """What the process and its children have used."""
    return sum(map(_cpu, family(pid)))


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def resident(pid: int) -> float:
    """Megabytes in memory of the process and its children."""
    return sum(map(_resident, family(pid)))


def _resident(pid: int) -> float:
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    return int(status["VmRSS"].split()[0]) / 1024


CASES: dict[str, Case] = {
    "help": _help, "import": _import, "bin": _wrapper, "say": _say, "run": _run,
}  # fmt: skip
