# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records and tables of `vambrace timing`."""

from collections.abc import Iterator
from dataclasses import asdict

from vambrace import __version__, rtl, store, tools
from vambrace.grid import Grid, number
from vambrace.records import SCHEMA
from vambrace.silicon import sta, synthesis
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import Subject
from vambrace.silicon.timing import ALL, INSIDE, RECIPES, Timing, constraints


def record(subject: Subject, timings: list[Timing], bare: Timing | None, liberty: Liberty) -> dict:
    """The record of one subject (docs/reference/records.md); `timings` are of its parts, `bare` of the core without
    extensions."""
    point = subject.point
    upstream = point.core.upstream if point else None
    slowest = max(timings, key=lambda t: t.period)
    core = next((t for t in timings if t.part.name == "core"), None)
    driver, load = constraints(liberty)
    return {
        "schema": SCHEMA,
        "record": "timing",
        **subject.names(),
        "part": slowest.part.name,
        "fmax_mhz": slowest.fmax,
        "period_ns": slowest.period,
        "spread": slowest.spread,
        "core_against_bare": core.fmax / bare.fmax - 1 if core and bare else None,
        "parts": {t.part.name: _part(t, liberty) for t in timings},
        "tools": {
            "vambrace": __version__, "pyosys": tools.version("pyosys"), "opensta": tools.version("sta"),
            **({upstream: rtl.version(upstream)} if upstream else {}),
        },
        "configuration": {
            "core_parameters": point.core.parameters if point else None,
            "liberty": liberty.name,
            "liberty_hash": liberty.digest,
            "flow": "timing",
            "recipes": list(RECIPES),
            "boundary": "registers at every port; reset not timed",
            "clock_slew_ns": sta.CLOCK_SLEW,
            "abc_driver": driver,
            "abc_load_ff": load,
            "wires": None,
        },
        "source_hash": store.digest([synthesis.source_hash(t.part) for t in timings]),
    }  # fmt: skip


def _part(timing: Timing, liberty: Liberty) -> dict:
    unit = liberty.nand2.area if liberty.nand2 else 0
    return {
        "module": timing.part.label,
        "fmax_mhz": timing.fmax,
        "fmax_inside_mhz": timing.fmax_inside,
        "period_ns": timing.period,
        "spread": timing.spread,
        "recipe": timing.recipe,
        "periods_ns": timing.periods,
        "kge_with_boundary": timing.area / unit / 1000 if unit else None,
        "paths": {group: {**asdict(c), "buffers": c.buffers} for group, c in timing.critical.items()},
    }


def grids(records: list[dict], paths: bool) -> Iterator[Grid]:
    """Yield the tables of points of each core and of blocks, and with `paths` each longest path cell by cell."""
    points = [r for r in records if r["core"]]
    for core in dict.fromkeys(r["core"] for r in points):
        yield _grid(f"{core}: clock", "extensions", [r for r in points if r["core"] == core])
    blocks = [r for r in records if r["block"]]
    if blocks:
        yield _grid("Blocks: clock", "block", blocks)
    for r in records if paths else ():
        yield _path_grid(r)


def _grid(title: str, name: str, records: list[dict]) -> Grid:
    rows = [_row(name, r) for r in records]
    kept = [head for head in rows[0] if name == "extensions" or head not in ("core over bare", "slowest")]
    return Grid(title, kept, [[row[head] for head in kept] for row in rows], _notes(records), names=1)


def _row(name: str, r: dict) -> dict[str, str]:
    part = r["parts"][r["part"]]
    path = part["paths"][ALL]
    inside = part["fmax_inside_mhz"]
    return {
        name: r[name],
        "MHz": f"{r['fmax_mhz']:.1f}",
        "ns": f"{r['period_ns']:.2f}",
        "core over bare": _percent(r["core_against_bare"], "+"),
        "spread": _percent(r["spread"]),
        "MHz inside": f"{inside:.1f}" if inside else "",
        "cells": number(len(path["stages"])),
        "buffers": number(path["buffers"]),
        "slowest": r["part"],
        "from": _short(path["start"]),
        "to": _short(path["end"]),
    }


def _percent(value: float | None, sign: str = "") -> str:
    return "" if value is None else f"{100 * value:{sign}.1f} %"


def _short(register: str) -> str:
    """The last names of a register: `u_core.id_stage.instr_q[3]` is `instr_q[3]`."""
    return register.rsplit(".", 1)[-1]


def _notes(records: list[dict]) -> tuple[str, ...]:
    c = records[0]["configuration"]
    versions = ", ".join(f"{name} {version}" for name, version in records[0]["tools"].items())
    return (
        f"{c['liberty']}, typical corner; no wires, ideal clock; from_ and to_ are registers at the ports;",
        "inside: without the paths from or to these; cells: of the longest path, its first register included",
        f"best of {len(c['recipes'])} recipes of abc, spread: how much slower the worst is; {versions}",
    )


def _path_grid(r: dict) -> Grid:
    part = r["parts"][r["part"]]
    path = part["paths"][ALL]
    rows, at = [], 0.0
    for s in path["stages"]:
        at += s["delay"]
        edge = "rise" if s["rising"] else "fall"
        rows.append([s["cell"], s["net"], edge, f"{s['delay']:.3f}", f"{at:.3f}", f"{s['slew']:.3f}", str(s["fanout"]),
                     f"{s['load']:.4f}"])  # fmt: skip
    rows.append(["setup", path["end"], "", f"{path['setup']:.3f}", f"{at + path['setup']:.3f}", "", "", ""])
    subject = r["block"] or f"{r['core']}/{r['extensions']}"
    title = f"{subject}, {part['module']}: from {path['start']} to {path['end']}"
    head = ["cell", "net", "edge", "ns", "at", "slew", "fanout", "load pF"]
    notes = tuple(
        f"longest path inside: from {p['start']} to {p['end']}, {p['period']:.3f} ns"
        for group, p in part["paths"].items() if group == INSIDE
    )  # fmt: skip
    return Grid(title, head, rows, notes, names=1)
