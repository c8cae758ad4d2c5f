"""Folders and files: opening one, showing one where it lies."""

from __future__ import annotations

import re

from pace.core.call import Provenance
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.grounding import Lack, Missing, Target, ground
from pace.mind.meaning import act, ask, sourced, unless_shown
from pace.mind.naming import FILE_ENDINGS
from pace.mind.scene import Scene

_SPOKEN, _DEFAULT = Provenance.SPOKEN, Provenance.DEFAULT
#: What the usual folders are called -> where they are.
_FOLDERS = {
    "downloads": "~/Downloads", "download": "~/Downloads", "documents": "~/Documents",
    "pictures": "~/Pictures", "videos": "~/Videos", "music": "~/Music", "desktop": "~/Desktop",
    "home": "~", "public": "~/Public", "templates": "~/Templates",
}  # fmt: skip
#: Folders whose names mean something else unless "folder" was said.
_ONLY_AS_FOLDERS = frozenset({"music", "desktop", "home", "public", "templates", "download"})
_PATH = re.compile(r"(?:~|\.{1,2})?/\S*|~")
_FILE = re.compile(r"[^\s/]+\.[A-Za-z][A-Za-z0-9]{0,4}|[^\s/]+\.7z")


def _folder(match: Match, scene: Scene) -> Reading | None:
    name = match.text("folder")
    marked = match.has("marked")
    if name in _ONLY_AS_FOLDERS and not marked:
        return None
    if not marked and _on_screen(match, scene):
        return None
    return _finder(_FOLDERS[name], "open", _DEFAULT)


def _on_screen(match: Match, scene: Scene) -> bool:
    if scene.moved_on or scene.screen.empty:
        return False
    found = ground(match.texts("folder"), scene.screen)
    return isinstance(found, Target) and found.confidence >= 0.95


def _trash(match: Match, scene: Scene) -> Reading | None:
    """Unless the screen shows something that is called so."""
    if not scene.moved_on and not scene.screen.empty:
        found = ground(tuple(word.text for word in match.words[1:]), scene.screen)
        if isinstance(found, Target) and found.confidence >= 0.8:
            return None
    return _finder("trash", "open", _DEFAULT)


def _open(match: Match, scene: Scene) -> Reading | None:
    path = _path(match, "path")
    if path and "/" not in path and _is_document(path):
        found = (
            Missing(Lack.ABSENT) if scene.moved_on else ground(match.texts("path"), scene.screen)
        )
        return _finder(path, "open", _DEFAULT) if isinstance(found, Missing) else None
    if path and "/" in path and match.text("verb") in ("show", "show me") and match.has("kind"):
        return _finder(path, "reveal", _SPOKEN)
    return _finder(path, "open", _SPOKEN) if (path and "/" in path) or path == "~" else None


def _reveal(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    path = _path(match, "path")
    return _finder(path, "reveal", _SPOKEN) if path else None


def _is_document(name: str) -> bool:
    """Whether the ending is a file's and not a host's."""
    return name.rsplit(".", 1)[-1].lower() in FILE_ENDINGS


def _path(match: Match, slot: str) -> str:
    """A path or the name of a file, "dot" and "slash" as signs; else nothing."""
    said = match.verbatim(slot).strip(" \"“”',;")
    for opening in ("the file ", "my file ", "file ", "the folder ", "the ", "my "):
        if said.lower().startswith(opening):
            said = said[len(opening) :]
            break
    if " dot " in f" {said} ".lower() or " slash " in f" {said} ".lower():
        said = re.sub(r"\s+dot\s+", ".", said, flags=re.IGNORECASE)
        said = re.sub(r"\s*\bslash\b\s*", "/", said, flags=re.IGNORECASE)
        said = re.sub(r"^tilde", "~", said, flags=re.IGNORECASE)
    if _PATH.fullmatch(said):
        return said
    folder, _, inside = said.partition("/")
    if folder.lower() in _FOLDERS and re.fullmatch(r"\S+", inside):
        return f"{_FOLDERS[folder.lower()]}/{inside}"
    file = said if _FILE.fullmatch(said.split(" ")[-1]) else ""
    if file and match.has("folder"):
        return f"{_FOLDERS[match.text('folder')]}/{file}"
    return file


def _finder(path: str, action: str, source: Provenance) -> Reading:
    arguments = {"path": (path, _SPOKEN), "action": (action, source)}
    return act(sourced("finder", arguments), confidence=0.94, worth=0.96, reason="files")


_SHOWN = ("(in its folder|in the folder|in the file manager|in my file manager|in files|in finder"
          "|in the finder|on disk)")  # fmt: skip

FAMILIES = (
    Family(
        "open a folder",
        (("(open|show|show me|go to|take me to|bring up|pull up|navigate to|browse|view|switch to)"
         " [(my|the)] {folder} [{marked}]"),
         "(open|show|show me|go to|view) [(my|the)] {marked} [(called|named)] {folder}"),
        _folder,
        examples=("open Downloads", "show me the pictures folder", "go to my home folder",
                  "open the videos directory"),
        never=("open music", "open home", "show desktop", "open the downloads button",
               "where do my downloads go", "download"),
        lists={"folder": dict.fromkeys(_FOLDERS, ""),
               "marked": {"folder": "", "directory": ""}},
    ),
    Family(
        "open the trash",
        (("(open|show|show me|go to|view) [(the|my)] (trash|trash can|rubbish bin|recycle bin)"
          " [(folder|directory)]"),),
        _trash,
        examples=("open the trash", "show me my trash folder"),
        never=("empty the trash", "trash", "put it in the trash"),
    ),
    Family(
        "open a path",
        ("{verb} [(the|my) {kind}] {path}",),
        _open,
        examples=("open ~/projects/pace/readme.md", "open /etc/hosts", "open report.pdf"),
        never=("open example.org/a", "open https://example.org", "open report", "open a/b testing"),
        lists={"verb": dict.fromkeys(("open", "show", "show me", "go to", "view"), ""),
               "kind": {"file": "", "folder": ""}},
    ),
    Family(
        "reveal a file",
        ("{verb} {path} [in [(my|the)] {folder} [(folder|directory)]]",
         f"(show|show me|open|find|locate) {{path}} {_SHOWN}",
         f"{{verb}} {{path}} {_SHOWN}",
         "(show|show me|open) (the folder of|the folder with|the folder containing) {path}"),
        _reveal,
        examples=("reveal ~/Downloads/invoice.pdf", "show budget.xlsx in the file manager",
                  "reveal report.pdf in its folder"),
        never=("reveal the answer", "show me the save button", "reveal", "show the file menu"),
        lists={"verb": {"reveal": ""}, "folder": dict.fromkeys(_FOLDERS, "")},
    ),
    Family(
        "where a file is",
        (f"where is {{path}} [and] show [me] it [to me] [{_SHOWN}]",
         f"where is {{path}} [and] (reveal|open) it {_SHOWN}"),
        _reveal,
        examples=("where is ~/Documents/cv.pdf, show it in the file manager",),
        never=("where is the save button, show it", "where is Documents",
               "where is the file manager"),
        moods=EITHER,
    ),
    Family(
        "reveal what",
        ("reveal [(it|this|that|the file)]",),
        unless_shown(ask("Which file should I show?", worth=0.8, reason="no file was named")),
        examples=("reveal", "reveal the file"),
        never=("reveal report.pdf",),
    ),
)  # fmt: skip
