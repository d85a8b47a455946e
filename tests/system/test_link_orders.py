# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles hardly depend on the order in which the library's objects are linked: ceilings.txt states the range."""

import pytest

from tests.system import link_orders
from vambrace import config
from vambrace.measure import bench


@pytest.mark.long("measures eight programs for each call")
@pytest.mark.parametrize(
    ("extensions", "algorithm"),
    [
        ("none", "aes-128-ccm"),
        ("none", "chacha20-poly1305"),
        ("zbkb", "ascon-aead128"),
        ("zkned", "aes-128-ccm"),
        ("zkned+zbkc", "aes-128-gcm"),
    ],
)
def test_cycles_differ_little_by_link_order(extensions, algorithm):
    for operation, found in link_orders.cycles(f"ibex-ref/{extensions}", algorithm).items():
        assert link_orders.spread(found) <= link_orders.RANGE, f"{operation}: {found}"


def test_orders_link_different_programs_of_the_same_objects():
    task = (config.point("ibex-ref/zkned"), config.algorithms()["aes-128-ccm"], config.scenarios()["zigbee"])
    usual, first = (link_orders.Ordered(*task, order=order).runner() for order in (0, 1))
    assert usual.path.read_bytes() == bench.Task(*task).runner().path.read_bytes()
    assert usual.symbol("vmb_wipe") != first.symbol("vmb_wipe")
    assert usual.symbol_size("vmb_wipe") == first.symbol_size("vmb_wipe")
