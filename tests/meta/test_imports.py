"""The import rules that the layers in pyproject.toml cannot say.

Each rule is a table over the source as it is read, not as it runs: an import inside a function
counts like one at the top.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"

# What opens a connection, or carries one. The egress door owns them. An exception names the one
# module it allows, and why.
DIALS = (
    "aiohttp",
    "ftplib",
    "http.client",
    "http.server",
    "httpcore",
    "httpx",
    "imaplib",
    "poplib",
    "requests",
    "smtplib",
    "socket",
    "ssl",
    "urllib.request",
    "urllib3",
    "websockets",
    "xmlrpc",
)
MAY_DIAL = {
    ("pace.egress", "*"): "the door itself",
    ("pace.desktop.linux.x11_display", "socket"): "the Unix socket of the X server",
    ("pace.desktop.linux.mail.imap", "imaplib"): "speaks over the connection egress hands it",
    ("pace.demo", "socket"): "Unix sockets of the programs it starts, to see that they are up",
}

# What the person's surfaces may know of the engine.
UI_KNOWS = ("pace.core", "pace.ui")


@dataclass(frozen=True)
class Import:
    """One imported name: `from a import b` is "a.b", `import a.b` is "a.b"."""

    importer: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.name}"


def within(name: str, package: str) -> bool:
    """Whether a dotted name is this package or inside it."""
    return name == package or name.startswith(package + ".")


def imports_of(importer: str, tree: ast.AST) -> Iterator[Import]:
    """Every import in a module that runs, wherever it stands; those for types alone do not."""
    types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if node in types:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(importer, node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield Import(importer, node.lineno, f"{node.module}.{alias.name}")


def module_name(path: Path) -> str:
    """`src/pace/core/__init__.py` is pace.core."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.fixture(scope="module", name="imports")
def all_imports() -> list[Import]:
    """Every import in the product."""
    return [
        found
        for path in sorted(SOURCE.rglob("*.py"))
        for found in imports_of(module_name(path), ast.parse(path.read_text("utf-8")))
    ]


def listed(broken: list[Import]) -> str:
    return "\n" + "\n".join(map(str, broken))


def may_dial(found: Import) -> bool:
    return any(
        within(found.importer, importer) and (library == "*" or within(found.name, library))
        for importer, library in MAY_DIAL
    )


def test_the_reader_sees_every_form_of_import() -> None:
    source = (
        "import os.path, re\ndef f():\n    from http import client as c\n"
        "if TYPE_CHECKING:\n    import httpx\n"
    )
    found = [each.name for each in imports_of("m", ast.parse(source))]
    assert found == ["os.path", "re", "http.client"]


def test_core_imports_only_itself_and_the_standard_library(imports: list[Import]) -> None:
    broken = [
        found
        for found in imports
        if within(found.importer, "pace.core")
        and not within(found.name, "pace.core")
        and found.name.split(".")[0] not in sys.stdlib_module_names
    ]
    assert not broken, listed(broken)


def test_mind_imports_nothing_of_pace_but_core(imports: list[Import]) -> None:
    broken = [
        found
        for found in imports
        if within(found.importer, "pace.mind")
        and within(found.name, "pace")
        and not within(found.name, "pace.core")
        and not within(found.name, "pace.mind")
    ]
    assert not broken, listed(broken)


def test_the_surfaces_know_nothing_of_the_engine_but_core(imports: list[Import]) -> None:
    broken = [
        found
        for found in imports
        if within(found.importer, "pace.ui")
        and within(found.name, "pace")
        and not any(within(found.name, known) for known in UI_KNOWS)
    ]
    assert not broken, listed(broken)


def test_only_app_names_the_linux_adapters(imports: list[Import]) -> None:
    broken = [
        found
        for found in imports
        if within(found.name, "pace.desktop.linux")
        and not within(found.importer, "pace.desktop.linux")
        and not within(found.importer, "pace.app")
    ]
    assert not broken, listed(broken)


def test_only_egress_dials(imports: list[Import]) -> None:
    broken = [
        found
        for found in imports
        if any(within(found.name, library) for library in DIALS) and not may_dial(found)
    ]
    assert not broken, listed(broken)


def test_nothing_imports_the_package_that_would_import_torch(imports: list[Import]) -> None:
    broken = [found for found in imports if within(found.name, "silero_vad")]
    assert not broken, listed(broken)
