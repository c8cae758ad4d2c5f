"""The locks and the package list hold what an installation relies on."""

import ast
import json
import re
import stat
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))

# Written in halves, so that this file does not hold what it looks for.
REGISTRY_HOSTS = tuple(
    "".join(halves)
    for halves in (
        ("py", "pi.org"),
        ("pythonho", "sted.org"),
        ("deb.", "debian.org"),
        ("registry.", "npmjs.org"),
        ("files.python", "hosted"),
    )
)


def pinned(lock: Path) -> dict[str, str]:
    """Name and version of each package in a lock."""
    return dict(re.findall(r"^([a-z0-9.-]+)==([^ ]+)", lock.read_text("utf-8"), re.MULTILINE))


def test_there_is_a_lock_for_each_environment() -> None:
    assert [lock.stem for lock in LOCKS] == ["dev", "piper", "run", "whisper"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_locked_package_has_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert "://" not in text
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert entries
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_no_environment_has_torch(lock: Path) -> None:
    assert not [name for name in pinned(lock) if name == "torch" or name.startswith("nvidia-")]


def imported(file: Path) -> Iterator[str]:
    """The packages that a file imports, by their first name."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def test_what_the_product_imports_it_declares() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {re.split(r"[=<>\[ ]", each)[0] for each in project["dependencies"]}
    names = {name for file in (ROOT / "src").rglob("*.py") for name in imported(file)}
    foreign = names - set(sys.stdlib_module_names) - {"pace"}
    provided = packages_distributions()
    assert len(foreign) > 10
    asked = {name: {each.lower() for each in provided.get(name, [name])} for name in foreign}
    assert {name for name, owners in asked.items() if not owners & declared} == set()


def test_the_lock_of_the_node_programs_has_hashes_and_no_address() -> None:
    packages = json.loads((ROOT / "requirements/npm/package-lock.json").read_text())["packages"]
    locked = {name: package for name, package in packages.items() if name}
    assert locked
    assert [name for name, package in locked.items() if not package.get("integrity")] == []
    assert [name for name, package in locked.items() if "resolved" in package] == []


def test_the_tests_run_on_what_people_run() -> None:
    run = pinned(ROOT / "requirements/run.txt")
    dev = pinned(ROOT / "requirements/dev.txt")
    assert {name: dev.get(name) for name in run} == run


def test_the_gpl_voice_is_not_in_the_environment_of_pace() -> None:
    assert "piper-tts" not in pinned(ROOT / "requirements/dev.txt")


def test_every_system_package_has_a_group_and_a_reason() -> None:
    lines = (ROOT / "packaging/debian.txt").read_text("utf-8").splitlines()
    rows = [line for line in lines if line and not line.startswith("#")]
    shape = re.compile(r"^(run|demo|test) +([a-z0-9][a-z0-9+.-]+) +(or:[a-z]+ +)?# \S.*$")
    assert [row for row in rows if not shape.match(row)] == []
    packages = [row.split()[1] for row in rows]
    assert len(packages) == len(set(packages))


def test_no_file_names_a_registry_host() -> None:
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    named = [
        f"{name}: {host}"
        for name in filter(None, listing.split("\0"))
        if (ROOT / name).is_file()
        for host in REGISTRY_HOSTS
        if host.encode() in (ROOT / name).read_bytes()
    ]
    assert named == []


@pytest.mark.parametrize("name", ["bin/pace", "bin/test", "packaging/lock", ".ci/run"])
def test_the_commands_are_executable_and_parse(name: str) -> None:
    path = ROOT / name
    assert path.stat().st_mode & stat.S_IXUSR
    assert subprocess.run(["sh", "-n", path], check=False).returncode == 0
