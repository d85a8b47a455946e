# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace`."""

import click

from vambrace import __version__
from vambrace.cli import endings
from vambrace.cli.lazy_group import Group

#: Every command: where it is, and its line of help. Loaded when it is called.
_COMMANDS = {
    "acvp": ("vambrace.cli.acvp:acvp", "Run NIST's ACVP vector sets."),
    "alignment": ("vambrace.cli.alignment:alignment", "Measure cycles for unaligned buffers."),
    "amalgamate": ("vambrace.cli.amalgamate:amalgamate", "Write the library as a few files."),
    "area": ("vambrace.cli.area:area", "Measure the cell area of points and blocks by synthesis."),
    "bench": ("vambrace.cli.bench:bench", "Measure the library on acceleration points."),
    "compare": ("vambrace.cli.compare:compare", "Compare cycles, bytes and energy with area."),
    "doctor": ("vambrace.cli.doctor:doctor_command", "List every tool, and install missing ones."),
    "energy": ("vambrace.cli.energy:energy", "Measure the energy of a packet at gate level."),
    "export": ("vambrace.cli.export:export", "Export a block or point to another project."),
    "faults": ("vambrace.cli.faults:faults", "Inject bit flips into an engine, and report their effects."),
    "fpga": ("vambrace.cli.fpga:fpga", "Count the FPGA resources of points and blocks."),
    "latency": ("vambrace.cli.latency:latency", "Measure the latency of FAC-V's calls on Rocket."),
    "memory": ("vambrace.cli.memory:memory", "Measure code size, static data and worst-case stack."),
    "os": ("vambrace.cli.os:os_command", "Measure an operating system under an encryption load."),
    "paper": ("vambrace.cli.paper:paper", "Compare a paper's tables with our measurements."),
    "points": ("vambrace.cli.points:points", "List points, algorithms, scenarios and blocks."),
    "profile": ("vambrace.cli.profile:profile", "Show where the cycles of one call go, step by step."),
    "report": ("vambrace.cli.report:report", "Write all measurements to one HTML page."),
    "run": ("vambrace.cli.run:run", "Compile and run a program on a simulated core."),
    "study": ("vambrace.cli.study:study", "Run comparison studies: ciphers, pictures, PSA, 64-bit Ascon."),
    "throughput": ("vambrace.cli.throughput:throughput", "Measure cycles by message length."),
    "timing": ("vambrace.cli.timing:timing", "Measure the critical path of points and blocks."),
    "verify": ("vambrace.cli.verify:verify", "Check a program for secret-dependent timing."),
}

#: Commands that there were: what replaced each.
_MOVED = {"test": "`vambrace-dev test`, which `make setup` installs in a source checkout"}


@click.group(
    cls=Group,
    table=_COMMANDS,
    moved=_MOVED,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="vambrace")
def main() -> None:
    """Build, simulate and measure authenticated encryption on RISC-V.

    \b
    vambrace doctor                                  lists every tool
    vambrace bench                                   Ibex with each extension set and the engine
    vambrace throughput -a ascon-aead128             from 0 bytes to 64 KiB
    vambrace alignment -a ascon-aead128              cycles for unaligned buffers
    vambrace latency                                 FAC-V's experiment on Rocket
    vambrace profile ascon-128 --point ibex-ref/zbkb where the cycles of a call go
    vambrace run hello.c --point ibex-ref/zbkb       run your own program
    vambrace memory -a ascon-aead128 --profile size  code size and worst-case stack
    vambrace compare --svg tradeoff.svg              cycles and bytes against area, and the Pareto front
    vambrace area ibex-ref/zkn aes-128               gate equivalents of points and blocks
    vambrace timing ibex-ref/zkn aes-128             their critical paths
    vambrace fpga ibex-ref/zkn aes-128               their FPGA resources
    vambrace energy -a aes-128-ccm                   gate-level energy of a packet
    vambrace faults engine-hardened -a ascon-aead128 effects of bit flips in an engine
    vambrace os                                      processor time that FreeRTOS leaves next to an echo server
    vambrace amalgamate -o vambrace                  the library as vambrace.c and vambrace.h
    vambrace acvp vectors.json -o response.json      conformance with NIST's vector sets
    vambrace export engine --bus axi4l -o engine     the engine as a bundle for your SoC
    vambrace study ciphers                           nine lightweight ciphers compared
    vambrace study pictures -o pictures              a picture with ECB, CBC and AEAD
    vambrace paper lascas2024                        a paper's tables compared with ours
    vambrace verify constant-time my.elf --secret key where timing depends on secrets
    """


def entry() -> None:
    """Run the command line, and exit with its code."""
    endings.run(lambda: main(standalone_mode=False))
