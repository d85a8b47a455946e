# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace`."""

import click

from vambrace import __version__
from vambrace.cli import endings, plugins

#: Every command: its location and its line of help. Loaded on demand.
_COMMANDS = {
    "acvp": ("vambrace.cli.acvp:acvp", "Run NIST's ACVP vector sets."),
    "amalgamate": ("vambrace.cli.amalgamate:amalgamate", "Write the library as a few files."),
    "area": ("vambrace.cli.area:area", "Measure the cell area of points and blocks by synthesis."),
    "bench": ("vambrace.cli.bench:bench", "Measure the library on acceleration points."),
    "board": ("vambrace.cli.board:board", "Make the bitstream of an FPGA board."),
    "cache": ("vambrace.cli.cache:cache", "Show or clear the cache of builds and measurements."),
    "choose": ("vambrace.cli.choose:choose", "Choose a point by constraints, from what was measured."),
    "compare": ("vambrace.cli.compare:compare", "Compare cycles, bytes and energy with area."),
    "doctor": ("vambrace.cli.doctor:doctor_command", "List every tool, and install missing ones."),
    "energy": ("vambrace.cli.energy:energy", "Measure the energy of a packet at gate level."),
    "explore": ("vambrace.cli.explore:explore", "Search a design space for the points that no other beats."),
    "export": ("vambrace.cli.export:export", "Export a block or point to another project."),
    "faults": ("vambrace.cli.faults:faults", "Inject bit flips into an engine, and report their effects."),
    "fpga": ("vambrace.cli.fpga:fpga", "Count the FPGA resources of points and blocks."),
    "latency": ("vambrace.cli.latency:latency", "Measure the latency of FAC-V's calls on Rocket."),
    "memory": ("vambrace.cli.memory:memory", "Measure code size, static data and worst-case stack."),
    "new": ("vambrace.cli.new:new", "Write the skeleton of a plug-in."),
    "os": ("vambrace.cli.os:os_command", "Measure an operating system under an encryption load."),
    "paper": ("vambrace.cli.paper:paper", "Compare a paper's tables with our measurements."),
    "points": ("vambrace.cli.points:points", "List points, algorithms, scenarios and blocks."),
    "profile": ("vambrace.cli.profile:profile", "Show where the cycles of one call go, step by step."),
    "report": ("vambrace.cli.report:report", "Write all measurements to one HTML page."),
    "run": ("vambrace.cli.run:run", "Compile and run a program on a simulated core."),
    "study": ("vambrace.cli.study:study", "Run comparison studies: ciphers, pictures, PSA, 64-bit Ascon."),
    "timing": ("vambrace.cli.timing:timing", "Measure the critical path of points and blocks."),
    "verify": ("vambrace.cli.verify:verify", "Check a program for secret-dependent timing."),
}

#: Former commands and their replacements.
_MOVED = {
    "alignment": "`vambrace bench --by offset`",
    "test": "`vambrace-dev test`, which `make setup` installs in a source checkout",
    "throughput": "`vambrace bench --by length`",
}

#: The commands by purpose, as --help lists them.
_PURPOSES = {
    "Start": ("doctor", "points", "cache", "new"),
    "Measure": ("bench", "memory", "profile", "latency", "os", "compare", "choose", "explore", "report"),
    "Silicon": ("area", "timing", "fpga", "board", "energy", "faults"),
    "Integrate": ("export", "amalgamate", "run"),
    "Check": ("acvp", "verify"),
    "Reproduce": ("paper", "study"),
}


@click.group(
    cls=plugins.Main,
    table=_COMMANDS,
    moved=_MOVED,
    purposes=_PURPOSES,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="vambrace")
@click.option(
    plugins.OPTION,
    multiple=True,
    metavar="DIR",
    expose_value=False,
    callback=plugins.remember,
    help="Add the plug-in in this folder; repeatable.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Build, simulate and measure authenticated encryption on RISC-V.

    \b
    vambrace bench                                 cycles on Ibex
    vambrace export engine --bus axi4l -o engine   a bundle for your SoC
    vambrace COMMAND --help                        options, with examples
    """
    if ctx.invoked_subcommand is None:
        from vambrace.cli import next_steps

        click.echo(next_steps.text())


def entry() -> None:
    """Run the command line, and exit with its code."""
    endings.run(lambda: main(standalone_mode=False))
