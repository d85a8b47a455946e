# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The engine's register map is frozen: a change without the version that it needs is found, and an addition in an
unused place needs only a minor one."""

import re
from dataclasses import replace

import pytest

from vambrace.base.paths import root
from vambrace_dev import register_map, registers

SOURCE = root() / registers.SOURCE
NOW = registers.current()
MINOR = (f"}} map_minor[31:24] = {NOW.minor};", f"}} map_minor[31:24] = {NOW.minor + 1};")
MAJOR = ("} map[7:0] = 1;", "} map[7:0] = 2;")
NEW_FIELD = ("} short_tags[3:3] = 0;", '} short_tags[3:3] = 0;\n    field { desc = "d"; } bound[4:4] = 0;')
NEW_FEATURE = ("} aes_gcm[8:8];", '} aes_gcm[8:8];\n    field { desc = "d"; } ring[9:9];')
NEW_REGISTER = ("\n};", '\n  word_r ring_base @ 0x100;\n  ring_base->desc = "d";\n};')


@pytest.fixture
def changed(monkeypatch, tmp_path):
    """Return the problems of the map after replacements in its source."""

    def problems(*edits):
        text = SOURCE.read_text()
        for find, put in edits:
            assert text.count(find) == 1 or find == "\n};", find
            text = put.join(text.rsplit(find, 1))
        source = tmp_path / "changed.rdl"
        source.write_text(text)
        monkeypatch.setattr(registers, "SOURCE", str(source))
        registers._block.cache_clear()
        return registers.wrong_version()

    yield problems
    monkeypatch.undo()
    registers._block.cache_clear()


def test_the_map_is_that_of_its_version():
    """The file of the version is the map, and every earlier version with the same major number is still there."""
    assert registers.wrong_version() == []
    now = registers.current()
    assert register_map.parsed(now.path.read_text()) == now == register_map.earlier()[-1]
    assert all(old.path.name == f"{old.major}.{old.minor}.json" for old in register_map.earlier())


#: Changes that software of version 1.0 would notice, and what is said about them.
BREAKING = {
    "moved field": ("} short_tags[3:3] = 0;", "} short_tags[4:4] = 0;", "policy.short_tags has other bits"),
    "wider field": ("} loaded[10:8] = 0;", "} loaded[11:8] = 0;", "status.loaded has other bits"),
    "renamed field": ("} abort[0:0];", "} stop[0:0];", "control.abort has disappeared"),
    "other reset": ("} memory_keys[2:2] = 1;", "} memory_keys[2:2] = 0;", "policy.memory_keys has other bits"),
    "other access": ("hw = w; onwrite = woclr;", "hw = w; onwrite = wclr;", "irq.pending has other bits"),
    "moved register": ("word_r ctx_addr @ 0x20;", "word_r ctx_addr @ 0x80;", "ctx_addr has another offset"),
    "fewer registers": ("} key[8] @ 0x60;", "} key[7] @ 0x60;", "key has another offset, number"),
    "new field, not 0": (
        "} short_tags[3:3] = 0;",
        "} short_tags[3:3] = 0;\n    field {} bound[4:4] = 1;",
        "policy.bound is not 0 after a reset",
    ),
    "new field, undefined": (
        "} short_tags[3:3] = 0;",
        "} short_tags[3:3] = 0;\n    field {} bound[4:4];",
        "policy.bound is not 0 after a reset",
    ),
    "new lock, not 1": (
        "} policy[0:0] = 1;",
        "} policy[0:0] = 1;\n    field {} ring[4:4] = 0;",
        "regwen.ring is not 1 after a reset",
    ),
    "register in the place of another": (
        "} key[8] @ 0x60;",
        "} key[7] @ 0x60;\n  word_r ring @ 0x7c;",
        "ring is at an offset of another register",
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", BREAKING)
def test_a_change_needs_a_major_version(change, changed):
    find, put, says = BREAKING[change]
    assert changed((find, put)) != []
    found = changed((find, put), MINOR)
    assert any(says in line for line in found), found
    assert changed((find, put), MAJOR) == [f"{register_map.FOLDER.relative_to(root())}/2.{NOW.minor}.json is missing"]


@pytest.mark.parametrize("edits", [[NEW_FIELD], [NEW_FEATURE], [NEW_REGISTER], [NEW_FIELD, NEW_REGISTER]])
def test_an_addition_needs_a_minor_version(edits, changed):
    now = f"1.{NOW.minor}"
    assert changed(*edits) == [f"{now}: the map of version {now} has changed: see {now}.json"]
    assert changed(*edits, MINOR) == [f"{register_map.FOLDER.relative_to(root())}/1.{NOW.minor + 1}.json is missing"]


def test_a_lower_version_is_found(changed):
    lower = [f"0.{NOW.minor}: the version is lower than {old.major}.{old.minor}" for old in register_map.earlier()]
    assert changed(("} map[7:0] = 1;", "} map[7:0] = 0;")) == lower


def test_values_keep_their_numbers():
    old = registers.current()
    errors = old.values["status.error"]

    def problems(**changes):
        values = {n: v for n, v in (errors | changes).items() if v is not None}
        return register_map.problems(
            old, replace(old, minor=old.minor + 1, values={**old.values, "status.error": values})
        )

    assert problems(Descriptor=10) == []
    assert problems(Policy=10) == ["value Policy of status.error is not 9 any more"]
    assert problems(Policy=None) == ["value Policy of status.error is not 9 any more"]
    assert problems(Descriptor=9) == ["value Descriptor of status.error has the number of another"]
    assert old.values["job.algorithm of aes"]["AlgGcm"] == 4 and old.values["job.family"]["aes"] == 2


def test_reserved_places_are_unused_and_do_not_overlap():
    """A place that comes into use leaves the list."""
    now = registers.current().registers
    used: dict[int | str, set[int]] = {}
    for place, high, low, purpose in register_map.RESERVED:
        bits = set(range(low, high + 1))
        for where in (place,) if isinstance(place, str) else range(place[0], place[1] + 4, 4):
            taken = now[where].bits if isinstance(where, str) else used.get("", set())
            assert not bits & (taken | used.setdefault(where, set())), (where, purpose)
            used[where] |= bits
            if not isinstance(where, str):
                assert all(where not in register.offsets for register in now.values()), purpose
    assert {"status", "policy", 0x80, 0xC0, 0xFC, 0x120} <= {*used}


def test_the_page_states_the_rule():
    page = (root() / "docs" / "reference" / "engine-registers.md").read_text()
    assert register_map.RULE in page
    assert len(re.findall(r"^\| (?:[A-Z0-9]+, bit|0x)", page.partition(register_map.RULE)[2], re.MULTILINE)) == len(
        register_map.RESERVED
    )
