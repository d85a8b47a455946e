# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium, which must make no requests and log no errors."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from vambrace.base import tools

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

#: Milliseconds: the machine may be busy.
PATIENCE = 180_000


#: The visible elements of a selector.
SHOWN = "[...document.querySelectorAll('%s')].filter((e) => e.checkVisibility())"


@contextmanager
def chromium() -> Iterator[Browser]:
    program = tools.tool("chromium").find()
    assert program, tools.missing("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program[1], args=list(_FLAGS), timeout=PATIENCE)
        try:
            yield browser
        finally:
            browser.close()


class Seen:
    """The activity of a page: its requests, messages and failures."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.trouble: list[str] = []
        page.on("request", lambda r: self.requests.append(r.url))
        page.on("pageerror", lambda e: self.trouble.append(str(e)))
        page.on("console", lambda m: self.trouble.append(m.text))


def opened(context: BrowserContext, file: Path, fragment: str = "") -> tuple[Page, Seen]:
    """Open a report, and wait for all its pictures."""
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    seen = Seen(page)
    page.goto(file.as_uri() + fragment)
    drawn(page)
    return page, seen


def until(page: Page, expression: str) -> None:
    """Wait for an expression to be true, by polling from Python: Playwright's own waiting evaluates it in the page,
    which the page's policy forbids."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(20)


def drawn(page: Page) -> None:
    until(page, "document.documentElement.dataset.drawn === 'true'")
