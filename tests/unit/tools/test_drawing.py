"""Shapes are read, bounded and published at once, whatever becomes of the rest of the plan."""

import pytest

from pace.core.call import Call, Provenance, spoken
from pace.core.error import Invalid
from pace.core.event import Annotated, AnnotationsCleared, EventBus
from pace.core.question import DISMISSED
from pace.core.turn import Origin
from pace.store.settings import SafetySettings
from pace.tools.building import from_v10
from pace.tools.catalogue import built_in
from pace.tools.drawing import Annotations, shape
from pace.tools.runner import ToolRunner, TurnScope

CATALOGUE = built_in()


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"x": 1, "y": 2, "width": 3, "height": 4}, {"x": 1, "y": 2, "width": 3, "height": 4}),
        ({"kind": "circle", "x": 400, "y": 300, "radius": 40},
         {"x": 360, "y": 260, "width": 80, "height": 80}),
        ({"type": "Oval", "x": 1, "y": 2, "width": 3, "height": 4},
         {"x": 1, "y": 2, "width": 3, "height": 4}),
        ({"kind": "box", "x": "1", "y": "-2", "width": "3", "height": 4.5},
         {"x": 1, "y": -2, "width": 3, "height": 4.5}),
        ({"kind": "line", "x1": 1, "y1": 2, "x2": 3, "y2": 4},
         {"x1": 1, "y1": 2, "x2": 3, "y2": 4}),
        ({"kind": "arrow", "x1": 0, "y1": 0, "x2": 0, "y2": 0},
         {"x1": 0, "y1": 0, "x2": 0, "y2": 0}),
        ({"kind": "hexagon", "points": [[0, 0], {"x": 5, "y": 0}, [5, "5"], "x", [1]]},
         {"points": [[0, 0], [5, 0], [5, 5]]}),
    ],
)  # fmt: skip
def test_a_shape_is_read(given, place):
    made = shape(given)
    assert made is not None
    assert {key: made[key] for key in place} == place


@pytest.mark.parametrize(
    "given",
    [
        {"x": 1, "y": 2, "width": 0, "height": 4}, {"x": 1, "y": 2, "width": -3, "height": 4},
        {"kind": "circle", "x": 1, "y": 2, "radius": 0}, {"kind": "circle", "x": 1, "y": 2},
        {"kind": "line", "x1": 1, "y1": 2, "x2": 3}, {"kind": "star", "x": 1, "y": 2},
        {"kind": "polygon", "points": [[0, 0], [1, 1]]}, {"kind": "polygon", "points": "0,0"},
        {"x": float("nan"), "y": 1, "width": 1, "height": 1}, {"x": True, "y": 1, "width": 1,
         "height": 1}, "circle", None, [], {},
    ],
)  # fmt: skip
def test_what_is_no_shape_is_skipped(given):
    assert shape(given) is None


BOX = {"x": 1, "y": 2, "width": 3, "height": 4}


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ({}, "color", "red"), ({"color": "Blue "}, "color", "blue"),
        ({"color": "fuchsia"}, "color", "red"), ({"color": 7}, "color", "red"),
        ({}, "stroke_width", 3), ({"strokeWidth": 0.1}, "stroke_width", 1),
        ({"stroke": 99}, "stroke_width", 12), ({"stroke_width": "5"}, "stroke_width", 5),
        ({"stroke": "thick"}, "stroke_width", 3), ({}, "filled", False),
        ({"fill": "yes"}, "filled", True), ({"filled": "perhaps"}, "filled", False),
        ({"label": "  Save "}, "label", "Save"), ({"label": " "}, "label", ""),
        ({"label": "x" * 200}, "label", "x" * 60), ({"label": "a\u202eb\n\x00c"}, "label", "ab c"),
    ],
)  # fmt: skip
def test_the_style_is_bounded(given, name, value):
    assert shape({**BOX, **given})[name] == value


def test_at_most_24_shapes_are_looked_at_and_a_screen_is_kept():
    call = from_v10({"name": "draw_annotation", "args": {"shapes": [BOX] * 50, "screen": "2"}},
                    CATALOGUE)  # fmt: skip
    assert len(call.arguments["shapes"]) == 24
    assert call.arguments["screen"] == 2


@pytest.mark.parametrize(
    "args",
    [{}, {"shapes": []}, {"shapes": [{"kind": "polygon", "points": [[0, 0], [1, 1]]}]},
     {"shapes": "circle"}, {"shapes": [[]]}],
)  # fmt: skip
def test_a_drawing_without_a_valid_shape_is_no_call(args):
    with pytest.raises(Invalid):
        from_v10({"name": "Draw.annotation", "args": args}, CATALOGUE)


class Board:
    """A runner with a screen to draw on, whose person allows nothing."""

    def __init__(self, may_act=True, draws=True):
        self.events, self.questions = [], []
        bus = EventBus()
        bus.subscribe(self.events.append)
        self.annotations = Annotations(bus.publish)
        if draws:
            self.annotations.surfaces.add("board")
        self.runner = ToolRunner(
            {"annotations": self.annotations, "applications": object()}, {}, SafetySettings,
            bus.publish, self, self, self.keep, lambda: may_act,
        )  # fmt: skip

    async def note(self, *_): ...

    async def add(self, *_): ...

    async def add_lasting(self, *_, grave): ...

    async def keep(self, _): ...

    async def ask(self, question):
        self.questions.append(question)
        return DISMISSED

    async def run(self, *calls):
        scope = TurnScope("t", Origin.VOICE, self.ask, {})
        return await self.runner.run(calls, CATALOGUE, scope)

    @property
    def drawn(self):
        return [e for e in self.events if isinstance(e, Annotated | AnnotationsCleared)]


def draw(**more):
    return Call("draw_annotation", {"shapes": [{**BOX, **more}]}, {"shapes": Provenance.MODEL})


async def test_a_drawing_of_a_model_is_drawn_at_once_and_asks_nothing():
    board = Board()
    [outcome] = await board.run(draw(label="Save"))
    [event] = board.drawn
    assert (event.shapes[0]["label"], event.screen, event.seconds) == ("Save", None, 30.0)
    assert board.questions == []
    assert outcome.result.spoken == "I drew a shape: Save."


async def test_drawings_come_before_a_plan_that_is_then_not_allowed():
    board = Board()
    page = Call("open_url", {"url": "https://page.example"}, {"url": Provenance.PAGE})
    outcomes = await board.run(page, draw())
    assert len(board.drawn) == 1
    assert [o.result.kind for o in outcomes] == ["", "not approved"]
    assert len(board.questions) == 1
    assert "shape" not in board.questions[0].text


async def test_drawing_goes_on_while_acting_is_switched_off():
    board = Board(may_act=False)
    await board.run(draw())
    assert len(board.drawn) == 1


async def test_a_new_drawing_replaces_the_old_and_clearing_is_told_once():
    board = Board()
    await board.run(draw(label="a"))
    await board.run(draw(label="b"))
    await board.run(spoken("clear_annotations"))
    [again] = await board.run(spoken("clear_annotations"))
    assert [type(event) for event in board.drawn] == [Annotated, Annotated, AnnotationsCleared]
    assert again.result.spoken == "Nothing is drawn."


async def test_where_nothing_draws_the_shapes_are_told_and_nothing_is_claimed():
    board = Board(draws=False)
    [outcome] = await board.run(draw(label="Save"))
    assert len(board.drawn) == 1
    assert (outcome.result.ok, outcome.result.kind) == (False, "unavailable")
    assert outcome.result.spoken == "I cannot draw on the screen yet; nothing was drawn."
    [cleared] = await board.run(spoken("clear_annotations"))
    assert cleared.result.spoken == "Nothing is drawn."
