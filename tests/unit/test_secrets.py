"""`pace secrets` takes only names that something looks up, and no value as an argument."""

import pytest

from pace.cli import main


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["set", "mail.password", "s3cret"], "no argument"),
        (["set"], "wants a name"),
        (["remove"], "wants a name"),
        (["set", "mail.passwort"], "there are calendar.password, mail.password"),
        (["set", "mcp.weather.PLAIN"], "Nothing here looks up"),
        (["set", "\x01\n\ud800" * 50], "Nothing here looks up"),
        (["remove", "*"], "Nothing here looks up"),
        (["list", "mail.password"], "secrets list"),
    ],
)
def test_a_wrong_use_is_one_sentence_that_repeats_no_value(
    words, said, capsys, monkeypatch, tmp_path
):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert main(["secrets", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert "s3cret" not in told.err
    assert told.err.count("\n") == 1
