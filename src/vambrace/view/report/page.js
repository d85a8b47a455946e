// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Choosing, sorting, copying and drawing. The page's fragment keeps what was chosen, and the section that one is at:
// #scenario=ipv6&core=ibex-ref&algorithm=&at=energy
"use strict";
(() => {
  const charts = JSON.parse(document.getElementById("charts").textContent);
  const form = document.querySelector(".filters");
  const selects = [...form.querySelectorAll("select")];
  const said = document.getElementById("said");
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  let generation = 0;
  let at = "";

  // --- choosing

  const fits = (item, but = "") =>
    selects.every(({ name, value }) => name === but || !value || !(name in item.dataset) || item.dataset[name] === value);

  // What one has to choose instead to see something of these.
  function advice(items) {
    for (const { name } of selects) {
      const found = new Set(items.filter((i) => fits(i, name)).map((i) => i.dataset[name]).filter(Boolean));
      if (found.size) return `There is something for ${name} ${[...found].join(", ")}.`;
    }
    return "";
  }

  function showIn(part, items) {
    let count = 0;
    for (const item of items) {
      item.hidden = !fits(item);
      count += !item.hidden;
    }
    const none = part.none;
    none.hidden = count > 0;
    part.box.hidden = !count;
    none.querySelector("span").textContent = count ? "" : advice(items);
    return count;
  }

  function apply() {
    let rows = 0;
    for (const box of all("main .box")) {
      const none = box.nextElementSibling;
      if (none?.classList.contains("none")) rows += showIn({ box, none }, all("tbody tr", box));
    }
    for (const chart of all(".chart")) {
      showIn({ box: chart.querySelector(".panels"), none: chart.querySelector(".none") }, all("figure", chart));
    }
    for (const select of selects) select.parentElement.dataset.chosen = select.selectedOptions[0].textContent;
    drawAll();
    return rows;
  }

  function remember() {
    const parts = new URLSearchParams(selects.map((s) => [s.name, s.value]));
    if (at) parts.set("at", at);
    history.replaceState(null, "", `#${parts}`);
  }

  function recall() {
    const text = decodeURIComponent(location.hash.slice(1));
    if (text && !text.includes("=")) {
      at = text;
      go();
      remember();
      return;
    }
    const parts = new URLSearchParams(location.hash.slice(1));
    for (const select of selects) {
      const wanted = parts.get(select.name);
      if (wanted !== null && [...select.options].some((o) => o.value === wanted)) select.value = wanted;
    }
    at = parts.get("at") ?? "";
    apply();
    go();
  }

  function go() {
    const place = at && document.getElementById(at);
    if (!place) return;
    place.scrollIntoView();
    (place.querySelector("h2") ?? place).focus({ preventScroll: true });
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const rows = apply();
    remember();
    said.textContent = `${rows} rows shown`;
  });
  addEventListener("hashchange", recall);

  // --- sorting

  const cellText = (cell) => cell.textContent.trim();
  const compareText = new Intl.Collator("en", { numeric: true }).compare;

  function key(row, column) {
    const cell = row.cells[column];
    if (!cell.classList.contains("figure")) return cellText(cell) || null;
    return "value" in cell.dataset ? Number(cell.dataset.value) : null;
  }

  function compare(a, b, sign) {
    if (a === null || b === null) return (a === null) - (b === null); // empty ones always behind the others
    return sign * (typeof a === "number" ? a - b : compareText(a, b));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".sort");
    if (!button) return;
    const heading = button.closest("th");
    const table = heading.closest("table");
    const order = heading.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
    for (const th of all("th[aria-sort]", table)) th.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order);
    const column = heading.cellIndex;
    const sign = order === "ascending" ? 1 : -1;
    const body = table.tBodies[0];
    body.append(...[...body.rows].sort((a, b) => compare(key(a, column), key(b, column), sign)));
    said.textContent = `Sorted by ${cellText(button)}, ${order}`;
  });

  // --- copying: what is shown, tabs between cells, figures without separators

  const cells = (row) =>
    [...row.cells].map((cell) => cell.dataset.value ?? cellText(cell).replace(/\s+/g, " ")).join("\t");

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      if (!done) throw new Error("refused");
    }
  }

  for (const button of all(".copy")) {
    button.addEventListener("click", async () => {
      const table = document.getElementById(button.dataset.table);
      const rows = [table.tHead.rows[0], ...[...table.tBodies[0].rows].filter((r) => !r.hidden)];
      try {
        await copy(rows.map(cells).join("\n") + "\n");
        said.textContent = `Copied ${rows.length - 1} rows`;
      } catch {
        said.textContent = "The browser does not allow copying";
      }
      button.focus();
    });
  }

  // --- drawing, one picture after the other, the nearest to what is on the screen first

  const views = new Map();

  // The observer below tells a picture its width. Points get names where there is room for them.
  function patched(spec) {
    delete spec.signals.find((s) => s.name === "width").on;
    if (!spec.marks.some((m) => m.name === "points_marks")) return spec;
    const avoidMarks = spec.marks.filter((m) => m.type === "line").map((m) => m.name);
    const anchor = ["right", "left", "bottom", "top"]; // so near that none is taken for another's
    spec.marks.push({
      type: "text", name: "names", from: { data: "points_marks" }, interactive: false,
      encode: { enter: { text: { signal: "datum.datum.label" }, fontSize: { value: 11 }, font: { value: "system-ui, sans-serif" } } },
      transform: [{ type: "label", size: { signal: "[width, height]" }, anchor, avoidMarks, offset: [6] }],
    });
    return spec;
  }

  async function draw(figure) {
    const { spec, panels } = charts[figure.closest(".chart").id];
    const panel = panels[figure.dataset.panel];
    const params = spec.params.map((p) => (p.name in panel.parameters ? { ...p, value: panel.parameters[p.name] } : p));
    const whole = { ...spec, params, height: panel.height, datasets: { rows: panel.rows } };
    const plot = figure.querySelector(".plot");
    views.set(figure, null);
    const { view } = await vegaEmbed(plot, whole, {
      mode: "vega-lite", actions: false, renderer: "svg", ast: true, patch: patched, logLevel: 1,
      tooltip: { disableDefaultStyle: true },
    });
    views.set(figure, view);
    sizes.observe(plot);
  }

  // A picture that was hidden while the window changed has another width than its place.
  const sizes = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const view = views.get(target.closest("figure"));
      const width = Math.floor(contentRect.width);
      if (view && width > 0 && Math.abs(view.signal("width") - width) > 1 && target.dataset.width !== `${width}`) {
        target.dataset.width = width;
        view.signal("width", width).runAsync();
      }
    }
  });

  // The reader can scroll and choose between two pictures.
  const pause = () => new Promise((resolve) => setTimeout(resolve));

  function away(figure) {
    const { top, bottom } = figure.getBoundingClientRect();
    return Math.max(top - innerHeight, -bottom, 0);
  }

  async function drawAll() {
    const mine = ++generation;
    document.documentElement.dataset.drawn = "false";
    for (;;) {
      await pause();
      if (mine !== generation) return;
      const left = all("figure").filter((f) => !f.hidden && !views.has(f));
      if (!left.length) break;
      const places = left.map(away);
      await draw(left[places.indexOf(Math.min(...places))]);
    }
    document.documentElement.dataset.drawn = "true";
  }

  recall();
})();
