# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The tests can fail: each finds the fault that it is meant to find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from tests.aead.batch import Batch, run
from tests.aead.cases import Case, affordable, check, cost, failures, forged, opened, opening, refused, sealing
from tests.aead.catalogue import Maker
from tests.aead.lists import arguments, key_objects, lengths, misuse, official, streams, tamper
from tests.builds import BUILDS
from tests.host.runner import SANITIZERS, HostRunner, RunError
from vambrace import config
from vambrace.base import store
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.hardware import model
from vambrace.software.running import aead, jobs
from vambrace.software.running.jobs import ERR_LENGTH, ERR_TAG, OK, Job, Result, decode, encode
from vambrace.software.running.simulate import Machine
from vambrace.software.toolchain import program

ALGORITHM = "chacha20-poly1305"
HOST = Path(__file__).parents[1] / "host"
FLAGS = ("-include", str(HOST / "broken.h"), f"-I{HOST}")
BROKEN = HostRunner("broken", ("-O1", *FLAGS), False, prefix="vmb_broken", extra=(HOST / "broken.c",))
WATCHED = HostRunner("broken-asan", ("-O1", *SANITIZERS, *FLAGS), True, prefix="vmb_broken", extra=(HOST / "broken.c",))

FAULTS: list[tuple[str, Maker]] = [
    ("writes behind the output", lengths.short_pairs),
    ("writes before the output", lengths.short_pairs),
    ("copies a whole last block", lengths.short_pairs),
    ("changes the ad", lengths.short_pairs),
    ("changes the nonce", lengths.every_alignment),
    ("changes the expanded key", lengths.short_pairs),
    ("wipe does nothing", lengths.short_pairs),
    ("one bit wrong at one length", lengths.short_pairs),
    ("one alignment wrong", lengths.every_alignment),
    ("copies a whole last block", official.of_every_class),
    ("init writes before it fails", arguments.lengths_that_do_not_exist),
    ("init takes a longer key", arguments.lengths_that_do_not_exist),
    ("one error for all", arguments.lengths_that_do_not_exist),
    ("writes the tag before it refuses", arguments.overlaps_are_refused),
    ("serves some overlaps", arguments.overlaps_are_refused),
    ("folds the tag", tamper.bits_of_the_tag_that_cancel),
    ("accepts any tag", tamper.one_bit),
    ("compares 15 bytes", tamper.one_bit),
    ("leaves the plaintext", tamper.one_bit),
    ("leaves the last byte", tamper.one_bit),
    ("leaves the last byte", tamper.in_place),
    ("returns the wrong error", tamper.one_bit),
    ("accepts any tag", official.of_every_class),
    ("finish accepts any tag", official.vectors),
    ("update loses what it held back", official.vectors),
    ("update loses what it held back", streams.random_pieces),
    ("update loses what it held back", streams.two_pieces_around_the_blocks),
    ("associated data ends with its first piece", streams.byte_by_byte_and_at_once),
    ("finish accepts any tag", streams.a_wrong_tag_at_the_end),
    ("finish leaves the stream", streams.random_pieces),
    ("an error leaves the stream", misuse.wrong_pieces),
    ("start keeps what was there", streams.a_stream_can_be_started_anew),
    ("serves any state", misuse.steps_out_of_order),
    ("update writes before it refuses", misuse.wrong_pieces),
    ("takes a null stream", misuse.wrong_starts_and_null_streams),
    ("seals without a key", key_objects.whole_calls),
    ("serves any state", key_objects.streams),
    ("update serves an output over the key", key_objects.streams),
]


def careless_results(cases: list[Case]) -> list[Result]:
    """The result of an RV32 library that does not preserve the caller's registers."""
    firmware = root() / "firmware"
    none = BUILDS["none"]
    algorithm = replace(config.algorithms()[ALGORITHM], prefix="vmb_broken", features=())
    sources = [firmware / "jobs_runner.c", firmware / "jobs.c", HOST / "careless.c"]
    # The cache of objects does not know the header of -include: its digest makes the difference.
    header = store.digest_files([HOST / "broken.h"])
    elf = program.link(sources, none, 1 << 20, [*FLAGS, *macros.algorithm(algorithm), f"-DVMB_HEADER_{header}"])
    machine = Machine(ram_bytes=1 << 20, max_cycles=10_000_000)
    path = model.build(model.shared(config.cores()["ibex-ref"]))
    return aead.run_jobs(path, algorithm, elf, [case.job for case in cases], machine).results


def test_a_clobbered_callee_saved_register_is_found():
    changed = "a register that belongs to the caller changed"
    names = ["seal", "open", "forged", "refused"]
    results = careless_results([CASES[name] for name in names])
    assert [result.violations for result in results] == [(changed,)] * 4


@pytest.mark.parametrize(("fault", "make"), FAULTS, ids=[f"{f}-{m.__name__}" for f, m in FAULTS])
def test_a_fault_is_found(fault, make):
    with pytest.raises(AssertionError, match="cases failed"):
        check(with_fault(BROKEN, fault), ALGORITHM, listed(make))


def with_fault(runner: HostRunner, fault: str) -> HostRunner:
    return replace(runner, environment=(("VMB_FAULT", fault),))


@cache
def listed(make: Maker) -> list[Case]:
    """The first cases of a list, which have to find a fault, or pass without one."""
    return list(islice(make(ALGORITHM), 1500))


@pytest.mark.long("compiles the library with sanitizers: a sixth of a minute")
@pytest.mark.parametrize("fault", ["reads behind the input", "reads behind the ad", "writes behind the output"])
def test_the_sanitizer_detects_every_byte_outside_a_buffer(fault):
    with pytest.raises(RunError, match=r"in job \d+: Job\((.|\n)*AddressSanitizer: heap-buffer-overflow"):
        check(with_fault(WATCHED, fault), ALGORITHM, listed(lengths.short_pairs)[:400])


def test_the_copy_without_a_fault_passes():
    for make in {make for _, make in FAULTS}:
        check(BROKEN, ALGORITHM, listed(make))


# The same with handmade images: the checks work without any C.

SEAL = Job("seal", bytes(range(32)), bytes(range(12)), b"associated data", b"some message of ours")
VALID = opened(ALGORITHM, SEAL)
CASES = {
    "seal": sealing("", ALGORITHM, SEAL),
    "open": opening("", ALGORITHM, SEAL),
    "forged": forged("", VALID.but(tag=bytes(16))),
    "in place": forged("", VALID.but(tag=bytes(16)).in_place()),
    "refused": refused("", SEAL.but(nonce=bytes(11)), ERR_LENGTH),
}


def executed(case: Case) -> bytearray:
    """The image of one case after a run without fault."""
    image = bytearray(encode([case.job]))
    put(image, jobs.INIT_STATUS, case.init_status)
    put(image, jobs.STATUS, case.statuses[0])
    for word, content in ((12, case.out), (13, case.tag)):
        if content is not None:
            at = start(image, word)
            image[at : at + len(content)] = content
    return image


def put(image: bytearray, word: int, value: int) -> None:
    at = 4 * (jobs.IMAGE_WORDS + word)
    image[at : at + 4] = (value & 0xFFFFFFFF).to_bytes(4, "little")


def start(image: bytes, word: int) -> int:
    """Return where the buffer begins whose offset is in this word of the first record."""
    at = 4 * (jobs.IMAGE_WORDS + word)
    return 4 * jobs.IMAGE_WORDS + int.from_bytes(image[at : at + 4], "little")


def wrong(case: Case, image: bytes) -> list[str]:
    return failures([case], decode(bytes(image), [case.job]))


@pytest.mark.parametrize("name", CASES)
def test_a_faultless_image_passes(name):
    assert wrong(CASES[name], executed(CASES[name])) == []


@pytest.mark.parametrize("name", CASES)
def test_every_changed_byte_is_detected(name):
    case = CASES[name]
    good = executed(case)
    for at in range(4 * jobs.IMAGE_WORDS, len(good)):
        image = bytearray(good)
        image[at] ^= 0x40
        assert wrong(case, image), f"byte {at}"


@pytest.mark.parametrize(
    ("name", "status", "out"),
    [
        ("seal", ERR_TAG, None),
        ("open", ERR_TAG, None),
        ("forged", OK, SEAL.data),  # a wrong tag accepted
        ("forged", ERR_TAG, SEAL.data),  # an output that is not wiped
        ("forged", ERR_TAG, bytes(19) + SEAL.data[19:]),
        ("in place", ERR_TAG, VALID.data),
        ("refused", OK, SEAL.data),
        ("refused", jobs.ERR_ARGUMENT, None),
        ("refused", ERR_LENGTH, bytes(20)),
    ],
)
def test_a_wrong_result_is_detected(name, status, out):
    case = CASES[name]
    image = executed(case)
    put(image, jobs.STATUS, status)
    if out is not None:
        at = start(image, 12)
        image[at : at + len(out)] = out
    assert wrong(case, image)


@dataclass(frozen=True)
class Leaves:
    """A runner that returns this image for CASES["seal"]."""

    image: bytes
    name: str = "made by hand"
    word_bytes: int = 4

    def execute(self, algorithm: str, image: bytes, jobs: Sequence[Job]) -> bytes:
        return self.image


def test_a_repeated_case_with_a_changed_byte_is_detected():
    good = executed(CASES["seal"])
    bad = bytearray(good)
    bad[-1] ^= 1
    for _ in range(2):
        many = Batch([("list", CASES["seal"])])  # no record yet, only the case itself
        assert many.complaints(Leaves(bytes(good)), ALGORITHM) == []
        (complaint,) = many.complaints(Leaves(bytes(bad)), ALGORITHM)
        assert complaint.startswith("list, seal") and "behind" in complaint
    with pytest.raises(AssertionError, match="1 of 1 cases failed"):
        run(Leaves(bytes(bad)), ALGORITHM, many)


def test_an_unwritten_output_is_detected():
    """Zeros must be written even if the difference from the guard is invisible."""
    image = executed(CASES["forged"])
    at = start(image, 12)
    image[at : at + 20] = encode([CASES["forged"].job])[at : at + 20]
    assert wrong(CASES["forged"], image)


def test_a_budget_is_kept_and_used():
    many = [CASES["seal"], *[CASES["refused"]] * 3, CASES["open"]]
    prices = [cost(ALGORITHM, case) for case in many]
    assert affordable(ALGORITHM, many, sum(prices)) == many
    assert affordable(ALGORITHM, many, sum(prices) - 1) == many[:4]
    assert affordable(ALGORITHM, many, 2 * prices[1]) == many[1:3]
    assert affordable(ALGORITHM, many, 0) == []
