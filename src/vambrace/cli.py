# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace`."""

import json
from dataclasses import replace

import click

from vambrace import __version__, config, doctor, endings, latency_table, measuring, table
from vambrace import bench as bench_module
from vambrace import latency as latency_module
from vambrace import profile as profile_module
from vambrace import throughput as throughput_module
from vambrace.command_line import (
    FILE,
    Choice,
    Group,
    csv_option,
    json_option,
    markdown_option,
    profile_option,
    report,
    scenario_names,
    scenario_option,
    show,
    stdout_is_taken,
)  # fmt: skip
from vambrace.compare_command import compare
from vambrace.errors import VambraceError, choose
from vambrace.memory_command import memory
from vambrace.paper_command import paper
from vambrace.progress import doing
from vambrace.report.command import report as report_command
from vambrace.run_command import run
from vambrace.silicon import parts
from vambrace.silicon.commands import area
from vambrace.silicon.energy_command import energy
from vambrace.silicon.fpga_command import fpga as fpga_command
from vambrace.silicon.timing_command import timing
from vambrace.studies.commands import study
from vambrace.testing.command import test


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="vambrace")
def main() -> None:
    """Build, simulate and measure authenticated encryption on RISC-V.

    \b
    vambrace doctor                                  which tools are there
    vambrace bench                                   Ibex with each extension set and the engine
    vambrace throughput -a ascon-aead128             from 0 bytes to 64 KiB
    vambrace latency                                 FAC-V's experiment on Rocket
    vambrace profile ascon-128 --point ibex-ref/zbkb where the cycles of a call go
    vambrace run hello.c --point ibex-ref/zbkb       run your own program
    vambrace memory -a ascon-aead128 --profile size  bytes of code and of stack, the worst case
    vambrace compare --svg tradeoff.svg              cycles and bytes against area, and the Pareto front
    vambrace area ibex-ref/zkn aes-128               gate equivalents of points and blocks
    vambrace timing ibex-ref/zkn aes-128             their longest paths
    vambrace fpga ibex-ref/zkn aes-128               what they take of an FPGA
    vambrace energy -a aes-128-ccm                   what a packet costs, gate by gate
    vambrace study ciphers                           nine lightweight ciphers beside each other
    vambrace study pictures -o pictures              a picture with ECB, CBC and AEAD
    vambrace paper lascas2024                        a paper's tables beside ours
    """


main.add_command(area)
main.add_command(memory)
main.add_command(compare)
main.add_command(timing)
main.add_command(fpga_command)
main.add_command(energy)
main.add_command(study)
main.add_command(paper)
main.add_command(report_command)
main.add_command(run)
main.add_command(test)


@main.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@click.option(
    "--algorithm",
    "-a",
    "algorithms",
    multiple=True,
    metavar="NAME",
    help="This algorithm, kind or pattern (repeatable), or all.",
)
@scenario_option
@json_option
@csv_option
@markdown_option
@click.option("--all", "every", is_flag=True, help="Also show extension sets that change nothing for an algorithm.")
@profile_option
@click.option("--peers", "with_peers", is_flag=True, help="Measure libsodium and Mbed TLS too, and compare with them.")
@click.option("--peers-cflags", default="", help="More flags for compiling them, for example -O3.")
@click.option("--cold", is_flag=True, help="Begin each call with empty caches, where the core has any.")
def bench(
    points, algorithms, scenarios, json_file, csv_file, as_markdown, every, profile, with_peers, peers_cflags, cold
) -> None:
    """Measure the library on acceleration points and compare with published cycles.

    POINT is a point such as ibex-ref/zbkb+xascon, a core, an extension set or an engine, or
    a pattern such as 'ibex-*/zkn' or '*'; without one, all points of the Ibex cores but the AES
    unit and the engine's couplings to buses. `vambrace points` lists the names. Without -a the four
    algorithms of the README are measured; NAME is another, a kind (aead, cipher, hash), a
    pattern such as 'aes-*-gcm', or all. Every figure is an exact cycle count of the core's
    RTL, and every measured packet is checked against an independent implementation. Results
    are kept: what has not changed is not run again.

    \b
    vambrace bench
    vambrace bench ibex-ref --scenario ipv6 --json results.json
    vambrace bench zbkb+xascon -a ascon-aead128
    vambrace bench ibex-ref --profile size
    vambrace bench ibex-ref -a all
    vambrace bench ibex-ref/zkn -a aes-128-gcm -a 'aes-*-ctr'
    vambrace bench cv32e40x
    vambrace bench 'ibex-ref/engine*'
    vambrace bench rocket --cold
    vambrace bench --peers -a chacha20-poly1305
    """
    chosen = [replace(p, profile=profile) for p in config.select_points(list(points))]
    algorithm_names = config.select_algorithms(list(algorithms))
    shapes = scenario_names(scenarios)
    tasks = [
        bench_module.Task(p, config.algorithms()[a], config.scenarios()[s])
        for p in chosen for a in algorithm_names for s in shapes
    ]  # fmt: skip
    if peers_cflags and not with_peers:
        raise click.UsageError("--peers-cflags is for --peers")
    if with_peers:
        with doing("bringing the sources of other libraries"):
            tasks += bench_module.peer_tasks(chosen, algorithm_names, shapes, tuple(peers_cflags.split()))
    found, failures = _measure([replace(t, cold=cold) for t in tasks])
    show(table.grids(found, every), found, as_markdown, json_file, csv_file)
    report(failures)


def _measure(tasks: list[bench_module.Task]) -> tuple[list[dict], list[str]]:
    """Return the records of all tasks that can be measured, and what went wrong; shows how far it is."""
    tasks, left_out = bench_module.measurable(tasks)
    for line in left_out:
        click.echo(f"vambrace: {line}", err=True)
    return measuring.measure("bench", tasks)


@main.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@click.option("--algorithm", "-a", "algorithms", multiple=True, metavar="NAME", help="As for bench.")
@click.option("--size", "sizes", multiple=True, type=click.IntRange(0, 1 << 20), help="Bytes of message (repeatable).")
@json_option
@csv_option
@markdown_option
def throughput(points, algorithms, sizes, json_file, csv_file, as_markdown) -> None:
    """Measure cycles against the length of a message, from 0 bytes to 64 KiB.

    POINT and -a are those of bench. Without POINT: on each core plain software, the
    best extensions and every engine. A second table shows how near engines with a
    memory port come to the bound: the cycles of the engine's unit, or of the words
    through the port. AES-CCM gets the longest nonce that all lengths allow.

    \b
    vambrace throughput
    vambrace throughput ibex-ref/none ibex-ref/engine -a ascon-aead128
    vambrace throughput ibex-ref -a chacha20-poly1305 --size 1500 --size 9000
    """
    chosen = config.select_points(list(points)) if points else []
    lengths = sorted(set(sizes)) or list(throughput_module.SIZES)
    tasks = []
    for name in config.select_algorithms(list(algorithms)):
        algorithm = config.algorithms()[name]
        some = chosen or throughput_module.default_points(algorithm)
        tasks += throughput_module.tasks(some, algorithm, lengths)
    found, failures = _measure(tasks)
    show(throughput_module.grids(found), found, as_markdown, json_file, csv_file)
    report(failures)


@main.command()
@click.argument("couplings", nargs=-1, metavar="[COUPLING]...")
@click.option(
    "--key-bits", multiple=True, type=Choice([str(b) for b in latency_module.KEY_BITS]),
    help="Only this key size (repeatable).",
)  # fmt: skip
@click.option(
    "--rounds", multiple=True, type=Choice(list(latency_module.ROUNDS)), default=["1"], show_default=True,
    help="Rounds of AES in a cycle of the engine's core (repeatable); each but 1 needs a model of its own.",
)  # fmt: skip
@click.option("--caches", multiple=True, type=Choice(latency_module.CACHES), help="Only with such caches (repeatable).")
@click.option(
    "--runs", type=click.IntRange(1, latency_module.MOST_RUNS), default=latency_module.RUNS, show_default=True,
    help="Of each call.",
)  # fmt: skip
@json_option
@csv_option
@markdown_option
def latency(couplings, key_bits, rounds, caches, runs, json_file, csv_file, as_markdown) -> None:
    """Measure how long FAC-V's calls take on Rocket, beside the published figures.

    COUPLING is none (software), how the engine is reached: engine, engine-port-pio,
    engine-tlul, engine-tlul-pio, or aes-unit; without one, all of them. init, then 16 to 80 bytes
    in AES-ECB, both directions: through the calls of vambrace/facv.h, and by the bare
    commands of a coupling, until the processor may go on and until the result is there.
    Means, with deviation, least and most where runs differ; the result of every run is
    checked. What has not changed is not run again.

    \b
    vambrace latency
    vambrace latency engine engine-port-pio --key-bits 128 --caches warm
    vambrace latency none --runs 1000 --json latency.json
    vambrace latency engine --rounds 1 --rounds 2 --rounds all
    """
    bits = sorted({int(b) for b in key_bits}) or list(latency_module.KEY_BITS)
    states = [c for c in latency_module.CACHES if c in caches or not caches]
    cores = [r for r in latency_module.ROUNDS if r in rounds]
    tasks = latency_module.tasks(list(couplings), bits, cores, states, runs)
    found, failures = measuring.measure("latency", tasks)
    show(latency_table.grids(found), found, as_markdown, json_file, csv_file)
    report(failures)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("--install", is_flag=True, help="Install what is missing by apt-get, where that is possible.")
@click.option(
    "--for",
    "purpose",
    type=Choice(["everything", "peers", "rocket", "silicon", "report", "test"]),
    default="everything",
    show_default=True,
    help="What --install prepares: measuring; bench --peers, Rocket, area or pictures of the report too; or the tests, "
    "and all of these.",
)
@click.option("--quiet", is_flag=True, help="Print nothing but what is missing.")
def doctor_command(as_json, install, purpose, quiet) -> None:
    """List every tool: version, place, and how to get a missing one.

    \b
    vambrace doctor
    vambrace doctor --install
    """
    if install:
        doctor.install_missing(purpose)
    findings = doctor.examine()
    if as_json:
        print(json.dumps(doctor.as_json(findings), indent=1))
    elif not quiet:
        doctor.print_report(findings)
    missing = doctor.missing_required(findings)
    if missing:
        raise VambraceError(f"missing: {', '.join(f.name for f in missing)}")


doctor_command.name = "doctor"
main.add_command(doctor_command, "doctor")


@main.command()
def points() -> None:
    """List the acceleration points, algorithms, scenarios and blocks by name."""
    for kind, named in (
        ("cores", config.cores()),
        ("extension sets", config.extension_sets()),
        ("algorithms", config.algorithms()),
        ("scenarios", config.scenarios()),
        ("blocks", parts.blocks()),
    ):
        print(f"{kind}:")
        for name, value in named.items():
            print(f"  {name:<20} {value.title}")
    print("points:")
    for name in config.points():
        print(f"  {name}")


@main.command()
@click.argument("algorithm", metavar="ALGORITHM")
@click.option("--point", "point_name", required=True, metavar="POINT", help="Where to run, for example ibex-ref/zbkb.")
@click.option("--scenario", "-s", default="ipv6", show_default=True, help="The lengths of the message.")
@click.option("--operation", "-o", help="seal (default), open; encrypt (default), decrypt; or hash.")
@click.option("--json", "json_file", type=FILE, help="Write the profile as JSON.")
@profile_option
def profile(algorithm, point_name, scenario, operation, json_file, profile) -> None:
    """Show where the cycles of one call go, step by step.

    Instructions and cycles of each step of libvambrace's kernels, beside the cycles
    that it cannot do without, as counted in configs/steps.toml; then what a byte and
    an empty message cost. Key set-up stands apart.

    \b
    vambrace profile ascon-aead128 --point ibex-ref/zbkb
    vambrace profile aes-128-ccm --point ibex-ref/zkn --scenario zigbee --operation open
    vambrace profile chacha20-poly1305 --point ibex-ref/none --json profile.json
    """
    known = config.algorithms()[choose("algorithm", algorithm, config.algorithms())]
    shape = config.scenarios()[choose("scenario", scenario, config.scenarios())]
    operation = choose("operation", operation or known.operations[0], known.operations)
    point = replace(config.point(point_name), profile=profile)
    with doing(f"profiling on {point.name}; its model is built once"):
        found = profile_module.measure(known, point, shape, operation)
    if not stdout_is_taken():
        print(f"{known.title}, {operation}, on {point.name}")
        print("\n".join(profile_module.lines(found, known, shape)))
    if json_file:
        text = json.dumps(profile_module.as_json(found, known, point, shape, operation), indent=1)
        json_file.write(text + "\n")


def entry() -> None:
    """Run the command line, and exit with its code."""
    endings.run(lambda: main(standalone_mode=False))
