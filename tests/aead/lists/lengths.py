# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every short length, random longer ones, every alignment, against an independent implementation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product

from tests.aead.cases import Case, both, fresh, opening, rng, sealing
from tests.aead.catalogue import case_list
from vambrace import config
from vambrace.software.running.jobs import BUFFERS

listed = partial(case_list, kinds=("aead", "cipher", "hash"))

LONGEST_SHORT = 80
#: Some blocks of each algorithm, and the words after them.
LONGEST_AT_OFFSETS = {"chacha20-poly1305": 140}
LONGEST_AT_OFFSETS_ELSE = 70
LONGEST_RANDOM = 256  # the longest customization string


@listed(0.2, essential=True, short=27 * (LONGEST_SHORT + 1))
def short_pairs(algorithm: str) -> Iterator[Case]:
    """First each length of both once, then all other pairs; all seals and opens alternately, twice (hashes once).
    Algorithms with only one length have a few cases with each."""
    span = LONGEST_SHORT + 1
    known = config.algorithms()[algorithm]
    two = known.has_ad or "squeeze" in known.features
    pairs = sorted(product(range(span), repeat=2), key=lambda p: ((p[1] - 37 * p[0]) % span, 23 * p[0] % span))
    pairs = pairs if two else pairs[: 8 * span]
    for turn in range(len(known.operations)):
        for i, (data_len, ad_len) in enumerate(pairs):
            job = fresh(algorithm, rng("short", algorithm, data_len, ad_len), data_len, ad_len)
            job = job.in_place() if i % 3 == 1 else job
            case = opening if (i + turn) % 2 and job.op != "hash" else sealing
            yield case(f"{data_len}+{ad_len}", algorithm, job)


@listed(0.1, engines=True)
def every_alignment(algorithm: str) -> Iterator[Case]:
    """One in four of the alignments that all buffers can have together, with random lengths."""
    r = rng("alignment", algorithm)
    alignments = list(product(range(4), repeat=len(BUFFERS)))
    r.shuffle(alignments)
    for alignment in alignments[: len(alignments) // 4]:
        data_len, ad_len = r.randrange(LONGEST_RANDOM + 1), r.randrange(LONGEST_RANDOM + 1)
        align = dict(zip(BUFFERS, alignment, strict=True))
        text = ",".join(f"{name}%4={a}" for name, a in align.items())
        yield from both(f"{data_len}+{ad_len} {text}", algorithm, fresh(algorithm, r, data_len, ad_len, align=align))


@listed(0.15, kinds=("aead", "cipher"), short=512)
def every_length_at_every_offset(algorithm: str) -> Iterator[Case]:
    """Yield each length up to LONGEST_AT_OFFSETS with input, output and associated data at each offset from a word,
    because code for unaligned words depends on these; every second time also in place, if the offsets allow it. Each of
    as many cases as offsets has different ones.
    """
    r = rng("offsets", algorithm)
    offsets = list(product(range(4), repeat=3))
    lengths = list(range(LONGEST_AT_OFFSETS.get(algorithm, LONGEST_AT_OFFSETS_ELSE) + 1))
    rounds = [r.sample(lengths, len(lengths)) for _ in offsets]
    for turn in range(len(lengths)):
        for number, (to_in, to_out, to_ad) in enumerate(offsets):
            data_len, ad_len = rounds[number][turn], rounds[-1 - number][turn]
            align = {"in": to_in, "out": to_out, "ad": to_ad}
            job = fresh(algorithm, r, data_len, ad_len, align=align)
            job = job.in_place() if to_in == to_out and turn % 2 else job
            case = opening if (turn // 2 + number) % 2 else sealing
            yield case(f"{data_len}+{ad_len} at {to_in}, {to_out}, {to_ad}", algorithm, job)


@listed(0.03, kinds=("aead", "cipher"), short=64)
def every_length_after_the_middle_of_a_doubleword(algorithm: str) -> Iterator[Case]:
    """Yield each length at addresses of 4 to 7 after a multiple of 8, for code that moves 64 bits; the longest block
    less one byte first."""
    r = rng("doubleword", algorithm)
    last = LONGEST_AT_OFFSETS.get(algorithm, LONGEST_AT_OFFSETS_ELSE)
    for number, data_len in enumerate(sorted(range(last + 1), key=lambda length: (63 - length) % 64)):
        align = {"in": 4 + number % 4, "out": 4 + number // 4 % 4, "ad": 4 + r.randrange(4)}
        job = fresh(algorithm, r, data_len, r.randrange(last + 1), align=align)
        yield from both(f"{data_len} at {align}", algorithm, job)


@listed(0.05, engines=True)
def in_place_with_every_alignment(algorithm: str) -> Iterable[Case]:
    r = rng("in place", algorithm)
    cases = []
    for round_, alignment in product(range(16), product(range(4), repeat=2)):
        data_len, ad_len = r.randrange(1, LONGEST_RANDOM), r.randrange(LONGEST_RANDOM)
        align = {"in": alignment[0], "tag": alignment[1], "nonce": round_ % 4, "ad": round_ // 4}
        job = fresh(algorithm, r, data_len, ad_len % 256, align=align).in_place()
        cases += both(f"in place {data_len}+{ad_len} {align}", algorithm, job)
    return cases


@listed(0.03)
def buffers_without_a_gap_between_them(algorithm: str) -> Iterable[Case]:
    """Key, nonce, associated data, message, output and tag are adjacent: no overlap, so the call succeeds."""
    r = rng("tight", algorithm)
    cases = []
    for data_len, ad_len in product((1, 16, 33, 64, 0), (7, 0, 16, 40)):
        job = fresh(algorithm, r, data_len, ad_len, tight=True)
        cases += both(f"tight {data_len}+{ad_len}", algorithm, job)
        cases += both(f"tight in place {data_len}+{ad_len}", algorithm, job.in_place())
    return cases


@listed(0.1)
def long_messages(algorithm: str) -> Iterable[Case]:
    """Counters and lengths that outgrow one byte, and two."""
    r = rng("long", algorithm)
    fields = {"nonce_len": 12} if algorithm.endswith("ccm") else {}
    cases = []
    limit = 256 if "customization" in config.algorithms()[algorithm].features else 1 << 20
    for data_len, ad_len in ((257, 3), (3, 260), (600, 3), (3, 1500), (4200, 0), (17000, 5), (70001, 300), (33, 70001)):
        job = fresh(algorithm, r, data_len, min(ad_len, limit), **fields)
        cases += both(f"long {data_len}+{ad_len}", algorithm, job)
    return cases


@listed(0.05, kinds=("aead", "cipher"))
def long_messages_at_any_offset(algorithm: str) -> Iterable[Case]:
    """More blocks than one byte of a counter can count."""
    r = rng("long offsets", algorithm)
    fields = {"nonce_len": 12} if algorithm.endswith("ccm") else {}
    cases = []
    for data_len, ad_len, to_in, to_out in ((4107, 3, 1, 2), (4200, 300, 3, 3), (8195, 0, 2, 0), (4099, 5, 0, 3)):
        align = {"in": to_in, "out": to_out, "ad": r.randrange(4)}
        job = fresh(algorithm, r, data_len, ad_len, align=align, **fields)
        cases += both(f"long {data_len}+{ad_len} {align}", algorithm, job.in_place() if to_in == to_out else job)
    return cases
