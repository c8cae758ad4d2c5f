"""The catalogue, one file per tool family, and what runs a call."""
