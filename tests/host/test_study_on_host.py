# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The C of studies/ciphers on this machine, under sanitizers: published vectors, and many random messages
against the other implementations."""

import os
import random
import subprocess
from pathlib import Path

import pytest

from tests.host import runner
from tests.vectors import ciphers as published
from vambrace.base.paths import root
from vambrace.measure.studies.ciphers import ciphers, sources
from vambrace.measure.studies.models import MODELS

FOLDER = root() / "studies" / "ciphers"
HEADERS = [FOLDER / "words.h", FOLDER / "ciphers.h"]
ROUNDS = 20


@pytest.fixture(scope="module")
def program() -> Path:
    included = [word for header in HEADERS for word in ("-include", str(header))]
    main = root() / "tests" / "host" / "study_ciphers.c"
    return runner.build("study", runner.SANITIZED.flags, [f"-I{FOLDER}", *included], [main, *sources()])


def ask(program: Path, requests: list[tuple[str, bytes, bytes]]) -> list[list[str]]:
    lines = "".join(f"{name} {key.hex()} {block.hex()}\n" for name, key, block in requests)
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"}
    done = subprocess.run([str(program)], input=lines, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", ciphers())
def test_published_vectors_and_random_messages(program, name):
    cipher, rng = ciphers()[name], random.Random(f"host/{name}")
    known = [(v.key, v.plain, v.sealed) for v in published.vectors(name)]
    for _ in range(ROUNDS):
        key, block = rng.randbytes(cipher.key), rng.randbytes(cipher.block)
        known.append((key, block, MODELS[name](key, block)))
    answers = ask(program, [(name, key, plain) for key, plain, _ in known])
    for (_, plain, sealed), (encrypted, again, last) in zip(known, answers, strict=True):
        assert (encrypted, again) == (sealed.hex(), plain.hex())
        if name == "ascon":
            assert last == "1"  # a wrong tag was refused
    if name != "ascon":
        # Encrypting the decrypted text, in place, returns the block.
        backwards = [(name, key, bytes.fromhex(a[-1])) for (key, _, _), a in zip(known, answers, strict=True)]
        assert [answer[0] for answer in ask(program, backwards)] == [plain.hex() for _, plain, _ in known]
