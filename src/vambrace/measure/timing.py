# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of `vambrace timing`."""

from dataclasses import asdict

from vambrace import __version__
from vambrace.base import store, tools
from vambrace.hardware import rtl
from vambrace.results.records import SCHEMA
from vambrace.silicon import sta, synthesis
from vambrace.silicon.liberty import Liberty
from vambrace.silicon.parts import Subject
from vambrace.silicon.timing import RECIPES, Timing, constraints


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
