# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace os`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import Choice, Number, Results, results_options
from vambrace.software.ports.echo import FREERTOS, RIOT, SYSTEMS

if TYPE_CHECKING:
    from vambrace.measure.os import Task

#: The tables by their names for --table: two in FAC-V's form, and the cost of the echo server.
TABLES = ("8", "9", "load")


class _Rate(Number):
    """Messages per second, or max, as text."""

    name = "number or max"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if value == "max" else f"{super().convert(value, param, ctx):g}"


@click.command("os")
@click.argument("systems", nargs=-1, metavar="[SYSTEM]...")
@click.option("--os", "system", type=Choice(SYSTEMS), default=FREERTOS, show_default=True, help="Operating system.")
@click.option(
    "--checkout",
    type=click.Path(path_type=Path),
    envvar="RIOTBASE",
    metavar="DIR",
    help="RIOT's sources, for --os riot; RIOTBASE otherwise.",
)
@click.option("--table", "wanted", multiple=True, type=Choice(TABLES), help="Print only this table (repeatable).")
@click.option("--test", "tests", multiple=True, metavar="NAME", help="Run only this test (repeatable).")
@click.option("--load", "loads", multiple=True, metavar="NAME", help="Run only this echo server (repeatable).")
@click.option(
    "--rate",
    "rates",
    multiple=True,
    type=_Rate(1e-3, 1e6),
    help="Messages per second; max: as many as the server can answer (repeatable). Default: 15 and max; RIOT: 15.",
)
@click.option("--clock", type=Number(0.001, 1000), help="Simulated clock in MHz. Default: 1; RIOT: 65.")
@click.option("--seconds", type=Number(1e-3, 1000), help="Simulated seconds per sample. Default: 0.2; RIOT: 1/15.")
@click.option("--samples", type=click.IntRange(1, 1000), help="Samples per table cell. Default: 1; RIOT: 3.")
@click.option(
    "--energy", is_flag=True, help="Also measure the energy of a message: takes minutes for each, the first time."
)
@results_options()
@cluster_options
def os_command(
    systems: tuple[str, ...],
    system: str,
    checkout: Path | None,
    wanted: tuple[str, ...],
    tests: tuple[str, ...],
    loads: tuple[str, ...],
    rates: tuple[str, ...],
    clock: float | None,
    seconds: float | None,
    samples: int | None,
    energy: bool,
    results: Results,
) -> None:
    """Measure how much processor time an operating system leaves for applications next to an encrypting echo server.

    SYSTEM is a core, ibex-ref by default, or a point. Eight operating-system tests count loop iterations: alone, next
    to a UDP echo server of 80-byte messages, and next to one that decrypts, checks, changes and encrypts each message,
    with AES-256-ECB, -CBC, -CCM and Ascon-AEAD128, in software and on the core's accelerators. Table 8 shows loop
    counts and table 9 the share that encryption takes, as in FAC-V's paper; load shows messages, cycles, and energy if
    it was measured. Every answer is checked. Results are cached: an interrupted command resumes where it stopped.

    With --os riot, the server runs on RIOT, behind 6LoWPAN on IEEE 802.15.4, at 65 MHz, with AES-256-ECB alone, as in
    FAC-V's paper, and also with RIOT's own AES; by default on Rocket. It takes hours.

    \b
    vambrace os
    vambrace os rocket --table 9
    vambrace os ibex-ref/engine --test basic --load ascon-aead128 --rate 30 --rate max
    vambrace os --clock 65 --seconds 0.2 --samples 5 --test basic --rate 15
    vambrace os --os riot --checkout RIOT --test basic
    """
    from vambrace.base.errors import choose
    from vambrace.measure import os as experiment
    from vambrace.measure.kinds.os import USUAL
    from vambrace.software.ports.echo import LOADS
    from vambrace.software.ports.rtos_tests import TESTS

    for test in tests:
        choose("test", test, TESTS)
    for load in loads:
        choose("load", load, LOADS)
    usual = USUAL[system]
    chosen = list(dict.fromkeys(rates)) or (["15"] if system == RIOT else ["15", "max"])
    shape = round(1e6 * clock) if clock else usual[0], seconds or usual[1], samples or usual[2]
    work = experiment.tasks(experiment.points(systems, system), tests, loads, chosen, *shape, system, checkout)
    if system == RIOT:
        _check(checkout)
    from vambrace.measure import planner
    from vambrace.view import os_table

    measurements, failures = planner.measure("os", work)
    if energy:
        failures += _measure_energy(work)
    results.show(os_table.grids(measurements, wanted or TABLES), measurements, failures)


def _check(checkout: Path | None) -> None:
    from vambrace.base.errors import UsageError
    from vambrace.software.ports import riot

    if not checkout:
        raise UsageError("RIOT is not available: give --checkout the folder of https://github.com/RIOT-OS/RIOT")
    riot.measured(checkout)


def _measure_energy(work: Sequence[Task]) -> list[str]:
    """Measure the energies that the tables then find; return the failures."""
    from vambrace.measure import os as experiment
    from vambrace.measure import planner
    from vambrace.software.ports.echo import LOADS

    places = dict.fromkeys((task.point, task.load) for task in work)
    selectors = [s for point, load in places for s in experiment.energy(point, LOADS[load])]
    return planner.reasons(planner.run(planner.plan(selectors)))
