# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The README section of an exported point on the upstream core for its units."""

from __future__ import annotations

from vambrace.export import patches
from vambrace.export.subject import Subject
from vambrace.hardware import rtl


def rows(subject: Subject) -> str:
    """Return the rows of the table of paths."""
    if not subject.point:
        return ""
    if not (path := patches.connection(subject)):
        return "| `patches/` | the accelerator port, and these units behind it, for a copy of Ibex |\n"
    return (
        "| `patches/` | for a copy of CV32E40X: what its eXtension interface lacks, and a core file for FuseSoC |\n"
        f"| `{path}` | connects the units to the interface `if_xif` of CV32E40X |\n"
    )


def section(subject: Subject) -> str:
    """Return the section on integrating the units into a copy of the core."""
    if subject.module.name == "vmb_cfu_ise":
        return _vexriscv(subject)
    if not subject.point:
        return ""
    upstream = patches.of(subject)
    package = upstream.package.replace("_", "-")
    copy = f"${upstream.name.upper()}"
    commands = "\n".join(f'    git -C "{copy}" apply "$PWD/patches/{name}"' for name in patches.names(subject))
    return f"""## In {upstream.title}

The patches are for {upstream.title} as in the Python package {package} {rtl.version(upstream.name)}; they apply to
other versions if the surrounding lines are the same. {copy} is the folder of your copy, which contains `rtl/`:

{commands}

{_ibex(subject) if upstream.has_core else _cv32e40x(subject)}
"""


def _ibex(subject: Subject) -> str:
    registers = f"""
These units work on several registers at once: `{subject.top}` also is the register file, with two read
ports and one write port as Ibex's own of flip-flops. `RegFile` has to be `RegFileFF` and `RV32E` 0, otherwise
elaboration ends with an error.

"""
    in_place = registers if subject.module.name == "vmb_ibex_units" else ""
    return f"""The second one instantiates `{subject.top}` in `ibex_top`, whose ports do not change; add the files of
`lists/verilator.f` to yours. `SecureIbex` = 1 is an elaboration error, because its shadow core has no accelerator
port.
{in_place}With FuseSoC, depend on `vambrace:ip:{subject.identifier}`, which brings `{patches.of(subject).core}`;
Ibex's own core files need the edition of FuseSoC that its python-requirements.txt names.
The target `lint_core` lints both.
"""


#: The ports of VexRiscv's CFU plug-in, by the module's ports.
_CFU_PLUGIN = {
    "cmd_valid_i": "cmd_valid",
    "cmd_ready_o": "cmd_ready",
    "cmd_function_id_i": "cmd_payload_function_id",
    "cmd_inputs_0_i": "cmd_payload_inputs_0",
    "cmd_inputs_1_i": "cmd_payload_inputs_1",
    "rsp_valid_o": "rsp_valid",
    "rsp_ready_i": "rsp_ready",
    "rsp_outputs_0_o": "rsp_payload_outputs_0",
}


def _vexriscv(subject: Subject) -> str:
    rows = "\n".join(f"| `{port}` | `CfuPlugin_bus_{theirs}` |" for port, theirs in _CFU_PLUGIN.items())
    opcode = int(subject.module.known["Opcode"])
    return f"""## With VexRiscv

Connect the ports to those of its plug-in for CFU, by name:

| `{subject.top}` | VexRiscv |
| --- | --- |
{rows}

VexRiscv sends instructions of custom-0 (0x0b) there once bit 31 of its CSR 0xBC0 is 1; the units see them with the
opcode 0x{opcode:02x} and 0 in the fields of registers. `.insn r 0x0b, FUNCT3, FUNCT7, rd, rs1, rs2` writes one. CFU
cannot refuse an instruction: one that no unit executes has no effect and returns 1 << 31.

"""


def _cv32e40x(subject: Subject) -> str:
    top, core = subject.top, patches.of(subject).core
    return f"""The first one adds three conditions to the eXtension interface, without which the core loses results,
reads them too early, or repeats stores; it removes nothing. Where you instantiate the core, with `X_EXT` = 1 and
`B_EXT` = `B_NONE`:

```systemverilog
if_xif #(.X_ID_WIDTH(4)) xif ();
{top}_xif u_units (.clk_i, .rst_ni, .xif);
```

and `xif` at the core's six ports `xif_*_if`. Add the files of `lists/verilator.f` and `{patches.connection(subject)}`
to yours. With FuseSoC, depend on `vambrace:ip:{subject.identifier}`, which brings `{core}`: the second patch adds its
core file to your copy.
"""
