"""Reading all properties of a node at once ends Qt 5.15 applications, so nothing may do it."""

import re
from pathlib import Path

ATSPI = Path(__file__).parents[2] / "src/pace/desktop/linux/atspi"

# What reads all properties at once: the call itself, and what dbus-fast builds on introspection.
READS_ALL = re.compile(r"GetAll|introspect|get_proxy_object|ProxyObject", re.IGNORECASE)
# Answering the call, as a window of Pace's own may have to, asks nobody anything.
SERVES = {"specimen.py"}


def test_the_tree_never_reads_all_properties_of_a_node() -> None:
    sources = [path for path in ATSPI.rglob("*.py") if path.name not in SERVES]
    assert len(sources) > 8, "the tree has moved: look for it there"
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sources
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if READS_ALL.search(line)
    ]
    assert found == []


def test_the_rule_sees_what_it_looks_for() -> None:
    assert READS_ALL.search('Ask(path, PROPERTIES, "GetAll", "s", (ACCESSIBLE,))')
    assert READS_ALL.search("await bus.introspect(name, path)")
