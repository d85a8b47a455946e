# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A trade-off as tables, one for each algorithm and scenario, and as records."""

from collections.abc import Iterator, Mapping, Sequence

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.results.pareto import (
    MARGIN,
    METRICS,
    OFF,
    ON,
    OURS,
    PUBLISHED,
    PUBLISHED_TECHNOLOGY,
    Place,
    front,
    groups,
    least,
    standing,
)
from vambrace.results.schema import SCHEMA, Json

#: The largest relative difference between the area of a simulated netlist and the sum of the separate parts.
_SAME_NETLIST = 0.05


def fronts(group: Sequence[Place]) -> dict[str, list[Place]]:
    """Return the front of each metric that a group has."""
    return {m: on_front for m in METRICS if (on_front := front(group, m))}


def standings(place: Place, group: Sequence[Place]) -> dict[str, str]:
    """Return the standing of our place by metric; for a published place, OFF for every metric of the group."""
    known = [m for m in METRICS if any(p.source == OURS and p.of(m) is not None for p in group)]
    ours = place.source == OURS
    return {m: standing(place, group, m) if ours and place.of(m) is not None else OFF for m in known}


def marks(standings: Mapping[str, str]) -> str:
    """Return the metrics by which a place is on the front; undecided ones in parentheses."""
    return " ".join(m if s == ON else f"({m})" for m, s in standings.items() if s != OFF)


def grids(places: Sequence[Place], by: str) -> Iterator[Grid]:
    """Yield the tables; a star marks the front of `by`."""
    grouped = groups(places)
    for number, ((algorithm, scenario), group) in enumerate(grouped.items(), start=1):
        notes = [*_group_notes(group, by), *(_notes(places) if number == len(grouped) else ())]
        yield _table(algorithm, scenario, group, by, tuple(notes))


def _table(algorithm: str, scenario: str, group: list[Place], by: str, notes: tuple[str, ...]) -> Grid:
    on = fronts(group)
    energy = any(p.energy is not None for p in group)
    rows = []
    for p in group:
        mark = f" ({p.note})" if p.note else " *" * (p in on.get(by, ()))
        row = [p.point + mark, _figure(p.kge, 2), _figure(p.cycles), _figure(p.bytes), *[_figure(p.energy)] * energy]
        row += [_figure(p.area_delay), *[_figure(p.energy_delay)] * energy]
        rows.append([*row, marks(standings(p, group))])
    head = ["point", "kGE", "cycles", "bytes", *["nJ"] * energy, "area-delay", *["energy-delay"] * energy, "front"]
    title = f"{config.algorithms()[algorithm].title}, {scenario}: area against cycles, bytes" + " and energy" * energy
    return Grid(title, head, rows, notes, names=1)


def _figure(value: float | None, places: int | None = None) -> str:
    if value is None:
        return ""
    return f"{value:,.{places if places is not None else 0 if abs(value) >= 100 or value == int(value) else 2}f}"


def _group_notes(group: list[Place], by: str) -> Iterator[str]:
    best = least(group, lambda p: p.area_delay)
    if best is not None:
        words = [f"least area-delay product: {best.point}"]
        energy = least(group, lambda p: p.energy_delay)
        if energy is not None:
            words.append(f"least energy-delay product: {energy.point}")
        yield "; ".join(words)


def _notes(places: Sequence[Place]) -> Iterator[str]:
    yield "*, front: none of our other points is at least as good in both and better in one (Pareto)"
    if any(place.areas for place in places):
        yield "(in parentheses): not decided; the order of two points by area depends on the mapping recipe"
    else:
        yield f"(in parentheses): not decided; areas within {100 * MARGIN:g} % of each other: --recipes decides"
    energy = "; energy-delay: nJ times thousand cycles" if any(p.energy is not None for p in places) else ""
    yield f"area-delay: kGE times thousand cycles{energy}"
    ours = next((p for p in places if p.source == OURS), None)
    if ours is not None and ours.detail.get("area"):
        record = ours.detail["area"]
        yield (
            f"kGE: {record['liberty']}, flow {record['flow']}, pyosys {ours.detail['tools'].get('pyosys', '?')}; "
            f"cycles: {ours.detail['operation']}, exact, without key set-up; bytes: code, static and worst-case stack"
        )
        if ours.detail["profile"] != "speed":
            yield f"library built for {ours.detail['profile']}"
        if ours.detail["aligned"]:
            yield "library that makes only aligned accesses"
    yield from _energy_notes(places)
    if any(p.source == PUBLISHED for p in places):
        yield (
            f"{PUBLISHED_TECHNOLOGY}: published cycles, bytes and areas, for another technology and another synthesis: "
            "shown with ours, not part of a front"
        )


def _energy_notes(places: Sequence[Place]) -> Iterator[str]:
    """Yield the assumptions of the energies, and the points whose netlist differs from that of the area."""
    known = [p for p in places if p.detail.get("energy")]
    lines = []
    for model in (p.detail["energy"] for p in known):
        assumptions = [
            f"{name.replace('_', ' ')}: {model[name]}" for name in ("delays", "wires", "clock_tree") if name in model
        ]
        lines.append(f"nJ: {model.get('library', '?')}, {model.get('voltage', '?')} V; {'; '.join(assumptions)}")
    yield from dict.fromkeys(lines)
    for p in {p.point: p for p in known}.values():
        other = p.detail.get("energy_kge")
        if other and abs(other / p.kge - 1) > _SAME_NETLIST:
            yield f"nJ of {p.point}: for a netlist of {other:.2f} kGE instead of {p.kge:.2f}"


def records(places: Sequence[Place]) -> list[Json]:
    """Return a record for each place."""
    entries = []
    for group in groups(places).values():
        for p in group:
            core, _, extensions = p.point.partition("/")
            entries.append(
                {
                    "schema": SCHEMA,
                    "record": "tradeoff",
                    "source": p.source,
                    "core": core,
                    "extensions": extensions,
                    "algorithm": p.algorithm,
                    "scenario": p.scenario,
                    "kge": p.kge,
                    "cycles": p.cycles,
                    "bytes": p.bytes,
                    "energy_nj": p.energy,
                    "area_delay_kge_kcycles": p.area_delay,
                    "energy_delay_nj_kcycles": p.energy_delay,
                    "front": standings(p, group),
                    "technology": p.note or p.detail.get("area", {}).get("liberty"),
                    **p.detail,
                }
            )
    return entries
