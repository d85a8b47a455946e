# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The chart of points without engines: with one, all others would shrink to one dot."""

from tests.report import made_up
from vambrace.view.report.gather import gather
from vambrace.view.report.sections.area import tradeoff_of


def test_a_close_look_leaves_out_what_is_large():
    charts = {chart.id: chart for chart in tradeoff_of(gather(made_up.everything())).charts}
    close, full = charts["close-area-chart"], charts["cycles-area-chart"]
    assert len(close.panels) == len(full.panels)
    for near, every in zip(close.panels, full.panels, strict=True):
        shown = {row["kge"] for row in near.rows}
        assert max(shown) < 50 < max(row["kge"] for row in every.rows)
        assert {r["kge"] for r in every.rows if r["kge"] < 50} == shown and len(shown) >= 2
