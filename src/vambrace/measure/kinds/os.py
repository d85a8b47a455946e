# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `os`: an operating system next to an echo server with encryption, measured as loops of eight tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity
from vambrace.software.ports.echo import FREERTOS, LOADS, RIOT, SYSTEMS
from vambrace.software.ports.rtos_tests import TESTS

#: A rate: each message is sent after the answer to the last one.
MAX = "max"

#: Default messages in a simulated second; and for each operating system the default cycles of this second, seconds of a
#: sample, and samples. RIOT runs at FAC-V's clock, with one message in a sample.
RATE = "15"
USUAL = {FREERTOS: (1_000_000, 0.2, 1), RIOT: (65_000_000, 1 / 15, 3)}


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
    reached: bool = detail("whether all messages were answered")
    cycles: int = detail("of all samples together", "cycles")
    checked: bool = common.checked()
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core, the operating system's tick, and the compiler's flags")
    source_hash: str = common.source_hash()


def _options(record: Fields) -> Iterator[str]:
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


KIND = Kind(
    record=Os,
    title="an operating system with encryption",
    command="os",
    options=_options,
    columns=(
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
        Column("cycles a message", "cycles_per_message", 0, note="at the rate `max`"),
        Column("cycles to the answer", "answer_cycles", 0),
        Column("samples", "samples"),
    ),
)
