# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace`."""

import click

from vambrace import __version__
from vambrace.cli import endings
from vambrace.cli.lazy_group import Group

#: Every command: where it is, and its line of help. Loaded when it is called.
_COMMANDS = {
    "acvp": ("vambrace.cli.acvp:acvp", "Answer vector sets of NIST's ACVP."),
    "alignment": ("vambrace.cli.alignment:alignment", "Measure cycles against where buffers lie."),
    "amalgamate": ("vambrace.cli.amalgamate:amalgamate", "Write the library as a few files."),
    "area": ("vambrace.cli.area:area", "Measure the cell area of points and blocks by synthesis."),
    "bench": ("vambrace.cli.bench:bench", "Measure the library on acceleration points."),
    "compare": ("vambrace.cli.compare:compare", "Compare cycles, bytes and energy with area."),
    "doctor": ("vambrace.cli.doctor:doctor_command", "List every tool, and install missing ones."),
    "energy": ("vambrace.cli.energy:energy", "Measure the energy of a packet, gate by gate."),
    "export": ("vambrace.cli.export:export", "Write a block for other projects."),
    "faults": ("vambrace.cli.faults:faults", "Flip flip-flops of an engine, and see what comes of it."),
    "fpga": ("vambrace.cli.fpga:fpga", "Count what points and blocks take of an FPGA."),
    "latency": ("vambrace.cli.latency:latency", "Measure how long FAC-V's calls take on Rocket."),
    "memory": ("vambrace.cli.memory:memory", "Measure code, static and worst-case stack bytes."),
    "os": ("vambrace.cli.os:os_command", "Measure an operating system next to encryption."),
    "paper": ("vambrace.cli.paper:paper", "Compare a paper's tables with our measurements."),
    "points": ("vambrace.cli.points:points", "List points, algorithms, scenarios and blocks."),
    "profile": ("vambrace.cli.profile:profile", "Show where the cycles of one call go, step by step."),
    "report": ("vambrace.cli.report:report", "Write all that was measured as one page."),
    "run": ("vambrace.cli.run:run", "Compile and run a program on a simulated core."),
    "study": ("vambrace.cli.study:study", "Measure ciphers, pictures and 64-bit Ascon, for comparison."),
    "test": ("vambrace.dev.testing.command:test", "Run the project's tests, or parts of them."),
    "throughput": ("vambrace.cli.throughput:throughput", "Measure cycles against the length of a message."),
    "timing": ("vambrace.cli.timing:timing", "Measure the longest path of points and blocks."),
    "verify": ("vambrace.dev.verify.command:verify", "Check what the project promises."),
}


@click.group(
    cls=Group,
    table=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="vambrace")
def main() -> None:
    """Build, simulate and measure authenticated encryption on RISC-V.

    \b
    vambrace doctor                                  which tools are there
    vambrace bench                                   Ibex with each extension set and the engine
    vambrace throughput -a ascon-aead128             from 0 bytes to 64 KiB
    vambrace alignment -a ascon-aead128              by offset from a word of input, output, associated data
    vambrace latency                                 FAC-V's experiment on Rocket
    vambrace profile ascon-128 --point ibex-ref/zbkb where the cycles of a call go
    vambrace run hello.c --point ibex-ref/zbkb       run your own program
    vambrace memory -a ascon-aead128 --profile size  bytes of code and of stack, the worst case
    vambrace compare --svg tradeoff.svg              cycles and bytes against area, and the Pareto front
    vambrace area ibex-ref/zkn aes-128               gate equivalents of points and blocks
    vambrace timing ibex-ref/zkn aes-128             their longest paths
    vambrace fpga ibex-ref/zkn aes-128               what they take of an FPGA
    vambrace energy -a aes-128-ccm                   what a packet costs, gate by gate
    vambrace faults engine-hardened -a ascon-aead128 what flips of flip-flops do to an engine
    vambrace os                                      what FreeRTOS has left next to an echo server
    vambrace amalgamate -o vambrace                  the library as vambrace.c and vambrace.h
    vambrace acvp vectors.json -o response.json      conformance: NIST's vector sets answered
    vambrace export engine --bus axi4l -o engine     the engine for your own system
    vambrace study ciphers                           nine lightweight ciphers compared
    vambrace study pictures -o pictures              a picture with ECB, CBC and AEAD
    vambrace paper lascas2024                        a paper's tables compared with ours
    vambrace verify                                  proofs and searches: what is promised holds
    """


def entry() -> None:
    """Run the command line, and exit with its code."""
    endings.run(lambda: main(standalone_mode=False))
