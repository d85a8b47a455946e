# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""FAC-V's latency experiment: the cycles of init, and of encrypting and decrypting 16 to 80 bytes with AES, on Rocket
in software and through each coupling; with a call for each block as published (studies/facv/cipher.h), with the calls
with contexts of studies/facv/facv.h, and with the bare commands of a coupling.

studies/facv/latency.c measures and checks all runs. This module runs it once for each coupling, key size, state of the
caches and AES core, and makes records of its results.
"""

import json
import random
import statistics
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from vambrace import config
from vambrace.base import code, store
from vambrace.base.errors import choose
from vambrace.base.paths import root
from vambrace.config import Algorithm, Point, macros
from vambrace.hardware import model
from vambrace.measure import calls, needs, origins
from vambrace.measure.kinds.latency import Configuration, Latency
from vambrace.measure.measured import Measured
from vambrace.results.kind import Selector
from vambrace.results.origin import COMPILERS, Origin, entry, files
from vambrace.results.records import versions
from vambrace.results.schema import Json
from vambrace.software.oracles import oracle
from vambrace.software.oracles.messages import WrongResult
from vambrace.software.running.simulate import Machine, Memory, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

CORE = "rocket"
KEY_BITS = (128, 192, 256)
CACHES = ("warm", "cold")
RUNS = 100  # the paper's minimum
MOST_RUNS = 10_000

#: AES rounds per cycle of an engine's core: the name on the command line, and the model's AesRoundsPerCycle.
ROUNDS = {"1": 1, "2": 2, "all": 0}

#: The methods of measurement, by their number in the program: the calls, and the end of a measurement.
WAYS = (("calls", "done"), ("commands", "done"), ("commands", "free"), ("block calls", "done"), ("block calls", "free"))
OPERATIONS = ("init", "encrypt", "decrypt")

_STUDY = root() / "studies" / "facv"

# The memory layout of the program, as in studies/facv/latency.c.
_LONGEST, _KEY_ROOM, _SERIES = 80, 64, 55
_PAGE, _FIRST, _PER_PAGE = 4096, 1024, 256
_RAM_BYTES = 16 << 20


class Series(NamedTuple):
    """The cycles of all runs of one call."""

    way: int
    operation: int
    message_bytes: int
    cycles: list[int]


@dataclass(frozen=True)
class Task:
    """One program to run: a coupling with one key size."""

    point: Point
    key_bits: int
    cold: bool = False
    rounds: str = "1"  # one of ROUNDS; "1" without an AES core
    runs: int = RUNS

    @property
    def label(self) -> str:
        rounds = "" if self.rounds == "1" else f" {self.rounds} rounds a cycle"
        return f"{self.point.name} aes-{self.key_bits}{rounds} {self.caches}"

    @property
    def caches(self) -> str:
        return CACHES[self.cold]

    @property
    def algorithm(self) -> Algorithm:
        return config.algorithms()[f"aes-{self.key_bits}-ecb"]

    @property
    def model(self) -> model.ModelSpec:
        core = self.point.core
        if self.rounds != "1":  # with "1", the model is the one without the parameter
            rounds = {"AesRoundsPerCycle": ROUNDS[self.rounds]}
            if self.point.extensions.engine:
                return model.shared(core, config.with_options(self.point.extensions, rounds))
            core = replace(core, parameters={**core.parameters, **rounds})
        return model.shared(core, self.point.extensions)

    def program(self) -> Elf:
        """Return the experiment and facv.c with the library's optimisation, and the published calls with their own: two
        files, compiled separately.
        """
        build, definitions = self.point.build, macros.latency(self.key_bits // 8, self.runs, self.cold)
        nested = program.compile_objects(
            [_STUDY / "cipher.c", _STUDY / "coprocessor.c"],
            [*program.PROGRAM_FLAGS, *macros.of(build), *definitions],
            build.xlen,
        )
        contexts = program.compile_object(_STUDY / "facv.c", program.source_flags(build), build.xlen)
        return program.link([_STUDY / "latency.c"], build, _RAM_BYTES, ["-O2", *definitions], more=[*nested, contexts])

    @cached_property
    def texts(self) -> bytes:
        """Return the key, a plaintext, and the ciphertext of an independent implementation, in the program's layout."""
        rng = random.Random(f"latency/{self.key_bits}")
        key, plain = rng.randbytes(self.key_bits // 8), rng.randbytes(_LONGEST)
        return key.ljust(_KEY_ROOM, b"\0") + plain + oracle.encrypt(self.algorithm.name, key, b"", plain)[0]


def couplings() -> list[str]:
    """Return the extension sets that can be measured: those of the core, with one round per cycle as their default."""
    sets = [p.extensions for p in config.points().values() if p.core.name == CORE]
    return [e.name for e in sets if e.accelerator is None or e.accelerator.rounds == 1]


def tasks(names: list[str], key_bits: list[int], rounds: list[str], caches: list[str], runs: int) -> list[Task]:
    """Return the tasks; without names, for all couplings. UsageError lists the names. Software has no AES core and is
    measured once for any `rounds`; an accelerator with one key length is measured only with that.
    """
    chosen = [choose("coupling", name, couplings()) for name in names] or couplings()
    software = [name for name in chosen if not config.extension_sets()[name].units]
    return [
        Task(config.point(f"{CORE}/{name}"), bits, state == "cold", "1" if name in software else r, runs)
        for r in rounds
        for state in caches
        for bits in key_bits
        for name in couplings()
        if name in chosen and (r == rounds[0] or name not in software) and _has_key(name, bits)
    ]


def _has_key(name: str, bits: int) -> bool:
    """Return whether software or the accelerator of an extension set has keys of this number of bits."""
    accelerator = config.extension_sets()[name].accelerator
    return accelerator is None or accelerator.has_key(bits)


def run(task: Task) -> list[Series]:
    """Run the program; WrongResult if a run's result differs from that of the independent implementation."""
    elf = task.program()
    at = {name: elf.symbol(f"vmb_latency_{name}") for name in ("hot", "series", "count", "pages")}
    size = {"series": 12 * _SERIES, "count": 4, "pages": elf.symbol_size("vmb_latency_pages")}
    memory = Memory({at["hot"]: task.texts}, {name: (at[name], length) for name, length in size.items()})
    # Software takes 20,000 cycles at most.
    machine = Machine(_RAM_BYTES, max_cycles=10_000_000 + (task.runs + 40) * _SERIES * 40_000)
    outcome = simulate(model.build(task.model), elf, machine, memory=memory)
    if outcome.end != "exit":
        raise WrongResult(f"{task.label}: {outcome.describe(elf)}")
    all_series = decode({name: outcome.dumps[name] for name in size}, task.runs)
    if outcome.exit_code != 0:
        way, operation, message_bytes = struct.unpack_from("<3I", outcome.dumps["series"], 12 * len(all_series))
        what = f"{OPERATIONS[operation]} of {message_bytes} bytes by {WAYS[way][0]}"
        raise WrongResult(f"{task.label}: wrong result: {what}")
    return all_series


def decode(dumps: dict[str, bytes], runs: int) -> list[Series]:
    """Return the series that the program left in its memory."""
    (count,) = struct.unpack("<I", dumps["count"])

    def cycles(n: int) -> int:
        page, place = divmod(n, _PER_PAGE)
        (count,) = struct.unpack_from("<I", dumps["pages"], page * _PAGE + _FIRST + 4 * place)
        return int(count)

    return [
        Series._make((*struct.unpack_from("<3I", dumps["series"], 12 * n), [cycles(n * runs + i) for i in range(runs)]))
        for n in range(count)
    ]


def runs_key(source_hash: str, texts: bytes, runs: int) -> str:
    """Return the hash of the inputs of all runs' cycles."""
    return store.digest(code.digest(__name__), source_hash, texts, runs)


def measure(task: Task) -> list[Json]:
    """Return the records of a task, from the cache if its inputs are unchanged."""
    elf = task.program()
    source_hash = store.digest(model.key(task.model), elf.path.read_bytes())

    def build(work: Path) -> None:
        (work / "runs.json").write_text(json.dumps(run(task)))

    folder = store.entry("latency", runs_key(source_hash, task.texts, task.runs), build)
    all_series: list[list[Any]] = json.loads((folder / "runs.json").read_text())
    return [_record(task, Series._make(s), source_hash) for s in all_series]


def _record(task: Task, series: Series, source_hash: str) -> Json:
    operation, (way, until) = OPERATIONS[series.operation], WAYS[series.way]
    point, algorithm, cycles = task.point, task.algorithm, series.cycles
    return Latency(
        library="vambrace",
        **calls.of_point(point),
        algorithm=algorithm.name,
        kind=algorithm.kind,
        scenario="init" if operation == "init" else f"{series.message_bytes} bytes",
        operation=operation,
        by=way,
        until=until,
        ad_bytes=0,
        message_bytes=series.message_bytes,
        runs=len(cycles),
        cycles=statistics.mean(cycles),
        cycles_deviation=statistics.stdev(cycles) if len(cycles) > 1 else 0,
        cycles_minimum=min(cycles),
        cycles_maximum=max(cycles),
        checked=True,
        tools=versions(point.core.upstream),
        configuration=Configuration(
            core_parameters=point.core.parameters,
            units=list(point.extensions.units),
            aes_rounds_per_cycle=task.rounds if point.extensions.units else None,
            wait_states=0,
            caches=task.caches,
            library_flags=" ".join(program.library_flags(point.build)),
            constant_time=True,
            nonce_bytes=0,
            tag_bytes=0,
        ),
        source_hash=source_hash,
    ).json()


def _task(selector: Selector, point: str) -> Task:
    at = config.point(point)
    rounds = selector.get("rounds") if at.extensions.units else "1"
    return Task(at, 8 * calls.algorithm(selector).key, selector.get("caches") == "cold", rounds)


def _name(task: Task) -> tuple[str, ...]:
    return task.point.name, str(task.key_bits), task.caches, task.rounds, str(task.runs)


def _origin(task: Task) -> Origin:
    inputs = [
        *origins.program(task.point, "aes"),
        files("studies/facv/*"),
        entry("algorithms.toml", task.algorithm.name),
    ]
    return Origin.of(__name__, inputs, COMPILERS)


def _usual(points: Sequence[Point]) -> list[Task]:
    names = [p.extensions.name for p in points if p.core.name == CORE]
    return tasks(names, list(KEY_BITS), ["1"], list(CACHES), RUNS) if names or not points else []


MEASURED = Measured(_task, _name, measure, _origin, lambda task: 15, needs.models, usual=_usual)
