# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_couple_axi4l against the AXI4-Lite master of cocotbext-axi: see axi4l_checks.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rtl import cocotb_run
from vambrace.base.paths import root
from vambrace.hardware import rtl

pytestmark = pytest.mark.long(
    "half a minute for models with every signal public; test_couple_axi4l_rules.py always runs"
)

HERE = Path(__file__).parent

#: A small engine without a memory port, and the complete one with it: parameters, checks.
ENGINES: dict[str, tuple[dict[str, int], set[str]]] = {
    "words": ({"Dma": 0}, {"seals_and_opens", "refuses", "many_at_once"}),
    "jobs": ({"Dma": 1, "All": 1, "HoldWords": 321}, {"jobs", "many_at_once"}),
}


@pytest.fixture(scope="module", params=ENGINES)
def engine(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def results(engine, tmp_path_factory) -> dict[str, str | None]:
    parameters, _ = ENGINES[engine]
    sources = [*rtl.core_files(root() / "rtl" / "couple" / "vmb_couple.core"), HERE / "engine_axi4l.sv"]
    return cocotb_run.results(
        tmp_path_factory.mktemp("axi4l"),
        "tests.rtl.axi4l_checks",
        "engine_axi4l",
        sources,
        parameters,
        DMA=str(parameters["Dma"]),
    )


def test_every_check_ran(results, engine):
    ran = [name.split("/")[0] for name, failure in results.items() if failure is not None]
    assert sorted(ran) == sorted([*ENGINES[engine][1]] * 2)


def test_axi4l(results):
    assert not any(results.values()), results
