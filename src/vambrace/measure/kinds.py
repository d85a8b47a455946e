# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How records of each kind are measured: the one table that vambrace.measure.engine goes by.

A kind of record is one entry of KINDS: what a selector (vambrace.measure.selectors) at one of its points asks for, as
a task; what tells that task from all others; the records that it makes; and from which sources and tools. A task makes
as many records as its measurement gives at once: both directions of a packet, all lengths of a latency.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from vambrace import config
from vambrace.analysis import profile
from vambrace.config import Algorithm, Point, Scenario
from vambrace.hardware import model as model_module
from vambrace.measure import bench, latency, memory, throughput
from vambrace.measure.selectors import Selector
from vambrace.results.kept import COMPILERS, FIRMWARE, HARDWARE, SYNTHESIS, Origin
from vambrace.results.records import make_record
from vambrace.silicon import parts


@dataclass(frozen=True)
class Kind:
    task: Callable[[Selector, str], Any]  # what a selector asks for at a point, "" where it has none
    name: Callable[[Any], tuple[str, ...]]  # what tells a task from the others, as text
    records: Callable[[Any], list[dict]]
    origin: Origin
    seconds: Callable[[Any], float]  # of one processor, roughly, where nothing of it is in the cache


def _scenario(name: str) -> Scenario:
    known = config.scenarios()
    return known[name] if name in known else throughput.scenario(int(name.split()[0]))


def _point(selector: Selector, point: str) -> Point:
    return replace(config.point(point), profile=selector.get("profile") or "speed")


def _algorithm(selector: Selector) -> Algorithm:
    return config.algorithms()[selector.get("algorithm")]


def _call(selector: Selector, point: str) -> bench.Task:
    cold = selector.get("caches") == "cold"
    return bench.Task(_point(selector, point), _algorithm(selector), _scenario(selector.get("scenario")), cold=cold)


def _call_name(task: bench.Task) -> tuple[str, ...]:
    shape, algorithm = task.scenario, task.algorithm
    peer = (task.peer.name, *task.peer.flags) if task.peer else ()
    return (task.point.name, algorithm.name, str(algorithm.nonce), str(algorithm.tag), shape.name, str(shape.ad),
            str(shape.message), task.caches or "", *peer)  # fmt: skip


def _latency(selector: Selector, point: str) -> latency.Task:
    bits = 8 * _algorithm(selector).key
    at = config.point(point)
    rounds = selector.get("rounds") if at.extensions.units else "1"
    return latency.Task(at, bits, selector.get("caches") == "cold", rounds)


@dataclass(frozen=True)
class ProfileTask:
    """One call whose steps are counted."""

    call: bench.Task
    operation: str

    @property
    def label(self) -> str:
        return f"{self.call.label} {self.operation} profile"

    @property
    def model(self) -> model_module.ModelSpec:
        return self.call.model


def _profile_records(task: ProfileTask) -> list[dict]:
    """The file that `vambrace profile --json` writes as a record: its scenario is a name, like that of others."""
    call = task.call
    found = profile.measure(call.algorithm, call.point, call.scenario, task.operation)
    whole = profile.as_json(found, call.algorithm, call.point, call.scenario, task.operation)
    return [{**whole, "record": "profile", "scenario": call.scenario.name, "ad_bytes": call.scenario.ad,
             "message_bytes": call.algorithm.whole(call.scenario.message)}]  # fmt: skip


def _subject(selector: Selector, point: str) -> parts.Subject:
    return parts.of_point(config.point(point)) if point else parts.blocks()[selector.block]


def _area_records(subject: parts.Subject) -> list[dict]:
    from vambrace.measure import area
    from vambrace.silicon import liberty, synthesis

    library = liberty.load(liberty.default_path())
    netlists = tuple(synthesis.netlist(part, library) for part in subject.parts)
    return [area.record(area.Area(subject, library, netlists))]


def _fpga_records(subject: parts.Subject) -> list[dict]:
    from vambrace.measure import fpga as fpga_table
    from vambrace.silicon import fpga

    return [fpga_table.record(subject, [fpga.resources(part) for part in subject.parts], None)]


def _energy_records(task: bench.Task) -> list[dict]:
    from vambrace.measure import energy

    return energy.measure(energy.Task(task, energy.Options(energy.library_of(None))))


def _energy_seconds(task: bench.Task) -> float:
    """Half a minute of synthesis, and 35,000 cycles a second of software both ways, 200 for each byte at most; an
    engine's netlist takes minutes, and its calls are short."""
    if task.point.extensions.engine or task.point.extensions.aes_unit:
        return 240
    return 40 + 0.01 * (task.scenario.ad + task.scenario.message)


def _synthesis_seconds(subject: parts.Subject) -> float:
    generated = any(part.generated for part in subject.parts)
    return 300 if generated else 45 * len(subject.parts)


def _ciphers(selector: Selector, point: str) -> Any:
    from vambrace.measure.studies import ciphers

    (task,) = ciphers.tasks([selector.get("cipher")], config.point(point).core.name)
    return task


def _cipher_records(task: Any) -> list[dict]:
    from vambrace.measure.studies import ciphers

    return ciphers.measure(task)


def _pictures(selector: Selector, point: str) -> Any:
    from vambrace.measure.studies import pictures

    (task,) = pictures.tasks([selector.get("size")], [selector.get("mode")], point)
    return task


def _picture_records(task: Any) -> list[dict]:
    from vambrace.measure.studies import pictures

    return pictures.measure(task)


def _ascon64(selector: Selector, point: str) -> Any:
    from vambrace.measure.studies import ascon64

    size = int(selector.get("scenario").split()[0])
    return ascon64.Task(ascon64.STYLES[selector.get("style")], selector.get("algorithm") or "ascon-128", size)


def _ascon64_records(task: Any) -> list[dict]:
    from vambrace.measure.studies import ascon64

    return ascon64.measure(task)


KINDS: dict[str, Kind] = {
    "bench": Kind(
        _call, _call_name, lambda t: [make_record(m) for m in bench.measure(t)],
        Origin("vambrace.measure.bench", (*HARDWARE, *FIRMWARE)), lambda t: 2,
    ),
    "throughput": Kind(
        _call, _call_name, lambda t: [make_record(m, "throughput") for m in bench.measure(t)],
        Origin("vambrace.measure.bench", (*HARDWARE, *FIRMWARE)), lambda t: 2,
    ),
    "latency": Kind(
        _latency, lambda t: (t.point.name, str(t.key_bits), t.caches, t.rounds, str(t.runs)), latency.measure,
        Origin("vambrace.measure.latency", (*HARDWARE, *FIRMWARE)), lambda t: 15,
    ),
    "profile": Kind(
        lambda s, p: ProfileTask(_call(s, p), s.get("operation")), lambda t: (*_call_name(t.call), t.operation),
        _profile_records, Origin("vambrace.analysis.profile"), lambda t: 2,
    ),
    "memory": Kind(
        lambda s, p: memory.Task(_point(s, p), _algorithm(s)), lambda t: (t.point.name, t.algorithm.name),
        memory.records, Origin("vambrace.measure.memory", (*HARDWARE, *FIRMWARE)), lambda t: 10,
    ),
    "area": Kind(
        _subject, lambda t: (t.name,), _area_records,
        Origin("vambrace.measure.area", HARDWARE, SYNTHESIS), _synthesis_seconds,
    ),
    "fpga": Kind(
        _subject, lambda t: (t.name,), _fpga_records,
        Origin("vambrace.measure.fpga", HARDWARE, SYNTHESIS), _synthesis_seconds,
    ),
    "energy": Kind(
        _call, _call_name, _energy_records,
        Origin("vambrace.measure.energy", (*HARDWARE, *FIRMWARE), (*COMPILERS, *SYNTHESIS)),
        _energy_seconds,
    ),
    "ciphers": Kind(
        _ciphers, lambda t: (t.cipher.name, t.point.name, *t.flags), _cipher_records,
        Origin("vambrace.measure.studies.ciphers", (*HARDWARE, *FIRMWARE, "studies/ciphers/*")), lambda t: 1,
    ),
    "pictures": Kind(
        _pictures, lambda t: (*t.picture.identity, t.algorithm.name, t.point.name), _picture_records,
        Origin("vambrace.measure.studies.pictures"), lambda t: 10,
    ),
    "ascon64": Kind(
        _ascon64, lambda t: (t.core, t.extensions, t.style.name, t.algorithm, str(t.size)), _ascon64_records,
        Origin("vambrace.measure.studies.ascon64", (*HARDWARE, *FIRMWARE, "studies/ascon64/*"), (*COMPILERS, "spike")),
        lambda t: 1 + min(t.size, 64 << 10) / 1000,
    ),
}  # fmt: skip

#: Kinds whose records take long: minutes each where nothing of them is in the cache.
LONG = ("area", "fpga", "energy")
