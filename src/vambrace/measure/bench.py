# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures libvambrace on acceleration points: plans and executes runs, and makes records.

A run is one program on one core with one scenario, sealing and opening a packet. Its result is cached by the hash of
model, program and packet.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from vambrace import config
from vambrace.base import code, store
from vambrace.base.errors import UsageError
from vambrace.config import Algorithm, Peer, Point, Scenario, macros
from vambrace.hardware import model
from vambrace.measure import calls, needs, origins
from vambrace.measure.kinds.bench import Bench, Configuration
from vambrace.measure.measured import Measured
from vambrace.results.counters import Counters
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.records import versions
from vambrace.results.schema import Json
from vambrace.software import peers
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.jobs import ERR_TAG, KEY_CHANGED, KEY_LEFT, OK
from vambrace.software.running.simulate import Counts, Machine
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf


@dataclass(frozen=True)
class Task:
    """A program to run on a core: a point, an algorithm and a scenario."""

    point: Point
    algorithm: Algorithm
    scenario: Scenario
    peer: Peer | None = None  # another library instead of ours
    cold: bool = False  # with empty caches, if the core has any

    @property
    def machine(self) -> Machine:
        """The settings of the simulated system."""
        return aead.machine_of_jobs()

    @property
    def label(self) -> str:
        plain = self.point.extensions.name == "none"
        place = self.point.core.name if self.peer and plain else self.point.name
        name = f"{place} {self.peer.name}" if self.peer else place
        return f"{name} {self.algorithm.name} {self.scenario.name}{' cold' * (self.caches == 'cold')}"

    @property
    def caches(self) -> str | None:
        """Return the state of the caches at the beginning of a measured call: "warm", "cold", or None without
        caches.
        """
        if not self.point.core.caches:
            return None
        return "cold" if self.cold else "warm"

    @property
    def model(self) -> model.ModelSpec:
        return model.shared(self.point.core, self.point.extensions)

    @property
    def called(self) -> Algorithm:
        """Return the algorithm with the names of the measured calls."""
        return peers.called(self.peer, self.algorithm) if self.peer else self.algorithm

    def runner(self) -> Elf:
        flags = macros.job_caches(self.caches)
        if self.peer:
            return peers.runner(self.peer, self.algorithm, self.point, flags)
        return aead.runner(self.algorithm, self.point.build, flags)

    def footprint(self, operation: str) -> aead.Footprint:
        if self.peer:
            return peers.footprint(self.peer, self.algorithm, self.point, operation)
        return aead.footprint(self.algorithm, self.point.build, operation)


@dataclass(frozen=True)
class OperationCounts:
    point: Point
    algorithm: Algorithm
    scenario: Scenario
    operation: str  # one of config.OPERATIONS
    ad_bytes: int
    message_bytes: int
    counts: Counts  # of the operation, without key set-up
    key_setup: Counts
    footprint: aead.Footprint
    source_hash: str
    peer: Peer | None = None  # the measured library, if not ours
    caches: str | None = None  # "warm" or "cold"; None without caches


NO_KEY = Counts(cycles=0, instret=0, bytes_fetched=0, bytes_loaded=0, bytes_stored=0)  # hashes have no key


def tasks(points: list[Point], algorithms: list[str], scenarios: list[str], every: bool) -> list[Task]:
    """Return a task for each combination; extension sets that do not affect an algorithm only with `every`."""
    known = config.algorithms()
    return [
        Task(p, known[a], calls.scenario(s))
        for a in algorithms
        for s in scenarios
        for p in points
        if every or known[a].gains_from(p.extensions)
    ]


def peer_tasks(
    points: list[Point],
    algorithms: list[str],
    scenarios: list[str],
    flags: tuple[str, ...] = (),
    others: bool = False,
) -> list[Task]:
    """Return the tasks that measure other libraries on the cores of some points, compiled with additional flags.
    Fetches their sources. UsageError if none has an algorithm, unless there are `others`.
    """
    wanted = [p for p in config.peers().values() if any(a in p.algorithms for a in algorithms)]
    if not wanted and not others:
        known = dict.fromkeys(a for p in config.peers().values() for a in p.algorithms if a in config.algorithms())
        raise UsageError(f"no peer has {', '.join(algorithms)}; they have: {', '.join(known)}")
    peers.prepare(wanted)
    return _of_others(points, algorithms, scenarios, [replace(p, flags=flags) for p in wanted])


def checkout_tasks(points: list[Point], algorithms: list[str], scenarios: list[str], found: list[Peer]) -> list[Task]:
    """Return the tasks that measure peers from checkouts (vambrace.config.own) on the cores of some points, and copy
    the sources of those that have one of the algorithms.
    """
    wanted = [peer for peer in found if set(peer.algorithms) & set(algorithms)]
    peers.prepare(wanted)
    return _of_others(points, algorithms, scenarios, wanted)


def own_tasks(points: list[Point], algorithms: list[str], scenarios: list[str], own: list[Peer]) -> list[Task]:
    """Return the tasks that measure software of the user's own (vambrace.config.own) on the cores of some points, and
    copy its sources. UsageError if some of it has none of the algorithms.
    """
    had: dict[str, list[str]] = {}
    for peer in own:
        had.setdefault(peer.name, []).extend(peer.algorithms)
    for name, some in had.items():
        if not set(some) & set(algorithms):
            raise UsageError(f"{name} has only {', '.join(some)}: name it with -a")
    peers.prepare(own)
    return _of_others(points, algorithms, scenarios, own)


def _of_others(points: list[Point], algorithms: list[str], scenarios: list[str], wanted: list[Peer]) -> list[Task]:
    """Return the tasks that measure peers: on plain cores, and with extension sets that a peer has flags for."""
    sets = config.extension_sets()
    places = [(peer, replace(p, extensions=sets["none"])) for p in points for peer in wanted if "none" in peer.variants]
    places += [(peer, p) for p in points for peer in wanted if p.extensions.name in peer.variants]
    found = (
        Task(point, config.algorithms()[a], calls.scenario(s), peer)
        for a in algorithms
        for peer, point in places
        if a in peer.algorithms and peer.xlen in (0, point.core.xlen)
        for s in scenarios
    )
    return list(dict.fromkeys(found))


def measurable(tasks: list[Task]) -> tuple[list[Task], list[str]]:
    """Return the tasks whose point has the algorithm, and a line for each algorithm that the engine of some points
    lacks: these points would only run the software of plain points. UsageError if no task remains.
    """
    missing: dict[str, dict[str, None]] = {}
    for t in tasks:
        if t.algorithm.missing_in(t.point.extensions):
            missing.setdefault(t.algorithm.name, {})[t.point.name] = None
    lines = [f"{a}: the engine does not have it, not measured on {', '.join(p)}" for a, p in missing.items()]
    possible = [t for t in tasks if t.point.name not in missing.get(t.algorithm.name, ())]
    if missing and not possible:
        raise UsageError("nothing to measure: " + "; ".join(lines))
    return possible, lines


def run_packet(task: Task, seed: int = 1) -> dict[str, dict[str, Counts]]:
    """Run each operation on the packet of `task` on its core's model, compare all results with the oracle, and return
    the counts: {operation: {"init": ..., "operation": ...}}.
    """
    packets = messages.packet(task.algorithm, task.scenario, seed)
    # With caches all calls are made twice, at the same addresses; the last time counts, with the code in the caches.
    packets *= 2 if task.caches else 1
    elf = task.runner()
    jobs = [job for job, _, _ in packets]
    if task.peer and task.algorithm.kind == "aead":
        jobs.append(messages.forged(packets[-1].job))
    measured = task.peer.windows if task.peer else None
    built, machine, once = model.build(task.model), task.machine, bool(task.caches)
    run = aead.run_jobs(built, task.called, elf, jobs, machine, one_place=once, measured=measured)
    # A context of Mbed TLS holds the state of a message in addition to the key, and its free function wipes only the
    # secrets in it.
    allowed = (KEY_CHANGED, KEY_LEFT) if task.peer else ()
    if len(jobs) > len(packets) and run.results[-1].status != ERR_TAG:
        raise messages.WrongResult(f"{task.label}: accepts a wrong tag: status {run.results[-1].status}")
    counts: dict[str, dict[str, Counts]] = {}
    for (job, out, tag), result, init, call in zip(packets, run.results, run.init, run.call, strict=False):
        correct = result.init_status == OK and result.status == OK and (result.out, result.tag) == (out, tag)
        violations = [v for v in result.violations if v not in allowed]
        if not correct or violations or call is None:
            details = "; ".join(violations) or f"status {result.status}, output differs"
            raise messages.WrongResult(f"{task.label}: wrong result: {details}")
        counts[job.op] = {"init": init or NO_KEY, "operation": call}
    return counts


def result_key(task: Task, elf: Elf) -> str:
    """Return the hash of the inputs of a task's counts, without inputs that only change the record's description."""
    jobs = repr(messages.packet(task.algorithm, task.scenario))
    windows = sorted(task.peer.windows.items()) if task.peer else None
    program = (elf.path.read_bytes(), task.called.name, task.called.prefix, windows, task.caches, repr(task.machine))
    return store.digest(code.digest(__name__), model.key(task.model), *program, jobs)


def measure(task: Task) -> list[OperationCounts]:
    """Return the measurements of a task, from the cache if its inputs are unchanged."""
    elf = task.runner()

    def build(work: Path) -> None:
        counts = run_packet(task)
        text = {op: {name: asdict(c) for name, c in windows.items()} for op, windows in counts.items()}
        (work / "counts.json").write_text(json.dumps(text))

    counts = json.loads((store.entry("result", result_key(task, elf), build) / "counts.json").read_text())
    source_hash = store.digest(model.key(task.model), elf.path.read_bytes())
    return [
        OperationCounts(
            point=task.point,
            algorithm=task.algorithm,
            scenario=task.scenario,
            operation=operation,
            ad_bytes=task.scenario.ad if task.algorithm.has_ad else 0,
            message_bytes=task.algorithm.longest(task.scenario.message),
            counts=Counts(**counts[operation]["operation"]),
            key_setup=Counts(**counts[operation]["init"]),
            footprint=task.footprint(operation),
            source_hash=source_hash,
            peer=task.peer,
            caches=task.caches,
        )
        for operation in task.algorithm.operations
    ]


def _bytes_executed(counts: Counts) -> int:
    """Return the total size of the retired instructions, in bytes."""
    return 4 * counts.instret - 2 * (counts.counters["compressed"] or 0)


def make_record(m: OperationCounts, kind: type[Bench] = Bench) -> Json:
    """Return the record of one measurement."""
    return kind(
        library=m.peer.name if m.peer else "vambrace",
        **calls.of_point(m.point),
        algorithm=m.algorithm.name,
        kind=m.algorithm.kind,
        scenario=m.scenario.name,
        operation=m.operation,
        ad_bytes=m.ad_bytes,
        message_bytes=m.message_bytes,
        cycles=m.counts.cycles,
        cycles_with_key_setup=m.counts.cycles + m.key_setup.cycles,
        instret=m.counts.instret,
        cpi=m.counts.cycles / m.counts.instret,
        bytes_executed=_bytes_executed(m.counts),
        bytes_fetched=m.counts.bytes_fetched,
        bytes_loaded=m.counts.bytes_loaded,
        bytes_stored=m.counts.bytes_stored,
        counters=Counters(**m.counts.counters),
        code_bytes=m.footprint.code_bytes,
        stack_bytes=max(m.counts.stack_bytes, m.key_setup.stack_bytes),
        static_bytes=m.footprint.static_bytes,
        key_bytes=m.footprint.key_bytes,
        checked=True,
        tools={**versions(m.point.core.upstream, m.point.compiler), **({m.peer.name: m.peer.origin} if m.peer else {})},
        configuration=Configuration(
            core_parameters=m.point.core.parameters,
            units=list(m.point.extensions.units),
            wait_states=0,
            caches=m.caches,
            library_flags=" ".join(peers.flags(m.peer, m.point) if m.peer else program.library_flags(m.point.build)),
            constant_time=m.peer is None or m.peer.constant_time(m.algorithm.name),
            nonce_bytes=m.algorithm.nonce,
            tag_bytes=m.algorithm.tag,
        ),
        source_hash=m.source_hash,
    ).json()


def records(task: Task, kind: type[Bench] = Bench) -> list[Json]:
    """Return a record for each operation of a task."""
    return [make_record(m, kind) for m in measure(task)]


def call(selector: Selector, at: str) -> Task:
    """Return the call that a selector requests at a point."""
    cold = selector.get("caches") == "cold"
    shape = calls.scenario(selector.get("scenario"))
    return Task(calls.point(selector, at), calls.algorithm(selector), shape, calls.peer(selector), cold)


def name(task: Task) -> tuple[str, ...]:
    """Return the identity of a call."""
    shape, known = task.scenario, task.algorithm
    peer = (task.peer.name, *task.peer.flags) if task.peer else ()
    return (
        task.point.name,
        known.name,
        str(known.nonce),
        str(known.tag),
        shape.name,
        str(shape.ad),
        str(shape.message),
        task.caches or "",
        *peer,
    )


def _origin(task: Task) -> Origin:
    return origins.call(__name__, task.point, task.algorithm, task.scenario.name, task.peer)


def usual_calls(points: Sequence[Point], scenarios: Iterable[str] = ()) -> list[Task]:
    """Return the default algorithms in these scenarios (default: packets), for extensions that affect them."""
    shapes = list(scenarios or config.packets())
    wanted = tasks(list(points), config.select_algorithms([]), shapes, False)
    return measurable(wanted)[0] if wanted else []


def _usual(points: Sequence[Point]) -> list[Task]:
    return usual_calls(points or config.select_points([]), config.scenarios())


MEASURED = Measured(call, name, records, _origin, lambda task: 2, needs.models, usual=_usual)
