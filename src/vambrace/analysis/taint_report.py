# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Prints findings on secrets as text: the place, the secret, and the path from one to the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vambrace.analysis.source_lines import SourceLines
from vambrace.analysis.taint import Finding, Report
from vambrace.software.toolchain.elf import Elf

#: What each kind of finding means.
MEANING = {
    "instruction": "the instruction itself, in memory, depends on",
    "branch": "a branch depends on",
    "jump": "the target of a jump depends on",
    "address": "the address of an access depends on",
    "csr": "a write to a control and status register depends on",
    "division": "the time of a division may depend on",
    "multiplication": "the time of a multiplication may depend on",
    "shift": "the time of a shift may depend on",
    "rotation": "the time of a rotation may depend on",
    "floating point": "the time of a floating-point instruction may depend on",
}

#: Number of instructions of a chain that are shown: the first and the last ones.
_FIRST, _LAST = 4, 8


def lines(elf: Elf, report: Report) -> Iterator[str]:
    """Return the findings as lines, each with its chain."""
    sources = SourceLines(elf.path)
    for finding in report.findings:
        names = " and ".join(finding.chains)
        times = f", {finding.count:,} times" if finding.count > 1 else ""
        yield f"{place(elf, sources, finding.pc)}: {finding.text}"
        yield f"  {MEANING[finding.kind]} {names}{times}"
        for name, chain in finding.chains.items():
            yield f"  {name} comes by"
            yield from (f"    {line}" for line in _chain(elf, sources, chain))


def _chain(elf: Elf, sources: SourceLines, chain: list[int]) -> Iterator[str]:
    shown = chain if len(chain) <= _FIRST + _LAST + 1 else [*chain[:_FIRST], None, *chain[-_LAST:]]
    for pc in shown:
        yield f"... {len(chain) - _FIRST - _LAST} more" if pc is None else place(elf, sources, pc)


def place(elf: Elf, sources: SourceLines, pc: int) -> str:
    line = sources.at(pc)
    return f"{pc:#x} {elf.function_at(pc)}" + (f" ({line})" if line else "")


def entry(elf: Elf, sources: SourceLines, finding: Finding) -> dict[str, Any]:
    """Return a finding as a JSON entry."""
    return {
        "kind": finding.kind,
        "pc": finding.pc,
        "function": elf.function_at(finding.pc),
        "line": sources.at(finding.pc),
        "instruction": finding.text,
        "count": finding.count,
        "secrets": {
            name: [{"pc": pc, "function": elf.function_at(pc), "line": sources.at(pc)} for pc in chain]
            for name, chain in finding.chains.items()
        },
    }
