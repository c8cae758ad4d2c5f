"""Planners behind one port; the embedded tier adapts the mind."""
