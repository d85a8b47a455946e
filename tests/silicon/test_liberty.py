# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cell libraries: the data read from them, and messages about missing data."""

import pytest
from click.testing import CliRunner

from tests.silicon.small import FLOP, INVERTER, NAND, library, read
from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli.main import main
from vambrace.silicon import liberty


def test_the_kinds_of_cells(tmp_path):
    actual = read(tmp_path, NAND, INVERTER, FLOP, more="nom_voltage : 1.2;")
    nand, flop = actual.cells["MY_ND2"], actual.cells["MY_FF"]
    assert (actual.name, actual.voltage) == ("my_cells", 1.2)
    assert (nand.area, nand.leakage, nand.kind, flop.kind) == (3, 0.5, "gate", "flop")
    assert nand.pins["X2"].capacitance == 0.02 and flop.pins["C"].clock
    assert (actual.nand2, actual.gate_equivalent()) == (nand, 3)


@pytest.mark.parametrize(
    ("function", "is_nand"),
    [("!(X1 X2)", True), ("(X1 * X2)'", True), ("!X2|!X1", True), ("!(X1 + X2)", False), ("X1 & X2", False)],
)
def test_a_nand_by_its_function(tmp_path, function, is_nand):
    actual = read(tmp_path, NAND.replace("!X1 + !X2", function))
    assert (actual.nand2 is not None) == is_nand


def test_tables(tmp_path):
    """With two variables and with one."""
    power = """internal_power () { related_pin : "X1"; rise_power (t) { index_1 ("1, 2"); index_2 ("3, 4, 5");
        values ("1, 2, 3", "4, 5, 6"); } fall_power (u) { index_1 ("1, 2"); values ("7, 8"); } }"""
    actual = read(tmp_path, NAND.replace('function : "!X1', power + ' function : "!X1'))
    (of_output,) = actual.cells["MY_ND2"].pins["Q"].power
    assert of_output.related_pin == "X1"
    assert of_output.rise.index_2 == (3, 4, 5) and of_output.rise.values == ((1, 2, 3), (4, 5, 6))
    assert of_output.fall.index_2 == () and of_output.fall.values == ((7,), (8,))


def test_what_lacks_is_said(tmp_path):
    """With the figures that are omitted because of it."""
    lines = read(tmp_path, INVERTER).missing()
    for lack in ("NAND", "flip-flop", "latch", "internal_power", "leakage", "voltage"):
        assert any(lack in line for line in lines), lack
    with pytest.raises(UsageError, match="no two-input NAND"):
        read(tmp_path, INVERTER).gate_equivalent()


def test_no_library(tmp_path):
    with pytest.raises(UsageError, match=r"cannot read .*nothing\.lib"):
        liberty.load(tmp_path / "nothing.lib")
    for text, why in (("Dear Sir or Madam,", "line 1 cannot"), ("\n", "empty"), ("library (l) {\n cell (X", "line 2")):
        other = tmp_path / f"{why}.lib"
        other.write_text(text)
        with pytest.raises(VambraceError, match=rf"{why}.lib is not a Liberty file: .*{why}.*--liberty"):
            liberty.load(other)
    path = library(tmp_path, NAND)
    path.write_text(path.read_text().replace("library", "cell", 1))
    with pytest.raises(VambraceError, match="not a Liberty file"):
        liberty.load(path)
    wrong = tmp_path / "wrong.lib"
    wrong.write_text(f"library (l) {{ {NAND.replace('area : 3', 'area : much')} }}")
    with pytest.raises(VambraceError, match=r"wrong\.lib: cell MY_ND2: area is not a number but much"):
        liberty.load(wrong)


@pytest.mark.parametrize(
    ("command", "cells", "words"),
    [("area", "", "no cells"), ("energy", NAND + INVERTER, "no flip-flop"), ("timing", FLOP, "no gates")],
)
def test_nothing_to_map_to(tmp_path, command, cells, words):
    """The message is printed before any work."""
    done = CliRunner().invoke(main, [command, "--liberty", str(library(tmp_path, cells))])
    assert isinstance(done.exception, UsageError) and words in str(done.exception)


TWO = (
    "operating_conditions (fast) { voltage : 1.95; temperature : -40; } operating_conditions (slow) { voltage : 1.6; }"
)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("nom_voltage : 1.2; nom_temperature : 25;", "unnamed conditions, 1.2 V, 25 °C"),
        (TWO + " default_operating_conditions : slow; nom_temperature : 125;", "slow, 1.6 V, 125 °C"),
        (TWO + " nom_temperature : 125;", "fast, 1.95 V, -40 °C"),
        ("", "unnamed conditions"),
    ],
)
def test_conditions_are_those_of_the_file(tmp_path, more, said):
    assert str(read(tmp_path, NAND, INVERTER, FLOP, more=more).conditions) == said
