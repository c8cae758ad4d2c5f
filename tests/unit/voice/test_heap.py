"""However many threads a model ran in, there is one heap, and large memory goes back."""

import re
import subprocess
import sys

import pytest

IN_THREADS = """
import ctypes, threading
from pace.voice.heap import one_heap
{first}
meet = threading.Barrier(6)
def work():
    meet.wait()
    kept = [bytes(2_000) for _ in range(500)]
    meet.wait()
    return kept
threads = [threading.Thread(target=work) for _ in range(6)]
[each.start() for each in threads]
[each.join() for each in threads]
c = ctypes.CDLL(None)
c.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(c.fdopen(1, b"w"))
c.malloc_info(0, out)
c.fflush(out)
"""


def heaps(first: str) -> int:
    done = subprocess.run(
        [sys.executable, "-P", "-c", IN_THREADS.format(first=first)],
        capture_output=True, text=True, check=True, env={"PYTHONPATH": ":".join(sys.path)},
    )  # fmt: skip
    return len(re.findall("<heap nr=", done.stdout))


@pytest.mark.parametrize(("first", "expected"), [("one_heap()", True), ("", False)])
def test_threads_share_one_heap_when_asked(first, expected):
    assert (heaps(first) == 1) is expected
