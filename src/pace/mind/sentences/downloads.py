"""Fetching a file whose address was said."""

from __future__ import annotations

import re

from pace.core.call import Provenance
from pace.core.understanding import Lane
from pace.mind.asking import click
from pace.mind.dictation import unquoted
from pace.mind.family import Family, Match, Reading
from pace.mind.grounding import Target, ground
from pace.mind.meaning import act, ask, out_of_scope, sourced, unless_shown
from pace.mind.naming import site_named
from pace.mind.scene import Scene

_SPOKEN = Provenance.SPOKEN
#: Schemes that no download has; the words then name no address.
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
#: A host with a port is no scheme.
_WITH_PORT = re.compile(r"[\w.-]+:\d{1,5}(/\S*)?")


def _download(match: Match, scene: Scene) -> Reading | None:
    words, said = match.texts("url"), match.verbatim("url")
    url = _address(words, said)
    if url is not None and match.text("verb") != "download" and "/" not in url.split("://")[-1]:
        return None  # "get example.com" names a site and no file
    if url is None and (found := _SCHEME.match(match.verbatim("url").strip(" ,;\"“”'"))):
        scheme = found[0].rstrip(":").lower()
        if len(words) == 1 and scheme not in ("http", "https"):
            return out_of_scope(f"I download from http and https addresses only, not from {scheme}:"
                                " ones.", worth=0.9, reason="no address to fetch")  # fmt: skip
    if url is None:
        return _on_screen(match, scene) if match.text("verb") == "download" else None
    arguments = {"url": (url, _SPOKEN)}
    name = unquoted(match.verbatim("name")).strip(' ,.;:"“”') if match.has("name") else ""
    if name:
        arguments["name"] = (name, _SPOKEN)
    fetch = sourced("download_file", arguments)
    return act(fetch, confidence=0.95, worth=0.97, reason="a file to fetch")


def _address(words: tuple[str, ...], said: str) -> str | None:
    """The address, spelled as it was said; a bare word is none."""
    while words and words[0] in ("the", "file", "from", "at", "it", "that", "this"):
        words, said = words[1:], said.split(" ", 1)[-1]
    said = said.strip(" ,;\"“”'")
    if len(words) == 1 and _WITH_PORT.fullmatch(said):
        return said
    if len(words) == 1 and _SCHEME.match(said):
        return said if re.match(r"https?://\S", said, re.IGNORECASE) else None
    site = site_named(words, said) if words else None
    if site is None or ("." not in site.url.removeprefix("https://") or (len(words) == 1
                        and "." not in said)):  # fmt: skip
        return None
    return site.url


def _on_screen(match: Match, scene: Scene) -> Reading | None:
    """Without an address only a control that is called so can fetch it."""
    if not scene.moved_on and not scene.screen.empty:
        for words in (tuple(word.text for word in match.words), match.texts("url")):
            found = ground(words, scene.screen)
            if isinstance(found, Target) and "download" in (*found.one.label, *found.one.text):
                return act(*click(found.one), lane=Lane.SCREEN_ACTION, worth=0.8,
                           reason="a control to download")  # fmt: skip
    if match.texts("url")[0] in ("speed", "speeds", "manager", "folder", "of"):
        return None
    return out_of_scope("I need the address of a file to download it; I could open its page.",
                        worth=0.4, reason="no address")  # fmt: skip


_WHAT = "[(the|that|this)] [(file|document|image|picture|it)] [(from|at)]"

FAMILIES = (
    Family(
        "download a file",
        (f"{{verb}} {_WHAT} {{url}} [(as|to|under|called|named) [the name] {{name:rest}}]",
         "{verb} {thing} (from|at) {url}",
         f"{{verb}} {_WHAT} {{url}} and (call|name) it {{name:rest}}"),
        _download,
        examples=("download example.com/report.pdf", "download that from https://example.org/x.iso",
                  "save https://example.com/logo.png as new logo",
                  "download the file from example.net/setup.zip"),
        never=("download", "where do my downloads go", "save this as a pdf", "open Downloads",
               "save the file", "fetch the newspaper"),
        lists={"verb": dict.fromkeys(("download", "save", "fetch", "grab", "get"), "")},
    ),
    Family(
        "download what",
        ("download [(it|this|that|something|the file|a file|this file)]",),
        unless_shown(ask("Which address should I download from?", worth=0.8, reason="no address")),
        examples=("download", "download the file"),
        never=("download example.com/report.pdf", "downloads"),
    ),
)  # fmt: skip
