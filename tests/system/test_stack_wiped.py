# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The stack of calls, by the analysis of their machine code: its limit, and how much of it the size profile wipes."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.aead.spike_runner import BUILDS32
from tests.aead.targets import software_builds
from vambrace import config
from vambrace.analysis.stack import Program
from vambrace.config import Algorithm, Build
from vambrace.software.running import aead

ALGORITHMS = config.algorithms()
#: Bytes of stack that a call may take.
LIMIT = 500
OTHERS = pytest.mark.long("a second or more each: others always run")


def calls(misaligned: bool, quick: tuple[str, ...]) -> Iterator[object]:
    """Every call except those of AES-GCM-SIV, whose derived keys are on the stack."""
    for name, known in ALGORITHMS.items():
        for build in software_builds(known):
            if build.portable or "siv" in name:
                continue
            always = name in quick and build.extensions.name in ("none", "zkned")
            marks = () if always else (OTHERS,)
            yield pytest.param(known, replace(build, misaligned=misaligned), id=f"{name}-{build.label}", marks=marks)


@pytest.mark.parametrize(("known", "build"), list(calls(True, ("aes-128-gmac", "aes-128-ccm"))))
def test_a_call_needs_little_stack(known: Algorithm, build: Build):
    for operation in known.operations:
        use = Program(aead.probe(known, build, operation)).use(known.function(operation))
        assert 0 < use.bytes <= LIMIT, use.path


@pytest.mark.parametrize(("known", "build"), list(calls(False, ("aes-128-gmac", "chacha20-poly1305"))))
def test_a_call_with_aligned_accesses_needs_little_stack(known: Algorithm, build: Build):
    for operation in known.operations:
        use = Program(aead.probe(known, build, operation)).use(known.function(operation))
        assert 0 < use.bytes <= LIMIT, use.path


@pytest.mark.parametrize(
    ("algorithm", "build", "functions", "wiped"),
    [
        ("aes-256-gcm", "none:size", "vmb_gcm_", 384),
        ("aes-256-gcm", "zkned:size", "vmb_gcm_", 384),
        ("poly1305", "none:size", "vmb_p1305_", 320),
    ],
)
def test_the_size_profile_wipes_what_calls_may_use(algorithm: str, build: str, functions: str, wiped: int):
    """The functions below the frame that wipes, of calls and of streams."""
    elf = aead.runner(ALGORITHMS[algorithm], BUILDS32[build].on_spike(32))
    program = Program(elf)
    wipe = f"vmb_wipe_stack_{wiped}"
    assert program.use(wipe).bytes == wiped
    uses = [program.use(name) for _, name in elf.code_symbols() if name.startswith(functions)]
    below = [use for use in uses if wipe not in use.path]
    deepest = max(below, key=lambda use: use.bytes)
    assert wiped // 2 < deepest.bytes <= wiped, deepest.path
