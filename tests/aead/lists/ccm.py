# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Features of CCM only: nonces and tags of many lengths, and two encodings of the AD's length.

NIST SP 800-38C, appendix A.2: the length of associated data of 0xFF00 bytes and more is encoded as the
bytes FF FE and a 32-bit length, less with a 16-bit length; a nonce of N bytes leaves 15 - N bytes
for the message's length.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from functools import partial
from itertools import product

from tests.aead.cases import Case, any_alignment, both, forged, fresh, opened, refused, rng, sealing
from tests.aead.catalogue import case_list
from tests.aead.streams import streamed as in_pieces
from tests.aead.streams import whole as streamed
from vambrace.software.oracles.oracle import LENGTHS
from vambrace.software.running.jobs import ERR_LENGTH

CCM = "aes-128-ccm"
listed = partial(case_list, algorithms=(CCM,))
SHAPES = ((0, 0), (16, 14), (15, 13), (17, 15), (33, 30), (1, 31), (64, 3), (48, 0))


@listed(0.05)
def every_nonce_and_tag_length(algorithm: str) -> Iterable[Case]:
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
    return cases


@listed(0.02)
def a_part_of_a_tag_is_no_tag(algorithm: str) -> Iterable[Case]:
    """A tag's length is part of what it authenticates."""
    r = rng("ccm truncated")
    cases: list[Case] = []
    for full, part in product(LENGTHS[CCM].tags, repeat=2):
        if part != full:
            undo = opened(CCM, fresh(CCM, r, 20, 9, tag_len=full))
            assert undo.tag is not None
            cases.append(forged(f"tag of {full} as one of {part}", undo.but(tag=undo.tag.ljust(part, b"\0")[:part])))
    return cases


@listed(0.03)
def both_encodings_of_the_ad_length(algorithm: str) -> Iterable[Case]:
    r = rng("ccm ad")
    cases: list[Case] = []
    for ad_len in (0, 1, 13, 14, 15, 0xFEFE, 0xFEFF, 0xFF00, 0xFF01, 0xFF0A, 0xFFFF, 0x10000):
        for data_len in (17, 0):
            job = fresh(CCM, r, data_len, ad_len, align={"ad": r.randrange(4)})
            cases += both(f"{data_len}+{ad_len:#x}", CCM, job)
            short = opened(CCM, job)
            cases.append(forged(f"{data_len}+{ad_len:#x}", short.but(ad=short.ad[:-1] if ad_len else b"\0")))
    return cases


@listed(0.01)
def a_message_too_long_for_its_nonce(algorithm: str) -> Iterable[Case]:
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
    return cases


@listed(1, unlimited=True)
def every_byte_of_a_long_ad_length(algorithm: str) -> Iterable[Case]:
    return both("16 MiB of AD", CCM, fresh(CCM, rng("ccm 16 MiB"), 5, 0x01020304))


@listed(1, unlimited=True)
def the_longest_message_of_the_longest_nonce(algorithm: str) -> Iterable[Case]:
    """65,535 bytes are accepted, one more with real buffers is an error; the counter carries at every byte."""
    r = rng("ccm longest")
    cases = both("N=13 65535", CCM, fresh(CCM, r, 0xFFFF, 3, nonce_len=13))
    too_long = fresh(CCM, r, 0x10000, 3, nonce_len=13)
    cases.append(refused("N=13 65536", too_long, ERR_LENGTH))
    cases.append(refused("N=13 65536", too_long.but(op="open", tag=bytes(16)), ERR_LENGTH))
    cases += both("N=12 65536", CCM, fresh(CCM, r, 0x10000, 3, nonce_len=12))
    cases += both("N=7 1 MiB", CCM, fresh(CCM, r, (1 << 20) + 33, 3, nonce_len=7))
    return cases


@listed(1)
def the_long_encoding(algorithm: str) -> Iterable[Case]:
    """Each backend has its own code for this."""
    return [sealing("3+0xff00", CCM, fresh(CCM, rng("ccm long encoding"), 3, 0xFF00))]


@listed(1)
def the_counter_carries(algorithm: str) -> Iterable[Case]:
    """257 blocks of message: a carry out of the counter's last byte, which each backend counts in its own
    way, in a whole message and between two pieces of one. 1,025 blocks: through two bits of the next byte, which
    planes count bit by bit."""
    full = fresh(CCM, rng("ccm carry"), 257 * 16 + 3, 3, nonce_len=11)
    at_once = sealing("257 blocks", CCM, full)
    pieces = in_pieces(CCM, full, [3], [255 * 16 + 5, 11, len(full.data) - 256 * 16])
    more = sealing("1025 blocks", CCM, fresh(CCM, rng("ccm two bits"), 1025 * 16 + 3, 3, nonce_len=11))
    return [at_once, Case("257 blocks in pieces", pieces, at_once.out, at_once.tag), more]


@listed(1, unlimited=True)
def associated_data_never_counts_into_the_nonce(algorithm: str) -> Iterable[Case]:
    """Steps with blocks of associated data also advance a counter: 2^16 of them carry out of
    its two bytes, and with this nonce out of its word. In one call, and as a stream."""
    job = fresh(CCM, rng("ccm counter"), 21, (1 << 20) + 100).but(nonce=bytes(range(11)) + b"\xff\xff")
    cases = both("1 MiB of AD", CCM, job)
    return [*cases, *(dataclasses.replace(case, job=streamed(CCM, case.job)) for case in cases)]
