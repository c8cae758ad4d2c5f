"""Tools of MCP servers, used by naming their server."""

from __future__ import annotations

from collections.abc import Callable

from pace.core.understanding import Lane
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.meaning import act, ask, call, out_of_scope
from pace.mind.scene import Scene
from pace.mind.serving import Meant, Offering, meant, named, parts
from pace.mind.text import listed, shorten

#: Commands about what is on screen or about a machine, whatever they name.
_OTHER_VERBS = frozenset(
    "type dictate press click tap hit restart reboot stop kill end quit scroll drag select".split()
)
_USES = frozenset({"use", "call", "run", "ask"})
#: Names a server is never called by; a sentence with one of these speaks of a machine.
_NO_NAMES = frozenset("the a an this that my our your their his her other same any each".split())


def _servers(scene: Scene) -> tuple[str, ...]:
    """Every server that is set up, and those whose tools are known."""
    tools = (tool.name.partition("/") for tool in scene.catalogue)
    offered = [name for name, slash, _ in tools if slash]
    return tuple(dict.fromkeys((*scene.catalogue.servers, *offered)))


def _offerings(server: str, scene: Scene) -> tuple[Offering, ...]:
    return tuple(
        Offering(tool.name.partition("/")[2], tool.summary, tool.schema or {})
        for tool in scene.catalogue
        if tool.name.partition("/")[0] == server and "/" in tool.name
    )


def _request(match: Match) -> str:
    """What is wanted of the server, as it was said."""
    what = match.as_said("what")
    return f"{what} with {match.as_said('given')}" if match.has("given") else what


def _asked(certain: bool) -> Callable[[Match, Scene], Reading | None]:
    """A builder; `certain` when the words around can hardly mean anything but a server."""

    def build(match: Match, scene: Scene) -> Reading | None:
        words, what = match.texts("server"), match.texts("what")
        if not words or not what or what[0] in _OTHER_VERBS:
            return None
        server = named(words, _servers(scene))
        if server is not None:
            return _of(server, _request(match), scene)
        if (
            len(words) > 3
            or not _NO_NAMES.isdisjoint(words)
            or not (certain or what[0] in _USES or "tool" in what)
        ):
            return None
        return _unknown(" ".join(words), scene)

    return build


def _by_name(match: Match, scene: Scene) -> Reading | None:
    """Without the word "server" only a tool's whole name behind its server's says enough."""
    server = named(match.texts("server"), _servers(scene))
    if server is None or not match.has("what"):
        return None
    words = match.texts("what")
    for tool in _offerings(server, scene):
        name = parts(tool.name)
        rest = words[len(name) :]
        if words[: len(name)] == name and (not rest or rest[0] in ("with", "tool")):
            return _use(server, meant(_request(match), (tool,)), scene)
    return None


def _asked_by_name(match: Match, scene: Scene) -> Reading | None:
    """ "ask tiny for dice": only what is set up, for people have names too."""
    server = named(match.texts("server"), _servers(scene))
    return None if server is None else _of(server, _request(match), scene)


def _of(server: str, request: str, scene: Scene) -> Reading:
    offerings = _offerings(server, scene)
    if not offerings:  # it was never used: what it offers is only known once it was started
        first = call("ask_server", server=server, request=request)
        return act(first, confidence=0.9, worth=0.9, reason="a server that was not used yet")
    return _use(server, meant(request, offerings), scene)


def _use(server: str, found: tuple[Meant, ...], scene: Scene) -> Reading:
    calls = tuple((call(f"{server}/{one.tool.name}", **one.arguments),) for one in found)
    if not found:
        names = [tool.name for tool in _offerings(server, scene)]
        return out_of_scope(
            f"None of the tools of the {server} server fits that; it has {some(names)}.",
            worth=0.9, reason="no tool of that server fits",
        )  # fmt: skip
    if len(found) > 1:
        names = [one.tool.name for one in found[:4]]
        return ask(
            f"Which tool of the {server} server do you mean: {listed(names)}?", tuple(names),
            alternatives=calls[:4], worth=0.9, reason="several of its tools fit",
        )  # fmt: skip
    [one] = found
    if one.missing:
        return ask(lacks(one), proposed=calls[0], worth=0.9, reason="an argument was not said")
    return act(*calls[0], confidence=0.93, worth=0.9, reason="a tool of the server named")


def lacks(one: Meant) -> str:
    """The question for what a tool still needs."""
    words = " ".join(parts(one.missing)) or one.missing
    return (
        f"Which {shorten(words, 40)} should {shorten(one.tool.name)} take?"
        f" Say it again with “with {shorten(words, 40)} …”."
    )


def some(names: list[str]) -> str:
    """At most six names."""
    shown = [shorten(name, 40) for name in names[:6]]
    return listed([*shown, f"{len(names) - 6} more"] if len(names) > 6 else shown, "and")


def _unknown(said: str, scene: Scene) -> Reading:
    names = list(_servers(scene))
    there = f"there are {some(names)}" if len(names) > 1 else f"there is {some(names)}"
    return out_of_scope(
        f"No MCP server called {shorten(said, 40)} is set up"
        f" ({there if names else 'there is none'}); `pace mcp add` adds one.",
        lane=Lane.TOOL_ACTION, worth=0.35, reason="a server that is not set up",
    )  # fmt: skip


_BY = "(with|using|of|on|via|through|from|in)"
_GIVEN = "[(with|where) {given:rest}]"

FAMILIES = (
    Family(
        "a tool of a server",
        (f"{{what:rest}} {_BY} [the] {{server}} [mcp] server {_GIVEN}",
         "(use|using|with|through) [the] {server} [mcp] server [(to|for|and)] {what:rest}"),
        _asked(certain=False),
        examples=("use the dice tool of the tiny server with sides 6",
                  "use the dice tool on the tiny server"),
        never=("the server is down", "restart the server", "press save on the login server",
               "type hello on the tiny server", "open the server room", "what is a server",
               "there is a problem with the mail server", "stop the job on the build server"),
        moods=EITHER,
    ),
    Family(
        "ask a server",
        ("ask [the] {server} [mcp] server [(to|for|about|whether|if)] {what:rest}",
         "(have|let) [the] {server} mcp server {what:rest}"),
        _asked(certain=True),
        examples=("ask the tiny server for dice", "ask the time server what it is"),
        never=("ask anna for the report", "ask the server for water", "ask me later"),
        moods=EITHER,
    ),
    Family(
        "ask a server by its name",
        ("ask {server} (to|for) {what:rest}",),
        _asked_by_name,
        examples=(),
        never=("ask anna for dice", "ask the doctor to call", "ask tiny for dice"),
    ),
    Family(
        "a server and its tool",
        (f"[(use|run|call)] {{server}} {{what}} {_GIVEN}",),
        _by_name,
        examples=(),
        never=("use tiny dice with sides 6", "the server is down", "run the standup flow"),
    ),
)  # fmt: skip
