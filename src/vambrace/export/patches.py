# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a point adds to upstream Ibex, as a series of patches for those who keep a copy of their own: the accelerator
port (cores/ibex/overlay.toml), and the function units in ibex_top (cores/ibex/top.toml)."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path

from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.export.subject import Subject
from vambrace.hardware import overlay, rtl

#: The upstream core that they are for, its FuseSoC name, and the Python package at the pinned version.
UPSTREAM, CORE, _PACKAGE = "ibex", "lowrisc:ibex:ibex_top", "pythondata_cpu_ibex"

#: By the patch: its overlay, and what it does.
_SERIES = {
    "0001-accelerator-port.patch": ("overlay.toml", "Add an accelerator port to ibex_core"),
    "0002-function-units.patch": ("top.toml", "Put function units behind it in ibex_top"),
}


def sources() -> Path:
    """The folder of the upstream files; its folder rtl/ is what is patched."""
    return tools.package_folder(_PACKAGE) / "system_verilog"


def edited(subject: Subject) -> dict[str, dict[str, str]]:
    """By patch: the files of rtl/ that it changes, with their new texts. BuildError for another upstream version."""
    made = {}
    for name, (file, _) in _SERIES.items():
        found = overlay.apply(root() / "cores" / UPSTREAM / file, sources() / "rtl")
        made[name] = {source: text.replace("@TOP@", subject.top) for source, text in found.items()}
    return made


def files(subject: Subject) -> dict[str, str]:
    """The patches by their paths in the bundle, and the list of them that quilt reads."""
    version = rtl.version(UPSTREAM)
    made = {}
    for name, texts in edited(subject).items():
        about = f"{_SERIES[name][1]}\n\nFor Ibex as in the Python package pythondata-cpu-ibex {version}.\n\n"
        made[f"patches/{name}"] = about + _difference(texts)
    return {**made, "patches/series": "".join(f"{name}\n" for name in _SERIES)}


def _difference(texts: Mapping[str, str]) -> str:
    """A patch of files in rtl/, to be applied with -p1."""
    parts: list[str] = []
    for name, text in sorted(texts.items()):
        before = (sources() / "rtl" / name).read_text().splitlines(keepends=True)
        after = text.splitlines(keepends=True)
        parts += difflib.unified_diff(before, after, f"a/rtl/{name}", f"b/rtl/{name}")
    return "".join(parts)
