# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of `vambrace bench -s FRAME`: cycles and memory of calls for frames of protocols."""

from collections.abc import Iterable, Iterator

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.frame import Frame
from vambrace.results.column import Column
from vambrace.results.schema import Json
from vambrace.view.kind_table import Across, Pivot, groups

_CYCLES = Pivot("frame", ("frame", "operation"), Across("extensions", ("{}", "cycles")))
_MEMORY = Pivot(
    "frame",
    ("frame", "extensions"),
    Across("operation", ("code to {}", "code_bytes")),
    Column("static", against=lambda _, row: max(r.static_bytes for r in row)),
    Column("stack", against=lambda _, row: max(r.stack_bytes for r in row)),
    ("keys", "key_bytes"),
    drop=True,
)


def grids(raw: Iterable[Json], every: bool = False) -> Iterator[Grid]:
    """Yield the tables of each core. Extension sets that leave a frame's program unchanged are omitted unless `every`
    is set.
    """
    records = [r for r in map(Frame.of, raw) if every or _gains(r)]
    for of_core in groups(records, "core"):
        place = _place(of_core[0])
        frames = [some[0] for some in groups(of_core, "frame")]
        notes = ["key set-up not included", *(_lengths(r) for r in frames)]
        known, measured = list(config.extension_sets()), dict.fromkeys(r.extensions for r in of_core)
        order = [name for name in known if name in measured] + [name for name in measured if name not in known]
        yield _CYCLES.grid(f"Cycles to protect and unprotect a frame in place on {place}", of_core, notes, order)
        notes = ["code: with key set-up; stack: the deepest of these runs; keys: the caller's key objects"]
        yield _MEMORY.grid(
            f"Bytes of memory to set up keys and protect or unprotect a frame on {place}", of_core, notes
        )


def _lengths(record: Frame) -> str:
    return f"{record.frame}: {record.content_bytes} bytes of content in a frame of {record.frame_bytes} bytes"


def _gains(record: Frame) -> bool:
    return config.frames()[record.frame].gains_from(config.extension_set(record.extensions))


def _place(record: Frame) -> str:
    """Return the core of a record, followed by the settings that differ from the default."""
    caches = record.configuration.caches
    profile = "" if record.profile == "speed" else f", {record.profile} profile"
    return f"{record.core}{profile}{f', {caches} caches' if caches else ''}{columns.accesses(record)}"
