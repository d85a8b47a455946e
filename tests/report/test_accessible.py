# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""axe-core, which checks the rules of accessible pages (WCAG), finds no serious fault in the report."""

from importlib.resources import files

import pytest

AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
RUN = "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"


def serious(page):
    """Return the findings of axe for two rows of each table: the others are made in the same way."""
    page.evaluate("document.querySelectorAll('.box tbody tr:nth-child(n+3)').forEach((row) => row.remove())")
    page.evaluate(AXE)
    actual = page.evaluate(RUN)
    return [
        (v["id"], v["impact"], v["nodes"][0]["html"][:300]) for v in actual if v["impact"] in ("serious", "critical")
    ]


OTHER = pytest.mark.long("ten seconds: the same page in another width or theme")


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (360, "light"),
        *(
            pytest.param(*item, marks=OTHER)
            for item in ((1440, "dark"), (360, "dark"), (768, "light"), (768, "dark"), (1440, "light"))
        ),
    ],
)
def test_axe_finds_nothing_serious(show, width, scheme):
    page = show(width=width, of="short", color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    if width < 1024:
        page.locator(".side").get_by_role("button", name="Contents").press("Enter")
    assert serious(page) == []


def test_axe_finds_seeded_errors(show):
    page = show(of="short")
    page.evaluate("document.querySelector('.filters label').remove()")
    page.evaluate("document.body.style.setProperty('--soft', '#ccc')")
    assert {name for name, *_ in serious(page)} >= {"select-name", "color-contrast"}
