# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The sections of a report, in their order: each a function of all records."""

from collections.abc import Callable

from vambrace.view.report.elements import Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.area import area, tradeoff_of
from vambrace.view.report.sections.cycles import alignment, cycles, explored, frames, throughput
from vambrace.view.report.sections.decide import decide
from vambrace.view.report.sections.energy import energy
from vambrace.view.report.sections.latency import latency
from vambrace.view.report.sections.memory import memory
from vambrace.view.report.sections.os import operating_systems
from vambrace.view.report.sections.others import others
from vambrace.view.report.sections.overview import overview
from vambrace.view.report.sections.papers import papers
from vambrace.view.report.sections.profile import profile
from vambrace.view.report.sections.silicon import board, faults, fpga, timing
from vambrace.view.report.sections.studies import ascon64, ciphers, pictures

#: A new section is a function here; without records it names the command that measures them, if there is one.
SECTIONS: tuple[Callable[[Data], Section], ...] = (
    overview,
    decide,
    cycles,
    frames,
    throughput,
    alignment,
    explored,
    profile,
    tradeoff_of,
    area,
    energy,
    memory,
    timing,
    fpga,
    board,
    faults,
    latency,
    ciphers,
    ascon64,
    pictures,
    operating_systems,
    papers,
    others,
)
