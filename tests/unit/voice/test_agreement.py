"""What two hypotheses agree on."""

import pytest

from pace.voice.agreement import agreed


@pytest.mark.parametrize(
    ("hypotheses", "stable"),
    [
        (["open the sa"], ""),
        (["open the sa", "open the save button"], "open the"),
        (["open the sa", "open the save button", "open the save dialog"], "open the save"),
        (["draft mail to", "draft mail to alex"], "draft mail to"),
        (["draft mail to", "draft mail to alex", "draft message for alex"], "draft mail to"),
        (["open  the\tfile", " open the  file"], "open the file"),
        (["Set a timer.", "Set a timer for ten"], "Set a timer"),
        (["one", ""], ""),
        (["one two", "one two", ""], "one two"),
    ],
)
def test_the_stable_part_is_the_common_beginning_and_never_shrinks(
    hypotheses: list[str], stable: str
) -> None:
    previous = found = ""
    for hypothesis in hypotheses:
        found = agreed(previous, hypothesis, found)
        previous = hypothesis
    assert found == stable
