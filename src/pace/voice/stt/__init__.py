"""Engines that turn speech into text, one file each."""
