# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The contract of every library call, with random inputs: docs/developer/fuzzing.md."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from vambrace_dev import fuzz, fuzz_target
from vambrace_dev.verify.check import TEST, Check, Outcome

_GUARANTEE = "calls with random lengths, pointers and contents keep their contract"
_SEEN = "tests/host/test_fuzz.py::test_a_fault_is_found"
_INPUTS = ("lib", "firmware", "tests/fuzz", "configs", "dev/vambrace_dev", "src/vambrace/config")

#: Seconds that --long adds to the inputs of earlier campaigns.
_LONG_SECONDS = 1200


def checks() -> list[Check]:
    return [
        Check(
            "replay",
            f"{_GUARANTEE}: inputs kept by earlier campaigns",
            TEST,
            partial(run, "address", 0),
            bound="the kept inputs and 20,000 new ones",
            seen_failing=_SEEN,
            inputs=_INPUTS,
        ),
        *(
            Check(
                f"campaign-{sanitizer}",
                f"{_GUARANTEE}: {title}",
                TEST,
                partial(run, sanitizer, _LONG_SECONDS),
                bound=f"{_LONG_SECONDS:,} seconds",
                seen_failing=_SEEN,
                long=True,
                inputs=_INPUTS,
            )
            for sanitizer, title in (
                ("address", "no access out of bounds, no undefined behaviour"),
                ("memory", "no use of what was never written"),
            )
        ),
    ]


def run(sanitizer: str, seconds: int) -> Outcome:
    """Run the inputs of earlier campaigns and new ones; findings stay in the folder of `vambrace-dev test fuzz`."""
    target = fuzz_target.program(sanitizer)
    try:
        if seconds:
            counts = fuzz.run(target, fuzz.corpus_dir(), fuzz.found_dir(), seconds=seconds)
        else:
            with tempfile.TemporaryDirectory() as folder:
                corpus = Path(folder)
                for file in fuzz.corpus_dir().glob("*"):
                    (corpus / file.name).write_bytes(file.read_bytes())
                fuzz.seed(corpus)
                counts = fuzz.run(target, corpus, fuzz.found_dir(), runs=20_000)
    except fuzz.Breach as breach:
        return Outcome(False, "a breach", tuple(str(breach).split("\n")))
    return Outcome(True, f"{counts.runs:,} inputs, {counts.edges:,} edges")
