# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The trap handler of random programs: folds the trap's CSRs into a signature and continues after the instruction, or
schedules the interrupt again after a random time.
"""

from vambrace_dev.testing.lockstep import encode as e
from vambrace_dev.testing.lockstep.target import MCAUSE, MEPC, MSTATUS, MTVAL, Target

DEVICES = 0x10000000  # see soc/sim/devices.h
EXIT = 0x04
TIMERS = {3: 0x28, 7: 0x0C, 11: 0x24}  # of each interrupt, by its cause

# The handler's own words, below all addresses that programs access: offsets from x3.
LOWEST = -2048
_SAVED, _SIGNATURE = LOWEST, LOWEST + 20
RANDOM = LOWEST + 24  # not 0
CONTINUE = LOWEST + 28  # where execution continues after a failed fetch
JUMP = LOWEST + 60  # the target of a jump: never stored elsewhere
FREE = LOWEST + 192  # the words of requests.py are below

_USED = (5, 6, 7, 8)


def put(code: e.Code, mask: int, scale: int, least: int, target: Target) -> None:
    """Append the handler. An interrupt recurs after `least` cycles plus up to `mask << scale`."""
    for place, register in enumerate(_USED):
        code.put(e.store("sw", register, 3, _SAVED + 4 * place))
    code.put(e.csr("csrrs", 5, MCAUSE, 0))
    code.to("interrupt", lambda distance: e.branch("blt", 5, 0, distance))
    code.put(
        e.csr("csrrs", 6, MEPC, 0),
        e.csr("csrrs", 7, MTVAL, 0),
        e.load("lw", 8, 3, _SIGNATURE),
        e.r("add", 8, 8, 7),
        e.shift("slli", 7, 8, 5),
        e.r("xor", 8, 8, 7),
        e.r("add", 8, 8, 5),
        e.r("xor", 8, 8, 6),
        e.csr("csrrs", 7, MSTATUS, 0),
        e.r("add", 8, 8, 7),
        e.store("sw", 8, 3, _SIGNATURE),
    )
    if target.user_mode:  # an environment call leaves it
        code.put(e.imm_op("addi", 7, 0, 8), e.branch("bne", 5, 7, 16), *e.li(7, 0x1800), e.csr("csrrs", 0, MSTATUS, 7))
    code.put(e.imm_op("addi", 7, 0, target.fetch_fault))
    code.to("nowhere", lambda distance: e.branch("beq", 5, 7, distance))
    # After the instruction: 4 bytes if its lower two bits are 3, otherwise 2.
    code.put(
        e.load("lhu", 7, 6, 0),
        e.imm_op("andi", 7, 7, 3),
        e.imm_op("addi", 7, 7, -3),
        e.imm_op("sltiu", 7, 7, 1),
        e.shift("slli", 7, 7, 1),
        e.imm_op("addi", 7, 7, 2),
        e.r("add", 6, 6, 7),
    )
    code.label("return")
    code.put(e.csr("csrrw", 0, MEPC, 6))
    code.label("leave")
    for place, register in enumerate(_USED):
        code.put(e.load("lw", register, 3, _SAVED + 4 * place))
    code.put(e.MRET)
    code.label("nowhere")
    code.put(e.load("lw", 6, 3, CONTINUE))
    code.to("return", lambda distance: e.jal(0, distance))
    code.label("interrupt")
    # Marsaglia's xorshift32
    code.put(e.load("lw", 7, 3, RANDOM))
    for name, amount in (("slli", 13), ("srli", 17), ("slli", 5)):
        code.put(e.shift(name, 8, 7, amount), e.r("xor", 7, 7, 8))
    code.put(e.store("sw", 7, 3, RANDOM), e.imm_op("andi", 7, 7, mask), e.shift("slli", 7, 7, scale))
    code.put(*e.li(8, least), e.r("add", 7, 7, 8))
    code.put(e.imm_op("andi", 5, 5, 15), e.lui(6, DEVICES >> 12))
    for cause, offset in TIMERS.items():
        code.put(e.imm_op("addi", 8, 0, cause), e.branch("bne", 5, 8, 12))
        code.put(e.store("sw", 0, 6, offset), e.store("sw", 7, 6, offset))
    code.to("leave", lambda distance: e.jal(0, distance))
