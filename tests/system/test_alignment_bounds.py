# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The additional cycles of a call whose buffers do not begin at a word, for every kernel, with a library that makes
misaligned accesses and with one that makes only aligned ones. No peer takes fewer cycles with such buffers.

The short run moves all buffers of the algorithms that are measured by default, the long run each buffer of every
algorithm."""

import fnmatch
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from tests.system.kernels import CASES
from vambrace import config
from vambrace.config import Algorithm, Point
from vambrace.hardware import model
from vambrace.measure import alignment, bench
from vambrace.software.oracles import messages
from vambrace.software.running import aead

#: Bytes of associated data and of message: with partial blocks at the end of both, and with whole blocks.
SHORT, LENGTHS = [(25, 86)], [(25, 86), (16, 192)]

#: The share of cycles that moving buffers may cost.
SHARE = {"misaligned": 0.02, "aligned": 0.08}

#: The allowed cost in cycles for each word that a call loads or stores, if that is more: extensions, algorithm and
#: operation as patterns, cycles, and their reason. The first match counts. Ibex splits each misaligned access in two,
#: which costs one cycle more. Without misaligned accesses a word is assembled from two aligned ones: a load, two shifts
#: by amounts in registers, and their OR; heads and tails are copied by bytes.
WORDS = {
    "misaligned": [
        ("xchacha", "*chacha20-poly1305", "*", 3.1, "Poly1305 loads the ciphertext again; ends by way of the stack"),
        ("xchacha", "poly1305", "*", 1.3, "the last block is loaded by way of the stack"),
        ("*", "aes-*-gcm", "*", 1.5, "GHASH loads the ciphertext again"),
        ("*", "aes-*-cbc", "decrypt", 1.5, "each word of ciphertext is loaded again, for the next block"),
        ("*", "*", "*", 1, "one cycle more for each load and store"),
    ],
    "aligned": [
        ("xasconp", "ascon-[hcx]*", "*", 6.9, "a funnel, up to 15 bytes before and behind, and jumps to the rounds"),
        ("*", "ascon-[hcx]*", "*", 5.3, "the input alone: a funnel of registers, and up to 15 bytes before and behind"),
        ("*", "ascon-*", "*", 9.4, "a funnel each for input, output and associated data; ends by way of the frame"),
        ("zkned", "aes-*-ccm", "*", 6.5, "a funnel each for input and output; ends by bytes"),
        ("*", "*chacha20-poly1305", "*", 11.8, "a funnel each for input and output, and for Poly1305; ends by bytes"),
        (
            "zkned*",
            "aes-*-gcm",
            "*",
            15.3,
            "as CTR; GHASH shifts its hash; the first block, an odd one and the ends by way of the stack",
        ),
        ("all", "aes-*-gcm", "*", 15, "the same"),
        ("all", "aes-*-gmac", "*", 2.1, "GHASH shifts its hash; ends by bytes"),
        ("zkned", "aes-*-cmac", "*", 5.4, "blocks are copied to the stack by words; ends by bytes"),
        ("*", "poly1305", "*", 2.7, "a funnel; the last block by way of the stack"),
        ("zkned*", "aes-*-gcm-siv", "*", 7, "as CTR; a funnel for POLYVAL; ends by bytes"),
        ("zkned", "aegis-128l", "*", 15.6, "words are loaded and stored by bytes; so are the ends"),
        ("all", "aes-*-gcm-siv", "*", 7, "the same"),
        ("*", "aes-*-gcm-siv", "*", 24, "blocks are copied to the stack and back, and again for POLYVAL"),
        (
            "zkned",
            "aes-*-ctr",
            "*",
            5.5,
            "words of output move up, and branches; an odd block and the ends by the stack",
        ),
        ("all", "aes-*-ctr", "*", 5.5, "the same"),
        ("*", "aes-*-ctr", "*", 18.4, "blocks are copied to the stack and back by words"),
        ("*", "aes-*-[ec][cb][bc]", "*", 22.2, "the same, and a call for each few blocks"),
    ],
}

SODIUM = "chacha20-poly1305"


def point_of(accesses: str, extensions: str) -> Point:
    return config.with_accesses(config.point(f"ibex-ref/{extensions}"), accesses)


def placed(known: Algorithm, ad: int, length: int, placement: str) -> list[messages.Expected]:
    """The operations on one message, with the same content in each place."""
    rng = random.Random(f"{known.name}/{ad}/{length}")
    sizes = (known.key, known.nonce, ad, known.longest(length))
    align = dict(alignment.PLACEMENTS[placement])
    return [e._replace(job=e.job.but(align=align)) for e in messages.calls(known, *map(rng.randbytes, sizes))]


@cache
def cycles(
    point: Point, name: str, lengths: Sequence[tuple[int, int]], placements: Sequence[str]
) -> dict[tuple[tuple[int, int], str, str], int]:
    """By lengths, operation and placement, all in one run."""
    known = config.algorithms()[name]
    results = {
        (shape, expected.job.op, placement): expected
        for shape in lengths
        for placement in placements
        for expected in placed(known, *shape, placement)
    }
    path = model.build(model.shared(point.core, point.extensions))
    run = aead.run_jobs(path, known, aead.runner(known, point.build), [e.job for e in results.values()])
    assert [(r.out, r.tag) for r in run.results] == [(e.out, e.tag) for e in results.values()]
    return {entry: call.cycles for entry, call in zip(results, run.call, strict=True) if call}


def words(known: Algorithm, ad: int, length: int) -> int:
    """Words, or parts of one, that a call loads or stores at least: input, output and associated data."""
    ways = 1 if known.kind == "hash" else 2
    return ways * -(-known.longest(length) // 4) + (-(-ad // 4) if known.has_ad else 0)


def for_each_word(accesses: str, extensions: str, algorithm: str, operation: str) -> float:
    entry = (extensions, algorithm, operation)
    return next((n for *p, n, _ in WORDS[accesses] if all(map(fnmatch.fnmatchcase, entry, p))), 0)


@pytest.mark.parametrize(("accesses", "extensions", "algorithm"), CASES)
def test_the_cost_of_unaligned_buffers_is_bounded(accesses, extensions, algorithm, everything):
    known = config.algorithms()[algorithm]
    placements = [p for p in alignment.placements(known) if everything or p == "aligned" or p.startswith("all")]
    actual = cycles(
        point_of(accesses, extensions), algorithm, tuple(LENGTHS if everything else SHORT), tuple(placements)
    )
    for (shape, operation, placement), taken in actual.items():
        full = actual[shape, operation, "aligned"]
        counted = for_each_word(accesses, extensions, algorithm, operation) * words(known, *shape)
        most = max(SHARE[accesses] * full, counted)
        assert taken - full <= most, f"{operation} {shape}, {placement}: {taken - full} more than {full}"


@pytest.mark.parametrize("operation", ["seal", "open"])
def test_a_misaligned_access_costs_one_cycle_and_nothing_else_does(operation):
    """With Xasconp, where loads and stores are the largest share; whole words, as in docs/user/alignment.md."""
    known, shape = config.algorithms()["ascon-aead128"], (40, 1224)
    placements = tuple(alignment.placements(known))
    actual = cycles(point_of("misaligned", "xasconp"), known.name, (shape,), placements)
    accesses = {"input": 306, "output": 306, "associated data": 10, "all": words(known, *shape)}
    full = actual[shape, operation, alignment.ALIGNED]
    for placement in placements:
        more = accesses[alignment.moved(placement)] if placement != alignment.ALIGNED else 0
        assert actual[shape, operation, placement] - full == more, placement


@pytest.mark.parametrize(("accesses", "all_moved"), [("misaligned", 30.5 + 8), ("aligned", 30.5 + 8 * 3 + 4.5)])
def test_what_a_block_takes_with_xasconp(accesses, all_moved):
    """The figures of docs/user/alignment.md: 8 words, aligned or one byte after a word boundary."""
    short, long = (0, 512), (0, 1024)
    actual = cycles(point_of(accesses, "xasconp"), "ascon-aead128", (short, long), (alignment.ALIGNED, "all at 1"))
    for placement, taken in ((alignment.ALIGNED, 30.5), ("all at 1", all_moved)):
        assert (actual[long, "seal", placement] - actual[short, "seal", placement]) / 32 == taken, placement


PEERS = [
    pytest.param(
        accesses, extensions, name, marks=pytest.mark.long("compiles Mbed TLS again") if name != SODIUM else ()
    )
    for accesses in config.ACCESSES
    for name in ("chacha20-poly1305", "aes-128-ccm", "aes-128-gcm")
    for extensions in ("none", config.algorithms()[name].uses[0])
]


@pytest.mark.long("the peers' libraries, compiled for misaligned accesses too")
@pytest.mark.parametrize(("accesses", "extensions", "algorithm"), PEERS)
def test_no_peer_needs_fewer_cycles_at_offset_1(accesses, extensions, algorithm):
    """All buffers one byte after a word boundary, each library compiled for the same accesses."""
    point, shape = point_of(accesses, extensions), alignment.placed(config.scenarios()["zigbee"], "all at 1")
    theirs = [replace(task, scenario=shape) for task in bench.peer_tasks([point], [algorithm], ["zigbee"])]
    ours = bench.run_packet(bench.Task(point, config.algorithms()[algorithm], shape))
    assert theirs
    for task in theirs:
        for operation, counts in bench.run_packet(task).items():
            taken = ours[operation]["operation"].cycles
            assert taken < counts["operation"].cycles, f"{operation}: {taken}, of {task.peer.name}: {counts}"
