# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of proofs: every proof has a row with its tool and minutes, which `minutes.py` writes."""

from dataclasses import replace

import pytest

from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace_dev.proofs import minutes, plan

TABLE = """text
| proof | property | tool | minutes |
| --- | --- | --- | --: |
| `zbkb`, `zkned` | all | | |
| `wb` | one | old | 9.00 |

| proof | property |
| --- | --- |
| `wb` | no columns |
"""


def rows(page: str) -> list[tuple[list[plan.Proof], dict[str, str]]]:
    """Return the proofs and cells of each row that has the columns."""
    actual, head = [], []
    for line in (root() / page).read_text().split("\n"):
        cells = minutes.cells(line) if line.startswith("|") else []
        if not cells:
            head = []
        elif not head:
            head = cells
        elif "tool" in head and set(line) - set("|-: "):
            actual.append((minutes.named(head, cells), dict(zip(head, cells, strict=True))))
    return actual


def test_every_proof_has_a_row():
    named = [p.name for proofs, _ in rows(minutes.PAGES[0]) for p in proofs]
    assert sorted(named) == sorted(plan.proofs())


@pytest.mark.parametrize("page", minutes.PAGES)
def test_rows_have_a_tool_and_minutes_or_are_not_measured_yet(page):
    results = [cells for proofs, cells in rows(page) if proofs]
    measured = [cells for cells in results if cells["tool"]]
    assert len(measured) > len(results) / 2
    assert all(float(cells["minutes"]) >= 0 for cells in measured)
    assert all(not cells["minutes"] for cells in results if cells not in measured)


def test_columns_are_written():
    measure = {"zbkb": ("`iprove`", 0.5), "zkned": ("`iprove`, `bmc3`", 1.25), "wb": ("`pdr`", 0.013)}
    text = minutes.rewritten(TABLE, lambda p: measure[p.name], set())
    assert "| `zbkb`, `zkned` | all | `iprove`, `bmc3` | 1.75 |" in text
    assert "| `wb` | one | `pdr` | 0.01 |" in text and "| `wb` | no columns |" in text
    only = minutes.rewritten(TABLE, lambda p: measure[p.name], {"zkned"})
    assert "| `zbkb`, `zkned` | all | `iprove`, `bmc3` | 1.75 |" in only and "| `wb` | one | old | 9.00 |" in only


def test_rows_of_guarantees_have_the_sums_of_rows_of_proofs():
    proofs, guarantees = ((root() / page).read_text() for page in minutes.PAGES)
    assert minutes.summed(guarantees, proofs) == guarantees, "run python -m vambrace_dev.proofs.minutes PROOF"


def test_sums_are_written():
    head = "| guarantee | proofs | tool | minutes |\n| --- | --- | --- | --: |\n"
    done = TABLE.replace("| all | | |", "| all | `iprove` | 1.75 |")
    both = minutes.summed(head + "| right | `wb`, `zbkb`, `zkned` | | |", done)
    assert both.endswith("| right | `wb`, `zbkb`, `zkned` | `iprove`, old | 10.75 |")
    unmeasured = head + "| right | `zbkb`, `zkned` | old | 3.00 |"
    assert minutes.summed(unmeasured, TABLE) == unmeasured
    with pytest.raises(VambraceError, match=r"each row of docs/developer/proofs\.md: wb, zbkb"):
        minutes.summed(head + "| right | `wb`, `zbkb` | | |", done)


def test_tools_follow_from_the_method():
    zbkb, time = (plan.proofs()[n] for n in ("zbkb", "time-couple"))
    cases = [
        (zbkb, False, ["`iprove`"]),
        (time, True, ["`scorr`, `pdr`"]),
        (replace(zbkb, method="polynomials"), False, ["polynomials"]),
        (replace(zbkb, method="control"), True, ["`dsat`, induction"]),
        (replace(zbkb, properties={"bad_x": "", "reach_x": ""}), True, ["`pdr`", "`bmc3`"]),
        (replace(zbkb, cases=("x",)), True, ["`iprove`"]),
    ]
    for proof, sequential, tools in cases:
        assert list(minutes.tools(proof, sequential)) == tools
