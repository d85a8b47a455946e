# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Each cell of the tables of `vambrace bench`, from records whose figures all differ."""

from itertools import count

import pytest
from rich.console import Console

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.view import peer_table, table

SCENARIOS = ("zigbee", "ipv6")


def records(
    algorithm: str, extensions: str = "none", library: str = "vambrace", start: int = 1000, **more
) -> list[dict]:
    """Of one algorithm on one point all that `bench` measures; stacks get smaller from record to record."""
    number = count(start)
    known = config.algorithms()[algorithm]
    found = []
    for scenario in SCENARIOS:
        for operation in known.operations:
            cycles = 10 * next(number)
            found.append({
                "library": library, "core": "ibex-ref", "extensions": extensions, "profile": "speed",
                "algorithm": algorithm, "kind": known.kind, "scenario": scenario, "operation": operation,
                "cycles": cycles, "cycles_with_key_setup": cycles + next(number), "published_cycles": None,
                "published_bytes": None, "code_bytes": next(number), "static_bytes": next(number),
                "stack_bytes": 10_000 - next(number), "key_bytes": next(number),
                "configuration": {"caches": None, "constant_time": True},
            } | more)  # fmt: skip
    return found


def of(found: list[dict], scenario: str, operation: str, field: str) -> str:
    (record,) = (r for r in found if (r["scenario"], r["operation"]) == (scenario, operation))
    return f"{record[field]:,}"


def test_cycles_of_each_scenario_and_operation():
    found = records("chacha20-poly1305")
    cycles, _ = table.grids(found)
    assert cycles.head == [
        "algorithm",
        "extensions",
        "zigbee seal",
        "zigbee open",
        "ipv6 seal",
        "ipv6 open",
        "key set-up",
    ]
    wanted = [of(found, s, o, "cycles") for s in SCENARIOS for o in ("seal", "open")]
    key = found[0]["cycles_with_key_setup"] - found[0]["cycles"]
    assert cycles.rows == [["chacha20-poly1305", "none", *wanted, f"{key:,}"]]


@pytest.mark.parametrize("profile", ["speed", "size"])
def test_with_published_cycles(profile):
    """The size profile, which is compiled as the papers' programs are, shows how many times as fast ours is. Key set-up
    has its column in the table of opening."""
    found = [{**r, "profile": profile} for r in records("ascon-128")]
    for record in found[::2]:
        record["published_cycles"] = 3 * record["cycles"]
    sealing, opening, _ = table.grids(found)
    faster = ["3.00x"] * (profile == "size")
    ours = [of(found, s, "seal", "cycles") for s in SCENARIOS]
    theirs = [f"{3 * r['cycles']:,}" for r in found[::2]]
    assert sealing.rows == [["ascon-128", "none", theirs[0], ours[0], *faster, theirs[1], ours[1], *faster]]
    assert any("-Os" in note for note in sealing.notes) == (profile == "speed")
    opened = [of(found, s, "open", "cycles") for s in SCENARIOS]
    key = found[0]["cycles_with_key_setup"] - found[0]["cycles"]
    assert opening.rows == [["ascon-128", "none", *opened, f"{key:,}"]]


@pytest.mark.parametrize("algorithm", ["ascon-aead128", "aes-128-cbc", "ascon-hash256"])
def test_memory_is_of_the_deepest_stack(algorithm):
    found = records(algorithm)
    *_, memory = table.grids(found)
    known = config.algorithms()[algorithm]
    forward = [r for r in found if r["operation"] == known.operations[0]]
    first, stack = forward[0], max(r["stack_bytes"] for r in forward)
    assert stack == first["stack_bytes"] > forward[-1]["stack_bytes"]
    figures = [first["code_bytes"], first["static_bytes"], stack]
    figures.append(sum(figures))
    if known.kind != "hash":
        figures.append(first["key_bytes"])
    if known.kind == "cipher":
        figures.append(found[1]["code_bytes"])
    assert memory.rows == [[algorithm, "none", *(f"{f:,}" for f in figures)]]
    turned = [{**r, "stack_bytes": 20_000 - r["stack_bytes"]} for r in found]
    *_, other = table.grids(turned)
    assert other.rows[0][4] == f"{20_000 - forward[-1]['stack_bytes']:,}"


def test_a_row_with_a_measurement_that_failed_is_left_out():
    every = [*records("ascon-128"), *records("ascon-128a")[:-1]]
    cycles, memory = table.grids(every)
    assert [row[0] for row in cycles.rows] == [row[0] for row in memory.rows] == ["ascon-128"]


def compared(ours: int, *theirs: tuple[str, int, bool]) -> list[dict]:
    """Records of ours and of peers, whose cycles are as many times as many as a number says."""
    found = records("ascon-128", start=ours)
    for name, start, constant_time in theirs:
        made = {"caches": None, "constant_time": constant_time}
        found += records("ascon-128", library=name, start=start, configuration=made)
    return found


def test_the_fastest_peer_counts():
    found = compared(1000, ("slow", 4000, True), ("fast", 2000, True), ("slower", 9000, True))
    ratios = peer_table.ratios(found)
    assert len(ratios) == 4 and all(1.9 < r < 2.1 for r in ratios.values())
    assert ratios["ibex-ref", "none", "ascon-128", "zigbee", "seal"] == 20000 / 10000


def test_who_is_ahead_is_counted():
    """One row of four behind, and one even, which is not ahead."""
    found = compared(1000, ("peer", 2000, True))
    ours, theirs = found[:4], found[4:]
    theirs[0]["cycles"] = ours[0]["cycles"] - 1
    theirs[1]["cycles"] = ours[1]["cycles"]
    *_, behind = table.grids(found)
    assert behind.title.startswith("Where a peer takes fewer cycles")
    assert behind.rows == [["ascon-128", "none", "1.00x", "1.00x", "", ""]]
    assert behind.notes[0].startswith("without key set-up: ahead in 2 of 4, least 1.00x (none ascon-128 zigbee seal)")
    ahead = compared(1000, ("peer", 2000, True))
    assert "ahead in 4 of 4" in peer_table.verdict(ahead)[0]
    assert "ahead in 0 of 4" in peer_table.verdict(compared(2000, ("peer", 1000, True)))[0]


def test_table_lookups_are_marked():
    """We are behind the one with tables, and ahead of the other."""
    found = compared(1000, ("tables", 500, False), ("safe", 2000, True))
    lines = peer_table.verdict(found)
    assert lines[0].startswith("* looks up secrets in tables")
    assert "ahead in 0 of 4" in lines[1]
    assert lines[2].startswith("without key set-up, against what is constant-time: ahead in 4 of 4")


def test_a_table_without_rows(capsys):
    """As where everything failed: the title and the notes."""
    table.print_grids([Grid("Nothing", ["proof", "property"], [], ("a note",))], Console(width=80))
    out = capsys.readouterr().out
    assert "Nothing" in out and "property" in out and "a note" in out
