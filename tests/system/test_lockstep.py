# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cores behave like Spike, instruction by instruction: random programs, and the library's own."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tests.builds import BUILDS
from tests.system import rocket
from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.hardware import model
from vambrace.hardware.model import ModelSpec
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.simulate import Machine
from vambrace_dev.testing.lockstep import campaign, compare, encode, extensions, generate, illegal, report, target
from vambrace_dev.testing.lockstep.command import DEFAULT, run_lockstep
from vambrace_dev.testing.lockstep.compare import Compared
from vambrace_dev.testing.lockstep.mode import MODES

MODEL = pytest.mark.long("a separate model")
SHORT, LONG, LONG_ROCKET = 200_000, 10_000_000, 1_000_000


def enough(core: str, compared: Compared) -> None:
    """The comparison covers everything that a core can do: a program that ends too soon proves little."""
    known = target.of(config.cores()[core])
    share = compared.retired / 1000
    assert compared.writes > 500 * share and compared.interrupts > share
    assert compared.accesses > 150 * share or not known.bus
    causes = {2, 3, 11} | ({8} if known.user_mode else set()) | ({1, 5, 7} if known.access_faults else set())
    causes |= set() if known.misaligned else {4, 6}
    assert causes <= set(compared.traps)
    assert compared.adopted < 3 * share


def test_random_programs():
    """The first programs: 200 thousand instructions on all cores together."""
    actual = campaign.run([campaign.of(core) for core in DEFAULT], SHORT, seed=1, rerun=True)
    assert sum(compared.retired for compared in actual.values()) >= SHORT
    for core, compared in actual.items():
        print(core, compared)
        enough(core, compared)


@pytest.mark.parametrize(
    ("core", "extra"), [pytest.param("ibex-ref", 1, marks=MODEL), pytest.param("ibex-fast", 3, marks=MODEL)]
)
def test_random_programs_with_units_that_are_not_ready(core, extra):
    """The port's stalling, before and after everything that may stall too (the models of test_instructions.py)."""
    known = config.cores()[core]
    slow = replace(known, parameters={**known.parameters, "ExtraCycles": extra})
    actual = campaign.run([campaign.Bench(ModelSpec(slow, model.ALL_UNITS))], 30_000, seed=501, rerun=True)
    assert actual[core].retired >= 30_000


@pytest.mark.long("a separate model")
@pytest.mark.parametrize("mode", ["plain", "mixed"])
def test_random_programs_with_rotates_in_the_shifter(mode):
    """Interrupts, debug requests and slow memories between and in the two cycles of a rotation."""
    bench = campaign.of("ibex-ref", mode)
    spec = replace(bench.spec, units=model.ALL_UNITS | {"TwoCycleRotates"})
    actual = campaign.run([replace(bench, spec=spec)], 60_000, seed=601, rerun=True)
    assert actual["ibex-ref"].retired >= 60_000


def happened(mode: str, core: str, compared: Compared) -> None:
    """The events that a mode adds did occur, most of them in each thousand instructions."""
    known, share = campaign.of(core, mode).target, compared.retired / 1000
    chosen = MODES[mode]
    assert compared.interrupts > share / 2
    if chosen.debug:
        assert compared.requests > share / 2 and compared.steps > share / 2 and compared.breaks > 0
        assert compared.debugged > 100 * share and compared.traps[compare.DEBUG_MODE] > 0
    if chosen.interrupts and known.nmi:
        assert compared.nmis > share
    if chosen.faults:
        causes = (1, 5, 7) if known.access_faults else (known.fetch_fault,)
        assert all(compared.traps[cause] > 0 for cause in causes)


#: Programs of 6,000 instructions of their own that have everything of their mode.
SHORT_PROGRAMS = [
    ("ibex-ref", "debug", 5),
    ("ibex-ref", "interrupts", 4),
    ("ibex-ref", "faults", 4),
    ("ibex-ref", "mixed", 8),
    ("ibex-fast", "mixed", 8),
    ("cv32e40x", "mixed", 8),
]


@pytest.mark.parametrize(("core", "mode", "seed"), SHORT_PROGRAMS)
def test_modes(core, mode, seed):
    happened(mode, core, campaign.of(core, mode).compare(seed, 6000))


ALL_OF_A_MODE = pytest.mark.long("a minute: a million instructions; short programs always run")


@ALL_OF_A_MODE
@pytest.mark.parametrize("mode", ["debug", "interrupts", "faults", "mixed"])
def test_many_programs_of_a_mode(mode):
    """A million instructions on all cores together."""
    for core, compared in campaign.run([campaign.of(core, mode) for core in DEFAULT], 1_000_000, seed=1).items():
        happened(mode, core, compared)


@MODEL
@pytest.mark.parametrize("core", ["ibex-ref", "ibex-fast"])
def test_pmp(core):
    actual = campaign.run([campaign.of(core, "pmp")], 500_000, seed=1)[core]
    happened("pmp", core, actual)


@MODEL
@pytest.mark.parametrize(("core", "extra"), [("ibex-ref", 3), ("ibex-fast", 2)])
def test_cancelled_instructions(core, extra):
    """While an extension instruction waits, interrupts, NMIs and debug requests make the core cancel it: it executes
    once anyway.
    """
    known = config.cores()[core]
    slow = replace(known, parameters={**known.parameters, "ExtraCycles": extra, "TakenBack": 1})
    spec = ModelSpec(slow, model.ALL_UNITS)
    actual = campaign.run([campaign.Bench(spec, MODES["mixed"])], 300_000, seed=1)[core]
    happened("mixed", core, actual)


def test_a_missing_mode_is_rejected():
    with pytest.raises(UsageError, match="rocket has no debug: debug requests"):
        campaign.of("rocket", "debug")
    with pytest.raises(UsageError, match="cv32e40x has no pmp"):
        campaign.of("cv32e40x", "pmp")


def test_waiting_requests_change_nothing():
    """--wait-grant only makes a run longer: Spike behaves the same."""
    bench = campaign.of("ibex-ref", "faults")
    programs = (generate.program(seed, bench.units, bench.target, 500, bench.mode) for seed in range(100))
    program = next(program for program in programs if program.machine.wait_grant == 7)
    cycles = []
    for most in (0, 7):
        machine = replace(program.machine, wait_grant=most)
        compared, outcome = compare.run(model.build(bench.spec), bench.target, bench.units, program, machine)
        assert compared.difference is None and outcome.end == "exit"
        cycles.append(outcome.total.cycles)
    assert cycles[1] > 1.2 * cycles[0]


@rocket.needed
def test_random_programs_on_rocket():
    actual = campaign.run([campaign.of("rocket")], LONG_ROCKET, seed=1)["rocket"]
    assert actual.retired >= LONG_ROCKET
    enough("rocket", actual)


@rocket.needed
def test_many_interrupts_on_rocket():
    """Its first program has a division's result written in the cycle of an ebreak."""
    happened("interrupts", "rocket", campaign.run([campaign.of("rocket", "interrupts")], 200_000, seed=1)["rocket"])


@pytest.mark.long("minutes: 10 million instructions; 200 thousand always run")
def test_many_random_programs():
    """Ten million instructions, from another seed on."""
    actual = campaign.run([campaign.of(core) for core in DEFAULT], LONG, seed=1_000_000)
    assert sum(compared.retired for compared in actual.values()) >= LONG
    for core, compared in actual.items():
        enough(core, compared)


def jobs(algorithm: str, extension_set: str, length: int) -> tuple:
    """The program that seals, opens or hashes a message with a build of the library, and its memory."""
    known, chosen = config.algorithms()[algorithm], BUILDS[extension_set]
    rng = random.Random(f"{algorithm} {extension_set}")
    key, nonce = rng.randbytes(known.key), rng.randbytes(known.nonce)
    cases = messages.calls(
        known, key, nonce, rng.randbytes(13 if known.has_ad else 0), rng.randbytes(known.longest(length))
    )
    elf = aead.runner(known, chosen)
    return elf, aead.memory_of_jobs(elf, [case.job for case in cases])


def compare_jobs(core: str, algorithm: str, extension_set: str, length: int) -> Compared:
    chosen = campaign.of(core)
    elf, memory = jobs(algorithm, extension_set, length)
    machine = Machine(ram_bytes=aead.machine_of_jobs().ram_bytes, max_cycles=20_000_000)
    compared, outcome = compare.run(model.build(chosen.spec), chosen.target, chosen.units, elf, machine, memory)
    if compared.difference:
        pytest.fail(report.text(core, f"{algorithm} with {extension_set}", compared))
    assert (outcome.end, outcome.exit_code) == ("exit", 0)
    assert compared.retired > 1000 and not compared.traps
    return compared


#: Builds for instructions, each once.
FEW = [
    ("ascon-aead128", "xasconp"),
    ("chacha20-poly1305", "xchacha"),
    ("ascon-128", "zbkb+xascon"),
    ("aes-128-gcm", "zkned+zbkc"),
    ("chacha20-poly1305", "zbkb"),
    ("chacha20-poly1305", "zbkx"),
]
SETS = [name for name, known in config.extension_sets().items() if set(known.units) <= model.ALL_UNITS]
REST = [
    (core, algorithm, extension_set)
    for core in DEFAULT
    for algorithm, known in config.algorithms().items()
    for extension_set in dict.fromkeys(("none", *known.uses))
    if extension_set in SETS and config.cores()[core].can_have(config.extension_sets()[extension_set])
]


@pytest.mark.parametrize(("algorithm", "extension_set"), FEW)
def test_the_library(algorithm, extension_set):
    compare_jobs("ibex-ref", algorithm, extension_set, 40)


@pytest.mark.long("minutes: every algorithm with every extension set on every core")
@pytest.mark.parametrize(("core", "algorithm", "extension_set"), REST)
def test_the_whole_library(core, algorithm, extension_set):
    compare_jobs(core, algorithm, extension_set, 150)


def test_a_program_depends_only_on_its_seed_and_core():
    """The same again, another for another seed, and for cores that have more."""
    everything = campaign.of("ibex-ref")
    less = campaign.of("cv32e40x")
    first = generate.program(3, everything.units, everything.target)
    assert first == generate.program(3, everything.units, everything.target)
    assert first.data != generate.program(4, everything.units, everything.target).data
    assert first.data != generate.program(3, less.units, less.target).data


def test_every_instruction_of_every_unit_occurs():
    units = campaign.of("ibex-ref").units
    words: set[int] = set()
    for seed in range(1, 6):
        data = generate.program(seed, units, campaign.of("ibex-ref").target).data
        for half in range(0, 1 << 17, 2):
            words.add(int.from_bytes(data[half : half + 4], "little"))
    for encoding in extensions.encodings(units):
        assert any(word & encoding.mask == encoding.match for word in words), hex(encoding.match)


def test_the_encodings_agree_with_the_models():
    """vambrace_dev.testing.lockstep.extensions against tests/rtl/reference_ise.py."""
    from vambrace.hardware import reference_ise

    ours = {(e.mask, e.match, e.unit) for e in extensions.encodings(model.ALL_UNITS - {"Xasconp", "Xchacha"})}
    names = {bit: name for name, bit in reference_ise.UNITS.items()}
    assert ours == {(i.mask, i.match, names[i.unit]) for i in reference_ise.INSTRUCTIONS}


def test_a_near_miss_differs_only_in_fixed_bits():
    rng = random.Random(1)
    known = extensions.encodings(model.ALL_UNITS)
    words = illegal.Words(rng, known, False)
    for _ in range(2000):
        word = words.near_miss(9, 10, 11)
        ours = {0, 9, 7, *range(16, 20)}  # rd of ascon.round, of most, of Xchacha's
        assert word >> 7 & 31 in ours or word & 0x707F == 0x502B, hex(word)
        assert word & 0x7F not in (encode.LOAD, encode.STORE, encode.BRANCH, encode.SYSTEM, 0x6F, 0x67), hex(word)


def test_finished_comparisons_are_kept(monkeypatch, tmp_path):
    """The same campaign compares nothing again; a longer one compares only the rest; `rerun` repeats all comparisons.
    The command reports the earlier comparisons.
    """
    chosen, seeds = campaign.of("ibex-ref"), []
    created = Compared(retired=20_000, writes=7, traps=Counter({2: 3}))
    monkeypatch.setattr(campaign, "cache_dir", lambda: tmp_path)
    monkeypatch.setattr(campaign.Bench, "compare", lambda self, seed: seeds.append(seed) or created)
    assert campaign.run([chosen], 1, seed=77, jobs=1) == {"ibex-ref": created}
    assert campaign.run([chosen], 20_000, seed=77, jobs=1) == {"ibex-ref": created} and seeds == [77]
    longer = campaign.run([chosen], 20_001, seed=77, jobs=1)["ibex-ref"]
    assert (longer.retired, longer.writes, longer.traps) == (40_000, 14, {2: 6}) and seeds == [77, 78]
    assert longer.before == 20_000
    assert campaign.run([chosen], 1, seed=77, jobs=1, rerun=True)["ibex-ref"].before == 0
    assert seeds == [77, 78, 77]
    options = ["--core", "ibex-ref", "--seed", "77", "-n", "30000"]
    said = CliRunner().invoke(run_lockstep, options).stdout
    assert "40000 instructions as on Spike, 40000 of them before (--rerun compares them again)" in said
    assert "40000 instructions as on Spike: " in CliRunner().invoke(run_lockstep, [*options, "--rerun"]).stdout


def test_the_progress_ends_at_its_total(monkeypatch, tmp_path):
    """However far the last programs go beyond it."""
    counts: list[int] = []
    monkeypatch.setattr(campaign, "cache_dir", lambda: tmp_path)
    monkeypatch.setattr(campaign.Bench, "compare", lambda self, seed: Compared(retired=20_000))
    monkeypatch.setattr(campaign.Progress, "step", lambda self, what, count=1: counts.append(count))
    for _ in range(2):  # compared now, and before
        campaign.run([campaign.of("ibex-ref")], 30_000, seed=3, jobs=2)
    assert counts == [20_000, 10_000] * 2


def test_a_difference_is_kept_and_ends_the_command(monkeypatch, tmp_path):
    """Return its program and its report; a run that differed does not count the next time."""
    monkeypatch.setattr(campaign, "cache_dir", lambda: tmp_path)
    monkeypatch.setattr(generate, "INSTRUCTIONS", 500)
    chosen = campaign.of("ibex-ref")
    without = replace(chosen.target, without_value=())
    monkeypatch.setattr(campaign.Bench, "target", without)
    done = CliRunner().invoke(run_lockstep, ["--core", "ibex-ref", "--seed", "7", "-n", "200000"])
    assert isinstance(done.exception, campaign.Different)
    words = str(done.exception)
    assert "csrr    t2, mtval" in words and "x7 is 0x00000000 on the core, 0x8000" in words
    (report_file,) = (tmp_path / "lockstep-found").glob("*.txt")
    assert words.startswith(report_file.read_text().rstrip()) and str(report_file) in words
    seed = int(re.search(r"--seed (\d+)", words)[1])
    program = generate.program(seed, chosen.units, without)
    assert program == generate.program(seed, chosen.units, without, 500)
    assert report_file.with_suffix(".bin").read_bytes() == program.data
    assert f'"seed": {seed},' not in "".join(f.read_text() for f in (tmp_path / "lockstep-done").iterdir())


def test_cores_without_a_trace_are_rejected():
    with pytest.raises(UsageError, match=r"no lockstep with rocket64; with one of: ibex-ref, .*"):
        campaign.of("rocket64")
    assert re.fullmatch(r"[a-z0-9-]+", target.names()[0])
