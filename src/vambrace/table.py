# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records as tables: for a terminal, and as Markdown for a document."""

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from vambrace import config


@dataclass(frozen=True)
class Cell:
    """One scenario of a row: sealing as published, ours, and our opening, in cycles."""

    published: int | None
    seal: int | None
    open: int | None

    def texts(self) -> list[str]:
        faster = f"{self.published / self.seal:.2f}x" if self.published and self.seal else ""
        return [_number(self.published), _number(self.seal), faster, _number(self.open)]


@dataclass(frozen=True)
class Row:
    algorithm: str
    extensions: str
    cells: list[Cell]
    key_setup: int
    code_bytes: int
    stack_bytes: int

    def texts(self) -> list[str]:
        cells = [text for cell in self.cells for text in cell.texts()]
        return [
            self.algorithm,
            self.extensions,
            *cells,
            *map(_number, (self.key_setup, self.code_bytes, self.stack_bytes)),
        ]


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def scenarios_of(records: list[dict]) -> list[config.Scenario]:
    return [config.scenarios()[name] for name in dict.fromkeys(r["scenario"] for r in records)]


def rows(records: list[dict], every: bool = False) -> list[Row]:
    """Return the rows of one core's records.

    Extension sets that leave an algorithm's program unchanged are left out unless
    `every` is set: their counts are those of the next smaller set.
    """
    found = {(r["algorithm"], r["extensions"], r["scenario"], r["operation"]): r for r in records}
    result = []
    for algorithm, extensions in dict.fromkeys((r["algorithm"], r["extensions"]) for r in records):
        if not every and extensions not in ("none", *config.algorithms()[algorithm].uses):
            continue
        cells, first = [], None
        for scenario in scenarios_of(records):
            seal = found.get((algorithm, extensions, scenario.name, "seal"))
            opened = found.get((algorithm, extensions, scenario.name, "open"))
            first = first or seal
            cells.append(Cell(seal and seal["published_cycles"], seal and seal["cycles"], opened and opened["cycles"]))
        if first is not None:
            setup = first["cycles_with_key_setup"] - first["cycles"]
            result.append(Row(algorithm, extensions, cells, setup, first["code_bytes"], first["stack_bytes"]))
    return sorted(result, key=lambda row: list(config.algorithms()).index(row.algorithm))


def print_tables(records: list[dict], console: Console, every: bool = False) -> None:
    """Print a table per core: published cycles, ours, and how many times faster."""
    for core in dict.fromkeys(r["core"] for r in records):
        of_core = [r for r in records if r["core"] == core]
        table = Table(title=f"Cycles on {core}", title_justify="left", title_style="bold")
        table.add_column("algorithm")
        table.add_column("extensions")
        for s in scenarios_of(of_core):
            table.add_column(f"{s.name}\n{s.ad}+{s.message} B\npublished", justify="right")
            table.add_column("\n\nseal", justify="right", style="bold")
            table.add_column("\n\nfaster", justify="right", style="green")
            table.add_column("\n\nopen", justify="right")
        for heading in ("\nkey\nset-up", "\ncode\nbytes", "\nstack\nbytes"):
            table.add_column(heading, justify="right")
        previous = None
        for row in rows(of_core, every):
            if previous not in (None, row.algorithm):
                table.add_section()
            previous = row.algorithm
            table.add_row(*row.texts())
        console.print(table)


def markdown(records: list[dict], every: bool = False) -> str:
    """Return the same tables in Markdown."""
    parts = []
    for core in dict.fromkeys(r["core"] for r in records):
        of_core = [r for r in records if r["core"] == core]
        head = ["algorithm", "extensions"]
        for s in scenarios_of(of_core):
            head += [f"{s.name} {s.ad}+{s.message} B, published", "seal", "faster", "open"]
        head += ["key set-up", "code bytes", "stack bytes"]
        rule = [":--", ":--", *["--:"] * (len(head) - 2)]
        lines = [head, rule, *(row.texts() for row in rows(of_core, every))]
        parts.append(f"Cycles on {core}\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines))
    return "\n".join(parts)
