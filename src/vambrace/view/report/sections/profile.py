# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a byte, an empty message and the key set-up cost, as `vambrace profile` finds it."""

from vambrace.view.report.elements import Column, Row, Section, Table, of_call, places, words
from vambrace.view.report.gather import Data
from vambrace.view.report.sections.panels import extensions, title


def profile(data: Data) -> Section:
    columns = (
        words("algorithm"), words("extensions"), words("core"), words("scenario"), words("operation"),
        Column("cycles"), Column("bound", note="the cycles that the counted steps need at least"),
        Column("byte of AD", places(2)), Column("byte of message", places(2)), Column("byte of output", places(2)),
        Column("empty message"), Column("key set-up"), Column("instructions"),
    )  # fmt: skip
    fields = ("cycles", "bound", "ad_byte", "text_byte", "output_byte", "empty", "key_setup", "instret")
    rows = tuple(
        Row((title(r["algorithm"]), extensions(r), r["core"], r["scenario"], r["operation"], *(r[f] for f in fields)),
            of_call(r), data.how.of("profile", r))
        for r in data.of("profile")
    )  # fmt: skip
    table = Table("profile-table", "Cycles of one call, of a byte and of an empty message", columns, rows, names=2)
    intro = "Where the cycles of a call go. vambrace profile shows each step of one."
    return Section("profile", "Cycle profiles", intro, tables=(table,), missing="vambrace report --measure profile")
