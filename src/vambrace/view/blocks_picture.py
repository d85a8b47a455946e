# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A diagram of all couplings, as an SVG: a row for each port and bus, a column for each core, and a mark for each
accelerator connected there. It is as narrow as a phone's screen, so that the text is readable on one.
"""

from html import escape
from typing import TypeVar

from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.config import parameters
from vambrace.view import svg_file
from vambrace.view.themes import FONT, Theme

_T = TypeVar("_T")

#: Upstream cores of points, each with its accelerator port.
_CORES = {"ibex": ("Ibex", "accelerator port"), "cv32e40x": ("CV32E40X", "CV-X-IF"), "rocket": ("Rocket", "RoCC")}
_BUSES = {"obi": "OBI", "axi4l": "AXI4-Lite", "tlul": "TileLink-UL"}
_FAMILIES = {"aes": "AES", "ascon": "Ascon", "chacha20": "ChaCha20-Poly1305"}
_UNITS, _AES, _ENGINE = "function units", "AES unit", "AEAD engine"
_ANY = "your SoC"

#: Ports of cores and buses, each with its adapter blocks in configs/.
WAYS = {
    "accelerator port": ("accel",),
    "CV-X-IF": ("xif", "xif-ise"),
    "RoCC": ("rocc", "rocc-mem"),
    "CFU": ("cfu",),
    "OBI": ("couple-obi",),
    "AXI4-Lite": ("couple-axi4l",),
    "AXI4": ("axi-mem", "axi-mem-16", "axi-single"),
    "AXI-Stream": ("axis", "axis-64", "axis-128"),
    "TileLink-UL": ("couple-tlul", "tl-mem", "tl-mem-ordered"),
    "AHB-Lite": ("couple-ahb", "ahb-mem"),
    "APB": ("couple-apb",),
    "Wishbone": ("couple-wb", "couple-wb-standard", "wb-mem"),
}
_PORTS = 4  # the number of ports among these; the others are buses

#: Cores that tests simulate with an accelerator and that have no points: tests/rtl/test_host_*.py.
_HOSTS = (
    ("VexRiscv", "CFU", _UNITS),
    ("VexRiscv", "Wishbone", _ENGINE),
    ("NEORV32", "CFU", _UNITS),
    ("NEORV32", "Wishbone", _ENGINE),
    ("CVA6", "CV-X-IF", _UNITS),
    ("CVA6", "Wishbone", _ENGINE),
)

_WIDTH = 400
_LEFT, _COLUMN = 118, 36  # pixels: the width of the row names, and of a column
_HEAD, _GROUP, _ROW, _NOTE = 74, 24, 25, 17
_SLOT = 11.5  # pixels between two marks in a cell


def couplings() -> dict[tuple[str, str, str], None]:
    """Return all couplings: core, port or bus, and accelerator, each once and in the order of configs/."""
    triples: dict[tuple[str, str, str], None] = {}
    for point in config.points().values():
        core, port = _entry(_CORES, point.core.upstream)
        if point.extensions.instructions:
            triples[core, port, _UNITS] = None
        if point.extensions.accelerator:
            bus = point.extensions.accelerator.bus
            way = port if bus == "port" else _entry(_BUSES, bus)
            triples[core, way, _ENGINE if point.extensions.engine else _AES] = None
    triples |= dict.fromkeys(_HOSTS)
    return triples | dict.fromkeys((_ANY, way, _ENGINE) for way in list(WAYS)[_PORTS:])


def _entry(known: dict[str, _T], name: str) -> _T:
    if name not in known:
        raise VambraceError(f"vambrace.view.blocks_picture has no name for '{name}' of configs/")
    return known[name]


def _notes() -> dict[str, tuple[str, str]]:
    """Return, for each accelerator, the text after its name and the text on the next line, below the rows."""
    units = list(parameters.INSTRUCTIONS.values())
    engine = config.extension_sets()["engine"]
    names = dict.fromkeys(n.split("-")[0] for n, a in config.algorithms().items() if a.gains_from(engine))
    return {
        _UNITS: (", instructions of the core", ", ".join(units)),
        _AES: (", one block at a time", "modes run in software"),
        _ENGINE: (", whole messages", ", ".join(_entry(_FAMILIES, n) for n in names)),
    }


def svg(theme: Theme) -> str:
    drawn = couplings()
    cores = list(dict.fromkeys(core for core, _, _ in drawn))
    notes = _notes()
    slots = {name: n for n, name in enumerate(notes)}
    parts: list[str] = []
    for n, core in enumerate(cores):
        parts.append(_text(_LEFT + (n + 0.5) * _COLUMN - 3, _HEAD - 8, core, 13, theme.ink, "600", turn=-50))
    y = _HEAD
    tall = 2 * _GROUP + len(WAYS) * _ROW
    for n in range(0, len(cores), 2):
        box = f'x="{_LEFT + n * _COLUMN}" y="{y}" width="{_COLUMN}" height="{tall}"'
        parts.append(f'<rect {box} fill="{theme.raised}"/>')
    for n, way in enumerate(WAYS):
        if n in (0, _PORTS):
            parts.append(_text(0, y + 17, "instructions" if n == 0 else "buses", 12, theme.soft))
            y += _GROUP
        parts.append(f'<path d="M0,{y:g}H{_WIDTH - 1}" stroke="{theme.line}" stroke-width="1"/>')
        parts.append(_text(0, y + 17, way, 13, theme.ink))
        for core, _, target in (c for c in drawn if c[1] == way):
            x = _LEFT + (cores.index(core) + 0.5) * _COLUMN + (slots[target] - 1) * _SLOT
            parts.append(_mark(slots[target], x, y + _ROW / 2, theme))
        y += _ROW
    parts.append(f'<path d="M0,{y:g}H{_WIDTH - 1}" stroke="{theme.line}" stroke-width="1"/>')
    y += 10
    for name, labels in notes.items():
        parts.append(_mark(slots[name], 6, y + 10, theme))
        parts.append(_text(20, y + 14.5, name, 13, theme.ink, "600", after=labels[0]))
        parts.append(_text(20, y + 14.5 + _NOTE, labels[1], 12, theme.soft))
        y += 2 * _NOTE + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y:g}" width="{_WIDTH}" height="{y:g}" '
        f'font-family="{FONT}">',
        "<!-- Written by vambrace points -->",
        *parts,
        "</svg>",
    ]
    words = "; ".join(f"{core} by {way}: {target}" for core, way, target in drawn)
    return svg_file.described("\n".join(parts) + "\n", "What couples to what", words)


def _mark(slot: int, x: float, y: float, theme: Theme) -> str:
    """Return a circle, a triangle or a square."""
    shapes = (
        f"M{x - 4.2:g},{y:g}a4.2,4.2 0 1,0 8.4,0a4.2,4.2 0 1,0 -8.4,0z",
        f"M{x - 4.8:g},{y + 4:g}h9.6l-4.8,-8.4z",
        f"M{x - 4:g},{y - 4:g}h8v8h-8z",
    )
    return f'<path class="mark" d="{shapes[slot]}" fill="{theme.series[slot]}"/>'


def _text(
    x: float, y: float, text: str, size: int, colour: str, weight: str = "400", turn: int = 0, after: str = ""
) -> str:
    attributes = f'font-size="{size}" font-weight="{weight}" fill="{colour}"'
    turned = f' transform="rotate({turn} {x:g} {y:g})"' if turn else ""
    rest = f'<tspan font-weight="400">{escape(after)}</tspan>' if after else ""
    return f'<text x="{x:g}" y="{y:g}" {attributes}{turned}>{escape(text)}{rest}</text>'
