# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The records that other versions of Vambrace measured, which are in no chart and no other table."""

from dataclasses import replace

from vambrace.measure.registry import KINDS
from vambrace.results.schema import Json
from vambrace.view.report.elements import FACETS, Row, Section, Table, words
from vambrace.view.report.gather import Data, version_of
from vambrace.view.report.sections import of_kind

_INTRO = (
    "Records of files that other versions of Vambrace wrote. What is measured, and how, may have changed since, so no "
    "chart and no table above contains them. The commands measure them again."
)


def others(data: Data) -> Section:
    tables = tuple(_table(data, kind, some) for kind, some in data.others.items())
    return Section("others", "Records of other versions", _INTRO, tables=tables)


def _table(data: Data, kind: str, some: list[Json]) -> Table:
    """Return the table of a kind, with the version after the names."""
    title = KINDS[kind].title
    built = of_kind.table(data, kind, f"{title[0].upper()}{title[1:]}, by other versions", FACETS, records=some)
    n = built.names
    rows = tuple(
        Row((*row.values[:n], version_of(record), *row.values[n:]), row.facets, row.how)
        for record, row in zip(some, built.rows, strict=True)
    )
    return replace(
        built,
        id=f"others-{kind}-table",
        columns=(*built.columns[:n], words("version"), *built.columns[n:]),
        rows=rows,
        names=n + 1,
        folded=True,
    )
