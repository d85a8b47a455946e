# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records as tables for a terminal."""

from rich.console import Console
from rich.table import Table

from vambrace import config


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _ratio(published: int | None, ours: int | None) -> str:
    return f"{published / ours:.2f}x" if published and ours else ""


def print_tables(records: list[dict], console: Console, every: bool = False) -> None:
    """Print a table per core: published cycles, ours, and how many times faster.

    Extension sets that leave an algorithm's program unchanged are left out unless
    `every` is set: their counts are those of the next smaller set.
    """
    for core in dict.fromkeys(r["core"] for r in records):
        _print_core(core, [r for r in records if r["core"] == core], console, every)


def _print_core(core: str, records: list[dict], console: Console, every: bool) -> None:
    scenarios = list(dict.fromkeys(r["scenario"] for r in records))
    table = Table(title=f"Cycles on {core}", title_justify="left", title_style="bold")
    table.add_column("algorithm")
    table.add_column("extensions")
    for scenario in scenarios:
        shape = config.scenarios()[scenario]
        table.add_column(f"{scenario}\n{shape.ad}+{shape.message} B\npublished", justify="right")
        table.add_column("\n\nseal", justify="right", style="bold")
        table.add_column("\n\nfaster", justify="right", style="green")
        table.add_column("\n\nopen", justify="right")
    table.add_column("key\nset-up", justify="right")
    table.add_column("code\nbytes", justify="right")
    table.add_column("stack\nbytes", justify="right")

    def find(algorithm: str, extensions: str, scenario: str, operation: str) -> dict | None:
        wanted = (algorithm, extensions, scenario, operation)
        names = ("algorithm", "extensions", "scenario", "operation")
        return next((r for r in records if tuple(r[n] for n in names) == wanted), None)

    for algorithm in dict.fromkeys(r["algorithm"] for r in records):
        known = config.algorithms()[algorithm]
        for extensions in dict.fromkeys(r["extensions"] for r in records):
            if not every and extensions != "none" and extensions not in known.uses:
                continue
            cells, some = [algorithm, extensions], None
            for scenario in scenarios:
                seal = find(algorithm, extensions, scenario, "seal")
                opened = find(algorithm, extensions, scenario, "open")
                some = seal or some
                published = seal["published_cycles"] if seal else None
                cells += [
                    _number(published),
                    _number(seal and seal["cycles"]),
                    _ratio(published, seal and seal["cycles"]),
                    _number(opened and opened["cycles"]),
                ]
            if some is None:
                continue
            setup = some["cycles_with_key_setup"] - some["cycles"]
            cells += [_number(setup), _number(some["code_bytes"]), _number(some["stack_bytes"])]
            table.add_row(*cells)
        table.add_section()
    console.print(table)
