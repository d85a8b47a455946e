# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""CCM* without a tag through PSA Crypto at the limits of a message and of a nonce. test_psa.py compares its
results with those of Mbed TLS."""

from tests.host import runner
from tests.host.psa_programs import WITH, of_mbedtls, printed, program
from vambrace.base.paths import root

SOURCE = root() / "tests" / "host" / "psa_star.c"


def test_limits():
    lines = printed(program("psa-star", WITH, runner.SANITIZED.flags, SOURCE))
    assert lines[:4] == ["init 0", "import 0", "encrypt 0 65548", "decrypt 0 65535 1"]
    assert lines[4:6] == ["encrypt more -135 0", "decrypt more -135 0"]
    assert lines[6:] == ["pieces 0 -135", "at once 0 -135", "iv -135 0 -135"]


def test_the_comparison_with_mbed_tls_has_it():
    lines = of_mbedtls(3)
    keys = [n for n, line in enumerate(lines) if line.startswith("key 2400 04c01300  0 ")]
    assert len(keys) == 3  # key lengths
    assert sum(line.startswith("encrypt 0 ") for line in lines[keys[0] : keys[0] + 300]) >= 30
