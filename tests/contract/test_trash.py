"""One suite over the trash: the person's own, that of another file system, and the double."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from pace.core.error import Gone, NotSaved, PaceError, Refused
from pace.desktop.linux.trash import FreedesktopTrash
from pace.desktop.ports import Adapter
from pace.desktop.services import Trash
from pace.testing.files import FakeTrash

pytestmark = pytest.mark.anyio


@dataclass
class Place:
    """A trash, and a folder with files to throw away."""

    trash: Trash
    folder: Path

    def file(self, name: str, text: str = "words") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


def adapter(home: Path) -> FreedesktopTrash:
    return FreedesktopTrash({"HOME": str(home), "XDG_DATA_HOME": str(home / "data")})


@pytest.fixture(params=["home", "another file system", "double"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    home = tmp_path / "home"
    home.mkdir()
    if request.param == "double":
        yield Place(FakeTrash(tmp_path / "trash"), home / "files")
    elif request.param == "home":
        yield Place(adapter(home), home / "files")
    else:
        mount = Path("/dev/shm")
        if mount.stat().st_dev == tmp_path.stat().st_dev:
            pytest.skip("there is one file system only")
        folder = mount / f"pace-test-{os.getpid()}"
        own = mount / f".Trash-{os.getuid()}"
        there = own.exists()
        try:
            yield Place(adapter(home), folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            if not there:
                shutil.rmtree(own, ignore_errors=True)


async def test_what_is_thrown_away_is_gone_and_comes_back_as_it_was(place: Place) -> None:
    path = place.file("a b ü.txt")
    key = await place.trash.put(path)
    assert not path.exists()
    assert await place.trash.restore(key) == path
    assert path.read_text() == "words"


async def test_two_of_one_name_are_kept_apart(place: Place) -> None:
    keys = [await place.trash.put(place.file("a.txt", text)) for text in ("first", "second")]
    assert len(set(keys)) == 2
    path = await place.trash.restore(keys[0])
    assert path.read_text() == "first"


async def test_nothing_comes_back_over_another_file(place: Place) -> None:
    key = await place.trash.put(place.file("a.txt"))
    path = place.file("a.txt", "newer")
    with pytest.raises(NotSaved):
        await place.trash.restore(key)
    assert path.read_text() == "newer"
    path.unlink()
    assert (await place.trash.restore(key)).read_text() == "words"


async def test_a_whole_folder_goes_and_comes_back_where_none_is(place: Place) -> None:
    path = place.file("inner/deep/a.txt")
    key = await place.trash.put(path.parent)
    shutil.rmtree(place.folder / "inner")
    await place.trash.restore(key)
    assert path.read_text() == "words"


async def test_what_is_not_there_is_said_so(place: Place) -> None:
    with pytest.raises(Gone):
        await place.trash.put(place.folder / "nothing")
    with pytest.raises(Gone):
        await place.trash.restore(str(place.folder / "info" / "nothing.trashinfo"))
    with pytest.raises(Gone):
        await place.trash.restore("")


async def test_a_key_is_no_path_to_something_else(tmp_path: Path) -> None:
    trash = adapter(tmp_path)
    other = tmp_path / "other"
    for name in ("info", "files"):
        (other / name).mkdir(parents=True)
    (other / "files" / "x").write_text("words")
    (other / "info" / "x.trashinfo").write_text(f"[Trash Info]\nPath={tmp_path}/y\n")
    with pytest.raises(Gone):
        await trash.restore(str(other / "info" / "x.trashinfo"))
    assert not (tmp_path / "y").exists()


async def test_a_link_goes_itself_and_not_what_it_leads_to(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("words")
    link.symlink_to(target)
    await adapter(tmp_path).put(link)
    assert not link.is_symlink()
    assert target.exists()


@pytest.mark.parametrize(
    "name", ["x" * 255, "é" * 127, "x" * 248 + ".tar", "a%b\n.txt", "..x", "\udcff", "y" * 250]
)
async def test_odd_names_go_and_come_back(tmp_path: Path, name: str) -> None:
    trash, path = adapter(tmp_path), tmp_path / name
    path.write_text("words")
    assert await trash.restore(await trash.put(path)) == path
    assert path.read_text() == "words"


async def test_the_home_folder_and_the_root_never_go(tmp_path: Path) -> None:
    trash = adapter(tmp_path)
    for path in (tmp_path, tmp_path.parent, Path("/"), tmp_path / "data"):
        with pytest.raises(PaceError):
            await trash.put(path)
    with pytest.raises(Refused):
        await trash.put(Path("/proc"))


async def test_another_program_lists_it_and_puts_it_back(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    path = tmp_path / "files" / "a b%20ü.txt"
    path.write_text("words")
    await adapter(tmp_path).put(path)
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    listed = await anyio.run_process(["trash-list"], env=env)
    assert listed.stdout.decode().rstrip().endswith(str(path))
    await anyio.run_process(["trash-restore", str(path)], env=env, input=b"0\n")
    assert path.read_text() == "words"


async def test_the_adapter_declares_itself(tmp_path: Path) -> None:
    trash = adapter(tmp_path)
    assert isinstance(trash, Adapter)
    assert (await trash.probe()).ok
