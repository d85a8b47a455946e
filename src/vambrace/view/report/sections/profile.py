# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a byte, an empty message and the key set-up cost, as `vambrace profile` finds it."""

from vambrace.view.report.elements import FACETS, Section
from vambrace.view.report.gather import Data
from vambrace.view.report.sections import of_kind


def profile(data: Data) -> Section:
    caption = "Cycles of one call, of a byte and of an empty message"
    table = of_kind.table(data, "profile", caption, FACETS)
    intro = "Where the cycles of a call go. vambrace profile shows each step of one."
    return Section("profile", "Cycle profiles", intro, tables=(table,), missing="vambrace report --measure profile")
