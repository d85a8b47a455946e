# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The file lists of a bundle, for tools that read sources one by one. All have the same sources in the same order."""

from __future__ import annotations

from collections.abc import Sequence

from vambrace.export.subject import Subject
from vambrace.export.wrapper import head

#: Verilator's warnings when third-party sources are read too: they are not fatal, except messages of modules about
#: illegal parameters.
WARNINGS = ("-Wno-fatal", "-Werror-USERERROR", "-Werror-USERFATAL")


def files(subject: Subject, sources: Sequence[str], verilog: str, constraints: Sequence[str]) -> dict[str, str]:
    """Return the lists by path. `sources` are SystemVerilog in compile order, `verilog` is the same in Verilog-2005;
    all are paths in the bundle.
    """
    sdc = [path for path in constraints if path.endswith("_fpga.sdc")]
    xdc = [path for path in constraints if path.endswith(".xdc")]
    return {
        "lists/verilator.f": _verilator(subject, sources),
        "lists/yosys.ys": _yosys(subject, sources),
        "lists/yosys_verilog.ys": _yosys_verilog(subject, verilog),
        "lists/vivado.tcl": _vivado(sources, xdc),
        "lists/quartus.qip": _quartus(subject, sources, sdc),
    }


def _verilator(subject: Subject, sources: Sequence[str]) -> str:
    about = f"Sources of {subject.top}: `verilator -F lists/verilator.f`; -F reads paths from this file's folder."
    return head(about) + "".join(f"../{path}\n" for path in sources)


def _yosys(subject: Subject, sources: Sequence[str]) -> str:
    about = f"Reads {subject.top} by Yosys' slang frontend, in the folder of the bundle: `yosys -s lists/yosys.ys`."
    return head(about, "#") + f"read_slang --allow-use-before-declare --top {subject.top} {' '.join(sources)}\n"


def _yosys_verilog(subject: Subject, verilog: str) -> str:
    about = f"Reads {subject.top} by any Yosys, in the folder of the bundle: `yosys -s lists/yosys_verilog.ys`."
    return head(about, "#") + f"read_verilog {verilog}\nhierarchy -check -top {subject.top}\n"


def _vivado(sources: Sequence[str], constraints: Sequence[str]) -> str:
    about = "Adds the sources to the open project of Vivado: `source lists/vivado.tcl`."
    lines = ["set here [file dirname [file dirname [file normalize [info script]]]]"]
    lines += [f'read_verilog -sv [file join $here "{path}"]' for path in sources]
    lines += [f'read_xdc -mode out_of_context [file join $here "{path}"]' for path in constraints]
    return head(about, "#") + "\n".join(lines) + "\n"


def _quartus(subject: Subject, sources: Sequence[str], constraints: Sequence[str]) -> str:
    about = f"Sources of {subject.top} for Quartus: `set_global_assignment -name QIP_FILE lists/quartus.qip`."
    assign = "set_global_assignment -name"
    place = '[file join $::quartus(qip_path) "../{}"]'
    lines = [f"{assign} SYSTEMVERILOG_FILE {place.format(path)}" for path in sources]
    lines += [f"{assign} SDC_FILE {place.format(path)}" for path in constraints]
    return head(about, "#") + "\n".join(lines) + "\n"
