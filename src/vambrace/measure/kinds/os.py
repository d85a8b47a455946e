# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `os`: an operating system next to an echo server with encryption, in loops of eight tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from vambrace import config
from vambrace.measure.kinds import columns as shared
from vambrace.measure.kinds import needs, origins
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind, Measured, Need, Selector
from vambrace.results.origin import COMPILERS, Input, Origin, entry, files, library, model
from vambrace.results.schema import Json, Record, detail, figure, identity
from vambrace.software.echo import FREERTOS, LOADS, RIOT, SYSTEMS
from vambrace.software.rtos_tests import TESTS

if TYPE_CHECKING:
    from vambrace.measure.os import Task

#: As a rate: as many messages as are taken.
MAX = "max"


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters = common.core_parameters()
    units: list[str] = common.units()
    tick_cycles: int = detail("of the operating system", "cycles")
    library_flags: str = common.library_flags()


@dataclass(frozen=True, kw_only=True)
class Os(Record):
    record: ClassVar[str] = "os"

    core: str = common.core()
    extensions: str = common.extensions()
    profile: str = common.profile(selectable=False)
    accesses: str = common.accesses(selectable=False)
    os: str = identity("the operating system", selector="os", default=FREERTOS, values=tuple(SYSTEMS))
    test: str = identity("a test of `ports/rtos_tests`", selector="test", values=TESTS)
    load: str = identity(
        "what runs next to it: `none`, no network; `echo`, a plain echo; or an echo with this encryption, with "
        "`-bytes` byte by byte, with `-riot` by RIOT's own software",
        selector="load",
        values=tuple(LOADS),
    )
    rate: str = identity(
        "messages a second of the client, or `max`: as many as are taken", selector="rate", default="15"
    )
    clock_hz: int = identity("cycles of a simulated second")
    seconds: float = identity("simulated time of a sample", unit="s")
    samples: int = identity(
        "number of samples: with FreeRTOS each has another phase of messages and ticks, with RIOT one follows the other"
    )
    loops: float = figure("", "how often the test's loop ran in a million cycles; mean of the samples", better=1)
    loops_deviation: float = figure("", "standard deviation of a sample")
    messages_per_second: float | None = figure("", "answered in a simulated second; null without network", better=1)
    cycles_per_message: float | None = figure("cycles", "from an answer to the next, with `max`; otherwise null")
    answer_cycles: float | None = figure("cycles", "from a message's arrival to its answer; null with `max`")
    reached: bool = detail("whether all messages were answered that came")
    cycles: int = detail("of all samples together", "cycles")
    checked: bool = common.checked()
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core, the operating system's tick, and the compiler's flags")
    source_hash: str = common.source_hash()


def _task(selector: Selector, point: str) -> Task:
    from vambrace.measure import os

    chosen = config.point(point), selector.get("test"), selector.get("load"), selector.get("rate")
    return os.riot_task(*chosen) if selector.get("os") == RIOT else os.Task(*chosen)


def _name(task: Task) -> tuple[str, ...]:
    shape = (str(task.clock), repr(task.seconds), str(task.samples))
    system = () if task.os == FREERTOS else (task.os,)
    return *system, task.point.name, task.test, task.load, task.rate, *shape


def _records(task: Task) -> list[Json]:
    from vambrace.measure import os

    return os.measure(task)


def _origin(task: Task) -> Origin:
    return Origin.of("vambrace.measure.os", _inputs(task), COMPILERS)


def _inputs(task: Task) -> Iterator[Input]:
    yield from origins.of_point(task.point)
    yield model(task.point.name)
    yield origins.FIRMWARE
    yield files("ports/*/*", "ports/lwip/arch/*", "firmware/peers/memory.c")
    if task.os != FREERTOS:
        yield files("ports/riot/**/*")
    if task.next_to.own and task.next_to.algorithm:
        yield library(task.next_to.algorithm)
        yield entry("algorithms.toml", task.next_to.algorithm)


def _needs(task: Task) -> tuple[Need, ...]:
    """The model; and each sample, so that progress counts them, where there are several."""
    from vambrace.measure import os

    every = range(task.samples if task.samples > 1 and task.os == FREERTOS else 0)
    labels = {n: f"{task.label}, sample {n + 1} of {task.samples}" for n in every}
    return (*needs.models(task), *(Need((task, n), labels[n], partial(os.sample, task, n)) for n in every))


def _seconds(task: Task) -> float:
    return (3 if task.os == FREERTOS else 40) + task.samples * task.cycles / 400_000


def _options(record: Json) -> Iterator[str]:
    from vambrace.measure.os import USUAL

    if record["os"] != FREERTOS:
        yield f"--os {record['os']}"
    yield f"--test {record['test']}"
    if record["load"] not in ("none", "echo"):
        yield f"--load {record['load']}"
    yield f"--rate {record['rate']}"
    clock, seconds, samples = USUAL[record["os"]]
    for option, value, usual in (
        ("--clock", record["clock_hz"] / 1e6, clock / 1e6),
        ("--seconds", record["seconds"], seconds),
        ("--samples", record["samples"], samples),
    ):
        if value != usual:
            yield f"{option} {value:g}"


_COLUMNS = (
    words("operating system", lambda record: SYSTEMS[record["os"]]),
    words("test", "test"),
    words("next to", lambda record: LOADS[record["load"]].title),
    words("extensions", "extensions"),
    shared.CORE,
    words("messages a second", "rate"),
    Column("clock", lambda record: record["clock_hz"] / 1e6, 1, " MHz"),
    Column("loops", "loops", 1, note="in a million cycles"),
    Column("deviation", "loops_deviation", 2),
    Column("answered", "messages_per_second", 1, note="messages a simulated second"),
    Column("cycles a message", "cycles_per_message", 0, note="where as many come as are taken"),
    Column("cycles to the answer", "answer_cycles", 0),
    Column("samples", "samples"),
)

KIND = Kind(
    record=Os,
    title="an operating system with encryption",
    command="os",
    options=_options,
    columns=_COLUMNS,
    measured=Measured(_task, _name, _records, _origin, _seconds, _needs),
)
