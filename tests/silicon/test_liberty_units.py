# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Units of a cell library, and the NAND that is the unit of area."""

import pytest

from tests.silicon.small import INVERTER, NAND, read
from vambrace.base.errors import VambraceError
from vambrace.silicon import liberty


@pytest.mark.parametrize(
    ("text", "ours", "value"),
    [
        ("1pf", 1e-12, 1), ("10fF", 1e-12, 0.01), ("1nf", 1e-12, 1000), ("1ps", 1e-9, 0.001), ("100ps", 1e-9, 0.1),
        ("1us", 1e-9, 1000), ("1mV", 1.0, 0.001), ("1V", 1.0, 1), ("1uW", 1e-9, 1000), ("1pW", 1e-9, 0.001),
        ("1kW", 1e-9, 1e12),
    ],
)  # fmt: skip
def test_a_unit_in_ours(text, ours, value):
    assert liberty._unit(text, ours) == value


def test_no_unit():
    with pytest.raises(VambraceError, match="'1 furlong per' is not a unit"):
        liberty._unit("1 furlong per", 1.0)


def test_a_library_in_other_units(tmp_path):
    """The same pin and leakage in another notation."""
    more = 'capacitive_load_unit (10, ff); leakage_power_unit : "1uW"; voltage_unit : "100mV"; nom_voltage : 12;'
    actual = read(tmp_path, NAND, more=more)
    nand = actual.cells["MY_ND2"]
    assert nand.pins["X2"].capacitance == pytest.approx(0.02 * 0.01)
    assert nand.leakage == 500 and actual.voltage == pytest.approx(1.2)


def test_the_smallest_nand_is_the_unit(tmp_path):
    large = NAND.replace("MY_ND2", "MY_ND2X4").replace("area : 3", "area : 9")
    small = NAND.replace("MY_ND2", "MY_ND2X0").replace("area : 3", "area : 2")
    for cells in ((NAND, large, small), (small, INVERTER, large, NAND)):
        actual = read(tmp_path, *cells)
        liberty.load.cache_clear()
        assert actual.nand2.name == "MY_ND2X0" and actual.gate_equivalent() == 2
