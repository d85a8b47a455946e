# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every access of the library is aligned to its size, at any address of the caller's buffers: cores that trap on
misaligned accesses, or take longer for them, run it as Ibex does."""

import random
from dataclasses import replace

import pytest

from tests.aead.targets import REPRESENTATIVE
from tests.builds import BUILDS
from tests.system.programs import core_model
from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.jobs import OK
from vambrace.software.running.simulate import Machine

BUFFERS = ("key", "nonce", "ad", "in", "out", "tag")
LENGTHS = [(5, 40), (0, 1), (33, 70)]  # only the first where another algorithm has the same code
#: Spike traps at such an access, too, and runs every alignment with every build (tests/aead): the core confirms it.
SHORT = {("none", "aes-128-ccm"), ("zbkb", "ascon-aead128"), ("zbkb", "chacha20-poly1305")}
CASES = [
    pytest.param(e, a, marks=() if (e, a) in SHORT else pytest.mark.long("Spike runs it, in every list of cases"))
    for a, known in config.algorithms().items()
    for e in ("none", *known.uses)
]


@pytest.mark.parametrize(("extensions", "algorithm"), CASES)
def test_no_access_is_misaligned(extensions, algorithm):
    known = config.algorithms()[algorithm]
    rng = random.Random(f"{extensions}{algorithm}")
    cases = []
    for ad_len, length in LENGTHS if algorithm in REPRESENTATIVE else LENGTHS[:1]:
        # All buffers alike, some mixtures, and, for one length, each buffer alone.
        places = [dict.fromkeys(BUFFERS, n) for n in range(4)]
        places += [{b: rng.randrange(4) for b in BUFFERS} for _ in range(4)]
        if (ad_len, length) == LENGTHS[0]:
            places += [{b: n} for b in BUFFERS for n in (1, 2, 3)]
        key, nonce = rng.randbytes(known.key), rng.randbytes(known.nonce)
        ad, message = rng.randbytes(ad_len), rng.randbytes(known.longest(length))
        expected = messages.calls(known, key, nonce, ad, message)
        cases += [(e.job.but(align=align), e.out, e.tag) for align in places for e in expected]
    elf = aead.runner(known, BUILDS[extensions])
    machine = Machine(ram_bytes=16 << 20, max_cycles=200_000_000, strict_alignment=True)
    run = aead.run_jobs(core_model(), known, elf, [job for job, _, _ in cases], machine)
    assert [(r.status, r.out, r.tag) for r in run.results] == [(OK, out, tag) for _, out, tag in cases]


@pytest.mark.parametrize("buffer", ["in", "out", "ad"])
def test_a_library_for_misaligned_accesses_makes_them(buffer):
    """On a core that does not execute misaligned accesses, it ends at the first one, with its address."""
    known = config.algorithms()["ascon-aead128"]
    elf = aead.runner(known, replace(BUILDS["none"], misaligned=True))
    expected = messages.calls(known, bytes(16), bytes(16), bytes(40), bytes(40))[0]
    for align, strict in (({}, True), ({buffer: 1}, False)):
        machine = Machine(ram_bytes=16 << 20, strict_alignment=strict)
        run = aead.run_jobs(core_model(), known, elf, [expected.job.but(align=align)], machine)
        assert [(r.status, r.out, r.tag) for r in run.results] == [(OK, expected.out, expected.tag)]
    machine = Machine(ram_bytes=16 << 20, strict_alignment=True)
    with pytest.raises(
        VambraceError,
        match=r"misaligned access: 4 bytes at 0x[0-9a-f]{8}, by the instruction at .* in vmb_.*; the library makes "
        r"misaligned accesses: build it without VAMBRACE_MISALIGNED, or with --accesses aligned",
    ):
        aead.run_jobs(core_model(), known, elf, [expected.job.but(align={buffer: 1})], machine)
