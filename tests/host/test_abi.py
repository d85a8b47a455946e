# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The library's binary interface is that of its baseline (vambrace_dev.abi), its global symbols begin with vmb_, and it
keeps no state but a word for calls that an interrupt suspends."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from tests.builds import BUILDS
from vambrace import config
from vambrace.base.paths import root
from vambrace.software.toolchain import program
from vambrace_dev import abi
from vambrace_dev.defects import seed

#: Builds that share few or no symbols with others; and the words of state of each.
STATE = {
    "none": {}, "none:size": {}, "zkned": {}, "zkned:size": {}, "all": {},
    "engine": {"vmb_engine_unread": 4}, "engine-obi-irq": {"vmb_engine_unread": 4},
    "engine-port-pio": {"vmb_engine_paused": 4}, "engine-obi-pio:size": {"vmb_engine_paused": 4},
    "aes-unit": {"vmb_aes_unit_now": 4}, "aes-128-unit-tlul-pio": {"vmb_aes_unit_now": 4},
}  # fmt: skip


AGAIN = pytest.mark.long("compiles the library once more")


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n == "rv32" else AGAIN) for n in abi.interfaces()])
def test_the_interface_is_that_of_the_baseline(name):
    built = abi.interfaces()[name]
    report = abi.differences(built)
    assert report == "", report


@pytest.mark.parametrize(
    ("find", "put", "says"),
    [
        ("name='of_VMB_ERR_TAG' value='-1'", "name='of_VMB_ERR_TAG' value='-9'", "of_VMB_ERR_TAG' from value '-1' to"),
        ("name='of_VMB_MAX_BYTES' value='2147483647'", "name='of_VMB_MAX_BYTES' value='1'", "of_VMB_MAX_BYTES"),
        (r"    <elf-symbol name='vmb_wipe' [^\n]*\n", "", "1 Removed"),
        (r"    <elf-symbol name='vmb_aeads' [^\n]*\n", "", "1 Removed"),
    ],
)  # fmt: skip
def test_a_difference_is_reported_with_the_command_to_renew_the_baseline(find, put, says):
    built = abi.interfaces()["rv32"]
    text = built.baseline.read_text()
    changed = re.sub(find, put, text, count=1)
    assert changed != text
    report = abi.differences(built, changed)
    assert says in report and report.endswith(abi.RENEW) and "tests/abi/rv32.abi" in report


@pytest.mark.long("eight seconds: the interface itself is always compared")
@pytest.mark.parametrize(
    ("header", "find", "put", "says"),
    [
        ("chunks.h", "    const void *key;\n", "    const void *key;\n    const void *more;\n", "type size changed"),
        pytest.param("status.h", "VMB_ERR_STATE = -4,", "VMB_ERR_STATE = -6,", "of_VMB_ERR_STATE'", marks=AGAIN),
        pytest.param("several.h", "words[80];", "words[96];", "vmb_any_stream", marks=AGAIN),
    ],
)
def test_a_header_that_changes_the_interface_is_found(tmp_path, header, find, put, says):
    """Detect a member that moves others, a status, and the size of an object that only the caller uses."""
    shutil.copytree(root() / "lib", tmp_path / "lib")
    file = tmp_path / "lib" / "include" / "vambrace" / header
    file.write_text(seed(header, file.read_text(), find, put))
    report = abi.differences(replace(abi.interfaces()["host"], lib=tmp_path / "lib"))
    assert says in report, report


def symbols(name: str) -> list[tuple[str, str, int]]:
    """Return name, kind and size of each defined symbol of a build."""
    archive = program.library(BUILDS[name])
    done = subprocess.run(
        ["riscv64-unknown-elf-nm", "--defined-only", "-S", archive], capture_output=True, text=True, check=True
    )
    rows = (line.split() for line in done.stdout.split("\n") if re.match(r"[0-9a-f]{8} ", line))
    return [(row[-1], row[-2], int(row[1], 16) if len(row) == 4 else 0) for row in rows]


#: The builds of the short run: a library of software, and one of each kind of driver.
SHORT = ("none", "engine", "engine-port-pio", "aes-unit")


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in SHORT else AGAIN) for name in STATE])
def test_global_symbols_have_the_prefix_and_are_the_only_state(name):
    every = symbols(name)
    assert len([item for item in every if item[1] == "T"]) > 250
    assert [item for item, kind, _ in every if kind.isupper() and not item.startswith("vmb_")] == []
    assert {item: size for item, kind, size in every if kind.upper() in "DBSGC"} == STATE[name]


def test_every_engine_and_unit_has_its_state_compared():
    """One of the builds has each way to access a device."""
    known = {name.partition(":")[0]: config.extension_sets()[name.partition(":")[0]] for name in STATE}
    ways = {(s.accelerator.kind, s.accelerator.memory_port) for s in config.extension_sets().values() if s.accelerator}
    assert {(s.accelerator.kind, s.accelerator.memory_port) for s in known.values() if s.accelerator} == ways
