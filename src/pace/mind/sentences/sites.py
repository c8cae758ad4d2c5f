"""Places on the web: sites, hosts, URLs, searches, and the browser named behind them."""

from __future__ import annotations

from urllib.parse import quote_plus

from pace.core.call import Call, Provenance
from pace.core.understanding import Lane
from pace.mind.asking import click, later, on_target
from pace.mind.describing import described
from pace.mind.family import Family, Match, Reading
from pace.mind.grounding import Target, Want, ground
from pace.mind.meaning import act, always, ask, call, sourced
from pace.mind.naming import ALIASES, Site, app_named, browser_behind, site_named
from pace.mind.scene import Scene

_ENGINES = {
    "": "https://duckduckgo.com/?q=", "google": "https://www.google.com/search?q=",
    "youtube": "https://www.youtube.com/results?search_query=",
    "wikipedia": "https://en.wikipedia.org/w/index.php?search=",
    "github": "https://github.com/search?q=", "amazon": "https://www.amazon.com/s?k=",
    "duckduckgo": "https://duckduckgo.com/?q=", "reddit": "https://www.reddit.com/search/?q=",
}  # fmt: skip


def _visit(match: Match, scene: Scene) -> Reading | None:
    words, browser = browser_behind(match.texts("site"))
    said = (
        match.verbatim("site") if len(words) == len(match.slots["site"]) else _first(match, words)
    )
    site = site_named(words, said)
    if site is None:
        return None
    name = " ".join(words)
    if scene.apps is not None and name in scene.apps and not browser:
        return None
    return act(_opened(site, browser, scene), confidence=0.96, worth=0.99, reason="a site")


def _first(match: Match, words: tuple[str, ...]) -> str:
    taken = match.slots["site"][: len(words)]
    return match.transcript[taken[0].start : taken[-1].end]


def _opened(site: Site, browser: str, scene: Scene) -> Call:
    app = app_named(browser.split(), browser, scene) if browser else None
    return call("open_url", url=site.url, app=app.name if app else None)


def _go(match: Match, scene: Scene) -> Reading | None:
    words = match.texts("site")
    reading = _visit(match, scene)
    if reading is not None or match.text("verb") in ("visit", "browse to", "navigate to", "check"):
        return reading
    if scene.moved_on and len(words) <= 3 and _GO_IDIOMS.isdisjoint(words):
        return act(*later(match.texts("site")), lane=Lane.SCREEN_ACTION, worth=0.5, confidence=0.6)
    if (scene.screen.seen or described(words).ordinal) and " ".join(words) not in ALIASES:
        grounded = ground(words, scene.screen)
        known = isinstance(grounded, Target) and grounded.confidence >= 0.8
        if known or described(words).roles:
            return on_target(words, scene, click, said=match.verbatim("site"))
    return None


_GO_IDIOMS = frozenset("sleep bed work hell town school home lunch there here you me it".split())


def _search(match: Match, scene: Scene) -> Reading | None:
    query = match.verbatim("query").strip("\"'“”‘’")
    engine = match.text("engine") or match.text("by")
    if match.has("it") or query.lower() in ("it", "this", "that"):
        return _search_selection(engine, scene)
    if not engine and not match.has("web"):
        field = None if scene.moved_on else ground(("search",), scene.screen, Want.FILL)
        if isinstance(field, Target):
            return act(
                sourced(
                    "type",
                    {
                        "text": (query, Provenance.SPOKEN),
                        "element": (field.id, Provenance.ELEMENT),
                    },
                ),
                call("key", key="enter"),
                worth=0.8,
                reason="the search field on screen",
            )
    return act(call("open_url", url=_query(engine, query)), worth=0.7, confidence=0.9,
               reason="a search on the web")  # fmt: skip


def _query(engine: str, words: str) -> str:
    return f"{_ENGINES[engine]}{quote_plus(words)}"


def _search_selection(engine: str, scene: Scene) -> Reading:
    """ "Search for this": what is selected says what this is."""
    selection = scene.snapshot.selection.strip()
    if not selection or len(selection) > 200:
        return ask("What should I search for?", worth=0.8, reason="nothing says what it is")
    url = (_query(engine, selection), Provenance.SELECTION)
    return act(sourced("open_url", {"url": url}), worth=0.8, reason="a search for the selection")


_ENGINE_LIST = {name: name for name in _ENGINES if name}

FAMILIES = (
    Family(
        "open a site",
        ("(open|launch|load|show [me]|pull up|bring up) [up] [the] {site}",),
        _visit,
        examples=("open github.com", "open youtube", "open reddit on firefox",
                  "pull up hacker news", "can you open https://example.org/a/b?c=D",
                  "open wikipedia in the browser", "open news dot ycombinator dot com"),
        never=("open firefox", "open report.pdf", "how do I open github.com",
               "open the google chrome app"),
    ),
    Family(
        "go to a site",
        ("{verb} [the] {site}",),
        _go,
        examples=("go to github", "visit example.org", "navigate to reddit.com using firefox",
                  "take me to stack overflow", "head over to wikipedia"),
        never=("go to sleep", "go to the bathroom", "go to work", "go to bed", "go back",
               "take me to the airport"),
        lists={"verb": dict.fromkeys(("go to", "visit", "navigate to", "browse to", "take me to",
                                      "head to", "head over to", "check", "go over to",
                                      "bring me to",
                                      "go on", "get me to"), "")},
    ),
    Family(
        "search the web",
        ("search [the] {web} for {query:rest}", "search {engine} for {query:rest}",
         "search for {query:rest} on {engine}", "search for {query:rest} on [the] {web}",
         "look up {query:rest} on {engine}", "look up {query:rest} on [the] {web}",
         "(find|search) {query:rest} on {engine}",
         "{engine} search for {query:rest}",
         "search for {query:rest}", "do a [{web}] search (for|on) {query:rest}",
         "(look|search) {it} up", "(search up|look up) {query:rest}",
         "{by} [for] {query:rest}"),
        _search,
        examples=("search the web for bread recipes", "search youtube for lo-fi beats",
                  "search for hiking boots", "look up train strikes on the internet",
                  "search for Ada Lovelace on wikipedia", "google cheap flights"),
        never=("search", "how do I search the web for cats", "open google", "find",
               "research quantum computing", "search my emails for invoices", "search this page"),
        lists={"engine": _ENGINE_LIST, "by": {"google": "google"},
               "it": dict.fromkeys(("it", "this", "that"), ""),
               "web": dict.fromkeys(("web", "internet", "net", "online", "world wide web"), "")},
    ),
    Family(
        "go where",
        ("(go|navigate) [to]", "visit", "open (a|the) (website|site|url|web page|page)"),
        always(ask("Which site or address should I open?", reason="no address was named")),
        examples=("go to", "open a website", "visit"),
        never=("go back",),
    ),
    Family(
        "search what",
        ("search [(the web|the internet|online)] [for]", "look up", "google [for]"),
        always(ask("What should I search for?", reason="nothing was named to search for")),
        examples=("search the web", "search for", "look up"),
        never=("open google",),
    ),
)  # fmt: skip
