# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""One-shot calls of ciphers and hashes that break a rule write nothing; calls that are only
unusual succeed. An initialization vector or counter is an output, too; so is the "tag" of a hash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product

from tests.aead.cases import Case, both, fresh, opened, refused, refused_key, rng
from tests.aead.catalogue import case_list
from tests.aead.lists.arguments import HUGE, LONGEST, sharing
from vambrace import config
from vambrace.software.oracles.oracle import LENGTHS, LONGEST_CUSTOMIZATION
from vambrace.software.running.jobs import ERR_ARGUMENT, ERR_LENGTH, Job

listed = partial(case_list, kinds=("cipher", "hash"))

SIZE = 16  # of message and output: a whole block, and less than the guard between neighbours


def jobs(algorithm: str, name: str, size: int = SIZE) -> list[Job]:
    """Return the call and, for a cipher, the one that undoes it."""
    fields = {"tag_len": size} if "squeeze" in config.algorithms()[algorithm].features else {}
    job = fresh(algorithm, rng(name, algorithm), size, 20, **fields)
    return [job] if job.op == "hash" else [job, opened(algorithm, job)]


@listed(0.02, kinds=("cipher",))
def keys(algorithm: str) -> Iterable[Case]:
    r = rng("other keys", algorithm)
    right = LENGTHS[algorithm].key
    cases: list[Case] = []
    for job in jobs(algorithm, "keys"):
        for n in set(range(65)) - {right}:
            cases.append(refused_key(f"key of {n}", job.but(key=r.randbytes(n)), ERR_LENGTH))
        for n in (right + (1 << 8), right + (1 << 16), right + (1 << 31), *HUGE):
            cases.append(refused_key(f"key of {n}", job.but(claim={"key_len": n}), ERR_LENGTH))
        cases.append(refused_key("no key bytes", job.but(null=frozenset({"key"})), ERR_ARGUMENT))
        cases.append(refused_key("no room for a key", job.but(null=frozenset({"init object"})), ERR_ARGUMENT))
        for d in (1 - right, -1, 0, 1, 4, 15):
            changed = job.but(place={"key": ("object", d)})
            cases.append(refused_key(f"key bytes at expanded key{d:+}", changed, ERR_ARGUMENT))
    r.shuffle(cases)
    return cases


def wrong_lengths(algorithm: str, job: Job) -> Iterator[Case]:
    known = config.algorithms()[algorithm]
    for n in HUGE:
        # Buffers of that size also overlap each other: both answers are right.
        yield refused(f"len of {n}", job.but(claim={"len": n}), ERR_LENGTH, ERR_ARGUMENT)
    if job.op == "hash":
        digests = HUGE if "squeeze" in known.features else (*range(32), *range(33, 65), 32 + 256, 32 + (1 << 16), *HUGE)
        for n in digests:
            yield refused(f"digest of {n}", job.but(claim={"tag_len": n}), ERR_LENGTH, ERR_ARGUMENT)
    if "customization" in known.features:
        for n in (LONGEST_CUSTOMIZATION + 1, 512, LONGEST_CUSTOMIZATION + (1 << 16), *HUGE):
            yield refused(f"customized by {n}", job.but(claim={"ad_len": n}), ERR_LENGTH)
    if "blocks" in known.features:
        for n in (*range(1, 16), 17, 24, 31, LONGEST):
            yield refused(f"len of {n}", job.but(claim={"len": n}), ERR_LENGTH)
        yield refused("the longest", job.but(claim={"len": LONGEST & ~15}), ERR_ARGUMENT)
    else:
        yield refused("the longest", job.but(claim={"len": LONGEST}), ERR_ARGUMENT)


@listed(0.02)
def lengths(algorithm: str) -> Iterable[Case]:
    cases = [c for job in jobs(algorithm, "lengths") for c in wrong_lengths(algorithm, job)]
    rng("other lengths", algorithm).shuffle(cases)
    return cases


@listed(0.02)
def null(algorithm: str) -> Iterable[Case]:
    cases: list[Case] = []
    for job in jobs(algorithm, "null"):
        for name in [n for n, size in job.sizes().items() if size and n != "key"]:
            cases.append(refused(f"null {name}", job.but(null=frozenset({name})), ERR_ARGUMENT))
        if job.op != "hash":
            cases.append(refused("no expanded key", job.but(null=frozenset({"object"})), ERR_ARGUMENT))
    for size in (0, SIZE):  # null without a length is an empty buffer
        for job in jobs(algorithm, "nothing", size):
            empty = {name for name, n in job.sizes().items() if n == 0 and name not in job.missing()}
            for name in (*sorted(empty), *([] if size else ["all"])):
                chosen = frozenset(empty if name == "all" else {name})
                if job.op in ("encrypt", "hash"):
                    cases += both(f"{size} null {name}", algorithm, job.but(null=chosen))
    return cases


def sharing_bytes(job: Job) -> Iterator[tuple[str, Job]]:
    """Yield every way in which an output shares bytes with another argument, except exact in-place use."""
    sizes = job.sizes()
    outputs = [name for name in (("tag",) if job.op == "hash" else ("out", "nonce")) if sizes[name]]
    for output, other in product(outputs, ("in", "ad", "nonce")):
        if output == other or not sizes[other]:
            continue
        for d in sharing(sizes[output], sizes[other]):
            if (output, other, d) != ("out", "in", 0) and not (output == "nonce" and other == "in"):
                yield f"{output} at {other}{d:+}", job.but(place={output: (other, d)})
    if job.op == "hash":
        return
    for output in outputs:
        for d in sorted({1 - sizes[output], -4, -1, 0, 1, 4, 15} & {*sharing(sizes[output], 16)}):
            yield f"{output} at expanded key{d:+}", job.but(place={output: ("object", d)})
    for k in (0, 1, 4):  # the vector lies inside the message
        if sizes["nonce"]:
            inside = job.but(data=job.data * 2, nonce=(job.data * 2)[k : k + 16])
            yield f"nonce at in{k:+}", inside.but(place={"nonce": ("in", k)})
            yield f"in place, nonce at in{k:+}", inside.but(place={"out": ("in", 0), "nonce": ("in", k)})


@listed(0.04)
def overlaps(algorithm: str) -> Iterable[Case]:
    every = (pair for job in jobs(algorithm, "overlap") for pair in sharing_bytes(job))
    cases = [refused(name, changed, ERR_ARGUMENT) for name, changed in every]
    rng("other overlaps", algorithm).shuffle(cases)
    return cases


@listed(0.04)
def what_only_looks_like_an_overlap(algorithm: str) -> Iterable[Case]:
    """Adjacent buffers; an empty one inside another; inputs that share bytes."""
    cases: list[Case] = []
    for job in jobs(algorithm, "neighbours"):
        sizes = job.sizes()
        output = "tag" if job.op == "hash" else "out"
        for other in ("in", "ad", "nonce"):
            if job.op in ("encrypt", "hash") and sizes[other]:
                for d in (-sizes[output], sizes[other]):
                    changed = job.but(place={output: (other, d)})
                    cases += both(f"{output} touches {other}{d:+}", algorithm, changed)
        if job.op == "hash" and sizes["ad"]:
            shared = job.but(ad=job.data[3:20], place={"ad": ("in", 3)})
            cases += both("ad inside of in", algorithm, shared)
    for job in jobs(algorithm, "empty", 0)[:1]:
        if job.op == "encrypt" and job.sizes()["nonce"]:
            cases += both("empty out inside the counter", algorithm, job.but(place={"out": ("nonce", 3)}))
        elif job.op == "hash":
            cases += both("empty in inside the digest", algorithm, job.but(place={"in": ("tag", 0)}))
    rng("other neighbours", algorithm).shuffle(cases)
    return cases
