# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The sections of a report, in their order: each a function of all records."""

from collections.abc import Callable

from vambrace.report.elements import Section
from vambrace.report.gather import Data
from vambrace.report.sections.area import area, tradeoff_of
from vambrace.report.sections.cycles import cycles, throughput
from vambrace.report.sections.energy import energy
from vambrace.report.sections.latency import latency
from vambrace.report.sections.memory import memory
from vambrace.report.sections.overview import overview
from vambrace.report.sections.papers import papers
from vambrace.report.sections.silicon import fpga, timing
from vambrace.report.sections.studies import ascon64, ciphers, pictures

#: A new section is a function here; without records it names the command that gives them.
SECTIONS: tuple[Callable[[Data], Section], ...] = (
    overview, cycles, throughput, tradeoff_of, area, energy, memory, timing, fpga, latency, ciphers,
    ascon64, pictures, papers,
)  # fmt: skip
