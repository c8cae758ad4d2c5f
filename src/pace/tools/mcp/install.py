"""Adds a server to the configuration, or takes one out, and keeps all else the person wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pace.core.error import Invalid
from pace.store.files import write_atomically
from pace.tools.mcp.config import ROOTS, document

ROOT = "mcpServers"


def add(path: Path, name: str, entry: Mapping[str, Any]) -> bool:
    """Set the entry; False when it was there just so. What an entry of that name has beside the
    given keys is kept. Raises Invalid and NotSaved; the file is then as it was."""
    root = document(path)
    servers = _entries(root, path)
    before = servers.get(name)
    kept = before if isinstance(before, dict) else {}
    merged = {**kept, **entry}
    if "env" in entry and isinstance(kept.get("env"), dict):
        merged["env"] = {**entry["env"], **kept["env"]}
    if before == merged and ROOT in root:
        return False
    servers[name] = merged
    _write(path, root, servers)
    return True


def remove(path: Path, name: str) -> bool:
    """Take the entry out; False, and nothing written, when there is none."""
    root = document(path)
    servers = _entries(root, path)
    if name not in servers:
        return False
    del servers[name]
    _write(path, root, servers)
    return True


def _entries(root: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """The servers of both spellings as one; where both have a name, the one that was in force."""
    entries: dict[str, Any] = {}
    for key in reversed(ROOTS):
        part = root.get(key, {})
        if not isinstance(part, dict):
            raise Invalid(
                f"In {path}, “{key}” is no object; the file is kept as it is; mend that first."
            )
        entries.update(part)
    return entries


def _write(path: Path, root: Mapping[str, Any], servers: Mapping[str, Any]) -> None:
    """One spelling, where the first of them stood."""
    whole: dict[str, Any] = {}
    for key, value in root.items():
        if key in ROOTS:
            whole[ROOT] = servers
        else:
            whole[key] = value
    whole[ROOT] = servers
    text = json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
    # the file behind a link is replaced, not the link; it may be anywhere of the person's
    write_atomically(path.resolve(), text, ours=not path.is_symlink())
