# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The AES unit next to Ibex: the cost of a block with and without transfers, CBC of a large message, all AES algorithms
of the library. No data is released, and no result is wrong, when the unit fails or an interrupt occurs."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest

from tests.builds import BUILDS
from tests.system.programs import link
from tests.system.test_engine_calls import program_of, run
from tests.system.test_engine_stalls import MACHINES
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.measure import bench
from vambrace.software.oracles import messages, oracle
from vambrace.software.running import aead
from vambrace.software.running.jobs import OK
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

HERE = Path(__file__).parent
UNIT = BUILDS["aes-unit"]
DOCUMENT = (root() / "docs" / "reference" / "aes-unit.md").read_text()

# Each function is a window; the key is loaded and used before, so that nothing is in progress.
BLOCKS = """
#include "vambrace/aes_unit.h"
    .text
    .option norvc
    .globl main
    .balign 4
main:
    mv s0, ra
    la a0, block
    vmb.aes.key 0, a0
    vmb.aes.load 0, a0
    vmb.aes.wait a1
    call nothing
    call to_memory
    call in_registers
    call through_registers
    vmb.aes.wait a0
    mv ra, s0
    ret

    .balign 4
nothing:
    ret

    .balign 4
to_memory:
    vmb.aes.load 0, a0
    vmb.aes.stored a1, a0
    ret

    .balign 4
in_registers:
    vmb.aes.write a2, a3
    vmb.aes.start 0, a4, a5
    vmb.aes.read a2, 0
    vmb.aes.read a3, 1
    vmb.aes.read a4, 2
    vmb.aes.read a5, 3
    ret

    .balign 4
through_registers:
    lw a2, 0(a0)
    lw a3, 4(a0)
    lw a4, 8(a0)
    lw a5, 12(a0)
    vmb.aes.write a2, a3
    vmb.aes.start 0, a4, a5
    vmb.aes.read a2, 0
    vmb.aes.read a3, 1
    vmb.aes.read a4, 2
    vmb.aes.read a5, 3
    sw a2, 0(a0)
    sw a3, 4(a0)
    sw a4, 8(a0)
    sw a5, 12(a0)
    ret
    .data
    .balign 4
block:
    .fill 4, 4, 0x5a5a1234
"""


def test_a_block_with_its_transfers(tmp_path):
    """At most 30 cycles with any kind of transfer, as documented."""
    elf = link(tmp_path, BLOCKS, build=UNIT)
    names = ("nothing", "to_memory", "in_registers", "through_registers")
    path = model.build(model.shared(config.cores()["ibex-ref"], UNIT.extensions))
    outcome = simulate(path, elf, Machine(max_cycles=100_000), {name: elf.symbol(name) for name in names}, cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    nothing, *cycles = (outcome.windows[name][0].cycles for name in names)
    cycles = [count - nothing for count in cycles]
    print(cycles)
    documented = re.findall(r"^\| a block, .* \| (\d+) \|$", DOCUMENT, re.MULTILINE)
    assert cycles == [int(number) for number in documented]
    assert max(cycles[:2]) <= 30


LARGE = 64 << 10

#: The maximum cycles per block of CBC, in both directions.
CBC = {128: (27, 35), 192: (29, 35), 256: (31, 35)}


@pytest.mark.parametrize("bits", CBC)
def test_cbc_of_64_kib(bits):
    """In software around the instructions, both directions; the same as PyPI `cryptography`."""
    known = config.algorithms()[f"aes-{bits}-cbc"]
    rng = random.Random(bits)
    calls = messages.calls(known, rng.randbytes(known.key), rng.randbytes(16), b"", rng.randbytes(LARGE))
    path = model.build(model.shared(config.cores()["ibex-ref"], UNIT.extensions))
    done = aead.run_jobs(path, known, aead.runner(known, UNIT), [job for job, _, _ in calls])
    for (_, out, _), result, counts, limit in zip(calls, done.results, done.call, CBC[bits], strict=True):
        assert (result.status, result.out) == (OK, out) and not result.violations
        print(counts.cycles / (LARGE // 16))
        assert counts.cycles <= limit * (LARGE // 16)


ALL = [name for name in config.algorithms() if name.startswith("aes-")]
ONE_LENGTH = [
    f"aes-{bits}-{mode}"
    for bits, mode in zip(itertools.cycle((128, 192, 256)), sorted({n[8:] for n in ALL}), strict=False)
]


@pytest.mark.parametrize("algorithm", ALL)
def test_all_aes_algorithms(algorithm):
    """A packet with each algorithm, the same as an independent implementation's."""
    scenario = config.scenarios()["zigbee"]
    bench.run_packet(bench.Task(config.point("ibex-ref/aes-unit"), config.algorithms()[algorithm], scenario))


OTHER_CORE = pytest.mark.long("a model of another core with the same unit")


@pytest.mark.parametrize(
    "core",
    ["ibex-ref", *(pytest.param(name, marks=OTHER_CORE) for name in ("ibex-fast", "cv32e40x"))],
)
def test_slow_memory_changes_no_result(core, everything):
    """On cores that continue while a store, or an instruction of the unit, waits for memory. By default one key length
    for each mode: the others have the same instructions, and a packet each in test_all_aes_algorithms."""
    path = model.build(model.shared(config.cores()[core], UNIT.extensions))
    for name in ALL if everything else ONE_LENGTH:
        known, rng = config.algorithms()[name], random.Random(f"{core} {name}")
        secrets = rng.randbytes(known.key), rng.randbytes(known.nonce)
        expected = [
            call for size in (16, 80) for call in messages.calls(known, *secrets, b"header", rng.randbytes(size))
        ]
        cycles = set()
        for machine in MACHINES.values():
            done = aead.run_jobs(path, known, aead.runner(known, UNIT), [job for job, _, _ in expected], machine)
            for (job, out, tag), result in zip(expected, done.results, strict=True):
                assert (result.status, result.out, result.tag) == (OK, out, tag), (name, job)
                assert not result.violations, (name, job)
            cycles.add(sum(call.cycles for call in done.call))
        assert len(cycles) == len(MACHINES), "waiting has no effect"


LONG_AD = """
#include "vambrace/aead.h"

static const uint8_t input[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, wanted[16] = {WANTED};
static uint8_t ad[BYTES + 1], tag[16];
static vmb_aes128_ccm_key key;

int main(void)
{
    uint32_t i, differ = 0;

    for (i = 0; i < BYTES; i++) ad[OFFSET + i] = (uint8_t)(37 * i + 11);
    if (vmb_aes128_ccm_init(&key, input, 16) != VMB_OK) return 1;
    if (vmb_aes128_ccm_seal(&key, NULL, tag, 16, input, 11, ad + OFFSET, BYTES, NULL, 0) != VMB_OK) return 2;
    for (i = 0; i < 16; i++) differ |= (uint32_t)tag[i] ^ wanted[i];
    return differ == 0 ? 0 : 3;
}
"""


@pytest.mark.parametrize("offset", [0, pytest.param(1, marks=pytest.mark.long("a second of simulation each"))])
@pytest.mark.parametrize("size", [0xFEFF, 0xFF00, 0x12345])
def test_long_associated_data_of_ccm(tmp_path, size, offset):
    """Its length takes 2 bytes below 0xff00, and 6 from there on."""
    ad, numbers = bytes((37 * i + 11) & 0xFF for i in range(size)), bytes(range(16))
    _, tag = oracle.seal("aes-128-ccm", numbers, numbers[:11], ad, b"", 16)
    text = f"#define BYTES {size}\n#define OFFSET {offset}\n#define WANTED {', '.join(map(str, tag))}\n{LONG_AD}"
    run(program_of(tmp_path, text, UNIT), UNIT)


def test_an_interrupt_handler_makes_calls_at_any_time():
    elf = program.link([HERE / "aes_unit_turns.c"], UNIT, 1 << 20, ["-DTURNS=120"])
    run(elf, UNIT)


@pytest.mark.parametrize(
    "core",
    ["ibex-ref", *(pytest.param(name, marks=OTHER_CORE) for name in ("ibex-fast", "cv32e40x"))],
)
def test_a_block_follows_another_at_any_interrupt(core):
    """Each by an instruction of its own, which waits, and may be cancelled and executed again."""
    elf = program.link([HERE / "aes_unit_few.c"], UNIT, 1 << 20, ["-DTURNS=100"])
    run(elf, UNIT, core=core)


UNREACHABLE = """
#include "vambrace/aes.h"
#include "vambrace/mac.h"

/* Where there is no memory, which the unit alone asks: nothing traps. */
#define NOWHERE ((uint8_t *)0x60000000)
#define BYTES 96

/* A key object whose key the unit asks for in front of the memory, and whose last word, which the core reads,
 * is the first one in it: code that ran before main. */
#define FIRST_WORD ((volatile uint32_t *)0x80000000)
#define BEFORE_MEMORY ((const vmb_aes128_key *)(const void *)((uintptr_t)FIRST_WORD - (sizeof(vmb_aes128_key) - 4)))
/* The same of a CMAC key, of which the core reads all but the first 4 words. */
#define CMAC_BEFORE ((const vmb_aes128_cmac_key *)(const void *)((uintptr_t)FIRST_WORD - 16))

static uint8_t out[BYTES], iv[16], text[BYTES];
static vmb_aes128_key key;
static vmb_aes128_cmac_key cmac;
static vmb_aes128_cmac_stream stream;

static int holds(const uint8_t *b, unsigned n, unsigned what)
{
    unsigned other = 0;

    while (n-- != 0) {
        other |= *b++ ^ what;
    }
    return other == 0;
}

/* The tag is zeros; the bytes after it stay. */
static int macs(void)
{
    unsigned i, size;

    if (vmb_aes128_cmac_init(&cmac, text, 16) != VMB_OK) return 98;
    for (i = 4; i < sizeof cmac / 4; i++) {
        FIRST_WORD[i - 4] = cmac.words[i];
    }
    for (size = 0; size <= 48; size += 12) {
        out[0] = out[7] = out[8] = 0x5a;
        if (vmb_aes128_cmac_compute(CMAC_BEFORE, out, 8, text, size) != VMB_ERR_DEVICE || !holds(out, 8, 0) ||
            out[8] != 0x5a) {
            return 6;
        }
    }
    out[0] = out[15] = 0x5a;
    if (vmb_aes128_cmac_start(&stream, CMAC_BEFORE) != VMB_OK ||
        vmb_aes128_cmac_finish(&stream, out, 16) != VMB_ERR_DEVICE || !holds(out, 16, 0) ||
        !holds((const uint8_t *)&stream, sizeof stream, 0)) {
        return 7;
    }
    return vmb_aes128_cmac_verify(CMAC_BEFORE, text, 16, text, 5) == VMB_ERR_DEVICE ? 0 : 8;
}

int main(void)
{
    unsigned i, size;

    if (vmb_aes128_init(&key, text, 16) != VMB_OK) return 99;
    *FIRST_WORD = key.words[sizeof key / 4 - 1];
    for (size = 16; size <= BYTES; size += 16) {
        for (i = 0; i < BYTES; i++) {
            out[i] = 0x5a;
        }
        if (vmb_aes128_ecb_encrypt(&key, out, NOWHERE, size) != VMB_ERR_DEVICE ||
            !holds(out, size, 0) || !holds(out + size, BYTES - size, 0x5a)) {
            return 1;
        }
        if (vmb_aes128_ecb_decrypt(BEFORE_MEMORY, out, text, size) != VMB_ERR_DEVICE ||
            !holds(out, size, 0)) {
            return 2;
        }
        iv[0] = 7;
        out[0] = 1;
        if (vmb_aes128_cbc_encrypt(BEFORE_MEMORY, iv, out, text, size) != VMB_ERR_DEVICE ||
            iv[0] != 7 || iv[1] != 0 || !holds(out, size, 0)) {
            return 3;
        }
        out[0] = 1;
        if (vmb_aes128_ctr(BEFORE_MEMORY, iv, out, text, size - 5) != VMB_ERR_DEVICE ||
            iv[15] != 0 || !holds(out, size - 5, 0)) {
            return 4;
        }
        if (vmb_aes128_ecb_encrypt(&key, out, text, size) != VMB_OK || holds(out, 16, 0)) {
            return 5;
        }
    }
    return macs();
}
"""


def test_unreachable_memory_is_an_error(tmp_path):
    """Nothing hangs, the output is zeros, the vector stays, and the next call works."""
    run(program_of(tmp_path, UNREACHABLE, UNIT), UNIT)


USER = """
#include "vambrace/aes_unit.h"
    .text
    .globl main
    .balign 4
main:
    mv s1, ra
    la a0, user
    csrw mepc, a0
    li a0, 0x1800
    csrc mstatus, a0
    mret
user:
    {instruction}
    ebreak
"""


@pytest.mark.parametrize("instruction", ["vmb.aes.load 0, a1", "vmb.aes.read a1, 0", "vmb.aes.wait a1", "vmb.aes.wipe"])
def test_instructions_are_illegal_in_user_mode(tmp_path, instruction):
    """In user mode each is an illegal instruction."""
    elf = link(tmp_path, USER.format(instruction=instruction), build=UNIT)
    path = model.build(model.shared(config.cores()["ibex-ref"], UNIT.extensions))
    outcome = simulate(path, elf, Machine(max_cycles=100_000))
    assert outcome.end == "trap" and outcome.trap["cause"] == 2
    assert outcome.trap["pc"] == elf.symbol("user")
