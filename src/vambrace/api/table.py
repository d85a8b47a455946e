# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records as a Python sequence of rows, with conversions to data frames, text and charts."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from vambrace import __version__
from vambrace.base import checkout
from vambrace.base.errors import MissingTool, UsageError, choose
from vambrace.base.output import Output
from vambrace.base.paths import is_checkout

if TYPE_CHECKING:
    import altair
    import pandas
    import polars

Row = Mapping[str, Any]


class Records(Sequence[Row]):
    """Immutable rows of one kind: the records of docs/reference/records.md, or the candidates of an exploration."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = tuple(rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> Records: ...

    def __getitem__(self, index: int | slice) -> Row | Records:
        return Records(self._rows[index]) if isinstance(index, slice) else self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __repr__(self) -> str:
        return f"Records({len(self)} rows: {', '.join(self.columns)})"

    @property
    def columns(self) -> list[str]:
        """Return the names of all fields with single values, in their order. Objects in a record are omitted."""
        names = dict.fromkeys(name for row in self for name in row)
        return [name for name in names if not any(isinstance(row.get(name), dict | list) for row in self)]

    def where(self, keep: Callable[[Row], bool] | None = None, **fields: object) -> Records:
        """Return the rows whose fields have these values, and for which `keep` is true."""
        for name in fields:
            self._known(name)
        return Records(
            [row for row in self if all(row.get(n) == v for n, v in fields.items()) and (keep is None or keep(row))]
        )

    def polars(self) -> polars.DataFrame:
        """Return a Polars data frame. MissingTool without that package."""
        frame = _package("polars").DataFrame
        return frame({name: [row.get(name) for row in self] for name in self.columns}, strict=False)  # type: ignore[no-any-return]

    def pandas(self) -> pandas.DataFrame:
        """Return a pandas data frame. MissingTool without that package."""
        frame = _package("pandas").DataFrame
        return frame({name: [row.get(name) for row in self] for name in self.columns})

    def parquet(self, file: str | Path | Output) -> None:
        """Write the rows as a Parquet file. MissingTool without Polars, OSError if the file cannot be written."""
        data = io.BytesIO()
        self.polars().write_parquet(data)
        (file if isinstance(file, Output) else Output(file)).write(data.getvalue())

    def bibtex(self, key: str = "vambrace") -> str:
        """Return a BibTeX entry that cites what measured the rows: this version of Vambrace, and the tools that the
        records name."""
        tools: dict[str, None] = {}
        for row in self:
            tools |= {f"{name} {version}": None for name, version in row.get("tools", {}).items() if name != "vambrace"}
        made_of = f"commit {checkout.commit()}" if is_checkout() else "installed package"
        measured = f"; measured with {', '.join(sorted(tools))}" if tools else ""
        fields = {
            "title": "{Vambrace}: hardware-accelerated authenticated encryption for {RISC-V}",
            "author": "{Vambrace contributors}",
            "year": str(datetime.now(UTC).year),
            "version": __version__,
            "note": _escaped(made_of + measured),
        }
        return f"@software{{{key},\n" + "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items()) + "}\n"

    def csv(self) -> str:
        """Return the rows as CSV, in the format of the option --csv of commands."""
        from vambrace.results.records import as_csv

        return as_csv([dict(row) for row in self])

    def markdown(self, *columns: str) -> str:
        """Return a Markdown table of some columns, or of all."""
        names = self._chosen(columns)
        rows = [[_text(row.get(name)) for name in names] for row in self]
        lines = [names, [":--" if self._is_text(name) else "--:" for name in names], *rows]
        return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)

    def latex(self, *columns: str) -> str:
        """Return a LaTeX tabular environment with the rules of booktabs, of some columns, or of all."""
        names = self._chosen(columns)
        rows = [[_escaped(_text(row.get(name))) for name in names] for row in self]
        head = " & ".join(_escaped(name) for name in names)
        body = "".join(f"{' & '.join(row)} \\\\\n" for row in rows)
        form = "".join("l" if self._is_text(name) else "r" for name in names)
        rules = f"\\toprule\n{head} \\\\\n\\midrule\n{body}\\bottomrule\n"
        return f"\\begin{{tabular}}{{{form}}}\n{rules}\\end{{tabular}}\n"

    def chart(self, x: str, y: str, color: str | None = None) -> altair.Chart:
        """Return an Altair chart with a point for each row. MissingTool without that package."""
        for name in (x, y, *([color] if color else [])):
            self._known(name)
        drawn = _package("altair")
        rows = [{name: row.get(name) for name in self.columns} for row in self]
        encoded = {"x": x, "y": y, **({"color": color} if color else {})}
        chart = drawn.Chart(drawn.Data(values=rows)).mark_point()
        kinds = {k: f"{name}:{'N' if self._is_text(name) else 'Q'}" for k, name in encoded.items()}
        return chart.encode(**kinds, tooltip=[f"{name}:N" for name in self.columns])

    def _known(self, name: str) -> None:
        if not self:
            raise UsageError("there are no records")
        choose("column", name, self.columns)

    def _chosen(self, columns: Sequence[str]) -> list[str]:
        for name in columns:
            self._known(name)
        return list(columns) or self.columns

    def _is_text(self, name: str) -> bool:
        return any(isinstance(row.get(name), str | bool) for row in self)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if type(value) is int else str(value)


_SPECIAL = {c: f"\\{c}" for c in "&%$#_{}"} | {
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
}


def _escaped(text: str) -> str:
    """Return a text with LaTeX's special characters escaped."""
    return "".join(_SPECIAL.get(character, character) for character in text)


def _package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingTool(f"the Python package {name} is missing. Get it with: pip install {name}") from None
