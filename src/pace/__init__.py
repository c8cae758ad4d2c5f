"""Pace: an on-device voice agent for the Linux desktop."""

__version__ = "0.1.0"
