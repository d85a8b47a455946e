# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tags of AES-GCM and AES-GMAC below 12 bytes: a program on this machine, on Spike, on an engine, on an AES unit and in
one file. The lists of cases have their results."""

from __future__ import annotations

import subprocess
from dataclasses import replace

import pytest

from tests.aead.cases import refused
from tests.aead.spike_runner import BUILDS32, BUILDS64, isa
from tests.builds import BUILDS
from tests.host import amalgamated
from tests.host import runner as host
from tests.vectors import official
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.running import spike
from vambrace.software.running.jobs import ERR_LENGTH, Job
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

SOURCE = root() / "tests" / "aead" / "gcm_short_tags.c"
OTHERS = pytest.mark.long("the same source, compiled otherwise")
RUNNERS = [pytest.param(r, id=r.name, marks=() if r.name == "host-asan" else OTHERS) for r in host.RUNNERS]
SPIKES = {
    "rv32-zkned": BUILDS32["zkned"],
    "rv32-all": BUILDS32["all"],
    "rv32-none:size": BUILDS32["none:size"],
    "rv64-none": BUILDS64["none"],
    "rv64-zkned": BUILDS64["zkned"],
}


@pytest.mark.parametrize("runner", RUNNERS)
def test_short_tags_on_the_host(runner):
    program_file = host.build(f"gcm-short-tags-{runner.name}", runner.flags, [], [SOURCE])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


@pytest.mark.long("a library of its own for the host")
@pytest.mark.parametrize("algorithm", ["aes-128-gcm", "aes-192-gcm", "aes-256-gcm"])
def test_official_vectors_are_refused_unless_asked_for(algorithm):
    """Those of CAVP, in a program that states lengths as numbers. The case lists run them with VMB_SHORT_TAG."""
    runner = replace(host.SANITIZED, name="host-asan-plain-tags", flags=(*host.SANITIZED.flags, "-DVMB_JOB_PLAIN_TAGS"))
    short = [v for source in official.vectors(algorithm).values() for v in source if len(v.tag) < 12]
    assert {len(v.tag) for v in short} == {4, 8}
    cases = []
    for v in short:
        seal = Job("seal", v.key, v.nonce, v.ad, v.plaintext or v.ciphertext, tag_len=len(v.tag))
        undo = Job("open", v.key, v.nonce, v.ad, v.ciphertext, v.tag)
        cases += [refused(v.name, seal, ERR_LENGTH), refused(v.name, undo, ERR_LENGTH)]
    results = runner.run(algorithm, [case.job for case in cases])
    assert [(c.name, said) for c, r in zip(cases, results, strict=True) if (said := c.complaints(r))] == []


@pytest.mark.long("sources that are always run, in one file")
def test_short_tags_in_one_file():
    program_file = amalgamated.program_of("gcm-short-tags", [], [SOURCE])
    assert subprocess.run([program_file]).returncode == 0


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name == "rv32-zkned" else OTHERS) for name in SPIKES])
def test_short_tags_on_spike(name):
    build = SPIKES[name]
    elf = program.link([SOURCE], build.on_spike(build.xlen), 1 << 20, ["-DEVERY=7"])
    assert spike.run(elf, isa(build), cached=True).exit_code == 0


@pytest.mark.long("a few million cycles of a simulated core")
@pytest.mark.parametrize("label", ["engine-gcm", "engine-gcm:size", "engine", "aes-unit"])
def test_short_tags_on_hardware(label):
    build = BUILDS[label]
    elf = program.link([SOURCE], build, 1 << 20, ["-DEVERY=31"])
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    outcome = simulate(path, elf, Machine(max_cycles=80_000_000), {}, cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
