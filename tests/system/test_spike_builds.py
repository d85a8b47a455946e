# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every build of the library without an accelerator, with every algorithm, on Spike with exactly the instructions of
that build. The tests of tests/aead run many more jobs there."""

from __future__ import annotations

import random

import pytest

from tests.aead.spike_runner import BUILDS32, BUILDS64, SpikeRunner, isa
from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.config import Algorithm, Build
from vambrace.software.oracles import messages
from vambrace.software.running import aead

EVERY = {**BUILDS32, **{f"rv64-{name}": build for name, build in BUILDS64.items()}}

#: Builds that are no set of an algorithm's own, so that tests/aead leaves them out.
SHORT = {"all": ("aes-192-gcm", "ascon-128"), "zbkb+xasconp": ("ascon-128",)}


LONG = pytest.mark.long("tests/aead runs each build with the algorithms that it has code for")
CASES = [
    pytest.param(build, name, id=f"{label}-{name}", marks=[] if name in SHORT.get(label, ()) else [LONG])
    for label, build in EVERY.items()
    for name in config.algorithms()
]


def expected(known: Algorithm) -> list[messages.Expected]:
    """Messages of lengths around blocks and empty ones, both directions."""
    r = random.Random(known.name)
    results = []
    for length in (0, 1, 7, 16, 17, 33, 64, 130):
        ad = r.randbytes(r.randrange(40) if known.has_ad else 0)
        key, nonce = r.randbytes(known.key), r.randbytes(known.nonce)
        results += messages.calls(known, key, nonce, ad, r.randbytes(known.longest(length)))
    return results


def run(build: Build, known: Algorithm, isa: str | None = None) -> None:
    """Run all of it, and check the results."""
    every = expected(known)
    results = SpikeRunner(build, isa).run(known.name, [job for job, _, _ in every])
    for result, (job, out, tag) in zip(results, every, strict=True):
        assert (result.status, result.out, result.tag) == (0, out, tag), job
        assert not result.violations


@pytest.mark.parametrize(("build", "name"), CASES)
def test_every_build_computes_right_results(build, name):
    run(build, config.algorithms()[name])


NEEDED = {
    "zbkb": "ascon-xof128", "zbkx": "chacha20-poly1305", "zkned": "aes-128-cbc", "xascon": "ascon-aead128",
    "xasconp": "ascon-aead128", "xchacha": "chacha20-poly1305",
    "zkned+zbkc": "aes-128-gcm", "zbkb+xascon": "ascon-128", "zbkb+xasconp": "ascon-128",
}  # fmt: skip


@pytest.mark.parametrize("label", NEEDED)
def test_a_build_traps_without_one_of_its_extensions(label):
    """Without each extension of its ISA in turn; GHASH does not decrypt, so it does not need Zknd."""
    build, known = BUILDS32[label], config.algorithms()[NEEDED[label]]
    base, *named = isa(build).split("_")
    for missing in set(named) - {"zicsr", "zknd" if label == "zkned+zbkc" else ""}:
        with pytest.raises(VambraceError, match="trap: illegal instruction"):
            run(build, known, "_".join([base, *(name for name in named if name != missing)]))


def test_the_isa_of_a_build_is_minimal():
    assert {label: isa(build) for label, build in BUILDS32.items() if not label.endswith(":size")} == {
        "none": "rv32imc_zicsr",
        "zbkb": "rv32imc_zicsr_zbkb",
        "zbkx": "rv32imc_zicsr_zbkx",
        "zkned": "rv32imc_zicsr_zkne_zknd",
        "xascon": "rv32imc_zicsr_xascon",
        "zknh": "rv32imc_zicsr_zknh",
        "zbkb+zknh": "rv32imc_zicsr_zbkb_zknh",
        "zkn": "rv32imc_zicsr_zbkb_zbkc_zbkx_zkne_zknd_zknh",
        "xasconp": "rv32imc_zicsr_xasconp",
        "xchacha": "rv32imc_zicsr_xchacha",
        "zbkb+xascon": "rv32imc_zicsr_zbkb_xascon",
        "zkned+zbkc": "rv32imc_zicsr_zbkc_zkne_zknd",
        "all": "rv32imc_zicsr_zbkb_zbkc_zkne_zknd_xascon",
        "zbkb+xasconp": "rv32imc_zicsr_zbkb_xasconp",
        "portable": "rv32imc_zicsr",
        "none:misaligned": "rv32imc_zicsr_zicclsm",
        "zkned:misaligned": "rv32imc_zicsr_zicclsm_zkne_zknd",
        "zbkb:misaligned": "rv32imc_zicsr_zicclsm_zbkb",
        "zbkb+xascon:misaligned": "rv32imc_zicsr_zicclsm_zbkb_xascon",
        "xasconp:misaligned": "rv32imc_zicsr_zicclsm_xasconp",
        "xchacha:misaligned": "rv32imc_zicsr_zicclsm_xchacha",
        "none:size:misaligned": "rv32imc_zicsr_zicclsm",
        "zbkb:size:misaligned": "rv32imc_zicsr_zicclsm_zbkb",
    }
    for label, build in BUILDS32.items():
        assert isa(build) == isa(BUILDS32[label.replace(":size", "")])
    assert len(BUILDS32) == 38 and all(b.xlen == 32 for b in BUILDS32.values())


def test_no_build_of_software_is_missing():
    software = {name for name, e in config.extension_sets().items() if not (e.engine or e.aes_unit or e.programs)}
    assert software <= set(BUILDS32)
    assert aead.runner(config.algorithms()["ascon-128"], BUILDS32["none"].on_spike(32)).word_bytes == 4
