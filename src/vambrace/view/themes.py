# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Colours of charts in files: for a light and for a dark background. The series have the colours of the report
(view/report/styles/base.css).
"""

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Theme:
    ink: str
    soft: str
    line: str
    raised: str
    paper: str
    series: tuple[str, ...]

    @property
    def colours(self) -> tuple[str, ...]:
        """Return all colours, in the same order for every theme."""
        values = [getattr(self, field.name) for field in fields(self)]
        return tuple(c for some in values for c in ((some,) if isinstance(some, str) else some))


LIGHT = Theme("#18202a", "#56616e", "#c4ccd5", "#f5f7f9", "#ffffff", ("#0072b2", "#d55e00", "#00845f"))
DARK = Theme("#e6ebf1", "#a3afbc", "#3d4854", "#181f27", "#0f1419", ("#4aa8e8", "#f0883e", "#35b58a"))

FONT = "-apple-system, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif"
