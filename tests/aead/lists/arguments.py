# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls that break a rule of the contract write nothing; calls that only look odd are served."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from tests.aead.cases import Case, both, forged, fresh, opened, refused, refused_key, rng, sealing
from tests.aead.catalogue import case_list
from vambrace import config
from vambrace.software.oracles.oracle import LENGTHS
from vambrace.software.running.jobs import ERR_ARGUMENT, ERR_LENGTH, Job

SIZE = 20  # of message and associated data: at most the guard, so that neighbours stay apart
LONGEST = 0x7FFFFFFF
HUGE = (0x80000000, 0x80000001, 0xFFFFFFF0, 0xFFFFFFFF)


def pair(algorithm: str, name: str, data_len: int = SIZE, ad_len: int = SIZE, **fields: object) -> tuple[Job, Job]:
    """A seal and the open that undoes it."""
    seal = fresh(algorithm, rng(name, algorithm), data_len, ad_len, **fields)
    return seal, opened(algorithm, seal)


@case_list(0.015)
def lengths_that_do_not_exist(algorithm: str) -> Iterable[Case]:
    lengths = LENGTHS[algorithm]
    r = rng("lengths", algorithm)
    cases: list[Case] = []
    for data_len in (SIZE, 0):
        seal, undo = pair(algorithm, "lengths", data_len)
        for job in (seal, undo, seal.in_place(), undo.in_place()):
            for n in set(range(65)) - {lengths.key, *lengths.other_keys}:
                cases.append(refused_key(f"key of {n}", job.but(key=r.randbytes(n)), ERR_LENGTH))
            for n in set(range(33)) - set(lengths.nonces):
                cases.append(refused(f"nonce of {n}", job.but(nonce=r.randbytes(n)), ERR_LENGTH))
            for n in set(range(33)) - set(lengths.tags):
                tag = {"tag_len": n} if job.op == "seal" else {"tag": (undo.tag or b"").ljust(n, b"x")[:n]}
                cases.append(refused(f"tag of {n}", job.but(**tag), ERR_LENGTH))
    r.shuffle(cases)
    return cases


@case_list(0.01)
def lengths_beyond_any_memory(algorithm: str) -> Iterable[Case]:
    """Lengths that are legal when truncated to 8, 16 or 31 bits, and messages of 2 GiB and more."""
    lengths = LENGTHS[algorithm]
    cases: list[Case] = []
    for job in pair(algorithm, "huge"):
        for more in (1 << 8, 1 << 16, 1 << 31):
            key, nonce, tag = lengths.key + more, lengths.nonces[-1] + more, lengths.tags[-1] + more
            cases.append(refused_key(f"key of {key}", job.but(claim={"key_len": key}), ERR_LENGTH))
            if not lengths.has_nonce(nonce) or nonce > LONGEST:
                cases.append(refused(f"nonce of {nonce}", job.but(claim={"nonce_len": nonce}), ERR_LENGTH))
            cases.append(refused(f"tag of {tag}", job.but(claim={"tag_len": tag}), ERR_LENGTH))
        for name, n in product(("len", "ad_len"), HUGE):
            for how in (job, job.in_place()):
                # Buffers of that size also overlap each other: both answers are right.
                cases.append(refused(f"{name} of {n}", how.but(claim={name: n}), ERR_LENGTH, ERR_ARGUMENT))
    # The longest possible buffers are no error of length; these always overlap others.
    for job in pair(algorithm, "longest", nonce_len=lengths.nonces[0]):
        for name in ("len", "ad_len"):
            cases.append(refused(f"{name} of {LONGEST}", job.but(claim={name: LONGEST}), ERR_ARGUMENT))
    return cases


@case_list(0.01)
def null_with_a_length(algorithm: str) -> Iterable[Case]:
    cases: list[Case] = []
    for job in pair(algorithm, "null"):
        cases.append(refused_key("no key bytes", job.but(null=frozenset({"key"})), ERR_ARGUMENT))
        cases.append(refused_key("no key bytes, no length", job.but(key=b"", null=frozenset({"key"})), ERR_LENGTH))
        cases.append(refused("no nonce, no length", job.but(nonce=b"", null=frozenset({"nonce"})), ERR_LENGTH))
        cases.append(refused("no expanded key", job.but(null=frozenset({"object"})), ERR_ARGUMENT))
        cases.append(refused_key("no room for a key", job.but(null=frozenset({"init object"})), ERR_ARGUMENT))
        for missing in ({"nonce"}, {"ad"}, {"in"}, {"out"}, {"tag"}, {"in", "out"}, {"nonce", "ad"}):
            cases.append(refused(f"null {missing}", job.but(null=frozenset(missing)), ERR_ARGUMENT))
    return cases


@case_list(0.02)
def null_without_a_length(algorithm: str) -> Iterable[Case]:
    cases: list[Case] = []
    for data_len, ad_len in ((0, SIZE), (SIZE, 0), (0, 0)):
        empty = (set() if data_len else {"in", "out"}) | (set() if ad_len else {"ad"})
        for count in range(1, len(empty) + 1):
            for missing in combinations(sorted(empty), count):
                seal = pair(algorithm, "empty", data_len, ad_len, null=frozenset(missing))[0]
                cases += both(f"{data_len}+{ad_len} null {missing}", algorithm, seal)
                undo = opened(algorithm, seal)
                cases.append(forged(f"null {missing}", undo.but(tag=bytes(16))))
    return cases


def sharing(size: int, other: int) -> range:
    """Return every distance at which two buffers of these sizes share a byte."""
    return range(1 - size, other)


def overlaps(job: Job) -> Iterator[tuple[str, Job]]:
    """Yield every way in which an output shares bytes with another argument, except exact in-place use."""
    sizes = job.sizes()
    outputs = ("out", "tag") if job.op == "seal" else ("out",)
    for output, other in product(outputs, ("in", "ad", "nonce", "tag")):
        for d in sharing(sizes[output], sizes[other]) if output != other else ():
            if (output, other, d) != ("out", "in", 0):
                yield f"{output} at {other}{d:+}", job.but(place={output: (other, d)})
    for output in outputs:
        for d in sorted({1 - sizes[output], -4, -1, 0, 1, 4, 15} & {*sharing(sizes[output], 16)}):
            yield f"{output} at expanded key{d:+}", job.but(place={output: ("object", d)})
    # In place, with a third buffer inside the message or around its ends.
    for k in range(min(5, sizes["in"])):
        within = job.data[k:]
        short = {"nonce": within[: sizes["nonce"]], "ad": within[:9]}
        if job.op == "open":
            short["tag"] = within[: sizes["tag"]]
        for name, content in short.items():
            if name != "ad" and len(content) < sizes[name]:
                continue  # the length alone would be refused
            yield (
                f"in place, {name} at in{k:+}",
                job.in_place().but(**{name: content}, place={"out": ("in", 0), name: ("in", k)}),
            )
    if job.op == "seal":
        for d in sharing(sizes["tag"], sizes["in"]):
            yield f"in place, tag at in{d:+}", job.but(place={"out": ("in", 0), "tag": ("in", d)})


@case_list(0.04)
def overlaps_are_refused(algorithm: str) -> Iterable[Case]:
    cases: list[Case] = []
    for data_len, ad_len in ((SIZE, SIZE), (1, 1)):
        for job in pair(algorithm, "overlap", data_len, ad_len):
            cases += [refused(f"{data_len}+{ad_len} {n}", changed, ERR_ARGUMENT) for n, changed in overlaps(job)]
    rng("overlap order", algorithm).shuffle(cases)
    return cases


@case_list(0.01)
def key_bytes_inside_the_expanded_key(algorithm: str) -> Iterable[Case]:
    """This is an overlap too: init writes one and reads the other."""
    cases: list[Case] = []
    for job in pair(algorithm, "key overlap"):
        for d in (1 - len(job.key), -1, 0, 1, 4, 15):
            changed = job.but(place={"key": ("object", d)})
            cases.append(refused_key(f"key bytes at expanded key{d:+}", changed, ERR_ARGUMENT))
    return cases


def around_a_nonce(algorithm: str) -> int:
    """Return a length that contains a nonce 4 bytes after the beginning."""
    return max(SIZE, config.algorithms()[algorithm].nonce + 4)


def neighbours(algorithm: str) -> Iterator[tuple[str, Job]]:
    """Seals whose buffers touch, share a byte harmlessly, or are empty inside of another."""
    seal, _ = pair(algorithm, "neighbours")
    sizes = seal.sizes()
    nonce, key = sizes["nonce"], sizes["key"]
    for output, other in product(("out", "tag"), ("in", "ad", "nonce", "key")):
        for d in (-sizes[output], sizes[other]):
            yield f"{output} touches {other}{d:+}", seal.but(place={output: (other, d)})
    # The key's bytes are not an argument of seal and open.
    yield "out over the key bytes", seal.but(place={"out": ("key", 0)})
    yield "nonce is key bytes", seal.but(nonce=seal.key[-nonce:], place={"nonce": ("key", key - nonce)})
    seal, _ = pair(algorithm, "neighbours", SIZE, around_a_nonce(algorithm))
    for k in (0, 1, 4):
        yield f"nonce at ad{k:+}", seal.but(nonce=seal.ad[k:][:nonce], place={"nonce": ("ad", k)})
    for data_len, ad_len in ((0, SIZE), (SIZE, 0), (0, 0)):
        job, _ = pair(algorithm, "empty inside", data_len, ad_len)
        empty = {"out": data_len == 0, "in": data_len == 0, "ad": ad_len == 0}
        inside = (("tag", 3), ("nonce", 0), ("in", 1), ("key", 2), ("ad", 5), ("out", 7))
        for name, (other, d) in product(empty, inside):
            if empty[name] and name != other and not empty.get(other):
                yield f"empty {name} at {other}{d:+}", job.but(place={name: (other, d)})
        if data_len == 0:
            yield "empty out at expanded key", job.but(place={"out": ("object", 4)})


@case_list(0.04)
def what_only_looks_like_an_overlap(algorithm: str) -> Iterable[Case]:
    cases: list[Case] = []
    for name, job in neighbours(algorithm):
        cases += both(name, algorithm, job)
    seal, _ = pair(algorithm, "tag over key")
    cases.append(sealing("tag over the key bytes", algorithm, seal.but(place={"tag": ("key", 0)})))
    rng("neighbours order", algorithm).shuffle(cases)
    return cases


@case_list(0.02)
def inputs_may_share_bytes(algorithm: str) -> Iterable[Case]:
    cases: list[Case] = []
    size = around_a_nonce(algorithm)
    seal, undo = pair(algorithm, "shared inputs", size, size)
    for k in (0, 1, 4):
        nonce = {"nonce": seal.data[k:][: len(seal.nonce)], "place": {"nonce": ("in", k)}}
        ad = {"ad": seal.data[k:], "place": {"ad": ("in", k)}}
        for name, fields in (("nonce", nonce), ("ad", ad)):
            cases.append(sealing(f"{name} at in{k:+}", algorithm, seal.but(**fields)))
        # No valid tag exists for such opens; they are processed anyway.
        for other, content in (("in", undo.data), ("ad", undo.ad)):
            tag = content[k:][:16]
            cases.append(forged(f"tag at {other}{k:+}", undo.but(tag=tag, place={"tag": (other, k)})))
            assert len(tag) == 16
    return cases
