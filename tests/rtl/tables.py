# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of a README, which tests recompute."""

from __future__ import annotations

from pathlib import Path


def table(readme: Path, first: str) -> dict[str, list[str]]:
    """The Markdown table whose head begins with the cell `first`: the other cells of each row by the first cell of the
    row; those of the head under `first`."""
    rows: dict[str, list[str]] = {}
    for line in readme.read_text().split("\n"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            if rows:
                return rows
        elif (rows or cells[0] == first) and set(cells[0]) - set("-: "):
            rows[cells[0]] = cells[1:]
    assert rows, f"{readme} has no table {first!r}"
    return rows


def cycles(readme: Path, first: str) -> dict[str, list[int]]:
    """The same table's rows of numbers, without its head."""
    return {name: [int(c.replace(",", "")) for c in row] for name, row in table(readme, first).items() if name != first}
