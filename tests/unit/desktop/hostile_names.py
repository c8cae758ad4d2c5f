# ruff: noqa: E501  # tables
"""Five hundred names that a server may send, made of parts so that each mixes two tricks."""

from itertools import product

_HEADS = (
    "../../", "/etc/", "..\\..\\", "C:\\x\\", "./", "....//", "..;/", "\0", "~/", "-", "--", ".",
    "...", "\u202e", "\u200b", "\r\n", "\t", " ", "\x1b[2J", "\ufeff", "\ud800", "x" * 300, "é" * 300,
    "😀" * 90, "%2e%2e%2f",
)  # fmt: skip
_BODIES = ("passwd", "", ".", "report", "a b", ".bashrc", "con", "$(id)", "`id`;rm -rf", "🏳️‍🌈")
_TAILS = (".pdf", ".tar.gz")

HOSTILE = (
    *("".join(parts) for parts in product(_HEADS, _BODIES, _TAILS)),
    "", " ", ".", "..", "...", "....", "/", "//", "\\", "\0", "\0\0", "~", "-", "\n", "a/", "a/.",
    "a/..", "\u2028", "\u2029", "\u0085", "\ud800\udfff", "\ufdd0", "\U000e0001", "a\0b", "." * 1000,
    "a" * 10_000, "/" * 10_000, "../" * 3000, " " * 3000, "\u0301" * 500, "é" * 127 + ".p" + "d" * 200,
    "a." + "b" * 300, "x" * 249 + ".é", "x" * 250, "x" * 251, "x" * 255, "x" * 256,
)  # fmt: skip
