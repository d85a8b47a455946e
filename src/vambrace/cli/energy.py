# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace energy`."""

from pathlib import Path

import click

from vambrace import config
from vambrace.base.errors import UsageError
from vambrace.cli.area import liberty_option, load_liberty
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import (
    Number,
    Results,
    accesses_option,
    points_for,
    profile_option,
    results_options,
    scenario_names,
    scenario_option,
)
from vambrace.silicon import READ_FJ, WRITE_FJ

_NANOSECONDS = Number(0, 1000)
_MEGAHERTZ = Number(0.001, 1_000_000)
_FEMTOJOULES = Number(0, 1_000_000_000)


@click.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@click.option(
    "--algorithm", "-a", "algorithms", multiple=True, metavar="NAME", help="Measure this algorithm, as for bench."
)
@scenario_option
@results_options()
@click.option("--all", "every", is_flag=True, help="Also measure extension sets that an algorithm does not use.")
@click.option("--every-unit", is_flag=True, help="Synthesise engines with all cipher units, not only the algorithm's.")
@click.option("--modules", is_flag=True, help="Also show energy by module, from a hierarchical netlist.")
@profile_option
@accesses_option
@liberty_option
@click.option("--slew", type=_NANOSECONDS, default=0.24, show_default=True, help="Slew at all cell inputs, in ns.")
@click.option(
    "--frequency", type=_MEGAHERTZ, default=100.0, show_default=True, help="Clock frequency for leakage, in MHz."
)
@click.option(
    "--read-energy", type=_FEMTOJOULES, default=READ_FJ, show_default=True, help="Memory energy per bit read, in fJ."
)
@click.option(
    "--write-energy",
    type=_FEMTOJOULES,
    default=WRITE_FJ,
    show_default=True,
    help="Memory energy per bit written, in fJ.",
)
@cluster_options
def energy(
    points: tuple[str, ...],
    algorithms: tuple[str, ...],
    scenarios: tuple[str, ...],
    results: Results,
    every: bool,
    every_unit: bool,
    modules: bool,
    profile: str,
    accesses: str | None,
    liberty_file: Path | None,
    slew: float,
    frequency: float,
    read_energy: float,
    write_energy: float,
) -> None:
    """Measure the energy of a packet on the synthesised core, at gate level.

    POINT and -a are as for bench; without POINT, the points of ibex-ref. The netlist runs the same program as bench and
    must end in the same cycle with the same bytes. All toggles of a call are counted: internal energy and leakage of
    the cells, and switching of the capacitance of their inputs. Wires, glitches and the clock tree are not modelled:
    use the figures for comparison, not for a power budget. Memories cost a fixed energy per bit. Only what has changed
    is run again.

    \b
    vambrace energy
    vambrace energy ibex-ref/none ibex-ref/zkned -a aes-128-ccm -s ipv6
    vambrace energy zbkb+xascon -a ascon-aead128 --modules
    vambrace energy ibex-ref --json energy.json --read-energy 50
    """
    chosen = points_for(config.select_points(list(points) or ["ibex-ref"]), profile, accesses)
    names = config.select_algorithms(list(algorithms))
    shapes = scenario_names(scenarios, config.packets())
    from vambrace.measure import bench, planner
    from vambrace.measure import energy as energy_module
    from vambrace.silicon import power
    from vambrace.view import energy_table

    load_liberty(liberty_file, registers=True)  # reports missing parts before the work
    options = energy_module.Options(
        liberty_file, power.Conditions(slew, frequency), read_energy, write_energy, modules, every_unit
    )
    runs = [
        bench.Task(p, config.algorithms()[a], config.scenarios()[s])
        for a in names
        for p in chosen
        for s in shapes
        if every or config.algorithms()[a].gains_from(p.extensions)
    ]
    if not runs:
        raise UsageError("none of these points affects these algorithms; measure them with --all")
    runs, left_out = bench.measurable(runs)
    for line in left_out:
        click.echo(f"vambrace: {line}", err=True)
    measurements, failures = planner.measure("energy", energy_module.tasks(runs, options))
    results.show(energy_table.grids(measurements), measurements, failures)
