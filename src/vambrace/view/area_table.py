# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Area tables: points of a core, blocks, and modules."""

from collections.abc import Iterable, Iterator, Sequence

from vambrace.base.grid import Grid
from vambrace.measure.kinds.area import Area
from vambrace.results.schema import Json
from vambrace.view.kind_table import of_subjects


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield the tables of the points of each core, of blocks, and of modules if records have them."""
    records = [Area.of(r) for r in raw]
    yield from of_subjects("area", "area", records, _notes)
    for r in records:
        for name, part in r.parts.items():
            if part.modules:
                yield _modules(r.block or f"{r.core}/{r.extensions}", name, part.modules)


def _modules(subject: str, part: str, modules: dict[str, float]) -> Grid:
    total = sum(modules.values())
    ordered = sorted(modules.items(), key=lambda m: -m[1])
    rows = [[name, f"{kge:.2f}", f"{100 * kge / total:.1f} %"] for name, kge in ordered]
    notes = ("a module's own cells, in all of its instances; modules are not flattened, which costs some area",)
    return Grid(f"{subject}, {part}: modules, {total:.2f} kGE", ["module", "kGE", "share"], rows, notes, names=1)


def _notes(records: Sequence[Area]) -> Iterator[str]:
    c = records[0].configuration
    if records[0].core:
        more = "more: increase over the bare core; " * any(r.extensions == "none" for r in records)
        yield f"{more}kGE: the sum of parts that are synthesised separately"
    yield f"{c.liberty}, 1 GE = {c.gate_equivalent:g} (NAND of two inputs); no placement, hence no wire area"
    versions = ", ".join(f"{name} {version}" for name, version in records[0].tools.items())
    yield f"memories are reported in bits, not in cells; {versions}"
