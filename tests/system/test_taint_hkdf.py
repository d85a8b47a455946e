# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""No branch, address or division of HKDF-SHA-256 depends on its secret, salt or info."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builds import BUILDS
from vambrace.analysis import taint
from vambrace.analysis.taint import Secret
from vambrace.software.toolchain import program

SOURCE = Path(__file__).parent / "hkdf_secrets.c"
EVERY = [(label, xlen) for label in ("none", "zknh", "none:size", "zbkb+zknh") for xlen in (32, 64)]


@pytest.mark.parametrize(
    ("label", "xlen"),
    [
        pytest.param(*one, marks=pytest.mark.long("other builds of the same calls")) if i else one
        for i, one in enumerate(EVERY)
    ],
)
def test_nothing_depends_on_a_secret(label, xlen):
    elf = program.link([SOURCE], BUILDS[label].on_spike(xlen), 1 << 20, ["-g"])
    secret = Secret("secret", 128, elf.symbol("secret"))
    report = taint.run(elf, [secret], elf.symbol("derive"), tohost=elf.symbol("vmb_spike"), calls=2)
    assert report.findings == [] and report.calls == 2 and report.secret > 0
