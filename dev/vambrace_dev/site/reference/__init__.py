# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The generated reference: functions that return pages of Markdown by their paths."""

from __future__ import annotations

from pathlib import Path

from vambrace_dev.site.reference import c_api, commands, configs, instructions, python_api, rtl

#: The generators whose pages are made of the sources alone.
GENERATORS = (commands, configs, instructions, python_api, rtl)


def generated(xml: Path) -> dict[str, str]:
    """Return every page of the reference. `xml` is the folder for what Doxygen writes."""
    made = c_api.pages(xml)
    for generator in GENERATORS:
        made |= generator.pages()
    return made
