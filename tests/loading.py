"""Which modules a piece of Python has loaded when it is done, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

#: What few turns need, and every start would pay for.
HEAVY = frozenset({
    "PIL", "certifi", "ctypes", "dateutil", "http.client", "httpcore", "httpx", "icalendar",
    "imap_tools", "imaplib", "jsonschema", "mcp", "mcp_types", "mss", "multiprocessing", "numpy",
    "onnxruntime", "recurring_ical_events", "referencing", "vobject",
})  # fmt: skip


def loaded_by(code: str, environment: Mapping[str, str]) -> tuple[set[str], str]:
    """The names of the modules, and what it said."""
    report = "\nimport json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code + report],
        env={**environment, "PYTHONPATH": ":".join(sys.path)},
        capture_output=True, text=True, check=True, timeout=50,
    )  # fmt: skip
    *said, modules = done.stdout.splitlines()
    return set(json.loads(modules)), "\n".join(said)
