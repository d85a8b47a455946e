// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Choosing. The page's fragment keeps what was chosen, and the section that one is at:
// #scenario=ipv6&core=ibex-ref&algorithm=&at=energy

let at = "";

const fits = (item, but = "") =>
  selects.every(({ name, value }) => name === but || !value || !(name in item.dataset) || item.dataset[name] === value);

// What one has to select instead to see something of these: values of one selector, or else all of the first item's.
function instead(items) {
  for (const { name } of selects) {
    const found = new Set(items.filter((i) => fits(i, name)).map((i) => i.dataset[name]).filter(Boolean));
    if (found.size) return [...found].map((value) => ({ [name]: value }));
  }
  const { scenario, core, algorithm } = items[0]?.dataset ?? {};
  const other = Object.entries({ scenario, core, algorithm }).filter(([, value]) => value);
  return other.length ? [Object.fromEntries(other)] : [];
}

function offered(values) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = Object.values(values).join(", ");
  button.addEventListener("click", () => {
    const none = button.closest(".none");
    const place = none.closest(".chart, section");
    const above = place.getBoundingClientRect().top;
    for (const select of selects) select.value = values[select.name] ?? select.value;
    // which replaces this button
    form.dispatchEvent(new Event("change"));
    const seen = none.hidden ? place.querySelector("h3, h2") : none.querySelector("button");
    seen.tabIndex = -1;
    seen.focus({ preventScroll: true });
    scrollBy({ top: place.getBoundingClientRect().top - above, behavior: "instant" });
  });
  return button;
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
  const offers = count ? [] : instead(items).map(offered);
  none.querySelector("span").replaceChildren(...(offers.length ? ["There is data for ", ...offers] : []));
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
  for (const card of all(".card")) card.hidden = !fits(card);
  for (const fold of all(".more-cards")) fold.hidden = !all(".card", fold).some((card) => !card.hidden);
  arrange();
  decide();
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
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
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
