# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_axis against the AXI-Stream source and sink of cocotbext-axi: see axis_checks.py."""

from __future__ import annotations

import pytest

from tests.rtl import axis_engine, cocotb_run

pytestmark = pytest.mark.long("half a minute for a model with every signal public; test_axis.py always runs")


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> dict[str, str | None]:
    work = tmp_path_factory.mktemp("axis")
    return cocotb_run.results(work, "tests.rtl.axis_checks", "engine_axis", axis_engine.files(), {})


def test_every_check_ran(results):
    assert [name.split("/")[0] for name in results] == ["packets"] * 2


def test_axis(results):
    assert not any(results.values()), results
