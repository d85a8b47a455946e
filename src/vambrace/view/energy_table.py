# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Energy tables: microjoules per packet by component, and the savings compared with software."""

from collections.abc import Iterable, Iterator

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.measure.kinds.energy import Energy
from vambrace.results.schema import Json
from vambrace.view.figures import microjoules
from vambrace.view.kind_table import grid, groups


def energy(nj: float | None) -> str:
    """Return microjoules with three significant figures; "-" for an unknown value."""
    return "-" if nj is None else microjoules(nj / 1000)


def grids(raw: Iterable[Json]) -> Iterator[Grid]:
    """Yield a table for each core, operation and scenario. For each kind of algorithm only the first operation is
    shown, because the other one takes the same energy within a few percent. Tables of modules follow if records have
    them.
    """
    forward = {a.name: a.operations[0] for a in config.algorithms().values()}
    shown = [r for r in map(Energy.of, raw) if r.operation == forward[r.algorithm]]
    for group in groups(shown, "core", "operation", "scenario"):
        first, rows = group[0], [r for some in groups(group, "algorithm") for r in some]
        title = f"Energy in µJ to {first.operation} a packet on {first.core}, {first.scenario}"
        yield grid("energy", title, rows, list(_notes(group)))
    for r in shown:
        if r.modules_nj:
            yield _modules(r, r.modules_nj)


def _notes(group: list[Energy]) -> Iterator[str]:
    m = group[0].model  # a command uses one for all measurements
    yield f"{m.library}, {m.voltage or '-'} V, slew {m.slew_ns:g} ns, leakage at {m.leakage_at_mhz:g} MHz"
    yield "without delays (no glitches), wires and clock tree"
    engine = ", withheld plaintext" * any(r.engine_memory_nj is not None for r in group)
    memories = f"memories of instructions, data{engine}"
    yield f"{memories}: {m.read_fj_per_bit:g} fJ a bit read, {m.write_fj_per_bit:g} written ({m.memory})"
    for reason in dict.fromkeys(text for r in group for text in r.missing.values()):
        yield f"left out: {reason}"


def _modules(r: Energy, modules: dict[str, float | None]) -> Grid:
    total = None if None in modules.values() else sum(nj for nj in modules.values() if nj)
    rows, small = [], 0.0
    for path, nj in sorted(modules.items(), key=lambda x: -(x[1] or 0.0)):
        if total and nj is not None and nj < 0.005 * total:
            small += nj
        else:
            rows.append([path, energy(nj), "-" if not total or nj is None else f"{100 * nj / total:.1f} %"])
    if small and total:
        rows.append(["all others", energy(small), f"{100 * small / total:.1f} %"])
    rows.append(["all", energy(total), ""])
    what = f"{r.operation} {r.algorithm}, {r.scenario}, {r.core}/{r.extensions}"
    note = "from a separate netlist without flattening: the same program, somewhat more cells"
    return Grid(f"Energy of the core in µJ by module: {what}", ["module", "µJ", "share"], rows, (note,), names=1)
