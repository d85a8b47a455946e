# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/user/papers.md: its table of results agrees with the counts on the page of each paper."""

from __future__ import annotations

import re

import pytest

from vambrace.base.paths import root

USER = root() / "docs" / "user"
PAPERS = sorted(p.stem for p in (USER / "papers").glob("*.md"))


def rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]


def results() -> dict[str, dict[str, int]]:
    """Return the counts by paper and verdict; an empty cell is 0."""
    table = (USER / "papers.md").read_text().split("\n## Results\n")[1].strip().split("\n\n")[0]
    head, _, *body = rows(table)
    return {name: {v: int(n) for v, n in zip(head[1:], counts, strict=True) if n} for name, *counts in body}


def counted(page: str) -> dict[str, int]:
    """Return the counts of a page, from its line `30 figures: 14 beaten, 2 behind`."""
    (line,) = re.findall(r"^(\d+ figures: .*)$", page, re.M)
    return {verdict: int(n) for n, verdict in re.findall(r"(\d+) ([a-z ]+)", line)}


def test_every_paper_has_a_row():
    assert sorted(results()) == PAPERS and len(PAPERS) == 5


@pytest.mark.parametrize("paper", PAPERS)
def test_results_are_those_of_the_page(paper):
    of_page = counted((USER / "papers" / f"{paper}.md").read_text())
    assert results()[paper] == of_page
    assert sum(of_page.values()) == 2 * of_page["figures"]


def test_packets_of_lascas2024_are_counted():
    """README.md and papers.md state how many take fewer cycles than published, and how many as many."""
    page = (USER / "papers" / "lascas2024.md").read_text()
    tables = [part.split("\n## ")[0] for part in re.split(r"^## Table II \(\w+, cycles\): ", page, flags=re.M)[1:]]
    verdicts = [row[4].split()[0] for table in tables for row in rows(table)[2:]]
    assert len(tables) == 2 and len(verdicts) == 16
    assert (verdicts.count("beaten"), verdicts.count("reproduced")) == (9, 7)
    assert "nine of the sixteen packets take fewer cycles than published and seven about as many" in (
        USER.parents[1] / "README.md"
    ).read_text().replace("\n", " ")
    assert re.search(
        r"Of the sixteen packets, nine\s+take\s+fewer cycles than published.*and seven of Ascon are reproduced",
        (USER / "papers.md").read_text(),
        re.S,
    )
