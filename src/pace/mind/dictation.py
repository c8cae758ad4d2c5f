"""Spoken punctuation and the clean-up of dictated text (spec 4.9)."""

from __future__ import annotations

import re

#: Spoken token -> what is typed. Longer tokens first.
_TOKENS: tuple[tuple[str, str], ...] = (
    ("open parenthesis", "("), ("close parenthesis", ")"), ("open paren", "("),
    ("close paren", ")"), ("open bracket", "["), ("close bracket", "]"), ("open brace", "{"),
    ("close brace", "}"), ("exclamation mark", "!"), ("exclamation point", "!"),
    ("question mark", "?"), ("full stop", "."), ("semicolon", ";"), ("semi colon", ";"),
    ("colon", ":"), ("comma", ","), ("period", "."), ("backslash", "\\"), ("slash", "/"),
    ("underscore", "_"), ("hyphen", "-"), ("dash", "-"), ("ellipsis", "…"), ("euro sign", "€"),
    ("dollar sign", "$"), ("pound sign", "£"), ("percent sign", "%"), ("at sign", "@"),
    ("hash sign", "#"), ("ampersand", "&"), ("plus sign", "+"), ("equals sign", "="),
    ("asterisk", "*"), ("open quotes", "“"), ("close quotes", "”"), ("open quote", "“"),
    ("close quote", "”"), ("new paragraph", "\n\n"), ("new line", "\n"), ("newline", "\n"),
)  # fmt: skip
_BY_NAME = dict(_TOKENS)
_SPOKEN = re.compile(
    rf"(?<!\S)({'|'.join(re.escape(name) for name, _ in _TOKENS)})(?=[\s.,!?]|$)", re.IGNORECASE
)
#: "the trial period" names a time; "ending here period" ends a sentence.
_NOUN_BEFORE = frozenset(
    "the a an this that each every any trial time grace notice long short waiting probation test "
    "same whole billing cooling new last first next my our your".split()
)
_NOUN_AFTER = frozenset("of in between during from ends ended starts began is was has".split())
_SPACED = re.compile(r" {2,}")
_TIGHT_BEFORE = re.compile(r"[ \t]+([,.;:?!)\]}”…%])")
_TIGHT_AFTER = re.compile(r"([(\[{“])[ \t]+")
_TIGHT_BOTH = re.compile(r"[ \t]*([/\\_\n])[ \t]*")
_TIGHT_DASH = re.compile(r"(?<=\w) ?\x00 ?(?=\w)")
_TIGHT_MONEY = re.compile(r"([€$£]) (?=\d)")
#: A spoken sign that ends or parts, with the signs a recogniser wrote around it.
_ENDS = re.compile(
    rf"[,.;:!?]*\s+({'|'.join(re.escape(n) for n, sign in _TOKENS if sign in ',.;:!?…')})"
    r"(?=[\s.,!?;:]|$)[,.;:!?]*",
    re.IGNORECASE,
)
_CODE = re.compile(r"\(|_|\b(?:camel|snake) case\b", re.IGNORECASE)
_CALL = re.compile(r"^\s*([A-Za-z][\w ]*?)\s*\(([^()]*)\)\s*$")


def with_punctuation(text: str) -> str:
    """Spoken punctuation as signs, spaced as written text is; every other word as it was said."""
    if not _SPOKEN.search(text):
        return text.strip()
    told = _without_doubles(text)
    text = _SPOKEN.sub(lambda m: _sign(m, told), told)
    text = _TIGHT_DASH.sub("-", text).replace("\x00", "-")
    text = _TIGHT_BOTH.sub(r"\1", text)
    text = _TIGHT_BEFORE.sub(r"\1", text)
    text = _TIGHT_AFTER.sub(r"\1", text)
    return _SPACED.sub(" ", _TIGHT_MONEY.sub(r"\1", text)).strip(" ")


def _without_doubles(text: str) -> str:
    """Without the signs a recogniser wrote beside the ones that were spoken."""
    return _ENDS.sub(
        lambda m: m[0] if _is_a_noun(m[1], text[: m.start(1)], text[m.end(1) :]) else f" {m[1]}",
        text,
    )


def _is_a_noun(name: str, before: str, after: str) -> bool:
    """Whether "period" is meant as a time."""
    following = after.split()[:1]
    if name.lower() != "period" or not following:
        return False
    last = before.split()[-1:]
    return following[0].lower() in _NOUN_AFTER or (bool(last) and last[0].lower() in _NOUN_BEFORE)


def _sign(match: re.Match[str], text: str) -> str:
    if _is_a_noun(match[1], text[: match.start()], text[match.end() :]):
        return match[0]
    sign = _BY_NAME[match[1].lower()]
    return "\x00" if sign == "-" else sign


def cleaned(text: str, *, code: bool = False) -> str:
    """Dictated text as it is typed: punctuation, then prose or code spelling."""
    signs = with_punctuation(text)
    if code or _CODE.search(signs):
        return _as_code(signs)
    return _as_prose(signs)


def _as_prose(text: str) -> str:
    text = re.sub(r"\blets\b", "let's", text)
    text = re.sub(r"\bLets\b", "Let's", text)
    text = re.sub(r"\b[Ii]m\b", "I'm", text)
    text = re.sub(r"\bi\b(?![.\w])", "I", text)
    return text[:1].upper() + text[1:]


def _as_code(text: str) -> str:
    """ "parse payload (a b)" -> "parsePayload(a, b)"; anything else stays as it is."""
    found = _CALL.match(text)
    if not found:
        return text
    words = found[1].split()
    name = words[0][:1].lower() + words[0][1:] + "".join(w[:1].upper() + w[1:] for w in words[1:])
    arguments = [part for part in re.split(r"[\s,]+", found[2].strip()) if part]
    return f"{name}({', '.join(arguments)})"


_UMS = re.compile(r"^(?:(?:um+|uhm?|uhh|erm?|ah|hmm|mm)\b[,.…\s]*)+(?=\S)", re.IGNORECASE)
#: Politeness behind content counts only where a pause sets it off or a quotation ends before it.
_POLITE = (
    r"(?:please|thanks(?: a lot)?|thank you(?: (?:very|so) much)?|for me|pace|now|ok"
    r"|(?:if|would|will|could|can) you(?: (?:can|could|would|please))?)[.!?]*$"
)
_SET_OFF = re.compile(rf"\s*[,;.!—–]\s*{_POLITE}", re.IGNORECASE)
#: Said of the command even without a pause.
_TAGS = re.compile(
    r"\s+(?:instead|(?:would|will|could|can) you|if you (?:can|could|would|do not mind))[.!?]*$",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"\s+please[.!?]*$", re.IGNORECASE)
#: With these "please" is a part of what is given: "set the comment to yes please".
_BEFORE_PLEASE = frozenset({"yes", "no", "ok", "okay", "more", "thanks", "thank you", "hello"})
_BEHIND_QUOTES = re.compile(rf"(?<=[\"'”’»])[,.;!\s]+{_POLITE}", re.IGNORECASE)


def content(text: str, *, ends: bool) -> str:
    """Content as it was given, word for word; `ends` if it ends the command."""
    text = _UMS.sub("", text)
    if ends:
        quoted = text[:1] in QUOTES
        text = _BEHIND_QUOTES.sub("", text) if quoted else _SET_OFF.sub("", _TAGS.sub("", text))
        rest = _PLEASE.sub("", text)
        text = text if quoted or rest.strip().lower() in _BEFORE_PLEASE else rest
    inner = unquoted(text.rstrip(".,;:!?…"))
    return with_punctuation(inner)


#: What opens quoted words.
QUOTES = tuple("\"'“‘«")


def unquoted(text: str) -> str:
    """Without the quotation marks that wrap the whole of it."""
    for left, right in (('"', '"'), ("“", "”"), ("‘", "’"), ("'", "'"), ("«", "»")):
        inner = text[1:-1]
        if len(text) > 1 and text.startswith(left) and text.endswith(right) and left not in inner:
            return inner
    return text
