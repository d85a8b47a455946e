# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Interrupts, NMIs and debug requests while the processor waits for an engine: taken within cycles, not at the end of
the job, without changing a result, at any point of a call.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.builds import BUILDS
from tests.rtl.engine import job_word
from tests.system import rocket
from vambrace import config
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

SOURCE = Path(__file__).parent / "engine_requests.c"
TIMER, NMI, DEBUG, BUS = range(4)
ACCELERATORS = {"dma": "engine", "pio": "engine-port-pio", "aes": "aes-unit"}
JOB = job_word("ascon-aead128", nonce_len=16, tag_len=16, ad_end=1, data_end=1)

# From the request to a C function, which takes 16 stores; on Rocket to the handler's first instruction.
BOUND = 60

# The same with the library's own lock, which lets interrupts in while a job runs (docs/user/library.md).
LOCK_BOUND = 200

# The same for an AES unit, or an engine without a memory port: 200 cycles with interrupts off, and the cycles from
# there to the C function.
UNIT_BOUND = 200 + 55

#: The same on Rocket for a program whose stack and data conflict in the data cache, and whose code is not yet in the
#: instruction cache: a missing line costs 24 to 55 cycles.
MISSING_BOUND = 600

#: The calls of `seal` in engine_requests.c, and more cycles than they take with word-aligned buffers.
UNIT_CALLS = {
    "ecb": 700,
    "ecb-decrypt": 700,
    "cbc": 1100,
    "cbc-decrypt": 1100,
    "ctr": 1300,
    "ccm": 3600,
    "ccm-open": 3100,
    "gcm": 13000,
    "ccm-stream": 2900,
    "ctr-stream": 1500,
    "cmac": 1300,
    "gcm-siv": 9000,
    "gcm-open": 13000,
    "gcm-stream": 11000,
}

#: The calls of `seal` with an engine.
PIO_CALLS = (
    "ascon",
    "ascon-open",
    "chacha",
    "hash",
    "ecb",
    "cbc-decrypt",
    "ctr",
    "ccm",
    "ccm-open",
    "ascon-stream",
    "ascon-blocks",
    "ascon-blocks-open",
    "ccm-blocks",
    "ccm-blocks-open",
)

#: Those of an AES unit that always run, and offsets of their buffers.
ALWAYS = {("cbc", 0), ("ctr", 1), ("ccm", 1)}

#: AES units, and engines without a memory port, on Rocket, and their calls.
ROCKET_UNITS = ("aes-unit", "aes-256-unit-port-pio", "aes-256-unit-tlul-pio")
ROCKET_PIO = ("engine-port-pio", "engine-tlul-pio")
ROCKET_CALLS = dict.fromkeys(ROCKET_UNITS, tuple(UNIT_CALLS)) | dict.fromkeys(ROCKET_PIO, PIO_CALLS)

#: More interrupts than any call has.
CHASED = 5000

OTHER_CALL = pytest.mark.long("calls of the same structure as those that always run")


def with_interrupts(build: config.Build) -> config.Build:
    """The program's lock leaves them on while the engine works."""
    return replace(build, lock=True)


def longest(core: str, build: config.Build, what: int, turns: int, step: int, *more: str) -> int:
    """Run the program; return the most cycles that a request waited."""
    flags = [f"-DWHAT={what}", f"-DTURNS={turns}", f"-DSTEP={step}", f"-DJOB_WORD={JOB:#x}u", *more]
    flags += ["-DROCKET=1"] if core == "rocket" else []
    elf = program.link([SOURCE], build, 1 << 20, flags)
    ram = 16 << 20 if core == "rocket" else 1 << 20
    path = model.build(model.shared(config.cores()[core], build.extensions))
    outcome = simulate(path, elf, Machine(ram, max_cycles=20_000_000), cached=True)
    assert outcome.end == "exit", outcome.describe(elf)
    assert outcome.exit_code & 0xFF == 0, f"engine_requests.c ended with {outcome.exit_code & 0xFF}"
    return outcome.exit_code >> 8


MODEL = pytest.mark.long("a model of another core with engines")
OTHER_REQUEST = pytest.mark.long("taken at the same places as an interrupt")


@pytest.mark.parametrize("what", [TIMER, pytest.param(NMI, marks=OTHER_REQUEST), DEBUG], ids=["timer", "nmi", "debug"])
@pytest.mark.parametrize(
    ("core", "accelerator"),
    [("ibex-ref", "dma"), ("ibex-ref", "pio"), ("ibex-ref", "aes"), pytest.param("ibex-fast", "pio", marks=MODEL)],
)
def test_requests_are_taken_soon_on_ibex(core, accelerator, what):
    turns, step = (60, 11) if accelerator == "pio" else (30, 37)
    assert longest(core, with_interrupts(BUILDS[ACCELERATORS[accelerator]]), what, turns, step) <= BOUND


@pytest.mark.parametrize("name", ["engine", "engine-obi", "engine-obi-irq"])
def test_the_default_lock_is_short(name, everything):
    """An interrupt in any cycle of a call of a thousand cycles: in all of them, by default in one of 37."""
    turns, step = (1300, 1) if everything else (30, 37)
    assert BOUND < longest("ibex-ref", BUILDS[name], TIMER, turns, step) <= LOCK_BOUND


@pytest.mark.parametrize("offset", [0, 1])
@pytest.mark.parametrize(
    "call",
    [
        pytest.param(call, marks=() if call in ("ascon-open", "ccm", "ascon-blocks-open") else OTHER_CALL)
        for call in PIO_CALLS
    ],
)
@pytest.mark.parametrize(
    "name", ["engine-obi-pio", *(pytest.param(n, marks=OTHER_CALL) for n in ("engine-obi-pio:size", "engine-port-pio"))]
)
def test_the_default_lock_is_short_without_a_memory_port(name, call, offset):
    """One interrupt directly after another, throughout calls with 200 or 192 bytes of input, at words or one byte after
    them."""
    flags = f"-DCALL={PIO_CALLS.index(call)}", f"-DOFFSET={offset}", f"-DCHASED={CHASED}"
    assert longest("ibex-ref", BUILDS[name], TIMER, 3, 7, *flags) <= UNIT_BOUND


UNITS = [
    pytest.param(name, call, offset, marks=() if (call, offset) in ALWAYS else OTHER_CALL, id=f"{name}-{call}-{offset}")
    for name in ("aes-unit", "aes-unit:size")
    for call in UNIT_CALLS
    for offset in (0, 1)
]


def unit_call(call: str, offset: int) -> tuple[str, str]:
    """Buffers are aligned or one byte after a word boundary, where C moves the bytes."""
    return f"-DCALL={list(UNIT_CALLS).index(call)}", f"-DOFFSET={offset}"


@pytest.mark.parametrize(("name", "call", "offset"), UNITS)
def test_the_default_lock_of_an_aes_unit_is_short(name, call, offset):
    """One interrupt directly after another during the whole call: each waits at most as long as any single one."""
    assert longest("ibex-ref", BUILDS[name], TIMER, 3, 7, *unit_call(call, offset), f"-DCHASED={CHASED}") <= UNIT_BOUND


@pytest.mark.parametrize(("name", "call", "offset"), [pytest.param(*case.values, marks=OTHER_CALL) for case in UNITS])
def test_an_aes_unit_lets_a_single_interrupt_in(name, call, offset):
    """At 200 places of each call, spread evenly."""
    step = UNIT_CALLS[call] * (1 + offset) // 200
    assert longest("ibex-ref", BUILDS[name], TIMER, 200, step, *unit_call(call, offset)) <= UNIT_BOUND


@MODEL
@pytest.mark.parametrize("what", [TIMER, DEBUG, BUS], ids=["timer", "debug", "bus"])
def test_requests_are_taken_soon_on_cv32e40x(what):
    assert longest("cv32e40x", with_interrupts(BUILDS["engine"]), what, 30, 37) <= BOUND


@MODEL
def test_the_default_lock_is_short_on_cv32e40x():
    assert longest("cv32e40x", BUILDS["engine"], TIMER, 30, 37) <= LOCK_BOUND


@rocket.needed
@pytest.mark.parametrize("accelerator", ["dma", "pio"])
def test_interrupts_are_taken_soon_on_rocket(accelerator):
    """It has neither NMIs nor debug requests, and takes an interrupt while an instruction waits."""
    assert longest("rocket", with_interrupts(rocket.build(ACCELERATORS[accelerator])), TIMER, 40, 17) <= BOUND


@rocket.needed
@pytest.mark.parametrize("offset", [0, 1])
@pytest.mark.parametrize("call", UNIT_CALLS)
@pytest.mark.parametrize("name", ROCKET_UNITS)
def test_the_default_lock_of_an_aes_unit_is_short_on_rocket(name, call, offset):
    """One interrupt directly after another, measured to the handler's first instruction. The code has run before, and
    stack and data have lines of their own in the data cache."""
    flags = (*unit_call(call, offset), f"-DCHASED={CHASED}")
    assert longest("rocket", rocket.build(name), TIMER, 3, 7, *flags) <= LOCK_BOUND


@rocket.needed
@pytest.mark.parametrize("offset", [0, 1])
@pytest.mark.parametrize("call", PIO_CALLS)
@pytest.mark.parametrize("name", ROCKET_PIO)
def test_the_default_lock_is_short_without_a_memory_port_on_rocket(name, call, offset):
    """The same."""
    flags = f"-DCALL={PIO_CALLS.index(call)}", f"-DOFFSET={offset}", f"-DCHASED={CHASED}"
    assert longest("rocket", rocket.build(name), TIMER, 3, 7, *flags) <= LOCK_BOUND


@rocket.needed
@pytest.mark.parametrize(("name", "call"), [(name, call) for name in ROCKET_CALLS for call in ROCKET_CALLS[name]])
def test_cache_misses_make_the_default_lock_longer_on_rocket(name, call):
    """The same with the stack in the cache lines of the data, counted from the first call on."""
    flags = (f"-DCALL={ROCKET_CALLS[name].index(call)}", f"-DCHASED={CHASED}", "-DSTACK=3280", "-DCOLD=1")
    assert longest("rocket", rocket.build(name), TIMER, 3, 7, *flags) <= MISSING_BOUND


@rocket.needed
def test_the_default_lock_is_short_on_rocket():
    """The engine's accesses to the cache precede the processor's there, except while it yields."""
    assert longest("rocket", rocket.build("engine"), TIMER, 300, 3) <= LOCK_BOUND
