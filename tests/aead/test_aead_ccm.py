# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What only CCM has: nonces and tags of many lengths, and two encodings of the AD's length.

NIST SP 800-38C, appendix A.2: associated data of 0xFF00 bytes and more announces itself with the
bytes FF FE and a 32-bit length, less with a 16-bit length; a nonce of N bytes leaves 15 - N bytes
for the message's length.
"""

from __future__ import annotations

import dataclasses
from itertools import product

import pytest

from tests.aead.cases import Case, any_alignment, both, check, forged, fresh, opened, refused, rng, sealing
from tests.aead.rtl_runner import RtlRunner
from tests.aead.streams import streamed as in_pieces
from tests.aead.streams import whole as streamed
from tests.host.runner import PLAIN, SIZE
from vambrace import config
from vambrace.jobs import ERR_LENGTH
from vambrace.oracle import LENGTHS

CCM = "aes-128-ccm"
pytestmark = pytest.mark.algorithm(CCM)
SHAPES = ((0, 0), (16, 14), (15, 13), (17, 15), (33, 30), (1, 31), (64, 3), (48, 0))


def test_every_nonce_and_tag_length(target):
    runner, algorithm = target
    r = rng("ccm lengths")
    cases: list[Case] = []
    for nonce_len, tag_len in product(LENGTHS[CCM].nonces, LENGTHS[CCM].tags):
        for data_len, ad_len in SHAPES:
            job = fresh(CCM, r, data_len, ad_len, nonce_len=nonce_len, tag_len=tag_len, align=any_alignment(r))
            name = f"N={nonce_len} T={tag_len} {data_len}+{ad_len}"
            cases += both(name, CCM, job)
            undo = opened(CCM, job).in_place()
            assert undo.tag is not None
            bit = r.randrange(8 * tag_len)
            tag = bytes(b ^ (bit // 8 == i) << bit % 8 for i, b in enumerate(undo.tag))
            cases.append(forged(f"{name} tag bit {bit}", undo.but(tag=tag)))
    r.shuffle(cases)
    check(runner, algorithm, cases, 0.05)


def test_a_part_of_a_tag_is_no_tag(target):
    """A tag's length is part of what it authenticates."""
    runner, algorithm = target
    r = rng("ccm truncated")
    cases: list[Case] = []
    for whole, part in product(LENGTHS[CCM].tags, repeat=2):
        if part != whole:
            undo = opened(CCM, fresh(CCM, r, 20, 9, tag_len=whole))
            assert undo.tag is not None
            cases.append(forged(f"tag of {whole} as one of {part}", undo.but(tag=undo.tag.ljust(part, b"\0")[:part])))
    check(runner, algorithm, cases, 0.02)


def test_both_encodings_of_the_ad_length(target):
    runner, algorithm = target
    r = rng("ccm ad")
    cases: list[Case] = []
    for ad_len in (0, 1, 13, 14, 15, 0xFEFE, 0xFEFF, 0xFF00, 0xFF01, 0xFF0A, 0xFFFF, 0x10000):
        for data_len in (17, 0):
            job = fresh(CCM, r, data_len, ad_len, align={"ad": r.randrange(4)})
            cases += both(f"{data_len}+{ad_len:#x}", CCM, job)
            short = opened(CCM, job)
            cases.append(forged(f"{data_len}+{ad_len:#x}", short.but(ad=short.ad[:-1] if ad_len else b"\0")))
    check(runner, algorithm, cases, 0.03)


def test_a_message_too_long_for_its_nonce(target):
    runner, algorithm = target
    r = rng("ccm long")
    longest = {n: LENGTHS[CCM].longest_message(n) for n in LENGTHS[CCM].nonces}
    assert longest == {13: 0xFFFF, 12: 0xFFFFFF, **dict.fromkeys(range(7, 11), 0x7FFFFFFF), 11: 0x7FFFFFFF}
    cases: list[Case] = []
    for nonce_len, first in ((13, 1 << 16), (12, 1 << 24)):
        seal = fresh(CCM, r, 20, 9, nonce_len=nonce_len)
        for job in (seal, opened(CCM, seal), seal.in_place(), opened(CCM, seal).in_place()):
            for length in (first, first + 1, 2 * first, first << 4 | 20):
                claimed = job.but(claim={"len": length})
                cases.append(refused(f"N={nonce_len} {length:#x}", claimed, ERR_LENGTH))
    check(runner, algorithm, cases, 0.01)


@pytest.mark.rtl
@pytest.mark.parametrize("extensions", ["none", *config.algorithms()[CCM].uses])
def test_the_long_encoding_on_a_core(extensions):
    """Too dear for the budget, but each backend has its own code for it."""
    r = rng("ccm long encoding")
    case = sealing("3+0xff00", CCM, fresh(CCM, r, 3, 0xFF00))
    check(RtlRunner("ibex-ref", config.extension_sets()[extensions], None), CCM, [case], 1)


@pytest.mark.rtl
@pytest.mark.parametrize("extensions", ["none", *config.algorithms()[CCM].uses])
def test_the_counter_carries_on_a_core(extensions):
    """257 blocks of message: a carry out of the counter's last byte, which each backend counts in its own
    way, in a whole message and between two pieces of one."""
    r = rng("ccm carry")
    whole = fresh(CCM, r, 257 * 16 + 3, 3, nonce_len=11)
    at_once = sealing("257 blocks", CCM, whole)
    pieces = in_pieces(CCM, whole, [3], [255 * 16 + 5, 11, len(whole.data) - 256 * 16])
    cases = [at_once, Case("257 blocks in pieces", pieces, at_once.out, at_once.tag)]
    check(RtlRunner("ibex-ref", config.extension_sets()[extensions], None), CCM, cases, 1)


@pytest.mark.no_budget
def test_every_byte_of_a_long_ad_length(target):
    runner, algorithm = target
    check(runner, algorithm, both("16 MiB of AD", CCM, fresh(CCM, rng("ccm 16 MiB"), 5, 0x01020304)), 1)


@pytest.mark.no_budget
def test_the_longest_message_of_the_longest_nonce(target):
    """65,535 bytes pass, one more with real buffers does not; the counter carries at every byte."""
    runner, algorithm = target
    r = rng("ccm longest")
    cases = both("N=13 65535", CCM, fresh(CCM, r, 0xFFFF, 3, nonce_len=13))
    too_long = fresh(CCM, r, 0x10000, 3, nonce_len=13)
    cases.append(refused("N=13 65536", too_long, ERR_LENGTH))
    cases.append(refused("N=13 65536", too_long.but(op="open", tag=bytes(16)), ERR_LENGTH))
    cases += both("N=12 65536", CCM, fresh(CCM, r, 0x10000, 3, nonce_len=12))
    cases += both("N=7 1 MiB", CCM, fresh(CCM, r, (1 << 20) + 33, 3, nonce_len=7))
    check(runner, algorithm, cases, 1)


@pytest.mark.host
@pytest.mark.parametrize("runner", [PLAIN, SIZE], ids=lambda runner: runner.name)
@pytest.mark.parametrize("way", ["one shot", "stream"])
def test_associated_data_never_counts_into_the_nonce(runner, way):
    """Blocks of associated data come in steps that move a counter on, too: 2^16 of them carry out of
    its two bytes, and with this nonce out of its word."""
    job = fresh(CCM, rng("ccm counter"), 21, (1 << 20) + 100).but(nonce=bytes(range(11)) + b"\xff\xff")
    cases = [
        dataclasses.replace(case, job=streamed(CCM, case.job) if way == "stream" else case.job)
        for case in both("1 MiB of AD", CCM, job)
    ]
    check(dataclasses.replace(runner, budget=None), CCM, cases, 1)
