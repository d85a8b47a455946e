# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of `vambrace bench -s FRAME`: cycles and memory of calls for frames of protocols."""

from collections.abc import Iterable, Iterator

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.frame import Frame
from vambrace.results.schema import Json
from vambrace.view.kind_table import Across, Pivot, groups

_OPERATION = Across("operation", ("{}", "cycles"))
_MEMORY = ("code", "code_bytes"), ("static", "static_bytes"), ("stack", "stack_bytes")


def grids(raw: Iterable[Json], every: bool = False) -> Iterator[Grid]:
    """Yield the tables of each core. Extension sets that leave a frame's program unchanged are omitted unless `every`
    is set.
    """
    records = [r for r in map(Frame.of, raw) if every or _gains(r)]
    for of_core in groups(records, "core"):
        place = _place(of_core[0])
        table = Pivot(
            "frame", ("frame", "extensions"), _OPERATION, ("bytes", "frame_bytes"), ("content", "content_bytes")
        )
        notes = ("bytes: the protected frame; a call protects it in place, key set-up not included",)
        yield table.grid(f"Cycles to protect and unprotect a frame on {place}", of_core, notes)
        each = [Across("operation", (f"{{}}: {head}", field)) for head, field in _MEMORY]
        table = Pivot("frame", ("frame", "extensions"), *each, ("keys", "key_bytes"), drop=True)
        notes = ("code: with key set-up; stack: the deepest of these runs; keys: the caller's key objects",)
        yield table.grid(f"Bytes of memory of these calls on {place}", of_core, notes)


def _gains(record: Frame) -> bool:
    return config.frames()[record.frame].gains_from(config.extension_set(record.extensions))


def _place(record: Frame) -> str:
    """Return the core of a record, followed by the settings that differ from the default."""
    caches = record.configuration.caches
    profile = "" if record.profile == "speed" else f", {record.profile} profile"
    return f"{record.core}{profile}{f', {caches} caches' if caches else ''}{columns.accesses(record)}"
