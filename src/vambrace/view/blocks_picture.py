# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What couples to what, as an SVG: cores at the left, ports and buses in the middle, at the right what accelerates.
A line stands for a point of configs/ that has both."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeVar

from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.config import parameters
from vambrace.view.themes import FONT, Theme

_T = TypeVar("_T")

_WIDTH = 900
_HEADS = ("cores", "ports and buses", "accelerators")
_COLUMNS = ((0, 190), (305, 160), (580, 320))  # left edge and width, in pixels
_TOP, _BOTTOM, _GAP = 34, 8, 14

#: Upstream cores, and what their accelerator port is.
_CORES = {
    "ibex": ("Ibex", "accelerator port"),
    "cv32e40x": ("CV32E40X", "CV-X-IF"),
    "rocket": ("Rocket", "RoCC"),
}
_BUSES = {"obi": "OBI", "axi4l": "AXI4-Lite", "tlul": "TileLink-UL"}
_FAMILIES = {"aes": "AES", "ascon": "Ascon", "chacha20": "ChaCha20-Poly1305"}
_UNITS, _AES, _ENGINE = "function units", "AES unit", "AEAD engine"


@dataclass(frozen=True)
class _Box:
    name: str
    notes: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


def couplings() -> dict[tuple[str, str, str], None]:
    """What couples to what: upstream core, port or bus, accelerator, each once and in the order of configs/."""
    found: dict[tuple[str, str, str], None] = {}
    for point in config.points().values():
        core, port = _of(_CORES, point.core.upstream)
        if point.extensions.instructions:
            found[core, port, _UNITS] = None
        if point.extensions.accelerator:
            bus = point.extensions.accelerator.bus
            way = port if bus == "port" else _of(_BUSES, bus)
            found[core, way, _ENGINE if point.extensions.engine else _AES] = None
    return found


def _of(known: dict[str, _T], name: str) -> _T:
    if name not in known:
        raise VambraceError(f"vambrace.view.blocks_picture has no name for '{name}' of configs/")
    return known[name]


def _notes(name: str) -> tuple[str, ...]:
    """What a box says below its name."""
    if name == _UNITS:
        units = list(parameters.INSTRUCTIONS.values())
        return ("one cycle, beside the ALU", ", ".join(units))
    if name == _AES:
        return ("blocks, from memory or registers",)
    engine = config.extension_sets()["engine"]
    names = dict.fromkeys(n.split("-")[0] for n, a in config.algorithms().items() if a.gains_from(engine))
    return ("whole messages, from memory to memory", ", ".join(_of(_FAMILIES, n) for n in names))


def svg(theme: Theme) -> str:
    found = couplings()
    middle = [port for _, port in _CORES.values()] + list(_BUSES.values())
    names = {c: [n for n, core in config.cores().items() if _of(_CORES, core.upstream)[0] == c] for c, _, _ in found}
    right = [n for n in (_UNITS, _AES, _ENGINE) if any(n == target for _, _, target in found)]
    used = [n for n in middle if any(n == way for _, way, _ in found)]
    heights = (66, 40, 78)
    height = _TOP + len(used) * heights[1] + (len(used) - 1) * _GAP + _BOTTOM
    boxes = (
        _column(0, [(n, tuple(_lines(cores))) for n, cores in names.items()], heights[0], height),
        _column(1, [(n, ()) for n in used], heights[1], height),
        _column(2, [(n, _notes(n)) for n in right], heights[2], height),
    )
    colours = dict(zip(right, theme.series, strict=False))
    words = "; ".join(f"{core} by {way}: {target}" for core, way, target in found)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'font-family="{FONT}" role="img" aria-labelledby="title desc">',
        '<title id="title">What couples to what</title>',
        f'<desc id="desc">{escape(words)}</desc>',
        "<!-- Written by vambrace points -->",
    ]
    for (x, width), head in zip(_COLUMNS, _HEADS, strict=True):
        parts.append(_text(x + width / 2, 16, head, 13, theme.soft))
    for core, way in dict.fromkeys((core, way) for core, way, _ in found):
        parts.append(_curve(boxes[0][core], boxes[1][way], theme.soft))
    for way, target in dict.fromkeys((way, target) for _, way, target in found):
        parts.append(_curve(boxes[1][way], boxes[2][target], colours[target]))
    for column, some in enumerate(boxes):
        for box in some.values():
            parts += _drawn(box, theme, colours[box.name] if column == 2 else theme.soft)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _lines(names: Sequence[str]) -> Iterator[str]:
    """Names in lines of at most two."""
    for i in range(0, len(names), 2):
        yield ", ".join(names[i : i + 2])


def _column(number: int, some: list[tuple[str, tuple[str, ...]]], tall: float, height: float) -> dict[str, _Box]:
    """Boxes below each other, spread over the height."""
    x, width = _COLUMNS[number]
    room = height - _TOP - _BOTTOM
    gap = (room - len(some) * tall) / (len(some) - 1)
    return {name: _Box(name, notes, x, _TOP + n * (tall + gap), width, tall) for n, (name, notes) in enumerate(some)}


def _curve(a: _Box, b: _Box, colour: str) -> str:
    x1, x2 = a.x + a.width, b.x
    bend = (x2 - x1) / 2
    path = f"M{x1:g},{a.middle:g}C{x1 + bend:g},{a.middle:g} {x2 - bend:g},{b.middle:g} {x2:g},{b.middle:g}"
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.6" opacity="0.8"/>'


def _drawn(box: _Box, theme: Theme, edge: str) -> Iterator[str]:
    yield (
        f'<rect x="{box.x + 0.75:g}" y="{box.y:g}" width="{box.width - 1.5:g}" height="{box.height:g}" rx="6" '
        f'fill="{theme.raised}" stroke="{edge}" stroke-width="1.5"/>'
    )
    middle = box.x + box.width / 2
    first = box.middle + 5 - 9 * len(box.notes)
    yield _text(middle, first, box.name, 15, theme.ink, "600")
    for n, note in enumerate(box.notes):
        yield _text(middle, first + 19 + 17 * n, note, 12, theme.soft)


def _text(x: float, y: float, text: str, size: int, colour: str, weight: str = "400") -> str:
    of = f'font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="middle"'
    return f'<text x="{x:g}" y="{y:g}" {of}>{escape(text)}</text>'
