# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What the library does on an engine beside its results: taking turns, sleeping, reporting what the
engine cannot reach, waiting for one that has just been reset."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from vambrace import bench, config, model, program
from vambrace.config import Extensions
from vambrace.program import Elf
from vambrace.simulate import Machine, Outcome, simulate

pytestmark = pytest.mark.rtl

HERE = Path(__file__).parent
SETS = config.extension_sets()
PORT = SETS["engine"]
SLEEPING = replace(SETS["engine-obi"], macros=(*SETS["engine-obi"].macros, "VMB_ENGINE_IRQ"))
LOCKED = replace(PORT, macros=(*PORT.macros, "VMB_ENGINE_LOCK"))


def run(elf: Elf, build: Extensions, windows: tuple[str, ...] = (), core: str = "ibex-ref") -> Outcome:
    path = model.build(bench.bench_model(config.cores()[core], build))
    outcome = simulate(path, elf, Machine(max_cycles=20_000_000), {name: elf.symbol(name) for name in windows})
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    return outcome


def program_of(folder: Path, text: str, build: Extensions) -> Elf:
    source = folder / "program.c"
    source.write_text(text)
    return program.link([source], build, 1 << 20)


@pytest.mark.parametrize(
    ("build", "turns", "step"),
    [(PORT, 300, 5), (SETS["engine-obi"], 60, 23), (SLEEPING, 60, 23), (SETS["engine-obi-pio"], 20, 301)],
    ids=["port", "obi", "obi-irq", "obi-pio"],
)
def test_an_interrupt_handler_makes_calls_at_any_time(build, turns, step):
    elf = program.link([HERE / "engine_turns.c"], build, 1 << 20, [f"-DTURNS={turns}", f"-DSTEP={step}"])
    run(elf, build)


def test_a_lock_of_the_program_lets_interrupts_in_while_a_job_runs():
    elf = program.link([HERE / "engine_turns.c"], LOCKED, 1 << 20, ["-DTURNS=100", "-DSTEP=11"])
    run(elf, LOCKED)


SEAL = """
#include "vambrace/aead.h"
static uint8_t text[1224], tag[16], ad[40];
static const vmb_ascon_aead128_key key = {{1, 2, 3, 4}};
int main(void)
{
    return vmb_ascon_aead128_seal(&key, text, tag, 16, ad, 16, ad, 40, text, 1224);
}
"""


def test_a_core_that_sleeps_executes_nothing(tmp_path):
    """The same call: as long, give or take the waking, with a tenth of the instructions."""
    counts = []
    for build in (SETS["engine-obi"], SLEEPING):
        outcome = run(program_of(tmp_path, SEAL, build), build, ("vmb_ascon_aead128_seal",))
        counts.append(outcome.windows["vmb_ascon_aead128_seal"][0])
    polling, sleeping = counts
    assert sleeping.instret < 150 < polling.instret
    assert abs(sleeping.cycles - polling.cycles) < 60


def test_a_call_at_once_after_a_reset_waits_for_the_engine(tmp_path):
    """Which clears what it can withhold: a word in a cycle. The tag comes from a run without haste."""
    text = """
#include "vambrace/aead.h"
static const vmb_ascon_aead128_key key = {{1, 2, 3, 4}};
int main(void)
{
    uint8_t at_once[16], later[16];
    unsigned i;
    int status = vmb_ascon_aead128_seal(&key, NULL, at_once, 16, (const uint8_t *)&key, 16, NULL, 0, NULL, 0);

    for (i = 0; i < 1000; i++) {
        __asm__ volatile("");
    }
    status |= vmb_ascon_aead128_seal(&key, NULL, later, 16, (const uint8_t *)&key, 16, NULL, 0, NULL, 0);
    for (i = 0; i < 16; i++) {
        status |= at_once[i] ^ later[i];
    }
    return status;
}
"""
    for build in (PORT, SETS["engine-obi"], SETS["engine-obi-pio"]):
        outcome = run(program_of(tmp_path, text, build), build, ("vmb_ascon_aead128_seal",))
        first, second = outcome.windows["vmb_ascon_aead128_seal"]
        assert first.cycles > second.cycles + 50


def test_what_the_engine_cannot_reach_is_an_error_and_leaves_zeros(tmp_path):
    text = """
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vambrace/hash.h"

#define NOWHERE ((uint8_t *)0x60000000)
#define BYTES 100

static uint8_t out[BYTES], tag[16], text[BYTES];
static vmb_ascon_aead128_key key = {{1, 2, 3, 4}};
static vmb_aes128_key aes;
static vmb_ascon_aead128_stream s;

/* 0 when the n bytes are what they are in each of two cases. */
static int holds(const void *p, unsigned n, unsigned what)
{
    const uint8_t *b = p;
    unsigned other = 0;

    while (n-- != 0) {
        other |= *b++ ^ what;
    }
    return other != 0;
}

static void fill(void)
{
    unsigned i;

    for (i = 0; i < BYTES; i++) {
        out[i] = tag[i % 16] = 0x5a;
    }
}

#define CHECK(n, call, cleared)                                     \\
    fill();                                                         \\
    if ((call) != VMB_ERR_DEVICE || holds(out, cleared, 0) ||       \\
        holds(out + (cleared), BYTES - (cleared), 0x5a)) {          \\
        return n;                                                   \\
    }

int main(void)
{
    CHECK(1, vmb_ascon_aead128_seal(&key, out, tag, 16, text, 16, text, 5, NOWHERE, 50), 50)
    if (holds(tag, 16, 0)) {
        return 2;
    }
    CHECK(3, vmb_ascon_aead128_seal(&key, out, tag, 16, text, 16, NOWHERE, 5, text, 50), 50)
    CHECK(4, vmb_ascon_aead128_open(&key, out, tag, 16, text, 16, NOWHERE, 5, text, 50), 50)
    CHECK(5, vmb_ascon_aead128_open(&key, out, NOWHERE, 16, text, 16, text, 5, text, 50), 50)
    CHECK(6, vmb_ascon_xof128(out, 60, NOWHERE, 7), 60)
    CHECK(7, vmb_aes128_ecb_encrypt(&aes, out, NOWHERE, 48), 48)
    CHECK(8, vmb_aes128_cbc_decrypt((const vmb_aes128_key *)NOWHERE, tag, out, text, 48), 48)
    if (holds(tag, 16, 0x5a)) { /* the vector stays */
        return 9;
    }
    CHECK(10, vmb_aes128_ctr((const vmb_aes128_key *)NOWHERE, tag, out, text, 48), 48)
    if (vmb_ascon_aead128_seal_start(&s, &key, text, 16) != VMB_OK ||
        vmb_ascon_aead128_update(&s, out, text, 7) != VMB_OK) {
        return 11;
    }
    CHECK(12, vmb_ascon_aead128_update(&s, out, NOWHERE, 50), 50)
    if (holds(&s, sizeof s, 0)) {
        return 13;
    }
    /* and it goes on working */
    return vmb_ascon_aead128_seal(&key, out, tag, 16, text, 16, text, 5, text, 50);
}
"""
    for build in (PORT, PORT.with_profile("size"), SETS["engine-axi4l"]):
        run(program_of(tmp_path, text, build), build)


@pytest.mark.parametrize("name", ["engine", "engine-obi-pio"])
def test_messages_that_the_engine_cannot_withhold_at_once(name, tmp_path):
    """Around the 1,280 bytes that it can, and beyond: opened, forged in each way, in place and not."""
    text = """
#include "vambrace/aead.h"

static uint8_t text[1504], sealed[1504], out[1504], tag[16];
static const vmb_aes128_ccm_key ccm = {{1, 2, 3, 4}};
static const vmb_ascon128_key ascon = {{1, 2, 3, 4}};
static const vmb_chacha20_poly1305_key chacha = {{1, 2, 3, 4, 5, 6, 7, 8}};

static int seal(int which, size_t len)
{
    switch (which) {
    case 0: return vmb_aes128_ccm_seal(&ccm, sealed, tag, 16, text, 13, text, 21, text, len);
    case 1: return vmb_ascon128_seal(&ascon, sealed, tag, 16, text, 16, text, 21, text, len);
    default: return vmb_chacha20_poly1305_seal(&chacha, sealed, tag, 16, text, 12, text, 21, text, len);
    }
}

static int open(int which, uint8_t *to, size_t len)
{
    switch (which) {
    case 0: return vmb_aes128_ccm_open(&ccm, to, tag, 16, text, 13, text, 21, sealed, len);
    case 1: return vmb_ascon128_open(&ascon, to, tag, 16, text, 16, text, 21, sealed, len);
    default: return vmb_chacha20_poly1305_open(&chacha, to, tag, 16, text, 12, text, 21, sealed, len);
    }
}

/* Whether out has n bytes of `of`, or zeros without one, and then nothing new. */
static int wrong(const uint8_t *to, const uint8_t *of, size_t n)
{
    unsigned other = 0;
    size_t i;

    for (i = 0; i < n; i++) {
        other |= (unsigned)to[i] ^ (of != NULL ? of[i] : 0u);
    }
    return other != 0 || to[n] != 0x77;
}

int main(void)
{
    static const size_t lengths[] = {1280, 1281, 1503};
    size_t i, n, len;
    int which;

    for (i = 0; i < sizeof text; i++) {
        text[i] = (uint8_t)(i * 7 + i / 256);
    }
    for (which = 0; which < 3; which++) {
        for (n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
            len = lengths[n];
            out[len] = 0x77;
            sealed[len] = 0x77;
            if (seal(which, len) != VMB_OK) return 1;
            if (open(which, out, len) != VMB_OK || wrong(out, text, len)) return 2;
            tag[15] ^= 0x80;
            if (open(which, out, len) != VMB_ERR_TAG || wrong(out, NULL, len)) return 3;
            tag[15] ^= 0x80;
            sealed[len - 1] ^= 1;
            if (open(which, out, len) != VMB_ERR_TAG || wrong(out, NULL, len)) return 4;
            sealed[len - 1] ^= 1;
            if (open(which, sealed, len) != VMB_OK || wrong(sealed, text, len)) return 5;
            if (seal(which, len) != VMB_OK) return 6;
            sealed[0] ^= 1;
            if (open(which, sealed, len) != VMB_ERR_TAG || wrong(sealed, NULL, len)) return 7;
        }
    }
    return 0;
}
"""
    run(program_of(tmp_path, text, SETS[name]), SETS[name])
