"""Opening, closing and switching applications."""

from __future__ import annotations

from pace.core.understanding import Lane
from pace.mind.asking import click, on_target
from pace.mind.describing import described
from pace.mind.family import Family, Match, Reading
from pace.mind.grounding import Target, ground
from pace.mind.meaning import act, always, ask, call, out_of_scope
from pace.mind.naming import App, app_named, app_within, browser_behind, site_named
from pace.mind.scene import Scene
from pace.mind.text import shorten

_FOLDERS = frozenset(
    "downloads documents pictures videos desktop home trash folder file files directory".split()
)


def _open(match: Match, scene: Scene) -> Reading | None:
    slot = "going" if match.has("going") else "thing"
    words, said = match.texts(slot), match.verbatim(slot)
    if any(word in ("then", "and") for word in words) and not _whole(words, scene):
        return None
    app = app_named(words, said, scene)
    if app is not None and app.icon is not None:
        return act(*click(app.icon), lane=Lane.SCREEN_ACTION, reason="its icon is on screen")
    if app is not None and scene.apps is not None:
        return _opened(app)
    site = site_named(browser_behind(words)[0], said)
    if site is not None:
        return None
    if app is not None and app.known and not _whole(words, scene):
        return _opened(app)
    if app is None and not _whole(words, scene):
        app = app_within(words, said, scene)
        if app is not None:
            return _opened(app)
    sure = match.has("verb") and match.text("verb") not in _NEEDS_KNOWN
    if _whole(words, scene) or (sure and _on_screen(words)):
        return on_target(words, scene, click, said=said)
    if not _FOLDERS.isdisjoint(words) and (app is None or not app.known):
        return _not_found(words, scene, said)
    if app is not None and (app.known or sure):
        return _opened(app)
    if not sure:
        return None
    return _not_found(words, scene, said)


def _on_screen(words: tuple[str, ...]) -> bool:
    """Whether a kind of thing on screen is named, and which one."""
    wanted = described(words)
    return bool(wanted.roles and (wanted.name or wanted.ordinal or wanted.places))


def _opened(app: App) -> Reading:
    confidence = 0.97 if app.known else 0.75
    return act(
        call("open_app", app=app.name), confidence=confidence, worth=0.97 if app.known else 0.5,
        reason="an application" if app.known else "passes as an application's name",
    )  # fmt: skip


_NEEDS_KNOWN = frozenset(
    {"start", "run", "load", "bring up", "pull up", "get me", "give me", "show me"}
)


def _whole(words: tuple[str, ...], scene: Scene) -> bool:
    """Whether something on screen has just this name."""
    if scene.moved_on or scene.screen.empty:
        return False
    grounded = ground(words, scene.screen)
    return isinstance(grounded, Target) and grounded.confidence >= 0.95


def _not_found(words: tuple[str, ...], scene: Scene, said: str) -> Reading | None:
    name = shorten(said, 40)
    if not _FOLDERS.isdisjoint(words):
        return out_of_scope(
            "I open the usual folders and paths; for others I can open the file manager.",
            worth=0.6,
        )
    if described(words).roles and scene.moved_on:
        return on_target(words, scene, click, said=said)
    if scene.apps is not None and len(words) <= 3:
        return out_of_scope(
            f"I find no application called {name} on this computer.", worth=0.4,
            reason="not among the applications",
        )  # fmt: skip
    return None


def _close(match: Match, scene: Scene) -> Reading | None:
    words = match.texts("app")
    wanted = described(words)
    if wanted.roles and wanted.bare and words != wanted.said:
        return None
    said = match.verbatim("app")
    app = app_named(words, said, scene) or app_within(words, said, scene)
    if wanted.roles and (app is None or not app.known):
        return None
    if app is None:
        if scene.apps is not None and len(words) <= 2:
            return out_of_scope(
                f"I find no application called {shorten(match.verbatim('app'), 40)}.", worth=0.3
            )
        return None
    if not app.known and match.text("verb") != "close":
        return None
    return act(call("close_app", app=app.name), worth=0.97 if app.known else 0.5,
               confidence=0.95 if app.known else 0.7)  # fmt: skip


def _switch(match: Match, scene: Scene) -> Reading | None:
    words = match.texts("app")
    said = match.verbatim("app")
    app = app_named(words, said, scene)
    if app is None and not _whole(words, scene):
        app = app_within(words, said, scene)
    if app is not None and (app.known or match.text("verb") in ("switch", "change")):
        return act(call("switch_app", app=app.name), worth=0.97 if app.known else 0.5)
    if described(words).name and (described(words).roles or _whole(words, scene)):
        return on_target(words, scene, click, said=match.verbatim("app"))
    return None


FAMILIES = (
    Family(
        "open an application",
        ("{verb} [up] {thing}", "(get|let us get) {going} going"),
        _open,
        examples=(
            "open firefox", "launch the calculator", "start the terminal app", "fire up slack",
            "Could you open the text editor please", "bring up system settings",
            "hey pace, open VLC", "run audacity", "um open the uh file manager",
        ),
        never=(
            "how do I open firefox", "open", "I opened firefox yesterday", "don't open firefox",
            "open github.com", "start the music", "start a timer for 5 minutes", "open a new tab",
            "run my morning shortcut", "start recording", "what happens if I open firefox",
            "open my heart to you",
        ),
        lists={"verb": dict.fromkeys(("open", "launch", "start", "run", "fire up", "bring up",
                                      "pull up", "load", "get me", "give me", "pop open",
                                      "show me"), "")},
    ),
    Family(
        "close an application",
        ("{verb} [down] {app}",),
        _close,
        examples=("close firefox", "quit the terminal", "exit gimp",
                  "would you mind closing slack", "please exit the text editor now"),
        never=("close", "close the tab", "close the email", "close the text field",
               "close the menu bar", "how do I close firefox", "close the door",
               "close this window", "shut down the computer", "close the deal", "quit smoking"),
        lists={"verb": dict.fromkeys(("close", "quit", "exit", "shut"), "")},
    ),
    Family(
        "switch to an application",
        ("{verb} [back] [over] to {app}", "focus [on] {app}", "bring {app} to [the] (front|top)",
         "bring {app} forward"),
        _switch,
        examples=("switch to firefox", "go back to the terminal",
                  "bring the calculator to the front",
                  "change over to slack", "focus on thunderbird"),
        never=("switch to the left", "go to sleep", "go to hell", "how do I switch to firefox"),
        lists={"verb": dict.fromkeys(("switch", "change", "go", "jump", "return", "swap", "flip",
                                      "take me"), "")},
    ),
    Family(
        "open what",
        ("(open|launch|start|run) [up] [(it|this|that|something|them)]",
         "open (an|the|some) (app|application|program)"),
        always(ask("What should I open?", reason="nothing was named to open")),
        examples=("open", "launch", "please open an app", "start"),
        never=("open firefox",),
    ),
    Family(
        "switch to what",
        ("switch [to] [(another|a different) (app|application|window)]", "switch (apps|windows)"),
        always(ask("Which application should I switch to?", reason="no application was named")),
        examples=("switch", "switch to another app", "switch windows"),
        never=("switch to firefox",),
    ),
)  # fmt: skip
