# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The charts of the README: made by commands, and up to date with configs/ and with the README's own table."""

import json
import re
import xml.etree.ElementTree as ElementTree
from itertools import takewhile

import pytest
from click.testing import CliRunner

from tests.report import made_up
from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.cli import main as cli
from vambrace.measure.kinds.bench import Bench
from vambrace.results import record_store
from vambrace.results.origin import Origin
from vambrace.silicon import parts
from vambrace.view import best, best_chart, blocks_picture
from vambrace.view.themes import DARK, LIGHT

PICTURES = root() / "docs" / "user"
SVG = "{http://www.w3.org/2000/svg}"
THEMES = [pytest.param("", LIGHT, id="light"), pytest.param("-dark", DARK, id="dark")]


@pytest.mark.parametrize(("name", "theme"), THEMES)
def test_the_picture_of_blocks_is_that_of_configs(name, theme):
    """vambrace points --svg docs/user/blocks.svg --svg-dark docs/user/blocks-dark.svg"""
    text = (PICTURES / f"blocks{name}.svg").read_text()
    assert text == blocks_picture.svg(theme)
    ElementTree.fromstring(text)


def test_every_coupling_is_drawn():
    lines = blocks_picture.couplings()
    assert ("Ibex", "OBI", "AEAD engine") in lines and ("Rocket", "RoCC", "AES unit") in lines
    assert ("Rocket", "RoCC", "function units") not in lines  # configs/ has no such point
    keys = 3  # marks of the legend
    assert blocks_picture.svg(LIGHT).count('class="mark"') == len(lines) + keys
    alt = re.search(r'blocks\.svg" alt="([^"]*)"', (root() / "README.md").read_text())[1]
    assert {name for name in {*(c for c, *_ in lines), *blocks_picture.WAYS} - {"your SoC"} if name not in alt} == set()


def test_the_picture_has_every_adaptor_and_every_host():
    """It shows every bus of rtl/couple, and each core that tests/rtl simulates with an accelerator."""
    couplings = [name for name, subject in parts.blocks().items() if "couple/" in subject.parts[0].source]
    assert sorted(couplings) == sorted(name for names in blocks_picture.WAYS.values() for name in names)
    hosts = {path.stem.removeprefix("test_host_") for path in (root() / "tests" / "rtl").glob("test_host_*.py")}
    assert {core.lower() for core, *_ in blocks_picture.couplings()} >= hosts >= {"vexriscv", "neorv32", "cva6"}


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.svg")), ids=lambda p: p.name)
def test_a_picture_can_be_read_on_a_phone_and_aloud(path):
    """A screen of 360 pixels shows it at four fifths of its size or larger."""
    tree = ElementTree.parse(path).getroot()
    sizes = [float(e.get("font-size").removesuffix("px")) for e in tree.iter(f"{SVG}text")]
    assert float(tree.get("width")) <= 400 and len(sizes) > 20 and min(sizes) >= 12
    assert tree.get("aria-labelledby") == "title desc"
    assert tree.find(f"{SVG}title").text and len(tree.find(f"{SVG}desc").text) > 100


def readme_records():
    """Return the records of the README's table for IPv6, with the fields that the chart needs."""
    text = (root() / "README.md").read_text()
    below = text.split("<!-- printed by: vambrace bench ibex-ref --markdown -->\n")[1].split("\n")
    table = takewhile(lambda line: line.startswith("|"), below)
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    shape = config.scenarios()["ipv6"]
    for row in (dict(zip(head, row, strict=True)) for row in rows):
        published = row["ipv6 published"].replace(",", "")
        yield {
            **next(r for r in made_up.bench() if (r["operation"], r["scenario"]) == ("seal", "ipv6")),
            "algorithm": row["algorithm"], "extensions": row["extensions"], "core": "ibex-ref", "scenario": shape.name,
            "cycles": int(row["ipv6 ours"].replace(",", "")), "published_cycles": int(published) if published else None,
        }  # fmt: skip


def said(svg):
    """Return the contents of a chart: its text, and the values of its marks. Positions of text
    depend on the fonts.
    """
    tree = ElementTree.fromstring(svg)
    words = [e.text for e in tree.iter(f"{SVG}text") if e.text]
    return sorted([*words, *re.findall(r'aria-label="(cycles: [^"]*)"', svg)])


@pytest.mark.parametrize(("name", "theme"), THEMES)
def test_the_chart_has_the_figures_of_the_table(name, theme):
    """vambrace report ibex-ref --svg docs/user/cycles.svg --svg-dark docs/user/cycles-dark.svg"""
    drawn = best.chosen(map(Bench.of, readme_records()))
    assert len(drawn) == 4 and all(item.software and item.extended and item.engine for item in drawn)
    actual = said((PICTURES / f"cycles{name}.svg").read_text())
    assert actual == said(best_chart.svg(drawn, theme)) and len(actual) > 30


def test_the_readme_shows_them():
    text = (root() / "README.md").read_text()
    for name in ("blocks", "cycles"):
        assert f'srcset="docs/user/{name}-dark.svg"' in text and f'<img src="docs/user/{name}.svg" alt="' in text


def run(*arguments):
    return CliRunner().invoke(cli.main, arguments, standalone_mode=False)


def test_the_command_draws_the_first_chart_of_the_report(tmp_path, monkeypatch):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("vambrace.view.report.page.page", lambda *_: "")
    record_store.keep("bench", Origin.of("vambrace.base.grid"), ("some",), made_up.bench())
    light, dark = tmp_path / "a.svg", tmp_path / "b.svg"
    done = run("report", "-o", str(tmp_path / "r.html"), "--svg", str(light), "--svg-dark", str(dark))
    assert done.exception is None, done.output
    assert said(light.read_text()) == said(dark.read_text()) and LIGHT.ink in light.read_text()
    assert DARK.ink in dark.read_text() and LIGHT.ink not in dark.read_text()
    assert {"AES-128-CCM", "Ascon-128 (v1.2)", "1.16k", "43k", "117k"} <= set(said(light.read_text()))


def test_a_chart_without_figures_is_rejected(tmp_path, monkeypatch):
    file = tmp_path / "area.json"
    file.write_text(json.dumps(made_up.area()))
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("vambrace.view.report.page.page", lambda *_: "")
    done = run("report", "--from", str(file), "-o", str(tmp_path / "r.html"), "--svg", str(tmp_path / "a.svg"))
    assert isinstance(done.exception, UsageError) and "no records of bench" in str(done.exception)
    assert not (tmp_path / "a.svg").exists()
