# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The library's behaviour on an engine besides its results: serialised calls, sleep, errors for memory that the engine
cannot reach, waiting for an engine that has just been reset."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.builds import BUILDS
from vambrace import config
from vambrace.base.paths import root
from vambrace.config import Build, macros
from vambrace.hardware import model
from vambrace.software.running.simulate import RAM_BASE, Machine, Outcome, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

HERE = Path(__file__).parent
PORT = BUILDS["engine"]
SLEEPING = BUILDS["engine-obi-irq"]
LOCKED = replace(PORT, lock=True)
UNUSED_RAM = RAM_BASE + 0x80000  # in the middle: small programs are at the start, the stack at the end


def run(elf: Elf, build: Build, windows: tuple[str, ...] = (), core: str = "ibex-ref") -> Outcome:
    path = model.build(model.shared(config.cores()[core], build.extensions))
    outcome = simulate(
        path, elf, Machine(max_cycles=20_000_000), {name: elf.symbol(name) for name in windows}, cached=True
    )
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    return outcome


def program_of(folder: Path, text: str, build: Build, flags: list[str] = []) -> Elf:  # noqa: B006
    source = folder / "program.c"
    source.write_text(text)
    return program.link([source], build, 1 << 20, flags)


OTHER_LOCK = pytest.mark.long("the lock of another, or the same in other code")


@pytest.mark.parametrize(
    ("build", "turns", "step", "flags"),
    [
        (PORT, 300, 5, []),
        pytest.param(BUILDS["engine-obi"], 60, 23, [], marks=OTHER_LOCK),
        (SLEEPING, 60, 23, []),
        pytest.param(BUILDS["engine-obi-pio"], 20, 301, [], marks=OTHER_LOCK),
        (BUILDS["engine-obi-pio"], 240, 11, ["-DBLOCKS_ALONE=1"]),
    ],
    ids=["port", "obi", "obi-irq", "obi-pio", "obi-pio-blocks"],
)
def test_an_interrupt_handler_makes_calls_at_any_time(build, turns, step, flags, everything):
    """At every fifth cycle of the calls, at most; by default at a third as many places of the same calls."""
    if not everything:
        turns, step = turns // 3, 3 * step + 2
    elf = program.link([HERE / "engine_turns.c"], build, 1 << 20, [f"-DTURNS={turns}", f"-DSTEP={step}", *flags])
    run(elf, build)


@pytest.mark.long("programs of their own; calls in handlers always run")
@pytest.mark.parametrize(
    "name",
    [
        "engine",
        *(pytest.param(name, marks=OTHER_LOCK) for name in ("engine-obi", "engine-obi-irq", "engine-port-pio")),
        "engine-obi-pio",
        pytest.param("engine-obi-pio:size", marks=OTHER_LOCK),
        "aes-unit",
        "xasconp",  # the state of a message is in registers that its instructions name only together
    ],
)
def test_two_threads_and_a_handler_never_mix_jobs(name, everything):
    """A million cycles in which they interrupt each other at any place of a call; by default a twentieth of them."""
    cycles = 1_000_000 if everything else 50_000
    elf = program.link([HERE / "engine_threads.c"], BUILDS[name], 1 << 20, [f"-DCYCLES={cycles}"])
    run(elf, BUILDS[name])


@pytest.mark.long("five seconds: the default lock always runs")
def test_a_lock_of_the_program_lets_interrupts_in_while_a_job_runs(everything):
    turns, step = (100, 11) if everything else (60, 19)
    elf = program.link([HERE / "engine_turns.c"], LOCKED, 1 << 20, [f"-DTURNS={turns}", f"-DSTEP={step}"])
    run(elf, LOCKED)


SEAL = """
#include "vambrace/aead.h"
static uint8_t text[1224], tag[16], ad[40];
static const uint32_t key_words[] = {1, 2, 3, 4};
static vmb_ascon_aead128_key key;
int main(void)
{
    if (vmb_ascon_aead128_init(&key, (const uint8_t *)key_words, 16) != VMB_OK) return 99;
    return vmb_ascon_aead128_seal(&key, text, tag, 16, ad, 16, ad, 40, text, 1224);
}
"""


@pytest.mark.long("programs of their own; calls in handlers always run")
@pytest.mark.parametrize("lock", [False, True])
def test_no_handler_receives_the_interrupt_of_the_engine(lock, tmp_path):
    """Also of a program that has external interrupts enabled all the time, while a call runs too."""
    build = replace(SLEEPING, lock=True) if lock else SLEEPING
    text = """
#include "vambrace/aead.h"
#include "vambrace/engine.h"

static uint8_t text[1224], tag[16], ad[40];
static const uint32_t key_words[] = {1, 2, 3, 4};
static vmb_ascon_aead128_key key;
static volatile unsigned seen;

#if VMB_ENGINE_LOCK
uint32_t vmb_engine_acquire(void) { return 0; }
void vmb_engine_release(uint32_t was) { (void)was; }
#endif

__attribute__((interrupt, aligned(256))) static void handler(void)
{
    seen++;
    __asm__ volatile("csrc mie, %0" : : "r"(0x800));
}

int main(void)
{
    unsigned i;

    if (vmb_ascon_aead128_init(&key, (const uint8_t *)key_words, 16) != VMB_OK) return 99;
    __asm__ volatile("csrw mtvec, %0; csrs mie, %1; csrsi mstatus, 8" : : "r"(handler), "r"(0x800));
    for (i = 0; i < 40; i++) { /* the end of the job meets every place of the call */
        if (vmb_ascon_aead128_seal(&key, text, tag, 16, ad, 16, ad, 40, text, i) != VMB_OK) return 1;
    }
    return seen == 0 ? 0 : 2;
}
"""
    run(program_of(tmp_path, text, build), build)


def after_faults(build: Build, core: str = "ibex-ref") -> None:
    """A call fails on missing memory, between other calls: the next call works, and returns the right result. The stack
    is not at the end of memory.
    """
    ram = 1 << 20 if core == "ibex-ref" else 16 << 20
    traps = int(not build.extensions.ported)
    elf = program.link([HERE / "faults.c"], build, ram // 2, [f"-DLAST={RAM_BASE + ram:#x}", f"-DTRAPS={traps}"])
    run(elf, build, core=core)


@pytest.mark.long("programs of their own; calls in handlers always run")
@pytest.mark.parametrize("name", ["engine", "engine-obi-pio"])
def test_the_next_call_works_after_one_that_trapped(name):
    after_faults(BUILDS[name])


@pytest.mark.parametrize("name", ["engine", "engine-obi", "engine-obi-pio"])
def test_a_damaged_stream_is_an_error(name, tmp_path):
    """Its context is not from the engine: the call is rejected, even if every word of it comes from the core."""
    text = """
#include "vambrace/aead.h"
static uint8_t text[99], tag[16];
static const uint8_t nonce[16];
static const uint32_t key_words[] = {1, 2, 3, 4};
static vmb_ascon_aead128_key key;
static vmb_ascon_aead128_stream s;
int main(void)
{
    unsigned bit;

    if (vmb_ascon_aead128_init(&key, (const uint8_t *)key_words, 16) != VMB_OK) return 99;
    for (bit = 6; bit < 14; bit++) {
        if (vmb_ascon_aead128_seal_start(&s, &key, nonce, 16) || vmb_ascon_aead128_update(&s, text, text, 50)) return 1;
        ((vmb_engine_stream *)&s)->context[0] ^= 1u << bit;
        if (vmb_ascon_aead128_update(&s, text, text, 49) != VMB_ERR_DEVICE) return 2;
    }
    return vmb_ascon_aead128_seal(&key, text, tag, 16, nonce, 16, nonce, 5, text, 99);
}
"""
    run(program_of(tmp_path, text, BUILDS[name]), BUILDS[name])


@pytest.mark.parametrize(("built", "there"), [("engine-obi", "engine-obi-pio"), ("engine-obi-pio", "engine-obi")])
def test_the_wrong_engine_is_reported(built, there, tmp_path):
    """A build for the one kind, with the address of the other."""
    (address,) = (flag for flag in macros.of(BUILDS[there]) if "VMB_ENGINE_BASE" in flag)
    source, device = tmp_path / "program.c", root() / "lib" / "src" / "engine" / "engine_device.c"
    source.write_text("""
#include "vambrace/engine.h"
#include "vambrace/status.h"
int main(void) { return vmb_engine_check() != VMB_ERR_DEVICE; }
""")
    flags = [f"-I{root() / 'lib' / 'src'}", "-UVMB_ENGINE_BASE", address]
    run(program.link([source, device], BUILDS[built], 1 << 20, flags), BUILDS[built])


@pytest.mark.long("programs of their own; calls in handlers always run")
@pytest.mark.parametrize("built", ["engine-obi", "engine-obi-pio"])
def test_another_register_map_is_reported(built, tmp_path):
    """An engine with another map is not written to. Memory that the program does not use represents it."""
    build = BUILDS[built]
    flags = [f"-I{root() / 'lib' / 'src'}", "-UVMB_ENGINE_BASE", f"-DVMB_ENGINE_BASE={UNUSED_RAM:#x}u"]
    source, device = tmp_path / "program.c", root() / "lib" / "src" / "engine" / "engine_device.c"
    source.write_text(f"""
#include "{device}"
int main(void)
{{
    volatile uint32_t *registers = (volatile uint32_t *)VMB_ENGINE_BASE;
    unsigned i;
    for (i = 0; i < 64; i++) registers[i] = 0;
    registers[VMB_ENGINE_REG_ID / 4] = VMB_DEVICE_ID + 1;
    if (vmb_engine_check() != VMB_ERR_DEVICE) return 1;
    for (i = 0; i < 64; i++) {{
        if (registers[i] != (i == VMB_ENGINE_REG_ID / 4 ? VMB_DEVICE_ID + 1 : 0)) return 2;
    }}
    return 0;
}}
""")
    run(program.link([source], build, 1 << 20, flags), build)


@pytest.mark.long("compiles the library for a sleeping core")
def test_a_sleeping_core_executes_no_instructions(tmp_path):
    """The same call takes as long, except for the wake-up, with a tenth of the instructions."""
    counts = []
    for build in (BUILDS["engine-obi"], SLEEPING):
        outcome = run(program_of(tmp_path, SEAL, build), build, ("vmb_ascon_aead128_seal",))
        counts.append(outcome.windows["vmb_ascon_aead128_seal"][0])
    polling, sleeping = counts
    assert sleeping.instret < 170 < polling.instret
    assert abs(sleeping.cycles - polling.cycles) < 60


def test_a_call_directly_after_a_reset_waits_for_the_engine(tmp_path):
    """After its reset the engine clears the unverified plaintext buffer, two words per cycle. The expected tag comes
    from a run that waits first. The key is a constant, since init takes time."""
    text = """
#include "common/common.h"
#include "vambrace/aead.h"
static const vmb_ascon_aead128_key key = {{1, 2, 3, 4, 0, VMB_MARK_ASCON_AEAD128}};
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
    for build in (PORT, BUILDS["engine-obi"], BUILDS["engine-obi-pio"]):
        waits = build is not BUILDS["engine-obi-pio"]  # that call reaches JOB when all is cleared
        elf = program_of(tmp_path, text, build, [f"-I{root() / 'lib' / 'src'}"])
        outcome = run(elf, build, ("vmb_ascon_aead128_seal",))
        first, second = outcome.windows["vmb_ascon_aead128_seal"]
        assert first.cycles > second.cycles + 30 if waits else first.cycles == second.cycles


UNREACHABLE = """
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vambrace/hash.h"

#define NOWHERE ((uint8_t *)0x60000000)
#define BYTES 100

static uint8_t out[BYTES], tag[16], text[BYTES];
static const uint32_t key_words[] = {1, 2, 3, 4};
static vmb_ascon_aead128_key key;
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
    if (vmb_ascon_aead128_init(&key, (const uint8_t *)key_words, 16) != VMB_OK ||
        vmb_aes128_init(&aes, (const uint8_t *)key_words, 16) != VMB_OK) return 99;
    CHECK(1, vmb_ascon_aead128_seal(&key, out, tag, 16, text, 16, text, 5, NOWHERE, 50), 50)
    if (holds(tag, 16, 0)) {
        return 2;
    }
    CHECK(3, vmb_ascon_aead128_seal(&key, out, tag, 16, text, 16, NOWHERE, 5, text, 50), 50)
    CHECK(4, vmb_ascon_aead128_open(&key, out, tag, 16, text, 16, NOWHERE, 5, text, 50), 50)
    CHECK(5, vmb_ascon_aead128_open(&key, out, NOWHERE, 16, text, 16, text, 5, text, 50), 50)
    CHECK(6, vmb_ascon_xof128(out, 60, NOWHERE, 7), 60)
    CHECK(7, vmb_aes128_ecb_encrypt(&aes, out, NOWHERE, 48), 48)
    CHECK(8, vmb_aes128_cbc_encrypt(&aes, tag, out, NOWHERE, 48), 48)
    if (holds(tag, 16, 0x5a)) { /* the vector stays */
        return 9;
    }
    CHECK(10, vmb_aes128_ctr(&aes, tag, out, NOWHERE, 48), 48)
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


@pytest.mark.long("five seconds: tests of the engine alone always have it")
def test_unreachable_memory_is_an_error_and_leaves_zeros(tmp_path):
    for build in (PORT, BUILDS["engine:size"], BUILDS["engine-axi4l"]):
        run(program_of(tmp_path, UNREACHABLE, build), build)


@pytest.mark.parametrize("name", ["engine", "engine-obi-pio"])
def test_messages_that_the_engine_cannot_withhold_at_once(name):
    run(program.link([HERE / "engine_withheld.c"], BUILDS[name], 1 << 20), BUILDS[name])


@pytest.mark.parametrize("name", ["engine", "engine:size", "engine-tlul", "engine-obi-pio"])
def test_a_key_in_a_slot_acts_like_one_in_memory(name, tmp_path):
    """Whole and in pieces. Calls fail for a missing slot, an empty one, or one with a key of another length."""
    build = BUILDS[name]
    text = """
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vambrace/engine.h"

#define BYTES 43

static const uint8_t bytes[32] = {7, 8, 9, 10, 11, [13] = 3, [15] = 1, [21] = 2, [31] = 5};
static const uint8_t text[BYTES] = {1, 2, 3};
static uint8_t memory[BYTES + 16], slot[BYTES + 16];
static vmb_ascon_aead128_key ascon, ascon_slot;
static vmb_chacha20_poly1305_key chacha, chacha_slot;
static vmb_aes192_ccm_key ccm, ccm_slot;
static vmb_aes128_key aes, aes_slot;

static int differ(void)
{
    unsigned i, other = 0;

    for (i = 0; i < sizeof slot; i++) {
        other |= (unsigned)memory[i] ^ slot[i];
        memory[i] = slot[i] = (uint8_t)i;
    }
    return other != 0;
}

static int in_pieces(const vmb_aes192_ccm_key *key, uint8_t *out)
{
    vmb_aes192_ccm_stream s;
    int status;

    if ((status = vmb_aes192_ccm_seal_start(&s, key, text, 13)) == VMB_OK &&
        (status = vmb_aes192_ccm_lengths(&s, 5, BYTES, 16)) == VMB_OK &&
        (status = vmb_aes192_ccm_ad(&s, text, 5)) == VMB_OK &&
        (status = vmb_aes192_ccm_update(&s, out, text, 3)) == VMB_OK &&
        (status = vmb_aes192_ccm_update(&s, out + 3, text + 3, BYTES - 3)) == VMB_OK) {
        status = vmb_aes192_ccm_seal_finish(&s, out + BYTES, 16);
    }
    return status;
}

static int modes(const vmb_aes128_key *key, uint8_t *out)
{
    vmb_aes128_ctr_stream s;
    uint8_t iv[16] = {1};
    int status;

    if ((status = vmb_aes128_ecb_encrypt(key, out, text, 16)) == VMB_OK &&
        (status = vmb_aes128_cbc_decrypt(key, iv, out + 16, text, 16)) == VMB_OK &&
        (status = vmb_aes128_ctr_start(&s, key, iv)) == VMB_OK &&
        (status = vmb_aes128_ctr_update(&s, out + 32, text, 7)) == VMB_OK) {
        vmb_aes128_ctr_finish(&s);
        status = vmb_aes128_ctr(key, iv, out + 39, text, 4);
    }
    return status;
}

int main(void)
{
    if (vmb_ascon_aead128_init(&ascon, bytes, 16) || vmb_chacha20_poly1305_init(&chacha, bytes, 32) ||
        vmb_aes192_ccm_init(&ccm, bytes, 24) || vmb_aes128_init(&aes, bytes, 16)) return 1;
    if (vmb_ascon_aead128_init_slot(&ascon_slot, 1) || vmb_chacha20_poly1305_init_slot(&chacha_slot, 2) ||
        vmb_aes192_ccm_init_slot(&ccm_slot, 2) || vmb_aes128_init_slot(&aes_slot, 1)) return 2;

    if (vmb_engine_check() != VMB_OK) return 15;
    /* nothing is loaded yet */
    if (vmb_ascon_aead128_seal(&ascon_slot, slot, slot, 16, text, 16, text, 0, text, 0) != VMB_ERR_DEVICE) return 3;

    if (vmb_engine_load_key(1, bytes, 16) || vmb_engine_load_key(2, bytes, 32)) return 4;
    if (vmb_ascon_aead128_seal(&ascon, memory, memory + BYTES, 16, text, 16, text, 5, text, BYTES) ||
        vmb_ascon_aead128_seal(&ascon_slot, slot, slot + BYTES, 16, text, 16, text, 5, text, BYTES) ||
        differ()) return 5;
    if (vmb_chacha20_poly1305_seal(&chacha, memory, memory + BYTES, 16, text, 12, text, 5, text, BYTES) ||
        vmb_chacha20_poly1305_seal(&chacha_slot, slot, slot + BYTES, 16, text, 12, text, 5, text, BYTES) ||
        differ()) return 6;
    if (modes(&aes, memory) || modes(&aes_slot, slot) || differ()) return 7;
    if (in_pieces(&ccm_slot, slot) != VMB_ERR_DEVICE) return 8; /* the slot has 32 bytes */
    if (vmb_engine_load_key(2, bytes + 1, 16) || vmb_engine_load_key(2, bytes, 24)) return 9;
    if (in_pieces(&ccm, memory) || in_pieces(&ccm_slot, slot) || differ()) return 10;
    if (vmb_aes192_ccm_seal(&ccm, memory, memory + BYTES, 16, text, 13, text, 5, text, BYTES) ||
        vmb_aes192_ccm_seal(&ccm_slot, slot, slot + BYTES, 16, text, 13, text, 5, text, BYTES) ||
        vmb_aes192_ccm_open(&ccm_slot, slot, slot + BYTES, 16, text, 13, text, 5, slot, BYTES) ||
        vmb_aes192_ccm_open(&ccm, memory, memory + BYTES, 16, text, 13, text, 5, memory, BYTES) ||
        differ()) return 11;

    /* what there is not, changes nothing */
    if (vmb_engine_load_key(3, bytes, 16) != VMB_ERR_DEVICE || vmb_engine_load_key(0, bytes, 16) != VMB_ERR_ARGUMENT ||
        vmb_engine_load_key(4, bytes, 16) != VMB_ERR_ARGUMENT || vmb_engine_load_key(1, NULL, 16) != VMB_ERR_ARGUMENT ||
        vmb_engine_load_key(1, bytes, 20) != VMB_ERR_LENGTH || vmb_engine_load_key(1, bytes, 8) != VMB_ERR_LENGTH ||
        vmb_engine_load_key(1, bytes, 40) != VMB_ERR_LENGTH || vmb_engine_load_key(1, bytes, 0) != VMB_ERR_LENGTH ||
        vmb_aes128_init_slot(&aes_slot, 0) != VMB_ERR_ARGUMENT || vmb_aes128_init_slot(NULL, 1) != VMB_ERR_ARGUMENT ||
        vmb_aes128_init_slot(&aes_slot, 4) != VMB_ERR_ARGUMENT) return 12;
    if (modes(&aes, memory) || modes(&aes_slot, slot) || differ()) return 13;

    vmb_engine_wipe_keys();
    if (modes(&aes_slot, slot) != VMB_ERR_DEVICE || in_pieces(&ccm_slot, slot) != VMB_ERR_DEVICE) return 14;
    if (modes(&aes, memory)) return 16; /* and it goes on working */

    /* a wiped object names no slot */
    vmb_aes128_wipe(&aes_slot);
    vmb_aes192_ccm_wipe(&ccm_slot);
    vmb_ascon_aead128_wipe(&ascon_slot);
    vmb_chacha20_poly1305_wipe(&chacha_slot);
    return modes(&aes_slot, slot) != VMB_ERR_STATE || in_pieces(&ccm_slot, slot) != VMB_ERR_STATE ||
           vmb_ascon_aead128_seal(&ascon_slot, slot, slot, 16, text, 16, text, 0, text, 0) != VMB_ERR_STATE ||
           vmb_chacha20_poly1305_seal(&chacha_slot, slot, slot, 16, text, 12, text, 0, text, 0) != VMB_ERR_STATE;
}
"""
    run(program_of(tmp_path, text, build), build)


def test_the_key_slot_of_the_guide(tmp_path):
    guide = (root() / "docs" / "user" / "library.md").read_text()
    example = next(e for e in re.findall(r"```c\n(.*?)```", guide, re.DOTALL) if "load_key" in e)
    caller = """
int main(void)
{
    static uint8_t bytes[16] = {1, 2, 3}, text[20], back[20], tag[16], other[16];
    vmb_ascon_aead128_key slot, memory;
    unsigned i, differ = 0;

    if (vmb_ascon_aead128_init(&memory, bytes, 16) || provision(&slot, bytes)) return 1;
    if (vmb_ascon_aead128_seal(&slot, text, tag, 16, other, 16, NULL, 0, text, 20)) return 2;
    if (vmb_ascon_aead128_open(&memory, back, tag, 16, other, 16, NULL, 0, text, 20)) return 3;
    for (i = 0; i < 20; i++) {
        differ |= back[i];
    }
    return (int)differ;
}
"""
    run(program_of(tmp_path, example + caller, PORT), PORT)
