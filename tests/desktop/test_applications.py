"""The test applications show what their README promises, and so do those nobody here wrote."""

import importlib.util
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

from pace.demo.processes import until

pytestmark = pytest.mark.anyio

APPS = Path(__file__).parent / "apps"
ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
PUSH_BUTTON, PASSWORD_TEXT = 43, 40  # atspi-constants.h

Node = tuple[str, str]


class Tree:
    """The accessibility tree, read node by node: slow, and the same in every toolkit."""

    def __init__(self, bus: MessageBus) -> None:
        self.bus = bus
        self.limit = anyio.Semaphore(8)

    async def call(self, node: Node, interface: str, member: str, signature="", *body) -> object:
        message = Message(
            destination=node[0],
            path=node[1],
            interface=interface,
            member=member,
            signature=signature,
            body=list(body),
        )
        async with self.limit:
            with anyio.fail_after(5):
                reply = await self.bus.call(message)
        assert reply.message_type is not MessageType.ERROR, (member, reply.body)
        return reply.body[0] if reply.body else None

    async def application(self, pid: int) -> Node | None:
        """Return the root of the application that is process `pid`, once it has a window."""
        for name, path in await self.call(ROOT, ACCESSIBLE, "GetChildren"):
            try:
                found = await self.call(
                    ("org.freedesktop.DBus", "/org/freedesktop/DBus"),
                    "org.freedesktop.DBus",
                    "GetConnectionUnixProcessID",
                    "s",
                    name,
                )
                if found == pid and await self.call((name, path), ACCESSIBLE, "GetChildren"):
                    return name, path
            except (AssertionError, TimeoutError):
                continue
        return None

    async def nodes(self, node: Node) -> list[tuple[Node, int, str]]:
        """Return every node below `node` with its role and name, in no certain order."""
        found = []

        async def visit(node: Node) -> None:
            try:
                role = await self.call(node, ACCESSIBLE, "GetRole")
                name = await self.call(
                    node, "org.freedesktop.DBus.Properties", "Get", "ss", ACCESSIBLE, "Name"
                )
                children = await self.call(node, ACCESSIBLE, "GetChildren")
            except AssertionError:
                return  # it went away meanwhile
            found.append((node, role, name.value))
            for child in children:
                tasks.start_soon(visit, tuple(child))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(visit, node)
        return found


@asynccontextmanager
async def open_tree(desktop) -> AsyncIterator[Tree]:
    bus = await MessageBus(bus_address=desktop.accessibility_address).connect()
    try:
        yield Tree(bus)
    finally:
        bus.disconnect()
        await bus.wait_for_disconnect()


async def find_application(tree: Tree, pid: int) -> Node:
    found: list[Node] = []

    async def registered() -> bool:
        application = await tree.application(pid)
        found.extend([application] if application else [])
        return bool(found)

    await until(registered, f"Process {pid} in the accessibility tree")
    return found[0]


FORMS = ("gtk3_form", "gtk4_form", "qt_form")
BUTTONS = {"Save", "Later", "Delete", "Submit", "Submit feedback", "Submit report"}


@pytest.fixture
async def open_form(request, virtual_desktop, launch_and_wait_for_window, anyio_backend):
    """The form named by the parameter: its process, the tree, and its nodes by role and name."""
    launched = await launch_and_wait_for_window(request.getfixturevalue(request.param), "form")
    async with open_tree(virtual_desktop) as tree:
        application = await find_application(tree, launched.process.pid)
        nodes = {(role, name): node for node, role, name in await tree.nodes(application)}
        yield launched.process, tree, nodes


@pytest.mark.parametrize("open_form", FORMS, indirect=True)
async def test_a_form_shows_what_its_readme_promises(open_form):
    _, _, nodes = open_form
    names = {name for _, name in nodes}
    assert {"Name", "City", "Password", "Volume", "Bold", "Subscribe", "Notes", "Ready"} <= names
    assert {name for role, name in nodes if role == PUSH_BUTTON} >= BUTTONS
    assert sum(role == PASSWORD_TEXT for role, _ in nodes) == 1


@pytest.mark.parametrize("open_form", FORMS, indirect=True)
async def test_a_form_says_what_was_done_to_it(open_form):
    process, tree, nodes = open_form

    async def press(name: str, outcome: str) -> None:
        node = nodes[PUSH_BUTTON, name]
        await tree.call(node, "org.a11y.atspi.Action", "DoAction", "i", 0)

        async def said() -> bool:
            return outcome in process.said(20).splitlines()

        await until(said, outcome, process)

    await press("Submit feedback", "Submitted feedback")
    await press("Save", "Saved , ")
    await press("Later", "Later done")


@pytest.mark.parametrize(("title", "size"), [("Medium page", 479), ("Large page", 7744)])
async def test_a_generated_page_has_about_the_nodes_it_names(
    title, size, virtual_desktop, launch_and_wait_for_window, chromium, tmp_path
):
    path = APPS / "pages" / "generate.py"
    spec = importlib.util.spec_from_file_location("generate", path)
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    page = generate.write(tmp_path)[title == "Large page"]
    launched = await launch_and_wait_for_window([*chromium, page.as_uri()], title)
    async with open_tree(virtual_desktop) as tree:
        application = await find_application(tree, launched.process.pid)
        last = f"Button {size_of_last(generate, title)}"

        async def whole() -> bool:
            nodes = await tree.nodes(application)
            return any(name == last for _, _, name in nodes) and (
                0.9 * size < len(nodes) < 1.1 * size
            )

        await until(whole, f"{last} in about {size} nodes", seconds=60)


def size_of_last(generate, title: str) -> int:
    """Return the number of the last button of a page."""
    return (generate.LARGE if title == "Large page" else generate.MEDIUM)[1] - 1


@pytest.mark.parametrize(
    ("command", "title"),
    [(["mousepad"], "Mousepad"), (["gnome-calculator"], "Calculator")],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_an_application_nobody_here_wrote_shows_its_tree(
    command, title, virtual_desktop, launch_and_wait_for_window
):
    launched = await launch_and_wait_for_window(command, title)
    async with open_tree(virtual_desktop) as tree:
        application = await find_application(tree, launched.process.pid)
        roles = Counter(role for _, role, _ in await tree.nodes(application))
    assert sum(roles.values()) > 50


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
async def test_a_browser_shows_the_page_it_was_given(
    browser, request, virtual_desktop, launch_and_wait_for_window
):
    command = request.getfixturevalue(browser)
    address = (APPS / "pages" / "index.html").as_uri()
    launched = await launch_and_wait_for_window([*command, address], "First page")
    async with open_tree(virtual_desktop) as tree:
        application = await find_application(tree, launched.process.pid)

        async def page_is_there() -> bool:
            nodes = await tree.nodes(application)
            buttons = {name for _, role, name in nodes if role == PUSH_BUTTON}
            return buttons >= BUTTONS and any(role == PASSWORD_TEXT for _, role, _ in nodes)

        await until(page_is_there, "The buttons of the page", seconds=30)
