"""The command line. Thin: it parses and hands over; nothing heavy is imported before it must be."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

#: Exit codes: 0 done, 1 not done, 2 unknown or bad input, 130 interrupted.
NOT_DONE, BAD_INPUT, INTERRUPTED = 1, 2, 130

HELP = """\
Pace is a voice agent for your desktop. Nothing leaves this machine.

  pace run             start the assistant; hold Ctrl+Alt and speak
  pace say "TEXT"      the same as saying it
  pace demo            watch it work on a private desktop
  pace doctor          what works here, and what to do about the rest
  pace undo            take back the last thing
  pace tools           everything it can do, with examples

More: listen, press, release, toggle, stop, quit, plan, see, history, models, mcp, settings,
secrets, eval, bench. `pace COMMAND --help` explains one.
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"pace: {_plainly(message)}; see `{self.prog} --help`.\n")
        raise SystemExit(BAD_INPUT)


def _plainly(message: str) -> str:
    """argparse's complaint in words for a person."""
    what, _, rest = message.partition(": ")
    match what.split(" "), rest.split("'")[1::2]:
        case ["argument", "COMMAND"], [given, *_]:
            return f"there is no command {given}"
        case ["argument", name], [given, *known] if rest.startswith("invalid choice"):
            return f"{given} is not possible for {name}, but {', '.join(known)}"
        case ["the", "following", "arguments", "are", "required"], _:
            return f"something is missing: {rest}"
        case ["unrecognized", "arguments"], _:
            return f"I do not know {rest}"
    return message


def parser() -> Parser:
    """Every command with its options."""
    top = Parser(prog="pace", add_help=False, allow_abbrev=False)
    top.add_argument("-h", "--help", action="store_true")
    top.add_argument("--version", action="store_true")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def add(name: str, about: str) -> Parser:
        return commands.add_parser(name, help=about, description=about, allow_abbrev=False)

    run = add("run", "Start the assistant in this desktop.")
    run.add_argument("--headless", action="store_true", help="show nothing but what is due")
    say = add("say", "Do what the words say.")
    say.add_argument("text", nargs="+")
    say.add_argument("--json", action="store_true", help="the whole report as JSON")
    listen = add("listen", "Listen once, or to a WAV file, and do what was said.")
    listen.add_argument("--wav", metavar="FILE")
    listen.add_argument("--json", action="store_true")
    for name, about in (
        ("press", "Begin listening, as if the push-to-talk key went down."),
        ("release", "End listening, as if it went up."),
        ("toggle", "Begin or end listening."),
        ("stop", "Stop the running turn and the voice."),
        ("quit", "End the running assistant."),
    ):
        add(name, about)
    plan = add("plan", "Say what Pace would do for each JSON line on standard input.")
    plan.add_argument("--json", action="store_true", help="JSON lines (the only form)")
    plan.add_argument("--explain", action="store_true", help="add the reasons")
    plan.add_argument("text", nargs="*", help="plan these words instead of standard input")
    see = add("see", "What Pace sees in the active window.")
    see.add_argument("--json", action="store_true")
    tools = add("tools", "What Pace can do.")
    tools.add_argument("--json", action="store_true")
    tools.add_argument("--markdown", action="store_true", help="the page docs/tools.md")
    tools.add_argument("--planner", action="store_true", help="the list that planners are given")
    doctor = add("doctor", "Check every part and say what mends it.")
    doctor.add_argument("--json", action="store_true")
    undo = add("undo", "Take back the last thing Pace did.")
    undo.add_argument("--json", action="store_true")
    history = add("history", "What was said and done.")
    history.add_argument("--json", action="store_true")
    history.add_argument("-n", type=int, default=20, metavar="COUNT")
    _what_it_has(add)
    demo = add("demo", "Carry out a spoken conversation on a private desktop.")
    demo.add_argument("--json", action="store_true")
    demo.add_argument("--keep", metavar="DIR", help="keep screenshots and spoken WAVs here")
    for name, about in (("eval", "Run an accuracy suite."), ("bench", "Run a benchmark.")):
        suite = add(name, about)
        suite.add_argument("name", nargs="?", default="list")
        suite.add_argument("--json", action="store_true")
        suite.add_argument("--data", metavar="DIR", help="where data from outside the project is")
    return top


def _what_it_has(add: Callable[[str, str], Parser]) -> None:
    """The commands about models, settings and servers."""
    models = add("models", "Which models are here, and how to get more.")
    models.add_argument("action", nargs="?", default="list", choices=("list", "get", "verify"))
    models.add_argument("name", nargs="?")
    models.add_argument("--json", action="store_true")
    settings = add("settings", "Show or change a setting.")
    settings.add_argument("action", nargs="?", default="get", choices=("get", "set"))
    settings.add_argument("name", nargs="?")
    settings.add_argument("value", nargs="?")
    settings.add_argument("--json", action="store_true")
    settings.add_argument("--markdown", action="store_true", help="the page docs/settings.md")
    secrets = add("secrets", "Passwords and keys in your keyring; a value is typed or piped in.")
    secrets.add_argument("action", nargs="?", default="list", choices=("list", "set", "remove"))
    secrets.add_argument("words", nargs="*", metavar="NAME")
    secrets.add_argument("--json", action="store_true")
    mcp = add("mcp", "Serve other agents (on standard input and output), or use their servers.")
    mcp.add_argument(
        "action", nargs="?", default="serve",
        choices=("serve", "list", "add", "remove", "tools", "call", "secret"),
    )  # fmt: skip
    mcp.add_argument("--json", action="store_true")
    mcp.add_argument(
        "words", nargs="*", metavar="NAME", help="a server; then what the action takes, after --"
    )


def main(arguments: Sequence[str]) -> int:
    """Run one command; the exit code."""
    _tolerate_any_text()
    given = parser().parse_args(arguments)
    if given.version:
        from pace import __version__

        print(f"pace {__version__}")
        return 0
    if given.help or given.command is None:
        print(HELP, end="")
        return 0
    try:
        return _command(given.command)(given)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has left; make the interpreter's own flush at exit harmless.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _tolerate_any_text() -> None:
    """What a locale cannot say is replaced, never a reason to stop."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _command(name: str) -> Callable[[argparse.Namespace], int]:
    """The function that carries out a command."""
    import pace.commands as commands

    found: Callable[[argparse.Namespace], int] = getattr(
        commands, name if name != "eval" else "evals"
    )
    return found
