# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The papers' figures: referenced names exist, derived figures are consistent, and errors are reported."""

import tomllib

import pytest

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.measure import latency
from vambrace.measure.kinds import ciphers
from vambrace.measure.registry import KINDS
from vambrace.measure.selectors import SelectorError, make_selector
from vambrace.papers import figures as papers
from vambrace.papers import published
from vambrace.papers.figures import NONE, NOT_AVAILABLE, Cell, PaperError

FIVE = ["asconrv64-2024", "facv2022", "lascas2024", "sharedaes2024", "thesis2024"]


def every_cell() -> list[tuple[papers.Paper, papers.Table, papers.Row, Cell]]:
    return [(p, t, r, c) for p in papers.papers().values() for t in p.tables for r in t.rows for c in r.cells]


def test_all_papers_are_loaded():
    """Loading checks that points, algorithms, scenarios, operations, metrics and blocks exist."""
    assert list(papers.papers()) == FIVE
    for p in papers.papers().values():
        assert p.tables and p.notes and p.sources and p.setting
        assert p.title in papers.citation(p) and str(p.year) in papers.citation(p)
        for table in p.tables:
            assert table.rows or table.reason
            assert all(len(row.cells) == len(table.columns) for row in table.rows)
            assert len({row.name for row in table.rows}) == len(table.rows)
            assert papers.paper(p.id).find(table.number)


def test_every_figure_has_a_record_or_a_reason():
    for p, table, row, cell in every_cell():
        where = f"{p.id}, {table.label}, {row.name}"
        assert cell.published == NONE or (cell.own is None) != (cell.reason == ""), where
        assert cell.available or cell.published == NONE or cell.reason or cell.published == NOT_AVAILABLE, where
        assert cell.published != NOT_AVAILABLE or table.missing, where
        related = cell.base is not None or cell.over is not None
        assert related == (cell.own is not None and cell.show != "value"), where


def test_selectors_match_existing_measurements():
    records = {cell.own.record for *_, cell in every_cell() if cell.own}
    assert records == set(KINDS) - {"timing", "alignment", "board", "faults", "explore", "frame"}
    for *_, cell in every_cell():
        for selector in filter(None, (cell.own, cell.base, cell.best)):
            assert all(name in config.points() for name in selector.points)
    shown = {cell.own.get("cipher") for *_, cell in every_cell() if cell.own}
    assert set(ciphers.NAMES) <= shown
    assert set(latency.couplings()) == {
        p.partition("/")[2] for *_, c in every_cell() if c.own and c.own.record == "latency" for p in c.own.points
    }


def test_table_numbers_agree_with_the_paper():
    facv = papers.paper("facv2022")
    assert [t.number for t in facv.tables if t.number.isdigit()] == sorted(
        (t.number for t in facv.tables if t.number.isdigit()), key=int
    )
    assert {t.number for t in facv.tables if t.number.isdigit()} == {str(n) for n in range(1, 13)}
    assert all(t.page for t in facv.tables if t.number[-1].isdigit())
    parts = ["Clock Cycles", "software here", "Standard Deviation"]
    parts += ["Performance Increase", "Performance Increase, our software"]
    assert [t.part for t in facv.find("7")] == parts
    assert {n.table for n in facv.notes_of(facv.find("7")[0])} == {"", "7"}
    with pytest.raises(UsageError, match="`vambrace paper facv2022 --list` lists all"):
        facv.find("13")
    with pytest.raises(UsageError, match="lascas2024"):
        papers.paper("lascas")


def figures(name: str, number: str, part: str = "") -> dict[str, list[float]]:
    """Return the figures of a table by row."""
    (table,) = [t for t in papers.paper(name).find(number) if t.part == part]
    return {row.name: [cell.published for cell in row.cells] for row in table.rows}


def test_factors_follow_from_cycles():
    cycles = figures("facv2022", "7", "Clock Cycles")
    for name, factors in figures("facv2022", "7", "Performance Increase").items():
        if NONE in factors:
            continue
        wanted = [software / hardware for software, hardware in zip(cycles["Software"], cycles[name], strict=True)]
        assert factors == [pytest.approx(w, abs=0.51) for w in wanted], name
    cycles = figures("facv2022", "6", "Clock Cycles")
    for name, factors in figures("facv2022", "6", "Performance Increase").items():
        wanted = [software / hardware for software, hardware in zip(cycles["Software"], cycles[name], strict=True)]
        assert factors == [pytest.approx(w, abs=0.1) for w in wanted], name


def test_percentages_follow_from_counts():
    for part, percent in figures("facv2022", "5", "in percent").items():
        core, *more = figures("facv2022", "5", part)[part]
        wanted = [pytest.approx(100 * m / core, abs=0.06) for m in more]
        wrong = [n for n, (p, w) in enumerate(zip(percent, wanted, strict=True)) if p != w]
        assert wrong == ([3, 4, 5] if part == "Muxes" else []), part  # which a note reports


def test_slow_downs_follow_from_loops():
    loops, slower = figures("facv2022", "8"), figures("facv2022", "9")
    for name, percent in slower.items():
        for test, (echo, less) in enumerate(zip(loops["(ii) Echo"], percent, strict=True)):
            here = loops[name][test]
            wanted = 100 * (echo / here - 1) if name.startswith("(i) ") else 100 * (1 - here / echo)
            assert less == pytest.approx(wanted, abs=0.11), (name, test)


def test_energies_follow_from_power_and_cycles():
    power, cycles = figures("facv2022", "10")["Total Power"], figures("facv2022", "7", "Clock Cycles")
    watts = {"Software": [power[0]] * 3, "RoCC": power[1::3], "RoCC Mem": power[2::3], "MMIO": power[3::3]}
    for name, energies in figures("facv2022", "11").items():
        wanted = [watts[name][key] * cycles[name][5 * key + n] / 65 for key in range(3) for n in (0, 4)]
        assert energies == [pytest.approx(w, rel=0.016, abs=0.005) for w in wanted], name


def test_corrected_cycles_follow_from_ticks():
    """Times are ticks of 45 ns, and cycles a sixtieth of these; the correct ticks are those of 24 MHz at 1 GHz."""
    cycles_a_tick = 1000 / 24
    for number in ("2", "3"):
        (table,) = papers.paper("asconrv64-2024").find(number)
        for row in table.rows:
            cycles, each, time = row.cells
            ticks = round(time.published / 45e-9)
            assert time.published == pytest.approx(45e-9 * ticks)
            assert time.corrected == pytest.approx(ticks / 24e6, abs=0.5e-9)
            assert cycles.corrected == round(cycles_a_tick * ticks)
            assert each.corrected == -(-cycles_a_tick * ticks // int(row.name.split()[0]))
            if number == "2":
                assert cycles.published == 45 * ticks // 60
    table, factors = papers.paper("asconrv64-2024").find("4")
    for row in table.rows:
        for cell in row.cells:
            ticks = -(-60 * cell.published // 45)
            assert cell.published == 45 * ticks // 60 and cell.corrected == round(cycles_a_tick * ticks)
    of_ref = [cell.corrected for cell in table.rows[0].cells]
    assert all([c.over for c in row.cells] == of_ref for row in factors.rows if "the report's" in row.name)


def test_published_figures():
    def of(kind: str, metric: str, extensions: str, algorithm: str = "", operation: str = "seal") -> float | None:
        call = {"algorithm": algorithm, "scenario": "ipv6", "operation": operation}
        return published.figure(kind, metric, {"core": "ibex-ref", "extensions": extensions, **call})

    assert of("bench", "cycles", "xascon", "ascon-128") == 60011
    assert of("bench", "cycles", "xascon", "ascon-128", "open") is None
    assert of("bench", "cycles", "xascon", "ascon-aead128") is None
    assert of("memory", "sum_bytes", "none", "ascon-128") == 1694
    assert of("memory", "sum_bytes", "zbkb", "chacha20-poly1305") is None
    assert [of("area", "kge", extensions) for extensions in ("none", "zkned", "all")] == [34.433, 35.871, None]


def test_published_figures_are_joined_only_to_our_records():
    packet = {"core": "ibex-ref", "extensions": "xascon", "algorithm": "ascon-128", "scenario": "ipv6"}
    seal = {"record": "bench", **packet, "operation": "seal", "library": "vambrace", "published_cycles": None}
    theirs, opened, inputs = (
        {**seal, "library": "libsodium"},
        {**seal, "operation": "open"},
        {**seal, "published_cycles": 7},
    )
    actual = published.joined([seal, theirs, opened, inputs, {"record": "area", "core": None}])
    assert [r.get("published_cycles") for r in actual] == [60011, None, None, 7, None]
    assert actual[0]["published_bytes"] and "published_bytes" not in actual[-1] and seal["published_cycles"] is None


def test_papers_agree_on_what_they_both_report():
    """Except for digits that one of them omits."""
    results: dict[tuple, list[float]] = {}
    for table, cell in papers.cells():
        key = (cell.own, cell.also, cell.show)
        results.setdefault(key, []).append(cell.figure / (table.scale if cell.show == "value" else 1))
    # Resources and cores of several designs are compared with one of ours.
    twice = {
        key: values
        for key, values in results.items()
        if max(values) - min(values) > 0.002 * abs(min(values)) and key[0].record not in ("fpga", "block")
    }
    assert not twice and sum(len(values) > 1 for values in results.values()) >= 10


def test_the_theses_and_the_paper_agree():
    """Headlines follow from the tables, as printed."""
    cycles = figures("lascas2024", "II", "Zigbee, cycles")["clock cycles"]
    wanted = [cycles[0] / cycles[1], cycles[2] / cycles[5], cycles[6] / cycles[7]]
    assert figures("lascas2024", "text", "cycles")["vs the paper's software"] == [
        pytest.approx(w, abs=0.006) for w in wanted
    ]
    area = figures("lascas2024", "V")["NAND2 equivalents"]
    more = figures("lascas2024", "V", "more")
    assert [more[n][0] for n in ("Zbkb", "Xascon", "Zbkb and Xascon", "Zkne")] == [a - area[0] for a in area[1:]]
    for what in ("cycles", "instructions"):
        *steps, total = figures("lascas2024", "IV", what).values()
        assert [sum(column) for column in zip(*steps, strict=True)] == total
    *parts, sums = figures("thesis2024", "5.8").values()
    assert [sum(column) for column in zip(*parts, strict=True)] == sums
    data, instructions, core, total = figures("thesis2024", "5.9").values()
    for item, *entry in zip(total, data, instructions, core, strict=True):
        assert item == pytest.approx(sum(entry), abs=0.002)


def test_energies_of_memories_follow_from_bytes():
    """A KB has 1,024 bytes: then figures are exact, except for the data of AES in software, as a note explains."""
    bits = {"read": 8 * 1024 * 63.362e-6, "written": 8 * 1024 * 41.436e-6}  # nJ for each KB
    data, instructions, *_ = figures("thesis2024", "5.9").values()
    fetched, read, written = figures("lascas2024", "II", "IPv6, bytes").values()
    assert instructions == [pytest.approx(f * bits["read"], abs=0.002) for f in fetched]
    wanted = [r * bits["read"] + w * bits["written"] for r, w in zip(read, written, strict=True)]
    assert data[1:] == [pytest.approx(w, abs=0.002) for w in wanted[1:]]
    assert (data[0], wanted[0]) == (324.950, pytest.approx(359.0, abs=0.1))


def test_targets_belong_to_couplings():
    rows = tomllib.loads((root() / "configs" / "targets.toml").read_text())["latency"]
    names = [name for row in rows for name in row["extensions"]]
    assert len(names) == len(set(names)) and set(names) <= set(latency.couplings())


def test_factors_are_relative_to_the_software_of_the_paper():
    """A row's `over` is the paper's own figure for its software."""
    for name, number, part, software in (
        ("facv2022", "7", "Performance Increase", figures("facv2022", "7", "Clock Cycles")["Software"]),
        ("lascas2024", "text", "cycles", figures("lascas2024", "II", "Zigbee, cycles")["clock cycles"][::2]),
        ("lascas2024", "text", "memory", figures("thesis2024", "5.8")["sum"][::2][:2]),
        ("thesis2024", "5.11", "cycles, gain", figures("thesis2024", "5.11", "cycles")["software"]),
        ("thesis2024", "5.11", "memory, gain", figures("thesis2024", "5.8")["sum"][::2][:2]),
    ):
        (table,) = [t for t in papers.paper(name).find(number) if t.part == part]
        rows = [[c.over for c in row.cells] for row in table.rows if row.cells[0].over is not None]
        wanted = software if len(software) == len(table.columns) else [software[0], software[1], software[3]]
        assert rows and all(row == wanted for row in rows), (name, number, part)


def test_a_cell_shows_what_the_paper_shows():
    assert Cell(1, show="value").shown(7) == 7
    assert Cell(1, show="more").shown(7, 5) == 2
    assert Cell(1, show="more %").shown(6, 5) == pytest.approx(20)
    assert Cell(1, show="less %").shown(4, 5) == pytest.approx(20)
    assert Cell(1, show="times").shown(4, 20) == 5


LATENCY = {
    "record": "latency", "point": ["rocket/aes-unit", "rocket/engine"], "algorithm": "aes-128-ecb", "by": "commands",
    "scenario": "16 bytes", "operation": "encrypt", "until": "done", "metric": "cycles",
}  # fmt: skip


def test_a_selector_finds_its_record():
    record = {
        "core": "rocket", "extensions": "engine", "algorithm": "aes-128-ecb", "scenario": "16 bytes", "by": "commands",
        "operation": "encrypt", "until": "done", "cycles": 47, "cycles_deviation": 0,
        "configuration": {"caches": "warm", "aes_rounds_per_cycle": "1"},
    }  # fmt: skip
    selector = make_selector(LATENCY, "here")
    assert selector.fits(record) and selector.figure(record) == 47
    for field, other in (("core", "ibex-ref"), ("extensions", "none"), ("until", "free"), ("scenario", "32 bytes")):
        assert not selector.fits({**record, field: other})
    assert not selector.fits({**record, "configuration": {"caches": "cold", "aes_rounds_per_cycle": "1"}})
    assert not selector.fits({**record, "configuration": {"caches": "warm", "aes_rounds_per_cycle": "2"}})
    assert selector.fits({**record, "configuration": {"caches": None, "aes_rounds_per_cycle": None}})
    both = make_selector({**LATENCY, "metric": ["cycles", "cycles_deviation"]}, "here")
    assert both.figure({**record, "cycles_deviation": 3}) == 50
    assert both.figure({**record, "cycles_deviation": None}) is None
    block = make_selector({"record": "area", "block": "aes-128", "metric": "kge"}, "here")
    assert block.fits({"block": "aes-128", "core": None}) and not block.fits({"block": None, "core": "ibex-ref"})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"record": "speed"}, "unknown record 'speed'; one of: bench"),
        ({"metric": "kge"}, "unknown metric 'kge'; one of: cycles, cycles_deviation"),
        ({"metric": []}, "no metric"),
        ({"point": "rocket/aes"}, "unknown point 'rocket/aes'; one of: ibex-ref/none"),
        ({"point": []}, "no point"),
        ({"algorithm": "aes-128"}, "unknown algorithm 'aes-128'; one of: aes-128-ccm"),
        ({"algorithm": "aes-128-gcm", "operation": "seal"}, "point with aes-128-gcm 'rocket/engine'"),
        ({"algorithm": "ascon-128", "operation": "seal"}, "point with ascon-128 'rocket/aes-unit'"),
        ({"operation": "seal"}, "unknown operation of aes-128-ecb 'seal'; one of: encrypt, decrypt, init"),
        ({"scenario": "16"}, "unknown scenario '16'; one of: init, N bytes"),
        ({"until": "then"}, "unknown until 'then'; one of: done, free"),
        ({"extensions": "zkned"}, "unknown field 'extensions'"),
        ({"record": "energy", "metric": "total_nj", "algorithm": "aes-128-ecb"}, "generated"),
        ({"record": "fpga", "metric": "lut", "block": "aes", "point": []}, "unknown block 'aes'"),
        ({"record": "ascon64", "style": "ref"}, "this record kind has no points"),
    ],
)
def test_errors_in_a_selector_are_reported(change, words):
    with pytest.raises(SelectorError) as error:
        make_selector({**LATENCY, **change}, "here")
    assert str(error.value).startswith("here") and words in str(error.value)


GOOD = """
[paper]
title = "A paper"
authors = ["Someone"]
year = 2024
venue = "Somewhere"
setting = "a core"
sources = ["its text"]

[columns]
packets = [{ name = "IPv6", own = { scenario = "ipv6" } }, "none"]

[setting]
call = { core = "Ibex", build = "-Os", window = "a call" }

[[table]]
number = "1"
title = "Cycles"
kind = "bench"
unit = "cycles"
setting = "call"
missing = "lost"
own = { record = "bench", algorithm = "ascon-128", operation = "seal", scenario = "zigbee", metric = "cycles" }
columns = "packets"
rows = [
  { name = "plain", values = [12, "not available"], own = { point = "ibex-ref/none" } },
  { name = "other", values = [1.5, "2 to 3"], reason = "of another kind" },
]

[[note]]
table = "1"
text = "Known to be wrong."
"""


def load(tmp_path, text: str) -> papers.Paper:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    return papers.load(path)


def test_a_file_equals_its_merged_levels(tmp_path):
    paper = load(tmp_path, GOOD)
    assert paper.id == "wrong" and papers.citation(paper) == "Someone. A paper. Somewhere. 2024"
    (table,) = paper.find("1")
    plain, other = table.rows
    assert table.columns == ("IPv6", "none")
    assert [cell.own.get("scenario") for cell in plain.cells] == ["ipv6", "zigbee"]
    assert [cell.available for cell in (*plain.cells, *other.cells)] == [True, False, True, False]
    assert all(cell.own is None and cell.reason == "of another kind" for cell in other.cells)


def test_a_paper_may_have_multiple_files(tmp_path):
    more = GOOD.partition("[columns]")[2].replace('number = "1"', 'number = "2"').replace('table = "1"', 'table = "2"')
    (tmp_path / "wrong.more.toml").write_text("[columns]" + more)
    paper = load(tmp_path, GOOD)
    assert [t.number for t in paper.tables] == ["1", "2"] and [n.table for n in paper.notes] == ["1", "2"]
    (tmp_path / "wrong.more.toml").write_text(GOOD)
    with pytest.raises(PaperError, match=r"wrong\.more\.toml: unknown part 'paper'; one of: columns, setting"):
        load(tmp_path, GOOD)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[paper]", "[papers]", "unknown part 'papers'; one of: paper, columns, setting, table, note"),
        ("title", "= title", "(at line 3"),
        ('title = "A paper"\n', "", "paper: no 'title'"),
        ('authors = ["Someone"]\n', "", "paper: no 'authors', and no 'missing'"),
        ("year = 2024", 'year = "2024"', "paper: 'year' is '2024', not a int"),
        ("sources = [", "sources = []\nurl = [", "paper: 'sources' is empty"),
        ('kind = "bench"', 'kind = "speed"', "table 1: unknown kind 'speed'; one of: bench"),
        ('unit = "cycles"\n', "", "table 1: rows need columns and a unit"),
        ('missing = "lost"\n', "", "table 1, row 'plain': figures are not available, but"),
        ('columns = "packets"', 'columns = "packet"', "table 1: unknown columns 'packet'; one of: packets"),
        ('{ name = "IPv6", own', '{ name = "IPv6", onw', "table 1, columns: unknown key 'onw'"),
        ("[12, ", "[", "table 1, row 'plain': 2 columns, but 1 values"),
        ("[12, ", "[true, ", "table 1, row 'plain', column 'IPv6': True is not a figure"),
        ("[12, ", '["12", ', "text instead of a figure needs a reason"),
        ('"not available"], own', '"not available"], show = "less", own', "unknown show 'less'; one of: value, more"),
        (
            '"not available"], own',
            '"not available"], also = { operation = "open" }, best = {}, own',
            "omit 'also'",
        ),
        ('"not available"], own', '"not available"], over = [1], own', "2 values, 2 corrected, 1 over, 2 derived"),
        ('"not available"], own', '"not available"], over = [1, "x"], own', "over 'x' is not a figure"),
        ('"not available"], own', '"not available"], show = "more", own', "show 'more' needs a 'base', or 'over'"),
        ('own = { record = "bench"', 'best = { record = "bench"', "column 'IPv6', own: unknown record ''"),
        (', own = { point = "ibex-ref/none" }', "", "row 'plain', column 'IPv6', own: no point"),
        ('point = "ibex-ref/none"', 'point = "ibex-ref/zkne"', "own: unknown point 'ibex-ref/zkne'"),
        ('table = "1"', 'table = "2"', "note: no table 2"),
        (
            "[[note]]",
            '[[table]]\nnumber = "1"\ntitle = "x"\nkind = "bench"\n[[note]]',
            "table 1: no rows and no reason",
        ),
        (
            "[[note]]",
            '[[table]]\nnumber = "1"\ntitle = "x"\nkind = "bench"\nreason = "y"\n[[note]]',
            "it occurs twice",
        ),
    ],
)
def test_errors_in_a_file_are_reported(tmp_path, old, new, words):
    assert old in GOOD
    with pytest.raises(PaperError) as error:
        load(tmp_path, GOOD.replace(old, new, 1))
    assert str(error.value).startswith("wrong.toml: ") and words in str(error.value)
