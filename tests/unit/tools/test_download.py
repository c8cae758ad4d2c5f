"""Downloads: always asked about, told as they are, and taken back while they are unchanged."""

import pytest

from pace.core.call import Call, Provenance, spoken
from pace.core.event import DownloadProgress
from pace.core.result import Evidence, Status
from pace.testing.files import FakeDownloads, FakeTrash
from tests.unit.egress.hostile_urls import HOSTILE
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio

URL = "https://example.com/a/report.pdf"


@pytest.fixture
def doing(tmp_path):
    downloads = FakeDownloads(tmp_path / "Downloads", {URL: b"words" * 500})
    events = []
    made = Doing(
        downloads=downloads, trash=FakeTrash(tmp_path / "trash"), asks=False, publish=events.append
    )
    made.told = events
    return made


@pytest.mark.parametrize("url", [URL, "example.com/a/report.pdf", f"  {URL} "])
async def test_a_file_is_fetched_and_verified(doing, url, tmp_path):
    [result] = await doing.run(spoken("download_file", url=url))
    assert result.evidence is Evidence.VERIFIED
    assert result.spoken == "report.pdf is in Downloads, 2.5 kB."
    assert "2500 bytes, SHA-256" in result.seen
    assert (tmp_path / "Downloads" / "report.pdf").exists()
    assert doing.told == [DownloadProgress("example.com", 2500, 2500)]


async def test_it_asks_whatever_the_preference_with_host_path_and_name(doing):
    await doing.run(spoken("download_file", url=URL, name="../my report.pdf"))
    assert (
        "/a/report.pdf from example.com into your downloads folder as my report.pdf"
        in (doing.questions[0])
    )
    await doing.run(spoken("download_file", url=URL))
    assert "as report.pdf, or the name it sends" in doing.questions[1]


async def test_unapproved_nothing_is_fetched(doing, tmp_path):
    doing.approves = False
    [result] = await doing.run(spoken("download_file", url=URL))
    assert result.status is Status.REFUSED
    assert not (tmp_path / "Downloads").exists()


async def test_several_are_one_question(doing):
    results = await doing.run(*[spoken("download_file", url=URL)] * 3)
    assert [r.spoken.split(" is ")[0] for r in results] == [
        "report.pdf", "“report 2.pdf”", "“report 3.pdf”",
    ]  # fmt: skip
    assert len(doing.questions) == 1


async def test_an_address_from_a_page_is_named_as_such(doing):
    await doing.run(Call("download_file", {"url": URL}, {"url": Provenance.PAGE}))
    assert "“url” came from a page" in doing.questions[0]


@pytest.mark.parametrize("url", [u for u in HOSTILE if u.strip()])
async def test_a_hostile_address_fetches_nothing(doing, url, tmp_path):
    [result] = await doing.run(spoken("download_file", url=url))
    assert not result.ok
    assert not (tmp_path / "Downloads").exists()


async def test_undo_moves_it_to_the_trash_unless_it_was_changed(doing, tmp_path):
    await doing.run(*[spoken("download_file", url=URL)] * 2)
    first, second = (tmp_path / "Downloads" / name for name in ("report.pdf", "report 2.pdf"))
    assert (await doing.undo()).evidence is Evidence.VERIFIED
    assert not second.exists()
    first.write_bytes(b"Words" * 500)
    kept = await doing.undo()
    assert kept.kind == "no longer applies"
    assert first.exists()


async def test_undo_of_what_is_gone_or_a_link_now_says_so(doing, tmp_path):
    await doing.run(*[spoken("download_file", url=URL)] * 2)
    first, second = (tmp_path / "Downloads" / name for name in ("report.pdf", "report 2.pdf"))
    second.unlink()
    second.symlink_to(first)
    assert (await doing.undo()).kind == "no longer applies"
    first.unlink()
    assert (await doing.undo()).kind == "no longer applies"


@pytest.mark.parametrize(
    ("url", "words"),
    [("localhost:8899/a.bin", "localhost, which is not a public name"),
     ("127.0.0.1:8899/a.bin", "127.0.0.1, which is not a public address"),
     ("file:///etc/passwd", "http and https addresses only")],
)  # fmt: skip
async def test_what_is_never_fetched_is_refused_without_a_question(doing, url, words):
    [result] = await doing.run(spoken("download_file", url=url))
    assert (result.ok, words in result.spoken) == (False, True)
    assert doing.questions == []
