# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The AES unit behind Rocket's RoCC: it reads and writes the contents of the data cache. Memory that it cannot reach, a
disabled extension and interrupts change no result, and the processor does not hang."""

from __future__ import annotations

import pytest

from tests.builds import unchained
from tests.system import rocket, test_engine_calls
from tests.system.test_ibex_aes_unit import UNREACHABLE
from tests.system.test_rocket import HERE, run
from vambrace import config
from vambrace.measure import bench
from vambrace.software.toolchain import program

pytestmark = rocket.MARKS


@pytest.mark.parametrize("algorithm", ["aes-128-ecb", "aes-192-cbc", "aes-256-ccm"])
def test_the_library(algorithm):
    """A packet, the same as an independent implementation's, with whatever the data cache holds."""
    point = config.point("rocket/aes-unit")
    for cold in (False, True):
        scenario = config.scenarios()["zigbee"]
        bench.run_packet(bench.Task(point, config.algorithms()[algorithm], scenario, cold=cold))


def test_an_interrupt_handler_makes_calls_at_any_time():
    build = rocket.build("aes-unit")
    elf = program.link([HERE / "aes_unit_turns.c"], build, 1 << 20, ["-DTURNS=60"])
    test_engine_calls.run(elf, build, core="rocket")


def test_a_block_follows_another_at_any_interrupt():
    build = rocket.build("aes-unit")
    elf = program.link([HERE / "aes_unit_few.c"], build, 1 << 20, ["-DTURNS=60"])
    test_engine_calls.run(elf, build, core="rocket")


def test_unreachable_memory_is_an_error(tmp_path):
    """Nothing hangs, though the cache itself would never answer."""
    run(tmp_path, UNREACHABLE, rocket.build("aes-unit"))


OFF = """
#include "vambrace/aes.h"
#include "vambrace/aes_unit.h"
static vmb_aes128_key key;
static uint8_t text[48], out[48], again[48];
static unsigned traps;

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    (void)value;
    traps += cause == 2; /* illegal instruction */
    return pc + 4;
}

int main(void)
{
    uint32_t d;
    unsigned i, left = 0;

    if (vmb_aes128_init(&key, text, 16) != VMB_OK || vmb_aes128_ecb_encrypt(&key, again, text, 48) != VMB_OK) {
        return 1;
    }
    __asm__ volatile("csrc mstatus, %0" : : "r"(0x18000));
    out[0] = 0x55;
    if (vmb_aes128_ecb_encrypt(&key, out, text, 48) != VMB_ERR_DEVICE || traps != 0) {
        return 2;
    }
    for (i = 0; i < 48; i++) {
        left |= out[i];
    }
    __asm__ volatile("csrs mstatus, %0" : : "r"(0x18000));
    __asm__ volatile(".insn r 0x2b, 6, 0x7f, %0, a0, x0" : "=r"(d)); /* no command */
    if (left != 0 || d != 0x80000000u) {
        return 3;
    }
    if (vmb_aes128_ecb_encrypt(&key, out, text, 48) != VMB_OK) {
        return 4;
    }
    for (i = 0; i < 48; i++) {
        left |= out[i] ^ again[i];
    }
    return left != 0;
}
"""


def test_disabled_and_unknown_instructions_are_an_error(tmp_path):
    """An error of the library and no trap; an invalid command is rejected, and the next one works."""
    run(tmp_path, OFF, rocket.build("aes-unit"))


ANOTHER_UNIT = """
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vambrace/mac.h"
static vmb_aes128_key key;
static vmb_aes128_ccm_key ccm;
static vmb_aes128_gcm_key gcm;
static vmb_aes128_gcm_siv_key siv;
static vmb_aes128_cmac_key cmac;
static uint8_t text[48], out[48], iv[16];
static int calls, wanted;

/* Output of a call that failed is zeros; of one without a key, as it was. */
static int refused(int status)
{
    unsigned i, left = 0;

    for (i = 0; i < sizeof out; i++) {
        left |= out[i] ^ (wanted == VMB_ERR_STATE ? 0x55 : 0);
        out[i] = 0x55;
    }
    calls++;
    return status == wanted && left == 0;
}

/* Whether no word of a key object is what it was before an init that failed, and all are zero. */
#define IS_EMPTY(object, name)                                                                     \\
    (fill((object)->words, sizeof *(object)), name##_init(object, text, 16) == VMB_ERR_DEVICE &&    \\
                                                  is_zero((object)->words, sizeof *(object)))

static void fill(uint32_t *words, unsigned size)
{
    while (size != 0) {
        words[(size -= 4) / 4] = 0xfffe3000u;
    }
}

static int is_zero(const uint32_t *words, unsigned size)
{
    uint32_t left = 0;

    while (size != 0) {
        left |= words[(size -= 4) / 4];
    }
    return left == 0;
}

int main(void)
{
    unsigned i;

    if (NO_KEY && !(IS_EMPTY(&ccm, vmb_aes128_ccm) && IS_EMPTY(&gcm, vmb_aes128_gcm) &&
                    IS_EMPTY(&siv, vmb_aes128_gcm_siv) && IS_EMPTY(&cmac, vmb_aes128_cmac))) {
        return 20;
    }
    (void)refused(0);
    for (i = 0; i < 3; i++) {
        for (unsigned j = 0; j < sizeof key / 4; j++) { /* a key that was ready before */
            key.words[j] = 0xfffe3000u;
        }
        wanted = vmb_aes128_init(&key, text, 16) == VMB_OK ? VMB_ERR_DEVICE : VMB_ERR_STATE;
        if (NO_KEY != (wanted == VMB_ERR_STATE) ||
            !refused(vmb_aes128_ecb_encrypt(&key, out, text, sizeof out)) ||
            !refused(vmb_aes128_ecb_decrypt(&key, out, text, sizeof out)) ||
            !refused(vmb_aes128_cbc_encrypt(&key, iv, out, text, sizeof out)) ||
            !refused(vmb_aes128_cbc_decrypt(&key, iv, out, text, sizeof out))) {
            return calls;
        }
    }
    return 0;
}
"""


@pytest.mark.parametrize(
    ("wanted", "there", "no_key"),
    [
        (rocket.build("aes-unit"), rocket.build("aes-128-unit-port-pio"), 1),
        (rocket.build("aes-128-unit"), rocket.build("aes-128-unit-port-pio"), 1),
        (rocket.build("aes-128-unit-port-pio"), unchained(rocket.build("aes-128-unit-port-pio")), 1),
        (rocket.build("aes-unit"), rocket.build("aes-192-unit"), 0),
        (rocket.build("aes-128-unit"), rocket.build("engine"), 1),
        (unchained(rocket.build("aes-128-unit-port-pio")), rocket.build("engine"), 0),
        (rocket.build("aes-unit"), rocket.build("none"), 1),
    ],
    ids=lambda value: value.label if isinstance(value, config.Build) else "no-key" if value else "key",
)
def test_a_library_for_another_unit_reports_that(tmp_path, wanted, there, no_key):
    """RoCC has no illegal instructions. Without the memory port or chaining, a key never gets ready; in other cases a
    call that wrote nothing is never OK, and its output is zeros."""
    run(tmp_path, ANOTHER_UNIT, wanted, cflags=(f"-DNO_KEY={no_key}",), on=there)
