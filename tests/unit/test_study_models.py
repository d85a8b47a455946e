# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The implementations that check the studies' C, against published vectors and, if there are any, implementations of
others."""

import random
import re
import shutil
import subprocess
import warnings

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, modes

from tests.vectors import ciphers as published
from vambrace.base.paths import root
from vambrace.measure.studies import models
from vambrace.measure.studies.ciphers import ciphers


def texts(name: str, count: int) -> list[tuple[bytes, bytes]]:
    rng = random.Random(name)
    cipher = ciphers()[name]
    return [(rng.randbytes(cipher.key), rng.randbytes(cipher.block)) for _ in range(count)]


@pytest.mark.parametrize("name", ciphers())
def test_published_vectors(name):
    actual = published.vectors(name)
    assert len(actual) == published.COUNTS[name]
    cipher = ciphers()[name]
    for v in actual:
        assert (len(v.key), len(v.plain), len(v.sealed)) == (cipher.key, cipher.block, cipher.sealed)
        assert models.MODELS[name](v.key, v.plain) == v.sealed


def test_seed_and_idea_agree_with_cryptography():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are kept for old data alone
        from cryptography.hazmat.decrepit.ciphers import algorithms
    for name, algorithm in (("seed", algorithms.SEED), ("idea", algorithms.IDEA)):
        for key, block in texts(name, 50):
            encryptor = Cipher(algorithm(key), modes.ECB()).encryptor()
            assert models.MODELS[name](key, block) == encryptor.update(block) + encryptor.finalize()


def test_aria_agrees_with_openssl():
    assert shutil.which("openssl"), "the tests need openssl: apt-get install openssl"
    for key, block in texts("aria", 5):
        command = ["openssl", "enc", "-aria-128-ecb", "-nopad", "-K", key.hex()]
        done = subprocess.run(command, input=block, capture_output=True, check=True)
        assert models.aria(key, block) == done.stdout


def table(file: str, name: str) -> tuple[int, ...]:
    """Return a table in the C of a cipher."""
    text = (root() / "studies" / "ciphers" / file).read_text()
    body = re.search(rf"{name}\[[^=]*= \{{(.*?)\}};", text, re.DOTALL).group(1)
    return tuple(int(x, 0) for x in re.findall(r"0x[0-9a-f]+|\d+", body))


def test_tables_agree_with_their_derivation():
    for i, box in enumerate(models.aria_boxes(), start=1):
        assert table("aria.c", f"vmb_study_aria_sb{i}") == box
    for i, box in enumerate(models.seed_boxes(), start=1):
        assert table("seed.c", f"vmb_study_seed_s{i}") == box
    digits = "".join(reversed(models.MAGMA_BOXES))
    assert table("gost.c", "vmb_study_gost_box") == tuple(int(d, 16) for d in digits)
    for file, name, number in (("simon.c", "simon", 3), ("simon_128.c", "simon_128", 2)):
        low, high = table(file, f"vmb_study_{name}_z")
        assert [(high << 32 | low) >> i & 1 for i in range(62)] == models.simon_sequence(number)
