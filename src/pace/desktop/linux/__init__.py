"""Adapters for Linux desktops: one file per way of doing one thing."""
