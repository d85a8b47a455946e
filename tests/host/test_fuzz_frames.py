# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The fuzzer finds no fault in vambrace/frames/, and seeded ones in each protocol."""

from __future__ import annotations

from pathlib import Path

import pytest

from vambrace.base import tools
from vambrace.base.paths import root
from vambrace_dev import fuzz, fuzz_target
from vambrace_dev.defects import seed
from vambrace_dev.fuzz import Breach

FRAMES = root() / "lib" / "src" / "frames"
PROTOCOLS = ("ble", "ieee802154", "zigbee", "dtls12", "dtls13", "oscore", "lorawan")
RUNS = 20_000

#: Defects: source, text, replacement, and what the fuzzer reports.
DEFECTS = {
    "buffer": ("ble.c", "if (pdu_len > size) {", "if (pdu_len > size + 1) {", "heap-buffer-overflow"),
    "cut": ("dtls12.c", "record_len > len ? 0", "record_len > len + 1 ? 0", "heap-buffer-overflow"),
    "header": ("zigbee.c", "if (left < aux_len) {", "if (left + 1 < aux_len) {", "heap-buffer-overflow"),
    "padding": ("dtls13.c", "i == 0 ? (uint8_t)type : 0", "(uint8_t)type", "content of another length"),
}


@pytest.fixture(scope="module", autouse=True)
def libfuzzer() -> None:
    """The set-up for tests installs it; without it nothing would be tested, which is a failure."""
    assert tools.tool("libFuzzer").find(), tools.missing("clang")


def corpus(folder: Path) -> Path:
    """Return a folder with a first input for each protocol."""
    folder.mkdir()
    starts = {
        "ble": "0205",
        "zigbee": "280100000001020304050607080009",
        "lorawan": "4001020326800000",
        "dtls13": "2f",
        "dtls12": "17fefd0001000000000001001f",
    }
    for number, name in enumerate(PROTOCOLS):
        data = bytes([number, 5, 0, 0, 0, 0, 0, 4, 7, 0, 20, 0, 0]) + bytes.fromhex(starts.get(name, "01")) + bytes(30)
        (folder / name).write_bytes(data)
    return folder


def fuzzed(target: Path, folder: Path) -> fuzz.Counts:
    return fuzz.run(target, corpus(folder / "corpus"), folder / "found", runs=RUNS)


@pytest.mark.long("compiles the library with sanitizers")
def test_nothing_is_found_in_frames(tmp_path):
    counts = fuzzed(fuzz_target.frames(), tmp_path)
    assert counts.runs >= RUNS and counts.kept > 10 * len(PROTOCOLS)


@pytest.mark.long("compiles the library with sanitizers")
@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_of_frames_is_found(tmp_path, name):
    file, find, put, report = DEFECTS[name]
    broken = tmp_path / file
    broken.write_text(seed(file, (FRAMES / file).read_text(), find, put))
    with pytest.raises(Breach, match=report):
        fuzzed(fuzz_target.frames({FRAMES / file: broken}), tmp_path)
