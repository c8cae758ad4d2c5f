"""One model's calls."""

import threading

import anyio
import anyio.to_thread
import pytest

from pace.core.error import TimedOut
from pace.voice.worker import Worker


async def test_a_call_gives_its_value_or_its_error() -> None:
    worker = Worker("The model")
    assert await worker.run(lambda: 7, 5) == 7
    with pytest.raises(ZeroDivisionError):
        await worker.run(lambda: 1 // 0, 5)


async def test_a_call_that_hangs_is_left_behind_with_a_sentence() -> None:
    worker, gate = Worker("The model"), threading.Event()
    try:
        with pytest.raises(TimedOut, match="The model did not finish"):
            await worker.run(lambda: gate.wait(10), 0.05)
    finally:
        gate.set()


async def test_no_call_enters_a_model_that_an_abandoned_one_still_holds() -> None:
    worker, gate, inside = Worker("The model"), threading.Event(), threading.Event()

    def hold() -> None:
        inside.set()
        gate.wait(10)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(worker.run, hold, 10)
        assert await anyio.to_thread.run_sync(inside.wait, 5)
        tasks.cancel_scope.cancel()
    entered: list[bool] = []
    with pytest.raises(TimedOut):
        await worker.run(lambda: entered.append(gate.is_set()), 0.05)
    gate.set()
    await worker.run(lambda: entered.append(gate.is_set()), 5)
    assert entered == [True]


async def test_a_call_that_was_left_while_it_waited_for_the_model_never_enters_it() -> None:
    worker, gate, inside = Worker("The model"), threading.Event(), threading.Event()
    entered: list[str] = []

    def hold() -> None:
        inside.set()
        gate.wait(10)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(worker.run, hold, 10)
        assert await anyio.to_thread.run_sync(inside.wait, 5)
        tasks.cancel_scope.cancel()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(worker.run, lambda: entered.append("left"), 10)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()
    gate.set()
    await worker.run(lambda: entered.append("wanted"), 5)
    assert entered == ["wanted"]
