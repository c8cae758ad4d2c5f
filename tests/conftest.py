"""What every layer of the tests may use."""

from collections.abc import Iterator

import pytest
from anyio.from_thread import start_blocking_portal

from pace.demo.desktop import VirtualDesktop
from pace.demo.desktop import virtual_desktop as open_virtual_desktop


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, as Pace does."""
    return "asyncio"


@pytest.fixture(scope="session")
def virtual_desktop() -> Iterator[VirtualDesktop]:
    """One virtual desktop for the whole run; a test ends the applications that it starts.

    It lives in an event loop of its own, and works from that of any test.
    """
    with start_blocking_portal() as portal:
        desktop = portal.wrap_async_context_manager(open_virtual_desktop())
        with desktop as opened:
            yield opened
