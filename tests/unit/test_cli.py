"""Bad input is one sentence and exit code 2; bare `pace` is friendly."""

import pytest

from pace.cli import main


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["frobnicate"], "there is no command frobnicate"),
        (["say"], "something is missing: text"),
        (["models", "eat"], "eat is not possible"),
        (["run", "--fast"], "--fast"),
        (["--fast"], "--fast"),
        (["history", "-n", "many"], "many"),
        (["settings", "set", "voice.speak"], "which setting and its value"),
        (["settings", "get", "voice.nothing"], "no setting voice.nothing"),
        (["say", "  "], "no words"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, words, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = ended.code
    told = capsys.readouterr()
    assert code == 2
    assert told.out == ""
    assert words in told.err
    assert told.err.count("\n") == 1


def test_bare_pace_is_a_short_friendly_help(capsys):
    assert main([]) == 0
    told = capsys.readouterr()
    assert "pace run" in told.out
    assert len(told.out.splitlines()) < 20
