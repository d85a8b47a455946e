# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every official vector, sealed and opened; what a source calls invalid must be rejected."""

from __future__ import annotations

import pytest

from tests.aead.cases import Case, any_alignment, check, forged, refused, refused_key, rng
from tests.vectors import official
from tests.vectors.official import Vector
from vambrace import oracle
from vambrace.jobs import ERR_LENGTH, Job

SHARE = 0.3


def cases_of(algorithm: str, vector: Vector, align: dict[str, int]) -> list[Case]:
    """The seal and the open of one vector, with what they must do."""
    lengths = oracle.LENGTHS[algorithm]
    plaintext = vector.ciphertext if vector.plaintext is None else vector.plaintext
    seal = Job("seal", vector.key, vector.nonce, vector.ad, plaintext, tag_len=len(vector.tag), align=align)
    undo = seal.but(op="open", data=vector.ciphertext, tag=vector.tag)
    name = vector.name
    if len(vector.key) != lengths.key:
        return [refused_key(name, job, ERR_LENGTH) for job in (seal, undo)]
    if len(vector.nonce) not in lengths.nonces or len(vector.tag) not in lengths.tags:
        return [refused(name, job, ERR_LENGTH) for job in (seal, undo)]
    if not vector.valid:
        return [forged(name, undo), forged(f"in place {name}", undo.in_place())]
    return [
        Case(f"seal {name}", seal, vector.ciphertext, vector.tag),
        Case(f"open {name}", undo, plaintext),
        Case(f"seal in place {name}", seal.in_place(), vector.ciphertext, vector.tag),
        Case(f"open in place {name}", undo.in_place(), plaintext),
    ]


def test_vectors(target):
    runner, algorithm = target
    r = rng("vectors", algorithm)
    vectors = [v for source in official.sources(algorithm) for v in official.vectors(algorithm, source)]
    r.shuffle(vectors)  # for runners that cannot afford all of them
    cases = [case for v in vectors for case in cases_of(algorithm, v, any_alignment(r))]
    check(runner, algorithm, cases, SHARE)


@pytest.mark.host
@pytest.mark.parametrize("algorithm", dict.fromkeys(algorithm for algorithm, _ in official.SOURCES))
def test_the_oracle_agrees_with_the_vectors(algorithm):
    lengths = oracle.LENGTHS[algorithm]
    compared = 0
    for source in official.sources(algorithm):
        for v in official.vectors(algorithm, source):
            legal = len(v.key) == lengths.key and len(v.nonce) in lengths.nonces and len(v.tag) in lengths.tags
            if legal and v.valid:
                made = oracle.seal(algorithm, v.key, v.nonce, v.ad, v.plaintext, len(v.tag))
                assert made == (v.ciphertext, v.tag), v.name
                compared += 1
            elif not v.valid and legal and v.plaintext is not None:
                made = oracle.seal(algorithm, v.key, v.nonce, v.ad, v.plaintext, len(v.tag))
                assert made != (v.ciphertext, v.tag), v.name
    assert compared >= 320


@pytest.mark.host
def test_two_implementations_of_ascon_128_agree():
    import ascon

    r = rng("ascon-128 twice")
    for length in range(0, 40):
        key, nonce, ad, text = (r.randbytes(n) for n in (16, 16, length * 7 % 41, length))
        expected = ascon.encrypt(key, nonce, ad, text)
        assert b"".join(oracle.seal("ascon-128", key, nonce, ad, text)) == expected


@pytest.mark.host
@pytest.mark.parametrize("algorithm", [name for name, known in oracle.LENGTHS.items() if known.key and known.tags])
def test_the_oracle_refuses_lengths_that_do_not_exist(algorithm):
    lengths = oracle.LENGTHS[algorithm]
    key, nonce = bytes(lengths.key), bytes(lengths.nonces[0])
    no_tag = lengths.tags[0] - 1
    for arguments in ((key[1:], nonce, b"", b""), (key, nonce[:0], b"", b""), (key, nonce, b"", b"", no_tag)):
        with pytest.raises(ValueError, match="has no key, nonce or tag"):
            oracle.seal(algorithm, *arguments)
