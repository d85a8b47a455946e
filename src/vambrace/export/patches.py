# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A point's additions to an upstream core, as a patch series for users with their own copy.

Ibex: the accelerator port (cores/ibex/overlay.toml), and the function units in ibex_top (cores/ibex/top.toml). CV32E40X
already has a port: missing conditions (cores/cv32e40x/overlay.toml), and a core file for FuseSoC; a module connects the
units to its interface (cores/cv32e40x/xif.sv.in).
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.export.subject import Subject
from vambrace.export.wrapper import head
from vambrace.hardware import overlay, rtl


@dataclass(frozen=True)
class Upstream:
    """A third-party core of points."""

    name: str  # its folder in cores/
    title: str
    core: str  # its FuseSoC name
    package: str  # the Python module that contains it
    series: tuple[tuple[str, str, str], ...]  # for each patch: name, overlay in its folder, description
    has_core: bool = True  # whether it has FuseSoC core files

    @property
    def sources(self) -> Path:
        """Return the folder of its files; the patches apply to its subfolder rtl/."""
        return tools.package_folder(self.package) / "system_verilog"


UPSTREAMS = {
    "ibex": Upstream(
        "ibex",
        "Ibex",
        "lowrisc:ibex:ibex_top",
        "pythondata_cpu_ibex",
        (
            ("0001-accelerator-port.patch", "overlay.toml", "Add an accelerator port to ibex_core"),
            ("0002-function-units.patch", "top.toml", "Put function units behind it in ibex_top"),
        ),
    ),
    "cv32e40x": Upstream(
        "cv32e40x",
        "CV32E40X",
        "vambrace:upstream:cv32e40x",
        "pythondata_cpu_cv32e40x",
        (("0001-extension-interface.patch", "overlay.toml", "Add three conditions to the eXtension interface"),),
        has_core=False,
    ),
}

#: The patch that adds a FuseSoC core file, and that file.
_CORE_PATCH, CORE_FILE = "0002-fusesoc.patch", "{}.core"

_CONNECTION = "xif/{}_xif.sv"


def of(subject: Subject) -> Upstream:
    """Return the upstream core for a point's units."""
    assert subject.point is not None
    return UPSTREAMS[subject.point.core.upstream]


def edited(subject: Subject) -> dict[str, dict[str, str]]:
    """Return, by patch, the files of rtl/ that it changes, with their new texts. BuildError for another upstream
    version.
    """
    upstream, by_patch = of(subject), {}
    for name, file, _ in series(subject):
        changed = overlay.apply(root() / "cores" / upstream.name / file, upstream.sources / "rtl")
        by_patch[name] = {source: text.replace("@TOP@", subject.top) for source, text in changed.items()}
    return by_patch


def series(subject: Subject) -> tuple[tuple[str, str, str], ...]:
    """Return the patch series of the core; units that work on registers in place need the register file."""
    patches = of(subject).series
    if subject.module.name != "vmb_ibex_units":
        return patches
    name = "0002-function-units-and-registers.patch"
    return (patches[0], (name, "top_in_place.toml", "Put function units and their register file in ibex_top"))


def names(subject: Subject) -> list[str]:
    """Return the patches in order."""
    upstream = of(subject)
    return [name for name, _, _ in series(subject)] + ([] if upstream.has_core else [_CORE_PATCH])


def connection(subject: Subject) -> str | None:
    """Return the path in the bundle of the module that connects the units to the core's interface,
    if patches do not.
    """
    return _CONNECTION.format(subject.top) if _template(subject).exists() else None


def _template(subject: Subject) -> Path:
    return root() / "cores" / of(subject).name / "xif.sv.in"


def files(subject: Subject) -> dict[str, str]:
    """Return the patches by their paths in the bundle, quilt's series file, and the module that connects the units."""
    upstream, texts, texts_written = of(subject), edited(subject), {}
    for name, _, title in series(subject):
        texts_written[f"patches/{name}"] = _about(upstream, title) + _difference(upstream, texts[name])
    if not upstream.has_core:
        added = core_file(upstream).splitlines(keepends=True)
        lines = difflib.unified_diff([], added, "/dev/null", f"b/{CORE_FILE.format(upstream.name)}")
        texts_written[f"patches/{_CORE_PATCH}"] = _about(upstream, "Add a core file for FuseSoC") + "".join(lines)
    if path := connection(subject):
        text = _template(subject).read_text().replace("@TOP@", subject.top)
        texts_written[path] = head(f"{subject.top} behind CV-X-IF.") + "//\n" + text
    return {**texts_written, "patches/series": "".join(f"{name}\n" for name in names(subject))}


def _about(upstream: Upstream, title: str) -> str:
    version, package = rtl.version(upstream.name), upstream.package.replace("_", "-")
    return f"{title}\n\nFor {upstream.title} as in the Python package {package} {version}.\n\n"


def _difference(upstream: Upstream, texts: Mapping[str, str]) -> str:
    """Return a patch of files in rtl/, for `-p1`."""
    parts: list[str] = []
    for name, text in sorted(texts.items()):
        before = (upstream.sources / "rtl" / name).read_text().splitlines(keepends=True)
        after = text.splitlines(keepends=True)
        parts += difflib.unified_diff(before, after, f"a/rtl/{name}", f"b/rtl/{name}")
    return "".join(parts)


def core_file(upstream: Upstream) -> str:
    """Return a FuseSoC core file for an upstream core without one: packages first, in the order of upstream.toml."""
    listed = tomllib.loads((root() / "cores" / upstream.name / "upstream.toml").read_text())
    first = [name for name in listed["packages"] if name.startswith("rtl/")]
    others = sorted(f"rtl/{path.name}" for path in (upstream.sources / "rtl").glob("*.sv"))
    every = [*first, *(name for name in others if name not in first)]
    return f"""CAPI=2:
{head(f"{upstream.title} for FuseSoC, without the clock gate, which the integrator provides.", "#")}\
name: {upstream.core}:0
description: {upstream.title}

filesets:
  rtl:
    file_type: systemVerilogSource
    files:
{"".join(f"      - {name}{chr(10)}" for name in every)}
targets:
  default:
    filesets: [rtl]
"""
