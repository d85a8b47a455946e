# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `faults`: what flips of flip-flops do to an engine that opens a message with a wrong tag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from vambrace.measure.kinds import origins, silicon
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import BLOCK, Kind, Measured, Need, Selector
from vambrace.results.origin import SYNTHESIS, Origin, files
from vambrace.results.schema import Json, Record, detail, figure, identity
from vambrace.silicon.openings import LIMIT

if TYPE_CHECKING:
    from vambrace.silicon.parts import Subject

#: How faults are chosen: every flip-flop in every cycle, some at random, or two at once at random.
EVERY, RANDOM, DOUBLE = CHOICES = ("every", "random", "double")

#: What the tag in memory is: bytes drawn once, or zeros, which a unit that was cleared may take for its own.
TAGS = ("drawn", "zeros")

#: What a campaign is split into, each of which is kept when it is done.
SLICES = 8


@dataclass(frozen=True, kw_only=True)
class Configuration:
    liberty: str = common.liberty()
    liberty_hash: str = common.liberty_hash()
    ad_bytes: int = detail("the associated data", "bytes")
    message_bytes: int = detail("the message", "bytes")
    seed: int = identity("of the faults that are chosen at random; 0 with `every`")
    limit: int = detail("a job that lasts longer has no end", "cycles")


@dataclass(frozen=True, kw_only=True)
class Faults(Record):
    record: ClassVar[str] = "faults"

    block: str = identity("a name of `configs/blocks.toml`, an engine with a memory port")
    engine: str = detail("the module with its parameters")
    algorithm: str = common.algorithm()
    choice: str = identity(
        "`every`: each flip-flop in each cycle; `random`: some; `double`: some, two flip-flops in a cycle",
        selector="choice",
        default=EVERY,
        values=CHOICES,
    )
    tag: str = identity("the wrong tag: `drawn` bytes or `zeros`", selector="tag", default=TAGS[0], values=TAGS)
    faults: int = figure("", "how many were tried", better=1)
    flip_flops: int = figure("", "of the engine")
    cycles: int = figure("cycles", "of the job without a fault, with the writes of its registers")
    unsafe: int = figure("", "faults after which a wrong tag was accepted, or anything but zeros was written")
    unsafe_percent: float = figure("%", "their share")
    accepted: int = figure("", "faults after which STATUS had no error")
    released: int = figure("", "faults after which a byte other than 0 was written to memory")
    alerts: int = figure("", "faults that raised `alert_o`", better=0)
    other_errors: int = figure("", "faults after which the job ended with another error", better=0)
    endless: int = figure("", "faults after which the job did not end within the limit")
    registers: dict[str, int] = detail("unsafe faults by register")
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the netlist and the job")
    source_hash: str = common.source_hash("hash of the netlist and of the simulator")


@dataclass(frozen=True)
class Task:
    """A campaign; `count` and `seed` are of faults at random, `limit` the cycles after which a job is endless."""

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


def _task(selector: Selector, point: str) -> Task:
    return Task(
        silicon.subject(selector, point),
        selector.get("algorithm"),
        selector.get("choice") or EVERY,
        selector.get("tag") or TAGS[0],
    )


def _name(task: Task) -> tuple[str, ...]:
    chosen = () if task.choice == EVERY else (str(task.count), str(task.seed))
    return task.subject.name, task.algorithm, task.choice, task.tag, str(task.limit), *chosen


def _records(task: Task) -> list[Json]:
    from vambrace.measure import faults

    return [faults.measure(task)]


def _seconds(task: Task) -> float:
    return 150 if task.choice == EVERY else 90


def _origin(task: Task) -> Origin:
    of = origins.silicon("vambrace.measure.faults", [task.subject.name])
    simulator = ("soc/faults/*", "soc/gates/netlist.*", "soc/sim/parent.h", "lib/include/vambrace/engine_regs.h")
    return Origin.of("vambrace.measure.faults", [*of.inputs, files(*simulator)], (*SYNTHESIS, "g++"))


def _needs(task: Task) -> Sequence[Need]:
    from vambrace.measure import faults

    return [Need((task, n), f"{task.label} {n + 1}/{SLICES}", partial(faults.outcomes, task, n)) for n in range(SLICES)]


def variant(record: Json) -> str:
    return ", ".join(silicon.other_cells(record["configuration"]))


def _options(record: Json) -> Iterator[str]:
    yield f"--algorithm {record['algorithm']}"
    if record["choice"] == EVERY:
        yield "--every"
    else:
        yield f"--{record['choice']} {record['faults']} --seed {record['configuration']['seed']}"
    if record["configuration"]["limit"] != LIMIT:
        yield f"--limit {record['configuration']['limit']}"
    if record["tag"] != TAGS[0]:
        yield f"--tag {record['tag']}"


_COLUMNS = (
    words("block", "block"),
    words("algorithm", "algorithm"),
    words("faults", "choice"),
    words("tag", "tag"),
    Column("tried", "faults"),
    Column("unsafe", "unsafe"),
    Column("unsafe", "unsafe_percent", 2, " %"),
    Column("accepted", "accepted"),
    Column("released", "released"),
    Column("alerts", "alerts"),
    Column("other errors", "other_errors"),
    Column("no end", "endless"),
    Column("flip-flops", "flip_flops"),
    Column("cycles", "cycles"),
)

KIND = Kind(
    record=Faults,
    title="faults in engines",
    command="faults",
    options=_options,
    places=(BLOCK,),
    generated=False,
    variant=variant,
    subject=lambda record: record["block"],
    columns=_COLUMNS,
    measured=Measured(_task, _name, _records, _origin, _seconds, _needs, long=True),
)
