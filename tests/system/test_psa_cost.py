# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace study psa` on cores: the figures in docs/user/psa.md."""

import pytest

from vambrace import config
from vambrace.measure.studies import psa as study

LONG = pytest.mark.long("three programs of Mbed TLS for each point")


@LONG
@pytest.mark.parametrize("point", study.POINTS)
def test_the_cost_of_the_driver(point):
    costs = study.measure(config.point(point))
    assert len(costs) == 10
    for cost in costs:
        assert 0 < cost.driver <= 150, cost
        assert 0 < cost.driver + cost.key_slot + cost.core < 600, cost
        assert cost.copies > 5 * (cost.key_slot + cost.core), cost
        assert cost.own is None or cost.own > cost.call, cost
