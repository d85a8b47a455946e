# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs with their expected results: the operations on one packet of pseudo-random content."""

import random
from typing import NamedTuple

from vambrace.base.errors import VambraceError
from vambrace.config import Algorithm, Scenario
from vambrace.software.oracles import oracle, plugged
from vambrace.software.running.jobs import Job


class WrongResult(VambraceError):
    """The output of a measured program differs from the oracle's."""


class Expected(NamedTuple):
    """A job with its expected output and tag (or digest)."""

    job: Job
    out: bytes
    tag: bytes


def calls(algorithm: Algorithm, key: bytes, nonce: bytes, ad: bytes, message: bytes) -> list[Expected]:
    """Return a job for each operation on a message; `ad` is ignored if the algorithm has no associated data."""
    name, tag_len = algorithm.name, algorithm.tag
    source = plugged if algorithm.header else oracle
    if algorithm.kind == "hash":
        custom = ad if "customization" in algorithm.features else b""
        digest = source.digest(name, message, tag_len, custom)
        return [Expected(Job("hash", ad=custom, data=message, tag_len=tag_len), b"", digest)]
    if algorithm.kind == "mac":
        tag = source.mac(name, key, nonce, message, tag_len)
        return [
            Expected(Job("compute", key, nonce, data=message, tag_len=tag_len), b"", tag),
            Expected(Job("verify", key, nonce, data=message, tag=tag), b"", tag),
        ]
    if algorithm.kind == "cipher":
        ciphertext, _ = source.encrypt(name, key, nonce, message)
        return [
            Expected(Job("encrypt", key, nonce, data=message), ciphertext, b""),
            Expected(Job("decrypt", key, nonce, data=ciphertext), message, b""),
        ]
    ciphertext, tag = source.seal(name, key, nonce, ad, message, tag_len)
    return [
        Expected(Job("seal", key, nonce, ad, message, tag_len=tag_len), ciphertext, tag),
        Expected(Job("open", key, nonce, ad, ciphertext, tag=tag), message, tag),
    ]


def packet(algorithm: Algorithm, scenario: Scenario, seed: int = 1) -> list[Expected]:
    """Return the jobs of one packet of pseudo-random content, which does not depend on the placement of its buffers."""
    rng = random.Random(f"{algorithm.name}/{scenario.name}/{seed}")
    key, nonce = rng.randbytes(algorithm.key), rng.randbytes(algorithm.nonce)
    ad, message = rng.randbytes(scenario.ad), rng.randbytes(algorithm.longest(scenario.message))
    expected = calls(algorithm, key, nonce, ad, message)
    if scenario.frame:
        return [e._replace(job=_in_frame(e.job, scenario.ad)) for e in expected]
    if not scenario.offsets:
        return expected
    return [e._replace(job=e.job.but(align=dict(scenario.offsets))) for e in expected]


def forged(job: Job) -> Job:
    """Return the same opening job with a wrong tag."""
    assert job.tag
    return job.but(tag=bytes([job.tag[0] ^ 1]) + job.tag[1:])


def _in_frame(job: Job, header: int) -> Job:
    """Return the same job on a frame: a header of this many bytes, the message, which the output replaces, then the
    tag. The header is associated data if the call has some; for a cipher or hash, the message is at its position in a
    frame.
    """
    if job.op in ("seal", "open"):
        text = ("ad", header)
        return job.but(place={"in": text, "out": text, "tag": ("ad", header + len(job.data))})
    return job.but(align={"in": header % job.word_bytes}).in_place()
