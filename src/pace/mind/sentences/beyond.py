"""What no tool can do, said kindly, with the nearest thing that one can."""

from __future__ import annotations

from pace.mind.family import EITHER, Build, Family, Match, Reading
from pace.mind.meaning import always, out_of_scope
from pace.mind.scene import Scene

_SITE = "I could open a website for it."
_APP = "I can open an application for it."
_TIMER = "I can set a timer for it."
_HOW = "I can search the web for how to."
_SETTINGS = "I can open the settings."
#: A verb -> what Pace cannot do, and the nearest thing that it can.
_OFFERS: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("order", "buy", "purchase"), ("buy things", _SITE)),
    **dict.fromkeys(("pay", "transfer", "wire"), ("move money", _SITE)),
    **dict.fromkeys(("book", "reserve", "rent", "hire"), ("book anything", _SITE)),
    **dict.fromkeys(("sell", "invest", "ship", "deliver", "fly"), ("do that", _SITE)),
    **dict.fromkeys(("call", "phone", "dial"), ("make calls", _APP)),
    **dict.fromkeys(("cook", "bake"), ("cook", _TIMER)),
    **dict.fromkeys(("clean", "wash", "vacuum"), ("clean anything", _TIMER)),
    **dict.fromkeys(("water", "feed", "mow"), ("leave this computer", _TIMER)),
    **dict.fromkeys(("fix", "repair"), ("mend things", _HOW)),
    **dict.fromkeys(("connect", "pair"), ("connect devices", _SETTINGS)),
    **dict.fromkeys(("install", "update"), ("change what is installed", _SETTINGS)),
    **dict.fromkeys(("compose", "draft"), ("write text of my own", "I can type what you dictate.")),
    "text": ("send messages", "I can open your messages application."),
    "drive": ("drive", "I can open a map in the browser."),
    "unlock": ("unlock things", _SETTINGS),
    "hack": ("do that", "I work only with what is on your own desktop."),
    "translate": ("translate without a language model", "I can open a translation site."),
    "draw": ("draw that", "I can draw around what you name on the screen."),
    "paint": ("paint", "I can open a drawing application."),
    "record": ("record yet", _APP),
    "rename": ("rename files", "I can open the file manager."),
    "screenshot": ("take screenshots yet", "I can press keys that you name."),
    "drag": ("drag things", "I can click them."),
    "hover": ("hover over things", "I can click them."),
    "print": ("find that by name to print it", "I can print the page in front."),
    "charge": ("charge anything", "I can tell you how full the battery is."),
}


def _beyond(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    cannot, offer = _OFFERS[match.text("verb")]
    return out_of_scope(f"I cannot {cannot}. {offer}", worth=0.35)


def _cannot(sentence: str) -> Build:
    return always(out_of_scope(sentence, worth=0.6))


_HOME = (
    "(turn|switch) (on|off|up|down) [(the|my|all|all the)] {device}",
    "(turn|switch) [(the|my|all|all the)] {device} (on|off|up|down)",
    "(dim|brighten|lock|unlock|open|close|raise|lower|set) [(the|my)] {device}",
    "set [(the|my)] {device} to {rest:rest}",
)
_DEVICES = dict.fromkeys(
    ("light", "lights", "lamp", "lamps", "heating", "heater", "thermostat", "air conditioning",
     "air conditioner", "ac", "fan", "tv", "television", "oven", "kettle", "coffee machine",
     "washing machine", "dishwasher", "garage", "garage door", "front door", "door", "doors",
     "blinds", "curtains", "vacuum", "alarm system", "fridge", "stove", "car", "window blinds",
     "living room lights", "kitchen lights", "bedroom lights", "temperature", "sprinklers"), ""
)  # fmt: skip

FAMILIES = (
    Family(
        "beyond my tools",
        ("{verb} {rest:rest}",),
        _beyond,
        examples=("order a pizza", "book a flight to Rome", "call mum", "draw a circle around it",
                  "translate this into French"),
        never=("print this page", "how do I order a pizza", "fix the grammar", "update",
               "download", "text"),
        lists={"verb": dict.fromkeys(_OFFERS, "")},
    ),
    Family(
        "the house around",
        _HOME,
        _cannot("I only work this computer's desktop, not the house around it."),
        examples=("turn on the lights", "set the thermostat to 20 degrees", "open the garage door",
                  "turn the heating down"),
        never=("turn on dark mode", "turn the volume down", "is the light on"),
        lists={"device": _DEVICES},
    ),
    Family(
        "the weather",
        ("(what is|how is) [the] (weather|forecast|temperature outside) [{rest:rest}]",
         ("(will|is) it [(going to|gonna)] (rain|snow|raining|snowing|sunny|cold outside) "
          "[{rest:rest}]"),
         ("(check|show|tell|give|get) [me] [(the|today's|tomorrow's)] "
          "(weather|forecast|news|traffic) [{rest:rest}]"),
         ("(check|read|show) [me] (my|the) "
          "(mail|email|emails|messages|inbox) "
          "[(for|from|of|about|today|tomorrow) [{rest:rest}]]")),
        _cannot("I have no way to look that up yet; I could open its application or website."),
        examples=("check the weather", "read my emails", "give me the news"),
        never=("weather", "check the box", "read the clipboard", "open the calendar"),
        moods=EITHER,
    ),
    Family(
        "alarms",
        ("(set|make|create|add|put) [(a|an|the|my)] alarm [{rest:rest}]", "wake me [up] at {rest}",
         "wake me [up] [(tomorrow|on)] {rest}"),
        _cannot("I have no alarm clock; I can set a timer, or remind you at a time."),
        examples=("set an alarm for 7 am", "wake me at seven"),
        never=("set a timer for 5 minutes", "set an alarm for ten minutes",
               "remind me to water the plants"),
    ),
    Family(
        "screen keeping",
        ("lock [(the|my)] [(screen|computer|laptop|mac|session)]",
         "[(take|make|grab|capture)] [a] screenshot [{rest:rest}]",
         "(take|capture) [(a|the)] (screenshot|screen) [{rest:rest}]", "capture [(the|my)] screen",
         "show [me] [the] desktop",
         "(hide everything|clear desktop|mission control|show all windows|show every window)"),
        _cannot("I cannot do that yet; I can move, close and switch windows."),
        examples=("lock the screen", "take a screenshot", "show desktop", "lock"),
        never=("lock the door", "show me the save button", "unlock the screen"),
    ),
    Family(
        "the microphone",
        ("(mute|unmute) [(the|my)] (mic|microphone)",
         "(turn|switch) (on|off) [(the|my)] (mic|microphone|camera|webcam|wifi|wi fi|bluetooth)",
         "(turn|switch) [(the|my)] (mic|microphone|camera|webcam|wifi|wi fi|bluetooth) (on|off)",
         "(enable|disable) [(the|my)] (wifi|wi fi|bluetooth|camera|airplane mode|do not disturb)"),
        _cannot("I cannot switch that; I can open the settings for you."),
        examples=("mute the microphone", "turn off bluetooth", "switch the wifi on"),
        never=("mute", "turn the sound off", "turn on the lights"),
    ),
)  # fmt: skip
