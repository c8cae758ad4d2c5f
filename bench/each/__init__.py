"""The tools of the catalogue on their real components, a file per family."""
