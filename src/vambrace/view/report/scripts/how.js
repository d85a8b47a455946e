// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// How a figure was measured: a button for each row and card, which shows the commands beside it.

const shownCommands = document.getElementById("commands");
let asker = null;

const ICON = `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><rect x="1" y="2.5" width="14" height="11"
  rx="2" fill="none" stroke="currentColor" stroke-width="1.3"/><path d="M4 6l2.2 2L4 10M8 10.4h4" fill="none"
  stroke="currentColor" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const commandOf = (link) => cellText(document.querySelector(`${link.hash} code`));

for (const cell of all(".how")) {
  const links = all("a", cell);
  if (!links.length) continue;
  const name = cellText(cell.closest("tr, .card").querySelector("th, h3"));
  const button = document.createElement("button");
  button.type = "button";
  button.className = "ask quiet";
  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("aria-label", `How it was measured: ${name}`);
  button.title = links.length === 1 ? "Show the command" : `Show the ${links.length} commands`;
  button.innerHTML = ICON;
  cell.append(button);
}

function told(link) {
  const line = document.createElement("li");
  const code = document.createElement("code");
  code.textContent = commandOf(link);
  const copier = document.createElement("button");
  copier.type = "button";
  copier.className = "quiet";
  copier.textContent = "Copy";
  copier.setAttribute("aria-label", `Copy: ${code.textContent}`);
  copier.addEventListener("click", async () => {
    try {
      await copy(code.textContent);
      copier.textContent = "Copied";
    } catch {
      copier.textContent = "Refused";
    }
  });
  const more = document.createElement("a");
  more.href = link.hash;
  more.textContent = "tools and configuration";
  more.addEventListener("click", () => shownCommands.hidePopover());
  line.append(code, copier, " ", more);
  return line;
}

// Below its button, or above it where there is more room; always inside of the window.
function placeAt(button) {
  const { left, top, bottom } = button.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = shownCommands;
  const x = Math.min(left, innerWidth - offsetWidth - 8);
  const y = bottom + 4 + offsetHeight > innerHeight && top > offsetHeight + 8 ? top - offsetHeight - 4 : bottom + 4;
  shownCommands.style.left = `${Math.max(x, 8)}px`;
  shownCommands.style.top = `${Math.max(Math.min(y, innerHeight - offsetHeight - 8), 8)}px`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(".ask");
  if (!button) return;
  asker = button;
  shownCommands.querySelector("ul").replaceChildren(...all("a", button.parentElement).map(told));
  shownCommands.showPopover();
  placeAt(button);
  shownCommands.focus({ preventScroll: true });
});
shownCommands.addEventListener("toggle", ({ newState }) => {
  if (newState !== "closed" || !asker) return;
  const back = asker;
  asker = null;
  if (document.activeElement === document.body || shownCommands.contains(document.activeElement)) back.focus();
});
// Follows its button while that is in the window. The scroll event of the step that led to the button may come after the
// commands are shown, so not every one means that the reader went on.
function follow() {
  if (!asker || !shownCommands.matches(":popover-open")) return;
  const { top, bottom } = asker.getBoundingClientRect();
  if (bottom > 0 && top < innerHeight) placeAt(asker);
  else shownCommands.hidePopover();
}
addEventListener("scroll", follow, { passive: true });
