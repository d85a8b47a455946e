# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Pages of made-up records, and a tab of a browser that shows them: one tab for all tests of a process, since a browser
takes longer to open a tab than to show a page."""

from dataclasses import replace

import pytest

from tests.report import made_up
from tests.report.browser import PATIENCE, Seen, chromium, drawn
from tests.report.short import short
from vambrace.view.report.gather import gather
from vambrace.view.report.page import page as page_of
from vambrace.view.report.sections import SECTIONS


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """The whole page; a short one with an example of each kind of content; tables without charts, of
    the papers' a few."""
    data, folder = gather(made_up.everything()), tmp_path_factory.mktemp("report")
    every = [section(data) for section in SECTIONS]
    kinds = {
        "whole": every,
        "short": list(map(short, every)),
        "tables": [replace(short(section), charts=()) for section in every],
    }
    for name, sections in kinds.items():
        (folder / f"{name}.html").write_text(page_of(data, sections))
    return {name: folder / f"{name}.html" for name in kinds}


@pytest.fixture(scope="session")
def browser():
    with chromium() as chromium_browser:
        yield chromium_browser


@pytest.fixture(scope="session")
def tab(browser):
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    return page, Seen(page)


@pytest.fixture
def show(tab, files):
    """Open a page; by the end it must have made no requests and logged no errors."""
    page, seen = tab
    seen.requests.clear()
    opened = []

    def go(fragment="", width=1440, of="tables", color_scheme="light"):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media="null", color_scheme=color_scheme)
        page.mouse.move(0, 0)
        opened.append(of)
        page.goto(f"{files[of].as_uri()}?{len(opened)}{fragment}")  # another document, whatever the tab shows
        drawn(page)
        return page

    yield go
    page.evaluate("localStorage.clear()")
    page.context.clear_permissions()
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.goto("about:blank")
    assert seen.trouble == []
    assert [u for u in seen.requests if not u.startswith(("file:", "data:", "blob:", "about:"))] == []
