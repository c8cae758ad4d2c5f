"""Voice activity: the Silero network, driven directly so that torch is not needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pace.core.audio import HEARING_RATE
from pace.core.error import Unavailable
from pace.voice import onnx
from pace.voice.packaged import packaged
from pace.voice.pcm import to_samples

if TYPE_CHECKING:
    from numpy.typing import NDArray

FRAME = 512
FRAME_BYTES = FRAME * 2
FRAME_SECONDS = FRAME / HEARING_RATE
#: The network wants the end of the frame before in front of each.
CONTEXT = 64

BROKEN = Unavailable(
    "Pace cannot tell speech from silence, so it does not listen; check its model files.",
    fix="pace models verify",
)


class SileroDetector:
    """Holds the network; `start` gives each utterance a state of its own."""

    name = "silero"

    def __init__(self) -> None:
        self._session: Any = None

    def load(self) -> None:
        """Load the network: a tenth of a second, once. Raises Unavailable."""
        if self._session is not None:
            return
        path = packaged("silero_vad", "data/silero_vad.onnx")
        if path is None:
            raise BROKEN
        with onnx.translated(BROKEN):
            self._session = onnx.session(path)

    def start(self) -> SileroActivity:
        """Begin an utterance."""
        self.load()
        return SileroActivity(self._session)


class SileroActivity:
    """See `VoiceActivity`. A frame takes a tenth of a millisecond."""

    def __init__(self, session: Any) -> None:
        import numpy as np

        self._session = session
        self._state: NDArray[Any] = np.zeros((2, 1, 128), np.float32)
        self._context: NDArray[Any] = np.zeros(CONTEXT, np.float32)
        self._rate: NDArray[Any] = np.array(HEARING_RATE, np.int64)

    def probability(self, samples: bytes) -> float:
        """See `VoiceActivity.probability`."""
        import numpy as np

        heard = np.concatenate([self._context, to_samples(samples)])
        with onnx.translated(BROKEN):
            answer, self._state = self._session.run(
                None, {"input": heard[np.newaxis], "state": self._state, "sr": self._rate}
            )
        self._context = heard[-CONTEXT:]
        return float(answer[0][0])
