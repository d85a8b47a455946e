# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace export`."""

from __future__ import annotations

from pathlib import Path

import click

from vambrace.base import extras
from vambrace.cli.options import FOLDER


@click.command()
@click.argument("name", required=False, metavar="[BLOCK|POINT]")
@click.option("--output", "-o", "folder", type=FOLDER, metavar="DIR", help="Write the bundle to this folder.")
@click.option("--bus", metavar="BUS", default="", help="Connect the block's registers to this bus.")
@click.option("--memory", metavar="BUS", default="", help="Connect an engine's memory port to this bus.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Set a parameter (repeatable).")
@click.option("--name", "prefix", metavar="PREFIX", default="", help="The module, and the prefix of all below it.")
@click.option("--force", is_flag=True, help="Replace an existing bundle in the folder.")
@click.option(
    "--list",
    "listing",
    is_flag=True,
    help="List the blocks and buses; for one block, its parameters: value, values that it takes, meaning.",
)
def export(
    name: str | None,
    folder: Path | None,
    bus: str,
    memory: str,
    settings: tuple[str, ...],
    prefix: str,
    force: bool,
    listing: bool,
) -> None:
    """Write a block or point as a bundle for other projects: sources, lists, test bench.

    BLOCK is a name from configs/blocks.toml, such as engine. The bundle has one module with the chosen parameters, in
    SystemVerilog and in Verilog-2005, file lists for Verilator, Yosys, Vivado, Quartus, FuseSoC and Bender, and a
    self-checking test bench. A block with registers comes with IP-XACT and register documentation, an engine also with
    its driver. The folder is written completely or not at all, and must not contain files; --force replaces an existing
    bundle. An illegal combination of parameters is an error.

    An engine's registers and its memory port may be on different buses; without --memory, the port is that of OBI.
    With axi-stream, each job receives a packet and sends one, and the engine needs no memory.

    The module is vambrace_BLOCK_BUS_mem_BUS, with the parameters that were set. Files that several bundles share are
    read once. With --name, no two bundles share anything: each module and package begins with that name.

    POINT is a point of Ibex or CV32E40X with function units, such as ibex-ref/zkned. The bundle has the units as one
    module, and patches for your copy of that core.

    \b
    vambrace export engine --bus axi4l -o vendor/vambrace_engine
    vambrace export engine --bus obi --set Slots=0 --set TwoPasses=1 -o vendor/vambrace_engine
    vambrace export engine --bus axi4l --memory axi4 --set PortBits=64 -o vendor/vambrace_engine
    vambrace export aes-128 -o vendor/vambrace_aes
    vambrace export ibex-ref/zkned -o vendor/vambrace_zkned
    vambrace export cv32e40x/zbkb+xascon -o vendor/vambrace_xascon
    vambrace export --list
    """
    from vambrace.export import subject

    if listing:
        _list(name, bus, memory)
        return
    if name is None:
        raise click.UsageError("name a block; `vambrace export --list` lists them")
    if folder is None:
        raise click.UsageError("pass a folder with -o")
    chosen = subject.of(name, bus, settings, prefix, memory)
    from vambrace.export import bundle  # loads modules that only the work needs

    bundle.check(folder, force)
    extras.need("silicon")
    extras.need("export")
    files = bundle.files(chosen)
    bundle.write(folder, files, force)
    print(f"{folder}: {bundle.summary(list(files))}")


def _list(name: str | None, bus: str, memory: str) -> None:
    from vambrace.export import subject
    from vambrace.export.memory import MEMORIES
    from vambrace.silicon import parts

    if name:
        for module in subject.of(name, bus, memory=memory).modules:
            print(f"{module.name}:" if module.known else f"{module.name} has no parameters")
            for parameter, value in module.known.items():
                values, meaning = module.explained[parameter]
                print(f"  {parameter:<20} {value:<6} {values:<16} {meaning}")
        return
    print("blocks:")
    for block, known in parts.exported().items():
        print(f"  {block:<20} {known.title}")
    print("buses:")
    for bus, coupling in subject.couplings().items():
        print(f"  {bus:<20} {subject.title_of(coupling)}")
    print("memory buses:")
    for bus, behind in MEMORIES.items():
        print(f"  {bus:<20} {subject.title_of(subject.Module(behind.module, behind.source))}")
