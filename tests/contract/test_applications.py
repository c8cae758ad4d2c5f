"""One suite over what finds and starts applications: desktop entries, and the double."""

from __future__ import annotations

from pathlib import Path

import pytest

from pace.core.error import Gone, Invalid, Unavailable
from pace.desktop.linux.applications import DesktopEntries
from pace.desktop.ports import Adapter, Application, Applications
from pace.testing.services import FakeApplications

pytestmark = pytest.mark.anyio

PAINT = Application("org.x.Paint", "Paint", ("paint",), ("Graphics",))
BROWSER = Application("browse", "Browse", (), ("WebBrowser",))
BROKEN = Application("broken", "Broken Thing")
DEFAULTS = "x-scheme-handler/https=browse.desktop\nx-scheme-handler/http=browse.desktop\n"


@pytest.fixture(params=["desktop entries", "double"])
def applications(request: pytest.FixtureRequest, tmp_path: Path) -> Applications:
    if request.param == "double":
        double = FakeApplications(PAINT, BROWSER, BROKEN, defaults={"browser": "browse"})
        double.fails.add(BROKEN.id)
        return double
    folder = tmp_path / "home/.local/share/applications"
    folder.mkdir(parents=True)
    for application in (PAINT, BROWSER, BROKEN):
        program = tmp_path / application.id
        program.write_text("#!/bin/sh\nexit " + ("3" if application is BROKEN else "0"))
        program.chmod(0o755)
        (folder / f"{application.id}.desktop").write_text(
            f"[Desktop Entry]\nName={application.name}\nExec={application.id} %U\n"
            f"Categories={';'.join(application.categories)};\n"
        )
    (folder / "mimeapps.list").write_text(f"[Default Applications]\n{DEFAULTS}")
    return DesktopEntries(
        {
            "HOME": str(tmp_path / "home"),
            "PATH": f"{tmp_path}:/usr/bin:/bin",
            "XDG_DATA_DIRS": str(tmp_path / "nothing"),
            "XDG_CONFIG_DIRS": str(tmp_path / "nothing"),
        },
        watched=20,
    )


async def test_what_is_installed_is_listed(applications: Applications) -> None:
    listed = {each.id: each.name for each in await applications.installed()}
    assert listed == {each.id: each.name for each in (PAINT, BROWSER, BROKEN)}


async def test_its_own_name_is_certain_and_a_misheard_one_less_so(
    applications: Applications,
) -> None:
    [(found, confidence), *_] = await applications.find("Paint")
    assert (found.id, confidence) == (PAINT.id, 1.0)
    [(found, confidence), *_] = await applications.find("browze")
    assert found.id == BROWSER.id
    assert 0 < confidence < 1


async def test_a_kind_is_the_persons_default(applications: Applications) -> None:
    [(found, confidence)] = await applications.find("web browser")
    assert found.id == BROWSER.id
    assert confidence > 0.9


async def test_what_is_not_installed_is_not_found(applications: Applications) -> None:
    assert list(await applications.find("spreadsheet")) == []
    assert list(await applications.find("")) == []


async def test_launching_gives_a_process_id(applications: Applications) -> None:
    [(found, _)] = await applications.find("paint")
    assert await applications.launch(found) > 1
    assert await applications.launch(found, ["https://example.org/"]) > 1


async def test_launching_what_is_gone_says_so(applications: Applications) -> None:
    with pytest.raises(Gone):
        await applications.launch(Application("never", "Never"))


async def test_a_program_that_ends_at_once_with_an_error_is_an_error(
    applications: Applications,
) -> None:
    [(found, _)] = await applications.find("broken thing")
    with pytest.raises(Unavailable, match="Broken Thing ended as soon as it was started"):
        await applications.launch(found)


async def test_an_argument_is_never_an_option(applications: Applications) -> None:
    [(found, _)] = await applications.find("paint")
    with pytest.raises(Invalid):
        await applications.launch(found, ["--delete-everything"])


async def test_an_address_goes_to_its_handler(applications: Applications) -> None:
    assert await applications.open_uri("https://example.org/a?b=c#d") == BROWSER.name


@pytest.mark.parametrize(
    "uri",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,hello",
        "vbscript:x",
        "ftp://example.org/",
        "pace://say/hello",
        "ms-word:x",
        "example.org",
        "",
        "--version",
        "http://",
        "https:///path",
        "https://example.org/\nX: y",
        "https://exam ple.org/",
    ],
)
async def test_any_other_address_is_refused(applications: Applications, uri: str) -> None:
    with pytest.raises(Invalid):
        await applications.open_uri(uri)


async def test_the_adapter_declares_itself(applications: Applications) -> None:
    if isinstance(applications, DesktopEntries):
        assert isinstance(applications, Adapter)
        assert applications.provides == "applications"
        assert applications.available() == ""
        assert (await applications.probe()).did == "Found 3 applications; web pages open in Browse."
