# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of cipher cores by themselves as a table."""

from collections.abc import Iterator

from vambrace.base.grid import Grid, number
from vambrace.results.schema import Json


def grids(records: list[Json]) -> Iterator[Grid]:
    """Yield a table for each clock."""
    head = ["block", "algorithm", "operation", "bytes", "cycles", "key", "cycles per block", "bits per cycle", "Mbit/s"]
    for clock in dict.fromkeys(r["clock"] for r in records):
        rows = [_row(r) for r in records if r["clock"] == clock]
        notes = (f"Mbit/s at {clock}; a key that starts together with its message is in the message's cycles",)
        yield Grid("Cipher cores by themselves", head, rows, notes, names=3)


def _row(r: Json) -> list[str]:
    figures = [number(r["message_bytes"]), number(r["cycles"]), number(r["key_cycles"])]
    rates = [f"{r['cycles_per_block']:.2f}", f"{r['bits_per_cycle']:.2f}", f"{r['mbit_per_s']:,.0f}"]
    return [r["block"], r["algorithm"], r["operation"], *figures, *rates]
