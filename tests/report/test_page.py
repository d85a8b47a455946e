# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The report in a browser: choosing, sorting, copying, the keyboard, small and dark screens, and paper."""

import pytest

from tests.report.browser import SHOWN, drawn, until

OUTSIDE = """
[...document.querySelectorAll(".plot svg text")].filter((text) => {
  const a = text.getBoundingClientRect(), b = text.closest("svg").getBoundingClientRect();
  const shown = a.width > 0 && Number(getComputedStyle(text).opacity) > 0;
  return shown && (a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1);
}).map((text) => text.textContent)
"""


def column(page, table, number):
    """The cells of a column that are shown."""
    return page.evaluate(
        f"[...document.querySelectorAll('#{table} tbody tr')].filter((r) => !r.hidden)"
        f".map((r) => r.cells[{number}].textContent)"
    )


def pictures(page, chart):
    return page.evaluate(SHOWN % f"#{chart} figure" + ".map((f) => f.querySelector('figcaption').textContent)")


@pytest.mark.long("ten seconds of the browser")
def test_a_choice_affects_tables_and_charts_and_is_in_the_address(show):
    page = show(of="whole")
    assert set(column(page, "bench-table", 3)) == {"ipv6"} and set(column(page, "bench-table", 2)) == {"ibex-ref"}
    assert len(pictures(page, "cycles-chart")) == 2
    page.locator(".filters").get_by_label("algorithm", exact=True).select_option("ascon-128")
    page.locator(".filters").get_by_label("scenario", exact=True).select_option("zigbee")
    page.locator(".filters").get_by_label("core", exact=True).select_option("ibex-fast")
    drawn(page)
    assert set(column(page, "bench-table", 0)) == {"Ascon-128 (v1.2)"}
    assert set(column(page, "bench-table", 3)) == {"zigbee"}
    assert pictures(page, "cycles-chart") == ["Ascon-128 (v1.2), zigbee, ibex-fast"]
    assert page.locator("#cycles-chart figure:visible svg").count() == 1
    none = page.locator("#energy .none:visible").first
    assert none.inner_text() == "No chart for this selection. There is data for ibex-ref"
    address = page.evaluate("location.hash")
    assert address == "#scenario=zigbee&core=ibex-fast&algorithm=ascon-128"
    again = show(address + "&at=memory", of="whole")
    assert pictures(again, "cycles-chart") == ["Ascon-128 (v1.2), zigbee, ibex-fast"]
    assert again.evaluate("document.activeElement.id") == "memory-title"
    again.locator("#energy .none:visible").first.get_by_role("button", name="ibex-ref", exact=True).press("Enter")
    assert again.evaluate("location.hash") == address.replace("ibex-fast", "ibex-ref") + "&at=memory"
    assert again.locator("#energy .none:visible").count() == 0 and len(pictures(again, "energy-chart")) == 1
    assert again.evaluate("document.activeElement.textContent") == "Energy of the forward operation in µJ"
    assert show("#core=nonsense&scenario=%3Cb%3E").evaluate("document.forms[0].core.value") == "ibex-ref"


WATCH = """
window.watched = { turns: 0, order: [] };
setInterval(() => { watched.turns += document.documentElement?.dataset.drawn === "false"; }, 0);
new MutationObserver((changes) => {
  for (const { target } of changes) {
    if (target.closest?.(".plot")?.querySelector("svg")) watched.order.push(target.closest(".chart").id);
  }
}).observe(document, { subtree: true, childList: true });
"""


def test_the_page_answers_while_it_draws_what_is_on_the_screen_first(show, files):
    page = show().context.new_page()  # which has no earlier scroll position to restore
    page.add_init_script(WATCH)
    page.goto(f"{files['whole'].as_uri()}#scenario=zigbee&core=ibex-ref&algorithm=ascon-128&at=memory")
    drawn(page)
    pictures = page.locator("figure:visible svg").count()
    watched = page.evaluate("watched")
    inside = page.evaluate("[...document.querySelectorAll('#memory .chart')].map((c) => c.id)")
    assert pictures > 3 and watched["turns"] >= pictures // 2
    assert watched["order"][0] in inside


def test_links_of_the_page_keep_the_choice(show):
    page = show("#scenario=zigbee&core=&algorithm=aes-128-ccm")
    page.locator(".side nav").get_by_role("link", name="Memory", exact=True).click()
    until(page, "location.hash.endsWith('&at=memory')")
    assert page.evaluate("document.forms[0].scenario.value") == "zigbee"
    page.get_by_role("button", name="How it was measured: AES-128-CCM").locator("visible=true").last.press("Enter")
    page.get_by_role("dialog").get_by_role("link", name="tools and configuration").first.press("Enter")
    until(page, "document.activeElement.id.startsWith('how-')")
    assert page.get_by_role("dialog").count() == 0
    assert "vambrace" in page.locator(":focus").inner_text()


def test_the_commands_of_a_row_follow_its_button_until_that_is_out_of_sight(show):
    page = show()
    button = page.locator("#tradeoff-table .ask:visible").first
    button.press("Enter")
    dialog = page.get_by_role("dialog", name="How it was measured")
    before = dialog.bounding_box()["y"] - button.bounding_box()["y"]
    page.evaluate("scrollBy({ top: 20, behavior: 'instant' }); new Promise(requestAnimationFrame)")
    assert dialog.bounding_box()["y"] - button.bounding_box()["y"] == pytest.approx(before, abs=1)
    page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    until(page, "!document.getElementById('commands').matches(':popover-open')")


def test_a_button_shows_the_commands_of_a_row(show):
    """One dialog serves all numbers of the row; Escape leads back to the row, and the commands can be copied."""
    page = show(width=360)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = page.locator("#tradeoff-table .ask:visible").first
    assert button.get_attribute("aria-label").startswith("How it was measured: ")
    button.press("Enter")
    dialog = page.get_by_role("dialog", name="How it was measured")
    assert page.evaluate("document.activeElement.id") == "commands"
    sides = dialog.bounding_box()
    assert sides["x"] >= 0 and sides["x"] + sides["width"] <= 360
    shown = dialog.locator("code").all_inner_texts()
    assert len(shown) == 2 and all(text.startswith("vambrace ") for text in shown)
    dialog.get_by_role("button", name=f"Copy: {shown[1]}").press("Enter")
    until(page, "document.querySelector('#commands').innerText.includes('Copied')")
    assert page.evaluate("navigator.clipboard.readText()") == shown[1]
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0
    assert page.evaluate("document.activeElement.closest('table').id") == "tradeoff-table"


def test_sorting(show):
    page = show("#scenario=&core=&algorithm=")
    heading = page.locator("#bench-table th").nth(5)
    heading.get_by_role("button").click()
    figures = [int(v.replace(",", "")) for v in column(page, "bench-table", 5)]
    assert heading.get_attribute("aria-sort") == "ascending"
    assert figures == sorted(figures) and len(figures) > 30
    heading.get_by_role("button").press("Enter")
    assert [int(v.replace(",", "")) for v in column(page, "bench-table", 5)] == figures[::-1]
    assert heading.get_attribute("aria-sort") == "descending"
    published = page.locator("#bench-table th").nth(7)
    published.get_by_role("button").press("Space")
    cells = column(page, "bench-table", 7)
    known = [int(c.replace(",", "")) for c in cells if c]
    assert known and cells[: len(known)] == [f"{k:,}" for k in sorted(known)]  # empty ones are last
    assert heading.get_attribute("aria-sort") is None
    assert "Sorted by published, ascending" in page.locator("#said").inner_text()


def test_copying(show):
    page = show()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#cycles").get_by_role("button", name="Copy the table “Cycles of one call”").press("Enter")
    until(page, "document.getElementById('said').textContent.startsWith('Copied')")
    lines = page.evaluate("navigator.clipboard.readText()").rstrip("\n").split("\n")
    assert lines[0].split("\t")[:2] == ["algorithm", "extensions"]
    assert len(lines) == 1 + len(column(page, "bench-table", 0))
    assert {len(line.split("\t")) for line in lines} == {len(lines[0].split("\t"))}
    assert lines[1].split("\t")[5] == "117000"


REACHED = """
window.reached = [document.activeElement.dataset.stop];
addEventListener("focusin", ({ target }) => reached.push(target.dataset.stop));
"""


@pytest.mark.long("ten seconds of the browser")
def test_everything_is_reached_by_keyboard(show):
    """Two rows of each table: the others have the same links, and a key press takes 20 ms."""
    page = show(of="short")
    rest = "document.querySelectorAll('.box tr:nth-child(n+3)').forEach((row) => row.style.display = '%s')"
    page.evaluate(rest % "none")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Skip to the report"
    wanted = set(
        page.evaluate(
            SHOWN % "a, button, select, summary, input:not([type=radio]), :checked[type=radio]"
            + ".map((e, i) => e.dataset.stop = String(i))"
        )
    )
    page.evaluate(REACHED)
    for _ in range(len(wanted) + 5):
        page.keyboard.press("Tab")
    assert wanted <= set(page.evaluate("reached")) and len(wanted) > 50
    page.evaluate(rest % "")
    page.locator(".filters").get_by_label("core", exact=True).focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.forms[0].core.value") == "ibex-fast"
    assert set(column(page, "bench-table", 2)) == {"ibex-fast"}


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_nothing_is_wider_than_the_screen(show, width):
    page = show(width=width, of="whole")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for name in ("main .plot svg", "h2", "h3", "p", "select", ".box"):
        sides = page.evaluate(SHOWN % name + ".map((e) => e.getBoundingClientRect()).map((r) => [r.left, r.right])")
        assert sides and all(left >= 0 and right <= width for left, right in sides), name
    # A chart contains its own description.
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(CARDS) == []
    assert page.evaluate(SCROLLED) == []


#: Cells of cards whose text is outside of them.
CARDS = """
[...document.querySelectorAll(".card th, .card td")].filter((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const words = range.getBoundingClientRect(), place = cell.getBoundingClientRect();
  return words.width > 0 && (words.left < place.left - 1 || words.right > place.right + 1);
}).map((cell) => cell.textContent)
"""

SCROLLED = """
[...document.querySelectorAll("main, main *")].filter((e) => {
  if (!e.checkVisibility() || e.closest(".unseen, svg, select")) return false;
  const { overflowX, overflowY } = getComputedStyle(e);
  const { left, right } = e.getBoundingClientRect();
  const scrolls = [overflowX, overflowY].some((way) => way === "auto" || way === "scroll");
  return scrolls || left < 0 || right > innerWidth + 0.5;
}).map((e) => `${e.tagName} ${e.className} ${e.id}`)
"""

BESIDE = """
(() => [...document.querySelectorAll("main .box tbody tr")]
  .filter((row) => row.checkVisibility() && row.querySelector(".main"))
  .map((row) => [row.querySelector("th"), row.querySelector(".main")].map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return [cell.textContent, range.getBoundingClientRect()];
  })).filter(([[, name], [text]]) => text)
  .map(([[name, a], [figure, b]]) =>
    [name, figure, a.top < b.bottom && b.top < a.bottom, a.right <= b.left, b.right]))()
"""


@pytest.mark.parametrize("width", [360, 768])
def test_a_figure_is_next_to_its_name(show, width):
    """On a narrow screen no table scrolls: its rows become blocks, with the main figure at the right."""
    page = show(width=width)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    until(page, "document.querySelector('#papers .box').checkVisibility()")
    page.wait_for_timeout(100)  # for the event that reports it
    actual = page.evaluate(BESIDE)
    assert len(actual) > 40
    assert [row for row in actual if not (row[2] and row[3] and row[4] <= width)] == []
    blocks = page.evaluate(SHOWN % ".blocks" + ".length")
    assert blocks > (5 if width == 360 else 0)
    label = page.evaluate(
        "getComputedStyle(document.querySelector('#bench-table td:nth-child(7)'), '::before').content"
    )
    assert (label == '"per byte"') == page.evaluate("!!document.querySelector('.blocks #bench-table')")
    assert page.evaluate(SCROLLED) == []


@pytest.mark.long("four seconds of the browser")
def test_pictures_follow_the_width(show):
    page = show(of="short")
    page.set_viewport_size({"width": 500, "height": 900})
    until(page, SHOWN % ".plot svg" + ".every((s) => s.getBoundingClientRect().right <= 500 && s.clientWidth > 300)")
    page.locator(".filters").get_by_label("core", exact=True).select_option("")
    drawn(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 500


CONTRAST = """
() => {
  const probe = document.createElement("span");
  document.body.append(probe);
  const channels = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
  };
  const light = (name) => {
    const [r, g, b] = channels(name).map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const found = {};
  for (const paper of ["paper", "raised"]) {
    for (const ink of ["ink", "soft", "accent"]) found[`${ink} on ${paper}`] = ratio(ink, paper) / 4.5;
  }
  for (let n = 1; n < 8; n++) found[`series ${n}`] = ratio(`series-${n}`, "paper") / 3;
  found.lightness = light("paper");
  probe.remove();
  return found;
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(show, scheme):
    """The contrast of text is at least 4.5 to 1, of marks 3 to 1; text in charts has the page's colour."""
    page = show(of="short", color_scheme=scheme)
    actual = page.evaluate(CONTRAST)
    assert (actual.pop("lightness") < 0.1) == (scheme == "dark")
    assert {name: share for name, share in actual.items() if share < 1} == {}
    colours = page.evaluate(
        f"[...new Set({SHOWN % '.plot svg text'}.map((t) => getComputedStyle(t).fill))]"
        ".concat(getComputedStyle(document.body).color)"
    )
    assert len(set(colours)) == 1
    bars = page.evaluate("getComputedStyle(document.querySelector('#memory-chart .mark-rect path')).fill")
    assert bars == {"light": "rgb(0, 114, 178)", "dark": "rgb(74, 168, 232)"}[scheme]


@pytest.mark.long("five seconds of the browser")
def test_print(show):
    page = show("#scenario=ipv6&core=&algorithm=", of="short", color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(SHOWN % "nav, .copy, select" + ".length") == 0
    boxes = page.evaluate(SHOWN % "main .box" + ".map((b) => b.scrollHeight - b.clientHeight)")
    rows = page.evaluate("[...document.querySelectorAll('#bench-table tbody tr')].filter((r) => !r.hidden).length")
    assert rows > 16 and page.locator("#bench-table tbody tr:visible").count() == rows  # none is folded
    assert boxes and max(boxes) <= 1  # nothing is truncated
    assert page.locator(".ask:visible").count() == 0 and page.locator("#bench-table .how a:visible").count() >= rows
    assert page.evaluate("getComputedStyle(document.querySelector('.choice'), '::after').content") == '"ipv6"'
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_without_scripts_all_tables_are_there(browser, files):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(files["tables"].as_uri())
    assert page.locator("#bench-table tbody tr:visible").count() == page.locator("#bench-table tbody tr").count() > 30
    assert page.locator("#bench-table .how a:visible").count() > 30
    context.close()
