"""Mail: a draft to someone. Pace never sends."""

from __future__ import annotations

from pace.core.call import Call, Provenance
from pace.mind.dictation import content, unquoted
from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, ask, out_of_scope, sourced, unless_shown
from pace.mind.people import people
from pace.mind.scene import Scene
from pace.mind.text import listed

_SPOKEN = Provenance.SPOKEN


def _draft(match: Match, scene: Scene) -> Reading | None:
    who = people(match.slots["to"], match.transcript, scene)
    if who is None:
        return None
    if who.everyone:
        return out_of_scope("I write to people you name, not to everyone; say to whom.", worth=0.9)
    if who.pronoun:
        if match.texts("to") in (("me",), ("it",), ("this",), ("that",)):
            return None
        return _whom()
    subject = unquoted(_text(match, "subject").strip(" ,.;:"))
    body = _text(match, "body")
    if who.ties:
        plans = tuple((_mail(who.with_choice(name), subject, body),) for name in who.ties[:3])
        names = who.ties[:3]
        return ask(f"Which {who.said} do you mean: {listed(names)}?", names, alternatives=plans,
                   worth=0.9, reason="several contacts have that name")  # fmt: skip
    mail = _mail(who.names, subject, body)
    return act(mail, confidence=0.92, worth=0.93, reason="a mail draft")


def _mail(names: tuple[str, ...], subject: str, body: str) -> Call:
    arguments = {"to": (", ".join(names), _SPOKEN)}
    if subject:
        arguments["subject"] = (subject, _SPOKEN)
    if body:
        arguments["body"] = (body, _SPOKEN)
    return sourced("mail", arguments)


def _text(match: Match, slot: str) -> str:
    return content(match.as_said(slot), ends=match.ends(slot)) if match.has(slot) else ""


def _whom() -> Reading:
    return ask("To whom should the mail go?", worth=0.8, reason="no recipient was named")


_MAIL = "(email|mail|e mail)"
_MAKE = (f"(write|draft|compose|send|start|create|make|prepare|new) [(a|an|the|me an|me a)] [new] "
         f"{_MAIL} [(draft|message)]")  # fmt: skip
_SAYING = ("(that|saying|to say|and say|to tell (him|her|them)|telling (him|her|them)|that says"
           "|which says|and tell (him|her|them)|with the text|with the body|and "
           "write)")  # fmt: skip
_ABOUT = "(about|regarding|[with] [the] subject [line]|on the subject of|titled|called|concerning)"

FAMILIES = (
    Family(
        "draft a mail",
        (f"{_MAIL} {{to}} {_SAYING} {{body:rest}}", f"{_MAIL} {{to}} {_ABOUT} {{subject:rest}}",
         f"{_MAIL} {{to}} {_ABOUT} {{subject}} {_SAYING} {{body:rest}}", f"{_MAIL} {{to:rest}}",
         f"{_MAKE} to {{to}} {_SAYING} {{body:rest}}",
         f"{_MAKE} to {{to}} {_ABOUT} {{subject:rest}}",
         f"{_MAKE} to {{to}} {_ABOUT} {{subject}} {_SAYING} {{body:rest}}",
         f"{_MAKE} to {{to:rest}}",
         f"{_MAKE} {_ABOUT} {{subject}} to {{to:rest}}",
         f"(send|write) {{to}} (a|an) {_MAIL} {_SAYING} {{body:rest}}",
         f"(send|write) {{to}} (a|an) {_MAIL} {_ABOUT} {{subject:rest}}",
         f"(send|write) {{to}} (a|an) {_MAIL}"),
        _draft,
        examples=("email Alex that I am late", "write an email to Maria about the summer party",
                  "draft a mail to Alex with the subject invoice saying the invoice is attached",
                  "send an email to info@example.org saying please call me back",
                  "compose an email to Alex and Maria"),
        never=("send the email", "open my email", "email", "what is an email", "email is a plague",
               "reply to Alex that it works", "click the email", "read my emails",
               "set the email to ann@example.org", "write an email"),
        verbatim=True,
        content="body",
        until_then=True,
    ),
    Family(
        "mail to whom",
        (f"(write|draft|compose|start|create|new) [(a|an|the)] [new] {_MAIL} [message]",
         "send (a|an) [new] (email|mail|e mail)", "email [(someone|him|her|them)]"),
        unless_shown(_whom()),
        examples=("write an email", "compose a new email"),
        never=("email Alex that I am late", "open email", "mail"),
    ),
)  # fmt: skip
