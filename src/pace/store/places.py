"""Where Pace keeps things: the XDG folders, private to the person."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pace.core.error import NotSaved


@dataclass(frozen=True, slots=True)
class Places:
    """Pace's own folders. They are made on first use, readable by nobody else."""

    config: Path
    data: Path
    state: Path
    cache: Path

    @classmethod
    def of(cls, environment: Mapping[str, str] | None = None) -> Places:
        """The folders the XDG Base Directory specification gives for this environment."""
        env = os.environ if environment is None else environment
        home = Path(env.get("HOME") or Path.home())

        def folder(variable: str, default: str) -> Path:
            given = env.get(variable, "")
            base = Path(given) if given.startswith("/") else home / default
            return base / "pace"

        return cls(
            config=folder("XDG_CONFIG_HOME", ".config"),
            data=folder("XDG_DATA_HOME", ".local/share"),
            state=folder("XDG_STATE_HOME", ".local/state"),
            cache=folder("XDG_CACHE_HOME", ".cache"),
        )

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"

    @property
    def database(self) -> Path:
        return self.data / "pace.db"


def private_folder(path: Path) -> Path:
    """Make the folder, and keep it readable by its owner alone. Raises NotSaved."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.stat().st_mode & 0o077:
            path.chmod(0o700)
    except OSError as problem:
        raise NotSaved(
            f"I cannot use the folder {path} ({problem.strerror}); nothing there was changed; "
            "check who owns it."
        ) from problem
    return path
