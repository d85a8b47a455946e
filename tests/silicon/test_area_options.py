# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The area of each option of the engine (docs/user/area.md), in an engine with one cipher."""

from __future__ import annotations

import re

import pytest

from tests.rtl import tables
from tests.silicon.small import osu018
from vambrace.base.paths import root
from vambrace.config import engine_options
from vambrace.silicon import parts, synthesis

PAGE = root() / "docs" / "user" / "area.md"
BLOCK, HEAD = "engine-ascon", "option of `engine-ascon`"
NONE = "none"


def changes(name: str) -> dict[str, int]:
    """Return the parameters that a row changes, such as "`Outstanding` = 5"."""
    return {option: int(value) for option, value in re.findall(r"`(\w+)` = (\d+)", name)}


def rows() -> dict[str, list[str]]:
    """Return the cells of the table by option: kGE, and how much more than without the option."""
    found = tables.table(PAGE, HEAD)
    del found[HEAD]
    return found


def kge(changed: dict[str, int]) -> float:
    (known,) = parts.blocks()[BLOCK].parts
    values = tuple({**dict(known.parameters), **changed}.items())
    part = parts.Part(BLOCK, known.top, values, known.source, left_out=known.left_out)
    return synthesis.netlist(part, osu018()).area / osu018().gate_equivalent() / 1000


def test_each_row_changes_the_block():
    known = dict(parts.blocks()[BLOCK].parts[0].parameters)
    first, *others = rows()
    assert first == NONE and others
    for name in others:
        changed = dict(engine_options.checked(changes(name)))
        assert changed and name == ", ".join(f"`{option}` = {value}" for option, value in changed.items())
        for option, value in changed.items():
            assert known.get(option, engine_options.options()[option].default) != value, name


@pytest.mark.long("an engine for each row, a quarter of a minute each")
def test_the_area_of_each_option():
    least = kge({})
    areas = {name: kge(changes(name)) for name in rows()}
    measured = {name: [f"{area:.2f}", "" if name == NONE else f"{area - least:+.2f}"] for name, area in areas.items()}
    assert rows() == measured
