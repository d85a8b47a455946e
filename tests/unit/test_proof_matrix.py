# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The document lists the parameters of each proof."""

from dataclasses import replace

import pytest

from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace_dev.proofs import matrix, plan


def test_the_page_agrees_with_the_proofs():
    text = (root() / matrix.PAGE).read_text()
    assert matrix.rewritten(text) == text, "run python -m vambrace_dev.proofs.matrix"


def test_every_proof_has_a_row():
    section = matrix.section()
    assert [name for name in plan.proofs() if section.count(f"`{name}`") == 0] == []


def test_proofs_with_other_parameters_have_another_row():
    engine, hold = (plan.proofs()[n] for n in ("engine", "hold"))
    hard = replace(engine, name="hard", parameters=(("Hardened", 1),))
    rows = list(matrix.table("Design", [engine, replace(engine, name="same"), hard]))
    assert rows == ["| Design | `Hardened` |", "| --- | --- |", "| `engine`, `same` | 0 |", "| `hard` | 1 |"]
    assert next(iter(matrix.table("Design", [hold]))) == "| Design | `Words` |"


def test_cores_have_their_units():
    stock, retired = (plan.proofs()[n] for n in ("ibex-ref-stock", "ibex-ref-retired"))
    rows = list(matrix.table("Ibex", [stock, retired]))
    assert rows[0] == "| Ibex | units |" and rows[3] == "| `ibex-ref-stock` | none |"


def test_a_page_without_the_heading_is_rejected():
    with pytest.raises(VambraceError, match="has no heading"):
        matrix.rewritten("# Proofs\n")
