# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The metrics of a candidate: the measurements of each, and their computation from records.

Measurements have stages, the cheapest first: calls of the library, then area, timing and energy. Area and timing belong
to the hardware alone, so candidates with the same point share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.config import Point, engine_options
from vambrace.explore.mix import Packet
from vambrace.explore.parameters import Candidate
from vambrace.measure import bench, explore, planner
from vambrace.measure.planner import Measurement
from vambrace.results.schema import Json

#: In the order of measurement.
CALLS, AREA, TIMING, ENERGY = STAGES = ("calls", "area", "timing", "energy")


@dataclass(frozen=True)
class Metric:
    """A figure of a candidate."""

    stage: str
    unit: str
    meaning: str


METRICS = {
    "cycles": Metric(CALLS, "cycles", "cycles of a packet, the mean of the mix"),
    "worst": Metric(CALLS, "cycles", "cycles of the slowest packet of the mix"),
    "per_byte": Metric(CALLS, "cycles/byte", "cycles per byte of message and associated data, over the mix"),
    "code": Metric(CALLS, "bytes", "code of the library for these calls"),
    "static": Metric(CALLS, "bytes", "constants and variables of the library for these calls"),
    "stack": Metric(CALLS, "bytes", "deepest stack of the calls"),
    "key": Metric(CALLS, "bytes", "the expanded key"),
    "kge": Metric(AREA, "kGE", "cell area of the point"),
    "flip_flops": Metric(AREA, "", "flip-flops of the point"),
    "ns": Metric(TIMING, "ns", "shortest clock period of the point"),
    "nj": Metric(ENERGY, "nJ", "energy of a packet, the mean of the mix"),
}


def stages(names: Iterable[str]) -> list[str]:
    """Return the stages of some metrics, in their order."""
    wanted = {METRICS[name].stage for name in names}
    return [stage for stage in STAGES if stage in wanted]


def measurements(stage: str, candidate: Candidate, packets: Sequence[Packet]) -> list[Measurement]:
    """Return the measurements of a stage for a candidate. UsageError if it is impossible, such as energy of a core
    without netlists that run programs.
    """
    return list(_MEASUREMENTS[stage](candidate, packets))


def values(stage: str, records: Sequence[Json], packets: Sequence[Packet], operation: str) -> dict[str, float]:
    """Return the metrics from the records of a stage's measurements."""
    return _VALUES[stage](records, packets, operation)


def _calls(candidate: Candidate, packets: Sequence[Packet]) -> Iterable[Measurement]:
    default_compiler = candidate.point.compiler == config.GCC and not candidate.point.optimisation
    usual = candidate.waits == explore.Waits() and default_compiler
    _check_buffer(candidate, packets)
    for packet in packets:
        call = _simulated(candidate, packet), candidate.algorithm, packet.scenario
        named = call[0].extensions.name in config.extension_sets()
        if usual and named and packet.scenario.name in config.scenarios():  # which others measure too
            yield planner.measurement("bench", bench.Task(*call))
        else:
            yield planner.measurement("explore", explore.Task(*call, waits=candidate.waits))


def _check_buffer(candidate: Candidate, packets: Sequence[Packet]) -> None:
    """Raise UsageError if the engine cannot open a packet that is longer than the unverified plaintext buffer."""
    if not candidate.point.extensions.engine or candidate.algorithm.kind != "aead":
        return
    twice, bindings = (int(candidate.values[name]) for name in ("TwoPasses", "Bindings"))
    if twice and not bindings:
        return
    room = 4 * (int(candidate.values["HoldWords"]) - 1)
    longest = max(packet.scenario.message for packet in packets)
    if twice and longest > room // 16 * 16 * (bindings + 1) and longest > room:
        raise UsageError(f"the engine cannot open {longest} bytes: give more HoldWords or Bindings")
    if not twice and longest > room:
        words = longest // 4 + 2
        raise UsageError(f"the engine cannot open {longest} bytes: give HoldWords = {words} or more, or TwoPasses = 1")


def _simulated(candidate: Candidate, packet: Packet) -> Point:
    """Return a point with the same cycles, as simple as possible, so that candidates share models: without options of
    the engine that do not affect this call, such as other cipher units, or the size of a buffer in which the packet
    fits (tests/rtl/test_simulated_options.py).
    """
    accelerator = candidate.point.extensions.accelerator
    if accelerator is None or not accelerator.options:
        return candidate.point
    unnoticed = {"TwoPasses", "Watchdog", *engine_options.own(candidate.algorithm.name)}
    room = 4 * (min(int(candidate.values["HoldWords"]), engine_options.options()["HoldWords"].default) - 1)
    if packet.scenario.message <= room:
        unnoticed |= {"HoldWords", "Bindings"}
    noticed = {name: value for name, value in accelerator.options if name not in unnoticed}
    base = config.extension_sets()[candidate.point.extensions.base]
    return replace(candidate.point, extensions=config.with_options(base, noticed))


def _hardware(candidate: Candidate) -> Point:
    """Return the point without properties of its programs only."""
    return Point(candidate.point.core, candidate.point.extensions)


def _area(candidate: Candidate, packets: Sequence[Packet]) -> Iterable[Measurement]:
    from vambrace.measure.area import Task
    from vambrace.silicon import parts

    yield planner.measurement("area", Task(parts.of_point(_hardware(candidate))))


def _timing(candidate: Candidate, packets: Sequence[Packet]) -> Iterable[Measurement]:
    from vambrace.measure.timing import Task
    from vambrace.silicon import parts

    yield planner.measurement("timing", Task(parts.of_point(_hardware(candidate))))


def _energy(candidate: Candidate, packets: Sequence[Packet]) -> Iterable[Measurement]:
    from vambrace.measure.energy import Options, tasks

    if candidate.waits != explore.Waits():
        raise UsageError("energy is measured without wait states: leave out nj, or wait_instr, wait_data and wait_mem")
    for packet in packets:
        call = bench.Task(candidate.point, candidate.algorithm, packet.scenario)
        yield from (planner.measurement("energy", task) for task in tasks([call], Options()))


_MEASUREMENTS: dict[str, Callable[[Candidate, Sequence[Packet]], Iterable[Measurement]]] = {
    CALLS: _calls,
    AREA: _area,
    TIMING: _timing,
    ENERGY: _energy,
}


def _shares(records: Sequence[Json], packets: Sequence[Packet], operation: str) -> list[tuple[Json, float]]:
    """Return the records of the operations that count, each with its share."""
    by_name: dict[str, list[Json]] = {}
    for record in records:
        by_name.setdefault(record["scenario"], []).append(record)
    shares = []
    for packet in packets:
        some = [r for r in by_name[packet.scenario.name] if operation in ("both", r["operation"])]
        some = some or by_name[packet.scenario.name]  # hashes and MACs have one operation
        shares += [(record, packet.share / len(some)) for record in some]
    return shares


def _of_calls(records: Sequence[Json], packets: Sequence[Packet], operation: str) -> dict[str, float]:
    shares = _shares(records, packets, operation)
    cycles = sum(record["cycles"] * share for record, share in shares)
    size = sum((record["ad_bytes"] + record["message_bytes"]) * share for record, share in shares)
    metrics: dict[str, float] = {"cycles": cycles, "worst": max(record["cycles"] for record, _ in shares)}
    if size:
        metrics["per_byte"] = cycles / size
    for name in ("code", "static", "stack", "key"):
        metrics[name] = max(record[f"{name}_bytes"] for record, _ in shares)
    return metrics


def _of_area(records: Sequence[Json], packets: Sequence[Packet], operation: str) -> dict[str, float]:
    return {"kge": records[0]["kge"], "flip_flops": records[0]["flip_flops"]}


def _of_timing(records: Sequence[Json], packets: Sequence[Packet], operation: str) -> dict[str, float]:
    return {"ns": records[0]["period_ns"]}


def _of_energy(records: Sequence[Json], packets: Sequence[Packet], operation: str) -> dict[str, float]:
    return {"nj": sum(record["total_nj"] * share for record, share in _shares(records, packets, operation))}


_VALUES: Mapping[str, Callable[[Sequence[Json], Sequence[Packet], str], dict[str, float]]] = {
    CALLS: _of_calls,
    AREA: _of_area,
    TIMING: _of_timing,
    ENERGY: _of_energy,
}
