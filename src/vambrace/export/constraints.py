# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Constraints of a bundle: SDC for cell synthesis and OpenSTA, SDC for Quartus, XDC for Vivado; and a reset
synchroniser.

They are for the module alone (out of context), with a clock of 100 MHz and a fifth of its period for external logic. In
a design, its own clock counts, and these files show the module's requirements: one clock, and a reset that may be
asserted at any time and must be released synchronously to that clock, so that recovery and removal times are met.
"""

from __future__ import annotations

from vambrace.export.elaborate import Port
from vambrace.export.subject import Subject
from vambrace.export.wrapper import Top, head

#: The clock period, and the external delay before each input and after each output, in nanoseconds.
PERIOD, AROUND = 10, 2

#: Clock uncertainty in nanoseconds: for set-up a twentieth of the period.
SETUP_UNCERTAINTY, HOLD_UNCERTAINTY = 0.5, 0.1

#: Substitutes for a driver, which has no common name in libraries, and for wires with a few gates: transition time in
#: nanoseconds, load in picofarads.
TRANSITION, LOAD = 0.2, 0.05

_CLOCK, _RESET = "clk_i", "rst_ni"


def files(subject: Subject, top: Top) -> dict[str, str]:
    """Return the constraints by path, and the synchroniser for modules with a reset. A module without a clock has a
    virtual one.
    """
    about = f"{subject.top} alone at {1000 // PERIOD} MHz; times are nanoseconds"
    common = _common(top)
    cells = [
        "",
        "# Replace by set_driving_cell and the load of your design; capacitances are picofarads.",
        f"set_input_transition {TRANSITION} [get_ports {{{' '.join(_names(top, 'input'))}}}]",
        f"set_load {LOAD} [get_ports {{{' '.join(_names(top, 'output'))}}}]",
    ]
    stem = f"constraints/{subject.top}"
    texts = {
        f"{stem}.sdc": head(f"{about}.", "#") + "\n".join([*common, *cells]) + "\n",
        f"{stem}_fpga.sdc": head(f"{about}, for Quartus.", "#") + "\n".join(common) + "\n",
        f"{stem}.xdc": head(f"{about}, for Vivado.", "#") + "\n".join(common) + "\n",
    }
    return texts | ({synchroniser(subject): _synchroniser(subject)} if has_reset(top) else {})


def has_reset(top: Top) -> bool:
    return any(port.name == _RESET for port in top.ports)


def _common(top: Top) -> list[str]:
    """Return the commands that all tools support. The reset has an input delay like each input: its release is timed,
    by recovery and removal.
    """
    clocked = any(port.name == _CLOCK for port in top.ports)
    clock = f"create_clock -name {_CLOCK} -period {PERIOD}" + (f" [get_ports {_CLOCK}]" if clocked else "")
    lines = [
        clock,
        f"set_clock_uncertainty -setup {SETUP_UNCERTAINTY} [get_clocks {_CLOCK}]",
        f"set_clock_uncertainty -hold {HOLD_UNCERTAINTY} [get_clocks {_CLOCK}]",
    ]
    for way in ("input", "output"):
        lines += [f"set_{way}_delay {AROUND} -clock {_CLOCK} [get_ports {{{name}}}]" for name in _names(top, way)]
    return lines


def _names(top: Top, way: str) -> list[str]:
    """Return the ports of a direction except the clock, with all bits of vectors."""
    return [_bits(port) for port in top.ports if port.way == way and port.name != _CLOCK]


def _bits(port: Port) -> str:
    return f"{port.name}[*]" if port.width > 1 else port.name


def synchroniser(subject: Subject) -> str:
    """Return the path of the reset synchroniser."""
    return f"reset/{subject.top}_reset_sync.v"


def _synchroniser(subject: Subject) -> str:
    name = f"{subject.top}_reset_sync"
    return f"""{head("A reset that is asserted at any time and released two clock edges after rst_ni.")}
module {name} (
    input  wire clk_i,
    input  wire rst_ni,  // asynchronous
    output wire rst_no   // for {subject.top}: rst_ni there
);

  // Two flip-flops, close to each other: the first may become metastable.
  (* ASYNC_REG = "TRUE" *) reg [1:0] released_q;

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) released_q <= 2'b00;
    else released_q <= {{released_q[0], 1'b1}};
  end

  assign rst_no = released_q[1];

endmodule
"""
