"""Where Pace keeps things: the XDG folders, private to the person."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from platformdirs import PlatformDirs

from pace.core.error import NotSaved


@dataclass(frozen=True, slots=True)
class Places:
    """Pace's own folders. They are made on first use, readable by nobody else."""

    config: Path
    data: Path
    state: Path
    cache: Path

    @classmethod
    def of(cls) -> Places:
        """The folders the XDG Base Directory specification gives for this process."""
        folders = PlatformDirs("pace", appauthor=False)
        return cls(
            folders.user_config_path,
            folders.user_data_path,
            folders.user_state_path,
            folders.user_cache_path,
        )

    @classmethod
    def below(cls, folder: Path) -> Places:
        """Everything in one folder."""
        return cls(folder / "config", folder / "data", folder / "state", folder / "cache")

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


def chosen_folder(setting: str, otherwise: Path) -> Path:
    """The folder a setting names, `~` expanded, or the other one when it is empty."""
    if not setting.strip():
        return otherwise
    chosen = Path(setting.strip())
    try:
        return chosen.expanduser()
    except RuntimeError:  # a home that nobody knows
        return chosen
