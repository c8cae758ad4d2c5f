"""Which models are here, and whether they are whole."""

import hashlib
import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from pace.core.error import Invalid, Unavailable
from pace.models.library import SET_UP, Library, State
from pace.models.manifest import MODELS, environment_python, named

WHISPER = named("whisper")


def environment(data: Path, lock: str, sum_: str = "1", *, finished: bool = True) -> Path:
    home = data / f"env-{lock}-{sum_}"
    (home / "bin").mkdir(parents=True)
    (home / "bin/python").touch()
    if finished:
        (home / ".locked").touch()
    return home


def weights(home: Path) -> Path:
    assert WHISPER is not None
    folder = home / "lib/python3.11/site-packages" / WHISPER.package
    for file in WHISPER.files:
        (folder / file.path).parent.mkdir(parents=True, exist_ok=True)
        with (folder / file.path).open("wb") as content:
            content.truncate(file.size)
    return folder


async def absent(script: Path, arguments: Sequence[str]) -> int:
    raise AssertionError(f"{script} {arguments} was not to be run")


def test_each_model_is_listed_once_and_pinned() -> None:
    assert len({model.name for model in MODELS}) == len(MODELS)
    for model in MODELS:
        assert model.licence
        assert model.sources
        assert model.files
        assert all(len(file.sha256) == 64 and file.size > 0 for file in model.files)
        lock = (SET_UP.parents[1] / "requirements" / f"{model.lock}.txt").read_text()
        for source in model.sources:
            assert f"{source} " in lock, f"{source} is not in the lock {model.lock}"


def test_the_set_up_script_is_there() -> None:
    assert os.access(SET_UP, os.X_OK)


async def test_what_runs_in_this_environment_is_whole() -> None:
    held = {one.model.name: one.state for one in await Library(Path("/nowhere")).verify()}
    assert held == dict.fromkeys(("moonshine", "hibari", "silero"), State.VERIFIED)


def test_an_absent_model_is_listed_as_such(tmp_path: Path) -> None:
    states = {one.model.name: one.state for one in Library(tmp_path).list()}
    assert states["whisper"] == states["piper"] == State.ABSENT


async def test_files_of_the_right_size_and_other_content_are_damaged(tmp_path: Path) -> None:
    folder = weights(environment(tmp_path, "whisper"))
    library = Library(tmp_path)
    assert next(one for one in library.list() if one.model is WHISPER).state is State.PRESENT
    (held,) = await library.verify("whisper")
    assert held.state is State.DAMAGED
    assert held.folder == folder
    assert "model/model.bin" in held.wrong


async def test_a_missing_file_is_named(tmp_path: Path) -> None:
    (weights(environment(tmp_path, "whisper")) / "model/model.bin").unlink()
    listed = next(one for one in Library(tmp_path).list() if one.model is WHISPER)
    assert (listed.state, listed.wrong) == (State.DAMAGED, ("model/model.bin",))


def test_an_environment_that_was_cut_off_does_not_count(tmp_path: Path) -> None:
    environment(tmp_path, "whisper", finished=False)
    assert environment_python("whisper", tmp_path) is None
    assert Library(tmp_path).python("whisper") is None


def test_of_two_environments_the_newer_counts(tmp_path: Path) -> None:
    old, new = environment(tmp_path, "piper", "1"), environment(tmp_path, "piper", "2")
    os.utime(old / ".locked", (1, 1))
    assert Library(tmp_path).python("piper") == new / "bin/python"


def test_a_model_of_this_environment_needs_no_other_interpreter(tmp_path: Path) -> None:
    assert Library(tmp_path).python("hibari") is None
    assert Library(tmp_path).python("nonsense") is None


async def test_fetching_runs_the_set_up_for_that_lock(tmp_path: Path) -> None:
    runs: list[tuple[Path, list[str]]] = []

    async def install(script: Path, arguments: Sequence[str]) -> int:
        runs.append((script, list(arguments)))
        weights(environment(tmp_path, "whisper"))
        return 0

    with pytest.raises(Unavailable, match="not whole"):  # the weights here are zeros
        await Library(tmp_path).get("whisper", install)
    assert runs == [(SET_UP, ["whisper"])]


async def test_a_failed_set_up_is_told_with_what_to_do(tmp_path: Path) -> None:
    async def install(script: Path, arguments: Sequence[str]) -> int:
        return 69

    with pytest.raises(Unavailable, match="could not be fetched") as caught:
        await Library(tmp_path).get("piper", install)
    assert caught.value.fix == "pace models get piper"


async def test_a_model_that_is_always_here_is_only_verified(tmp_path: Path) -> None:
    assert (await Library(tmp_path).get("silero", absent)).state is State.VERIFIED


async def test_an_unknown_name_is_refused_with_the_names_there_are(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="moonshine"):
        await Library(tmp_path).get("gpt", absent)
    with pytest.raises(Invalid, match="moonshine"):
        await Library(tmp_path).verify("gpt")


def test_the_pins_are_of_what_the_adapters_load() -> None:
    from pace.voice.tts.hibari import weights as voice

    path = voice()
    assert path is not None
    pinned = named("hibari")
    assert pinned is not None
    assert hashlib.sha256(path.read_bytes()).hexdigest() == pinned.files[0].sha256


def test_looking_for_models_imports_none(tmp_path: Path) -> None:
    import subprocess
    import sys

    code = (
        "import sys; from pathlib import Path; from pace.models.library import Library;"
        f"Library(Path({str(tmp_path)!r})).list();"
        "heavy = {'torch', 'onnxruntime', 'numpy', 'hibari', 'moonshine_voice'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    source = importlib.util.find_spec("pace")
    assert source is not None
    assert source.origin is not None
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(Path(source.origin).parents[1])},
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert done.stdout.strip() == "[]"
