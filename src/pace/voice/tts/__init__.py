"""Engines that turn text into speech, one file each."""
