// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the other scripts share. page.py puts all of them into one function, in the order of SCRIPTS.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const form = document.querySelector(".filters");
const selects = [...form.querySelectorAll("select")];
const said = document.getElementById("said");
const cellText = (cell) => cell.textContent.trim();

function saved(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  said.textContent = `Saved ${name}`;
}
