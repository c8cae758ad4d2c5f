"""The person's own folders: Downloads, Documents and the others, as xdg-user-dirs names them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

_LINE = re.compile(r'XDG_([A-Z]+)_DIR="((?:[^"\\]|\\.)*)"')

#: What they are called where no file says otherwise, and other words for them.
_USUAL: Mapping[str, str] = MappingProxyType({
    "DESKTOP": "Desktop", "DOWNLOAD": "Downloads", "DOCUMENTS": "Documents", "MUSIC": "Music",
    "PICTURES": "Pictures", "VIDEOS": "Videos", "TEMPLATES": "Templates", "PUBLICSHARE": "Public",
})  # fmt: skip
_WORDS: Mapping[str, str] = MappingProxyType({
    "desktop": "DESKTOP", "download": "DOWNLOAD", "downloads": "DOWNLOAD",
    "document": "DOCUMENTS", "documents": "DOCUMENTS", "music": "MUSIC", "picture": "PICTURES",
    "pictures": "PICTURES", "photos": "PICTURES", "video": "VIDEOS", "videos": "VIDEOS",
    "movies": "VIDEOS", "templates": "TEMPLATES", "public": "PUBLICSHARE",
})  # fmt: skip
_TRASH = frozenset({"trash", "trash can", "rubbish bin", "recycle bin"})
_NOT_SAID = re.compile(r"^(the|my|our)\s+|\s+(folder|directory)$", re.IGNORECASE)


def user_folder(kind: str, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of this kind (DOWNLOAD, DOCUMENTS...), whether or not it is there. Blocking."""
    home = Path(environment.get("HOME") or Path.home())
    config = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    try:
        lines = (config / "user-dirs.dirs").read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        found = _LINE.fullmatch(line.strip())
        if found is None or found[1] != kind:
            continue
        text = re.sub(r"\\(.)", r"\1", found[2])
        path = Path(text.replace("$HOME", str(home), 1) if text.startswith("$HOME") else text)
        if path.is_absolute() and path != home:
            return path
    return home / _USUAL[kind]


def spoken_folder(words: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder a person means by “Downloads” or “my home folder”; None when none. Blocking."""
    name = words.strip()
    while (shorter := _NOT_SAID.sub("", name)) != name:
        name = shorter
    home = Path(environment.get("HOME") or Path.home())
    if name.lower() in ("home", "~", ""):
        return home if name else None
    if name.lower() in _TRASH:
        data = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
        return data / "Trash" / "files"
    kind = _WORDS.get(name.lower())
    return user_folder(kind, environment) if kind else None
