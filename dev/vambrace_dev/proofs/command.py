# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of `vambrace-dev test proofs`: properties, assumptions, times, and caught defects."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from vambrace.base import extras, work
from vambrace.base.errors import VambraceError
from vambrace.base.grid import Grid
from vambrace.base.paths import cache_dir
from vambrace.base.progress import Progress
from vambrace.cli.options import console
from vambrace.measure.measured import Need
from vambrace.view.table import print_grids
from vambrace_dev import away
from vambrace_dev.proofs import certificate, circuit, plan, prove, sby, trace
from vambrace_dev.proofs.certificate import Certificate
from vambrace_dev.proofs.plan import Defect, Proof, select
from vambrace_dev.proofs.prove import Finding

Task = tuple[Proof, str]
Findings = dict[Task, Finding]


#: What a proof needs at most, in MiB: Yosys, or ABC and the circuit in Python.
MEMORY = 2000

#: The files of the checkout on which a proof depends.
INPUTS = ("formal", "rtl", "dev/vambrace_dev/proofs", "src/vambrace/silicon", "configs", "cores", "soc")


def circuit_of(proof: Proof) -> Need:
    """Return the circuit of a proof, which all of its properties share."""
    return Need(("circuit", proof.name), f"{proof.name}: circuit", partial(_circuit, proof.name), memory=MEMORY)


def _circuit(name: str) -> None:
    circuit.make(plan.proofs()[name])


def decided(proof: str, name: str, certificates: bool = False) -> tuple[Finding, list[Certificate]]:
    """Decide a property, and check ABC's results with a second solver if there are to be certificates."""
    task = plan.proofs()[proof], name
    return certificate.decide(*task) if certificates else (prove.decide(*task), [])


def caught(proof: str, number: int) -> Finding:
    """Decide the property that a defect violates, with this defect."""
    chosen = plan.proofs()[proof]
    return prove.decide(chosen, chosen.defects[number].caught_by, chosen.defects[number])


def _names(task: Task) -> tuple[str, str]:
    return task[0].name, task[1]


def run(names: list[str], certificates: bool = False) -> int:
    """Prove these properties, or all, and print a table and the failures; return 1 if there are any. `certificates`:
    also check ABC's results with a second solver.
    """
    chosen = select(names)
    extras.need("silicon")
    if certificates:
        extras.need("test")

    tasks = [(p, name) for p in chosen for name in p.properties]
    circuits = {p: circuit_of(p) for p in chosen}
    with Progress("proofs", len(tasks) + len(circuits)) as progress:
        results: dict[Any, Any] = work.each(
            [*circuits.values(), *tasks],
            lambda item: item.build() if isinstance(item, Need) else decided(*_names(item), certificates),
            lambda item: item.label if isinstance(item, Need) else f"{item[0].name}: {item[1]}",
            progress.step,
            progress.failed,
            after=lambda item: () if isinstance(item, Need) else (circuits[item[0]],),
            memory=lambda item: item.memory if isinstance(item, Need) else MEMORY,
            away=lambda item: (
                away.build(item.build, INPUTS)
                if isinstance(item, Need)
                else away.job(partial(decided, *_names(item), certificates), INPUTS)
            ),
        )
    both = {task: results[task] for task in tasks if task in results}
    findings = {task: finding for task, (finding, _) in both.items()}
    print_grids([grid(chosen, findings, {t: c for t, (_, c) in both.items()} if certificates else None)], console())
    wrong = [(proof, f) for (proof, _), f in findings.items() if not f.right]
    for proof, finding in wrong:
        print("\n".join(explain(proof, finding)), file=sys.stderr)
    if progress.failures:
        raise VambraceError("\n".join(progress.failures))
    print(f"{len(findings) - len(wrong)} of {len(findings)} properties proved", flush=True)
    return 1 if wrong else 0


def run_defects(names: list[str]) -> int:
    """Seed the defects of these proofs, or of all, one by one, and print whether each violates its property; return 1
    if one does not.
    """
    chosen = select(names)
    extras.need("silicon")
    seeded = [(p, d) for p in chosen for d in p.defects]
    with Progress("defects", len(seeded)) as progress:
        findings = work.each(
            seeded,
            lambda task: caught(task[0].name, task[0].defects.index(task[1])),
            lambda task: f"{task[0].name}: {task[1].caught_by}",
            progress.step,
            progress.failed,
            memory=lambda task: MEMORY,
            away=lambda task: away.job(partial(caught, task[0].name, task[0].defects.index(task[1])), INPUTS),
        )
    rows = [_defect_row(proof, defect, finding) for (proof, defect), finding in findings.items()]
    bare = [f"{p.name}: {name} has no defect: {why}" for p in chosen for name, why in p.without_defect]
    columns = ["proof", "property", "file", "defect", "result", "seconds"]
    print_grids([Grid("Defects that the proofs catch", columns, rows, tuple(bare), wraps=True)], console())
    if progress.failures:
        raise VambraceError("\n".join(progress.failures))
    missed = sum(f.right for f in findings.values())
    print(f"{len(findings) - missed} of {len(findings)} defects caught", flush=True)
    return 1 if missed else 0


def _defect_row(proof: Proof, defect: Defect, finding: Finding) -> list[str]:
    change = f"{defect.find.strip()} -> {defect.put.strip() or 'nothing'}"
    result = f"caught in cycle {len(finding.trace) - 1}" if finding.trace else "caught"
    result = "MISSED" if finding.right else result
    return [proof.name, defect.caught_by, defect.file, change, result, f"{finding.seconds:.2f}"]


def write(names: list[str], folder: Path) -> None:
    """Write these proofs, or all supported ones, for SymbiYosys."""
    extras.need("silicon")
    chosen = select(names)
    if names:
        for proof in chosen:
            sby.files(proof)  # raises an error that names an unsupported proof
    written = sby.write(chosen, folder)
    print(f"{len(written)} of {len(chosen)} proofs written to {folder}: sby -f NAME.sby in the folder of each")


def grid(chosen: list[Proof], findings: Findings, checked: dict[Task, list[Certificate]] | None = None) -> Grid:
    """Return the table of all decided properties, proof by proof, with assumptions. `checked`: the column of
    certificates.
    """
    rows = []
    for proof in chosen:
        for name, says in proof.properties.items():
            if finding := findings.get((proof, name)):
                more = [certificate.says(checked[proof, name])] if checked else []
                rows.append([proof.name, says, _verdict(finding), f"{finding.seconds:.2f}", *more])
    notes = (
        *(f"{p.name} assumes: {a}" for p in chosen for a in p.assumes),
        *dict.fromkeys(f"{p.name}: {f.note}" for (p, _), f in findings.items() if f.note),
    )
    head = ["proof", "property", "result", "seconds", *(["CaDiCaL"] if checked else [])]
    return Grid("Properties of the RTL, for all inputs", head, rows, notes, wraps=True)


def _verdict(finding: Finding) -> str:
    if not finding.right:
        return "FAILS"
    return "reached" if finding.name.startswith("reach_") else "proved"


def explain(proof: Proof, finding: Finding) -> Iterator[str]:
    """Explain why a property fails, with the command that reproduces it."""
    yield f"{proof.name}: {finding.name} fails: {proof.properties[finding.name]}"
    if finding.trace is None:
        yield f"  {finding.bit} is not reached: the assumptions may be contradictory"
    else:
        yield from trace.lines(proof, finding)
        folder = cache_dir() / "counterexamples"
        folder.mkdir(exist_ok=True)
        wave = folder / f"{proof.name}-{finding.name}.vcd"
        wave.write_text(trace.vcd(proof, finding))
        yield f"  all signals: {wave}"
    yield f"  again: vambrace-dev test proofs --proof {proof.name}"
