"""What outlasts a turn: one SQLite file, settings, secrets, journals."""
