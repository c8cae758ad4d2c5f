"""The settings as names and values, and as the page docs/settings.md."""

from __future__ import annotations

import json
from typing import Any

from pace.store.settings import Section, Settings


def flat(settings: Settings) -> dict[str, Any]:
    """Every setting as `section.key`."""
    return {
        f"{section}.{key}": value
        for section, values in settings.model_dump().items()
        for key, value in values.items()
    }


def markdown() -> str:
    """The page docs/settings.md, from the schema."""
    lines = [
        "# Settings",
        "",
        "Kept in `settings.toml` in Pace's configuration folder.",
        "Change one with `pace settings set NAME VALUE`. Made by `pace settings --markdown`.",
        "",
        "| setting | default | what it does |",
        "|---|---|---|",
    ]
    for section, field in Settings.model_fields.items():
        kind = field.annotation
        assert isinstance(kind, type)
        assert issubclass(kind, Section)
        for key, one in kind.model_fields.items():
            default = json.dumps(one.default)
            lines.append(f"| `{section}.{key}` | `{default}` | {one.description} |")
    return "\n".join([*lines, ""])
