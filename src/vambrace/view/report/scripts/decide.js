// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The form that ranks points: the mean of the reader's packets, limits, and what a looser limit would allow.

const wishes = document.querySelector(".decide");
const candidates = JSON.parse(document.getElementById("candidates")?.textContent ?? "[]");
const METRICS = ["cycles", "nj", "kge", "code", "stack"];
const MOST = 12; // points in the table

function digits(value, metric) {
  if (value === null) return "";
  const places = metric === "kge" || (metric === "nj" && value < 1000) ? 2 : 0;
  return value.toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places });
}

// The mean of a packet's figures; null where one of them is not there.
function mean(figures, weights, operations) {
  let sum = 0;
  let total = 0;
  for (const [scenario, weight] of Object.entries(weights)) {
    for (const operation of weight > 0 ? operations : []) {
      const value = figures[scenario]?.[operation] ?? null;
      if (value === null) return null;
      sum += weight * value;
      total += weight;
    }
  }
  return total ? sum / total : null;
}

function readForm() {
  const given = new FormData(wishes);
  const weights = {};
  for (const [name, value] of given) if (name.startsWith("weight-")) weights[name.slice(7)] = Math.max(0, Number(value)) || 0;
  const operation = given.get("operation");
  return { weights, operations: operation === "both" ? ["seal", "open"] : [operation], by: given.get("by") };
}

// The values of a metric, from the smallest on: a slider goes through them.
function steps(ranked, metric) {
  return [...new Set(ranked.map((c) => c[metric]).filter((value) => value !== null))].sort((a, b) => a - b);
}

function limitOf(slider, values) {
  if (Number(slider.value) >= Number(slider.max) || !values.length) return null;
  return values[Math.min(Math.floor((slider.value / slider.max) * values.length), values.length - 1)];
}

function ranking() {
  const { weights, operations, by } = readForm();
  const chosen = Object.fromEntries(selects.map((s) => [s.name, s.value]));
  const every = candidates
    .filter((c) => ["core", "algorithm"].every((name) => !chosen[name] || chosen[name] === c.facets[name]))
    .map((c) => ({ ...c, cycles: mean(c.cycles, weights, operations), nj: mean(c.nj, weights, operations) }));
  const limits = {};
  for (const slider of all("input[type=range]", wishes)) {
    const metric = slider.name.slice(6);
    limits[metric] = limitOf(slider, steps(every, metric));
    const text = limits[metric] === null ? "no limit" : digits(limits[metric], metric);
    slider.closest("label").querySelector("output").textContent = text;
    slider.setAttribute("aria-valuetext", text);
  }
  const broken = (c) => METRICS.filter((m) => limits[m] !== null && limits[m] !== undefined && !(c[m] !== null && c[m] <= limits[m]));
  const order = (a, b) => (a[by] === null) - (b[by] === null) || a[by] - b[by];
  const fitting = every.filter((c) => !broken(c).length && c[by] !== null).sort(order);
  return { every, fitting, broken, by, packets: Object.values(weights).some((w) => w > 0) };
}

// The best point that a single looser limit would allow, where it is better than all that fit.
function looser({ every, fitting, broken, by }) {
  const best = fitting[0]?.[by] ?? Infinity;
  const near = every.filter((c) => c[by] !== null && c[by] < best && broken(c).length === 1 && c[broken(c)[0]] !== null);
  const first = near.sort((a, b) => a[by] - b[by])[0];
  if (!first) return "";
  const [metric] = broken(first);
  return ` With ${digits(first[metric], metric)} ${label(metric)}: ${name(first)}, ${digits(first[by], by)} ${label(by)}.`;
}

const label = (metric) => cellText(wishes.querySelector(`option[value="${metric}"]`));
const name = (c) => `${c.algorithm} on ${c.core}/${c.extensions}${c.profile === "speed" ? "" : `, ${c.profile} profile`}`;

function rowOf(c, best, by) {
  const row = document.createElement("tr");
  const texts = [c.algorithm, c.extensions, c.core, c.profile, ...METRICS.map((m) => digits(c[m], m))];
  const over = best ? (c[by] / best - 1) * 100 : 0;
  texts.push(over ? `${over.toFixed(1)} %` : "");
  texts.forEach((text, n) => {
    const cell = document.createElement(n ? "td" : "th");
    if (!n) cell.scope = "row";
    if (n) cell.className = n > 3 ? `figure${n === 4 ? " main" : ""}` : "name";
    cell.textContent = text;
    row.append(cell);
  });
  const how = row.insertCell();
  c.how.forEach((number, n) => {
    const link = document.createElement("a");
    link.href = `#how-${number}`;
    link.textContent = number;
    link.ariaLabel = `how it was measured: ${number}`;
    how.append(...(n ? [" "] : []), link);
  });
  return row;
}

function decide() {
  if (!wishes) return;
  const found = ranking();
  const table = document.getElementById("decide-table");
  const { fitting, by } = found;
  table.tBodies[0].replaceChildren(...fitting.slice(0, MOST).map((c) => rowOf(c, fitting[0][by], by)));
  table.parentElement.hidden = !fitting.length;
  fit([table.parentElement]);
  const count = `${fitting.length} of ${found.every.length} points fit${fitting.length > MOST ? `; the best ${MOST} are shown` : ""}.`;
  document.getElementById("decide-said").textContent = found.packets
    ? count + looser(found)
    : "Give at least one packet a number above 0.";
}

if (wishes) {
  wishes.hidden = false;
  wishes.addEventListener("submit", (event) => event.preventDefault());
  wishes.addEventListener("input", decide);
  wishes.addEventListener("reset", () => setTimeout(decide));
}
