# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates random programs that stress a pipeline: few registers, results that the next instruction needs, loads and
stores of all sizes at any alignment, branches in both directions, traps, interrupts.

A program is an image of the RAM: vectors, a handler (handler.py), loops of random items, and data. It depends only on
its seed, the units and the target. x3 points to the data, x2 into them, x4 counts iterations; all other registers are
free. After a trap, execution continues after the instruction.
"""

import random
from dataclasses import dataclass, replace

from vambrace.software.running.simulate import RAM_BASE, Machine
from vambrace_dev.testing.lockstep import encode as e
from vambrace_dev.testing.lockstep import handler, pmp, requests
from vambrace_dev.testing.lockstep.items import Items
from vambrace_dev.testing.lockstep.mode import PLAIN, Mode
from vambrace_dev.testing.lockstep.target import DEBUG_ADDRESS, MIE, MSTATUS, MTVEC, Target

RAM_BYTES = 1 << 18
_DATA = RAM_BASE + (1 << 17)
_DATA_BYTES = 1 << 13
_ZONE = _DATA + 0x1800
_X3 = _DATA - handler.LOWEST
_MOST_CODE = (1 << 17) - (1 << 12)

#: The approximate number of executed instructions by default.
INSTRUCTIONS = 24_000

_CYCLES_EACH = 60  # upper bound of the average per instruction, including wait states and sleep
_MORE_CYCLES = 8  # factor with slow memories, a debugger and many interrupts
_CLIFF_BYTES = 36

_SPECIAL = (0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0xFF, 0x80, 0xFFFF8000)


@dataclass(frozen=True)
class Image:
    """A program for `simulate`; `machine` is the machine for it."""

    seed: int
    data: bytes
    machine: Machine

    def image(self, base: int) -> bytes:
        assert base == RAM_BASE
        return self.data

    def function_at(self, address: int) -> str:
        return f"the program of seed {self.seed}"


def program(
    seed: int, units: frozenset[str], target: Target, instructions: int | None = None, mode: Mode = PLAIN
) -> Image:
    """Return the program of a seed, which executes about this many instructions (default INSTRUCTIONS), not counting a
    mode's additional handlers.
    """
    instructions = INSTRUCTIONS if instructions is None else instructions
    rng = random.Random(seed)
    machine = _machine(rng, instructions, mode)
    nmi = mode.interrupts and target.nmi
    code = e.Code(RAM_BASE)
    for number in range(32):
        code.to("nmi" if nmi and number == target.nmi else "trap", lambda distance: e.jal(0, distance))
    code.to("start", lambda distance: e.jal(0, distance))
    assert code.here == DEBUG_ADDRESS
    if mode.debug:
        code.to("debugger", lambda distance: e.jal(0, distance))
    code.align(0x100)
    code.label("trap")
    mask, scale = rng.choice((0xFF, 0x3FF, 0x7FF)), rng.randrange(1, 4)
    each = cycles_each(machine, mode.debug + bool(nmi) + 1)
    if mode.interrupts:
        mask, scale = rng.choice((0x3F, 0xFF, 0x3FF)), 0
    handler.put(code, mask, scale, 200 if mode.plain else 250 * each, target)
    if nmi:
        requests.put_nmi(code, _X3, rng.choice((0x7F, 0x3FF)), 60 * each)
    items = Items(code, rng, units, target, mode)
    items.ram_end, items.zone = RAM_BASE + RAM_BYTES, _ZONE
    cliff = items.cliff(_CLIFF_BYTES) if mode.faults else b""
    if mode.debug:
        requests.put_debugger(code, rng, target, _X3, 80 * each, lambda: items.apart(rng.randrange(4, 30)))
    code.label("start")
    _start(code, rng, target, mode)
    left = instructions
    while left > 0 and len(code.data) < _MOST_CODE:
        left -= _loop(code, rng, items)
    _end(code, target)
    data = bytearray(code.finish())
    data += bytes(_DATA - RAM_BASE - len(data))
    for _ in range(_DATA_BYTES // 4):
        word = rng.choice(_SPECIAL) if rng.random() < 0.25 else rng.getrandbits(32)
        data += word.to_bytes(4, "little")
    for word in (handler.RANDOM, requests.NMI_RANDOM, requests.DEBUG_RANDOM):
        at = _DATA - RAM_BASE + word - handler.LOWEST
        data[at : at + 4] = rng.randrange(1, 1 << 32).to_bytes(4, "little")
    if mode.debug:
        requests.clear(data, _DATA - RAM_BASE - handler.LOWEST)
    data += bytes(RAM_BYTES - len(cliff) - len(data) if cliff else 0) + cliff
    return Image(seed, bytes(data), machine)


def cycles_each(machine: Machine, handlers: int) -> int:
    """Return the approximate cycles per instruction, times the kinds of handlers, which must leave time for the
    program.
    """
    return (2 + (machine.wait_instr + machine.wait_data + 2 * machine.wait_grant) // 2) * handlers


def _machine(rng: random.Random, instructions: int, mode: Mode) -> Machine:
    """Return the memories: in most programs with more than wait states, slow ones."""
    machine = Machine(
        ram_bytes=RAM_BYTES,
        max_cycles=instructions * _CYCLES_EACH * (1 if mode.plain else _MORE_CYCLES),
        wait_instr=rng.choice((0, 0, 1, 2, 3)),
        wait_data=rng.choice((0, 0, 1, 2, 4)),
        random_waits=rng.choice((0, rng.randrange(1, 1 << 28))),
    )
    if mode.plain or not (mode.slow or rng.random() < 0.6):
        return machine
    return replace(
        machine,
        wait_instr=rng.choice((0, 1, 3, 8)),
        wait_data=rng.choice((0, 2, 6, 15)),
        wait_grant=rng.choice((0, 2, 7)),
        random_waits=rng.randrange(1, 1 << 28),
    )


def _start(code: e.Code, rng: random.Random, target: Target, mode: Mode) -> None:
    if target.control and rng.random() < 0.6:
        address, mask = target.control
        code.put(*e.li(5, rng.getrandbits(32) & mask), e.csr("csrrw", 0, address, 5))
    for register in range(1, 32):
        code.put(*e.li(register, rng.getrandbits(32)))
    code.put(*e.li(3, _X3), *e.li(2, _DATA + 0x400))
    code.put(*e.li(5, RAM_BASE | 1), e.csr("csrrw", 0, MTVEC, 5))
    code.put(*e.li(5, 0x888), e.csr("csrrw", 0, MIE, 5))
    code.put(e.lui(5, handler.DEVICES >> 12))
    for offset in handler.TIMERS.values():
        code.put(e.imm_op("addi", 6, 0, rng.randrange(20, 2000)), e.store("sw", 6, 5, offset))
    if mode.pmp:
        pmp.put(code, rng, _ZONE, RAM_BASE + RAM_BYTES)
    code.put(*e.li(5, 0x1880), e.csr("csrrw", 0, MSTATUS, 5), e.lui(5, handler.DEVICES >> 12))
    for on, offset in ((mode.interrupts and target.nmi, requests.NMI), (mode.debug, requests.DEBUG)):
        if on:
            code.put(e.imm_op("addi", 6, 0, rng.randrange(20, 2000)), e.store("sw", 6, 5, offset))
    code.put(e.csr("csrrs", 0, MSTATUS, 8, True))


def _loop(code: e.Code, rng: random.Random, items: Items) -> int:
    """Append a loop; return the approximate number of instructions it executes."""
    count, times = rng.randrange(20, 120), rng.choice((1, 2, 5, 10, 20))
    begin = items.executed
    items.new_registers()
    code.put(*e.li(4, times))
    name = f"loop{code.here:x}"
    code.label(name)
    before = len(code.data)
    for _ in range(count):
        items.one()
    items.close()
    code.put(e.imm_op("addi", 4, 4, -1))
    if (len(code.data) - before) < 4000:
        code.to(name, lambda distance: e.branch("bne", 4, 0, distance))
    else:
        code.put(e.branch("beq", 4, 0, 8))
        code.to(name, lambda distance: e.jal(0, distance))
    return times * (items.executed - begin)


def _end(code: e.Code, target: Target) -> None:
    """Store all registers, load all stored data if the bus does not show it, and end with exit code 0."""
    code.put(e.csr("csrrc", 0, MSTATUS, 8, True))
    for register in range(1, 32):
        code.put(e.store("sw", register, 3, 4 * register))
    if not target.bus:
        code.put(*e.li(5, _DATA), *e.li(6, _DATA + _DATA_BYTES))
        code.label("read")
        code.put(*(e.load("lw", 7, 5, offset) for offset in range(0, 256, 4)), e.imm_op("addi", 5, 5, 256))
        code.to("read", lambda distance: e.branch("bne", 5, 6, distance))
    code.put(e.lui(5, handler.DEVICES >> 12), e.store("sw", 0, 5, handler.EXIT))
    code.put(e.jal(0, 0))
