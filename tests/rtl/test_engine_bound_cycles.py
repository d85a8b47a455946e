# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of bound passes, as in README.md: independent of the content, and how many more than without Bindings."""

from __future__ import annotations

import random

import pytest

from tests.rtl import tables
from tests.rtl.dut import build
from tests.rtl.engine import Engine
from tests.rtl.engine_bound import LONGEST, SECTION
from tests.rtl.engine_cases import FAST_AEADS, FOLDER, model
from tests.rtl.test_engine_cycles import case_of, others, trace
from vambrace.hardware import rtl

README = FOLDER / "README.md"


@pytest.mark.parametrize("algorithm", FAST_AEADS)
def test_cycles_and_addresses_do_not_depend_on_contents(algorithm):
    rng = random.Random(algorithm)
    engine = Engine(model("bound"), two_passes=True)
    for length in (SECTION + 7, LONGEST):
        case = case_of(rng, algorithm, 13, length)
        runs = [trace(engine, c.run(engine, 1, offsets=(0, 1, 2, 3, 0)).cycles) for c in [case, *others(rng, case)]]
        assert all(run == runs[0] for run in runs)


@pytest.mark.long("two engines to compile")
def test_the_cycles_in_the_readme():
    rows = tables.table(README, "cycles to open")
    lengths = [int(word.split()[0].replace(",", "")) for word in rows.pop("cycles to open")[::2]]
    files = tuple(rtl.core_files(FOLDER / "vmb_engine.core"))
    engines = [
        Engine(build("vmb_engine", files, AesGcm=1, TwoPasses=1, Bindings=bindings), two_passes=True)
        for bindings in (0, 4)
    ]
    for name, row in rows.items():
        cases = [case_of(random.Random(1), name, 0, length) for length in lengths for _ in engines]
        measured = [case.run(engines[i % 2], 1).cycles for i, case in enumerate(cases)]
        assert row == [f"{cycles:,}" for cycles in measured], name
