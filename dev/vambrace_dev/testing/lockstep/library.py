# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The library's own programs (crt0.S) with interrupts, NMIs and debug requests at random times. With a PMP, each of
these blocks some words of the program's buffers or code: the next access raises an exception, whose handler unblocks
them, blocks others, and repeats the access. The program's results do not change.
"""

import random
from dataclasses import dataclass

from vambrace.software.running.simulate import RAM_BASE, Machine, Memory
from vambrace.software.toolchain.elf import Elf
from vambrace_dev.testing.lockstep import encode as e
from vambrace_dev.testing.lockstep import generate, handler, pmp, requests
from vambrace_dev.testing.lockstep.items import Items
from vambrace_dev.testing.lockstep.target import DEBUG_ADDRESS, MCAUSE, MEPC, MIE, MSCRATCH, MSTATUS, Target

#: The location of handlers, within a jump from the vectors, after program and jobs; their words follow.
PLACE = RAM_BASE + 0xC0000
_WORDS = PLACE + 0x4000
_X3 = _WORDS - handler.LOWEST

_MSECCFG, _RULE_LOCKING_BYPASS = 0x747, 4
_TRAP_CAUSE, _TRAP_PC, _TRAP_VALUE = 0x10, 0x14, 0x18  # devices of the test bench
_USED = (5, 6, 7, 8)
_SAVED = handler.LOWEST  # the first of four words


@dataclass(frozen=True)
class Window:
    """Bytes of which PMP blocks `each` at a time; both sizes are powers of two."""

    begin: int
    size: int
    each: int


def machine(rng: random.Random, ram_bytes: int) -> Machine:
    """Return a machine with slow memories."""
    return Machine(
        ram_bytes=ram_bytes,
        max_cycles=5_000_000,
        wait_instr=rng.choice((0, 1, 4)),
        wait_data=rng.choice((0, 3, 9)),
        wait_grant=rng.choice((0, 3)),
        random_waits=rng.randrange(1, 1 << 28),
    )


def disturbed(
    elf: Elf,
    memory: Memory,
    rng: random.Random,
    units: frozenset[str],
    target: Target,
    machine: Machine,
    windows: list[Window],
) -> Memory:
    """Return the memory with handlers and vectors. `windows`: the ranges that PMP, if the target has one, blocks in
    part.
    """
    each = generate.cycles_each(machine, 3)
    assert all(address + len(data) <= PLACE for address, data in memory.load.items())
    code = e.Code(PLACE)

    def take() -> None:
        if target.pmp:
            _take(code, windows)

    _trap(code, rng, target, 150 * each, take)
    if target.nmi:
        requests.put_nmi(code, _X3, rng.choice((0xFF, 0x3FF)), 60 * each, take)
    items = Items(code, rng, units, target)
    requests.put_debugger(code, rng, target, _X3, 80 * each, lambda: items.apart(rng.randrange(4, 20)), take)
    code.label("start")
    _start(code, rng, target)
    code.put(*e.li(5, elf.symbol("_start")), e.jalr(0, 5, 0))
    data = bytearray(code.finish())
    assert len(data) <= _WORDS - PLACE
    data += bytes(_WORDS - PLACE - len(data))
    data += b"".join(rng.randrange(1, 1 << 32).to_bytes(4, "little") for _ in range(1024))
    requests.clear(data, _X3 - PLACE)
    vectors = [code.labels["nmi" if target.nmi and number == target.nmi else "trap"] for number in range(32)]
    jumps = [*vectors, code.labels["start"], code.labels["debugger"]]
    assert RAM_BASE + 4 * (len(jumps) - 1) == DEBUG_ADDRESS
    words = [e.jal(0, to - (RAM_BASE + 4 * number)) for number, to in enumerate(jumps)]
    first = b"".join(word.to_bytes(4, "little") for word in words)
    return Memory(load={RAM_BASE: first, PLACE: bytes(data), **memory.load}, dump=memory.dump)


def _start(code: e.Code, rng: random.Random, target: Target) -> None:
    """Append the start: after crt0.S, every kind of event occurs for the first time."""
    if target.pmp:
        code.put(*e.li(5, _RULE_LOCKING_BYPASS), e.csr("csrrw", 0, _MSECCFG, 5))
    code.put(*e.li(5, 0x1880), e.csr("csrrw", 0, MSTATUS, 5), *e.li(5, 0x888), e.csr("csrrw", 0, MIE, 5))
    code.put(e.lui(5, handler.DEVICES >> 12))
    devices = [*handler.TIMERS.values(), requests.DEBUG, *([requests.NMI] if target.nmi else [])]
    for device in devices:
        code.put(*e.li(6, rng.randrange(50, 1000)), e.store("sw", 6, 5, device))
    code.put(e.csr("csrrs", 0, MSTATUS, 8, True))


def _take(code: e.Code, windows: list[Window]) -> None:
    """Block some bytes of one of the windows, by x7: all accesses, or only writes or execution."""
    done = f"taken{code.here:x}"
    for number, window in enumerate(windows):
        other = f"other{code.here:x}"
        if number < len(windows) - 1:
            code.put(e.imm_op("andi", 8, 7, 1 << number))
            code.to(other, lambda distance: e.branch("beq", 8, 0, distance))
        code.put(e.shift("srli", 6, 7, 6), *e.li(5, window.size - 1), e.r("and", 6, 6, 5), *e.li(5, window.begin))
        code.put(e.r("add", 6, 6, 5), e.shift("srli", 6, 6, 2))
        code.put(e.imm_op("andi", 6, 6, -(window.each >> 2)), e.imm_op("ori", 6, 6, (window.each >> 3) - 1))
        code.to(done, lambda distance: e.jal(0, distance))
        code.label(other)
    code.label(done)
    code.put(e.csr("csrrw", 0, pmp.PMPADDR0, 6), *e.li(5, pmp.LOCKED | pmp.NAPOT), e.imm_op("andi", 8, 7, 0x30))
    for bits, allowed in ((0x10, pmp.READ | pmp.EXECUTE), (0x20, pmp.READ | pmp.WRITE)):
        code.put(e.imm_op("addi", 6, 0, bits), e.branch("bne", 8, 6, 8), e.imm_op("ori", 5, 5, allowed))
    code.put(e.csr("csrrw", 0, pmp.PMPCFG0, 5))


def _trap(code: e.Code, rng: random.Random, target: Target, least: int, take: requests.More) -> None:
    """Append the handler of exceptions and interrupts, at the label "trap"; it keeps the program's x3 in mscratch. An
    exception that PMP did not raise ends the run.
    """
    code.label("trap")
    code.put(e.csr("csrrw", 0, MSCRATCH, 3), *e.li(3, _X3))
    code.put(*(e.store("sw", register, 3, _SAVED + 4 * place) for place, register in enumerate(_USED)))
    code.put(e.csr("csrrs", 5, MCAUSE, 0), e.csr("csrrs", 6, MEPC, 0))
    code.to("interrupt", lambda distance: e.branch("blt", 5, 0, distance))
    if target.pmp:
        for cause in (1, 5, 7):
            code.put(e.imm_op("addi", 7, 0, cause))
            code.to("give back", lambda distance: e.branch("beq", 5, 7, distance))
    code.put(e.lui(7, handler.DEVICES >> 12), e.store("sw", 5, 7, _TRAP_CAUSE), e.store("sw", 6, 7, _TRAP_PC))
    code.put(e.store("sw", 0, 7, _TRAP_VALUE), e.jal(0, 0))
    code.label("give back")
    if target.pmp:
        code.put(e.csr("csrrw", 0, pmp.PMPCFG0, 0))
        requests.put_random(code, handler.RANDOM)
        take()
    code.to("leave", lambda distance: e.jal(0, distance))
    code.label("interrupt")
    requests.put_random(code, handler.RANDOM)
    # All three interrupts, at nearly the same time.
    requests.put_again(code, handler.TIMERS.values(), rng.choice((0xFF, 0x7FF)), least)
    take()
    code.label("leave")
    code.put(*(e.load("lw", register, 3, _SAVED + 4 * place) for place, register in enumerate(_USED)))
    code.put(e.csr("csrrs", 3, MSCRATCH, 0), e.MRET)
