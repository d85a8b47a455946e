# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kernel of an algorithm: the operation on each block, with its parts from configs/steps.toml, taken from the steps
of a profile. Reading and writing of messages do not belong to it, unless a step includes them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vambrace.analysis.profile import Step, listed
from vambrace.base.errors import UsageError, choose
from vambrace.config import Extensions

#: The part that is the sum of all others.
TOTAL = "total"


@dataclass(frozen=True)
class Part:
    """A part of a kernel, with the instructions and cycles of one application: means over a call. For `total` also
    those per byte of associated data and of message; otherwise None.
    """

    name: str
    instructions: float
    cycles: float
    ad_instructions: float | None = None
    ad_cycles: float | None = None
    text_instructions: float | None = None
    text_cycles: float | None = None

    @property
    def cpi(self) -> float:
        return self.cycles / self.instructions


def _kernels() -> dict[str, Any]:
    """Return the kernels by algorithm."""
    entries: dict[str, Any] = listed()["kernel"]
    return entries


def has(algorithm: str, extensions: Extensions) -> bool:
    """Return whether the code of an algorithm for an extension set has the steps of its kernel."""
    kernel = _kernels().get(algorithm)
    return bool(
        kernel and not extensions.engine and set(kernel.get("instructions", ())) <= set(extensions.instructions)
    )


def parts(algorithm: str, steps: Sequence[Step]) -> list[Part]:
    """Return the parts of an algorithm's kernel in a call, and their sum. UsageError for an algorithm without a kernel,
    or if its code has none of the steps.
    """
    kernel = _kernels()[choose("algorithm with a kernel", algorithm, list(_kernels()))]
    taken = {step.name: step for step in steps if step.repetitions}
    times = kernel["times"]
    for form in (kernel, kernel.get("small", {})):
        parts = {name: _taken(its, taken) for name, its in form.get("parts", {}).items()}
        parts_listed = [
            Part(name, times * _each(some, "instructions"), times * _each(some, "cycles"))
            for name, some in parts.items()
            if some
        ]
        if parts_listed:
            message = _taken(form.get("message", ()), taken)
            break
    else:
        raise UsageError(f"the code of {algorithm} on this point has no steps of its kernel")
    instructions, cycles = sum(p.instructions for p in parts_listed), sum(p.cycles for p in parts_listed)
    size = kernel["bytes"]
    total = Part(
        TOTAL,
        instructions,
        cycles,
        instructions / size,
        cycles / size,
        (_each(message, "instructions") if message else instructions) / size,
        (_each(message, "cycles") if message else cycles) / size,
    )
    return [*parts_listed, total]


def _taken(names: Sequence[str], taken: Mapping[str, Step]) -> list[tuple[int, Step]]:
    """Return the named steps that occur in a call, and the repetitions of each in the kernel: 9 for "9 aes_rounds1"."""
    counted = [(int(count or 1), name) for count, _, name in (text.rpartition(" ") for text in names)]
    return [(count, taken[name]) for count, name in counted if name in taken]


def _each(steps: Sequence[tuple[int, Step]], what: str) -> float:
    """Return the sum over steps, each times its repetitions in a kernel."""
    return float(sum(count * getattr(step, what) / step.repetitions for count, step in steps))


_HEAD = f"{'part':<42}{'instr.':>12}{'cycles':>12}{'CPI':>7}"


def title(algorithm: str) -> str:
    return str(_kernels()[algorithm]["title"])


def lines(title: str, parts_listed: Sequence[Part]) -> list[str]:
    """Return the table as text."""
    rule = "-" * len(_HEAD)
    total = parts_listed[-1]
    rows = [title, _HEAD, rule]
    rows += [_row(p) for p in parts_listed[:-1]]
    rows += [rule, _row(total), ""]
    for words, instructions, cycles in (
        ("for each byte of AD", total.ad_instructions, total.ad_cycles),
        ("for each byte of message", total.text_instructions, total.text_cycles),
    ):
        rows.append(f"{words:<42}{instructions:>12.2f}{cycles:>12.2f}")
    return rows


def _row(part: Part) -> str:
    return f"{part.name:<42}{part.instructions:>12.1f}{part.cycles:>12.1f}{part.cpi:>7.2f}"
