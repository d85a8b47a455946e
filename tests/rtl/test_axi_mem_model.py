# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_axi_mem against the AXI4 memory of cocotbext-axi: see axi_mem_checks.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rtl import axi_memory, cocotb_run

pytestmark = pytest.mark.long("half a minute for a model with every signal public; test_axi_mem.py always runs")

CHECKS = {"jobs", "errors"}


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> dict[str, str | None]:
    work: Path = tmp_path_factory.mktemp("axi")
    return cocotb_run.results(work, "tests.rtl.axi_mem_checks", "engine_axi", axi_memory.files(), {"HoldWords": 65})


def test_every_check_ran(results):
    assert sorted(name.split("/")[0] for name in results) == sorted([*CHECKS] * 2)


def test_axi_mem(results):
    assert not any(results.values()), results
