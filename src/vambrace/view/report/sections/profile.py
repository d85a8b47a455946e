# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cost of a byte, of an empty message and of the key set-up, as measured by `vambrace profile`."""

from vambrace.view.report.elements import FACETS, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind


def profile(data: Data) -> Section:
    caption = "Cycles of one call, of a byte and of an empty message"
    table = of_kind.table(data, "profile", caption, FACETS)
    parts = "Kernels by parts: means over a call"
    kernels = of_kind.table(data, "kernel", parts, FACETS)
    intro = "Where the cycles of a call go. vambrace profile shows each step of one."
    tables = (table, kernels)
    return Section("profile", "Cycle profiles", intro, tables=tables, missing="vambrace report --measure profile")
