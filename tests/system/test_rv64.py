# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The 64-bit backends on Spike: the instructions that they execute do not depend on secrets, and their number is
tested.

Their results are tested with those of all others, in tests/aead.
"""

from functools import cache

import pytest

from tests.aead.cases import fresh, opened, rng
from tests.aead.spike_runner import BUILDS64, isa
from tests.aead.targets import SPIKE, SPIKE_ASCON
from tests.system.test_constant_time import groups
from vambrace import config
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.config import Algorithm, Build
from vambrace.software.running import aead, spike
from vambrace.software.running.jobs import Job, decode
from vambrace.software.toolchain import program

SHORT = {("none", "ascon-128"), ("zbkb", "ascon-aead128"), ("zkned", "aes-128-ccm"), ("zbkb", "chacha20-poly1305")}
MORE = pytest.mark.long("logs of all instructions take seconds")
CASES = [
    pytest.param(BUILDS64[b], name, id=f"{b}-{name}", marks=() if (b, name) in SHORT else MORE)
    for b, names in SPIKE.items()
    for name in names
]
ODD = {"in": 1, "out": 3}
LENGTHS = 256, 512  # of messages, whose difference is what a byte of a long one takes


def run(known: Algorithm, build: Build, jobs: list[Job], one_place: bool = False):
    """Return the results of jobs, and for each function the instructions that every call executed."""
    elf = aead.runner(known, build.on_spike())
    jobs = aead.jobs_for(elf, jobs)
    windows = {known.function(operation): elf.symbol(known.function(operation)) for operation in known.operations}
    windows["job"] = elf.symbol("vmb_job_run")
    memory = aead.memory_of_jobs(elf, jobs, one_place)
    done = spike.run(elf, isa(build), windows, memory, cached=True)
    assert done.exit_code == 0
    return decode(done.dumps["image"], jobs), done.windows


@pytest.mark.parametrize(("build", "algorithm"), CASES)
def test_nothing_depends_on_contents(build, algorithm):
    """The same instructions and addresses, key set-up and wiping included, whatever key, message and tag hold."""
    known = config.algorithms()[algorithm]
    every = groups(known, "spike", build)
    jobs = [job for group in every.values() for job, _ in group]
    results, windows = run(known, build, jobs, one_place=True)
    assert [r.status for r in results] == [status for group in every.values() for _, status in group]
    at = 0
    for name, group in every.items():
        courses = set(windows["job"][at : at + len(group)])
        assert len(courses) == 1, f"{name}: {list(courses)[:4]}"
        at += len(group)
    assert len({counts.data_hash for counts in windows["job"]}) > 1


@cache
def per_byte(build: str, algorithm: str, align: tuple[tuple[str, int], ...] = ()) -> tuple[float, ...]:
    """Instructions of each byte of a long message, each direction."""
    known = config.algorithms()[algorithm]
    r = rng("slope", algorithm)
    seals = [fresh(algorithm, r, length, 0, align=dict(align)) for length in LENGTHS]
    jobs = [*seals, *(opened(algorithm, job) for job in seals if known.kind != "hash")]
    results, windows = run(known, BUILDS64[build], jobs)
    assert all(r.status == 0 for r in results)
    names = dict.fromkeys(known.function(operation) for operation in known.operations)
    counts = [c.instret for name in names for c in windows[name]]
    more = LENGTHS[1] - LENGTHS[0]
    return tuple((long - short) / more for short, long in zip(counts[::2], counts[1::2], strict=True))


def documented() -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the table of docs/reference/ise.md: by algorithm and column, the figures of each direction."""
    text = (root() / "docs" / "reference" / "ise.md").read_text()
    table = text[text.index("Instructions per byte") :].split("\n\n")[1].splitlines()
    (_, *columns), _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table)
    return {
        (name, c): tuple(v.split(", ")) for name, *values in rows for c, v in zip(columns, values, strict=True) if v
    }


COLUMNS = {
    "RV64GC": "none",
    "Zbkb": "zbkb",
    "Zkne and Zknd": "zkned",
    "Zkne, Zknd and Zbkc": "zkned+zbkc",
    "portable C": "portable",
}


@MORE
def test_the_documented_figures_are_right():
    table = documented()
    assert {name for name, _ in table} >= {"ascon-128", "ascon-128a", "ascon-aead128", "ascon-hash256", "aes-128-ccm"}
    assert table["aes-128-gcm", "Zkne, Zknd and Zbkc"]
    for (name, column), text in table.items():
        actual = per_byte(COLUMNS[column], name)
        assert text == tuple(f"{x:.4g}" for x in actual), f"{name}, {column}"


@pytest.mark.long("seven seconds; short messages always run")
def test_long_messages_stay_below_their_limits():
    """At most this many instructions per byte, and 15 % less time than compiled C."""
    bounds = {
        ("ascon-128", "none"): 46,
        ("ascon-aead128", "none"): 31,
        ("ascon-128", "zbkb"): 29,
        ("ascon-aead128", "zbkb"): 20,
        ("chacha20-poly1305", "none"): 30,
        ("chacha20-poly1305", "zbkb"): 20.5,
        ("aes-128-gcm", "zkned+zbkc"): 8,
        ("aes-128-gcm", "zbkb+zbkc+zkned"): 6.2,
    }
    for (name, extensions), most in bounds.items():
        assert max(per_byte(extensions, name)) <= most
    for name in (*SPIKE_ASCON, "chacha20-poly1305"):
        assert max(per_byte("none", name)) * 1.15 <= min(per_byte("portable", name))


def test_the_cost_of_odd_addresses():
    for name in ("ascon-128", "ascon-128a", "ascon-aead128"):
        for aligned, odd in zip(per_byte("none", name), per_byte("none", name, tuple(ODD.items())), strict=True):
            assert aligned < odd < aligned + 2
    for aligned, odd in zip(
        per_byte("zkned", "aes-128-ccm"), per_byte("zkned", "aes-128-ccm", tuple(ODD.items())), strict=True
    ):
        assert aligned < odd < aligned + 3
    for aligned, odd in zip(
        per_byte("none", "chacha20-poly1305"), per_byte("none", "chacha20-poly1305", tuple(ODD.items())), strict=True
    ):
        assert aligned < odd < aligned + 5


MACROS = (
    "rori a0, a1, 63", "ror a0, a1, a2", "rol a0, a1, a2", "andn a0, a1, a2", "orn a0, a1, a2", "xnor a0, a1, a2",
    "rev8 a0, a1", "brev8 a0, a1", "pack a0, a1, a2", "packh a0, a1, a2",
    "aes64es a0, a1, a2", "aes64esm a0, a1, a2", "aes64ds a0, a1, a2", "aes64dsm a0, a1, a2", "aes64im a0, a1",
    "aes64ks1i a0, a1, 10", "aes64ks2 a0, a1, a2", "clmul a0, a1, a2", "clmulh a0, a1, a2",
)  # fmt: skip


def test_the_macros_agree_with_the_assembler(tmp_path):
    """The words of vambrace/ise.h on RV64 equal the assembler's, if it knows the instruction."""
    ours, theirs = tmp_path / "ours.S", tmp_path / "theirs.S"
    ours.write_text('#include "vambrace/ise.h"\n' + "".join(f"vmb.{line}\n" for line in MACROS))
    theirs.write_text("".join(f"{line}\n" for line in MACROS))
    include = f"-I{root() / 'lib' / 'include'}"
    code = []
    for source, flags in (
        (ours, ["-march=rv64imac", "-DVMB_ISE_ZBKB=1", "-DVMB_ISE_ZKNED=1", "-DVMB_ISE_ZBKC=1"]),
        (theirs, ["-march=rv64imac_zbkb_zbkc_zkne_zknd"]),
    ):
        compiled = source.with_suffix(".o")
        tools.run([program.GCC, *flags, "-mabi=lp64", include, "-c", str(source), "-o", str(compiled)])
        tools.run(["riscv64-unknown-elf-objcopy", "-O", "binary", "-j", ".text", str(compiled), str(compiled) + ".bin"])
        code.append((tmp_path / f"{compiled.name}.bin").read_bytes())
    assert code[0] == code[1] and len(code[0]) == 4 * len(MACROS)
