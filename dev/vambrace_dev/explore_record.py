# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The record of the space examples/explore/zigbee-ibex.toml.

vambrace explore examples/explore/zigbee-ibex.toml --sampler all --csv all.csv
python -m vambrace_dev.explore_record all.csv  writes the record: the columns that differ, and the energy of the front
python -m vambrace_dev.explore_record          measures the energy of the recorded front again
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Mapping, Sequence

from vambrace.base.paths import root
from vambrace.explore import metrics, space
from vambrace.explore.parameters import Candidate, candidates
from vambrace.explore.space import Space
from vambrace.measure import planner

FILE = root() / "examples" / "explore" / "zigbee-ibex.csv"
SPACE = FILE.with_suffix(".toml")

#: Energy is measured for the front only: it takes longer than everything else.
ENERGY, FRONT = "nj", "on_front"

Row = dict[str, str]


def columns(of: Space) -> list[str]:
    """Return the columns of the record."""
    return [*of.parameters, *of.objectives, ENERGY, FRONT]


def by_words(of: Space) -> dict[tuple[str, ...], Candidate]:
    """Return the candidates by their values in a row."""
    return {tuple(map(one.text, of.parameters)): one for one in candidates(of.parameters)[0]}


def energies(of: Space, front: Sequence[Candidate], measure: bool) -> list[float | None]:
    """Return the energy of the mix of packets, in nJ, by candidate; None for those without records, which are measured
    first with `measure`.
    """
    wanted = [metrics.measurements(metrics.ENERGY, one, of.packets) for one in front]
    every = [m for some in wanted for m in some]
    outcome = planner.run(every, "energy of the front") if measure else planner.Outcome(planner.find(every))
    for line in planner.reasons(outcome):
        print(line, file=sys.stderr)
    found: list[float | None] = []
    for some in wanted:
        records = [record for m in some for record in outcome.records.get(m, ())]
        known = all(m in outcome.records for m in some)
        found.append(metrics.values(metrics.ENERGY, records, of.packets, of.operation)[ENERGY] if known else None)
    return found


def table(of: Space, rows: Sequence[Row], measured: Mapping[tuple[str, ...], float | None]) -> str:
    """Return the record as CSV. `measured`: energies by a row's values."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns(of), extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        nj = measured.get(words(of, row))
        writer.writerow({**row, ENERGY: "" if nj is None else f"{nj:.5g}"})
    return out.getvalue()


def words(of: Space, row: Row) -> tuple[str, ...]:
    """Return the values of a row."""
    return tuple(row[name] for name in of.parameters)


def main(arguments: Sequence[str]) -> int:
    kept = "--kept" in arguments
    (given,) = [name for name in arguments if name != "--kept"] or [str(FILE)]
    with open(given, newline="") as file:
        rows = list(csv.DictReader(file))
    of = space.read(SPACE)
    known = by_words(of)
    front = [words(of, row) for row in rows if row[FRONT] == "True"]
    measured = dict(zip(front, energies(of, [known[one] for one in front], not kept), strict=True))
    FILE.write_text(table(of, rows, measured))
    missing = sum(value is None for value in measured.values())
    print(f"energy of {len(measured) - missing} of {len(measured)} candidates on the front")
    return int(missing > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
