# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The first look: what each algorithm takes in software, with extensions, and on the engine."""

from collections.abc import Iterator, Sequence

from vambrace import config
from vambrace.view.report.elements import Column, Facets, Row, Section, Table, places, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.panels import forward, grouped, title

_NOTE = (
    "Cycles of the forward operation (sealing, encrypting, hashing) without key set-up. The best set is the one with "
    "the fewest cycles that is no engine; the best engine is any engine or AES unit, whatever couples it."
)


def overview(data: Data) -> Section:
    some = [r for r in data.of("bench", library="vambrace", profile="speed") if forward(r) and _warm(r)]
    rows = tuple(_row(data, facets, group) for facets, group in grouped(some))
    columns = (
        words("algorithm"),
        words("core"),
        words("scenario"),
        Column("published"),
        Column("software"),
        words("best set"),
        Column("cycles"),
        Column("against software", places(2, "x")),
        words("best engine"),
        Column("cycles"),
        Column("against software", places(1, "x")),
    )
    table = Table("overview-table", "The fewest cycles of each algorithm", columns, rows, (_NOTE,), names=3)
    return Section("overview", "At a glance", "", tables=(table,), missing="vambrace bench")


def _warm(record: dict) -> bool:
    return record["configuration"]["caches"] != "cold"


def _row(data: Data, facets: Facets, group: list[dict]) -> Row:
    sets = config.extension_sets()
    accelerated = [r for r in group if sets[r["extensions"]].engine or sets[r["extensions"]].aes_unit]
    plain = next((r for r in group if r["extensions"] == "none"), None)
    extended = [r for r in group if r not in accelerated and r is not plain]
    chosen = [r for r in (_least(extended), _least(accelerated)) if r]
    cells = [*_compared(_least(extended), plain), *_compared(_least(accelerated), plain)]
    published = plain["published_cycles"] if plain else None
    values = (
        title(facets["algorithm"]),
        facets["core"],
        facets["scenario"],
        published,
        plain["cycles"] if plain else None,
        *cells,
    )
    return Row(values, facets, data.how.of("bench", *([plain] if plain else []), *chosen))


def _least(records: Sequence[dict]) -> dict | None:
    """The record with the fewest cycles: of equal ones the first, which has the fewest units."""
    return min(records, key=lambda r: r["cycles"], default=None)


def _compared(record: dict | None, plain: dict | None) -> Iterator[str | float | None]:
    if record is None or (plain is not None and record["cycles"] >= plain["cycles"]):
        yield from ("", None, None)
        return
    yield record["extensions"]
    yield record["cycles"]
    yield plain["cycles"] / record["cycles"] if plain else None
