# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Prints a difference between a core and Spike as text, like a debugger."""

from typing import Any

from vambrace_dev.testing.lockstep.compare import Compared


def text(core: str, seed: int | str, compared: Compared, mode: str = "plain") -> str:
    """Return the instructions before a difference, and both sides of the last one. A number as `seed` identifies a
    random program.
    """
    assert compared.difference is not None
    steps = compared.last
    at = steps[-1] if steps else None
    where = f" at instruction {at['number']}, cycle {at['cycle']}" if at else ""
    lines = [f"{core} and Spike differ in {_name(seed)}{where}: {compared.difference['what']}", ""]
    lines += [_line(step) for step in steps]
    if at:
        lines += ["", *_sides(at)]
    if isinstance(seed, int):
        shown = "" if mode == "plain" else f" --mode {mode}"
        lines += ["", f"again: vambrace-dev test lockstep --core {core}{shown} --seed {seed}"]
    return "\n".join(lines)


def _name(seed: int | str) -> str:
    return f"the program of seed {seed}" if isinstance(seed, int) else seed


def _line(step: dict[str, Any]) -> str:
    spike = step["spike"]
    word = f"{spike['insn']:08x}" if spike["insn"] & 3 == 3 else f"    {spike['insn']:04x}"
    entered = "  <- interrupt" if step["interrupted"] else ""
    return f"{step['number']:>9} {spike['pc']:08x} {word}  {step['text']:<32}{_effect(spike)}{entered}".rstrip()


def _effect(side: dict[str, Any]) -> str:
    if side["trap"]:
        return f"trap {side['cause']}" if "cause" in side else "trap"
    parts = [f"x{side['rd']}={side['value']:08x}"] if side["rd"] else []
    parts += [f"@{side['address']:08x}"] if side["address"] and "cause" in side else []
    return " ".join(parts)


def _sides(step: dict[str, Any]) -> list[str]:
    """Return the effects on the core and on Spike. The core's address is meaningful only for loads and stores."""
    shown = []
    for name, side in (("core", step["rtl"]), ("Spike", step["spike"])):
        shown.append(
            f"  {name:<5} pc {side['pc']:08x}  word {side['insn']:08x}  trap {int(side['trap'])}  "
            f"x{side['rd']} {side['value']:08x}  address {side['address']:08x}"
        )
    return shown
