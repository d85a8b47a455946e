# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The speed of synthesised points, their FPGA resources, and the effects of faults on engines."""

from vambrace.measure.kinds.timing import Timing
from vambrace.view.report.elements import Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind


def timing(data: Data) -> Section:
    notes = tuple(dict.fromkeys(f"{r.configuration.liberty}; without wires" for r in data.of(Timing)))
    table = of_kind.table(data, "timing", "The longest paths of points and blocks", ("core",), notes, 1)
    intro = "The frequency of the longest path from flip-flop to flip-flop, before placing."
    return Section("timing", "Timing", intro, tables=(table,), missing="vambrace report --measure timing")


def fpga(data: Data) -> Section:
    notes = ("Primitives of the 7 series, not placed; MHz: routed on an ECP5, if requested.",)
    table = of_kind.table(data, "fpga", "FPGA resources of points and blocks", ("core",), notes, 1)
    return Section("fpga", "FPGA", "", tables=(table,), missing="vambrace report --measure fpga")


def board(data: Data) -> Section:
    notes = ("Placed and routed; MHz by the router's model of the device. None has run on hardware here.",)
    table = of_kind.table(data, "board", "Bitstreams of FPGA boards", ("core",), notes, 1)
    return Section("board", "Boards", "", tables=(table,), missing="vambrace report --measure board")


def faults(data: Data) -> Section:
    notes = ("Unsafe: a wrong tag was accepted, or data other than zeros was written to memory.",)
    table = of_kind.table(data, "faults", "Bit flips while a message with a wrong tag is opened", (), notes)
    return Section("faults", "Faults", "", tables=(table,), missing="vambrace report --measure faults")
