"""Files and folders: what is meant, what is opened, and what is not there."""

import pytest

from pace.core.call import spoken
from pace.core.result import Evidence
from pace.testing.files import FakeFiles
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio


@pytest.fixture
def home(tmp_path):
    for name in ("Télécharger", "Documents", "projects/pace"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "Documents" / "report.pdf").touch()
    (tmp_path / "projects" / "pace" / "readme.md").touch()
    return tmp_path


@pytest.fixture
def files(home):
    known = {"home": home, "downloads": home / "Télécharger", "documents": home / "Documents"}
    return FakeFiles(known)


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("Downloads", "Télécharger"), ("~/Downloads", "Télécharger"), ("Documents", "Documents"),
        ("report.pdf", "Documents/report.pdf"), ("~/projects/pace", "projects/pace"),
        ("projects/pace/readme.md", "projects/pace/readme.md"),
        ("~/Documents/report.pdf", "Documents/report.pdf"),
    ],
)  # fmt: skip
async def test_what_is_said_is_found_and_opened(files, home, said, path):
    [result] = await Doing(files=files).run(spoken("finder", path=said))
    assert result.evidence is Evidence.VERIFIED
    assert files.opened == [home / path]


@pytest.mark.parametrize("action", ["reveal", "REVEAL", "show"])
async def test_a_file_is_shown_in_its_folder(files, home, action):
    [result] = await Doing(files=files).run(spoken("finder", path="report.pdf", action=action))
    assert result.spoken == "report.pdf is shown in its folder."
    assert result.seen == "a window “Documents”"
    assert files.revealed == [home / "Documents" / "report.pdf"]


@pytest.mark.parametrize(
    "said",
    ["nothing.pdf", "/nowhere/at/all", "~/nothing", "a\0b", "x" * 10_000, "\ud800", "\u202e"],
)
async def test_what_is_not_there_opens_nothing(files, said):
    [result] = await Doing(files=files).run(spoken("finder", path=said))
    assert not result.ok
    assert files.opened == []


async def test_no_other_action_is_known(files):
    [result] = await Doing(files=files).run(spoken("finder", path="Downloads", action="delete"))
    assert not result.ok
    assert files.opened == []


async def test_the_name_of_a_file_hides_nothing(files, home):
    (home / "Documents" / "a\u202efdp.exe\n").touch()
    [result] = await Doing(files=files).run(spoken("finder", path="a\u202efdp.exe\n"))
    assert result.spoken.isprintable()


async def test_my_may_be_a_part_of_a_name(files, home):
    (home / "Documents" / "my letter.txt").touch()
    [result] = await Doing(files=files).run(spoken("finder", path="letter.txt"))
    assert result.spoken == "“my letter.txt” is open."


async def test_the_trash_is_opened_or_said_to_be_empty(files, home):
    trash = home / "Trash" / "files"
    files.folders["trash"] = trash
    [empty] = await Doing(files=files).run(spoken("finder", path="trash"))
    assert empty.spoken == "There is nothing in the trash; nothing was opened."
    trash.mkdir(parents=True)
    [result] = await Doing(files=files).run(spoken("finder", path="trash"))
    assert (result.spoken, files.opened) == ("The trash is open.", [trash])
