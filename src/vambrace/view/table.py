# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records as tables: for a terminal of 80 columns, and as Markdown for a document."""

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from vambrace import config
from vambrace.base.grid import Grid, number
from vambrace.measure.kinds import columns
from vambrace.results.schema import Json
from vambrace.view import peer_table

# rich is loaded where something is drawn.
if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def grids(records: list[Json], every: bool = False) -> Iterator[Grid]:
    """Yield the tables of each core and kind of algorithm: cycles, with the published figures where
    there are any, those of frames, then memory.

    Extension sets that leave an algorithm's program unchanged are left out unless
    `every` is set: their counts are those of the next smaller set. Then, where libraries
    of others were measured, the comparison with them.
    """
    ours = [r for r in records if r["library"] == peer_table.OURS]
    for core in dict.fromkeys(r["core"] for r in ours):
        for kind in config.OPERATIONS:
            some = [r for r in ours if (r["core"], r["kind"]) == (core, kind)]
            shapes = [[r for r in some if columns.in_frame(r) == framed] for framed in (False, True)]
            found = [group for group in (_Group(shape, every) for shape in shapes) if group.names]
            for group in found:
                yield from _cycles(group, group is found[0])
            if found:
                yield _memory(found[0])
    yield from peer_table.grids(records, every)


class _Group:
    """Our records of one core and one kind of algorithm."""

    def __init__(self, records: list[Json], every: bool) -> None:
        self.found = {(r["algorithm"], r["extensions"], r["scenario"], r["operation"]): r for r in records}
        self.scenarios = list(dict.fromkeys(r["scenario"] for r in records))
        known = config.algorithms()
        names = dict.fromkeys((r["algorithm"], r["extensions"]) for r in records)
        self.names = [(a, e) for a, e in names if every or known[a].gains_from(config.extension_sets()[e])]
        self.names.sort(key=lambda name: list(known).index(name[0]))
        if records:
            self.kind, self.in_frame = records[0]["kind"], columns.in_frame(records[0])
            self.operations = config.OPERATIONS[self.kind]
            # A row of which one measurement failed is left out: the failure is reported.
            cells = [(s, o) for s in self.scenarios for o in self.operations]
            self.names = [name for name in self.names if all((*name, *cell) in self.found for cell in cells)]
            profile = records[0]["profile"]
            self.place = records[0]["core"] + ("" if profile == "speed" else f", {profile} profile")
            caches = records[0]["configuration"]["caches"]
            self.place += (f", {caches} caches" if caches else "") + columns.accesses(records[0])
        self.published = any(r["published_cycles"] for r in records)
        self.as_published = any(r["profile"] == "size" for r in records)

    def record(self, name: tuple[str, str], scenario: str, back: bool = False) -> Json:
        """The record of a row: of the forward operation, or of the one that undoes it."""
        return self.found[(*name, scenario, self.operations[back])]

    def key_setup(self, name: tuple[str, str]) -> int:
        first = self.record(name, self.scenarios[0])
        return int(first["cycles_with_key_setup"] - first["cycles"])


def _cycles(group: _Group, first: bool) -> Iterator[Grid]:
    """The tables of cycles; the first group of an algorithm's kind has the notes on lengths."""
    what, lengths = peer_table.MESSAGE[group.kind, group.in_frame], shapes(group.kind, group.scenarios)
    notes = tuple(length_notes([a for a, _ in group.names], group.scenarios)) if first else ()
    if group.in_frame:
        lengths, notes = "", (lengths, *notes)
    lengths = f" ({lengths})" if lengths else ""
    forward, *back = group.operations
    if group.published:
        if not group.as_published:
            notes = (*notes, "published: compiled with -Os; --profile size compares the same build")
        yield Grid(f"Cycles to {forward} {what} on {group.place}{lengths}", *_beside_published(group), notes)
        head = ["algorithm", "extensions", *(f"{s} {back[0]}" for s in group.scenarios), "key set-up"]
        rows = [
            [*n, *(number(group.record(n, s, True)["cycles"]) for s in group.scenarios), number(group.key_setup(n))]
            for n in group.names
        ]
        yield Grid(f"Cycles to {back[0]} and to set up a key on {group.place}", head, rows)
        return
    columns = [(s, bool(i)) for s in group.scenarios for i in range(len(group.operations))]
    head = ["algorithm", "extensions", *(f"{s} {group.operations[b]}" for s, b in columns)]
    rows = [[*n, *(number(group.record(n, s, b)["cycles"]) for s, b in columns)] for n in group.names]
    if group.kind != "hash":
        head.append("key set-up")
        rows = [[*row, number(group.key_setup(name))] for row, name in zip(rows, group.names, strict=True)]
    yield Grid(f"Cycles to {' and '.join(group.operations)} {what} on {group.place}{lengths}", head, rows, notes)


def _beside_published(group: _Group) -> tuple[list[str], list[list[str]]]:
    """Rows with the published cycles. Only those of the size profile are compared: the papers compile with -Os."""
    head = ["algorithm", "extensions"]
    for scenario in group.scenarios:
        head += [f"{scenario} published", f"{scenario} ours"] + ["faster"] * group.as_published
    rows = []
    for name in group.names:
        row = list(name)
        for scenario in group.scenarios:
            record = group.record(name, scenario)
            published, ours = record["published_cycles"], record["cycles"]
            row += [number(published), number(ours)]
            row += [f"{published / ours:.2f}x" if published else ""] * group.as_published
        rows.append(row)
    return head, rows


def shapes(kind: str, scenarios: list[str]) -> str:
    """Return the lengths of scenarios in words, as a kind of algorithm uses them."""
    every = [config.scenarios()[s] for s in scenarios]
    return ", ".join(f"{s.name} {f'{s.ad}+' if kind == 'aead' else ''}{s.message} bytes" for s in every)


def length_notes(algorithms: list[str], scenarios: list[str]) -> Iterator[str]:
    """Yield what is to be said about algorithms whose messages are not those of the scenarios."""
    known = [config.algorithms()[a] for a in dict.fromkeys(algorithms)]
    every = [config.scenarios()[s] for s in scenarios]
    blocks = dict.fromkeys(a.mode.upper() for a in known if "blocks" in a.features)
    if blocks:
        taken = " and ".join(f"{s.message - s.message % 16} of {s.message}" for s in every)
        yield f"{' and '.join(blocks)} take{'s' * (len(blocks) == 1)} whole blocks: {taken} bytes"
    for a in known:
        if "customization" in a.features:
            yield f"{a.name}: with a customization string of {' and '.join(str(s.ad) for s in every)} bytes"


def _memory(group: _Group) -> Grid:
    has_key, has_back = group.kind != "hash", group.kind == "cipher"
    published = any(r["published_bytes"] for r in group.found.values())
    head = ["algorithm", "extensions", "code", "static", "stack", "sum"]
    head += ["published"] * published + ["key"] * has_key
    head += [f"code to {group.operations[-1]}"] * has_back
    rows = []
    for name in group.names:
        forward = [group.record(name, s) for s in group.scenarios]
        first = forward[0]
        parts = [first["code_bytes"], first["static_bytes"], max(r["stack_bytes"] for r in forward)]
        figures = [*parts, sum(parts), *[first["published_bytes"]] * published, *[first["key_bytes"]] * has_key]
        if has_back:
            figures.append(group.record(name, group.scenarios[0], True)["code_bytes"])
        rows.append([*name, *map(number, figures)])
    what = f"{'set up a key and ' if has_key else ''}{group.operations[0]}"
    notes = ["stack: the deepest of these runs; vambrace memory has the worst case"]
    if published and not group.as_published:
        notes.append("published: of programs built for size; --profile size compares with the same build")
    return Grid(f"Bytes of memory to {what} on {group.place}", head, rows, tuple(notes))


def _broken(word: str) -> str:
    """A word of a heading; a long one in parts, since it alone would make its column wide."""
    return re.sub(r"([-+])", r"\1\n", word) if len(word) > 8 else word


def print_grids(every: Iterable[Grid], console: "Console") -> None:
    for grid in every:
        console.print(grid.title, style="bold", highlight=False)
        if grid.head:
            console.print(_table(grid))
        for note in grid.notes:
            console.print(note, highlight=False)
        if grid.notes:
            console.print()


def _table(grid: Grid) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=0)
    for i, heading in enumerate(grid.head):
        style = {"ours": "bold", "faster": "green"}.get(heading.split()[-1], "")
        justify: Literal["left", "right"] = "left" if i < grid.names else "right"
        title, whole = "\n".join(map(_broken, heading.split())), not (grid.wraps and i < grid.names)
        table.add_column(title, justify=justify, style=style, no_wrap=whole)
    for row, following in zip_longest(grid.rows, grid.rows[1:]):
        ends = grid.names > 1 and following is not None and following[0] != row[0]
        table.add_row(*row, end_section=ends)
    return table


def grid_markdown(grid: Grid) -> str:
    """Return one table in Markdown, without its title; nothing where it is notes alone."""
    if not grid.head:
        return ""
    rule = [*[":--"] * grid.names, *["--:"] * (len(grid.head) - grid.names)]
    return "".join(f"| {' | '.join(line)} |\n" for line in [grid.head, rule, *grid.rows])


def grids_markdown(every: Iterable[Grid]) -> str:
    return "\n".join(
        "\n".join([grid.title, "", grid_markdown(grid), *(f"{note}\n" for note in grid.notes)]) for grid in every
    )
