# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Each cell of the tables of `vambrace bench`, from records whose figures all differ."""

from itertools import count

import pytest
from rich.console import Console

from vambrace import config
from vambrace.base.grid import Grid
from vambrace.measure.kinds import fpga
from vambrace.measure.kinds.bench import Bench
from vambrace.results.column import Column, words
from vambrace.view import bench_table, kind_table, peer_table, table
from vambrace.view.kind_table import Across, Pivot

SCENARIOS = ("zigbee", "ipv6")


def records(
    algorithm: str, extensions: str = "none", library: str = "vambrace", start: int = 1000, **more
) -> list[dict]:
    """Return all records of `bench` for one algorithm on one point; stacks get smaller from record to record."""
    number = count(start)
    known = config.algorithms()[algorithm]
    results = []
    for scenario in SCENARIOS:
        for operation in known.operations:
            cycles = 10 * next(number)
            results.append({
                "library": library, "core": "ibex-ref", "extensions": extensions, "profile": "speed",
                "algorithm": algorithm, "kind": known.kind, "scenario": scenario, "operation": operation,
                "cycles": cycles, "cycles_with_key_setup": cycles + next(number), "published_cycles": None,
                "published_bytes": None, "code_bytes": next(number), "static_bytes": next(number),
                "stack_bytes": 10_000 - next(number), "key_bytes": next(number),
                "configuration": {"caches": None, "constant_time": True},
            } | more)  # fmt: skip
    return results


def of(found: list[dict], scenario: str, operation: str, field: str) -> str:
    (record,) = (r for r in found if (r["scenario"], r["operation"]) == (scenario, operation))
    return f"{record[field]:,}"


def test_cycles_of_each_scenario_and_operation():
    actual = records("chacha20-poly1305")
    cycles, _ = bench_table.grids(actual)
    assert cycles.head == [
        "algorithm",
        "extensions",
        "zigbee seal",
        "zigbee open",
        "ipv6 seal",
        "ipv6 open",
        "key set-up",
    ]
    wanted = [of(actual, s, o, "cycles") for s in SCENARIOS for o in ("seal", "open")]
    key = actual[0]["cycles_with_key_setup"] - actual[0]["cycles"]
    assert cycles.rows == [["chacha20-poly1305", "none", *wanted, f"{key:,}"]]


@pytest.mark.parametrize("profile", ["speed", "size"])
def test_with_published_cycles(profile):
    """The size profile, which is compiled like the papers' programs, shows how many times as fast ours is. The table of
    opening has a column for key set-up."""
    results = [{**r, "profile": profile} for r in records("ascon-128")]
    for record in results[::2]:
        record["published_cycles"] = 3 * record["cycles"]
    sealing, opening, _ = bench_table.grids(results)
    faster = ["3.00x"] * (profile == "size")
    ours = [of(results, s, "seal", "cycles") for s in SCENARIOS]
    theirs = [f"{3 * r['cycles']:,}" for r in results[::2]]
    assert sealing.rows == [["ascon-128", "none", theirs[0], ours[0], *faster, theirs[1], ours[1], *faster]]
    assert any("-Os" in note for note in sealing.notes) == (profile == "speed")
    opened = [of(results, s, "open", "cycles") for s in SCENARIOS]
    key = results[0]["cycles_with_key_setup"] - results[0]["cycles"]
    assert opening.rows == [["ascon-128", "none", *opened, f"{key:,}"]]


@pytest.mark.parametrize("algorithm", ["ascon-aead128", "aes-128-cbc", "ascon-hash256"])
def test_memory_includes_the_deepest_stack(algorithm):
    actual = records(algorithm)
    *_, memory = bench_table.grids(actual)
    known = config.algorithms()[algorithm]
    forward = [r for r in actual if r["operation"] == known.operations[0]]
    first, stack = forward[0], max(r["stack_bytes"] for r in forward)
    assert stack == first["stack_bytes"] > forward[-1]["stack_bytes"]
    figures = [first["code_bytes"], first["static_bytes"], stack]
    figures.append(sum(figures))
    if known.kind != "hash":
        figures.append(first["key_bytes"])
    if known.kind == "cipher":
        figures.append(actual[1]["code_bytes"])
    assert memory.rows == [[algorithm, "none", *(f"{f:,}" for f in figures)]]
    turned = [{**r, "stack_bytes": 20_000 - r["stack_bytes"]} for r in actual]
    *_, other = bench_table.grids(turned)
    assert other.rows[0][4] == f"{20_000 - forward[-1]['stack_bytes']:,}"


def test_a_row_with_a_failed_measurement_is_omitted():
    every = [*records("ascon-128"), *records("ascon-128a")[:-1]]
    cycles, memory = bench_table.grids(every)
    assert [row[0] for row in cycles.rows] == [row[0] for row in memory.rows] == ["ascon-128"]


def compared(ours: int, *theirs: tuple[str, int, bool]) -> list[dict]:
    """Return records of ours and of peers, whose cycles are a given multiple of ours."""
    actual = records("ascon-128", start=ours)
    for name, start, constant_time in theirs:
        fields = {"caches": None, "constant_time": constant_time}
        actual += records("ascon-128", library=name, start=start, configuration=fields)
    return actual


def typed(found: list[dict]) -> list[Bench]:
    return [Bench.of(r) for r in found]


def test_the_fastest_peer_counts():
    actual = compared(1000, ("slow", 4000, True), ("fast", 2000, True), ("slower", 9000, True))
    ratios = peer_table.ratios(typed(actual))
    assert len(ratios) == 4 and all(1.9 < r < 2.1 for r in ratios.values())
    assert ratios["ibex-ref", "none", "ascon-128", "zigbee", "seal"] == 20000 / 10000


def test_a_peer_with_more_extensions_than_ours_does_not_count():
    plain, zbkb = records("ascon-128"), records("ascon-128", extensions="zbkb")
    both = [*plain, *zbkb, *compared(1000, ("quick", 500, True))[-4:]]
    for r in both[-4:]:
        r["extensions"] = "zbkb"
    ratios = peer_table.ratios(typed(both))
    assert len(ratios) == 4 and {key[1] for key in ratios} == {"zbkb"}
    names = {row[1] for grid in bench_table.grids(both) for row in grid.rows}
    assert {"quick zbkb", "vambrace none", "vambrace zbkb"} <= names


def test_faster_rows_are_counted():
    """One row of four is slower, and one equal, which does not count as faster."""
    actual = compared(1000, ("peer", 2000, True))
    ours, theirs = actual[:4], actual[4:]
    theirs[0]["cycles"] = ours[0]["cycles"] - 1
    theirs[1]["cycles"] = ours[1]["cycles"]
    *_, behind = bench_table.grids(actual)
    assert behind.title.startswith("Where a peer takes fewer cycles")
    assert behind.rows == [["ascon-128", "none", "1.00x", "1.00x", "", ""]]
    assert behind.notes[0].startswith("without key set-up: ahead in 2 of 4, least 1.00x (none ascon-128 zigbee seal)")
    ahead = compared(1000, ("peer", 2000, True))
    assert "ahead in 4 of 4" in peer_table.verdict(typed(ahead))[0]
    assert "ahead in 0 of 4" in peer_table.verdict(typed(compared(2000, ("peer", 1000, True))))[0]


def test_table_lookups_are_marked():
    """Ours is slower than the one with tables, and faster than the other."""
    actual = compared(1000, ("tables", 500, False), ("safe", 2000, True))
    lines = peer_table.verdict(typed(actual))
    assert lines[0].startswith("* looks up secrets in tables")
    assert "ahead in 0 of 4" in lines[1]
    assert lines[2].startswith("without key set-up, compared with constant-time peers: ahead in 4 of 4")


def test_a_table_without_rows(capsys):
    """As after failures only: the title and the notes."""
    table.print_grids([Grid("Nothing", ["proof", "property"], [], ("a note",))], Console(width=80))
    out = capsys.readouterr().out
    assert "Nothing" in out and "property" in out and "a note" in out


def of_fpga(extensions: str, lut: int, core: str | None = "ibex-ref", block: str | None = None, **more) -> dict:
    figures = {"lut_memory": 0, "muxf7": 0, "muxf8": 0, "carry4": 0, "flip_flops": 1, "bram18": 0, "dsp": 0}
    routed = {"fmax_mhz": None, "fmax_deviation_mhz": None, "configuration": {"routed": None}}
    return {"core": core, "extensions": extensions, "block": block, "lut": lut, **figures, **routed, **more}


def test_a_table_has_the_columns_of_its_kind():
    """Columns without values are omitted, and the core if it is the same in each row."""
    records = [of_fpga("none", 1000), of_fpga("zkned", 1255), of_fpga("zbkb", 990)]
    created = kind_table.grid("fpga", "A title", records, ["a note"])
    declared = [column.head for column in fpga.KIND.columns]
    assert created.head == [head for head in declared if head not in ("core", "ECP5 MHz", "± MHz")]
    assert created.names == 1 and created.notes == ("a note",)
    assert [row[:2] for row in created.rows] == [["none", "1,000"], ["zkned", "1,255"], ["zbkb", "990"]]
    assert [row[-1] for row in created.rows] == ["", "+25.5 %", "-1.0 %"]
    others = kind_table.grid(
        "fpga", "", [*records, of_fpga("none", 2000, "cv32e40x"), of_fpga("zkned", 3000, "cv32e40x")]
    )
    assert others.head[:2] == ["point or block", "core"] and others.names == 2
    assert [row[-1] for row in others.rows] == ["", "+25.5 %", "-1.0 %", "", "+50.0 %"]
    routed = kind_table.grid("fpga", "", [of_fpga("none", 1000, fmax_mhz=51.26, fmax_deviation_mhz=0.04)])
    assert routed.head[-2:] == ["ECP5 MHz", "± MHz"] and routed.rows[0][-2:] == ["51.3", "0.0"]


def test_a_table_has_the_names_that_commands_accept():
    """Neither titles, nor columns that are only for the page."""
    inputs = {"configuration": {"caches": None}, "profile": "size", "accesses": "misaligned", "scenario": "zigbee"}
    call = {"core": "ibex-ref", "extensions": "zkned", "algorithm": "aes-128-ccm", "operation": "seal", **inputs}
    nj = ("clock", "registers", "logic", "leakage", "core", "instruction_memory", "data_memory", "total")
    model = {
        "library": "cells",
        **dict.fromkeys(("slew_ns", "leakage_at_mhz", "read_fj_per_bit", "write_fj_per_bit"), 1),
    }
    call["model"] = model
    record = {**call, "cycles": 4002, **{f"{name}_nj": 1500.0 for name in nj}, "engine_memory_nj": None, "engine": None}
    created = kind_table.grid("energy", "", [record])
    assert created.head[:3] == ["algorithm", "extensions", "cycles"] and "engine's mem" not in created.head
    assert created.rows == [["aes-128-ccm", "zkned", "4,002", *["1.50"] * 8]]
    campaign = {"block": "engine", "algorithm": "ascon-aead128", "choice": "every", "tag": "drawn", "flip_flops": 9}
    counts = ("faults", "unsafe", "accepted", "released", "alerts", "other_errors", "endless", "cycles")
    records = [{**campaign, **dict.fromkeys(counts, 7), "unsafe_percent": 0.126, "tag": t} for t in ("drawn", "zeros")]
    created = kind_table.grid("faults", "", records)
    assert created.head[:4] == ["block", "algorithm", "faults", "tag"] and "flip-flops" not in created.head
    assert [row[3] for row in created.rows] == ["drawn", "zeros"] and "0.13 %" in created.rows[0]
    assert "tag" not in kind_table.grid("faults", "", records[:1]).head


def packets() -> list[dict]:
    """Return cycles of two extension sets, the second of which lacks one packet."""
    entry = {"algorithm": "ascon-128", "published_cycles": None}
    cycles = {("none", "ipv6"): 3000, ("none", "zigbee"): 1200, ("zkned", "zigbee"): 400}
    return [{**entry, "extensions": e, "scenario": s, "cycles": n} for (e, s), n in cycles.items()]


def test_a_pivot_has_a_row_for_records_that_agree():
    created = Pivot("bench", ("algorithm", "extensions"), Across("scenario", ("{} cycles", "cycles")), blank="-")
    grid = created.grid("A title", packets(), ["a note"])
    assert grid == Grid(
        "A title",
        ["algorithm", "extensions", "ipv6 cycles", "zigbee cycles"],
        [["ascon-128", "none", "3,000", "1,200"], ["ascon-128", "zkned", "-", "400"]],
        ("a note",),
    )
    assert created.grid("", packets(), order=("zigbee", "other")).rows == [
        ["ascon-128", "none", "1,200", "-"],
        ["ascon-128", "zkned", "400", "-"],
    ]
    assert created.grid("", []).head == ["algorithm", "extensions"]


def test_a_column_of_a_pivot_compares_with_its_row_or_with_the_table():
    def count(_: dict, among: list[dict]) -> int:
        return len(among)

    created = Pivot(
        "bench", ("extensions",), Column("row", against=count), Across("scenario", Column("{}", against=count))
    )
    assert created.grid("", packets()).rows == [["none", "2", "3", "3"], ["zkned", "1", "", "3"]]
    assert created.grid("", packets()[:1], every=packets()).rows == [["none", "1", "3"]]


def test_a_pivot_has_more_rows_with_the_same_columns():
    def named(name: str) -> Pivot:
        return Pivot("bench", (words("extensions", lambda _: name),), Across("scenario", ("{}", "cycles")))

    below = [(named("fewest"), packets()[2:]), (named("others"), packets()[:1])]
    grid = Pivot("bench", ("extensions",), Across("scenario", ("{}", "cycles"))).grid("", packets(), below=below)
    assert grid.rows[2:] == [["fewest", "", "400"], ["others", "3,000", ""]]


def test_a_pivot_omits_empty_columns_only_on_request():
    columns = (("published", "published_cycles"), Across("scenario", ("{}", "cycles")))
    assert Pivot("bench", ("extensions",), *columns).grid("", packets()).head[1:] == ["published", "ipv6", "zigbee"]
    dropped = Pivot("bench", ("extensions",), *columns, drop=True).grid("", packets(), order=("zigbee", "other"))
    assert dropped.head[1:] == ["zigbee"]


def test_a_pivot_names_columns_that_its_kind_has():
    with pytest.raises(TypeError, match="bench has neither a column nor a field 'cicles'"):
        Pivot("bench", ("extensions",), "cicles")
