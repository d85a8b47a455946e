# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Ascon on 64-bit RISC-V: the three C styles of a report (studies/ascon64) compared with libvambrace, by message size.

    measure(Task(STYLES["asconv"], "ascon-128", 64))    records of both directions, from the cache
    records(["asconv", "assembly"], [64, 4096])         the same for many

On a core's RTL, cycles are those of a call with warm caches. Spike counts instructions, also with extensions that the
core lacks. The figures of a message too long to simulate are estimated from shorter ones, and its record states that.
Every output is compared with that of another implementation.
"""

import json
import random
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from vambrace import __version__, config
from vambrace.base import code, store, tools
from vambrace.base.errors import choose
from vambrace.base.paths import root
from vambrace.config import OPERATIONS, PORTABLE, Build, Peer, Point, macros
from vambrace.hardware import model as model_module
from vambrace.hardware import rtl
from vambrace.measure import calls, needs, origins
from vambrace.measure.kinds.ascon64 import Ascon64, Configuration
from vambrace.measure.measured import Measured
from vambrace.measure.studies import build
from vambrace.measure.studies.line import Line
from vambrace.results.kind import Selector
from vambrace.results.origin import COMPILERS, Origin, entry, files, library, model
from vambrace.results.schema import Json
from vambrace.software import peers
from vambrace.software.oracles import oracle
from vambrace.software.oracles.messages import WrongResult
from vambrace.software.running import spike
from vambrace.software.running.simulate import Counts, Machine, Memory, Outcome, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

SPIKE = "spike"
DIRECTIONS = OPERATIONS["aead"]

AD = 16  # bytes of associated data, as in the report
LONG = 4 << 20
#: Messages that end with a whole block, as all in the report; and other lengths.
SIZES = (8, 16, 32, 64, 512, 1536, 4000, 4096, LONG)
ENDS = (1, 4, 7, 9, 12, 15, 63)

#: The lengths from which longer messages are estimated, none of which fits the data cache, and the longest that is run.
_SAMPLED = {"core": (16 << 10, 20 << 10, 24 << 10), SPIKE: (512, 1536, 4096)}
LONGEST = 64 << 10

#: Calls, of which the last one counts. The instruction cache replaces lines at random and needs several calls to
#: contain all of the code. The first call has the whole message, if it fits the data cache; those between are short.
_CALLS, _BETWEEN = 24, 64
_COUNTED = ("cycles", "instret", "bytes_loaded", "bytes_stored")
_RAM_BYTES = 1 << 20
_REQUEST = 128  # bytes of a request of studies/ascon64/main.c
_LINE, _CACHE = 64, 16 << 10  # of the data cache
_FITS = 4096  # bytes of a message that fits with its output: the caches are not warm for longer ones
_MAX_CYCLES = 50_000_000

#: Programs of other authors that reject their own ciphertext if a message ends with a whole block: they shift by all
#: bits.
_REFUSING, _BLOCK = ("asconv",), 8


@dataclass(frozen=True)
class Style:
    """One way to implement Ascon. `stem`: of the study's file; empty for libvambrace."""

    name: str
    title: str
    stem: str = ""
    portable: bool = False  # libvambrace's C instead of its assembly
    flags: tuple[str, ...] = ()  # for the compiler, after libvambrace's

    @property
    def algorithms(self) -> tuple[str, ...]:
        return ("ascon-128",) if self.stem else ("ascon-128", "ascon-aead128")

    @property
    def compiled(self) -> bool:
        """Return whether it is C, so that the compiler chooses the instructions."""
        return bool(self.stem) or self.portable


#: The report's flag for its processor. That processor executes misaligned accesses, so GCC copies 8 bytes with one
#: instruction. Rocket does not execute them, but the study's messages are aligned.
TUNED = ("-mtune=thead-c906",)

STYLES = {
    s.name: s
    for s in (
        Style("ref", "bytes one by one; rounds inlined in loops over blocks, else called", "ref", flags=TUNED),
        Style("ref-shift", "ref, but shifts clear bytes of an opened last block", "ref_shift", flags=TUNED),
        Style("opt64", "words at once; rounds inlined, with nested rotates", "opt64", flags=TUNED),
        Style("opt64-shift", "opt64, but shifts clear bytes of an opened last block", "opt64_shift", flags=TUNED),
        Style(
            "asconv", "words at once, rounds as ref; shifts clear bytes of an opened last block", "asconv", flags=TUNED
        ),
        Style("asconv-untuned", "asconv without -mtune=thead-c906, so that words are copied byte by byte", "asconv"),
        Style("c", "libvambrace's portable C", portable=True),
        Style("assembly", "libvambrace's assembly"),
    )
}

#: For each extension set on Spike: the ISA, and the compiler's flags for C. GCC 12 generates rotates for Zbb, not for
#: Zbkb.
EXTENSIONS = {"none": ("rv64gc", ()), "zbkb": ("rv64gc_zbkb", ()), "zbb": ("rv64gc_zbb", ("-march=rv64imac_zbb",))}


def cores() -> list[str]:
    """Return the cores with 64-bit registers, and Spike."""
    return [*(name for name, core in config.cores().items() if core.xlen == 64), SPIKE]


@dataclass(frozen=True)
class Task:
    """One style with one length of message, in both directions."""

    style: Style
    algorithm: str
    size: int
    core: str = "rocket64"
    extensions: str = "none"
    seed: int = 1  # of all random data
    peer: Peer | None = None  # the other author's program with this style, instead of ours

    @property
    def label(self) -> str:
        whose = f"{self.peer.name} " if self.peer else ""
        return f"{whose}{self.style.name} {self.algorithm} {self.size} bytes on {self.core}/{self.extensions}"

    @property
    def model(self) -> model_module.ModelSpec | None:
        if self.core == SPIKE:
            return None
        return model_module.shared(config.cores()[self.core], config.extension_sets()[self.extensions])

    @property
    def sampled(self) -> tuple[int, ...]:
        """Return the lengths from which it is estimated; none if it is run."""
        return _SAMPLED[SPIKE if self.core == SPIKE else "core"] if self.size > LONGEST else ()

    @property
    def build(self) -> Build:
        """Return the build of the program and libvambrace."""
        if self.core == SPIKE:
            base = PORTABLE if self.style.compiled else Build(config.extension_sets()[self.extensions])
            return base.on_spike()
        return replace(PORTABLE, xlen=64) if self.style.compiled else config.point(f"{self.core}/none").build

    @property
    def flags(self) -> tuple[str, ...]:
        """Return additional flags for the compiler."""
        return (*self.style.flags, *EXTENSIONS[self.extensions][1]) if self.style.compiled else ()

    def function(self, operation: str) -> str:
        if self.peer:
            return self.peer.windows[f"{self.style.name}-{operation}"]
        return f"{self._prefix}_{operation}"

    def may_refuse(self, operation: str) -> bool:
        """Return whether the program is known to reject its own ciphertext."""
        return bool(self.peer) and self.style.name in _REFUSING and operation == "open" and self.size % _BLOCK == 0

    @property
    def point(self) -> Point:
        return config.point(f"{self.core}/{self.extensions}")

    @property
    def _prefix(self) -> str:
        if self.peer:
            return f"{self.peer.algorithms[self.algorithm]}_{self.style.name}"
        if self.style.stem:
            return f"vmb_study_ascon64_{self.style.stem}"
        return config.algorithms()[self.algorithm].prefix

    @cached_property
    def elf(self) -> Elf:
        folder = root() / "studies" / "ascon64"
        if self.peer:
            own, linked, adaptor = peers.linking(self.peer, config.algorithms()[self.algorithm], self.point)
            flags = [*macros.study_ascon64(self._prefix), *own]
            return program.link([folder / "main.c"], self.build, _RAM_BYTES, flags, linked, more=adaptor)
        library = None
        if self.style.stem:
            library = build.library((folder / f"{self.style.stem}.c",), self.flags, 64)
        elif self.style.compiled:
            library = build.library(tuple(build.portable("ascon")), self.flags, 64)
        return program.link([folder / "main.c"], self.build, _RAM_BYTES, macros.study_ascon64(self._prefix), library)

    @property
    def texts(self) -> tuple[bytes, bytes, bytes, bytes]:
        """Return key, nonce, associated data and message."""
        rng = random.Random(f"study/ascon64/{self.seed}")
        return rng.randbytes(16), rng.randbytes(16), rng.randbytes(AD), rng.randbytes(self.size)


def plan(styles: Sequence[str] = (), sizes: Sequence[int] = (), on: Sequence[str] = ()) -> list[Task]:
    """Return the tasks; an empty sequence means all. UsageError lists the names."""
    for kind, asked, known in (("style", styles, list(STYLES)), ("core", on, cores())):
        for name in asked:
            choose(kind, name, known)
    chosen = [s for s in STYLES.values() if s.name in styles or not styles]
    planned: dict[Task, None] = {}
    for core in [c for c in cores() if c in on or not on]:
        for style in chosen:
            lengths = dict.fromkeys(sizes or (*SIZES, *(ENDS if style.stem and core != SPIKE else ())))
            for extensions in _sets(style, core):
                for algorithm in style.algorithms:
                    planned |= dict.fromkeys(Task(style, algorithm, n, core, extensions) for n in lengths)
    return list(planned)


def _sets(style: Style, core: str) -> tuple[str, ...]:
    if core != SPIKE:
        return ("none",)
    return ("none", "zbb") if style.compiled else ("none", "zbkb")


def records(
    styles: Sequence[str] = (),
    sizes: Sequence[int] = (),
    operations: Iterable[str] = DIRECTIONS,
    on: Sequence[str] = ("rocket64",),
) -> list[Json]:
    """Measure the tasks one after the other and return the records of some operations."""
    return [r for task in plan(styles, sizes, on) for r in measure(task) if r["operation"] in tuple(operations)]


class Run(NamedTuple):
    """The counts of the last call of a run, and whether it accepted its own ciphertext."""

    counts: Counts | spike.Counts
    right: bool


def run(task: Task, operation: str) -> Counts | spike.Counts:
    """Run the calls of one direction and return the counts of the last one. WrongResult if its output differs from that
    of the other implementation.
    """
    return run_checked(task, operation).counts


def run_checked(task: Task, operation: str) -> Run:
    """Do the same, and return whether the program accepted its own ciphertext."""
    done = _run(task, operation, forged=False)
    refused = done.exit_code == 1 and task.may_refuse(operation)
    key, nonce, ad, message = task.texts
    sealed, tag = oracle.seal(task.algorithm, key, nonce, ad, message, 16)
    wanted = message if operation == "open" else sealed
    if (done.exit_code != 0 and not refused) or done.dumps["out"][: task.size] != wanted or done.dumps["tag"] != tag:
        raise WrongResult(f"{task.label}: {operation}: wrong result")
    if task.peer and operation == "open" and _run(task, operation, forged=True).exit_code != 1:
        raise WrongResult(f"{task.label}: accepts a wrong tag")
    counts, calls = done.windows["call"], 1 if task.core == SPIKE else _CALLS
    if len(counts) != calls:
        raise WrongResult(f"{task.label}: {operation}: {len(counts)} calls were counted instead of {calls}")
    return Run(counts[-1], not refused)


def _run(task: Task, operation: str, forged: bool) -> Outcome | spike.Outcome:
    """Run the calls, with a wrong tag if `forged`."""
    key, nonce, ad, message = task.texts
    sealed, tag = oracle.seal(task.algorithm, key, nonce, ad, message, 16)
    tag = bytes([tag[0] ^ forged]) + tag[1:]
    opens = operation == "open"
    sent = sealed if opens else message
    room = _room(task.size + (16 if task.peer else 0))  # the peer's tags follow its texts
    calls, sends_message = (1, 0) if task.core == SPIKE else (_CALLS, int(task.size <= _FITS))
    head = struct.pack("<8I", opens, task.size, _between(task.size), calls, sends_message, room, 0, 0)
    image = (head + key + nonce + ad + (tag if opens else bytes(16))).ljust(_REQUEST, b"\0") + sent
    at = task.elf.symbol("__heap_start")
    memory = Memory({at: image}, {"tag": (at + 80, 16), "out": (at + _REQUEST + room, max(len(sent), 1))})
    windows = {"call": task.elf.symbol(task.function(operation))}
    return _on_core(task, windows, memory, operation) if task.model else _on_spike(task, windows, memory)


def _on_spike(task: Task, windows: dict[str, int], memory: Memory) -> spike.Outcome:
    return spike.run(task.elf, EXTENSIONS[task.extensions][0], windows, memory, _RAM_BYTES)


def _on_core(task: Task, windows: dict[str, int], memory: Memory, operation: str) -> Outcome:
    assert task.model
    machine = Machine(_RAM_BYTES, max_cycles=_MAX_CYCLES)
    done = simulate(model_module.build(task.model), task.elf, machine, windows, memory)
    if done.end != "exit":
        raise WrongResult(f"{task.label}: {operation}: {done.describe(task.elf)}")
    return done


def _between(size: int) -> int:
    """Return the bytes of a short call with the same branches: the same number of bytes in its last block."""
    return min(size, _BETWEEN + size % 16)


def _room(size: int) -> int:
    """Return the bytes from input to output: adjacent; for long messages, half a direct-mapped cache apart, so that
    neither evicts the other, for any length.
    """
    if size <= _FITS:
        return -(-size // _LINE) * _LINE
    return -(-size // _CACHE) * _CACHE + _CACHE // 2


def measure(task: Task) -> list[Json]:
    """Return a record for each direction, from the cache if its inputs are unchanged."""
    return [_estimate(task, o) if task.sampled else _record(task, o, _counted(task, o), None) for o in DIRECTIONS]


def _source_hash(task: Task) -> str:
    model = model_module.key(task.model) if task.model else (tools.version("spike"), EXTENSIONS[task.extensions][0])
    return store.digest(model, task.elf.path.read_bytes())


def _counted(task: Task, operation: str) -> dict[str, int | None]:
    def count(work: Path) -> None:
        taken = run_checked(task, operation)
        counts = {field: getattr(taken.counts, field, None) for field in _COUNTED}
        (work / "counts.json").write_text(json.dumps({**counts, "right": taken.right}))

    key = store.digest(code.digest(__name__), _source_hash(task), operation, _room(task.size), _CALLS, *task.texts)
    counts: dict[str, int | None] = json.loads((store.entry("study", key, count) / "counts.json").read_text())
    return counts


def _estimate(task: Task, operation: str) -> Json:
    """Return an extrapolation of the line through the figures of shorter messages."""
    by_size = {n: _counted(replace(task, size=n), operation) for n in task.sampled}
    lines = {
        field: Line.through([(n, float(counts[field] or 0)) for n, counts in by_size.items()])
        for field in _COUNTED
        if by_size[task.sampled[0]][field] is not None
    }
    counts = {field: round(line.at(task.size)) for field, line in lines.items()}
    line = lines.get("cycles", lines["instret"])
    estimate = {
        "from": {str(n): counts.get("cycles") or counts["instret"] for n, counts in by_size.items()},
        "per_byte": line.slope,
        "constant": line.constant,
        "largest_error": line.largest_error,
    }
    return _record(task, operation, {"cycles": None, **counts}, estimate)


def _flags_text(task: Task) -> str:
    if task.peer:
        return " ".join(peers.flags(task.peer, task.point))
    return build.flags_text(task.flags) if task.style.compiled else " ".join(program.LIBRARY_FLAGS)


def _record(task: Task, operation: str, counts: dict[str, Any], estimate: dict[str, Any] | None) -> Json:
    on_core = task.core != SPIKE
    core = config.cores().get(task.core)
    names = (program.GCC, "picolibc", *(("verilator", "g++") if on_core else ("spike",)))
    versions = {name: tools.version(name) for name in names}
    if core:
        versions[core.upstream] = rtl.version(core.upstream)
    if task.peer:
        versions[task.peer.name] = task.peer.origin
    cycles = counts["cycles"]
    return Ascon64(
        core=task.core,
        extensions=task.extensions,
        library=task.peer.name if task.peer else "study" if task.style.stem else "vambrace",
        style=task.style.name,
        algorithm=task.algorithm,
        scenario=f"{task.size} bytes",
        operation=operation,
        ad_bytes=AD,
        message_bytes=task.size,
        cycles=cycles,
        cycles_per_byte=None if cycles is None else cycles / task.size,
        instret=counts["instret"],
        instret_per_byte=counts["instret"] / task.size,
        bytes_loaded=counts["bytes_loaded"],
        bytes_stored=counts["bytes_stored"],
        estimate=estimate,
        checked=counts.get("right", True),
        tools={"vambrace": __version__, **versions},
        configuration=Configuration(
            core_parameters=core.parameters if core else {},
            isa=EXTENSIONS[task.extensions][0] if not core else "rv64imac",
            caches="warm" if core else None,
            calls=_CALLS if core else 1,
            library_flags=_flags_text(task),
        ),
        source_hash=_source_hash(task),
    ).json()


def _task(selector: Selector, point: str) -> Task:
    size = int(selector.get("scenario").split()[0])
    style = STYLES[selector.get("style")]
    return Task(style, selector.get("algorithm") or "ascon-128", size, peer=calls.peer(selector))


def _name(task: Task) -> tuple[str, ...]:
    peer = (task.peer.name,) if task.peer else ()
    return task.core, task.extensions, task.style.name, task.algorithm, str(task.size), *peer


def _origin(task: Task) -> Origin:
    inputs = [
        *origins.COMMON,
        origins.FIRMWARE,
        library("ascon"),
        files("studies/ascon64/*"),
        entry("algorithms.toml", task.algorithm),
        *(origins.foreign(task.peer) if task.peer else ()),
    ]
    if task.core in config.cores():
        inputs += [entry("cores.toml", task.core), model(f"{task.core}/{task.extensions}")]
        return Origin.of(__name__, inputs, COMPILERS)
    inputs += [files("soc/spike/*"), files("configs/extensions.toml")]
    return Origin.of(__name__, inputs, (*COMPILERS, "spike"))


def _usual(points: Sequence[Point]) -> list[Task]:
    return plan() if not points or any(p.core.name in cores() for p in points) else []


MEASURED = Measured(
    _task, _name, measure, _origin, lambda task: 1 + min(task.size, 64 << 10) / 1000, needs.models, usual=_usual
)
