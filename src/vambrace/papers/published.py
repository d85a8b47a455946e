# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Published figures of configs/papers, by their counterparts, and our targets."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from vambrace.base.paths import root
from vambrace.papers import figures as papers
from vambrace.papers.figures import Cell, Table
from vambrace.results.kind import Selector
from vambrace.results.schema import Json

_REF = "ibex-ref"


def cycles(algorithm: str, extensions: str, scenario: str) -> float | None:
    """Return the published cycles for sealing on ibex-ref, or None."""
    wanted = {"algorithm": algorithm, "scenario": scenario, "operation": "seal"}
    return _figure("bench", f"{_REF}/{extensions}", "cycles", "value", wanted)


def memory(algorithm: str, extensions: str) -> float | None:
    """Return the published memory (stack, code and static bytes) on ibex-ref, or None."""
    wanted = {"algorithm": algorithm, "operation": "seal"}
    return _figure("memory", f"{_REF}/{extensions}", "sum_bytes", "value", wanted)


def area(extensions: str) -> float | None:
    """Return the published kGE of the core with an extension set, at 28 nm, or None."""
    return _figure("area", f"{_REF}/{extensions}", "kge", "value", {})


@dataclass(frozen=True)
class Latency:
    """A paper's latency for init or for this many bytes, and our target; None: no figure."""

    published: float | None = None
    target: float | None = None


def latency(extensions: str, key_bits: int, operation: str, message_bytes: int, by: str, until: str) -> Latency:
    """Return these for FAC-V's experiment on rocket. The published figures are for a call for each block; a target is
    for bare commands, for both directions and all key sizes.
    """
    scenario = "init" if operation == "init" else f"{message_bytes} bytes"
    wanted = {
        "algorithm": f"aes-{key_bits}-ecb",
        "scenario": scenario,
        "operation": operation,
        "by": by,
        "until": until,
    }
    if by == "block calls":
        return Latency(published=_figure("latency", f"rocket/{extensions}", "cycles", "value", wanted))
    column = scenario.removesuffix(" bytes")
    aims = [row["cycles"].get(column) for row in _targets() if extensions in row["extensions"]]
    return Latency(target=next(iter(aims), None) if by == "commands" else None)


def joined(records: Iterable[Json]) -> list[Json]:
    """Return records with the published figures in the fields of `bench`, `memory` and `latency` records, where these
    are empty.
    """
    return [_joined(r, kind) if (kind := r.get("record")) in _JOINS else r for r in records]


def _joined(r: Json, kind: str) -> Json:
    return {**r, **{name: figure for name, figure in _JOINS[kind](r).items() if r.get(name) is None}}


def _of_packet(r: Json) -> Json:
    ours = r["library"] == "vambrace" and (r["core"], r["operation"]) == (_REF, "seal")
    return {
        "published_cycles": cycles(r["algorithm"], r["extensions"], r["scenario"]) if ours else None,
        "published_bytes": memory(r["algorithm"], r["extensions"]) if ours else None,
    }


def _of_memory(r: Json) -> Json:
    ours = (r["core"], r["operation"]) == (_REF, "seal")
    return {"published_bytes": memory(r["algorithm"], r["extensions"]) if ours else None}


def _of_latency(r: Json) -> Json:
    bits = int(r["algorithm"].split("-")[1])
    known = latency(r["extensions"], bits, r["operation"], r["message_bytes"], r["by"], r["until"])
    warm = r["configuration"]["caches"] == "warm"
    return {"published_cycles": known.published, "target_cycles": known.target if warm else None}


_JOINS = {"bench": _of_packet, "throughput": _of_packet, "memory": _of_memory, "latency": _of_latency}


def _figure(record: str, point: str, metric: str, show: str, wanted: dict[str, str]) -> float | None:
    """Return the figure that such a record is compared with, in the record's unit. If several papers have one, they
    agree: tests/unit/test_papers.py.
    """
    for table, cell, own in _cells(record, metric, show):
        if point in own.points and all(own.get(name) == value for name, value in wanted.items()):
            return cell.figure if cell.figure is None or table.scale == 1 else cell.figure / table.scale
    return None


@cache
def _cells(record: str, metric: str, show: str) -> list[tuple[Table, Cell, Selector]]:
    return list(_matching(record, metric, show))


def _matching(record: str, metric: str, show: str) -> Iterator[tuple[Table, Cell, Selector]]:
    for table, cell in papers.cells():
        own = cell.own
        same = own and own.record == record and own.metrics == (metric,) and cell.show == show
        if own and same and "window" not in dict(cell.setting.unlike):
            yield table, cell, own


@cache
def _targets() -> list[Json]:
    found: list[Json] = tomllib.loads((root() / "configs" / "targets.toml").read_text())["latency"]
    return found
