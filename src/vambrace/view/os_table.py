# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of operating systems as tables: loops of the tests as in FAC-V's table 8, what is taken of them as in its
table 9, and what the echo server takes."""

from collections.abc import Iterator, Sequence

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.measure import os as experiment
from vambrace.measure import planner
from vambrace.measure.kinds.os import MAX
from vambrace.results.schema import Json
from vambrace.software.ports.echo import BYTES, LOADS, SYSTEMS, Load
from vambrace.software.ports.rtos_tests import TESTS
from vambrace.view.energy_table import energy

#: Headings of the tests.
HEADS = {
    "basic": "basic",
    "cooperative": "coop.",
    "preemptive": "preempt.",
    "interrupt": "interr.",
    "interrupt_preemption": "int. pre.",
    "message": "message",
    "synchronisation": "sync.",
    "memory": "memory",
}

ENERGY = f"µJ: of a message, its decryption and encryption, {BYTES} bytes each; `vambrace os --energy` measures them."
MOST = "at most: messages a second, as many as are answered; cycles: from one answer to the next then."
LOAD = (
    "load: of the processor, at so many messages a second, in percent: what is taken of the loops of {}; answer: "
    "cycles from a message's arrival to its answer."
)
LESS = "First row: what a plain echo takes of the loops without network; the others: what encryption takes of those."
TOO_MANY = "Not all messages are answered, and the test gets no more than is left: {}."

#: A row: load and extension set.
Key = tuple[str, str]


def grids(records: Sequence[Json], wanted: Sequence[str]) -> Iterator[Grid]:
    """Yield the tables of each core, operating system, clock and rate."""
    make = {"8": _loops, "9": _less}
    for key in dict.fromkeys((r["core"], r["os"], r["clock_hz"]) for r in records):
        some = [r for r in records if (r["core"], r["os"], r["clock_hz"]) == key]
        core, system, clock = key
        where = f"{core} with {SYSTEMS[system]}"
        for rate in dict.fromkeys(r["rate"] for r in some if r["rate"] != MAX):
            group = [r for r in some if r["rate"] == rate]
            place = f"{where}, {rate} messages a second at {clock / 1e6:g} MHz"
            yield from (make[table](place, group) for table in wanted if table in make)
        if "load" in wanted:
            yield from _load(f"{where} at {clock / 1e6:g} MHz", some)


def _keys(records: Sequence[Json]) -> list[Key]:
    """The rows: by load, then by extension set."""
    found = dict.fromkeys((r["load"], r["extensions"]) for r in records)
    return sorted(found, key=lambda key: list(LOADS).index(key[0]))


def names(key: Key) -> list[str]:
    load, extensions = key
    by = "software" if extensions == "none" else extensions
    return [LOADS[load].title, by if LOADS[load].algorithm else ""]


def _by_cell(records: Sequence[Json]) -> dict[tuple[Key, str], Json]:
    return {((r["load"], r["extensions"]), r["test"]): r for r in records}


def _tests(records: Sequence[Json]) -> list[str]:
    return [test for test in TESTS if any(r["test"] == test for r in records)]


def _sampled(records: Sequence[Json]) -> tuple[str, ...]:
    """How long was measured, and how much samples differ."""
    r = records[0]
    if r["samples"] == 1:
        return (f"{r['seconds']:g} simulated seconds of each.",)
    most = max((x["loops_deviation"] / x["loops"] for x in records if x["loops"]), default=0)
    return (
        f"Means of {r['samples']} samples of {r['seconds']:.3g} simulated seconds; "
        f"their standard deviation is at most {100 * most:.2g} %.",
    )


def _overloaded(records: Sequence[Json]) -> tuple[str, ...]:
    keys = _keys([r for r in records if not r["reached"]])
    return (TOO_MANY.format("; ".join(" by ".join(filter(None, names(key))) for key in keys)),) if keys else ()


def _loops(place: str, records: Sequence[Json]) -> Grid:
    tests, cells = _tests(records), _by_cell(records)
    rows = [
        [*names(key), *(f"{cells[key, t]['loops']:,.0f}" if (key, t) in cells else "-" for t in tests)]
        for key in _keys(records)
    ]
    notes = (*_sampled(records), *_overloaded(records))
    return Grid(f"Loops in a million cycles on {place}", ["next to", "by", *(HEADS[t] for t in tests)], rows, notes)


def less(cells: dict[tuple[Key, str], Json], key: Key, test: str) -> float | None:
    """What a load takes of the loops next to a plain echo, in percent; a plain echo, of those without network. None
    where one was not measured, or the plain echo leaves none."""
    base = ("none" if key[0] == "echo" else "echo", "none")
    if (key, test) not in cells or (base, test) not in cells or not cells[base, test]["loops"]:
        return None
    loops: tuple[float, float] = cells[key, test]["loops"], cells[base, test]["loops"]
    return 100 * (1 - loops[0] / loops[1])


def _less(place: str, records: Sequence[Json]) -> Grid:
    tests, cells = _tests(records), _by_cell(records)
    rows = [
        [*names(key), *("-" if (x := less(cells, key, t)) is None else f"{x:.1f}" for t in tests)]
        for key in _keys(records)
        if key[0] != "none"
    ]
    notes = (LESS, *_sampled(records), *_overloaded(records))
    return Grid(f"Loops taken, in percent, on {place}", ["by", "on", *(HEADS[t] for t in tests)], rows, notes)


def _load(place: str, records: Sequence[Json]) -> Iterator[Grid]:
    rates = [r for r in dict.fromkeys(r["rate"] for r in records) if r != MAX]
    core, test = records[0]["core"], _tests(records)[0]
    at = {rate: _by_cell([r for r in records if r["rate"] == rate]) for rate in (*rates, MAX)}
    rows = []
    for key in _keys(records):
        if not LOADS[key[0]].echoes:
            continue
        most = next((r for (k, _), r in at[MAX].items() if k == key), None)
        row = names(key)
        row += [f"{most['messages_per_second']:.1f}", f"{most['cycles_per_message']:,.0f}"] if most else ["", ""]
        for rate in rates:
            here, idle = at[rate].get((key, test)), at[rate].get((("none", "none"), test))
            taken = 100 * (1 - here["loops"] / idle["loops"]) if here and idle else None
            row += ["" if taken is None else f"{taken:.1f}"]
            row += ["" if not here or here["answer_cycles"] is None else f"{here['answer_cycles']:,.0f}"]
        rows.append([*row, energy(_energy(core, key[1], LOADS[key[0]]))])
    if rows:
        head = ["echo", "by", "at most", "cycles"]
        for rate in rates:
            head += [f"load at {rate}", f"answer at {rate}"]
        notes = (MOST, *([LOAD.format(test)] if rates else []), ENERGY)
        yield Grid(f"What the echo server takes of {place}", [*head, "µJ"], rows, notes)


def _energy(core: str, extensions: str, load: Load) -> float | None:
    """Nanojoules of the decryption and the encryption of a message, as far as both are kept."""
    total = 0.0
    for selector in (selectors := experiment.energy(config.point(f"{core}/{extensions}"), load)):
        kept = planner.find(planner.plan([selector]))
        figures = [selector.figure(r) for some in kept.values() for r in some if selector.fits(r)]
        if not figures or figures[0] is None:
            return None
        total += figures[0]
    return total if selectors else None
