# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Names that let several bundles fit into one design: of the bundle's module, and of the modules and files below it.

Without `--name`, the name of a bundle follows from its block, bus and parameters. The SystemVerilog below it is the
project's, the same in each bundle: a guard in each file makes tools skip it the second time. The guard macro contains
the file's hash, so that another version of a file is not skipped but an error. With `--name`, every module, package and
file has that name as its prefix, and no two bundles share anything.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

from vambrace import __version__
from vambrace.base.errors import UsageError

#: The prefix of the project's modules, packages and files.
OURS = "vmb_"

#: Separates the name of a bundle from the name of a module in it; no bundle name contains it, so names cannot collide.
JOINT = "__"

_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")

#: The longest name composed of parameters; longer ones have a hash instead.
_LONGEST = 51

#: The keywords of SystemVerilog (IEEE 1800-2017, annex B).
_KEYWORDS = """
accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before begin bind bins
binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking cmos config const
constraint context continue cover covergroup coverpoint cross deassign default defparam design disable dist do edge
else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup endinterface endmodule
endpackage endprimitive endprogram endproperty endspecify endsequence endtable endtask enum event eventually expect
export extends extern final first_match for force foreach forever fork forkjoin function generate genvar global highz0
highz1 if iff ifnone ignore_bins illegal_bins implements implies import incdir include initial inout input inside
instance int integer interconnect interface intersect join join_any join_none large let liblist library local
localparam logic longint macromodule matches medium modport module nand negedge nettype new nexttime nmos nor
noshowcancelled not notif0 notif1 null or output package packed parameter pmos posedge primitive priority program
property protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase
randsequence rcmos real realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran rtranif0 rtranif1
s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled signed small
soft solve specify specparam static string strong strong0 strong1 struct super supply0 supply1 sync_accept_on
sync_reject_on table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand
trior trireg type typedef union unique unique0 unsigned until until_with untyped use uwire var vectored virtual void
wait wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor
"""

_CORE = re.compile(r"\bvambrace:(rtl|cores):(\w+)(?::[\d.]+)?")


def check(name: str) -> str:
    """Check a name that the user chose. UsageError if it is invalid for a module and its files."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"invalid name '{name}': use lower-case letters, digits and single _; start with a letter")
    if name.startswith(OURS):
        raise UsageError(f"invalid name '{name}': names that begin with {OURS} are those of Vambrace's own modules")
    if name in _KEYWORDS.split():
        raise UsageError(f"invalid name '{name}': it is a SystemVerilog keyword")
    return name


def suffix(stem: str, settings: Iterable[tuple[str, int]]) -> str:
    """Return the suffix of `stem` in the name of a bundle with parameters that differ from its block's."""
    text = "".join(f"_{name.lower()}{value}" for name, value in settings)
    if len(stem) + len(text) <= _LONGEST:
        return text
    return f"_{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def renamed(text: str, name: str) -> str:
    """Return a source, a core file or a path with the prefix `name`, or without one with the project's. Core files
    depend on exactly this version.
    """
    text = _CORE.sub(lambda match: f"vambrace:{name or match[1]}:{match[2]}:{__version__}", text)
    return re.sub(rf"\b{OURS}(?=\w)", f"{name}{JOINT}", text) if name else text


#: Verilator warnings disabled in SystemVerilog and in Verilog-2005, each with its reason.
SYSTEMVERILOG = {
    "TIMESCALEMOD": "It has no delays and needs no time unit, even if other files have one.",
    "UNUSEDPARAM": "Constants that this design does not use are shared with other designs.",
}
VERILOG = {
    "TIMESCALEMOD": SYSTEMVERILOG["TIMESCALEMOD"],
    "DECLFILENAME": "All modules are in one file.",
    "UNUSEDSIGNAL": "Structs and ports keep bits that these parameters do not use.",
}


def guarded(text: str, stem: str, waivers: Mapping[str, str]) -> str:
    """Return a source with a guard, so that tools skip it if they have already read the same one, and with warning
    waivers. `stem` is the name of its file.
    """
    lines = text.splitlines(keepends=True)
    begin = next(i for i, line in enumerate(lines) if line.strip() and not line.startswith("//"))
    macro = f"{stem.upper()}_{hashlib.sha256(text.encode()).hexdigest()[:12].upper()}"
    head, body = "".join(lines[:begin]), "".join(lines[begin:])
    waived = "".join(f"// {reason}\n// verilator lint_off {name}\n" for name, reason in waivers.items())
    return (
        f"{head}`ifndef {macro}\n`define {macro}\n// verilator lint_save\n{waived}\n"
        f"{body}\n// verilator lint_restore\n`endif\n"
    )
