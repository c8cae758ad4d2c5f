"""Timings, always beside a named rival in the same run. `pace bench` lists and runs them."""
