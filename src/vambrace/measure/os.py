# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The processor time that an operating system leaves for applications next to an echo server with encryption: loops of
the eight tests (vambrace.software.ports.rtos_tests) in a simulated time without network, next to a plain echo and next
to one with encryption (vambrace.software.ports.echo), in software and with accelerators; and the number of messages
that it can answer.

Time is simulated: `rate` messages arrive in a second of `clock` cycles. Long times are sampled. With FreeRTOS each
sample is a separate run with another phase of the messages, stored as soon as it is finished. With RIOT, which has no
tick, the samples follow each other in one run.
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
MOST_RIOT_SAMPLES = 16  # limited by the first thread's stack

#: The modules that determine the counts of a run.
CODE = (
    *(f"vambrace.software.ports.{name}" for name in ("rtos_tests", "echo", "frames")),
    "vambrace.software.running.simulate",
)

#: The default core, and the extension sets to measure besides software, if the core has them. An AES unit has only the
#: measured key length, if the core can have such a unit.
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

#: FAC-V's configurations on RIOT: software, RoCC with memory, RoCC, MMIO.
RIOT_SYSTEMS = tuple(f"rocket/{e}" for e in ("none", "aes-256-unit", "aes-256-unit-port-pio", "aes-256-unit-tlul-pio"))


@dataclass(frozen=True)
class Task:
    """A test next to a load."""

    point: Point
    test: str
    load: str
    rate: str = RATE  # messages a second, or MAX
    clock: int = CLOCK
    seconds: float = SECONDS  # of a sample, simulated
    samples: int = 1
    os: str = FREERTOS
    checkout: Path | None = None  # of RIOT; None: the one in RIOTBASE

    @property
    def label(self) -> str:
        system = "" if self.os == FREERTOS else f" on {self.os}"
        return f"{self.point.name} {self.test}{system}, {self.load} {self.rate}"

    @property
    def next_to(self) -> Load:
        return LOADS[self.load]

    @property
    def period(self) -> float:
        """Return the cycles between two messages; at the rate MAX, those of RATE."""
        return self.clock / float(RATE if self.rate == MAX else self.rate)

    @property
    def tick(self) -> int:
        """Return the cycles of a tick: close to those of ports/freertos, and a divisor or a multiple of the period, so
        that all samples have the same number of messages. With RIOT, which sleeps for microseconds: close to a
        millisecond.
        """
        if self.os == RIOT:
            period = 1e6 * self.period / self.clock
            return int(period / max(1, round(period / 1000))) * self.clock // 1_000_000
        usual = rtos_tests.TICK
        if self.period >= usual:
            return int(self.period / round(self.period / usual))
        return int(self.period * round(usual / self.period))

    @property
    def cycles(self) -> int:
        """Return the cycles of a sample: whole messages and whole ticks."""
        step = max(self.period, self.tick)
        return self.tick * round(step / self.tick) * max(1, round(self.seconds * self.clock / step))

    @property
    def model(self) -> model.ModelSpec:
        return model.shared(self.point.core, self.point.extensions)

    def program(self, sample: int = 0) -> Elf:
        """Return the program of a sample; with RIOT that of all samples."""
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
    """Return the part of a program that affects a run: RIOT's file also contains the names of build folders."""
    return elf.image(RAM_BASE) if task.os == RIOT else elf.path.read_bytes()


def riot_task(point: Point, test: str, load: str, rate: str = RATE, checkout: Path | None = None) -> Task:
    """Return a task with RIOT's defaults."""
    return Task(point, test, load, rate, *USUAL[RIOT], RIOT, checkout)


def cores() -> list[str]:
    """Return the cores that programs of FreeRTOS run on: those with 32-bit registers and RAM."""
    return [c.name for c in config.cores().values() if c.xlen == 32 and not c.scratchpad]


def sets(core: str) -> list[str]:
    """Return the extension sets of a core that are measured by default."""
    able = [name for name in SETS if f"{core}/{name}" in config.points()]
    return ["none", *(name for name in able if name != "aes-unit" or "aes-256-unit" not in able)]


def points(systems: Sequence[str], system: str = FREERTOS) -> list[Point]:
    """Return the points of `systems`, by default those of the operating system; a core means its `sets`. The points
    without extensions of their cores are included, for comparison.
    """
    chosen: dict[str, None] = {}
    for name in systems or (RIOT_SYSTEMS if system == RIOT else (CORE,)):
        some = [config.point(f"{name}/{e}") for e in sets(name)] if name in cores() else config.select_points([name])
        for point in some:
            if point.core.name not in cores():
                able = ", ".join(cores())
                raise UsageError(f"{point.core.name} cannot run an operating system; 32-bit cores with RAM can: {able}")
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
    """Return the tasks; an empty sequence means all. Tasks without network and with a plain echo are always included,
    for comparison. The rate MAX leaves no time to a test and is measured with one test only. UsageError if a sample has
    no message, or if the operating system does not support the choice.
    """
    chosen = [test for test in TESTS if test in tests or not tests]
    for rate in rates:
        if rate != MAX and seconds * float(rate) < 1:
            raise UsageError(
                f"{seconds:g} seconds contain no message at {rate} a second; use at least {1 / float(rate):.3g}"
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
    """Raise UsageError if an operating system does not support these choices."""
    able = [load.name for load in LOADS.values() if system in load.systems]
    for load in loads:
        if load not in able:
            raise UsageError(f"{SYSTEMS[system]} has no echo server with {load}: it has {', '.join(able)}")
    if system == RIOT and MAX in rates:
        raise UsageError("RIOT answers no message at the rate max; give --rate a number")
    if system == RIOT and samples > MOST_RIOT_SAMPLES:
        raise UsageError(f"RIOT supports at most {MOST_RIOT_SAMPLES} samples; increase --seconds")
    if system == RIOT and clock % 1_000_000:
        raise UsageError(f"RIOT's clock must be a whole number of MHz, not {clock / 1e6:g}")


def energy(point: Point, load: Load) -> list[Selector]:
    """Return the selectors of the energies of decrypting and encrypting a message; none if the core has no netlist."""
    if not load.algorithm or not load.own:
        return []
    fields = {"record": "energy", "point": point.name, "algorithm": load.algorithm, "scenario": f"{BYTES} bytes"}
    ways = ("seal", "open") if load.tag else ("encrypt", "decrypt")
    try:
        return [make_selector({**fields, "operation": way, "metric": "total_nj"}, "energy") for way in ways]
    except SelectorError:  # a generated core
        return []


def sample(task: Task, number: int) -> Counted:
    """Return one sample of a task with FreeRTOS, from the cache if its inputs are unchanged."""
    return _counted(task, task.program(number))[0]


def _samples(task: Task) -> list[Counted]:
    if task.os == RIOT:
        return _counted(task, task.program())
    return [sample(task, n) for n in range(task.samples)]


def _counted(task: Task, elf: Elf) -> list[Counted]:
    """Return the counts of all windows in a run of a program."""
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
            counts = rtos_tests.run_windows(*run, cycles, task.next_to, rate, rtos_tests.RADIO)
        else:
            counts = [rtos_tests.run(*run, task.cycles, task.next_to, rate, task.tick)]
        (work / "counted.json").write_text(json.dumps([asdict(counted) for counted in counts]))

    folder = store.entry("os", key, build)
    return [Counted(**counted) for counted in json.loads((folder / "counted.json").read_text())]


def measure(task: Task) -> list[Json]:
    """Return the record of a task."""
    try:
        samples = _samples(task)
    except VambraceError as error:
        raise type(error)(f"{task.label}: {error}") from None
    loops = [1e6 * c.loops / c.cycles for c in samples]
    return [_record(task, samples, loops)]


def _record(task: Task, samples: list[Counted], loops: list[float]) -> Json:
    point, cycles = task.point, sum(c.cycles for c in samples)
    answered, offered = sum(c.answered for c in samples), sum(c.offered for c in samples)
    spacing = statistics.mean([c.spacing for c in samples if c.spacing]) if task.rate == MAX else None
    waits = [c.answer_cycles for c in samples if c.answer_cycles is not None]
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
    """Return the model and, if there are several samples, each sample, so that progress counts them."""
    every = range(task.samples if task.samples > 1 and task.os == FREERTOS else 0)
    labels = {n: f"{task.label}, sample {n + 1} of {task.samples}" for n in every}
    return (*needs.models(task), *(Need((task, n), labels[n], partial(sample, task, n)) for n in every))


def _seconds(task: Task) -> float:
    return (3 if task.os == FREERTOS else 40) + task.samples * task.cycles / 400_000


def _usual(some: Sequence[Point]) -> list[Task]:
    names = [p.name for p in some if p.core.name in cores()]
    return tasks(points(names)) if names or not some else []


MEASURED = Measured(_task, _name, measure, _origin, _seconds, _needs, usual=_usual)
