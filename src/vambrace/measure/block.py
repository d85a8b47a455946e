# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of cipher cores and cipher units, by simulation of their RTL without a system."""

import fnmatch
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from vambrace import __version__, config
from vambrace.base import tools
from vambrace.base.errors import UsageError, unknown
from vambrace.config import Algorithm, Point
from vambrace.hardware import blocks
from vambrace.hardware.blocks import BlockSpec
from vambrace.measure import origins
from vambrace.measure.kinds.block import Block
from vambrace.measure.measured import Measured, Need
from vambrace.results import origin
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin, entry, files
from vambrace.results.schema import Json
from vambrace.silicon import parts
from vambrace.software.oracles import messages, oracle

#: The default clock for throughput, in MHz: that of FAC-V's board.
CLOCK = 65.0

#: The default length of messages, by kind: a block, and a length with a published figure.
SIZES = {"cipher": 16, "aead": 192}

#: The additional blocks of the longer message whose additional cycles give the rate of a core.
_LONGER = 64

#: The numbers of the algorithms in `vmb_ascon` (rtl/ascon/vmb_ascon_pkg.sv).
_ASCON = {"ascon-aead128": 0, "ascon-128": 4, "ascon-128a": 5}


#: The algorithms of units that have only one.
_ONLY = {"vmb_ascon_small": ["ascon-aead128"], "vmb_chacha20_poly1305": ["chacha20-poly1305"]}


@dataclass(frozen=True)
class Task:
    """A block of configs/blocks.toml, one of its algorithms, and the bytes of a message."""

    block: str
    algorithm: Algorithm
    size: int
    clock: float = CLOCK  # MHz

    @property
    def label(self) -> str:
        return f"{self.block} {self.algorithm.name} {self.size} bytes"

    @property
    def spec(self) -> BlockSpec:
        part = parts.blocks()[self.block].parts[0]
        return BlockSpec(part.top, part.source, part.parameters)

    @property
    def operations(self) -> tuple[str, ...]:
        both = dict(self.spec.parameters).get("Decrypt", 1)
        return self.algorithm.operations if both else self.algorithm.operations[:1]


def algorithms(block: str) -> list[str]:
    """Return the algorithms that a block has; none if it is neither a cipher core nor a cipher unit."""
    part = parts.blocks()[block].parts[0]
    parameters = dict(part.parameters)
    if part.top == "vmb_aes_core":
        longest, shorter = parameters.get("KeyBits", 128), parameters.get("ShorterKeys", 1)
        return [f"aes-{bits}-ecb" for bits in (128, 192, 256) if bits == longest or (bits < longest and shorter)]
    if part.top == "vmb_ascon":
        return [name for name, number in _ASCON.items() if number == 0 or parameters.get("V12", 1)]
    return _ONLY.get(part.top, [])


def tasks(patterns: Iterable[str], wanted: Iterable[str], sizes: Iterable[int], clock: float) -> list[Task]:
    """Return the tasks for blocks by name or pattern, with these algorithms or with all that they have. UsageError if
    there are none.
    """
    able = {name: algorithms(name) for name, known in parts.blocks().items() if blocks.has_bench(known.parts[0].top)}
    chosen: dict[str, None] = {}
    for pattern in patterns:
        matching = fnmatch.filter(able, pattern)
        if not matching:
            raise UsageError(unknown("block", pattern, able))
        chosen.update(dict.fromkeys(matching))
    wanted = list(wanted)
    all_tasks = []
    for block in chosen:
        for name in (a for a in able[block] if not wanted or a in wanted):
            known = config.algorithms()[name]
            lengths = list(sizes) or [SIZES[known.kind]]
            all_tasks += [
                Task(block, known, size, clock) for size in dict.fromkeys(map(known.longest, lengths)) if size
            ]
    if not all_tasks:
        has = ", ".join(dict.fromkeys(a for block in chosen for a in able[block]))
        raise UsageError(
            f"no block of {', '.join(chosen)} has {', '.join(wanted)} with these lengths; they have: {has}"
        )
    return all_tasks


@dataclass(frozen=True)
class _Run:
    """The cycles of one message."""

    cycles: int
    key_cycles: int | None


def _run(task: Task, operation: str, size: int) -> _Run:
    """Run a message through the core. WrongResult if the oracle's result differs."""
    known = task.algorithm
    key, nonce, text = bytes(range(known.key)), bytes(range(128, 128 + known.nonce)), _text(size)
    if known.kind == "cipher":
        result, tag = oracle.encrypt(known.name, key, nonce, text)[0], None
        arguments = [operation, key.hex()]
    else:
        result, tag = oracle.seal(known.name, key, nonce, b"", text)
        arguments = [operation, str(_ASCON.get(known.name, 0)), key.hex(), nonce.hex()]
    sent, wanted = (text, result) if operation == known.operations[0] else (result, text)
    answer = blocks.run(task.spec, arguments, [sent] if tag is None else [b"", sent, tag])
    if bytes.fromhex(answer["out"]) != wanted or (tag is not None and bytes.fromhex(answer["tag"]) != tag):
        raise messages.WrongResult(f"{task.label} {operation}: wrong result")
    return _Run(answer["cycles"], answer.get("key_cycles"))


def _text(size: int) -> bytes:
    """Return a message without equal blocks."""
    return b"".join((n * 0x9E3779B1 & 0xFFFFFFFF).to_bytes(4, "little") for n in range(-(-size // 4)))[:size]


def records(task: Task) -> list[Json]:
    """Return a record for each operation of a task."""
    return [_record(task, operation) for operation in task.operations]


def _record(task: Task, operation: str) -> Json:
    block_bytes = 8 if task.algorithm.name == "ascon-128" else 16
    run = _run(task, operation, task.size)
    longer = _run(task, operation, task.size + _LONGER * block_bytes)
    per_block = (longer.cycles - run.cycles) / _LONGER
    rate = 8 * block_bytes / per_block
    return Block(
        block=task.block,
        algorithm=task.algorithm.name,
        scenario=f"{task.size} bytes",
        operation=operation,
        clock=f"{task.clock:g} MHz",
        message_bytes=task.size,
        cycles=run.cycles,
        key_cycles=run.key_cycles,
        block_bytes=block_bytes,
        cycles_per_block=per_block,
        bits_per_cycle=rate,
        mbit_per_s=rate * task.clock,
        checked=True,
        parameters=dict(task.spec.parameters),
        tools={"vambrace": __version__, **{name: tools.version(name) for name in ("verilator", "g++")}},
        source_hash=blocks.key(task.spec),
    ).json()


def _task(selector: Selector, point: str) -> Task:
    size, clock = (float(selector.get(name).split()[0]) for name in ("scenario", "clock"))
    return Task(selector.block, config.algorithms()[selector.get("algorithm")], int(size), clock)


def _name(task: Task) -> tuple[str, ...]:
    return task.block, task.algorithm.name, str(task.size), f"{task.clock:g}"


def _origin(task: Task) -> Origin:
    bench, algorithm = files("soc/blocks/*"), entry("algorithms.toml", task.algorithm.name)
    made_from = [*origins.COMMON, origin.parts(task.block), bench, algorithm]
    return Origin.of(__name__, made_from, ("verilator", "g++"))


def _needs(task: Task) -> Sequence[Need]:
    built = partial(blocks.is_built, task.spec)
    return [Need(task.spec, f"model {task.block}", partial(blocks.build, task.spec), 20, built)]


def _usual(points: Sequence[Point]) -> list[Task]:
    return [] if points else tasks(["*"], [], [], CLOCK)


MEASURED = Measured(_task, _name, records, _origin, lambda task: 10, _needs, usual=_usual)
