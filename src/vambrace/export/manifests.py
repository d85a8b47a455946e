# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The manifests of a bundle, for FuseSoC and Bender."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from vambrace import __version__
from vambrace.export import lists, naming, patches
from vambrace.export.subject import Subject
from vambrace.export.wrapper import head
from vambrace.hardware import rtl


def fusesoc(subject: Subject, wrapper: str, verilog: str, smoke: Sequence[str]) -> str:
    """Return the core file of the bundle, which depends on those of the sources. `sim` runs the smoke test, by Icarus
    on Verilog-2005 and by Verilator on SystemVerilog.
    """
    depends = [naming.renamed(rtl.name_of(Path(module.source)), subject.prefix) for module in subject.modules]
    bench = f"{Path(smoke[0]).stem}" if smoke else ""
    return f"""CAPI=2:
{head(f"The bundle {subject.name} for FuseSoC.", "#")}name: vambrace:ip:{subject.identifier}:{__version__}
description: {json.dumps(subject.title)}

filesets:
  rtl:
    file_type: systemVerilogSource
    depend:
{_lines(dict.fromkeys(depends))}
    files:
{_lines([wrapper])}

  verilog:
    file_type: verilogSource-2005
    files:
{_lines([verilog])}

{_upstream_fileset(subject)}{_smoke_fileset(smoke)}targets:
  default:
    filesets: [{"rtl, upstream" if subject.point else "rtl"}]
    toplevel: {subject.top}

  verilog:
    filesets: [verilog]
    toplevel: {subject.top}

  lint:
    filesets: [rtl]
    toplevel: {subject.top}
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall]
{_smoke_target(bench)}{_upstream_target(subject)}"""


def _upstream_fileset(subject: Subject) -> str:
    """Return the upstream core for the function units, with the patches of the bundle."""
    if not subject.point:
        return ""
    path = patches.connection(subject)
    connection = f"    file_type: systemVerilogSource\n    files:\n{_lines([path])}\n" if path else ""
    return f"  upstream:\n    depend:\n{_lines([patches.of(subject).core])}\n{connection}\n"


def _upstream_target(subject: Subject) -> str:
    if not subject.point or patches.connection(subject):  # its ports are an interface: it cannot be a linter's top
        return ""
    return f"""
  lint_core:
    filesets: [rtl, upstream]
    toplevel: ibex_top
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [{", ".join(lists.WARNINGS)}]
"""


def _lines(items: Sequence[str] | dict[str, None]) -> str:
    return "\n".join(f"      - {item}" for item in items)


def _smoke_fileset(smoke: Sequence[str]) -> str:
    if not smoke:
        return ""
    return f"  smoke:\n    file_type: verilogSource-2005\n    files:\n{_lines(smoke)}\n\n"


def _smoke_target(bench: str) -> str:
    if not bench:
        return ""
    return f"""
  sim:
    filesets: ["tool_icarus ? (verilog)", "!tool_icarus ? (rtl)", smoke]
    toplevel: {bench}
    default_tool: icarus
    tools:
      verilator:
        mode: binary
        verilator_options: [--timing, --assert, {", ".join(lists.WARNINGS)}]
"""


def bender(subject: Subject, sources: Sequence[str], verilog: str, smoke: Sequence[str]) -> str:
    """Return the manifest for Bender. The target `vambrace_verilog` selects Verilog-2005 instead of SystemVerilog."""

    def listed(target: str, files: Sequence[str]) -> str:
        return f"  - target: {target}\n    files:\n" + "\n".join(f"      - {path}" for path in files) + "\n"

    text = head(f"The bundle {subject.name} for Bender.", "#")
    text += f'package:\n  name: {subject.top}\n  authors: ["Vambrace contributors"]\n\nsources:\n'
    text += listed("not(vambrace_verilog)", sources) + listed("vambrace_verilog", [verilog])
    return text + (listed("vambrace_smoke", smoke) if smoke else "")
