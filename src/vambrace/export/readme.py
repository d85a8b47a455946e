# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The README of a bundle: its contents, and the commands that use it."""

from __future__ import annotations

from vambrace import __version__
from vambrace.export import constraints, driver, in_core, lists, registers, smoke
from vambrace.export.subject import Subject
from vambrace.export.wrapper import Top, bus_title, declared

#: The address of an engine's registers in the commands.
_BASE = 0x4000_0000


def text(subject: Subject, top: Top) -> str:
    core = f"vambrace:ip:{subject.identifier}"
    return f"""# {subject.top}

{subject.title}{f", {bus_title(subject)}" if bus_title(subject) else ""}. Written by `{command(subject)}` of Vambrace \
{__version__}; to change a parameter, export again. [datasheet.md](datasheet.md) has parameters, ports and figures.

| path | content |
| --- | --- |
| `rtl/` | SystemVerilog; `{subject.top}.sv` is the module to instantiate |
| `verilog/` | the same module as one file of Verilog-2005 |
{_smoke_row(subject)}| `lists/` | file lists for Verilator, Yosys, Vivado and Quartus |
| `constraints/` | SDC (cells; `_fpga` for Quartus) and XDC constraints for the module alone |
{_reset_row(subject, top)}{_more_rows(subject)}| `{subject.top}.core`, `Bender.yml` | for FuseSoC and Bender |
| `vambrace.json` | parameters, and hashes of all files |

Use either `rtl/` or `verilog/`. The commands below run in this folder; each needs its tool on the PATH. Verilator has
to be version 5: `vambrace doctor --install` puts one next to `vambrace` where there is none. The warnings that the
sources switch off are named at their beginning, each with its reason.

    verilator --lint-only -Wall -F lists/verilator.f --top-module {subject.top}
    verilator --lint-only -Wall verilog/{subject.top}.v
    iverilog -g2005 -t null verilog/{subject.top}.v
    yosys -s lists/yosys_verilog.ys
    fusesoc --cores-root . run --target=lint {core}
{_smoke(subject)}
{_driver(subject)}{in_core.section(subject)}## With other bundles

{_with_others(subject)}

## Instantiation

{_instantiation(subject, top)}
"""


def _more_rows(subject: Subject) -> str:
    return in_core.rows(subject) + _registers_row(subject) + _driver_row(subject)


def _reset_row(subject: Subject, top: Top) -> str:
    if not constraints.has_reset(top):
        return ""
    return f"| `{constraints.synchroniser(subject)}` | for a reset that is not released in step with `clk_i` |\n"


def _registers_row(subject: Subject) -> str:
    if not registers.exist(subject):
        return ""
    return (
        f"| `{registers.IPXACT.format(subject.top)}` | IP-XACT (IEEE 1685-2014): registers, bus, ports and files |\n"
        f"| `{registers.PAGES}` | HTML pages of the registers, with scripts and styles of peakrdl-html (LGPL-3.0) |\n"
        f"| `{registers.RDL}` | the registers in SystemRDL 2.0 |\n"
    )


def _driver_row(subject: Subject) -> str:
    if not driver.exists(subject):
        return ""
    header = f"include/{subject.prefix or 'vambrace'}/engine_regs.h"
    ring = f", `{header.replace('_regs', '_ring_regs')}` those of the ring" if subject.module.has_ring else ""
    return f"| `driver/` | libvambrace, whose calls run on the engine; `{header}` has the registers{ring} |\n"


def _driver(subject: Subject) -> str:
    if not driver.exists(subject):
        return ""
    kind = driver.kind(subject)
    folder, names = subject.prefix or "vambrace", subject.prefix or "vmb"
    option = f"-D{folder.upper()}_ENGINE"
    based = f" {option}_BASE=0x{_BASE:x}" if kind in ("mmio", "pio") else ""
    ring = f" {option}_RING=ON" if subject.module.has_ring else ""
    submits = f"\n`{folder}/engine_ring.h` is for many packets through the ring of descriptors.\n" if ring else ""
    where = f" Replace 0x{_BASE:x} with the address of the registers." if based else ""
    return f"""## Driver

`driver/` is a CMake project that can also be part of another one (`add_subdirectory`). `driver/{driver.TOOLCHAIN}` is
for the compiler riscv64-unknown-elf-gcc and a core with RV32IMC; edit it for yours.{where}

    cmake -S driver -B build -DCMAKE_TOOLCHAIN_FILE={driver.TOOLCHAIN} {option}={kind}{based}{ring}
    cmake --build build

Calls such as `{names}_ascon_aead128_seal` of `{folder}/aead.h` then run on the engine, and `{folder}/engine.h` has key
slots and policy.
{submits}
{_drivers(subject)}
"""


def _drivers(subject: Subject) -> str:
    if subject.prefix:
        name = subject.prefix
        return f"""Functions and types begin with `{name}_`, macros and CMake's options with `{name.upper()}_`;
CMake's target is `{name}::{name}`. A program can therefore link this driver next to that of another bundle.
"""
    return """The sources and the names of their functions are the same in every bundle without `--name`, so a program
links one such `driver/`, configured for one engine. For two engines in one program, export one of them with
`--name PREFIX`: its functions then begin with `PREFIX_` instead of `vmb_`, and its headers are in `PREFIX/`.
"""


def _smoke_row(subject: Subject) -> str:
    if not smoke.exists(subject):
        return ""
    return "| `smoke/` | a self-checking test bench in Verilog-2005, for either |\n"


def _smoke(subject: Subject) -> str:
    if not smoke.exists(subject):
        return ""
    bench, top = smoke.path(subject), subject.top
    return f"""
The smoke test prints `PASS` or an error. With Icarus on `verilog/`, and with Verilator on `rtl/`:

    iverilog -g2005 -o smoke.vvp verilog/{top}.v {bench} && vvp -n smoke.vvp
    verilator --binary --timing {" ".join(lists.WARNINGS)} \\
        -F lists/verilator.f {bench} --top-module {top}_smoke -o smoke
    obj_dir/smoke
    fusesoc --cores-root . run --target=sim vambrace:ip:{subject.identifier}

Bender writes a file list of `rtl/`, or with a target that of `verilog/`; the target `vambrace_smoke` adds the test:

    bender script flist -t vambrace_smoke
    bender script flist -t vambrace_smoke -t vambrace_verilog
"""


def _with_others(subject: Subject) -> str:
    if subject.prefix:
        return (
            f"Every module, package and file of this bundle begins with `{subject.prefix}`; it fits into a design with "
            "any other bundle."
        )
    return """Bundles of other blocks or parameters fit into the same design. Files that they share have a guard with a
hash, so that tools read each of them once: Verilator with several lists, Icarus, Bender, FuseSoC. For tools that do not
share macros between files (Quartus; slang without `--single-unit`), and for bundles of different versions of Vambrace,
export with `--name PREFIX`: every module, package and file then begins with that name."""


def command(subject: Subject) -> str:
    """Return the command that wrote the bundle."""
    settings = [f"--set {name}={value}" for name, value in subject.settings]
    more = [f"--bus {subject.bus}"] if subject.bus else []
    more += [f"--memory {subject.memory_bus}"] if subject.memory_bus else []
    name = [f"--name {subject.prefix}"] if subject.prefix else []
    return " ".join(["vambrace export", subject.block, *more, *settings, *name])


def _instantiation(subject: Subject, top: Top) -> str:
    width = max(len(port.name) for port in top.ports)
    wires = "".join(f"    wire {declared(port)}{port.name};\n" for port in top.ports)
    ports = ",\n".join(f"      .{port.name:<{width}}({port.name})" for port in top.ports)
    return f"{wires}\n    {subject.top} u_{subject.identifier} (\n{ports.replace('      .', '        .')}\n    );"
