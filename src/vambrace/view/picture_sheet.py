# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes encrypted pictures as PNG files: one for each text, and a sheet with all modes of one size."""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vambrace.base.errors import UsageError
from vambrace.base.output import Output
from vambrace.measure.kinds.pictures import Pictures
from vambrace.measure.studies.picture import as_array
from vambrace.results.schema import Json
from vambrace.view.figures import correlation

HEADS = {
    "original": "original",
    "encrypted": "encrypted",
    "decrypted": "decrypted",
    "tampered": "decrypted, one bit changed",
}

LEGEND = (
    "bits: entropy of a pixel, 8 at most. correlation: with the neighbour to the right, below, and below to the right.",
    "Bars: how many pixels have each value, black on the left; the highest is the most frequent.",
)

PANEL, _GAP, _LEFT, _TOP = 256, 28, 116, 92
_CHART, _LINE = 60, 23
_ROW = PANEL + 10 + _CHART + 4 + 3 * _LINE + 26
_PAPER, _INK, _FAINT, _BAR = 255, 20, 190, 90
_LOUPE, _TIMES = (36, 14), 3  # the size in pixels of the magnified part around the changed pixel, and the factor


def folder(path: Path) -> Path:
    """Create the folder for the files, if it does not exist. UsageError if it cannot be written."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".vambrace"
        probe.touch()
        probe.unlink()
    except OSError as wrong:
        raise UsageError(f"cannot write to {path}: {wrong.strerror}") from wrong
    return path


def write(path: Path, raw: Sequence[tuple[list[Json], dict[str, bytes]]]) -> list[Path]:
    """Write the pictures and a sheet for each size; return the files. `found` has the records and the texts of each
    mode.
    """
    parsed = [([Pictures.of(r) for r in some], texts) for some, texts in raw]
    files: dict[Path, Image.Image] = {}
    for some, texts in parsed:
        for record in some:
            stem = f"{Path(record.picture).stem}-{record.size}"
            name = stem if record.text == "original" else f"{stem}-{record.mode}-{record.text}"
            files[path / f"{name}.png"] = Image.fromarray(_pixels(record, texts))
    for picture, size in dict.fromkeys((some[0].picture, some[0].size) for some, _ in parsed):
        of_size = [m for m in parsed if (m[0][0].picture, m[0][0].size) == (picture, size)]
        files[path / f"{Path(picture).stem}-{size}-sheet.png"] = sheet(of_size)
    for file, image in files.items():
        png = io.BytesIO()
        image.save(png, "PNG", optimize=True)
        Output(file).write(png.getvalue())
    return list(files)


def sheet(parsed: Sequence[tuple[list[Pictures], dict[str, bytes]]]) -> Image.Image:
    """Return one picture of all modes, a row each: the texts, their histograms and their figures."""
    width = _LEFT + len(HEADS) * (PANEL + _GAP)
    image = Image.new("L", (width, _TOP + len(parsed) * _ROW + (len(LEGEND) + 1) * _LINE), _PAPER)
    draw = ImageDraw.Draw(image)
    first = parsed[0][0][0]
    title = f"{first.picture}, {first.size} pixels, encrypted and decrypted on {first.core}/{first.extensions}"
    draw.text((_LEFT, 18), title, _INK, _font(22))
    for column, text in enumerate(HEADS):
        draw.text((_LEFT + column * (PANEL + _GAP), _TOP - 32), HEADS[text], _INK, _font(19))
    for row, (some, texts) in enumerate(parsed):
        top = _TOP + row * _ROW
        draw.text((20, top), some[0].mode.upper(), _INK, _font(26))
        name = some[0].algorithm.upper().rsplit("-", 1)
        draw.multiline_text((20, top + 36), "\n".join(name), _INK, _font(16), spacing=5)
        for column, record in enumerate(sorted(some, key=lambda r: list(HEADS).index(r.text))):
            _draw_panel(image, draw, panel_at(row, column), record, _pixels(record, texts))
    for line, words in enumerate(LEGEND):
        draw.text((_LEFT, _TOP + len(parsed) * _ROW + line * _LINE), words, _INK, _font(16))
    return image


def panel_at(row: int, column: int) -> tuple[int, int]:
    """Return the upper left corner of a panel."""
    return _LEFT + column * (PANEL + _GAP), _TOP + row * _ROW


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _pixels(record: Pictures, texts: dict[str, bytes]) -> np.ndarray:
    width, height = map(int, record.size.split("x"))
    return as_array(texts[record.text], width, height)


def _draw_panel(
    image: Image.Image, draw: ImageDraw.ImageDraw, at: tuple[int, int], record: Pictures, pixels: np.ndarray
) -> None:
    x, y = at
    shown = _fitted(pixels)
    left, top = x + (PANEL - shown.shape[1]) // 2, y + (PANEL - shown.shape[0]) // 2
    image.paste(Image.fromarray(shown), (left, top))
    if record.text == "tampered" and record.status == "done" and shown.size < pixels.size:
        _draw_loupe(image, draw, (x, y), pixels)
    draw.rectangle((left - 1, top - 1, left + shown.shape[1], top + shown.shape[0]), outline=_FAINT)
    y += PANEL + 10
    counts = np.array(record.histogram)
    heights = np.ceil(counts * (_CHART - 1) / counts.max()).astype(int)
    for value, bar in enumerate(heights):
        if bar:
            draw.line((x + value, y + _CHART - 1 - int(bar), x + value, y + _CHART - 1), _BAR)
    draw.line((x, y + _CHART, x + PANEL - 1, y + _CHART), _FAINT)
    draw.multiline_text((x, y + _CHART + 5), "\n".join(_lines(record)), _INK, _font(16), spacing=5)


def _fitted(pixels: np.ndarray) -> np.ndarray:
    """Return the pixels in the size of a panel: repeated, or only every second, third and so on. Pixels are not
    averaged, which would make noise look too grey.
    """
    longest = max(pixels.shape)
    if longest > PANEL:
        step = -(-longest // PANEL)
        return np.ascontiguousarray(pixels[::step, ::step])
    times = PANEL // longest
    return pixels.repeat(times, axis=0).repeat(times, axis=1)


def _draw_loupe(image: Image.Image, draw: ImageDraw.ImageDraw, at: tuple[int, int], pixels: np.ndarray) -> None:
    """Draw the pixels around the changed one, magnified, in the upper right corner."""
    (height, width), (across, down) = pixels.shape, _LOUPE
    top, left = max(0, height // 2 - down // 2), max(0, width // 2 - across // 2 + 8)
    cut = pixels[top : top + down, left : left + across].repeat(_TIMES, axis=0).repeat(_TIMES, axis=1)
    x, y = at[0] + PANEL - cut.shape[1] - 4, at[1] + 4
    draw.rectangle((x - 3, y - 3, x + cut.shape[1] + 2, y + cut.shape[0] + 2), fill=_PAPER, outline=_INK)
    image.paste(Image.fromarray(np.ascontiguousarray(cut)), (x, y))


def _lines(record: Pictures) -> list[str]:
    """Return entropy and repeated blocks, correlations, and the result of decryption."""
    if record.status == "refused":
        return ["refused: wrong tag", "all zero, no pixel released"]
    share = f"{100 * record.repeated_blocks / max(1, record.blocks):.0f} % of blocks repeated"
    wrong = record.differing_pixels
    last = {
        "decrypted": [f"{wrong} pixels wrong" if wrong else "equal to the original"],
        "tampered": [f"{wrong} pixels wrong, no error"],
    }.get(record.text, [])
    ways = [correlation(record[f"correlation{way}"], 2) for way in ("", "_vertical", "_diagonal")]
    return [f"{record.entropy_bits:.2f} bits, {share}", f"correlation {', '.join(ways)}", *last]
