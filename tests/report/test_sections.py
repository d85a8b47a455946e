# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The report's tables and charts from made-up records, and the files that the command writes."""

import json
import re
import time
from dataclasses import replace
from html.parser import HTMLParser

import altair as alt
import jsonschema
import pytest
from click.testing import CliRunner

from tests.report import made_up
from vambrace import config
from vambrace.base import work
from vambrace.base.errors import UsageError
from vambrace.base.paths import cache_dir
from vambrace.cli import main as cli
from vambrace.measure import planner
from vambrace.measure.registry import KINDS
from vambrace.results import record_store
from vambrace.results.origin import Origin
from vambrace.view.report.gather import gather
from vambrace.view.report.head import head
from vambrace.view.report.markdown import _safe as safe
from vambrace.view.report.markdown import markdown
from vambrace.view.report.page import _charts, choices, page
from vambrace.view.report.sections import SECTIONS
from vambrace.view.report.sections.papers import papers

EVERYTHING = set(KINDS)


@pytest.fixture(scope="module")
def data():
    return gather(made_up.everything())


@pytest.fixture(scope="module")
def sections(data):
    return {s.id: s for s in (section(data) for section in SECTIONS)}


def rows(section):
    """Return the first table, a dictionary for each row."""
    table = section.tables[0]
    return [
        dict(zip([c.head for c in table.columns], row.values, strict=True)) | {"how": row.how} for row in table.rows
    ]


def figures(section):
    """Return everything that a section shows of records: cards, charts and tables, with the numbers of the
    measurements."""
    charts = [(chart.id, panel.rows) for chart in section.charts for panel in chart.panels]
    return section.cards, charts, [(table.id, table.rows) for table in section.tables], section.matrix


def test_every_kind_is_in_the_report(data, sections):
    """This module makes up records of each measured kind; each is in a table, and can be measured for the page."""
    assert set(data.records) == EVERYTHING
    shown = {way.kind for way in data.how.ways}
    assert shown == EVERYTHING
    assert [name for name, section in sections.items() if section.empty] == ["others"]
    for kind in EVERYTHING:
        assert {r["record"] for r in getattr(made_up, kind)()} == {kind}


def test_the_specifications_of_charts_are_valid(sections):
    """Charts follow the schema of Vega-Lite, which is not checked when a report is written."""
    specs = [chart.spec for section in sections.values() for chart in section.charts]
    assert len(specs) > 10
    for spec in specs:
        alt.Root.validate(spec)
    with pytest.raises(jsonschema.ValidationError):
        alt.Root.validate({**specs[0], "width": "wide"})


def test_of_two_records_for_the_same_the_last_counts():
    first, second = made_up.bench()[0], {**made_up.bench()[0], "cycles": 5}
    assert [r["cycles"] for r in gather([first, second]).records["bench"]] == [5]


def test_points_leave_out_the_others(data):
    some = gather(made_up.everything(), config.select_points(["ibex-ref/zbkb"]))
    assert {(r["core"], r["extensions"]) for r in some.records["bench"]} == {("ibex-ref", "zbkb")}
    assert [r["block"] for r in some.records["area"] if r["block"]] == ["ascon"]  # of no point
    assert 0 < some.count < data.count


def test_overview(sections):
    actual = next(
        r
        for r in rows(sections["overview"])
        if (r["algorithm"], r["core"], r["scenario"]) == ("Ascon-128 (v1.2)", "ibex-ref", "ipv6")
    )
    assert (actual["published"], actual["software"]) == (234_000, 117_000)
    assert (actual["best set"], actual["best set cycles"]) == ("zbkb+xascon", 43_000)
    assert (actual["best engine"], actual["engine cycles"]) == ("engine", 1_163)
    assert "over published" not in actual and actual["engine vs software"] == pytest.approx(117_000 / 1_163)


def test_cycles(sections):
    results = [r for r in rows(sections["cycles"]) if r["algorithm"] == "AES-128-CCM"]
    assert {r["extensions"] for r in results} == {"none", "zbkb", "engine"}  # Xascon changes nothing for AES
    seal = next(
        r
        for r in results
        if (r["extensions"], r["core"], r["scenario"], r["operation"]) == ("none", "ibex-ref", "ipv6", "seal")
    )
    assert seal["cycles"] == 117_000 and seal["faster"] is None and seal["key set-up"] == 100
    assert seal["per byte"] == pytest.approx(117_000 / 1224)
    panel = next(
        p
        for p in sections["cycles"].charts[0].panels
        if p.facets == {"scenario": "ipv6", "core": "ibex-ref", "algorithm": "aes-128-ccm"}
    )
    assert [(r["label"], r["series"], r["value"], r["side"]) for r in panel.rows][:3] == [
        ("none", "ours", 117_000, "left"),
        ("none", "published", 234_000, "right"),
        ("zbkb", "ours", 75_000, "right"),
    ]
    assert "none 117,000, none 234,000 published" in panel.text
    low, high = panel.parameters["low"], panel.parameters["high"]
    assert low <= 1_163 < 234_000 <= high and all(low / 2 <= tick <= high * 2 for tick in panel.parameters["xticks"])


def test_front(sections):
    results = {
        r["extensions"]: r
        for r in rows(sections["tradeoff"])
        if (r["algorithm"], r["core"], r["scenario"]) == ("Ascon-128 (v1.2)", "ibex-ref", "ipv6")
    }
    assert "cycles" in results["xascon"]["on the front of"] and "cycles" not in results["zbkb"]["on the front of"]
    assert results["xascon, published (28 nm)"]["kGE"] == 37.408 and not results["xascon, published (28 nm)"]["how"]
    assert len(results["xascon"]["how"]) == 4  # area, cycles, memory and energy each have a command
    (panel,) = [
        p
        for p in sections["tradeoff"].charts[0].panels
        if p.facets == {"scenario": "ipv6", "core": "ibex-fast", "algorithm": "ascon-128"}
    ]
    line = [r["kge"] for r in panel.rows if r.get("step")]
    assert line == sorted(line) and len(line) == 4


def test_records_of_another_setting_are_marked_and_not_compared():
    def otherwise(make, where, **change):
        results = [r for r in make() if r["core"] == "ibex-ref"]
        return [{**r, where: {**r[where], **change}, "kge": 5.0, "total_nj": 1.0} for r in results]

    other = [
        *otherwise(made_up.area, "configuration", modules=True),
        *otherwise(made_up.energy, "model", slew_ns=0.5),
        *otherwise(made_up.area, "configuration", liberty="mine", liberty_hash="2"),
    ]
    usual = [*made_up.bench(), *made_up.area(), *made_up.energy(), *made_up.memory()]
    data = gather([*other, *usual, *other])
    results = {s.id: s for s in (section(data) for section in SECTIONS)}
    names = {r["point or block"]: r for r in rows(results["area"]) if r["core"] == "ibex-ref"}
    assert {"zbkb", "zbkb, modules preserved", "zbkb, cells of mine"} <= set(names)
    assert names["zbkb, modules preserved"]["added kGE"] == 0 and names["zbkb"]["kGE"] == 35.7
    energies = {r["extensions"] for r in rows(results["energy"])}
    assert {"zbkb", "zbkb, slew 0.5 ns"} <= energies
    only = {s.id: s for s in (section(gather(usual)) for section in SECTIONS)}
    assert [r | {"how": ()} for r in rows(results["tradeoff"])] == [r | {"how": ()} for r in rows(only["tradeoff"])]
    commands = "\n".join(way.command for way in data.how.ways)
    assert "vambrace area ibex-ref/zbkb --modules" in commands and "--liberty mine.lib" in commands
    assert re.search(r"vambrace energy ibex-ref/zbkb .*--slew 0\.5", commands)


def test_energy_is_stacked_and_adds_up(sections):
    totals, shares = (chart.panels[0] for chart in sections["energy"].charts)
    parts = [r for r in shares.rows if r["label"] == "none"]
    (full,) = [r for r in totals.rows if r["label"] == "none"]
    assert len(parts) == 6 and sum(r["value"] for r in parts) == pytest.approx(100) == parts[0]["end"]
    assert parts[0]["figure"] == f"{full['figure']} µJ"
    saved = {r["extensions"]: r["saved"] for r in rows(sections["energy"]) if r["scenario"] == "ipv6"}
    assert saved["none"] is None and saved["zbkb"] == pytest.approx(100 * (1 - 75 / 117))


def test_memory_compares_the_size_profile(sections):
    results = {r["extensions"]: r for r in rows(sections["memory"])}
    assert results["none"]["published"] is None and results["none, size"]["published"] == 1694
    assert results["none, size"]["of published"] == pytest.approx(100 * 1660 / 1694)
    labels = [r["label"] for r in sections["memory"].charts[0].panels[0].rows]
    assert list(dict.fromkeys(labels))[:3] == ["none", "none, size", "none, published"]


def test_latency_is_compared_with_the_published_kind_of_call(sections):
    results = [r for r in rows(sections["latency"]) if r["published"]]
    assert results and all(r["faster"] == 2 for r in results)


def test_papers_are_compared_with_records(sections):
    tables = {t.id: t for t in sections["papers"].tables}
    assert [r for r in tables["paper-lascas2024-4"].rows if r.values[3]]
    counts = rows(sections["papers"])
    assert len(counts) == 5 and sum(r["figures"] for r in counts) == sum(
        len(t.rows) for t in tables.values() if t.id != "papers-table"
    )


def test_a_paper_without_measured_figures_is_one_line():
    """Its tiles and tables are opened on request; those of the others are open."""
    data = gather(made_up.bench())
    section = papers(data)
    folded = {row.title.split(":")[0]: row.folded for row in section.matrix}
    assert folded["lascas2024"] == "" and re.fullmatch(r"\d+ figures, none measured", folded["facv2022"])
    groups = {group.title.split(":")[0]: group.folded for group, _ in section.groups if group}
    assert groups == folded
    assert page(data, [section]).count('<details class="fold group">') == sum(map(bool, folded.values())) > 0


def test_a_table_without_a_share_to_show_has_no_tile(sections):
    """One line names it, describes its figures and links to it."""
    section = sections["papers"]
    assert any(row.tiles for row in section.matrix) and any(row.others for row in section.matrix)
    html = page(gather(made_up.bench()), [section])
    for row in section.matrix:
        assert all(tile.shares for tile in row.tiles)
        for tile in row.others:
            link = f'<a href="#{tile.table}-title">{tile.title}</a> ({tile.text})'
            assert not tile.shares and link in html and f'id="{tile.table}-title"' in html


def test_studies(sections):
    encrypted = next(r for r in rows(sections["pictures"]) if r["text"] == "encrypted")
    assert (encrypted["bits"], encrypted["per byte"], encrypted["below"]) == (8.0, 5000 / 1024, None)
    (panel,) = sections["pictures"].charts[0].panels
    assert sum(r["value"] for r in panel.rows if r["series"] == "encrypted") == 1024
    on_core, on_spike = sections["ascon64"].charts
    assert {r["value"] for p in on_core.panels for r in p.rows} == {90.0, 45.0}
    assert next(p.title for p in on_spike.panels).endswith("seal, spike/none")
    estimated = [r["estimated from"] for r in rows(sections["ascon64"]) if r["bytes"] == 4096]
    assert set(estimated) == {"16"}


def test_operating_systems(sections):
    results = [r for r in rows(sections["os"]) if r["test"] == "basic" and r["messages a second"] == "15"]
    assert [(r["next to"], r["extensions"], r["loops"]) for r in results] == [
        ("no network", "none", 1000.0),
        ("plain echo", "none", 900.0),
        ("AES-256-CCM", "none", 450.0),
        ("AES-256-CCM", "engine", 891.0),
    ]
    (panel,) = sections["os"].charts[0].panels
    assert [(r["label"], r["value"]) for r in panel.rows][2:] == [
        ("AES-256-CCM, software", 450.0),
        ("AES-256-CCM, engine", 891.0),
    ]


def test_every_figure_of_ours_has_its_command(data, sections):
    numbers = {way.number for way in data.how.ways}
    for section in sections.values():
        for table in section.tables:
            for row in table.rows:
                assert set(row.how) <= numbers
                assert row.how or section.id == "papers" or "published" in str(row.values), (section.id, row)
    commands = "\n".join(way.command for way in data.how.ways)
    assert "vambrace bench ibex-ref/zbkb -a aes-128-ccm -a ascon-128\n" in commands
    assert (
        "vambrace bench ibex-ref/none --by length -a aes-128-ccm --size 0 --size 64 --size 1024 -a ascon-128"
        in commands
    )
    assert "vambrace area ascon\n" in commands and "vambrace study ciphers seed" in commands
    assert "vambrace latency engine --key-bits 128 --caches warm --runs 3" in commands


def test_a_section_without_records_names_the_command():
    data = gather([])
    for section in (make(data) for make in SECTIONS):
        assert section.empty
        if section.id == "others":
            continue
        assert section.missing.startswith("vambrace "), section.id
        words = section.missing.removeprefix("vambrace ").split()[0]
        assert words in cli.main.commands, section.missing


class Page(HTMLParser):
    """Tags with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


def test_page_loads_nothing_and_is_labelled(data, sections):
    text = page(data, list(sections.values()))
    tags = Page(text).tags
    assert not [a for _, a in tags if "src" in a or str(a.get("href", "#"))[0] != "#"]
    ids = [a["id"] for _, a in tags if "id" in a]
    assert len(ids) == len(set(ids))
    for _, a in tags:
        if "aria-labelledby" in a:
            assert a["aria-labelledby"] in ids
        if a.get("href"):
            assert a["href"][1:] in ids, a
    heads = [a for tag, a in tags if tag == "th"]
    assert heads and all(a.get("scope") in ("row", "col") for a in heads)
    assert sum(tag == "table" for tag, _ in tags) == sum(tag == "caption" for tag, _ in tags)
    plots = [a for _, a in tags if a.get("class") == "plot"]
    assert len(plots) > 10 and all(re.search(r"\d", a["aria-label"]) for a in plots)


def test_records_of_other_versions_are_apart(monkeypatch):
    """They are in no chart and in no table except their own, and the top of the page names them."""
    records = [*made_up.bench(), *made_up.memory()]
    old = [{**r, "tools": {**r["tools"], "vambrace": "0.0.9"}, "code_bytes": 77_777} for r in made_up.memory()]
    older = [{**r, "tools": {"vambrace": "0.0.8"}} for r in old[:2]]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    alone, data = gather(records), gather([*records, *old, *older])
    assert head(alone).others == "" and head(alone).date == "21 September 2026, 14:13 UTC"
    assert f"are listed separately: 2 of 0.0.8, {len(old)} of 0.0.9." in head(data).others
    assert data.count == alone.count + len(old) + 2
    without, actual = ({s.id: s for s in (section(d) for section in SECTIONS)} for d in (alone, data))
    apart = actual.pop("others")
    assert without.pop("others").empty
    assert {name: figures(section) for name, section in without.items()} == {
        name: figures(section) for name, section in actual.items()
    }
    (table,) = apart.tables
    version = [column.head for column in table.columns].index("version")
    assert [row.values[version] for row in table.rows].count("0.0.8") == 2 and len(table.rows) == len(old) + 2
    assert all(77_777 in row.values for row in table.rows)
    shown = page(data, [*actual.values(), apart])
    assert "Records of other versions" in shown and f"{len(old)} of 0.0.9" in shown
    assert "Records of other versions" not in page(alone, list(without.values()))


def test_names_in_records_are_no_markup():
    record = {**made_up.area()[-1], "block": "<script>alert(1)</script>|x"}
    data = gather([record, *made_up.bench()])
    results = [make(data) for make in SECTIONS]
    assert "<script>alert" not in page(data, results)
    text = markdown(data, results)
    assert r"|x" not in text.replace(r"\|x", "") and "&lt;script&gt;alert(1)" in text
    assert "<" not in re.sub(r"`[^`\n]*`", "", text)


def test_names_in_markdown():
    assert safe("a <b> & `x <y>` | c\nd") == r"a &lt;b&gt; &amp; `x <y>` \| c d"
    assert safe("`<b>") == "'&lt;b&gt;" and safe("`a` <b> `c`") == "`a` &lt;b&gt; `c`"


def test_names_in_charts_end_no_script(sections):
    chart = sections["cycles"].charts[0]
    panels = tuple(replace(panel, rows=({"label": "</script><script>alert(1)"},)) for panel in chart.panels)
    text = _charts([replace(sections["cycles"], charts=(replace(chart, panels=panels),))])
    assert "<" not in text and "alert(1)" in json.dumps(json.loads(text))


def test_choices_are_in_the_order_of_configs(sections):
    actual = choices(list(sections.values()))
    assert actual["scenario"] == (list(config.scenarios()), "ipv6") and actual["core"] == (
        ["ibex-ref", "ibex-fast"],
        "ibex-ref",
    )
    assert actual["algorithm"].first == "" and actual["algorithm"].values[0] == "aes-128-ccm"


def test_markdown(data, sections):
    text = markdown(data, list(sections.values()))
    assert text.startswith("# Vambrace: report\n") and "No records here yet" not in text
    tables = re.findall(r"(?m)^\|.*\n\| [:-].*\n(?:\|.*\n)+", text)
    assert len(tables) >= 9
    for table in tables:
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in table.strip().split("\n")}
        assert len(cells) == 1


def nothing_kept_but_scripts(monkeypatch, tmp_path):
    """A cache without records, but with the other tests' drawing library, which takes a second to make."""
    scripts, cache = cache_dir() / "report-library", tmp_path / "cache"
    scripts.mkdir(parents=True, exist_ok=True)
    cache.mkdir()
    (cache / scripts.name).symlink_to(scripts)
    monkeypatch.setenv("VAMBRACE_CACHE", str(cache))


@pytest.mark.parametrize("kind", sorted(EVERYTHING))
def test_a_record_appears_as_soon_as_any_command_has_measured_it(tmp_path, monkeypatch, kind):
    nothing_kept_but_scripts(monkeypatch, tmp_path)
    monkeypatch.setattr("vambrace.view.report.page.page", lambda *_: "")
    monkeypatch.setattr(work, "each", lambda *_, **__: {})
    html, text = tmp_path / "r.html", tmp_path / "r.md"
    command = ["report", "-o", str(html), "--markdown", str(text), *(["--measure", "bench"] if kind != "bench" else [])]
    made = getattr(made_up, kind)()
    record_store.keep(kind, Origin.of("vambrace.base.grid"), ("some",), made)
    done = CliRunner().invoke(cli.main, command, standalone_mode=False)
    assert f": {len(made)} records in " in done.stdout and KINDS[kind].command in text.read_text()


def test_the_command_shows_kept_records_and_measures_nothing(tmp_path, monkeypatch):
    nothing_kept_but_scripts(monkeypatch, tmp_path)
    monkeypatch.setattr(work, "each", lambda *_, **__: pytest.fail("something was measured"))
    for kind, records in (("bench", made_up.bench()), ("area", made_up.area())):
        record_store.keep(kind, Origin.of("vambrace.base.grid"), ("some",), records)
    html, text = tmp_path / "r.html", tmp_path / "r.md"
    before = time.process_time()
    command = ["report", "ibex-ref", "-o", str(html), "--markdown", str(text)]
    done = CliRunner().invoke(cli.main, command, standalone_mode=False)
    assert done.exception is None, done.output
    assert time.process_time() - before < 10
    assert f"{html} and {text}: 86 records in " in done.stdout
    assert "vambrace area ibex-ref/engine" in html.read_text() and "ibex-fast" not in text.read_text()


def test_the_measurements_without_kept_records(tmp_path, monkeypatch):
    nothing_kept_but_scripts(monkeypatch, tmp_path)
    seen = []
    monkeypatch.setattr(planner, "run", lambda measurements: seen.extend(measurements) or planner.Outcome())
    for arguments, kinds in (([], {"bench"}), (["--measure", "everything"], EVERYTHING)):
        seen.clear()
        done = CliRunner().invoke(cli.main, ["report", "-o", str(tmp_path / "r.html"), *arguments])
        assert done.exception is None and {m.kind for m in seen} >= kinds
        assert not [m for m in seen if m.kind != "bench" and "ibex-fast" in str(m.name)]


def test_records_of_a_file_are_shown_with_those_that_are_kept(tmp_path, monkeypatch):
    nothing_kept_but_scripts(monkeypatch, tmp_path)
    monkeypatch.setattr(work, "each", lambda *_, **__: pytest.fail("something was measured"))
    record_store.keep("area", Origin.of("vambrace.base.grid"), ("some",), made_up.area())
    file, text = tmp_path / "records.json", tmp_path / "r.md"
    newer = {**next(r for r in made_up.area() if r["extensions"] == "zbkb"), "kge": 77.25}
    file.write_text(json.dumps([*made_up.bench(), newer]))
    command = ["report", "--from", str(file), "-o", str(tmp_path / "r.html"), "--markdown", str(text)]
    done = CliRunner().invoke(cli.main, command, standalone_mode=False)
    assert done.exception is None, done.output
    assert f"{len(made_up.area()) + len(made_up.bench())} records in" in done.stdout
    rows = [line for line in text.read_text().splitlines() if "77.25" in line]
    assert rows and "10.90" in text.read_text()  # a block that is only in the result store


SECONDS = pytest.mark.long("hundreds of pages")
LATER = [
    pytest.param(kind, marks=SECONDS)
    for kind in ("bench", "memory", "energy", "latency", "ciphers", "pictures", "ascon64")
]


@pytest.mark.parametrize("kind", ["area", *LATER])
def test_incomplete_records_are_rejected(tmp_path, monkeypatch, kind):
    """A record without any of its fields, or with nonsense in one, is shown or rejected, and never causes a
    traceback."""
    nothing_kept_but_scripts(monkeypatch, tmp_path)
    monkeypatch.setattr("vambrace.view.report.page.page", lambda *_: "")
    full, file, refused = getattr(made_up, kind)()[0], tmp_path / "records.json", 0
    for number, field in enumerate(full):
        for value in ((None, "nonsense", [], float("nan"))[number % 4], "left out"):
            record = {name: v for name, v in full.items() if name != field or value != "left out"}
            if value != "left out":
                record[field] = value
            file.write_text(json.dumps([record]))
            command = ["report", "--from", str(file), "-o", str(tmp_path / "r.html")]
            wrong = CliRunner().invoke(cli.main, command, standalone_mode=False).exception
            assert wrong is None or isinstance(wrong, UsageError), (field, value, wrong)
            refused += wrong is not None
    assert refused > 8
