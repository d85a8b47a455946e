# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A published figure without one of ours has a reason; and the order of lengths in tables."""

import re

import pytest

from tests.unit.test_papers import GOOD, load
from vambrace.measure.registry import KINDS
from vambrace.papers import comparison, figures
from vambrace.papers import setting as settings
from vambrace.papers.figures import PaperError
from vambrace.papers.records import Figure
from vambrace.view import throughput_table


@pytest.mark.parametrize("value", ["12", '"not available"'])
def test_a_figure_without_ours_is_an_error(tmp_path, value):
    text = GOOD.replace("[12, ", f"[{value}, ", 1)
    load(tmp_path, text)
    without = re.sub(r",? *own = \{[^}]*\}", "", text)
    assert "own = " not in without
    with pytest.raises(PaperError, match=r"neither a record \('own'\)"):
        load(tmp_path, without)


class Records:
    """Return figures of records by selector."""

    def own(self, selector):
        value = {"seal": 10.0, "open": 7.0}[selector.get("operation")]
        return Figure(value, {"core": "ibex-ref", "extensions": "none"})

    def best(self, cell):
        return None

    def failure(self, cell):
        return ""


@pytest.mark.parametrize(
    ("keys", "ours", "verdict"),
    [
        ("", 10, "beaten"),
        (', also = { operation = "open" }', 17, "behind"),
        (', unlike = { build = "of another kind" }', 10, "differs"),
        (', unlike = { call = "of another kind" }', 10, "differs"),
        (', repeats = "table 2"', 10, "repeated"),
    ],
)
def test_records_are_added_and_other_values_get_no_verdict(tmp_path, keys, ours, verdict):
    text = GOOD.replace('"not available"], own', f'"not available"]{keys}, own', 1)
    (table,) = load(tmp_path, text).find("1")
    line = next(iter(comparison.lines(table, Records())))
    assert (line.ours, line.verdict) == (ours, verdict)
    assert ("of another kind" in line.cell.setting.differences) == ("unlike" in keys) == (line.factor is None)


@pytest.mark.parametrize(("keys", "ours"), [('base = { operation = "open" }', 0.7), ("over = [70, 70]", 7)])
def test_a_factor_is_relative_to_a_record_or_to_a_published_figure(tmp_path, keys, ours):
    keys = f'{keys}, show = "times", setting = {{ baseline = "software" }}'
    text = GOOD.replace('"not available"], own', f'"not available"], {keys}, own', 1)
    (table,) = load(tmp_path, text).find("1")
    assert next(iter(comparison.lines(table, Records()))).ours == pytest.approx(ours)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((', build = "-Os"', ""), "column 'IPv6': state for build what is equal ('setting') or how ours differs"),
        (('core = "Ibex", build = "-Os", window = "a call"', 'part = "all"'), "state for core, build, window what"),
        (("build =", "compiler ="), "unknown dimension 'compiler' in 'setting'; one of: core, system, build"),
        (('setting = "call"', 'setting = "calls"'), "unknown setting 'calls'; one of: call"),
        (
            ('"not available"], own', '"not available"], unlike = { flags = "-O2" }, own'),
            "unknown dimension 'flags' in",
        ),
        (('"not available"], own', '"not available"], unlike = "-O2", own'), "'unlike' is '-O2', not a dict"),
        (('"not available"], own', '"not available"], show = "times", over = [1, 1], own'), "state for baseline what"),
    ],
)
def test_a_verdict_needs_a_whole_setting(tmp_path, change, words):
    assert change[0] in GOOD
    with pytest.raises(PaperError, match=re.escape(words)):
        load(tmp_path, GOOD.replace(*change, 1))


def test_a_setting_is_merged_over_levels_and_a_difference_counts(tmp_path):
    text = GOOD.replace('"not available"], own', '"not available"], setting = { window = "two calls" }, own', 1)
    (table,) = load(tmp_path, text).find("1")
    setting = table.rows[0].cells[0].setting
    assert setting.text == "core: Ibex; build: -Os; window: two calls" and setting.judged and not setting.differences
    other = settings.make({"core": "Ibex", "build": "-Os"}, {"build": "ours -O2"})
    assert (other.text, other.differences, other.judged) == ("core: Ibex", "build: ours -O2", False)


def test_every_kind_with_a_verdict_has_dimensions():
    judged = {t.kind for t, cell in figures.cells() if cell.judged}
    assert judged <= set(settings.REQUIRED) <= set(KINDS)
    assert all(set(names) <= set(settings.DIMENSIONS) for names in settings.REQUIRED.values())


@pytest.mark.parametrize("name", ["lascas2024", "thesis2024"])
def test_one_paper_is_compared_in_one_build(name):
    """Both papers compile with -Os, so cycles and bytes with a verdict are those of the size profile."""
    judged = [
        c for t in figures.paper(name).tables for r in t.rows for c in r.cells if c.own and c.available and c.judged
    ]
    profiles = {c.own.get("profile") for c in judged if "profile" in c.own.kind.selectable}
    assert profiles == {"size"} and all("-Os" in dict(c.setting.equal)["build"] for c in judged)


def test_at_most_sixty_figures_have_no_verdict_for_their_setting():
    every = [c for p in figures.papers().values() for t in p.tables for r in t.rows for c in r.cells]
    differing = [c for c in every if c.own and c.available and not c.judged and not c.repeats]
    assert 0 < len(differing) <= 60


@pytest.mark.parametrize("sizes", [(8, 1), (65536, 16, 0, 4096), (33, 32, 1)])
def test_lengths_are_in_their_order(sizes):
    records = [
        {
            "core": "ibex-ref",
            "extensions": "none",
            "algorithm": "ascon-aead128",
            "operation": "seal",
            "message_bytes": size,
            "cycles": 100 + size,
            "configuration": {"nonce_bytes": 16, "caches": None},
        }
        for size in sizes
    ]
    (grid,) = throughput_table.grids(records)
    *lengths, (last, _) = grid.rows
    assert [row[0] for row in lengths] == [f"{n:,}" for n in sorted(sizes)] and last == "per byte"
