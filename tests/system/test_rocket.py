# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Rocket: the cost of instructions, the coherence of the engine with the data cache in both directions, rejected
commands, and that traps and interrupts during commands have no effect on results."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.system import rocket, test_engine_calls
from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Build
from vambrace.hardware import model, rtl
from vambrace.measure import bench
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.jobs import IMAGE_WORDS, OK
from vambrace.software.running.simulate import Machine, Outcome, simulate
from vambrace.software.toolchain import program

pytestmark = rocket.MARKS

HERE = root() / "tests" / "system"
ROCKET = config.cores()["rocket"]
COUPLINGS = ("engine", "engine-port-pio", "engine-tlul", "engine-tlul-pio")


def run(
    tmp_path,
    text: str,
    build: Build,
    windows: tuple[str, ...] = (),
    cflags: tuple[str, ...] = (),
    on: Build | None = None,
) -> Outcome:
    """Compile and run, on the core that the build is for or on that of another; the program must end with 0."""
    source = tmp_path / "program.c"
    source.write_text(text)
    elf = program.link([source], build, 1 << 20, [f"-I{root() / 'lib' / 'src'}", *cflags])
    path = model.build(model.shared(ROCKET, (on or build).extensions))
    addresses = {name: elf.symbol(name) for name in windows}
    outcome = simulate(path, elf, Machine(max_cycles=3_000_000), addresses)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    return outcome


CYCLES = """
#include "vambrace/engine.h"
#define EIGHT(name, text)                                                              \\
    __attribute__((noinline, aligned(64))) void name(unsigned n)                       \\
    {                                                                                  \\
        __asm__ volatile(".option push\\n.option norvc\\n.rept 8\\n" text "\\n.endr\\n.option pop" \\
                         : : "r"(n) : "t0");                                           \\
    }
EIGHT(nothing, "add t0, %0, x0")
EIGHT(post, VMB_ENGINE_INSN ", 3, 0, x0, %0, %0")
EIGHT(get, VMB_ENGINE_INSN ", 6, 0x23, t0, %0, x0")
EIGHT(get_and_use, VMB_ENGINE_INSN ", 6, 0x23, t0, %0, x0\\nadd t0, t0, x0")
int main(void)
{
    unsigned i;
    for (i = 0; i < 4; i++) {
        nothing(16); /* FEATURES */
        post(16);
        get(16);
        get_and_use(16);
    }
    return 0;
}
"""


def test_the_cost_of_an_instruction(tmp_path):
    """Without an answer 1 cycle; with one, a next instruction that uses it comes 6 cycles later."""
    names = ("nothing", "post", "get_and_use")
    outcome = run(tmp_path, CYCLES, rocket.build("engine"), names, ("-O2",))
    nothing, posts, uses = (outcome.windows[name][-1].cycles for name in names)
    assert posts == nothing
    assert (uses - nothing) // 8 == 5


@pytest.mark.parametrize("coupling", ["engine", "engine-tlul"])
def test_the_engine_and_the_data_cache_are_coherent(tmp_path, coupling):
    run(tmp_path, (HERE / "rocket_coherence.c").read_text(), rocket.build(coupling))


@pytest.mark.parametrize("coupling", ["engine", "engine-tlul"])
def test_unreachable_memory_is_an_error(tmp_path, coupling):
    """Nothing hangs, though the cache itself would never answer."""
    run(tmp_path, test_engine_calls.UNREACHABLE, rocket.build(coupling))


@pytest.mark.parametrize("coupling", COUPLINGS)
def test_the_next_call_works_after_one_that_trapped(coupling):
    test_engine_calls.after_faults(rocket.build(coupling), core="rocket")


OFF = """
#include "vambrace/aead.h"
#include "vambrace/engine.h"
static const uint32_t key_words[] = {1, 2, 3, 4};
static vmb_ascon_aead128_key key;
static uint8_t text[50], out[50], tag[16], again[50], nonce[16];
static unsigned traps;

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    (void)value;
    traps += cause == 2; /* illegal instruction */
    return pc + 4;
}

static int seal(uint8_t *to)
{
    return vmb_ascon_aead128_seal(&key, to, tag, 16, nonce, 16, text, 9, text, 50);
}

int main(void)
{
    unsigned i, left = 0;

    if (vmb_ascon_aead128_init(&key, (const uint8_t *)key_words, 16) != VMB_OK) return 99;
    if (seal(again) != VMB_OK) {
        return 1;
    }
    __asm__ volatile("csrc mstatus, %0" : : "r"(0x18000));
    for (i = 0; i < 50; i++) {
        out[i] = 0x55;
    }
    if (seal(out) != VMB_ERR_DEVICE || traps != 0) {
        return 2;
    }
    for (i = 0; i < 50; i++) {
        left |= out[i];
    }
    for (i = 0; i < 16; i++) {
        left |= tag[i];
    }
    if (left != 0) {
        return 3;
    }
    vmb_engine_wipe_keys();
    if (vmb_engine_check() != VMB_ERR_DEVICE || vmb_engine_load_key(1, text, 16) != VMB_ERR_DEVICE ||
        vmb_engine_allow(0) != VMB_ERR_DEVICE || vmb_engine_lock_policy() != VMB_ERR_DEVICE ||
        vmb_engine_lock_slot(1) != VMB_ERR_DEVICE || traps != 0) {
        return 7;
    }
    __asm__ volatile(".insn r 0x0b, 4, 0x22, x0, x0, x0"); /* which does trap */
    if (traps != 1) {
        return 4;
    }
    __asm__ volatile("csrs mstatus, %0" : : "r"(0x18000));
    if (seal(out) != VMB_OK) {
        return 5;
    }
    for (i = 0; i < 50; i++) {
        left |= out[i] ^ again[i];
    }
    return left != 0 || traps != 1 ? 6 : 0;
}
"""


@pytest.mark.parametrize("coupling", ["engine", "engine-port-pio"])
@pytest.mark.parametrize("profile", config.PROFILES)
def test_disabled_instructions_are_an_error_without_a_trap(tmp_path, coupling, profile):
    run(tmp_path, OFF, replace(rocket.build(coupling), profile=profile))


UNKNOWN = """
#include "vambrace/engine.h"
#include "vambrace/aead.h"
static const uint32_t key_words[] = {1, 2, 3, 4};
static vmb_ascon_aead128_key key;
static uint8_t text[50], out[50], again[50], tag[16];

static int seal(uint8_t *to)
{
    return vmb_ascon_aead128_seal(&key, to, tag, 16, text, 16, text, 9, text, 50);
}

int main(void)
{
    unsigned d = 0, e = 0, i, left = 0;

    if (vmb_ascon_aead128_init(&key, (const uint8_t *)key_words, 16) != VMB_OK) return 99;
    if (seal(again) != VMB_OK) {
        return 1;
    }
    __asm__ volatile(".insn r OPCODE, 3, 0x7f, x0, a0, a0"); /* no answer */
    __asm__ volatile(".insn r OPCODE, 6, 0x7f, %0, a0, x0" : "=r"(d));
    __asm__ volatile(".insn r OPCODE, 7, 0x28, %0, a0, a0" : "=r"(e));
    if (d != 0x80000000 || e != 0x80000000) {
        return 2;
    }
    /* a missing register, a read-only one, and an invalid job */
    if (vmb_engine_put(23, 1) != 0x80000000 || vmb_engine_put(100, 1) != 0x80000000 || vmb_engine_get(100) != 0) {
        return 3;
    }
    vmb_engine_go(3);
    while (((d = vmb_engine_wait()) & 1) != 0) {
    }
    if ((d >> 1 & 7) != 3 || seal(out) != VMB_OK) {
        return 4;
    }
    for (i = 0; i < 50; i++) {
        left |= out[i] ^ again[i];
    }
    return left != 0 ? 5 : 0;
}
"""


@pytest.mark.parametrize(("coupling", "opcode"), [("engine", "0x0b"), ("engine-port-pio", "0x5b")])
def test_an_invalid_command_is_rejected_and_the_next_one_works(tmp_path, coupling, opcode):
    run(tmp_path, UNKNOWN.replace("OPCODE", opcode), rocket.build(coupling))


@pytest.mark.parametrize(
    ("coupling", "turns", "step"),
    [("engine", 120, 13), ("engine-port-pio", 30, 97), ("engine-tlul", 30, 61), ("engine-tlul-pio", 20, 173)],
)
def test_an_interrupt_handler_makes_calls_at_any_time(coupling, turns, step):
    build = rocket.build(coupling)
    elf = program.link([HERE / "engine_turns.c"], build, 1 << 20, [f"-DTURNS={turns}", f"-DSTEP={step}"])
    test_engine_calls.run(elf, build, core="rocket")


def test_a_lock_of_the_program_lets_interrupts_in_while_a_job_runs():
    """Some of its handlers find the engine busy."""
    build = rocket.build("engine")
    build = replace(build, lock=True)
    elf = program.link([HERE / "engine_turns.c"], build, 1 << 20, ["-DTURNS=60", "-DSTEP=17"])
    path = model.build(model.shared(ROCKET, build.extensions))
    outcome = simulate(path, elf, Machine(max_cycles=3_000_000))
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)


def vambrace(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vambrace", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


@pytest.fixture(scope="module")
def measured(tmp_path_factory) -> dict[tuple[str, str], dict]:
    """Return records of seal by coupling and cache state."""
    results = {}
    for more in ((), ("--cold",)):
        file = tmp_path_factory.mktemp("rocket") / "r.json"
        points = ["rocket/none", *(f"rocket/{c}" for c in COUPLINGS)]
        done = vambrace("bench", *points, "-a", "ascon-aead128", "-s", "zigbee", "--json", str(file), *more)
        assert done.returncode == 0, done.stderr
        records = [r for r in json.loads(file.read_text()) if r["operation"] == "seal"]
        results |= {(r["extensions"], r["configuration"]["caches"]): r for r in records}
        assert f"on rocket, {'cold' if more else 'warm'} caches" in done.stdout
    return results


def test_records_name_the_state_of_the_caches(measured):
    assert set(measured) == {(e, c) for e in ("none", *COUPLINGS) for c in ("warm", "cold")}
    for (extensions, caches), record in measured.items():
        assert record["bytes_fetched"] is None  # with a cache, the bus does not show them
        assert record["checked"] and record["tools"]["rocket"] == "1.2.6"
        if caches == "warm":
            assert record["cycles"] + 200 < measured[extensions, "cold"]["cycles"]
    assert measured["none", "warm"]["bytes_loaded"] == measured["none", "cold"]["bytes_loaded"] > 86


def test_every_coupling_is_faster_than_software(measured):
    software = measured["none", "warm"]["cycles"]
    for coupling in COUPLINGS:
        factor = {"engine": 15, "engine-tlul": 15}.get(coupling, 6)
        assert measured[coupling, "warm"]["cycles"] * factor < software


@pytest.mark.parametrize(
    ("extensions", "algorithm"),
    [
        *(("none", name) for name in config.select_algorithms([])),
        ("engine", "aes-128-ccm"),
        ("engine-port-pio", "ascon-aead128"),
        ("engine-tlul-pio", "chacha20-poly1305"),
    ],
)
def test_counts_do_not_depend_on_contents(extensions, algorithm):
    """Cycles, executed addresses and data addresses of two packets of other keys, nonces and messages."""
    shape = config.scenarios()["zigbee"]
    task = bench.Task(config.point(f"rocket/{extensions}"), config.algorithms()[algorithm], shape)
    first, second = (bench.run_packet(task, seed) for seed in (11, 12))
    assert first == second


def test_rocket_has_only_points_with_its_own_couplings():
    names = {p.extensions.name for p in config.points().values() if p.core.name == "rocket"}
    units = {f"aes-{bits}-unit{way}" for bits in (128, 192, 256) for way in ("", "-port-pio", "-tlul-pio")}
    assert names == {"none", "aes-unit", *COUPLINGS, *units}
    assert "ibex-ref/engine-port-pio" not in config.points()


def test_instructions_of_a_missing_engine_trap(tmp_path):
    source = tmp_path / "program.c"
    source.write_text('int main(void) { __asm__ volatile(".insn r 0x0b, 4, 0x22, x0, x0, x0"); return 0; }\n')
    none = rocket.build("none")
    elf = program.link([source], none, 1 << 20)
    outcome = simulate(model.build(model.shared(ROCKET, none.extensions)), elf, Machine(max_cycles=100_000))
    assert outcome.end == "trap" and outcome.trap["cause"] == 2


def test_without_java_one_line_says_so(tmp_path):
    """No other effect interferes: cached data are used, uncached data are rejected."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in os.listdir("/usr/bin"):
        if name not in ("java", "mvn"):
            (tools / name).symlink_to(f"/usr/bin/{name}")
    assert rtl.unavailable("rocket") is None
    program_file = tmp_path / "program.c"
    program_file.write_text("int main(void) { return 0; }\n")
    done = vambrace(
        "run", str(program_file), "--point", "rocket/none", PATH=str(tools), VAMBRACE_CACHE=str(tmp_path / "cache")
    )
    assert done.returncode != 0
    assert "java is missing (runs the generator of the Rocket core" in done.stderr
    progress = [line for line in done.stderr.splitlines() if line.endswith(" ...")]  # where compiling takes its time
    assert len(done.stderr.splitlines()) - len(progress) == 1 and len(progress) <= 1
    listed = vambrace("doctor", PATH=str(tools)).stdout.split("\n")
    assert any(line.startswith("java") and "MISSING" in line and "apt-get install" in line for line in listed)


@pytest.mark.parametrize(("buffer", "what"), [("in", "load"), ("out", "store")])
def test_a_library_that_makes_misaligned_accesses_traps(buffer, what):
    """The message has the address, and the required build of the library; the library of a point causes none."""
    known, build = config.algorithms()["ascon-aead128"], rocket.build("none")
    expected = messages.calls(known, bytes(16), bytes(16), bytes(40), bytes(40))[0]
    job, path = expected.job.but(align={buffer: 1}), model.build(model.shared(ROCKET, build.extensions))
    run = aead.run_jobs(path, known, aead.runner(known, build), [job])
    assert [(r.status, r.out, r.tag) for r in run.results] == [(OK, expected.out, expected.tag)]
    elf = aead.runner(known, replace(build, misaligned=True))
    start = elf.symbol("vmb_job_image")
    with pytest.raises(VambraceError) as wrong:
        aead.run_jobs(path, known, elf, [job])
    text = str(wrong.value)
    match = re.search(rf"trap: {what} address misaligned at 0x\w+ in vmb_.*, address (0x\w+); the library makes", text)
    assert match and "build it without VAMBRACE_MISALIGNED, or with --accesses aligned" in text
    first = start + 4 * IMAGE_WORDS + (job._layout.offsets[buffer] or 0)
    assert int(match[1], 16) == first
