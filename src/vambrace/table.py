# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records as tables: for a terminal of 80 columns, and as Markdown for a document."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from vambrace import config, peer_table
from vambrace.grid import Grid, number


def grids(records: list[dict], every: bool = False) -> Iterator[Grid]:
    """Yield the tables of each core: sealing beside the published figures, then the rest.

    Extension sets that leave an algorithm's program unchanged are left out unless
    `every` is set: their counts are those of the next smaller set. Then, where libraries
    of others were measured, the comparison with them.
    """
    yield from _own_grids([r for r in records if r["library"] == peer_table.OURS], every)
    yield from peer_table.grids(records, every)


def _own_grids(records: list[dict], every: bool) -> Iterator[Grid]:
    for core in dict.fromkeys(r["core"] for r in records):
        found = {
            (r["algorithm"], r["extensions"], r["scenario"], r["operation"]): r for r in records if r["core"] == core
        }
        scenarios = list(dict.fromkeys(key[2] for key in found))
        names = dict.fromkeys(key[:2] for key in found)
        names = [(a, e) for a, e in names if every or e in ("none", *config.algorithms()[a].uses)]
        names.sort(key=lambda name: list(config.algorithms()).index(name[0]))
        place = core + ("" if records[0]["profile"] == "speed" else f", {records[0]['profile']} profile")
        yield _sealing(place, found, names, scenarios)
        yield _the_rest(place, found, names, scenarios)
        yield _memory(place, found, names, scenarios)


def _sealing(place: str, found: dict, names: list, scenarios: list[str]) -> Grid:
    head = ["algorithm", "extensions"]
    for scenario in scenarios:
        head += [f"{scenario} published", f"{scenario} ours", "faster"]
    rows = []
    for name in names:
        row = list(name)
        for scenario in scenarios:
            record = found[(*name, scenario, _operations(name)[0])]
            published, ours = record["published_cycles"], record["cycles"]
            row += [number(published), number(ours), f"{published / ours:.2f}x" if published else ""]
        rows.append(row)
    shapes = [config.scenarios()[s] for s in scenarios]
    lengths = ", ".join(f"{s.name} {s.ad}+{s.message} bytes" for s in shapes)
    return Grid(f"Cycles to {_verbs(names)} a packet on {place} ({lengths})", head, rows)


def _the_rest(place: str, found: dict, names: list, scenarios: list[str]) -> Grid:
    head = ["algorithm", "extensions", *(f"{s} open" for s in scenarios), "key set-up"]
    rows = []
    for name in names:
        forward, *back = _operations(name)
        opened = [found[(*name, s, back[0])]["cycles"] if back else None for s in scenarios]
        seal = found[(*name, scenarios[0], forward)]
        setup = seal["cycles_with_key_setup"] - seal["cycles"]
        rows.append([*name, *map(number, [*opened, setup])])
    return Grid(f"Cycles to {_verbs(names, back=True) or 'undo it'} and to set up a key on {place}", head, rows)


def _memory(place: str, found: dict, names: list, scenarios: list[str]) -> Grid:
    head = ["algorithm", "extensions", "code", "static", "stack", "sum", "published", "key"]
    rows = []
    for name in names:
        seal = [found[(*name, s, _operations(name)[0])] for s in scenarios]
        parts = [seal[0]["code_bytes"], seal[0]["static_bytes"], max(r["stack_bytes"] for r in seal)]
        figures = [*parts, sum(parts), seal[0]["published_bytes"], seal[0]["key_bytes"]]
        rows.append([*name, *map(number, figures)])
    return Grid(f"Bytes of memory to set up a key and {_verbs(names)} on {place}", head, rows)


def _operations(name: tuple[str, str]) -> tuple[str, ...]:
    return config.algorithms()[name[0]].operations


def _verbs(names: list, back: bool = False) -> str:
    """The operations of all rows in words: "seal", or "seal or encrypt"."""
    kinds = [_operations(name)[back : 1 + back] for name in names]
    return " or ".join(dict.fromkeys(verb for verbs in kinds for verb in verbs))


def print_tables(records: list[dict], console: Console, every: bool = False) -> None:
    """Print all tables."""
    for grid in grids(records, every):
        table = Table(
            title=grid.title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False, padding=0
        )
        for i, heading in enumerate(grid.head):
            style = {"ours": "bold", "faster": "green"}.get(heading.split()[-1], "")
            table.add_column(
                heading.replace(" ", "\n"), justify="left" if i < 2 else "right", style=style, no_wrap=True
            )
        for row, following in zip(grid.rows, [*grid.rows[1:], None], strict=True):
            table.add_row(*row, end_section=following is not None and following[0] != row[0])
        console.print(table)
        for note in grid.notes:
            console.print(note, highlight=False)


def grid_markdown(grid: Grid) -> str:
    """Return one table in Markdown, without its title."""
    rule = [":--", ":--", *["--:"] * (len(grid.head) - 2)]
    return "".join(f"| {' | '.join(line)} |\n" for line in [grid.head, rule, *grid.rows])


def markdown(records: list[dict], every: bool = False) -> str:
    """Return all tables in Markdown."""
    return "\n".join(
        "\n".join([grid.title, "", grid_markdown(grid), *(f"{note}\n" for note in grid.notes)])
        for grid in grids(records, every)
    )
