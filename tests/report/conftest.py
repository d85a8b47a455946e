# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The page of made-up records, and a browser that shows it."""

import pytest

from tests.report import made_up
from tests.report.browser import chromium, opened
from vambrace.view.report.gather import gather
from vambrace.view.report.page import page as page_of
from vambrace.view.report.sections import SECTIONS


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    data = gather(made_up.everything())
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page_of(data, [section(data) for section in SECTIONS]))
    return path


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture
def show(browser, file):
    """Open the page; at the end nothing may have been asked for or complained of."""
    contexts, watched = [], []

    def go(fragment="", width=1440, **more):
        context = browser.new_context(viewport={"width": width, "height": 900}, **more)
        contexts.append(context)
        page, seen = opened(context, file, fragment)
        watched.append(seen)
        return page

    yield go
    for context in contexts:
        context.close()
    for seen in watched:
        assert seen.trouble == []
        assert [u for u in seen.requests if not u.startswith(("file:", "data:", "blob:"))] == []
