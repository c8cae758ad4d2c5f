"""Which models are on this machine, whether their files are whole, and how more get here."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import anyio.to_thread

from pace.core.error import Invalid, Unavailable
from pace.models.manifest import MODELS, Model, ModelFile, environment_python, named

#: Runs the project's own set-up with these arguments; gives its exit code.
Install = Callable[[Path, Sequence[str]], Awaitable[int]]

SET_UP = Path(__file__).parents[3] / "packaging" / "environment"
READ_BYTES = 1 << 20


class State(StrEnum):
    """What is known of a model here. Only `verify` reads whole files."""

    ABSENT = "absent"
    PRESENT = "present"
    VERIFIED = "verified"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Held:
    """A model as it is on this machine; `wrong` names files that are missing or not as pinned."""

    model: Model
    state: State
    folder: Path | None = None
    wrong: tuple[str, ...] = ()


class Library:
    """The models below one data folder and in Pace's own environment."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def list(self) -> tuple[Held, ...]:
        """Every model of the manifest, by the presence and size of its files."""
        return tuple(self._look(model, _has_its_size, State.PRESENT) for model in MODELS)

    async def verify(self, name: str = "") -> tuple[Held, ...]:
        """The models that are here, or the one named, with their files read and compared.

        Raises Invalid for a name that is in no manifest.
        """
        wanted = MODELS if not name else (_known(name),)

        def look() -> tuple[Held, ...]:
            held = (self._look(model, _is_as_pinned, State.VERIFIED) for model in wanted)
            return tuple(one for one in held if name or one.state is not State.ABSENT)

        return await anyio.to_thread.run_sync(look)

    async def get(self, name: str, install: Install) -> Held:
        """Bring a model here and verify it. Raises Invalid or Unavailable."""
        model = _known(name)
        if model.on_demand and await install(SET_UP, [model.lock]) != 0:
            raise Unavailable(
                f"The model {model.name} could not be fetched; what was here is kept."
                " Check the network and try again.",
                fix=f"pace models get {model.name}",
            )
        held = (await self.verify(model.name))[0]
        if held.state is not State.VERIFIED:
            raise Unavailable(
                f"The model {model.name} is here but not whole"
                f" ({', '.join(held.wrong) or 'its package is missing'}); delete its environment"
                " and fetch it again.",
                fix=f"rm -r {held.folder}" if held.folder is not None and model.on_demand else "",
            )
        return held

    def python(self, name: str) -> Path | None:
        """The interpreter that runs an on-demand model, or None while it is not here."""
        model = named(name)
        if model is None or not model.on_demand:
            return None
        return environment_python(model.lock, self._data)

    def _look(self, model: Model, good: Callable[[Path, ModelFile], bool], whole: State) -> Held:
        folder = self._folder(model)
        if folder is None:
            return Held(model, State.ABSENT)
        wrong = tuple(file.path for file in model.files if not good(folder, file))
        return Held(model, State.DAMAGED if wrong else whole, folder, wrong)

    def _folder(self, model: Model) -> Path | None:
        if not model.on_demand:
            spec = importlib.util.find_spec(model.package)  # finds; imports nothing
            places = [Path(place) for place in (spec and spec.submodule_search_locations) or ()]
        else:
            python = environment_python(model.lock, self._data)
            pattern = f"lib/python3*/site-packages/{model.package}"
            places = [] if python is None else list(python.parent.parent.glob(pattern))
        return places[0] if places else None


def _known(name: str) -> Model:
    model = named(name)
    if model is None:
        names = ", ".join(one.name for one in MODELS)
        raise Invalid(f"There is no model called {name}; there are {names}.")
    return model


def _has_its_size(folder: Path, file: ModelFile) -> bool:
    try:
        return (folder / file.path).stat().st_size == file.size
    except OSError:
        return False


def _is_as_pinned(folder: Path, file: ModelFile) -> bool:
    if not _has_its_size(folder, file):
        return False
    digest = hashlib.sha256()
    try:
        with (folder / file.path).open("rb") as content:
            while block := content.read(READ_BYTES):
                digest.update(block)
    except OSError:
        return False
    return digest.hexdigest() == file.sha256
