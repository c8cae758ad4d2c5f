"""Model files that Python packages carry, found without importing the package."""

from __future__ import annotations

import importlib.util
from pathlib import Path


def packaged(package: str, file: str) -> Path | None:
    """The file of an installed top-level package, or None."""
    spec = importlib.util.find_spec(package)
    for location in (spec.submodule_search_locations or ()) if spec is not None else ():
        path = Path(location) / file
        if path.exists():
            return path
    return None
