# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Grey pictures with 8 bits per pixel: our own, drawn at any size, and those from a user's file."""

import re
import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from vambrace.base import store
from vambrace.base.errors import UsageError

#: The name of our own picture, which is not read from a file.
OWN = "shield"

_SIZE = re.compile(r"([1-9]\d{0,4})x([1-9]\d{0,4})")


@dataclass(frozen=True)
class Picture:
    """Rows from top to bottom, one byte per pixel, 0 is black."""

    name: str
    width: int
    height: int
    pixels: bytes

    @property
    def size(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def identity(self) -> tuple[str, str, str]:
        """Return the identity of the picture, which also distinguishes pictures of the same name."""
        return self.name, self.size, store.digest(self.pixels)

    def array(self) -> np.ndarray:
        return as_array(self.pixels, self.width, self.height)


def as_array(data: bytes, width: int, height: int) -> np.ndarray:
    """Return the first bytes as rows of pixels, without the padding after them."""
    return np.frombuffer(data, np.uint8, width * height).reshape(height, width)


def parse_size(text: str) -> tuple[int, int]:
    """Return width and height; UsageError if the text is not a size."""
    match = _SIZE.fullmatch(text)
    if not match:
        raise UsageError(f"'{text}' is not a size; write width and height, for example 32x32 or 640x480")
    return int(match[1]), int(match[2])


def read(file: Path, most: int, size: tuple[int, int] | None = None) -> Picture:
    """Return a user's picture of at most this number of pixels, in its own size or scaled to `size`. UsageError in one
    line.
    """
    if not file.is_file():
        raise UsageError(f"no file {file}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the size is checked below
            with Image.open(file) as image:
                width, height = image.size
                if width * height > max(most, 64 << 20) or (size is None and width * height > most):
                    raise UsageError(too_large(f"{file}: {width}x{height}", most))
                grey = _grey(image)
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as wrong:
        what = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else "not a picture that Pillow can read"
        raise UsageError(f"{file}: {what}") from wrong
    if size:
        grey = grey.resize(size, Image.Resampling.LANCZOS)
    return Picture(file.name, *grey.size, grey.tobytes())


def too_large(what: str, most: int) -> str:
    return f"{what} does not fit the simulated RAM, which has room for {most:,} pixels; give a smaller SIZE"


def _grey(image: Image.Image) -> Image.Image:
    """Return the picture as it is meant to be shown: upright, white where it is transparent, with 8 bits per pixel."""
    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith(("I", "F")):  # 16 bits or more: Pillow would truncate values above 255
        values = np.asarray(upright, np.float64)
        top = 65535 if upright.mode.startswith("I") else max(float(values.max()), 1.0)
        return Image.fromarray(np.clip(values * 255 / top, 0, 255).astype(np.uint8))
    if upright.has_transparency_data:
        seen = upright.convert("RGBA")
        upright = Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen)
    return upright.convert("L")


# Our own picture: a shield with a V on a plain background, a gradient in its right half, and a name below. The origin
# of coordinates is the centre, the shorter side has length 1, and y points down. Only +, -, *, / and comparisons are
# used, so that the result is the same on every machine.

_GROUND, _RIM, _FIELD, _WHITE, _INK = 200, 40, 104, 240, 24
_NAME = "VAMBRACE"
_LETTERS = {
    "V": (0b10001, 0b10001, 0b10001, 0b10001, 0b01010, 0b01010, 0b00100),
    "A": (0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001),
    "M": (0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001),
    "B": (0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110),
    "R": (0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001),
    "C": (0b01110, 0b10001, 0b10000, 0b10000, 0b10000, 0b10001, 0b01110),
    "E": (0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111),
}


@lru_cache(maxsize=8)
def draw(width: int, height: int) -> Picture:
    """Return our own picture at a size; every pixel is the mean of several sample points in it."""
    points = min(8, max(1, 2048 // max(width, height)))
    shorter = min(width, height) * points
    x = ((np.arange(width * points) * 2 + 1 - width * points) / (2 * shorter))[None, :]
    y = ((np.arange(height * points) * 2 + 1 - height * points) / (2 * shorter))[:, None]
    values = np.full((height * points, width * points), _GROUND, np.uint8)
    values[_shield(x, y, 1.0)] = _RIM
    field = _shield(x, y, 0.88)
    values[field] = _FIELD
    gradient = np.clip(150 + 170 * (y - x), 0, 255).astype(np.uint8)
    right = field & (x >= 0)
    values[right] = gradient[right]
    values[_letter_v(x, y)] = _WHITE
    values[_name(x, y)] = _INK
    means = values.reshape(height, points, width, points).sum(axis=(1, 3), dtype=np.uint32) // points**2
    return Picture(OWN, width, height, means.astype(np.uint8).tobytes())


def _shield(x: np.ndarray, y: np.ndarray, scale: float) -> np.ndarray:
    """Return the shield: a straight top, straight sides, and two arcs that meet in the point below."""
    u, v = np.abs(x) / scale, (y + 0.08) / scale
    flanks = (u <= 0.34) & (v >= -0.36) & (v <= -0.08)
    arcs = (v > -0.08) & ((u + 0.2) * (u + 0.2) + (v + 0.08) * (v + 0.08) <= 0.54 * 0.54)
    return np.asarray(flanks | arcs)


def _letter_v(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    middle = (0.20 - y) * 0.42  # centre of a stroke at this height
    return np.asarray((np.abs(np.abs(x) - middle + 0.02) <= 0.036) & (y >= -0.33) & (y <= 0.20))


def _name(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    cell = 1 / 64
    columns = np.floor(x / cell + (6 * len(_NAME) - 1) / 2).astype(int)
    rows = np.floor((y - 0.36) / cell).astype(int)
    dots = np.zeros((7 + 2, 6 * len(_NAME) + 2), bool)  # with an empty border, to which points outside are mapped
    for i, letter in enumerate(_NAME):
        for row, bits in enumerate(_LETTERS[letter]):
            for column in range(5):
                dots[row + 1, 6 * i + column + 1] = bits >> (4 - column) & 1
    return np.asarray(dots[np.clip(rows + 1, 0, 8), np.clip(columns + 1, 0, dots.shape[1] - 1)])
