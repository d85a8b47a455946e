/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

// Tables and code that are wider than the page can be scrolled by the keyboard.
function reachable() {
  for (const box of document.querySelectorAll("pre, .table-wrapper, .highlight, .math, dt.sig")) {
    if (box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX !== "visible") {
      box.tabIndex = 0;
    } else {
      box.removeAttribute("tabindex");
    }
  }
}

addEventListener("load", reachable);
addEventListener("resize", reachable);
