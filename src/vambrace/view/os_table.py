# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables of operating systems: loops of the tests as in FAC-V's table 8, the loops lost as in its table 9, and the load
of the echo server.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.measure import os as experiment
from vambrace.measure import planner
from vambrace.measure.kinds.os import MAX, Os
from vambrace.results.column import Column, words
from vambrace.results.schema import Json
from vambrace.software.ports.echo import BYTES, LOADS, SYSTEMS, Load
from vambrace.software.ports.rtos_tests import TESTS
from vambrace.view.energy_table import energy
from vambrace.view.kind_table import Across, Pivot, groups

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
MOST = "at most: messages a second when each is sent after the answer to the last; cycles: from one answer to the next."
LOAD = (
    "load: of the processor, at this number of messages a second, in percent: the loops of {} that are lost; answer: "
    "cycles from a message's arrival to its answer."
)
LESS = "First row: loops lost to a plain echo, compared with no network; others: loops lost to encryption as well."
TOO_MANY = "Not all messages are answered; the test has only the processor time that remains: {}."


def names(record: Os) -> list[str]:
    """Return what runs next to a test: the load, and the hardware or software that encrypts."""
    load = LOADS[record.load]
    by = "software" if record.extensions == "none" else record.extensions
    return [load.title, by if load.algorithm else ""]


def _rows(load: str, by: str) -> tuple[Column, Column]:
    return words(load, lambda r: names(r)[0]), words(by, lambda r: names(r)[1])


def less(record: Os, every: Sequence[Os]) -> float | None:
    """Return the percentage of loops lost to a load, compared with a plain echo; for a plain echo, compared with no
    network. None if that was not measured or has no loops.
    """
    return _lost(record, every, "none" if record.load == "echo" else "echo")


def _lost(record: Os, every: Sequence[Os], load: str) -> float | None:
    """Return the loss of loops in percent, compared with another load in software."""
    baseline = load, "none", record.test, record.rate
    fields = ("load", "extensions", "test", "rate")
    base_loops = next((r.loops for r in every if tuple(r[field] for field in fields) == baseline), None)
    return 100 * (1 - record.loops / base_loops) if base_loops else None


def _by_test(load: str, by: str, column: Column) -> Pivot:
    return Pivot("os", _rows(load, by), Across(lambda r: HEADS[r.test], column), blank="-")


_LOOPS = _by_test("next to", "by", Column("{}", "loops", 0))
_LESS = _by_test("by", "on", Column("{}", against=less, places=1))


def grids(raw: Iterable[Json], wanted: Sequence[str]) -> Iterator[Grid]:
    """Yield the tables of each core, operating system, clock and rate."""
    for some in groups(map(Os.of, raw), "core", "os", "clock_hz"):
        first = some[0]
        where, clock = f"{first.core} with {SYSTEMS[first.os]}", f"at {first.clock_hz / 1e6:g} MHz"
        some.sort(key=lambda r: list(LOADS).index(r.load))
        rates = [r for r in dict.fromkeys(r.rate for r in some if r.rate != MAX)]
        for rate in rates:
            group = [r for r in some if r.rate == rate]
            place, tests = f"{where}, {rate} messages a second {clock}", [HEADS[test] for test in _tests(group)]
            notes = (*_sampled(group), *_overloaded(group))
            if "8" in wanted:
                yield _LOOPS.grid(f"Loops in a million cycles on {place}", group, notes, tests)
            if "9" in wanted:
                loaded = [r for r in group if r.load != "none"]
                title = f"Loops lost, in percent, on {place}"
                yield _LESS.grid(title, loaded, (LESS, *notes), tests, every=group)
        if "load" in wanted and (echoes := [r for r in some if LOADS[r.load].echoes]):
            notes = (MOST, *([LOAD.format(_tests(some)[0])] if rates else []), ENERGY)
            title = f"Load of the echo server on {where} {clock}"
            yield _load(_tests(some)[0]).grid(title, echoes, notes, rates, every=some)


def _tests(records: Sequence[Os]) -> list[str]:
    return [test for test in TESTS if any(r.test == test for r in records)]


def _sampled(records: Sequence[Os]) -> tuple[str, ...]:
    """Return a note on the simulated time and the deviation of samples."""
    r = records[0]
    if r.samples == 1:
        return (f"{r.seconds:g} simulated seconds of each.",)
    most = max((x.loops_deviation / x.loops for x in records if x.loops), default=0)
    return (
        f"Means of {r.samples} samples of {r.seconds:.3g} simulated seconds; "
        f"their standard deviation is at most {100 * most:.2g} %.",
    )


def _overloaded(records: Sequence[Os]) -> tuple[str, ...]:
    unreached = dict.fromkeys(" by ".join(filter(None, names(r))) for r in records if not r.reached)
    return (TOO_MANY.format("; ".join(unreached)),) if unreached else ()


def _load(test: str) -> Pivot:
    """Return the table of the loops of a test that are lost to echo servers."""

    def most(field: str) -> Callable[[Os, Sequence[Os]], float | None]:
        return lambda _, row: next((r[field] for r in row if r.rate == MAX), None)

    return Pivot(
        "os",
        _rows("echo", "by"),
        Column("at most", against=most("messages_per_second"), places=1),
        Column("cycles", against=most("cycles_per_message"), places=0),
        Across(
            lambda r: r.rate if r.test == test else None,
            Column("load at {}", against=lambda r, every: _lost(r, every, "none"), places=1),
            Column("answer at {}", "answer_cycles", 0),
        ),
        Column("µJ", lambda r: energy(_energy(r.core, r.extensions, LOADS[r.load]))),
    )


def _energy(core: str, extensions: str, load: Load) -> float | None:
    """Return the energy in nanojoules of decrypting and encrypting a message; None unless both records are stored."""
    total = 0.0
    for selector in (selectors := experiment.energy(config.point(f"{core}/{extensions}"), load)):
        stored = planner.find(planner.plan([selector]))
        figures = [selector.figure(r) for some in stored.values() for r in some if selector.fits(r)]
        if not figures or figures[0] is None:
            return None
        total += figures[0]
    return total if selectors else None
