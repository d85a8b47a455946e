# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A run that violates a property, as readable lines and as a waveform."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from vambrace_dev.proofs.plan import Proof
from vambrace_dev.proofs.prove import Finding

#: The number of last cycles that are shown, and of characters of a value.
_CYCLES = 16
_WIDTH = 80

Signals = dict[str, list[int]]


def signals(finding: Finding) -> Signals:
    """Return the value of each signal in each cycle, with bits combined, except initial values of registers."""
    assert finding.trace is not None
    bits: dict[str, dict[int, str]] = {}
    for name in finding.trace[0]:
        vector = re.fullmatch(r"(.*)\[(\d+)\]", name)
        base, place = (vector[1], int(vector[2])) if vector else (name, 0)
        if not base.startswith(("init:", "input ", "$")):
            bits.setdefault(base, {})[place] = name
    return {
        base: [sum(cycle[name] << place for place, name in parts.items()) for cycle in finding.trace]
        for base, parts in bits.items()
    }


def lines(proof: Proof, finding: Finding) -> Iterator[str]:
    """Return the signals of the last cycles, in hexadecimal; the property is violated in the last one."""
    every = signals(finding)
    count = len(next(iter(every.values())))
    shown = {name: values[-_CYCLES:] for name, values in every.items() if _is_shown(proof, name, finding)}
    if count == 1:
        yield f"{finding.bit} can be 1:"
    else:
        yield f"{finding.bit} can be 1 in cycle {count - 1}; cycles {max(0, count - _CYCLES)} to {count - 1}:"
    width = max(map(len, shown))
    for name, values in sorted(shown.items(), key=lambda item: (item[0] == finding.bit, item[0])):
        if not any(values) and name not in proof.watch and len(values) > 1:
            continue  # a signal that is always 0
        digits = max(len(f"{v:x}") for v in values)
        fitting = max(1, _WIDTH // (digits + 1))
        cut = "" if len(values) <= fitting else "... "
        yield f"  {name:<{width}}  {cut}{' '.join(f'{v:>{digits}x}' for v in values[-fitting:])}"


def _is_shown(proof: Proof, name: str, finding: Finding) -> bool:
    if name == re.sub(r"\[\d+\]$", "", finding.bit):
        return True
    if re.search(r"(^|[. ])(bad|reach|same|assumed)_", name) or name.endswith(("clk_i", ".rst_ni")):
        return False
    return not proof.watch or "." not in name or any(fnmatchcase(name, pattern) for pattern in proof.watch)


def vcd(proof: Proof, finding: Finding) -> str:
    """Return all signals of all cycles as a waveform (IEEE 1364-2005, section 18), one time unit per cycle."""
    every = signals(finding)
    assert finding.trace is not None
    widths = {name: max(1, *(v.bit_length() for v in values)) for name, values in every.items()}
    codes = {name: f"s{i}" for i, name in enumerate(every)}
    text = [f"$scope module {proof.top} $end"]
    for name, code in codes.items():
        text.append(f"$var wire {widths[name]} {code} {name.replace(' ', '_')} $end")
    text += ["$upscope $end", "$enddefinitions $end"]
    for cycle in range(len(finding.trace)):
        text.append(f"#{cycle}")
        text += [f"b{values[cycle]:b} {codes[name]}" for name, values in every.items()]
    return "\n".join([*text, f"#{len(finding.trace)}", ""])
