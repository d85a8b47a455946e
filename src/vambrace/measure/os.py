# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What an operating system has left for applications next to an echo server with encryption: loops of the eight tests
(vambrace.software.ports.rtos_tests) in some simulated time, without network, next to a plain echo and next to one with
encryption (vambrace.software.ports.echo), in software and on accelerators; and how many messages it can answer.

Time is simulated: `rate` messages come in a second of `clock` cycles. A long time is sampled. With FreeRTOS each sample
is a run of its own, which begins at another phase of the messages, and is kept as soon as it is there. With RIOT, which
has no tick, the samples follow each other in one run.
"""

import json
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from pathlib import Path

from vambrace import config
from vambrace.base import code, store
from vambrace.base.errors import UsageError, VambraceError
from vambrace.config import Point
from vambrace.hardware import model
from vambrace.measure import calls, needs, origins
from vambrace.measure.kinds.os import MAX, RATE, USUAL, Configuration, Os
from vambrace.measure.measured import Measured, Need
from vambrace.measure.selectors import SelectorError, make_selector
from vambrace.results import origin
from vambrace.results.kind import Selector
from vambrace.results.origin import COMPILERS, Input, Origin, entry, files, library
from vambrace.results.records import versions
from vambrace.results.schema import Json
from vambrace.software.ports import riot, rtos_tests
from vambrace.software.ports.echo import BYTES, FREERTOS, LOADS, RIOT, SYSTEMS, Load
from vambrace.software.ports.rtos_tests import TESTS, Counted
from vambrace.software.running.simulate import RAM_BASE
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

CLOCK, SECONDS, _ = USUAL[FREERTOS]
MOST_RIOT_SAMPLES = 16  # on the first thread's stack

#: The modules that make what a run counts.
CODE = (
    *(f"vambrace.software.ports.{name}" for name in ("rtos_tests", "echo", "frames")),
    "vambrace.software.running.simulate",
)

#: The core that is measured, and the extension sets next to its software that are, as far as it can have them. An AES
#: unit has only the key length that is measured, where the core can have such a one.
CORE = "ibex-ref"
SETS = (
    "aes-256-unit",
    "aes-256-unit-port-pio",
    "aes-256-unit-tlul-pio",
    "aes-unit",
    "engine",
    "engine-port-pio",
    "engine-tlul-pio",
)

#: What FAC-V measured on RIOT: software, RoCC with memory, RoCC, MMIO.
RIOT_SYSTEMS = tuple(f"rocket/{e}" for e in ("none", "aes-256-unit", "aes-256-unit-port-pio", "aes-256-unit-tlul-pio"))


@dataclass(frozen=True)
class Task:
    """A test next to a load."""

    point: Point
    test: str
    load: str
    rate: str = RATE  # messages a second, or MAX
    clock: int = CLOCK
    seconds: float = SECONDS  # of a sample
    samples: int = 1
    os: str = FREERTOS
    checkout: Path | None = None  # of RIOT; None: what RIOTBASE names

    @property
    def label(self) -> str:
        system = "" if self.os == FREERTOS else f" on {self.os}"
        return f"{self.point.name} {self.test}{system}, {self.load} {self.rate}"

    @property
    def next_to(self) -> Load:
        return LOADS[self.load]

    @property
    def period(self) -> float:
        """Cycles from a message to the next; where as many come as are taken, as by RATE."""
        return self.clock / float(RATE if self.rate == MAX else self.rate)

    @property
    def tick(self) -> int:
        """Cycles of a tick: near those of ports/freertos, and a part of the period, or several periods, so that each
        sample has as many messages. RIOT sleeps for microseconds, near a millisecond."""
        if self.os == RIOT:
            period = 1e6 * self.period / self.clock
            return int(period / max(1, round(period / 1000))) * self.clock // 1_000_000
        usual = rtos_tests.TICK
        if self.period >= usual:
            return int(self.period / round(self.period / usual))
        return int(self.period * round(usual / self.period))

    @property
    def cycles(self) -> int:
        """Of a sample: whole messages and whole ticks."""
        step = max(self.period, self.tick)
        return self.tick * round(step / self.tick) * max(1, round(self.seconds * self.clock / step))

    @property
    def model(self) -> model.ModelSpec:
        return model.shared(self.point.core, self.point.extensions)

    def program(self, sample: int = 0) -> Elf:
        """The program of a sample; with RIOT that of all samples."""
        source = rtos_tests.port() / f"{self.test}.c"
        if self.os == RIOT:
            base = riot.measured(self.checkout or riot.checkout())
            shape = self.tick, self.clock, self.samples
            return rtos_tests.build_riot(source, self.point, self.cycles, self.next_to, *shape, base)
        phase = self.tick * sample // self.samples
        return rtos_tests.build(source, self.point, self.cycles, self.next_to, self.tick, phase)

    @cached_property
    def source_hash(self) -> str:
        return store.digest(model.key(self.model), _bytes(self, self.program()))


def _bytes(task: Task, elf: Elf) -> bytes:
    """A program as far as a run depends on it: RIOT's file also says in which folders it was built."""
    return elf.image(RAM_BASE) if task.os == RIOT else elf.path.read_bytes()


def riot_task(point: Point, test: str, load: str, rate: str = RATE, checkout: Path | None = None) -> Task:
    """A task with RIOT as usual."""
    return Task(point, test, load, rate, *USUAL[RIOT], RIOT, checkout)


def cores() -> list[str]:
    """The cores that programs of FreeRTOS run on: those with registers of 32 bits and RAM."""
    return [c.name for c in config.cores().values() if c.xlen == 32 and not c.scratchpad]


def sets(core: str) -> list[str]:
    """The extension sets of a core that are measured unasked."""
    able = [name for name in SETS if f"{core}/{name}" in config.points()]
    return ["none", *(name for name in able if name != "aes-unit" or "aes-256-unit" not in able)]


def points(systems: Sequence[str], system: str = FREERTOS) -> list[Point]:
    """The points that systems name, those of an operating system where they name none: a core has those of `sets`; and
    software of their cores, to compare with."""
    chosen: dict[str, None] = {}
    for name in systems or (RIOT_SYSTEMS if system == RIOT else (CORE,)):
        some = [config.point(f"{name}/{e}") for e in sets(name)] if name in cores() else config.select_points([name])
        for point in some:
            if point.core.name not in cores():
                able = ", ".join(cores())
                raise UsageError(f"{point.core.name} has no operating system: those of 32 bits with RAM do: {able}")
            chosen |= {f"{point.core.name}/none": None, point.name: None}
    return [config.point(name) for name in chosen]


def tasks(
    some: Iterable[Point],
    tests: Sequence[str] = (),
    loads: Sequence[str] = (),
    rates: Sequence[str] = (RATE, MAX),
    clock: int = CLOCK,
    seconds: float = SECONDS,
    samples: int = 1,
    system: str = FREERTOS,
    checkout: Path | None = None,
) -> list[Task]:
    """What to measure; of no name all. Without network and a plain echo always are, to compare with. As many messages
    as are taken leave a test nothing: they are measured next to one. UsageError where a sample has no message, or where
    the operating system cannot do it."""
    chosen = [test for test in TESTS if test in tests or not tests]
    for rate in rates:
        if rate != MAX and seconds * float(rate) < 1:
            raise UsageError(
                f"{seconds:g} seconds have no message at {rate} a second: --seconds {1 / float(rate):.3g} has one"
            )
    _check(system, loads, rates, clock, samples)
    return [
        Task(point, test, load.name, rate, clock, seconds, samples, system, checkout)
        for rate in rates
        for point in some
        for load in LOADS.values()
        if system in load.systems
        if (not loads or load.name in (*loads, "none", "echo")) and load.gains_from(point.extensions)
        for test in (chosen[:1] if rate == MAX else chosen)
        if load.echoes or rate != MAX
    ]


def _check(system: str, loads: Sequence[str], rates: Sequence[str], clock: int, samples: int) -> None:
    """UsageError where an operating system cannot be measured so."""
    able = [load.name for load in LOADS.values() if system in load.systems]
    for load in loads:
        if load not in able:
            raise UsageError(f"{SYSTEMS[system]} has no echo server with {load}: it has {', '.join(able)}")
    if system == RIOT and MAX in rates:
        raise UsageError("RIOT answers nothing where messages come as fast as it takes them: give --rate a number")
    if system == RIOT and samples > MOST_RIOT_SAMPLES:
        raise UsageError(f"RIOT takes at most {MOST_RIOT_SAMPLES} samples: give more --seconds")
    if system == RIOT and clock % 1_000_000:
        raise UsageError(f"RIOT's clock is a whole number of MHz, not {clock / 1e6:g}")


def energy(point: Point, load: Load) -> list[Selector]:
    """Return which records have the energy of decrypting and encrypting a message, where the core has a netlist."""
    if not load.algorithm or not load.own:
        return []
    given = {"record": "energy", "point": point.name, "algorithm": load.algorithm, "scenario": f"{BYTES} bytes"}
    ways = ("seal", "open") if load.tag else ("encrypt", "decrypt")
    try:
        return [make_selector({**given, "operation": way, "metric": "total_nj"}, "energy") for way in ways]
    except SelectorError:  # of a generated core
        return []


def sample(task: Task, number: int) -> Counted:
    """Return one sample of a task with FreeRTOS, from the cache when nothing has changed."""
    return _counted(task, task.program(number))[0]


def _samples(task: Task) -> list[Counted]:
    if task.os == RIOT:
        return _counted(task, task.program())
    return [sample(task, n) for n in range(task.samples)]


def _counted(task: Task, elf: Elf) -> list[Counted]:
    """What a run of a program counted, in all of its windows."""
    rate = MAX if task.rate == MAX else repr(1e6 / task.period)
    key = store.digest(
        code.files(*CODE),
        model.key(task.model),
        _bytes(task, elf),
        [task.os, task.load, rate, task.cycles, task.tick],
    )

    def build(work: Path) -> None:
        run = model.build(task.model), elf
        if task.os == RIOT:
            cycles = task.samples * task.cycles
            found = rtos_tests.run_windows(*run, cycles, task.next_to, rate, rtos_tests.RADIO)
        else:
            found = [rtos_tests.run(*run, task.cycles, task.next_to, rate, task.tick)]
        (work / "counted.json").write_text(json.dumps([asdict(one) for one in found]))

    folder = store.entry("os", key, build)
    return [Counted(**one) for one in json.loads((folder / "counted.json").read_text())]


def measure(task: Task) -> list[Json]:
    """Return the record of a task."""
    try:
        found = _samples(task)
    except VambraceError as error:
        raise type(error)(f"{task.label}: {error}") from None
    loops = [1e6 * c.loops / c.cycles for c in found]
    return [_record(task, found, loops)]


def _record(task: Task, found: list[Counted], loops: list[float]) -> Json:
    point, cycles = task.point, sum(c.cycles for c in found)
    answered, offered = sum(c.answered for c in found), sum(c.offered for c in found)
    spacing = statistics.mean([c.spacing for c in found if c.spacing]) if task.rate == MAX else None
    waits = [c.answer_cycles for c in found if c.answer_cycles is not None]
    return Os(
        **calls.of_point(point),
        os=task.os,
        test=task.test,
        load=task.load,
        rate=task.rate,
        clock_hz=task.clock,
        seconds=task.seconds,
        samples=task.samples,
        loops=statistics.mean(loops),
        loops_deviation=statistics.stdev(loops) if len(loops) > 1 else 0.0,
        messages_per_second=_per_second(task, answered, cycles, spacing),
        cycles_per_message=spacing,
        answer_cycles=statistics.mean(waits) if waits and task.rate != MAX else None,
        reached=task.rate == MAX or answered >= offered,
        cycles=cycles,
        checked=True,
        tools=versions(point.core.upstream) | ({"riot": riot.VERSION} if task.os == RIOT else {}),
        configuration=Configuration(
            core_parameters=point.core.parameters,
            units=list(point.extensions.units),
            tick_cycles=task.tick,
            library_flags=" ".join(program.library_flags(point.build)),
        ),
        source_hash=task.source_hash,
    ).json()


def _per_second(task: Task, answered: int, cycles: int, spacing: float | None) -> float | None:
    if not task.next_to.echoes:
        return None
    return task.clock / spacing if spacing else answered * task.clock / cycles


def _task(selector: Selector, point: str) -> Task:
    chosen = config.point(point), selector.get("test"), selector.get("load"), selector.get("rate")
    return riot_task(*chosen) if selector.get("os") == RIOT else Task(*chosen)


def _name(task: Task) -> tuple[str, ...]:
    shape = (str(task.clock), repr(task.seconds), str(task.samples))
    system = () if task.os == FREERTOS else (task.os,)
    return *system, task.point.name, task.test, task.load, task.rate, *shape


def _origin(task: Task) -> Origin:
    return Origin.of(__name__, _inputs(task), COMPILERS)


def _inputs(task: Task) -> Iterator[Input]:
    yield from origins.of_point(task.point)
    yield origin.model(task.point.name)
    yield origins.FIRMWARE
    yield files("ports/*/*", "ports/lwip/arch/*", "firmware/peers/memory.c")
    if task.os != FREERTOS:
        yield files("ports/riot/**/*")
    if task.next_to.own and task.next_to.algorithm:
        yield library(task.next_to.algorithm)
        yield entry("algorithms.toml", task.next_to.algorithm)


def _needs(task: Task) -> tuple[Need, ...]:
    """The model; and each sample, so that progress counts them, where there are several."""
    every = range(task.samples if task.samples > 1 and task.os == FREERTOS else 0)
    labels = {n: f"{task.label}, sample {n + 1} of {task.samples}" for n in every}
    return (*needs.models(task), *(Need((task, n), labels[n], partial(sample, task, n)) for n in every))


def _seconds(task: Task) -> float:
    return (3 if task.os == FREERTOS else 40) + task.samples * task.cycles / 400_000


def _usual(some: Sequence[Point]) -> list[Task]:
    names = [p.name for p in some if p.core.name in cores()]
    return tasks(points(names)) if names or not some else []


MEASURED = Measured(_task, _name, measure, _origin, _seconds, _needs, usual=_usual)
