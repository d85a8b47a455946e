# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Withheld plaintext before tag verification, and wiping of secrets: engines in simulation, the library."""

from __future__ import annotations

from vambrace_dev.verify.check import TEST, Check
from vambrace_dev.verify.tests import passing

_ENGINE = ("rtl", "formal", "tests/rtl", "src/vambrace", "dev", "configs")
_WIPING = "tests/aead/test_aead_wiping.py"


def checks() -> list[Check]:
    return [
        Check(
            "engine-withholds",
            "the engine writes no byte of a message whose tag is wrong, and none before the verdict",
            TEST,
            passing("tests/rtl/test_engine_withholding.py"),
            bound="every algorithm, some lengths and stalls",
            seen_failing="tests/proofs/test_proofs.py::test_a_defect_is_caught",
            inputs=_ENGINE,
        ),
        Check(
            "engine-aborts",
            "an abort, a reset or an error of the memory at any time releases nothing and leaves no secret",
            TEST,
            passing("tests/rtl/test_engine_release.py", "tests/rtl/test_engine_wiping.py"),
            bound="every cycle of some messages",
            seen_failing="tests/proofs/test_proofs.py::test_a_defect_is_caught",
            inputs=_ENGINE,
            long=True,
        ),
        Check(
            "library-wipes",
            "no call of the library leaves a secret in memory, and a failed one no plaintext",
            TEST,
            passing(_WIPING, select="zkned or ascon or found"),
            bound="one message of each algorithm and build",
            seen_failing=f"{_WIPING}::test_a_remaining_word_is_found",
        ),
    ]
