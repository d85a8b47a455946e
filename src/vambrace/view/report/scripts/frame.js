// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The contents: which section one reads, and the menu of a narrow screen; the theme; files of all records.

const contents = document.getElementById("contents");
const opener = document.querySelector(".open");

function unfold(open) {
  opener.setAttribute("aria-expanded", open);
}
opener.addEventListener("click", () => unfold(opener.getAttribute("aria-expanded") !== "true"));
contents.addEventListener("click", (event) => event.target.closest("a") && unfold(false));
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || opener.getAttribute("aria-expanded") !== "true") return;
  unfold(false);
  opener.focus();
});
document.addEventListener("focusin", (event) => !event.target.closest(".side") && unfold(false));

const links = new Map(all("nav a").map((a) => [a.hash.slice(1), a]));
const sections = all("main > section");

function current() {
  const line = innerHeight * 0.35;
  const here = sections.findLast((s) => s.getBoundingClientRect().top < line) ?? sections[0];
  for (const [id, link] of links) {
    if (id === here.id) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}
addEventListener("scroll", current, { passive: true });

const root = document.documentElement;
const themes = all("input[name=theme]");
for (const theme of themes) {
  theme.checked = theme.value === (root.dataset.theme ?? "system");
  theme.addEventListener("change", () => {
    if (theme.value === "system") delete root.dataset.theme;
    else root.dataset.theme = theme.value;
    try {
      localStorage.setItem("vambrace-theme", theme.value);
    } catch {
      // only until the page is closed
    }
  });
}

// Records are packed by gzip, in base64 (records.py).
async function unpacked(kind) {
  const bytes = Uint8Array.from(atob(document.getElementById(`records-${kind}`).textContent), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
for (const button of all(".records")) {
  const kind = button.dataset.records;
  const type = { json: "application/json", csv: "text/csv" }[kind];
  button.addEventListener("click", async () => saved(`vambrace-records.${kind}`, type, await unpacked(kind)));
}

// On paper nothing is folded.
addEventListener("beforeprint", () => all("details:not([open])").forEach((d) => (d.open = d.dataset.printed = true)));
addEventListener("afterprint", () => all("details[data-printed]").forEach((d) => { d.open = false; delete d.dataset.printed; }));
