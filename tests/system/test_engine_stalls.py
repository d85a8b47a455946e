# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The engine behind every coupling, on a core whose RAM waits at random: messages of each family, sealed, opened and
forged, of odd lengths at odd addresses, have the results of an independent implementation.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from tests.builds import BUILDS
from tests.rtl.engine import job_word
from tests.system.programs import link
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.oracles import messages, oracle
from vambrace.software.running import aead
from vambrace.software.running.jobs import ERR_TAG, OK, Job
from vambrace.software.running.simulate import Machine, simulate

COUPLINGS = [
    name for name, e in config.extension_sets().items() if e.plain_engine and config.cores()["ibex-ref"].can_have(e)
]
OTHER = pytest.mark.long("a model of another core with engines")
POINTS = [
    *(pytest.param("ibex-ref", name, id=f"ibex-ref-{name}") for name in COUPLINGS),
    pytest.param("cv32e40x", "engine", id="cv32e40x-engine", marks=OTHER),
]
FAMILIES = ("ascon-aead128", "chacha20-poly1305", "aes-128-ccm")
BUFFERS = ("key", "nonce", "ad", "in", "out", "tag")
RAM = 16 << 20  # what aead.runner links for

# Wait states of fetches, of loads and stores, and of the engine's own accesses; always this many, or up to that.
MACHINES = {
    "random": Machine(RAM, 1, 3, 7, 50_000_000, random_waits=1),
    "slow engine": Machine(RAM, 0, 0, 2, 50_000_000),
    "shared port": Machine(RAM, 0, 1, 1, 50_000_000, random_waits=7, shared_port=True),
}


def _jobs(algorithm: config.Algorithm, rng: random.Random) -> list[tuple[Job, bytes, int]]:
    """Return jobs, each with its expected bytes, which for a seal end with the tag, and its status."""
    results = []
    for ad_len, length in ((0, 0), (rng.randrange(1, 25), rng.randrange(1, 16)), (5, rng.randrange(33, 80))):
        key, nonce = rng.randbytes(algorithm.key), rng.randbytes(algorithm.nonce)
        ad, message = rng.randbytes(ad_len), rng.randbytes(length)
        ciphertext, tag = oracle.seal(algorithm.name, key, nonce, ad, message, algorithm.tag)
        align = {name: rng.randrange(4) for name in BUFFERS}
        sealing = Job("seal", key, nonce, ad, message, tag_len=len(tag), align=align)
        opening = Job("open", key, nonce, ad, ciphertext, tag=tag, align=align)
        bit = 1 << rng.randrange(8 * len(tag))
        forged = (int.from_bytes(tag, "little") ^ bit).to_bytes(len(tag), "little")
        results += [
            (sealing, ciphertext + tag, OK),
            (opening, message, OK),
            (opening.in_place(), message, OK),
            (opening.but(tag=forged), bytes(length), ERR_TAG),
        ]
    return results


@pytest.mark.parametrize(("core", "coupling"), POINTS)
def test_slow_memory_changes_no_result(core, coupling, everything):
    """By default each family is tested with random waits behind each coupling, and one family with the other
    memories.
    """
    build = BUILDS[coupling]
    path = model.build(model.shared(config.cores()[core], build.extensions))
    chosen = (COUPLINGS.index(coupling) + 1) % len(FAMILIES)
    for number, name in enumerate(FAMILIES):
        algorithm = config.algorithms()[name]
        elf = aead.runner(algorithm, build)
        cycles = []
        others = list(MACHINES.values())[1:] if everything or number == chosen else []
        for machine in (replace(MACHINES["random"], random_waits=number + 1), *others):
            jobs = _jobs(algorithm, random.Random(f"{core} {coupling} {name}"))
            run = aead.run_jobs(path, algorithm, elf, [job for job, *_ in jobs], machine)
            for (job, out, status), result in zip(jobs, run.results, strict=True):
                inputs = result.out + (result.tag if job.op == "seal" else b"")
                assert (result.init_status, result.status, inputs) == (OK, status, out), (name, job)
                assert result.violations == (), (name, job)
            cycles.append(sum(call.cycles for call in run.call if call))
        assert len(set(cycles)) == len(cycles), "waiting has no effect"


def test_the_waits_are_random():
    """The same seed gives the same cycles, another seed different ones."""
    algorithm, build = config.algorithms()["ascon-aead128"], BUILDS["engine"]
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    elf = aead.runner(algorithm, build)
    jobs = [job for job, *_ in _jobs(algorithm, random.Random(1))]
    machines = [replace(MACHINES["random"], random_waits=seed) for seed in (1, 1, 2)]
    first, again, other = ([c.cycles for c in aead.run_jobs(path, algorithm, elf, jobs, m).call if c] for m in machines)
    assert first == again != other


@pytest.mark.parametrize("coupling", ["engine", "engine-obi"])
def test_a_shared_memory_port_does_not_delay_a_waiting_core(coupling):
    """As docs/reference/records.md says of the packets that are measured."""
    build = BUILDS[coupling]
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    for name in FAMILIES:
        algorithm = config.algorithms()[name]
        jobs = [expected.job for expected in messages.packet(algorithm, config.scenarios()["ipv6"])]
        elf = aead.runner(algorithm, build)
        machines = [Machine(RAM, max_cycles=10_000_000, shared_port=shared) for shared in (False, True)]
        alone, shared = ([c.cycles for c in aead.run_jobs(path, algorithm, elf, jobs, m).call if c] for m in machines)
        assert alone == shared and len(alone) == 2


BUSY = """
#include "vambrace/engine.h"
#define AT(x) ((uint32_t)(uintptr_t)(x))
static uint32_t key[4], text[306], out[306], tag[4];

/* One job, during which the core loads words, four in 11 cycles, as long as it runs. */
__attribute__((noinline)) uint32_t subject(void)
{
    volatile uint32_t *words = text;
    uint32_t refused;

    vmb_engine_set(0, AT(key), AT(key));
    vmb_engine_set(1, AT(text), 40);
    vmb_engine_set(2, AT(text), 1224);
    vmb_engine_set(3, AT(out), AT(tag));
    refused = vmb_engine_go(JOB_WORD);
    do {
        (void)words[0];
        (void)words[1];
        (void)words[2];
        (void)words[3];
    } while ((vmb_engine_get(13) & 1) != 0);
    return refused;
}

int main(void)
{
    while ((vmb_engine_wait() & 1) != 0) {
    }
    return (int)subject();
}
"""


def test_a_shared_memory_port_delays_a_job(tmp_path):
    """A job while the core loads words takes longer than with its own port, as documented."""
    build = BUILDS["engine"]
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    word = job_word("ascon-aead128", nonce_len=16, tag_len=16, ad_end=1, data_end=1)
    elf = link(tmp_path, BUSY.replace("JOB_WORD", f"{word:#x}u"), ".c", build)
    cycles = []
    for shared in (False, True):
        machine = Machine(max_cycles=100_000, shared_port=shared)
        outcome = simulate(path, elf, machine, {"subject": elf.symbol("subject")}, cached=True)
        assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
        cycles.append(outcome.windows["subject"][0].cycles)
    document = (root() / "docs" / "reference" / "records.md").read_text()
    said = re.search(r"loads\s+words\s+meanwhile,\s+(\d+)\s+instead\s+of\s+(\d+)\s+cycles", document)
    assert said and [int(said[2]), int(said[1])] == cycles


# AD_LEN is register 3; an instruction reads the word that the preceding store has written, and the reverse.
MIXED = """
#include "vambrace/engine.h"
    .text
    .globl main
    .balign 16
main:
1:  vmb.engine.wait a1
    andi a1, a1, 1
    bnez a1, 1b
    li a0, {base}
    li a2, 3
    li a3, 0
    li a5, 0
    li a6, 50
2:  addi a3, a3, 0x11
    sw a3, 12(a0)
    vmb.engine.get a4, a2
    xor a4, a4, a3
    or a5, a5, a4
    addi a3, a3, 0x11
    vmb.engine.put a4, a2, a3
    lw a4, 12(a0)
    xor a4, a4, a3
    or a5, a5, a4
    sw a3, 12(a0)
    vmb.engine.set 1, a3, a3
    lw a4, 12(a0)
    xor a4, a4, a3
    or a5, a5, a4
    addi a6, a6, -1
    bnez a6, 2b
    snez a0, a5
    ret
"""


@pytest.mark.parametrize("page", [0, 0x1000, 0x2000], ids=["obi", "axi4l", "tlul"])
@pytest.mark.parametrize("core", ["ibex-ref", pytest.param("cv32e40x", marks=OTHER)])
def test_buses_and_instructions_keep_their_order(tmp_path, core, page):
    build = BUILDS["engine"]
    path = model.build(model.shared(config.cores()[core], build.extensions))
    elf = link(tmp_path, MIXED.replace("{base}", f"{0x1100_0000 + page:#x}"), build=build)
    outcome = simulate(path, elf, Machine(max_cycles=100_000))
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
