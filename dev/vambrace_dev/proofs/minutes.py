# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Proves everything and writes the deciding tool and the time into the table of proofs: `python -m
vambrace_dev.proofs.minutes [PROOF]...`; with names, only the rows that name one of these. Rows of guarantees get the
sums of these rows.

A row of a table with columns `tool` and `minutes` names its proofs in backquotes in the column `proof` or `proofs`.
Minutes are processor time, for Yosys, which builds the circuit, and for the tools that decide its properties, without
defects. A cached finding or circuit counts with its original time.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from vambrace.base import extras
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace_dev.proofs import aiger, circuit, prove, runs
from vambrace_dev.proofs.plan import Proof, proofs, select

#: The documents with such tables: of all proofs, and of guarantees.
PAGES = ("docs/developer/proofs.md", "docs/reference/assurance.md")

#: The measurement of a proof: the tool, and minutes.
Measure = Callable[[Proof], tuple[str, float]]


def measured(proof: Proof) -> tuple[str, float]:
    """Prove every property; return the tools, and the processor time in minutes."""
    findings = [prove.decide(proof, name) for name in proof.properties]
    if wrong := [finding.name for finding in findings if not finding.right]:
        raise VambraceError(f"{proof.name}: {', '.join(wrong)} failed: vambrace-dev test proofs --proof {proof.name}")
    seconds = circuit.seconds(proof) + sum(finding.seconds for finding in findings)
    aig, _ = circuit.make(proof)
    part, _ = aiger.cone(aig, *(name for name, _ in aig.outputs if runs.base(name) in proof.properties))
    return ", ".join(tools(proof, bool(part.latches))), seconds / 60


def tools(proof: Proof, sequential: bool) -> Iterator[str]:
    """Return the tools that decide a proof: commands of ABC, or our own method."""
    if proof.method == "polynomials":
        yield "polynomials"
    elif proof.method in ("induction", "control"):
        yield "`dsat`, induction"
    elif proof.cases or not sequential:
        yield "`iprove`"
    else:
        yield "`scorr`, `pdr`" if proof.secrets else "`pdr`"
    if any(name.startswith("reach_") for name in proof.properties) and not proof.deep:
        yield "`bmc3`"


def cells(line: str) -> list[str]:
    """Return the cells of a table row."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def named(head: list[str], row: list[str]) -> list[Proof]:
    """Return the proofs that a row names."""
    at = head.index("proofs" if "proofs" in head else "proof")
    return [proofs()[name] for name in re.findall(r"`([^`]*)`", row[at])]


def rows(lines: list[str]) -> Iterator[tuple[int, list[str], list[str], list[Proof]]]:
    """Yield each row that has the columns and names proofs: its line, the head of its table, its cells, the proofs."""
    head: list[str] = []
    for i, line in enumerate(lines):
        if not line.startswith("|"):
            head = []
            continue
        if not head:
            head = cells(line)
        row = cells(line)
        if not {"tool", "minutes"} <= {*head} or row == head or set(line) <= set("|-: "):
            continue
        if chosen := named(head, row):
            yield i, head, row, chosen


def _put(parts: list[tuple[str, float]], head: list[str], row: list[str]) -> str:
    """Return the row with these tools and the sum of these minutes."""
    row[head.index("tool")] = ", ".join(dict.fromkeys(t for tool, _ in parts for t in tool.split(", ")))
    row[head.index("minutes")] = f"{sum(minutes for _, minutes in parts):.2f}"
    return "| " + " | ".join(row) + " |"


def rewritten(text: str, measure: Measure, only: set[str]) -> str:
    """Return the text of a page with the columns of its tables renewed. `only`: the proofs whose rows are written;
    empty: all.
    """
    lines = text.split("\n")
    for i, head, row, chosen in rows(lines):
        if not only or only & {p.name for p in chosen}:
            lines[i] = _put([measure(p) for p in chosen], head, row)
    return "\n".join(lines)


def summed(text: str, measured_page: str) -> str:
    """Return the text of a page whose rows have the sums of the rows of `measured_page`. A row with a proof
    that is not measured yet stays as it is.
    """
    parts = [
        ({p.name for p in chosen}, row[head.index("tool")], row[head.index("minutes")])
        for _, head, row, chosen in rows(measured_page.split("\n"))
    ]
    lines = text.split("\n")
    for i, head, row, chosen in rows(lines):
        names = {p.name for p in chosen}
        chosen_parts = [part for part in parts if part[0] & names]
        if {name for proofs, *_ in chosen_parts for name in proofs} != names:
            raise VambraceError(f"a row must name all proofs of each row of {PAGES[0]}: {', '.join(sorted(names))}")
        if all(minutes for *_, minutes in chosen_parts):
            lines[i] = _put([(tool, float(minutes)) for _, tool, minutes in chosen_parts], head, row)
    return "\n".join(lines)


def write(pages: list[Path], measure: Measure, only: set[str]) -> None:
    """Write the columns into both pages, which may change while proofs run."""
    first, second = pages
    rewritten(first.read_text(), measure, only)
    first.write_text(rewritten(first.read_text(), measure, only))
    second.write_text(summed(second.read_text(), first.read_text()))


if __name__ == "__main__":
    extras.need("silicon")
    known: dict[str, tuple[str, float]] = {}

    def once(proof: Proof) -> tuple[str, float]:
        if proof.name not in known:
            known[proof.name] = measured(proof)
            print(f"{proof.name}: {known[proof.name][0]}, {known[proof.name][1]:.2f} minutes", flush=True)
        return known[proof.name]

    write([root() / page for page in PAGES], once, {p.name for p in select(sys.argv[1:])} if sys.argv[1:] else set())
