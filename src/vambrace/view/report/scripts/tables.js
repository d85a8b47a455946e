// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Tables: rows behind the first ones come on request, columns that say the same everywhere are left out; sorting,
// copying and files.

const FIRST = 16; // rows that are shown at once
const hiddenColumns = document.getElementById("hidden-columns");

// Columns that say nothing for this choice: empty ones, and the one of a choice, where all rows agree with it.
function idle(table, rows) {
  const chosen = new Set(selects.filter((s) => s.value).map((s) => s.name));
  return [...table.tHead.rows[0].cells].flatMap((heading, n) => {
    if (n === 0) return [];
    const texts = new Set(rows.map((row) => row.cells[n].textContent));
    return texts.size === 1 && (texts.has("") || chosen.has(cellText(heading))) ? [n + 1] : [];
  });
}

// After choosing and sorting.
function arrange() {
  const rules = [];
  for (const box of all("main .box")) {
    const table = box.querySelector("table");
    if (["how-table", "decide-table"].includes(table.id)) continue;
    const rows = [...table.tBodies[0].rows].filter((r) => !r.hidden);
    const every = box.dataset.every === "true" || rows.length <= FIRST + 4;
    rows.forEach((row, n) => row.classList.toggle("beyond", !every && n >= FIRST));
    const button = box.querySelector(".every") ?? box.appendChild(asked(box));
    button.hidden = every;
    button.textContent = `Show all ${rows.length} rows`;
    rules.push(...idle(table, rows).map((n) => `#${table.id} :is(th, td):nth-child(${n})`));
  }
  hiddenColumns.textContent = rules.length ? `${rules.join(",\n")} { display: none !important; }` : "";
  fit();
}

function asked(box) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "every quiet";
  button.addEventListener("click", () => {
    box.dataset.every = "true";
    const next = box.querySelector("tr.beyond");
    arrange();
    next?.querySelector(".ask")?.focus();
  });
  return button;
}

// A table that is wider than its place gets tighter; where that does not do, its rows become blocks.
function fit(some = all("main .box")) {
  let boxes = some.filter((box) => box.checkVisibility());
  for (const box of boxes) box.classList.remove("tight", "blocks");
  for (const step of ["tight", "blocks"]) {
    boxes = boxes.filter((box) => box.querySelector("table").scrollWidth > box.clientWidth + 1);
    for (const box of boxes) box.classList.add(step);
  }
}
let width = 0;
addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  fit();
});
document.addEventListener("toggle", ({ target }) => fit(all(".box", target)), true);

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
  arrange();
  said.textContent = `Sorted by ${cellText(button)}, ${order}`;
});

for (const button of all(".sorter")) {
  button.addEventListener("click", () => {
    const box = document.getElementById(button.dataset.table).closest(".box");
    button.setAttribute("aria-expanded", box.classList.toggle("sorting"));
  });
}

// What is copied or saved is the choice, all its rows and columns: figures without separators, and the commands.

const commands = (cell) => all("a", cell).map((link) => cellText(document.querySelector(`${link.hash} code`)));
const shown = (cell) =>
  cell.classList.contains("how") ? commands(cell).join("; ") : (cell.dataset.value ?? cellText(cell).replace(/\s+/g, " "));

function grid(table) {
  const head = [...table.tHead.rows[0].cells].map(cellText);
  const rows = [...table.tBodies[0].rows].filter((r) => !r.hidden);
  return { head, rows, cells: rows.map((row) => [...row.cells].map(shown)) };
}

// A column of a name that came before gets a number.
function unique(head) {
  return head.map((name, n) => (head.indexOf(name) < n ? `${name} (${head.slice(0, n + 1).filter((h) => h === name).length})` : name));
}

function asJson({ head, rows, cells }) {
  const names = unique(head);
  const objects = rows.map((row, i) => Object.fromEntries(names.map((name, n) => {
    const cell = row.cells[n];
    if (cell.classList.contains("how")) return [name, commands(cell)];
    if (!cell.classList.contains("figure")) return [name, cells[i][n]];
    return [name, "value" in cell.dataset ? Number(cell.dataset.value) : null];
  })));
  return JSON.stringify(objects, null, 1) + "\n";
}

function asCsv({ head, cells }) {
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [unique(head), ...cells].map((line) => line.map(quoted).join(",") + "\r\n").join("");
}

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

async function take(kind, table) {
  const found = grid(table);
  if (kind === "csv") return saved(`${table.id}.csv`, "text/csv", asCsv(found));
  if (kind === "json") return saved(`${table.id}.json`, "application/json", asJson(found));
  try {
    await copy([found.head, ...found.cells].map((line) => line.join("\t")).join("\n") + "\n");
    said.textContent = `Copied ${found.cells.length} rows`;
  } catch {
    said.textContent = "The browser does not allow copying";
  }
}

for (const button of all(".take")) {
  button.addEventListener("click", async () => {
    await take(button.dataset.take, document.getElementById(button.dataset.table));
    button.focus();
  });
}
