# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Events that cannot be masked: the handler of NMIs, and a debugger. Both schedule the next request after a random
time. The debugger executes random instructions of its own, which may raise exceptions, and restores all registers;
sometimes it makes single steps, and lets ebreak enter debug mode. Their words are at `x3` and the offsets of
handler.py, whatever the program keeps in this register.

Sources: Ibex Reference Guide, "Recoverable Non-Maskable Interrupt"; RISC-V External Debug Support 0.13.2, sections 4.4
(single step) and 4.8 (debug CSRs).
"""

import random
from collections.abc import Callable, Iterable

from vambrace_dev.testing.lockstep import encode as e
from vambrace_dev.testing.lockstep import handler
from vambrace_dev.testing.lockstep.target import DCSR, DPC, DSCRATCH, MCAUSE, MEPC, MSTATUS, MTVAL, Target

NMI, DEBUG = 0x1C, 0x20  # devices of the test bench (soc/sim/devices.h)

_NMI_SAVED, NMI_RANDOM = handler.LOWEST + 32, handler.LOWEST + 48
DEBUG_RANDOM, _STEPS, _DEBUG_SAVED = handler.LOWEST + 52, handler.LOWEST + 56, handler.LOWEST + 64
_ENTERED = handler.LOWEST + 188

_USED = (5, 6, 7, 8)
_BLOCKS = 8
_STEP, _EBREAKM, _EBREAKU = 1 << 2, 1 << 15, 1 << 12
_EBREAK = 1  # cause in dcsr

#: Appends instructions that may use x5, x6 and x8, with a random number in x7.
More = Callable[[], None]


def clear(data: bytearray, x3: int) -> None:
    """Let a program's data start without single steps; x3 as an index of `data`."""
    data[x3 + _STEPS : x3 + _STEPS + 4] = bytes(4)


def put_random(code: e.Code, offset: int) -> None:
    """x7: the next random number of a word (Marsaglia's xorshift32); changes x8."""
    code.put(e.load("lw", 7, 3, offset))
    for name, amount in (("slli", 13), ("srli", 17), ("slli", 5)):
        code.put(e.shift(name, 8, 7, amount), e.r("xor", 7, 7, 8))
    code.put(e.store("sw", 7, 3, offset))


def put_again(code: e.Code, devices: Iterable[int], mask: int, least: int) -> None:
    """Schedule the same request after `least` cycles plus up to `mask`, by x7; changes x5 and x6."""
    code.put(*e.li(5, least), e.imm_op("andi", 6, 7, mask), e.r("add", 6, 6, 5), e.lui(5, handler.DEVICES >> 12))
    for device in devices:
        code.put(e.store("sw", 0, 5, device), e.store("sw", 6, 5, device))


def put_nmi(code: e.Code, x3: int, mask: int, least: int, more: More = lambda: None) -> None:
    """Append the handler of NMIs, at the label "nmi"; the next one comes after `least` cycles plus up to `mask`. It
    reads mepc first, because Spike may have to adopt it. mtval is overwritten by the NMI itself.
    """
    code.label("nmi")
    code.put(e.csr("csrrw", 3, MTVAL, 3), *e.li(3, x3))
    code.put(*(e.store("sw", register, 3, _NMI_SAVED + 4 * place) for place, register in enumerate(_USED)))
    code.put(*(e.csr("csrrs", 6, source, 0) for source in (MEPC, MCAUSE, MSTATUS)))
    put_random(code, NMI_RANDOM)
    put_again(code, [NMI], mask, least)
    more()
    code.put(*(e.load("lw", register, 3, _NMI_SAVED + 4 * place) for place, register in enumerate(_USED)))
    code.put(e.csr("csrrs", 3, MTVAL, 0), e.MRET)


def put_debugger(
    code: e.Code,
    rng: random.Random,
    target: Target,
    x3: int,
    least: int,
    block: Callable[[], None],
    more: More = lambda: None,
) -> None:
    """Append the debugger, at the label "debugger"; `least` as for NMIs. `block` appends random instructions, which do
    not change x3 and x2: x2 points half way between `x3` and the lowest word.
    """
    mask = rng.choice((0xFF, 0x3FF, 0x7FF))
    code.label("debugger")
    code.put(e.csr("csrrw", 0, DSCRATCH, 3), *e.li(3, x3), e.store("sw", 5, 3, _ENTERED))
    code.put(e.csr("csrrs", 5, DPC, 0), e.csr("csrrs", 5, DSCRATCH + 1, 0), e.branch("beq", 5, 0, 8))
    code.to("debug leaves", lambda distance: e.jal(0, distance))  # an exception in debug mode comes here, too
    code.put(*(e.store("sw", register, 3, _saved(register)) for register in range(1, 32) if register not in (3, 5)))
    code.put(e.load("lw", 5, 3, _ENTERED), e.store("sw", 5, 3, _saved(5)))
    code.put(e.csr("csrrs", 5, DSCRATCH, 0), e.store("sw", 5, 3, _saved(3)))
    code.put(*(e.csr("csrrs", 6, source, 0) for source in (MEPC, MCAUSE, MTVAL, MSTATUS, DCSR)))
    _pass_ebreak(code)
    put_random(code, DEBUG_RANDOM)
    _next_request(code, rng, mask, least)
    bits = _EBREAKM | (_EBREAKU if target.user_mode else 0)
    code.put(*e.li(6, bits), e.csr("csrrc", 0, DCSR, 6))
    code.put(e.imm_op("andi", 8, 7, 0x300), e.branch("beq", 8, 0, 8), e.csr("csrrs", 0, DCSR, 6))
    more()
    # One of the blocks, or none.
    code.put(e.shift("srli", 8, 7, 20), e.imm_op("andi", 8, 8, 1), e.branch("beq", 8, 0, 8))
    code.to("debug leaves", lambda distance: e.jal(0, distance))
    code.put(e.csr("csrrw", 0, DSCRATCH + 1, 3), e.shift("srli", 8, 7, 21), e.imm_op("andi", 8, 8, _BLOCKS - 1))
    code.put(e.imm_op("addi", 2, 3, handler.LOWEST // 2))
    code.put(e.shift("slli", 8, 8, 2), e.auipc(6, 0), e.r("add", 6, 6, 8), e.jalr(0, 6, 12))
    for number in range(_BLOCKS):
        code.to(f"block {number}", lambda distance: e.jal(0, distance))
    for number in range(_BLOCKS):
        code.label(f"block {number}")
        block()
        code.to("debug leaves", lambda distance: e.jal(0, distance))
    code.label("debug leaves")
    code.put(e.csr("csrrw", 0, DSCRATCH + 1, 0))
    code.put(*(e.load("lw", register, 3, _saved(register)) for register in range(1, 32) if register != 3))
    code.put(e.load("lw", 3, 3, _saved(3)), e.DRET)


def _saved(register: int) -> int:
    return _DEBUG_SAVED + 4 * (register - 1)


def _pass_ebreak(code: e.Code) -> None:
    """Return after an ebreak that entered debug mode; x6 is dcsr."""
    code.put(e.shift("srli", 7, 6, 6), e.imm_op("andi", 7, 7, 7), e.imm_op("addi", 8, 0, _EBREAK))
    code.put(e.branch("bne", 7, 8, 40), e.csr("csrrs", 7, DPC, 0), e.load("lhu", 8, 7, 0))
    code.put(e.imm_op("andi", 8, 8, 3), e.imm_op("addi", 8, 8, -3), e.imm_op("sltiu", 8, 8, 1))
    code.put(e.shift("slli", 8, 8, 1), e.imm_op("addi", 8, 8, 2), e.r("add", 7, 7, 8), e.csr("csrrw", 0, DPC, 7))


def _next_request(code: e.Code, rng: random.Random, mask: int, least: int) -> None:
    """Schedule the next request, but none while there are single steps to make; one comes after the
    last. x7 is random.
    """
    code.put(e.lui(5, handler.DEVICES >> 12), e.store("sw", 0, 5, DEBUG), e.load("lw", 8, 3, _STEPS))
    code.to("begin", lambda distance: e.branch("beq", 8, 0, distance))
    code.put(e.imm_op("addi", 8, 8, -1), e.store("sw", 8, 3, _STEPS))
    code.to("chosen", lambda distance: e.branch("bne", 8, 0, distance))
    code.put(e.csr("csrrc", 0, DCSR, _STEP, True))
    code.to("request", lambda distance: e.jal(0, distance))
    code.label("begin")
    code.put(e.imm_op("andi", 8, 7, rng.choice((0x3, 0x7, 0xF))))
    code.to("request", lambda distance: e.branch("bne", 8, 0, distance))
    code.put(e.shift("srli", 8, 7, 12), e.imm_op("andi", 8, 8, 15), e.imm_op("addi", 8, 8, 1))
    code.put(e.store("sw", 8, 3, _STEPS), e.csr("csrrs", 0, DCSR, _STEP, True))
    code.to("chosen", lambda distance: e.jal(0, distance))
    code.label("request")
    put_again(code, [DEBUG], mask, least)
    code.label("chosen")
