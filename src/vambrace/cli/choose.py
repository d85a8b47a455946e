# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `vambrace choose`."""

from __future__ import annotations

import shlex
import textwrap
from typing import TYPE_CHECKING, Any

import click

from vambrace.base import extras
from vambrace.base.errors import VambraceError
from vambrace.cli.clustered import cluster_options
from vambrace.cli.options import Results, results_options

if TYPE_CHECKING:
    from vambrace.explore.evaluate import Result
    from vambrace.explore.parameters import Candidate
    from vambrace.explore.space import Space
    from vambrace.measure.planner import Measurement


@click.command()
@click.argument("points", nargs=-1, metavar="[POINT]...")
@click.option(
    "--algorithm",
    "-a",
    "algorithms",
    multiple=True,
    metavar="NAME",
    help="Algorithm or pattern (repeatable). [default: aes-128-ccm, ascon-aead128, chacha20-poly1305]",
)
@click.option(
    "--packet",
    "packets",
    multiple=True,
    metavar="NAME",
    help="Packet: a scenario, or AD+MESSAGE bytes (repeatable, all equally frequent). [default: zigbee]",
)
@click.option("--mix", metavar="FILE", help="Packets of a CSV file or a capture, as for explore.")
@click.option(
    "--where", "constraints", multiple=True, metavar="CONSTRAINT", help="For example 'kge <= 45' (repeatable)."
)
@click.option(
    "--minimise",
    "objectives",
    multiple=True,
    metavar="FORMULA",
    help="Rank by this; by the next where it is equal (repeatable). [default: cycles]",
)
@click.option("--profile", "profiles", multiple=True, help="speed or size (repeatable). [default: both]")
@click.option("--measure", is_flag=True, help="Measure what no record has yet.")
@click.option("--top", type=click.IntRange(1), default=8, show_default=True, help="Candidates to print.")
@results_options("Write the printed candidates as JSON.")
@cluster_options
def choose(
    points: tuple[str, ...],
    algorithms: tuple[str, ...],
    packets: tuple[str, ...],
    mix: str | None,
    constraints: tuple[str, ...],
    objectives: tuple[str, ...],
    profiles: tuple[str, ...],
    measure: bool,
    top: int,
    results: Results,
) -> None:
    """Choose a point: constraints in, ranked candidates out.

    POINT is as for bench; without one, all points of the default cores. Answers from the records that are kept, at
    once; --measure measures the others first. Prints the candidates that meet all constraints, what each gives up, what
    a looser constraint would gain, and the commands for the first.

    \b
    vambrace choose --where 'kge <= 40' --measure
    vambrace choose -a 'ascon-*' --packet 13+64 --where 'code <= 4000' --minimise kge
    vambrace choose --mix trace.pcap --where 'kge <= 60' --minimise 'cycles * ns'
    vambrace choose --measure --scheduler tcp://10.0.0.2:8786
    """
    from pathlib import Path

    from vambrace.explore import metrics, space

    mixed: dict[str, Any] = {"file": mix} if mix else dict.fromkeys(packets or ("zigbee",), 1)
    if mix and packets:
        raise click.UsageError("--mix and --packet exclude each other")
    names = algorithms or ("aes-128-ccm", "ascon-aead128", "chacha20-poly1305")
    parsed = space.parse(
        {
            "parameters": {"algorithm": list(names), "profile": list(profiles or ("speed", "size"))},
            "packets": mixed,
            "minimise": list(objectives or ("cycles",)),
            "constraints": list(constraints),
        },
        Path(),
    )
    if measure and set(metrics.stages(parsed.metrics)) - {metrics.CALLS}:
        extras.need("silicon")
    _choose(parsed, _candidates(parsed, points), measure, top, results)


def _candidates(space: Space, points: tuple[str, ...]) -> list[Candidate]:
    """Return the candidates at some points."""
    from vambrace import config
    from vambrace.explore.parameters import Impossible, candidate

    candidates: dict[Candidate, None] = {}
    for point in config.select_points(list(points)):
        for algorithm in space.parameters["algorithm"]:
            for profile in space.parameters["profile"]:
                chosen = {"core": point.core.name, "extensions": point.extensions.name}
                try:
                    candidates[candidate({**chosen, "algorithm": algorithm, "profile": profile})] = None
                except Impossible:
                    continue
    if not candidates:
        raise VambraceError("no point has one of these algorithms: name others, or another algorithm")
    return list(candidates)


def _choose(space: Space, candidates: list[Candidate], measure: bool, top: int, results: Results) -> None:
    from vambrace.explore.choice import ranked
    from vambrace.explore.evaluate import evaluate
    from vambrace.view import explore_table

    evaluated = evaluate(space, candidates, measure)
    best = ranked(space, evaluated)
    notes = _notes(space, candidates, evaluated)
    if not best and (not measure or any(result.violated for result in evaluated)):
        raise VambraceError("\n".join(["no candidate meets all constraints", *notes]))
    rows = [{**r.candidate.values, **r.metrics} for r in best[:top]]
    objective = next(iter(space.objectives))
    title = f"{len(best):,} candidates, by {objective}" if len(best) > 1 else "The only candidate"
    commands = _commands(space, best[0]) if best else []
    grids = explore_table.ranking(space, best[:top], evaluated, title, (*notes, *commands))
    results.show(grids, rows, [f"{r.candidate.label}: {r.failure}" for r in evaluated if r.failure])


def _notes(space: Space, candidates: list[Candidate], evaluated: list[Result]) -> list[str]:
    """Say what was left out, and what looser constraints would gain."""
    from vambrace.explore.choice import loosened
    from vambrace.measure import planner

    notes = []
    if excluded := sum(bool(result.violated) for result in evaluated):
        notes.append(f"{excluded:,} of {len(evaluated):,} candidates violate a constraint")
    for looser in loosened(space, evaluated):
        values = ", ".join(f"{name} {value:,.6g}" for name, value in _objectives(space, looser.result).items())
        notes.append(f"with {looser.text}: {looser.result.candidate.label}, {values}")
    if missing := [result for result in evaluated if result.missing]:
        time = planner.estimate(_missing(space, missing)) or "less than a minute"
        notes.append(f"{len(missing):,} of {len(evaluated):,} candidates are not measured; --measure does: {time}")
    return notes


def _missing(space: Space, results: list[Result]) -> list[Measurement]:
    from vambrace.explore import metrics

    every = [
        measurement
        for stage in metrics.stages(space.metrics)
        for result in results
        for measurement in metrics.measurements(stage, result.candidate, space.packets)
    ]
    from vambrace.measure import planner

    stored = planner.find(every)
    return [measurement for measurement in dict.fromkeys(every) if measurement not in stored]


def _objectives(space: Space, result: Result) -> dict[str, float]:
    """Return the objectives whose metrics are known."""
    known = set(result.metrics)
    return {name: o.value(result.metrics) for name, o in space.objectives.items() if o.names <= known}


def _commands(space: Space, best: Result) -> list[str]:
    """Return the commands that measure and export the best candidate."""
    from vambrace.explore import parameters

    point, algorithm = best.candidate.point, best.candidate.algorithm.name
    name = f"{point.core.name}/{point.extensions.name}"
    packets = [packet.scenario.name for packet in space.packets]
    if any("+" in packet for packet in packets):  # bench measures named packets only
        chosen = [f"{name}={best.candidate.text(name)}" for name in parameters.differing(best.candidate)]
        words = [f"--set {shlex.quote(word)}" for word in chosen]
        words += [f"--packet {packet}" for packet in packets]
        words += [f"--minimise {shlex.quote(objective)}" for objective in space.objectives]
        lines = textwrap.wrap(" ".join(["vambrace explore", *words]), 76, break_on_hyphens=False)
        commands = [" \\\n".join(lines)]
    else:
        calls = "".join(f" -s {shlex.quote(packet)}" for packet in packets)
        profile = f" --profile {point.profile}" if point.profile != "speed" else ""
        commands = [f"vambrace bench {name} -a {algorithm}{calls}{profile}"]
    if point.core.upstream == "ibex" and point.extensions.instructions:
        commands.append(f"vambrace export {name} -o DIR")
    return ["to measure and export the first:", *commands]
