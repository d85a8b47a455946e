# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Rocket with a scratchpad: a program's memory is complete, the engine can access it, and the time of a call does not
depend on earlier code, except for the instruction cache.
"""

from __future__ import annotations

import pytest

from tests.system import rocket, test_engine_calls
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.measure import bench
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

pytestmark = rocket.MARKS

POINT = config.point("rocket-scratchpad/engine")
BYTES = 64 << 10


def end(name: str, text: str, folder) -> None:
    source = folder / f"{name}.c"
    source.write_text(text)
    elf = program.link([source], POINT.build, 1 << 20, [f"-I{root() / 'lib' / 'src'}"])
    assert elf.symbol("__stack_top") == 0x80000000 + BYTES  # less than it asks for
    outcome = simulate(model.build(model.shared(POINT.core, POINT.extensions)), elf, Machine(max_cycles=3_000_000))
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)


def test_the_engine_and_the_processor_share_memory(tmp_path):
    end("coherence", (root() / "tests" / "system" / "rocket_coherence.c").read_text(), tmp_path)


def test_unreachable_memory_is_an_error(tmp_path):
    end("unreachable", test_engine_calls.UNREACHABLE, tmp_path)


def test_the_scratchpad_is_faster_than_other_memory(tmp_path):
    """A load and its use take at most 4 cycles; the rest of the RAM exists, uncached."""
    end(
        "loads",
        """
#include <stdint.h>
static uint32_t near;
static unsigned taken(volatile uint32_t *p)
{
    unsigned from, to, n;
    for (n = 0; n < 3; n++) { /* the last time, the code is in the cache */
        __asm__ volatile("csrr %0, mcycle\\n.rept 16\\n lw %1, 0(%2)\\n add %1, %1, x0\\n.endr\\n csrr %1, mcycle"
                         : "=&r"(from), "=&r"(to) : "r"(p) : "memory");
    }
    return to - from;
}
int main(void)
{
    volatile uint32_t *far = (uint32_t *)0x80020000;
    unsigned a = taken(&near);
    unsigned b = taken(far);
    *far = 0x12345678;
    return *far != 0x12345678 ? 1 : a > 64 + 8 ? 2 : b < 3 * a ? 3 : 0;
}
""",
        tmp_path,
    )


@pytest.mark.parametrize("cold", [False, True])
def test_packets(cold):
    """Results are right, and with the data in the scratchpad a call is not slower than with a data cache; a cold call
    has to fetch its code.
    """
    shape = config.scenarios()["zigbee"]
    aead = config.algorithms()["ascon-aead128"]
    here = bench.Task(POINT, aead, shape, cold=cold)
    first, second = (bench.run_packet(here, seed) for seed in (21, 22))
    assert first == second
    cached = bench.run_packet(bench.Task(config.point("rocket/engine"), aead, shape, cold=cold), 21)
    for operation, counts in first.items():
        assert counts["operation"].cycles <= cached[operation]["operation"].cycles + 20
