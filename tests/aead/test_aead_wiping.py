# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""No call leaves anything secret in memory.

Two runs of one job differ in the key and the message alone. Whatever then differs in the memory
outside of the job is something that a call computed from them and left behind. What it hands out,
ciphertext and tag, is no secret.
"""

from __future__ import annotations

import pytest

from tests.aead.cases import fresh, opened, rng
from tests.aead.conftest import builds
from vambrace import aead, bench, config, model, oracle
from vambrace.config import Extensions
from vambrace.jobs import ERR_LENGTH, ERR_TAG, OK, Job, decode, encode
from vambrace.simulate import RAM_BASE, Machine, Memory, simulate

pytestmark = pytest.mark.rtl

STACK_BYTES = 16 << 10
SHAPES = ((37, 21), (64, 0), (0, 5))
POINTS = [
    (build, name) for name, known in config.algorithms().items() if known.kind == "aead" for build in builds(known)
]


def memory_after(extensions: Extensions, algorithm: str, job: Job, status: int) -> dict[int, bytes]:
    """The bytes below the job image and those of the stack, by address."""
    known = config.algorithms()[algorithm]
    elf = aead.runner(known, extensions)
    image = encode([job])
    at, top = elf.symbol("vmb_job_image"), elf.symbol("__stack_top")
    regions = {"program": (RAM_BASE, at - RAM_BASE), "stack": (top - STACK_BYTES, STACK_BYTES)}
    path = model.build(bench.bench_model(config.cores()["ibex-ref"]))
    memory = Memory(load={at: image}, dump={**regions, "image": (at, len(image))})
    outcome = simulate(path, elf, Machine(ram_bytes=top - RAM_BASE), memory=memory)
    assert outcome.end == "exit", outcome.describe(elf)
    assert decode(outcome.dumps["image"], [job])[0].status == status
    return {regions[name][0]: outcome.dumps[name] for name in regions}


def secrets(first: dict[int, bytes], second: dict[int, bytes], public: bytes) -> list[str]:
    """The words in which two memories differ and which are not made of public bytes."""
    found = []
    for base, content in first.items():
        for i in range(0, len(content), 4):
            words = content[i : i + 4], second[base][i : i + 4]
            if words[0] != words[1] and not all(is_part(word, public) for word in words):
                found.append(f"{base + i:#010x}: {words[0].hex()} or {words[1].hex()}")
    return found


def is_part(word: bytes, public: bytes) -> bool:
    """Whether a word holds nothing but public bytes and zeros, perhaps a few at one of its ends."""
    content = word.strip(b"\0")
    return not content or content in public


def jobs_of(algorithm: str, kind: str, shape: tuple[int, int]) -> list[Job]:
    """Twice the same call, with another key and message the second time."""
    data_len, ad_len = shape
    r = rng("wiping", algorithm, shape)
    first = fresh(algorithm, r, data_len, ad_len)
    second = first.but(key=r.randbytes(len(first.key)), data=r.randbytes(data_len))
    match kind:
        case "init":  # seal refuses the tag at once: what stays is of the key's expansion
            return [job.but(tag_len=3) for job in (first, second)]
        case "seal":
            return [first, second]
        case "open":
            return [opened(algorithm, job) for job in (first, second)]
        case _:  # one forged message for both keys: nothing public differs
            return [job.but(op="open", data=first.data, tag=bytes(16)) for job in (first, second)]


STATUSES = {"init": ERR_LENGTH, "seal": OK, "open": OK, "forged": ERR_TAG}
CASES = [("init", SHAPES[0]), *((kind, shape) for kind in ("seal", "open", "forged") for shape in SHAPES)]


@pytest.mark.parametrize(("kind", "shape"), CASES, ids=[f"{kind}-{d}+{a}" for kind, (d, a) in CASES])
@pytest.mark.parametrize(("extensions", "algorithm"), POINTS, ids=[f"{e.label}-{a}" for e, a in POINTS])
def test_nothing_secret_stays_in_memory(extensions, algorithm, kind, shape):
    nothing_stays(extensions, algorithm, kind, jobs_of(algorithm, kind, shape))


@pytest.mark.parametrize("tag_len", [4, 8])
@pytest.mark.parametrize("extensions", [e for e, a in POINTS if a == "aes-128-ccm"], ids=lambda e: e.name)
def test_the_rest_of_a_short_tag_is_a_secret(extensions, tag_len):
    jobs = [job.but(tag_len=tag_len) for job in jobs_of("aes-128-ccm", "seal", SHAPES[0])]
    nothing_stays(extensions, "aes-128-ccm", "seal", jobs)


def nothing_stays(extensions: Extensions, algorithm: str, kind: str, jobs: list[Job]) -> None:
    memories = [memory_after(extensions, algorithm, job, STATUSES[kind]) for job in jobs]
    public = b"".join(handed_out(algorithm, job) for job in jobs if kind in ("seal", "open"))
    left = secrets(*memories, public)
    assert not left, f"{len(left)} words stay behind, at {', '.join(left[:20])}"


def handed_out(algorithm: str, job: Job) -> bytes:
    """What everybody may know of a call: ciphertext and tag."""
    if job.op == "open":
        return job.data + b"\0" + (job.tag or b"")
    out, tag = oracle.seal(algorithm, job.key, job.nonce, job.ad, job.data, job.tag_len)
    return out + b"\0" + tag


def test_a_word_left_behind_is_seen():
    before = {0x100: bytes(range(64)), 0x1000: bytes(16)}
    assert secrets(before, before, b"") == []
    spilled = {0x100: bytes(range(64)), 0x1000: bytes(8) + b"\x01\x02\x03\x04" + bytes(4)}
    assert secrets(before, spilled, b"\x02\x03\x04\x05") == ["0x00001008: 00000000 or 01020304"]
    assert secrets(before, spilled, b"tag\x01\x02\x03\x04") == []
