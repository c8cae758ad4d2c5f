"""Files, trash, brightness and downloads in memory or in a folder of the test's own."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from pace.core.error import Gone, NotSaved
from pace.desktop.downloading import chosen, free, of_address
from pace.desktop.services import Downloaded
from pace.egress.urls import web_address


class FakeFiles:
    """Writes down what was opened and revealed; `folders` maps spoken names to folders."""

    def __init__(self, folders: Mapping[str, Path] | None = None) -> None:
        self.folders = dict(folders or {})
        self.opened: list[Path] = []
        self.revealed: list[Path] = []

    async def named(self, words: str) -> Path | None:
        return self.folders.get(words.strip().lower())

    async def open(self, path: Path) -> str:
        self.opened.append(_there(path))
        return path.name

    async def reveal(self, path: Path) -> str:
        self.revealed.append(_there(path))
        return path.parent.name


def _there(path: Path) -> Path:
    if not path.exists():
        raise Gone(f"{path.name} is not there; nothing was opened.")
    return path


class FakeTrash:
    """Keeps what is put away in a folder beside everything else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._from: dict[str, Path] = {}

    async def put(self, path: Path) -> str:
        return self._put(path)

    async def restore(self, key: str) -> Path:
        return self._restore(key)

    def _put(self, path: Path) -> str:
        if not path.exists():
            raise Gone(f"{path.name} is no longer there; nothing was changed.")
        self._folder.mkdir(parents=True, exist_ok=True)
        key = str(self._folder / f"{len(self._from)}-{path.name}")
        shutil.move(path, key)
        self._from[key] = path
        return key

    def _restore(self, key: str) -> Path:
        path = self._from.get(key)
        if path is None or not Path(key).exists():
            raise Gone("That is nothing in the trash; nothing was changed.")
        if path.exists():
            raise NotSaved(f"There is another {path.name} where it was.")
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(key, path)
        return path


class FakeBrightness:
    """A display that keeps its level, or None without one."""

    def __init__(self, level: int | None = 50) -> None:
        self.level = level
        self.stuck = False

    async def read(self) -> int | None:
        return self.level

    async def set(self, level: int) -> int | None:
        if self.level is not None and not self.stuck:
            self.level = min(100, max(1, level))
        return self.level


class FakeDownloads:
    """Serves `files` by address into a folder; addresses are judged as the real one judges."""

    def __init__(self, folder: Path, files: Mapping[str, bytes] | None = None) -> None:
        self.folder = folder
        self.files = dict(files or {})

    def check(self, url: str) -> str:
        return web_address(url).url

    async def fetch(
        self, url: str, name: str, progress: Callable[[int, int | None], None]
    ) -> Downloaded:
        there = web_address(url)
        if there.url not in self.files:
            raise Gone(f"{there.host} has no such file (status 404); nothing was saved.")
        data = self.files[there.url]
        self.folder.mkdir(parents=True, exist_ok=True)
        wanted = chosen(name, of_address(there.url))
        path = self.folder / free(wanted, lambda each: (self.folder / each).exists())
        path.write_bytes(data)
        path.chmod(0o600)
        progress(len(data), len(data))
        return Downloaded(path, len(data), there.host, hashlib.sha256(data).hexdigest())
