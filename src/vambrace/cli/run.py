# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace run`."""

import json
import sys
from pathlib import Path

import click

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.base.output import Output
from vambrace.cli import endings
from vambrace.cli.options import FILE, Bytes, Choice, accesses_option, points_for, profile_option, stdout_is_taken
from vambrace.software.running.devices import CLOCK, LINKS, SYSTEMS, Devices


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--point", "point_name", required=True, metavar="POINT", help="Run on this point, for example ibex-ref/zbkb."
)
@click.option(
    "--os",
    "system",
    type=Choice(SYSTEMS),
    default=SYSTEMS[0],
    show_default=True,
    help="Link the program with this operating system.",
)
@click.option(
    "--window", "windows", multiple=True, metavar="FUNCTION", help="Count each call of this function (repeatable)."
)
@click.option("--stats", is_flag=True, help="Print the counts to standard error.")
@click.option("--stats-json", type=FILE, help="Write the counts as JSON.")
@click.option("--cflags", default="", help="More flags for the compiler, for example '-O3 -DN=4'.")
@click.option("--ram", type=Bytes(), default="1M", show_default=True, help="Size of the RAM.")
@click.option(
    "--wait-instr", type=click.IntRange(0, 1000), default=0, show_default=True, help="Wait states of each fetch."
)
@click.option(
    "--wait-data",
    type=click.IntRange(0, 1000),
    default=0,
    show_default=True,
    help="Wait states of each load and store.",
)
@click.option(
    "--wait-mem",
    type=click.IntRange(0, 1000),
    default=0,
    show_default=True,
    help="Wait states of each access of an engine.",
)
@click.option(
    "--random-waits",
    type=click.IntRange(0, (1 << 32) - 1),
    default=0,
    metavar="SEED",
    help="Random wait states, up to the numbers above.",
)
@click.option("--shared-port", is_flag=True, help="Loads, stores and an engine's accesses share one RAM port.")
@click.option(
    "--max-cycles",
    type=click.IntRange(1, (1 << 64) - 1),
    default=100_000_000,
    show_default=True,
    help="Abort the run after this many cycles.",
)
@click.option("--strict-alignment", is_flag=True, help="End the run at the first misaligned access.")
@click.option(
    "--timer-divider",
    type=click.IntRange(1, (1 << 32) - 1),
    default=1,
    show_default=True,
    help="Cycles per tick of the timer.",
)
@click.option("--uart-in", metavar="FILE", help="The UART receives the bytes of this file; - is standard input.")
@click.option(
    "--net",
    metavar="PEER",
    help="Peer of the packet interface: generate:rate=100,size=64,count=100, pcap:FILE or udp:PORT.",
)
@click.option(
    "--link", type=Choice(LINKS), default=LINKS[0], show_default=True, help="Link type of the packet interface."
)
@click.option(
    "--clock",
    type=click.IntRange(1, 1_000_000_000),
    default=CLOCK,
    show_default=True,
    help="Cycles per second, for times in pcap files.",
)
@click.option("--trace-net", type=FILE, help="Write all frames of the packet interface as pcap.")
@click.option("--wave", type=FILE, help="Write a VCD waveform.")
@profile_option
@accesses_option
def run(
    files: tuple[Path, ...],
    point_name: str,
    system: str,
    windows: tuple[str, ...],
    stats: bool,
    stats_json: Output | None,
    cflags: str,
    ram: int,
    wait_instr: int,
    wait_data: int,
    wait_mem: int,
    random_waits: int,
    shared_port: bool,
    max_cycles: int,
    strict_alignment: bool,
    timer_divider: int,
    uart_in: str | None,
    net: str | None,
    link: str,
    clock: int,
    trace_net: Output | None,
    wave: Output | None,
    profile: str,
    accesses: str | None,
) -> None:
    """Compile and run a program on a simulated core.

    FILE is C or assembly (several files are linked together, with libvambrace, picolibc and vmb_sim.h), or one ELF file
    linked to 0x80000000. With --os riot or zephyr it is the folder of an application, which is built with the checkout
    that RIOTBASE or ZEPHYR_BASE names. The program's console output and exit code are passed through. Exit code 124:
    the program did not end within --max-cycles; 125: an unhandled exception, or a misaligned access with
    --strict-alignment. The first run on a point builds its model, which takes about a minute. With --stats-json - or
    --wave - the program's output goes to standard error.

    \b
    vambrace run hello.c --point ibex-ref/none
    vambrace run seal.c --point ibex-ref/zkned --window vmb_aes128_ccm_seal --stats
    vambrace run loop.S --point ibex-fast/zbkb --wave loop.vcd
    vambrace run tasks.c --point ibex-ref/zkned --os freertos
    """
    if strict_alignment and accesses == config.MISALIGNED:
        raise UsageError("--strict-alignment traps on misaligned accesses: only --accesses aligned goes with it")
    if strict_alignment:
        accesses = config.ALIGNED
    (point,) = points_for([config.point(point_name)], profile, accesses)
    from vambrace.software import run as run_module
    from vambrace.software.running.simulate import Machine

    machine = Machine(
        ram,
        wait_instr,
        wait_data,
        wait_mem,
        max_cycles,
        strict_alignment,
        random_waits,
        shared_port,
        devices=Devices(timer_divider, uart_in, net, link, clock),
    )
    elf = run_module.prepare(list(files), point, machine, cflags.split(), system)
    for name in windows:
        elf.symbol(name)
    console = 2 if stdout_is_taken() else None
    endings.keep_nothing()
    outcome = run_module.run(elf, point, machine, list(windows), wave, console, trace_net)
    if stats or outcome.end != "exit" or windows:
        run_module.report(outcome, elf)
    if stats_json:
        stats_json.write(json.dumps(run_module.as_json(outcome), indent=1) + "\n")
    sys.exit(run_module.exit_code(outcome))
