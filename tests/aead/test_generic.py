# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The objects of vambrace/generic.h: one loop over all of them with every kind of build, all lists of cases through
them, and the code that a program links if it names one object."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.aead import batch
from tests.aead.catalogue import lists_for
from tests.aead.spike_runner import BUILDS32, BUILDS64, isa
from tests.builds import BUILDS
from tests.host import runner as host
from vambrace import config
from vambrace.base.errors import BuildError
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.hardware import model
from vambrace.software.oracles import oracle
from vambrace.software.running import spike
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program
from vambrace_dev import self_test

LOOP, SELF_TEST = (root() / "tests" / "aead" / name for name in ("generic.c", "self_test.c"))
AEADS = {name: known for name, known in config.algorithms().items() if known.kind == "aead"}
RAM = 4 << 20


def ended(build: config.Build, code: int) -> str:
    """What the loop's exit code means."""
    return f"{build.label}: algorithm {code // 20 if code < 240 else code - 240} of the table, check {code % 20}"


@pytest.mark.parametrize("runner", host.RUNNERS, ids=lambda runner: runner.name)
def test_all_objects_on_the_host(runner):
    program_file = host.build(f"generic-{runner.name}", runner.flags, [], [LOOP])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"{done.returncode} {done.stderr[:2000]}"


def test_the_self_test_finds_defects():
    program_file = host.build("self-test", host.SANITIZED.flags, [], [SELF_TEST])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


def test_self_test_answers_agree_with_the_oracles():
    assert self_test.FILE.read_text() == self_test.text(), "run python -m vambrace_dev.self_test"


OTHER = pytest.mark.long("other sizes of objects whose code is always run")
LOOPS = {"rv32-zkned": BUILDS32["zkned"], "rv32-none:size": BUILDS32["none:size"], "rv64-zkned": BUILDS64["zkned"]}
ALWAYS = "rv32-zkned"


@pytest.mark.parametrize(
    "build", [pytest.param(b, id=n, marks=() if n == ALWAYS else (OTHER,)) for n, b in LOOPS.items()]
)
def test_all_objects_on_spike(build):
    elf = program.link([LOOP], build.on_spike(build.xlen), RAM)
    code = spike.run(elf, isa(build), cached=True).exit_code
    assert code == 0, ended(build, code)


@pytest.mark.parametrize("name", ["engine", "aes-unit"])
@pytest.mark.long("a million cycles of a simulated core")
def test_all_objects_on_a_core(name):
    build = BUILDS[name]
    elf = program.link([LOOP], build, RAM)
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    outcome = simulate(path, elf, Machine(ram_bytes=RAM, max_cycles=50_000_000), {}, cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)


def tags_of(known: config.Algorithm) -> int:
    """Return the bits of tag_lens: those of tags that have to be asked for are apart, and bit 0 is for 32 bytes."""
    return sum(1 << (n % 32 if n >= known.least_tag else 17 + n) for n in oracle.LENGTHS[known.name].tags)


def test_objects_agree_with_the_configuration():
    program_file = host.build("generic-list", host.PLAIN.flags, ["-DLISTED"], [LOOP])
    listed = [line.split() for line in subprocess.check_output([program_file], text=True).splitlines()]
    assert sorted(line[0] for line in listed) == sorted(AEADS)
    for name, key, nonce, least, most, tag, tags, lengths, slot in listed:
        known = AEADS[name]
        assert (int(key), int(nonce), int(tag)) == (known.key, known.nonce, known.tag)
        assert int(least) <= int(nonce) <= int(most) and int(tags, 16) == tags_of(known)
        assert int(lengths) == ("lengths" in known.features) and slot == "0"


@dataclass(frozen=True)
class Objects(host.HostRunner):
    """Runs jobs by calls of an algorithm's object."""

    def program(self, algorithm: str) -> Path:
        known = config.algorithms()[algorithm]
        own = [f"-DVMB_GENERIC_PREFIX={known.prefix}", f'-DVMB_GENERIC_NAME="{known.name}"']
        own += macros.algorithm(replace(known, prefix="vmb_generic"))
        firmware = root() / "firmware"
        return host.build(
            self.name, self.flags, own, [root() / "tests" / "host" / "generic_jobs.c"], [firmware / "host_runner.c"]
        )


RUNNER = Objects("objects", host.PLAIN.flags, relocate=False)
SAME = pytest.mark.long("the functions that other tests call, through objects whose calls the loop checks")
SHORT = ("ascon-aead128",)


@pytest.mark.long("the functions of each algorithm always run; these objects only call them")
@pytest.mark.parametrize(
    "algorithm", [pytest.param(n, id=f"objects-{n}", marks=() if n in SHORT else (SAME,)) for n in AEADS]
)
def test_every_list(algorithm, everything):
    names = tuple(item.name for item in lists_for(algorithm))
    cases = batch.within_budget(algorithm, names, None, None, True, short=not everything)
    batch.run(RUNNER, algorithm, cases)


ONE = """
#include "vambrace/generic.h"
int main(void)
{
    static vmb_aead_key key;
    static const uint8_t bytes[32];
    static uint8_t out[32];
    const vmb_aead *a = &vmb_aead_ascon_aead128;
    int status = a->init(&key, bytes, a->key_len);

    if (status != VMB_OK) return 1;
    return vmb_aead_seal_combined(a, &key, out, bytes, a->nonce_len, 0, 0, bytes, 16, 16) != VMB_OK;
}
"""


def test_a_program_links_only_the_algorithms_that_it_names(tmp_path):
    source = tmp_path / "one.c"
    source.write_text(ONE)
    elf = program.link([source], BUILDS["none"], RAM)
    assert elf.symbol("vmb_ascon_aead128_seal")
    done = subprocess.check_output([program.GCC.replace("gcc", "nm"), elf.path], text=True)
    names = {line.split()[-1] for line in done.splitlines()}
    assert "vmb_aead_ascon_aead128" in names
    assert [n for n in names if any(other in n for other in ("aes", "gcm", "ccm", "chacha", "ascon128", "aeads"))] == []


@pytest.mark.parametrize("use", ["vmb_aeads[0]->name", "vmb_aead_chacha20_poly1305.name", "vmb_aead_aes128_gcm.name"])
def test_a_caller_of_another_build_does_not_link(tmp_path, use):
    """The library is a build for Zkned and the caller is not, or the reverse."""
    source = tmp_path / "other.c"
    source.write_text(f'#include "vambrace/generic.h"\nint main(void)\n{{\n    return {use} == 0;\n}}\n')
    program.link([source], BUILDS["zkned"], RAM)
    with pytest.raises(BuildError, match="undefined reference"):
        program.link([source], BUILDS["zkned"], RAM, ["-UVMB_ISE_ZKNED"])
