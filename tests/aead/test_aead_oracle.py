# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The oracles agree with the official vectors, and share no code with the library."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import ascon._ascon
import pytest

from tests.aead.cases import rng
from tests.aead.lists.official import following, has_lengths
from tests.vectors import official
from tests.vectors.vector import Vector
from vambrace import config
from vambrace.software.oracles import oracle, oracle_ascon

OTHERS = {"ascon", "cryptography", "fast_ascon"}
KIND = {name: known.kind for name, known in config.algorithms().items()}
WITH_TAG = [name for name, kind in KIND.items() if kind == "aead"]


# There is one vector for each length; the hash oracle is slow for the long ones.
SHORT, STRIDE = 160, 16


def affordable(algorithm: str, vectors: list[Vector]) -> list[Vector]:
    longer = SHORT if KIND[algorithm] == "hash" and len(vectors) == 1025 else len(vectors)
    return vectors[:longer] + vectors[longer::STRIDE]


def sealed(algorithm: str, v: Vector) -> tuple[bytes, bytes]:
    """Return ciphertext and tag of a vector. If its plaintext is unknown, encrypting the ciphertext yields it: in
    those modes encryption is an exclusive or with a key stream."""
    text = v.plaintext
    if text is None:
        assert algorithm.endswith(("ccm", "gcm"))
        text = oracle.seal(algorithm, v.key, v.nonce, v.ad, v.ciphertext, len(v.tag))[0]
    return oracle.seal(algorithm, v.key, v.nonce, v.ad, text, len(v.tag))


@pytest.mark.parametrize("algorithm", official.SOURCES)
def test_the_oracle_agrees_with_the_vectors(algorithm):
    for source in official.SOURCES[algorithm]:
        agreed = {"valid": 0, "forged": 0}
        every = official.vectors(algorithm)[source.name]
        chosen = affordable(algorithm, every)
        for v in chosen:
            if not has_lengths(algorithm, v):
                continue
            if KIND[algorithm] == "aead":
                assert (sealed(algorithm, v) == (v.ciphertext, v.tag)) == v.valid, v.name
            elif KIND[algorithm] == "mac":
                assert (oracle.mac(algorithm, v.key, v.nonce, v.ad, len(v.tag)) == v.tag) == v.valid, v.name
            elif KIND[algorithm] == "hash":
                assert oracle.digest(algorithm, v.plaintext, len(v.tag), v.ad) == v.tag, v.name
            else:
                iv = following(algorithm, v) or b""
                assert oracle.encrypt(algorithm, v.key, v.nonce, v.plaintext) == (v.ciphertext, iv), v.name
            agreed["valid" if v.valid else "forged"] += 1
        left_out = len(every) - len(chosen)
        assert agreed == {"valid": source.counts.valid - left_out, "forged": source.counts.forged}


@pytest.mark.parametrize("module", [oracle, oracle_ascon])
def test_the_oracles_import_only_independent_packages(module):
    imported: set[str] = set()
    for node in ast.walk(ast.parse(Path(module.__file__).read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported |= {f"{node.module}.{alias.name}" for alias in node.names}
    ours = {name for name in imported if name.split(".")[0] not in OTHERS | sys.stdlib_module_names}
    assert ours <= {f"vambrace.software.oracles.{name}" for name in ("oracle_aegis", "oracle_ascon")}
    assert {name.split(".")[0] for name in imported} & OTHERS
    assert not imported & {"ctypes", "subprocess"}


def test_ascon_mac_agrees_with_its_designers_implementation():
    r = rng("Ascon-Mac")
    for length in (*range(70), 96, 200):
        key, data = r.randbytes(16), r.randbytes(length)
        assert oracle.mac("ascon-mac", key, b"", data) == bytes(ascon._ascon.ascon_mac(key, data))


def test_the_fast_ascon_permutation_agrees_with_the_published_one(monkeypatch):
    """The result is right for every number of rounds, and a process that finds another implementation computes
    nothing."""
    r = rng("permutations")
    for rounds in (*range(1, 13), *(8, 12) * 200):
        fast = [r.getrandbits(64) for _ in range(5)]
        published = list(fast)
        oracle_ascon.permute_fast(fast, rounds)
        ascon._ascon.ascon_permutation(published, rounds)
        assert fast == published, rounds
    monkeypatch.setattr(oracle_ascon, "_CONSTANTS", (*oracle_ascon._CONSTANTS[:-1], 0x4A))
    oracle_ascon._permutation.cache_clear()
    with pytest.raises(AssertionError, match="rounds of Ascon"):
        oracle_ascon.digest("ascon-hash256", b"", 32, b"")


@pytest.mark.parametrize("algorithm", ["ascon-128", "ascon-128a"])
def test_two_implementations_of_ascon_agree(algorithm):
    r = rng("twice", algorithm)
    for length in range(0, 40):
        key, nonce, ad, text = (r.randbytes(n) for n in (16, 16, length * 7 % 41, length))
        expected = ascon.encrypt(key, nonce, ad, text, algorithm.capitalize())
        assert b"".join(oracle.seal(algorithm, key, nonce, ad, text)) == expected


@pytest.mark.parametrize("tag_len", [16, 4])
def test_two_implementations_of_gcm_agree(tag_len):
    """The oracle has its own implementation for nonces that `cryptography` rejects; the two are compared on nonces
    that both accept."""
    r = rng("gcm twice")
    for nonce_len in range(8, 129):
        key, nonce, ad, text = (r.randbytes(n) for n in (16, nonce_len, nonce_len * 7 % 41, nonce_len % 40))
        if nonce_len != 12:  # which is no input to GHASH
            own = oracle._gcm_any_nonce(key, nonce, ad, text)[: len(text) + tag_len]
            assert b"".join(oracle.seal("aes-128-gcm", key, nonce, ad, text, tag_len)) == own


@pytest.mark.parametrize("algorithm", WITH_TAG)
def test_the_oracle_rejects_illegal_lengths(algorithm):
    lengths = oracle.LENGTHS[algorithm]
    key, nonce = bytes(lengths.key), bytes(lengths.nonces[0])
    no_tag = lengths.tags[0] - 1
    for arguments in ((key[1:], nonce, b"", b""), (key, nonce[:0], b"", b""), (key, nonce, b"", b"", no_tag)):
        with pytest.raises(ValueError, match="has no key, nonce or tag"):
            oracle.seal(algorithm, *arguments)
