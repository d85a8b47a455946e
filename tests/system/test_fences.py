# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The fences of the drivers, on memory whose stores are seen late and in any order (soc/sim/store_buffer.h)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builds import BUILDS
from tests.system.test_engine_calls import program_of
from vambrace import config
from vambrace.hardware import model
from vambrace.software.oracles import oracle
from vambrace.software.running.simulate import Machine, Outcome, simulate
from vambrace.software.toolchain import program

CHOSEN = [BUILDS["engine"], BUILDS["engine:size"], BUILDS["engine-obi"], BUILDS["aes-unit"]]
LATE = Machine(1 << 20, max_cycles=5_000_000, store_buffer=4000)


def simulated(elf: program.Elf, build: config.Build, machine: Machine) -> Outcome:
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    return simulate(path, elf, machine, cached=True)


def expected() -> str:
    """Return the expected results of fences.c, from other implementations."""
    arrays: dict[str, list[bytes]] = {
        "sealed": [],
        "tags": [],
        "chained": [],
        "blocks": [],
        "counted": [],
        "hashed": [],
    }
    for number in range(3):
        key, nonce, ad, text = (
            bytes((37 * i + first + number) & 0xFF for i in range(size))
            for first, size in ((3, 16), (50, 16), (90, 19), (130, 48))
        )
        ciphertext, tag = oracle.seal("aes-128-ccm", key, nonce[:13], ad, text[:43], 16)
        modes = [oracle.encrypt(f"aes-128-{m}", key, nonce if m != "ecb" else b"", text)[0] for m in ("cbc", "ecb")]
        counted = oracle.encrypt("aes-128-ctr", key, nonce, text[:45])[0]
        actual = (ciphertext, tag, *modes, counted, oracle.digest("ascon-hash256", text, 32, b""))
        for name, value in zip(arrays, actual, strict=True):
            arrays[name].append(value)
    rows = (
        f"static const uint8_t {name}[3][{len(values[0])}] = {{{', '.join(f'{{{_bytes(v)}}}' for v in values)}}};"
        for name, values in arrays.items()
    )
    return "#include <stdint.h>\n" + "\n".join(rows) + "\n"


def _bytes(value: bytes) -> str:
    return ", ".join(map(str, value))


def calls(folder: Path, build: config.Build) -> program.Elf:
    text = Path(__file__).with_name("fences.c").read_text()
    (folder / "expected.h").write_text(expected())
    return program_of(folder, text, build)


@pytest.mark.parametrize("build", CHOSEN, ids=lambda b: b.label)
def test_a_call_orders_its_accesses(tmp_path, build):
    elf = calls(tmp_path, build)
    for machine in (LATE, Machine(1 << 20, max_cycles=5_000_000)):
        outcome = simulated(elf, build, machine)
        assert (outcome.end, outcome.exit_code) == ("exit", 0), f"line {outcome.exit_code}: {outcome.describe(elf)}"


# The engine's own accesses, without the library: the view of a program without fences.
BARE = """
#include "vambrace/engine.h"
#include "vambrace/engine_regs.h"

static volatile uint32_t key[4], text[4], out[4];

int main(void)
{
    unsigned i, old = 0;

    for (i = 0; i < 4; i++) {
        out[i] = 0;
        key[i] = 0x03020100u + 0x04040404u * i;
        text[i] = 0x33221100u + 0x44444444u * i;
    }
    while ((vmb_engine_wait() & 1) != 0) { }
    FENCE;
    vmb_engine_set(0, (uint32_t)(uintptr_t)key, 0);
    vmb_engine_set(1, 0, 0);
    vmb_engine_set(2, (uint32_t)(uintptr_t)text, 16);
    vmb_engine_set(3, (uint32_t)(uintptr_t)out, 0);
    if ((vmb_engine_run(JOB) >> 1 & 15) != 0) return 1;
    for (i = 0; i < 4; i++) old |= out[i] == 0; /* what was there before */
    FENCE;
    /* FIPS 197, appendix C.1 */
    return 4 * (old != 0) + 2 * (out[0] != 0xd8e0c469u || out[3] != 0x5ac5b470u);
}
"""


FENCE = '__asm__ volatile("fence" ::: "memory")'


@pytest.mark.parametrize(("buffered", "fence", "code"), [(0, "", 0), (4000, FENCE, 4), (4000, "", 6)])
def test_store_buffers_delay_data_without_a_fence(tmp_path, buffered, fence, code):
    """Without a fence the engine reads old data, and its result is not visible at once."""
    build = BUILDS["engine"]
    family = "VMB_ENGINE_UNIT_AES_FAMILY << VMB_ENGINE_REG_JOB_FAMILY_SHIFT"
    job = f"(({family}) | VMB_ENGINE_REG_JOB_AD_END_MASK | VMB_ENGINE_REG_JOB_DATA_END_MASK)"
    elf = program_of(tmp_path, BARE.replace("FENCE", fence).replace("JOB)", f"{job})"), build)
    outcome = simulated(elf, build, Machine(1 << 20, max_cycles=100_000, store_buffer=buffered))
    assert (outcome.end, outcome.exit_code) == ("exit", code), outcome.describe(elf)


def test_store_buffers_without_engines_have_no_effect(tmp_path):
    """Not a cycle: a core sees its own stores."""
    text = """
volatile unsigned words[64]; volatile unsigned char bytes[64];
int main(void)
{
    unsigned i, sum = 0;
    for (i = 0; i < 640; i++) {
        words[i % 64] += i;
        bytes[i % 64] = (unsigned char)i;
        sum += words[(7 * i) % 64] + bytes[i % 60];
    }
    return (int)(sum & 127);
}
"""
    elf = program_of(tmp_path, text, BUILDS["none"])
    with_and_without = {simulated(elf, BUILDS["none"], m).total for m in (LATE, Machine(1 << 20, max_cycles=5_000_000))}
    codes = {simulated(elf, BUILDS["none"], m).exit_code for m in (LATE, Machine(1 << 20))}
    assert len(with_and_without) == 1 and len(codes) == 1
