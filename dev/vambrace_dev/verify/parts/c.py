# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Proofs about portable C by Frama-C's Eva: formal/c. They need Debian's frama-c-base, which set-up
does not install.
"""

from __future__ import annotations

from functools import partial

from vambrace.base.paths import root
from vambrace_dev.verify.check import BOUNDED, PROOF, Check
from vambrace_dev.verify.eva import analyse

_SEEN = "tests/host/test_eva.py::test_a_defect_is_found"
_INPUTS = ("formal/c", "lib", "dev/vambrace_dev/verify")


def checks() -> list[Check]:
    folder = root() / "formal" / "c"
    return [
        Check(
            "poly1305-block",
            "the sums and products of Poly1305 in C fit, and its accumulator stays in its bounds, block by block",
            PROOF,
            partial(analyse, folder / "poly1305_block.c", sums=True),
            _SEEN,
            long=True,
            inputs=_INPUTS,
        ),
        Check(
            "poly1305-end",
            "Poly1305 in C accesses nothing outside of its buffers, and has no undefined behaviour",
            BOUNDED,
            partial(analyse, folder / "poly1305_end.c"),
            _SEEN,
            bound="pieces of 0 to 40 bytes",
            long=True,
            inputs=_INPUTS,
        ),
    ]
