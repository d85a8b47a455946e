# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Constraints of a bundle: SDC for Quartus, OpenSTA and synthesis of cells, XDC for Vivado.

Both are for the module alone (out of context), with a clock of 100 MHz and a fifth of its period for what is around.
In a design, its own clock counts, and these files show what the module needs: one clock, and an asynchronous reset
that has to be released in step with that clock.
"""

from __future__ import annotations

from vambrace.export.subject import Subject
from vambrace.export.wrapper import Top, head

#: Nanoseconds: of the clock, and of what is before each input and behind each output.
PERIOD, AROUND = 10, 2

_CLOCK, _RESET = "clk_i", "rst_ni"


def files(subject: Subject, top: Top) -> dict[str, str]:
    """The constraints by path. A module without a clock has a virtual one."""
    names = {port.name for port in top.ports}
    clock = f"create_clock -name {_CLOCK} -period {PERIOD}"
    lines = [f"{clock} [get_ports {_CLOCK}]" if _CLOCK in names else clock]
    inputs = [port.name for port in top.ports if port.way == "input" and port.name not in (_CLOCK, _RESET)]
    outputs = [port.name for port in top.ports if port.way == "output"]
    for way, ports in (("input", inputs), ("output", outputs)):
        lines += [f"set_{way}_delay {AROUND} -clock {_CLOCK} [get_ports {{{_port(top, name)}}}]" for name in ports]
    if _RESET in names:
        lines.append(f"set_false_path -from [get_ports {_RESET}]")
    about = f"{subject.top} alone at {1000 // PERIOD} MHz; times are nanoseconds."
    text = head(about, "#") + "\n".join(lines) + "\n"
    return {f"constraints/{subject.top}.{kind}": text for kind in ("sdc", "xdc")}


def _port(top: Top, name: str) -> str:
    """A port, or all bits of a vector."""
    width = next(port.width for port in top.ports if port.name == name)
    return f"{name}[*]" if width > 1 else name
