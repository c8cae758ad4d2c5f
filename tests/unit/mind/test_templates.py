"""The sentence language."""

import pytest

from pace.mind.templates import BadTemplate, compile_template

LISTS = {"side": {"left": "left", "right hand": "right"}}


@pytest.mark.parametrize(
    ("template", "text", "slots"),
    [
        ("(open|launch) [the] {app}", "open the text editor", {"app": "text editor"}),
        ("(open|launch) [the] {app}", "launch firefox", {"app": "firefox"}),
        ("move [it] {side}", "move right hand", {"side": "right hand"}),
        ("move [it] {side}", "move it left", {"side": "left"}),
        ("volume {n:number} [percent]", "volume 30 percent", {"n": "30"}),
        ("type {text:rest} in {field}", "type a in b in c", {"text": "a in b", "field": "c"}),
        ("[very] (good|nice [old]) day", "very nice old day", {}),
    ],
)
def test_a_template_takes_its_slots(template, text, slots):
    found = compile_template(template, LISTS).match(f" {text}")

    assert found is not None
    assert found.groupdict() == slots


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("open {app}", "open"),
        ("open {app}", "reopen firefox"),
        ("move {side}", "move up"),
        ("volume {n:number}", "volume high"),
    ],
)
def test_a_template_matches_whole_sentences_only(template, text):
    assert compile_template(template, LISTS).match(f" {text}") is None


def test_the_first_words_are_known():
    assert compile_template("[please] (open|launch) {app}", LISTS).first == {
        "please", "open", "launch",
    }  # fmt: skip
    assert compile_template("{app} now", LISTS).first is None
    assert compile_template("{side} half", LISTS).first == {"left", "right"}


@pytest.mark.parametrize("template", ["(open", "open]", "[open]", "open {app:colour}", "a) b"])
def test_a_bad_template_is_refused_when_families_are_gathered(template):
    with pytest.raises(BadTemplate):
        compile_template(template, LISTS)
