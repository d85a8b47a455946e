# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Rocket of 64 bits: registers, both halves of its memory, traps and counts; and Ascon on it."""

from dataclasses import replace

import pytest

from tests.system import rocket
from vambrace import config
from vambrace.hardware import model
from vambrace.measure import bench
from vambrace.measure.studies import ascon64
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

pytestmark = rocket.MARKS

#: Cycles to seal and to open by the programs of the report on Ascon on RV64, compiled by GCC 12 with
#: -O2 -mtune=thead-c906, on this core: by the bytes of the message.
PROGRAMS = {
    8: {"ref": (3950, 4094), "opt64": (3313, 3334), "asconv": (3684, 3840)},
    32: {"ref": (5474, 5619), "opt64": (4579, 4603), "asconv": (5010, 5176)},
    64: {"ref": (7490, 7635), "opt64": (6273, 6301), "asconv": (6767, 6945)},
    4000: {"ref": (255958, 256123), "opt64": (213897, 214417), "asconv": (224243, 225708)},
}

PROGRAM = """
#include <stdint.h>

static uint64_t words[1024 * 3]; /* more than the data cache */
static volatile uint8_t *bytes = (volatile uint8_t *)words;
static unsigned traps;

uintptr_t vmb_trap(uintptr_t cause, uintptr_t pc, uintptr_t value)
{
    (void)value;
    traps += cause == 4 || cause == 6; /* misaligned load or store */
    return pc + 4;
}

__attribute__((noinline)) static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

__attribute__((noinline)) void loads(const uint64_t *p)
{
    __asm__ volatile(".option push\\n.option norvc\\n.rept 8\\nld t0, 0(%0)\\n.endr\\n.option pop" : : "r"(p) : "t0");
}

int main(void)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < 3 * 1024; i++) {
        words[i] = mix(i);
    }
    for (unsigned i = 0; i < 3 * 1024; i++) {
        bytes[8 * i + i % 8] = (uint8_t)i; /* a write of some bytes of a line, after it was driven out */
    }
    for (unsigned i = 0; i < 3 * 1024; i++) {
        uint64_t mask = 0xffull << 8 * (i % 8);
        if (words[i] != ((mix(i) & ~mask) | (uint64_t)(uint8_t)i << 8 * (i % 8))) {
            return 1;
        }
        sum += words[i] / 1000003;
    }
    if (mix(1) != 0x5692161d100b05e5 || sum == 0) { /* splitmix64's finaliser */
        return 2;
    }
    __asm__ volatile(".option push\\n.option norvc\\nld t0, 1(%0)\\nsd t0, 4(%0)\\n.option pop"
                     : : "r"(words) : "t0", "memory");
    loads(words);
    loads(words);
    return traps != 2 ? 3 : 0;
}
"""


def test_a_program_and_ascon(tmp_path):
    """One test for all, since only this needs the model."""
    point = config.point("rocket64/none")
    source = tmp_path / "program.c"
    source.write_text(PROGRAM)
    elf = program.link([source], point.build, 1 << 20)
    path = model.build(model.shared(point.core, point.extensions))
    outcome = simulate(path, elf, Machine(max_cycles=3_000_000), {"loads": elf.symbol("loads")})
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    warm = outcome.windows["loads"][-1]
    assert (warm.bytes_loaded, warm.bytes_stored) == (64, 0) and 9 <= warm.cycles < 30

    # A packet in libvambrace's job runner, as bench makes it: two with other secrets take as long.
    task = bench.Task(point, config.algorithms()["ascon-aead128"], config.scenarios()["zigbee"])
    assert bench.run_packet(task, 11) == bench.run_packet(task, 12)

    for style in ("opt64", "assembly"):
        task = ascon64.Task(ascon64.STYLES[style], "ascon-128", 1536)
        sealed, opened = ascon64.measure(task)
        spiked, _ = ascon64.measure(replace(task, core=ascon64.SPIKE))
        assert sealed["instret"] == spiked["instret"] and spiked["cycles"] is None
        for r in (sealed, opened):
            assert r["checked"] and r["cycles"] > r["instret"] and r["tools"]["rocket"] == "1.2.6"
    for size, programs in PROGRAMS.items():
        styles_and_programs(size, programs)


def styles_and_programs(size: int, programs: dict[str, tuple[int, int]]) -> None:
    """A style takes as many cycles as its program, the order is the report's, and libvambrace is the fastest."""
    taken = {
        style: [r["cycles"] for r in ascon64.measure(ascon64.Task(ascon64.STYLES[style], "ascon-128", size))]
        for style in (*programs, "assembly")
    }
    for style, cycles in programs.items():
        assert taken[style] == pytest.approx(list(cycles), rel=0.01), (style, size)
    for ref, asconv, opt64, assembly in zip(*(taken[s] for s in ("ref", "asconv", "opt64", "assembly")), strict=True):
        assert ref > 1.05 * asconv and asconv > 1.04 * opt64 and opt64 > 1.03 * assembly, size
