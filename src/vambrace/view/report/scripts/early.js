// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Before the page is drawn: the theme that was chosen before, and that there are scripts. A browser may refuse to
// keep anything for a file.
"use strict";
document.documentElement.classList.add("scripted");
try {
  const theme = localStorage.getItem("vambrace-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // as the system has it
}
