"""The screen of a virtual desktop: an X server for its owner alone, and a window manager."""

import os
import pwd
import secrets
from collections.abc import Mapping
from functools import partial

import anyio
import anyio.to_thread
import Xlib.display
from Xlib import X
from Xlib.error import ConnectionClosedError, DisplayError
from Xlib.protocol import rq

from pace.demo.processes import DesktopError, ProcessGroup, until

PROGRAMS = {"Xvfb": "xvfb", "openbox": "openbox"}

# Beyond the displays of people's sessions.
_FIRST_DISPLAY, _DISPLAYS = 1000, 9000
_TRIES = 8

_FAMILY_LOCAL_HOST = 252  # X.h of the X server; python-xlib knows only the protocol's families
_FAMILY_SERVER_INTERPRETED = 5

# A click focuses and raises; no key is taken from the applications but Alt+F4.
_OPENBOX = """<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
  <placement><policy>Smart</policy></placement>
  <desktops><number>2</number><firstdesk>1</firstdesk><popupTime>0</popupTime></desktops>
  <theme><animateIconify>no</animateIconify></theme>
  <resize><popupShow>Never</popupShow></resize>
  <keyboard>
    <keybind key="A-F4"><action name="Close"/></keybind>
  </keyboard>
  <mouse>
    <context name="Client">
      <mousebind button="Left" action="Press">
        <action name="Focus"/><action name="Raise"/>
      </mousebind>
      <mousebind button="Right" action="Press">
        <action name="Focus"/><action name="Raise"/>
      </mousebind>
    </context>
    <context name="Titlebar">
      <mousebind button="Left" action="Press">
        <action name="Focus"/><action name="Raise"/>
      </mousebind>
      <mousebind button="Left" action="Drag"><action name="Move"/></mousebind>
      <mousebind button="Left" action="DoubleClick"><action name="ToggleMaximize"/></mousebind>
    </context>
    <context name="Close">
      <mousebind button="Left" action="Click"><action name="Close"/></mousebind>
    </context>
    <context name="Maximize">
      <mousebind button="Left" action="Click"><action name="ToggleMaximize"/></mousebind>
    </context>
    <context name="Iconify">
      <mousebind button="Left" action="Click"><action name="Iconify"/></mousebind>
    </context>
  </mouse>
</openbox_config>
"""


class _ChangeHosts(rq.Request):  # type: ignore[misc]
    _request = rq.Struct(
        rq.Opcode(109),
        rq.Card8("mode"),
        rq.RequestLength(),
        rq.Card8("host_family"),
        rq.Pad(1),
        rq.LengthOf("host", 2),
        rq.List("host", rq.Card8Obj),
    )


async def start_screen(
    group: ProcessGroup, environment: Mapping[str, str], width: int, height: int
) -> str:
    """Start an X server on a free display; return its name when only this user may use it."""
    for _ in range(_TRIES):
        # A server that chooses for itself makes no lock, and one in another network namespace then
        # takes its socket away.
        display = f":{_FIRST_DISPLAY + secrets.randbelow(_DISPLAYS)}"
        server = await group.start(
            [
                *("Xvfb", display, "-screen", "0", f"{width}x{height}x24"),
                *("-nolisten", "tcp", "-noreset", "-dpi", "96"),
                *("+extension", "XTEST", "+extension", "RANDR", "+extension", "Composite"),
            ],
            environment,
        )
        try:
            await until(partial(_answers, display), "The X server", server)
        except DesktopError:
            if server.running or "already active" not in server.said():
                raise
            continue
        break
    else:
        raise DesktopError("Every display that was tried for the X server is taken.")
    await anyio.to_thread.run_sync(_keep_others_out, display)
    return display


async def start_window_manager(group: ProcessGroup, environment: Mapping[str, str]) -> None:
    """Start the window manager; return when it has announced itself on the root window."""
    config = anyio.Path(environment["XDG_CONFIG_HOME"], "openbox.xml")
    await config.write_text(_OPENBOX)
    manager = await group.start(
        ["openbox", "--sm-disable", "--config-file", str(config)], environment
    )

    async def announced() -> bool:
        return await anyio.to_thread.run_sync(has_window_manager, environment["DISPLAY"])

    await until(announced, "The window manager", manager)


def has_window_manager(display: str) -> bool:
    """Return whether the window that _NET_SUPPORTING_WM_CHECK names exists and names itself."""
    connection = _connect(display)
    try:
        check = connection.intern_atom("_NET_SUPPORTING_WM_CHECK")
        window = connection.screen().root
        for _ in range(2):
            value = window.get_full_property(check, X.AnyPropertyType)
            if value is None:
                return False
            window = connection.create_resource_object("window", value.value[0])
        return True
    finally:
        connection.close()


async def _answers(display: str) -> bool:
    if not await anyio.Path("/tmp/.X11-unix", f"X{display[1:]}").exists():  # noqa: S108
        return False
    try:
        connection = await anyio.to_thread.run_sync(_connect, display)
    except DesktopError:
        return False
    connection.close()
    return True


def _connect(display: str) -> Xlib.display.Display:
    try:
        return Xlib.display.Display(display)
    except (DisplayError, ConnectionClosedError, OSError) as error:
        raise DesktopError(f"The X server on {display} does not answer: {error}") from error


def _keep_others_out(display: str) -> None:
    """Let only this user connect: an X server without a cookie admits every local user."""
    user = pwd.getpwuid(os.getuid()).pw_name
    connection = _connect(display)
    try:
        for mode, family, host in (
            (X.HostInsert, _FAMILY_SERVER_INTERPRETED, f"localuser\0{user}".encode()),
            (X.HostDelete, _FAMILY_LOCAL_HOST, b""),
        ):
            _ChangeHosts(
                display=connection.display,
                onerror=None,
                mode=mode,
                host_family=family,
                host=list(host),
            )
        connection.sync()
    finally:
        connection.close()
