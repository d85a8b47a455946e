# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The report around its tables: sticky contents, the theme, files to download, rows on request."""

import csv
import json

from tests.report import made_up
from tests.report.browser import SHOWN, drawn, until
from vambrace.measure.record_files import read
from vambrace.results.records import as_csv

BACKGROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(15, 20, 25)"


def test_contents_stay_at_the_side_and_mark_the_section(show):
    page = show()
    assert page.locator(".side").get_by_role("button", name="Contents").count() == 0
    page.evaluate("document.getElementById('memory').scrollIntoView({ behavior: 'instant' })")
    until(page, "document.querySelector('nav [aria-current]')?.hash === '#memory'")
    sides = page.evaluate("[...document.querySelectorAll('nav a')].map((a) => a.getBoundingClientRect().top)")
    assert all(0 < top < 900 for top in sides) and len(sides) > 10


def test_contents_of_a_narrow_screen_are_a_menu(show):
    page = show(width=360)
    menu, link = (
        page.locator(".side").get_by_role("button", name="Contents"),
        page.locator(".side").get_by_role("link", name="Memory", exact=True),
    )
    page.evaluate("window.scrollTo(0, 5000)")
    assert menu.is_visible() and not link.is_visible() and menu.get_attribute("aria-expanded") == "false"
    menu.press("Enter")
    assert link.is_visible() and menu.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    assert not link.is_visible() and page.evaluate("document.activeElement.className") == "open"
    menu.click()
    link.click()
    until(page, "document.activeElement.id === 'memory-title'")
    assert not link.is_visible()
    assert page.evaluate("document.activeElement.getBoundingClientRect().top") > 100  # below the sticky parts


def test_theme(show):
    page = show(color_scheme="light")
    assert page.evaluate(BACKGROUND) == LIGHT
    page.locator(".theme").get_by_role("radio", name="System").focus()
    for key, colour in (("ArrowRight", LIGHT), ("ArrowRight", DARK)):
        page.keyboard.press(key)
        until(page, f"{BACKGROUND} === '{colour}'")
    page.reload()
    drawn(page)
    until(page, f"{BACKGROUND} === '{DARK}'")
    assert page.locator(".theme").get_by_role("radio", name="Dark").is_checked()
    page.locator(".theme").get_by_role("radio", name="System").check()
    until(page, f"{BACKGROUND} === '{LIGHT}'")
    page.emulate_media(color_scheme="dark")
    until(page, f"{BACKGROUND} === '{DARK}'")


def saved(page, name, folder):
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).press("Enter")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_all_records_can_be_saved_and_shown_again(show, tmp_path):
    page = show()
    file = saved(page, "JSON file of all records", tmp_path)
    records = read(file)
    assert file.name == "vambrace-records.json" and len(records) == len(made_up.everything())
    assert saved(page, "CSV file of all records", tmp_path).read_bytes().decode() == as_csv(records)


def test_a_table_can_be_saved_as_it_is_chosen(show, tmp_path):
    page = show("#scenario=zigbee&core=ibex-ref&algorithm=ascon-128")
    objects = json.loads(saved(page, "JSON the table “Cycles of one call”", tmp_path).read_text())
    with saved(page, "CSV the table “Cycles of one call”", tmp_path).open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(objects) == len(lines) == 10
    for actual, line in zip(objects, lines, strict=True):
        assert (actual["scenario"], actual["core"]) == (line["scenario"], line["core"]) == ("zigbee", "ibex-ref")
        assert actual["cycles"] == int(line["cycles"]) and actual["how"] == [line["how"]]
        assert actual["how"][0].startswith("vambrace bench ibex-ref/")
    assert {type(actual["published"]) for actual in objects} == {int, type(None)}


def test_rows_come_on_request(show):
    page = show("#scenario=&core=&algorithm=")
    rows = page.locator("#bench-table tbody tr")
    assert page.locator("#bench-table tbody tr:visible").count() == 16 < rows.count()
    box = page.locator(".box:has(#bench-table)")
    box.get_by_role("button", name=f"Show all {rows.count()} rows").press("Enter")
    assert page.locator("#bench-table tbody tr:visible").count() == rows.count()
    assert page.evaluate("document.activeElement.closest('tr').rowIndex") == 17


def test_columns_that_say_nothing_are_left_out(show):
    heads = SHOWN % "#bench-table th[scope=col]" + ".map((th) => th.textContent)"
    page = show("#scenario=ipv6&core=ibex-ref&algorithm=")
    actual = page.evaluate(heads)
    assert "core" not in actual and "scenario" not in actual and {"extensions", "cycles", "published"} <= set(actual)
    page.locator(".filters").get_by_label("core", exact=True).select_option("ibex-fast")
    assert "published" not in page.evaluate(heads)
    page.locator(".filters").get_by_label("core", exact=True).select_option("")
    assert {"core", "published"} <= set(page.evaluate(heads))


def test_a_tile_opens_its_table(show):
    page = show()
    tile = page.locator("a[href^='#paper-']").first
    title = tile.get_attribute("href")[1:]
    table = page.locator(f"#{title.removesuffix('-title')}")
    assert table.is_hidden()
    tile.press("Enter")
    until(page, f"document.activeElement.id === '{title}'")
    table.wait_for(state="visible")


def test_cards_follow_the_choice(show):
    page = show("#scenario=ipv6&core=ibex-ref&algorithm=")
    titles = SHOWN % ".card" + ".map((c) => c.querySelector('h3').textContent)"
    assert page.evaluate(titles) == ["AES-128-CCM", "Ascon-128 (v1.2)"]
    page.locator(".filters").get_by_label("algorithm", exact=True).select_option("ascon-128")
    assert page.evaluate(titles) == ["Ascon-128 (v1.2)"]
    cells = page.evaluate("[...document.querySelectorAll('.card')].find((c) => !c.hidden).innerText").split()
    assert {"117,000", "43,000", "1,163", "101x", "zbkb+xascon"} <= set(cells)
