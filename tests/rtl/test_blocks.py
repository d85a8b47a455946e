# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench --by length --block`: cycles of cipher cores by themselves, against the READMEs' tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.rtl import tables
from vambrace import config
from vambrace.base import store
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import root
from vambrace.cli import main as cli
from vambrace.hardware import blocks as models
from vambrace.measure import block as blocks
from vambrace.software.oracles import messages, oracle

AES = tables.cycles(root() / "rtl" / "aes" / "README.md", "cycles of the core")
ASCON = tables.cycles(root() / "rtl" / "ascon" / "README.md", "cycles of the unit")
SPEEDS = {1: "one round a cycle", 2: "two rounds a cycle", 0: "all rounds in one cycle"}
BITS = (128, 192, 256)

MORE = pytest.mark.long("models of cores that differ by a parameter alone")


def measured(block: str, algorithm: str, size: int) -> list[dict]:
    return blocks.records(blocks.Task(block, config.algorithms()[algorithm], size))


@pytest.mark.parametrize(
    ("block", "rounds"),
    [
        ("aes-256", 1),
        pytest.param("aes-128-two-rounds", 2, marks=MORE),
        pytest.param("aes-128-unrolled", 0, marks=MORE),
    ],
)
@pytest.mark.parametrize("count", [1, 5])
def test_aes_cores_take_the_cycles_of_their_table(block, rounds, count):
    """The cycles of one block, and of several without a pause; a key for decryption is loaded, and the direction
    changed."""
    for name in blocks.algorithms(block):
        column = BITS.index(int(name.split("-")[1]))
        each = AES[f"block, {SPEEDS[rounds]}"][column]
        key = AES["key, on the fly" + ("" if rounds else f", {SPEEDS[0]}")][column]
        turn = AES[f"direction, on the fly, {SPEEDS[rounds]}"][column]
        encrypt, decrypt = measured(block, name, 16 * count)
        for record in (encrypt, decrypt):
            assert record["cycles"] == count * each and record["cycles_per_block"] == each
            assert record["bits_per_cycle"] == 128 / each and record["mbit_per_s"] == pytest.approx(65 * 128 / each)
        assert (encrypt["key_cycles"], decrypt["key_cycles"]) == (key, key + turn)


@pytest.mark.parametrize(
    ("block", "column"),
    [("ascon", 0), pytest.param("ascon-2-rounds", 1, marks=MORE), pytest.param("ascon-4-rounds", 2, marks=MORE)],
)
def test_ascon_takes_the_cycles_of_its_table(block, column):
    """Start, blocks and end: 12 whole blocks are 192 bytes. Without AD, its end is a piece of one cycle."""
    parts = ("start to the first piece", "a complete block", "DATA_END to the tag")
    start, each, end = (ASCON[f"Ascon-AEAD128, -128a: {name}"][column] for name in parts)
    for record in measured(block, "ascon-aead128", 192):
        assert record["cycles"] == start + 1 + 12 * each + end
        assert (record["cycles_per_block"], record["key_cycles"]) == (each, None)
    empty = measured(block, "ascon-aead128", 16)[0]["cycles"] - each
    assert empty == ASCON["Ascon-AEAD128: message of 0 bytes AD, 0 data"][column]


def test_the_small_ascon_takes_the_cycles_of_its_table():
    rows = tables.cycles(root() / "rtl" / "ascon" / "README.md", "cycles of the small unit")
    for record, column in zip(measured("ascon-small", "ascon-aead128", 192), (0, 1), strict=True):
        assert record["cycles"] == rows["message of 0 bytes AD, 192 data"][column]
        assert (record["cycles_per_block"], record["key_cycles"]) == (rows["a block"][column], None)


@pytest.mark.parametrize("block", ["ascon", "chacha20-poly1305"])
@pytest.mark.parametrize("size", [1, 15, 17, 63, 64, 65, 300])
def test_messages_of_any_length_are_checked(block, size):
    """A result must be the oracle's, otherwise there is no record."""
    seal, opened = measured(block, blocks.algorithms(block)[0], size)
    assert seal["checked"] and seal["cycles"] == opened["cycles"] > size / 8


@pytest.mark.parametrize("size", [1, 15, 17, 63, 64, 65, 300])
def test_messages_of_any_length_are_checked_in_the_small_ascon(size):
    """An open takes one rotation more: the tag is compared after the key is added."""
    seal, opened = measured("ascon-small", "ascon-aead128", size)
    assert seal["checked"] and opened["cycles"] == seal["cycles"] + 4 > size / 8


@pytest.mark.parametrize("block", ["aes-256", "ascon"])
def test_a_wrong_result_yields_no_record(monkeypatch, block):
    other = {"encrypt": lambda *given: (bytes(len(given[3])), b""), "seal": lambda *given: (bytes(len(given[4])), b"")}
    for name, wrong in other.items():
        monkeypatch.setattr(oracle, name, wrong)
    with pytest.raises(messages.WrongResult, match=f"{block} .*: wrong result"):
        measured(block, blocks.algorithms(block)[0], 32)


def test_a_wrong_tag_yields_no_record(monkeypatch):
    seal = oracle.seal
    monkeypatch.setattr(oracle, "seal", lambda *given: (seal(*given)[0], bytes(16)))
    with pytest.raises(messages.WrongResult):
        measured("ascon", "ascon-aead128", 32)


def test_the_algorithms_and_sizes_of_a_block():
    assert blocks.algorithms("aes-128") == ["aes-128-ecb"]
    assert blocks.algorithms("aes-256") == ["aes-128-ecb", "aes-192-ecb", "aes-256-ecb"]
    assert blocks.algorithms("ascon") == ["ascon-aead128"]
    assert blocks.algorithms("ascon-every") == ["ascon-aead128", "ascon-128", "ascon-128a"]
    assert blocks.algorithms("ascon-small") == ["ascon-aead128"]
    assert blocks.algorithms("engine") == blocks.algorithms("zkned") == []
    (task,) = blocks.tasks(["aes-128-encrypt"], [], [], 65.0)
    assert task.operations == ("encrypt",) and task.size == 16
    assert [t.size for t in blocks.tasks(["aes-128"], [], [16, 40, 47], 65.0)] == [16, 32]  # whole blocks
    for wrong, message in ((["xascon"], "unknown block 'xascon'"), (["aes-*"], "no block of")):
        with pytest.raises(UsageError, match=message):
            blocks.tasks(wrong, ["ascon-aead128"], [], 65.0)


def test_the_command(tmp_path):
    file = tmp_path / "r.json"
    arguments = [
        "bench",
        "--by",
        "length",
        "--block",
        "aes-256",
        "-a",
        "aes-128-ecb",
        "--clock",
        "100",
        "--json",
        str(file),
    ]
    done = CliRunner().invoke(cli.main, arguments)
    assert done.exit_code == 0, done.output
    assert "1,280" in done.stdout and "100 MHz" in done.stdout
    assert [(r["record"], r["clock"], r["mbit_per_s"]) for r in json.loads(file.read_text())] == [
        ("block", "100 MHz", 1280.0)
    ] * 2
    for wrong, message in (
        (["ibex-ref", "--block", "aes-128"], "--block needs no point"),
        (["--clock", "5"], "--clock is for --block"),
        (["--block", "engine"], "unknown block 'engine'"),
    ):
        done = CliRunner().invoke(cli.main, ["bench", "--by", "length", *wrong])
        assert done.exit_code != 0 and message in str(done.exception or done.output) + done.output


def test_a_model_reports_what_is_wrong():
    (task,) = blocks.tasks(["aes-256"], ["aes-128-ecb"], [], 65.0)
    with pytest.raises(VambraceError, match="two arguments"):
        models.run(task.spec, ["encrypt"], [])
    with pytest.raises(VambraceError, match="no whole bytes"):
        models.run(task.spec, ["encrypt", "123"], [bytes(16)])


@pytest.mark.parametrize(
    ("changed", "stale"),
    [
        ("aes_core.cpp", 3),
        ("unit.cpp", 1),
        ("bench.h", 4),
        ("vmb_aes_core.sv", 3),
        ("vmb_ascon.sv", 1),
        ("main.cpp", 0),
    ],
)
def test_a_model_depends_on_its_sources_and_parameters(monkeypatch, changed, stale):
    names = ["aes-128", "aes-128-encrypt", "aes-256", "ascon"]
    specs = [t.spec for t in blocks.tasks(names, ["aes-128-ecb", "ascon-aead128"], [], 65.0)]
    before = list(map(models.key, specs))
    assert len(set(before)) == len(specs) == 4
    real = store.digest_files

    def digest(files: list[Path], **options: bool) -> str:
        return real(files, **options) + changed * any(path.name == changed for path in files)

    monkeypatch.setattr(store, "digest_files", digest)
    assert sum(a != b for a, b in zip(before, map(models.key, specs), strict=True)) == stale
