"""Moved to `pace.desktop.dbus`."""

from pace.desktop.dbus import *  # noqa: F403
