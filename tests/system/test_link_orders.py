# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles hardly depend on the order in which the library's objects are linked: ceilings.txt states the range."""

import pytest
from click.testing import CliRunner

from vambrace import config
from vambrace.cli.main import main
from vambrace.measure import bench, link_orders

ORDERS = 8
#: The limit of the range on ibex-ref, as a share of the lowest cycles.
RANGE = 0.0025


def task_of(point: str, algorithm: str) -> bench.Task:
    return bench.Task(config.point(point), config.algorithms()[algorithm], config.scenarios()["zigbee"])


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
    ranges, failures = link_orders.ranges([task_of(f"ibex-ref/{extensions}", algorithm)], ORDERS)
    assert not failures and [r.operation for r in ranges] == ["seal", "open"]
    for r in ranges:
        assert r.spread <= RANGE, f"{r.operation}: {r.cycles}"


def test_orders_link_different_programs_of_the_same_objects():
    task = task_of("ibex-ref/zkned", "aes-128-ccm")
    usual, first = (
        link_orders.Ordered(task.point, task.algorithm, task.scenario, order=order).runner() for order in (0, 1)
    )
    assert usual.path.read_bytes() == task.runner().path.read_bytes()
    assert usual.symbol("vmb_wipe") != first.symbol("vmb_wipe")
    assert usual.symbol_size("vmb_wipe") == first.symbol_size("vmb_wipe")


def test_the_command_shows_the_range(tmp_path):
    words = ["bench", "ibex-ref/zbkb", "-a", "ascon-aead128", "-s", "zigbee", "--orders", "2"]
    outcome = CliRunner().invoke(main, words)
    assert outcome.exit_code == 0, outcome.output
    assert "its objects linked in 2 orders" in outcome.output
    (row,) = [
        line.split() for line in outcome.output.splitlines() if "zigbee seal" in line and line.rstrip().endswith("%")
    ]
    usual, lowest, highest = (int(word.replace(",", "")) for word in row[-4:-1])
    ranges, _ = link_orders.ranges([task_of("ibex-ref/zbkb", "ascon-aead128")], 2)
    assert (lowest, highest) == (min(ranges[0].cycles), max(ranges[0].cycles)) and usual == ranges[0].cycles[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--orders", "1"], "1 is not in the range 2<=x<=64"),
        (["--orders", "2", "--by", "length"], "--orders is for --by packet"),
    ],
)
def test_wrong_numbers_and_axes_are_rejected(words, message):
    outcome = CliRunner().invoke(main, ["bench", "ibex-ref/none", *words])
    assert outcome.exit_code and message in f"{outcome.output}{outcome.exception}"
