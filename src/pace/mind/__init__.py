"""Understanding with no language model: pure functions of the request and the catalogue.

Read `understanding` first, then one file of `sentences`.
"""

from pace.mind.scene import Screen, prepare
from pace.mind.understanding import understand

__all__ = ["Screen", "prepare", "understand"]
