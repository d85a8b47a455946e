# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Fault campaigns: flip-flops of an engine's netlist are flipped while it opens a message with a wrong tag.

A campaign is executed in slices, each of which is stored, so that an interrupted campaign continues with the next
slice.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from vambrace import __version__
from vambrace.base import memo, store, tools
from vambrace.config import Point
from vambrace.measure import campaigns, origins
from vambrace.measure import subjects as synthesised
from vambrace.measure.kinds.faults import DOUBLE, EVERY, SLICES, TAGS, USUAL, Configuration
from vambrace.measure.kinds.faults import Faults as FaultsRecord
from vambrace.measure.measured import Measured, Need
from vambrace.results.kind import Selector
from vambrace.results.origin import SYNTHESIS, Origin, files
from vambrace.results.schema import Json
from vambrace.silicon import faults, gates, liberty
from vambrace.silicon.faults import UNSAFE, Outcome, Reference
from vambrace.silicon.gates import Prepared
from vambrace.silicon.openings import LIMIT, Opening
from vambrace.silicon.parts import Subject


@dataclass(frozen=True)
class Task:
    """A campaign; `count` and `seed` are for random faults, and a job that takes more than `limit` cycles is
    endless.
    """

    subject: Subject
    algorithm: str
    choice: str = EVERY
    tag: str = TAGS[0]
    count: int = 20_000
    seed: int = 1
    limit: int = LIMIT

    @property
    def label(self) -> str:
        return f"{self.subject.name} {self.algorithm}"


#: Cycles after the end of a job in which its result may still change, until software has read it.
_AFTER = 2


def opening(task: Task) -> Opening:
    return Opening(task.algorithm, zero_tag=task.tag != TAGS[0])


def prepared(task: Task) -> Prepared:
    return gates.prepare(task.subject.parts[0], liberty.load(liberty.default_path()))


def outcomes(task: Task, number: int) -> tuple[Reference, np.ndarray, np.ndarray]:
    """Return the results of one slice of a campaign: the job without faults, the faults, and the outcome of each."""
    netlist = prepared(task)
    job = opening(task)
    reference, _ = _cached(netlist, job, None, task.limit)
    chosen = np.array_split(_faults(task, reference.cycles + _AFTER, len(netlist.circuit.registers)), SLICES)[number]
    return reference, chosen, _cached(netlist, job, chosen, task.limit)[1]


def _faults(task: Task, cycles: int, flops: int) -> np.ndarray:
    if task.choice == EVERY:
        return faults.every(range(cycles), flops)
    return faults.at_random(task.count, cycles, flops, task.choice == DOUBLE, task.seed)


def _cached(netlist: Prepared, job: Opening, chosen: np.ndarray | None, limit: int) -> tuple[Reference, np.ndarray]:
    which = b"" if chosen is None else chosen.tobytes()
    key = store.digest(faults.simulator_key(), netlist.key, repr(job), str(job.writes()), job.memory(), which, limit)

    def run() -> memo.Files:
        reference, results = faults.run(netlist, job, chosen, limit)
        fields = {**asdict(reference), "memory": reference.memory.hex()}
        return {"reference": json.dumps(fields).encode(), "results": results.tobytes()}

    files = memo.recall(key, run)
    fields = json.loads(files["reference"])
    return Reference(**{**fields, "memory": bytes.fromhex(fields["memory"])}), np.frombuffer(files["results"], np.uint8)


def measure(task: Task) -> Json:
    """Return the record of a campaign."""
    every = [outcomes(task, n) for n in range(SLICES)]
    reference = every[0][0]
    chosen = np.concatenate([c for _, c, _ in every])
    results = np.concatenate([r for _, _, r in every])
    netlist = prepared(task)
    part, library = task.subject.parts[0], liberty.load(liberty.default_path())
    unsafe = (results & UNSAFE) != 0
    return FaultsRecord(
        block=task.subject.name,
        engine=part.label,
        algorithm=task.algorithm,
        choice=task.choice,
        tag=task.tag,
        faults=len(chosen),
        flip_flops=len(netlist.circuit.registers),
        cycles=reference.cycles,
        unsafe=int(unsafe.sum()),
        unsafe_percent=float(100 * unsafe.mean()),
        accepted=_count(results, Outcome.ACCEPTED),
        released=_count(results, Outcome.RELEASED),
        alerts=_count(results, Outcome.ALERT),
        other_errors=_count(results, Outcome.OTHER),
        endless=_count(results, Outcome.ENDLESS),
        registers=registers(netlist, chosen[unsafe]),
        tools={"vambrace": __version__, "pyosys": tools.version("pyosys")},
        configuration=Configuration(
            liberty=library.name,
            liberty_hash=library.digest,
            ad_bytes=opening(task).ad_len,
            message_bytes=opening(task).data_len,
            seed=0 if task.choice == EVERY else task.seed,
            limit=task.limit,
        ),
        source_hash=store.digest(netlist.key, faults.simulator_key()),
    ).json()


def _count(results: np.ndarray, outcome: Outcome) -> int:
    return int(np.count_nonzero(results & outcome))


def registers(netlist: Prepared, chosen: np.ndarray) -> dict[str, int]:
    """Return the number of faults for each register, the most frequent first; two registers at once count as a pair."""
    names = [re.sub(r"\[\d+\]$", "", name) for name in netlist.circuit.registers]
    counts: Counter[str] = Counter()
    for _, first, second in chosen:
        flipped = [names[first]] if second == faults.NONE else sorted([names[first], names[second]])
        counts[" and ".join(flipped)] += 1
    return dict(counts.most_common())


def tasks(subjects: Sequence[Subject], some: Sequence[str] = (), **choice: Any) -> list[Task]:
    """Return the campaigns of blocks with some algorithms, or with all that they have; `choice` as in Task."""
    return [Task(s, a, **choice) for s in subjects for a in campaigns.algorithms(s) if not some or a in some]


def _task(selector: Selector, point: str) -> Task:
    return Task(
        synthesised.selected(selector, point),
        selector.get("algorithm"),
        selector.get("choice") or EVERY,
        selector.get("tag") or TAGS[0],
    )


def _name(task: Task) -> tuple[str, ...]:
    chosen = () if task.choice == EVERY else (str(task.count), str(task.seed))
    return task.subject.name, task.algorithm, task.choice, task.tag, str(task.limit), *chosen


def _records(task: Task) -> list[Json]:
    return [measure(task)]


def _seconds(task: Task) -> float:
    return 150 if task.choice == EVERY else 90


def _origin(task: Task) -> Origin:
    synthesis = origins.silicon(__name__, [task.subject.name])
    simulator = ("soc/faults/*", "soc/gates/netlist.*", "soc/sim/parent.h", "lib/include/vambrace/engine_regs.h")
    return Origin.of(__name__, [*synthesis.inputs, files(*simulator, "configs/units.toml")], (*SYNTHESIS, "g++"))


def _needs(task: Task) -> Sequence[Need]:
    return [Need((task, n), f"{task.label} {n + 1}/{SLICES}", partial(outcomes, task, n)) for n in range(SLICES)]


def _usual(points: Sequence[Point]) -> list[Task]:
    return [] if points else tasks(campaigns.subjects(list(USUAL)))


MEASURED = Measured(_task, _name, _records, _origin, _seconds, _needs, long=True, usual=_usual)
