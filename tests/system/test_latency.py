# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace latency` on Rocket: the limits that every coupling keeps, and the contents of records. The program itself
checks the result of each run."""

import json
import os
import subprocess
import sys

import pytest

from tests.system import rocket
from vambrace import config
from vambrace.base.paths import root
from vambrace.measure import latency
from vambrace.software.oracles.messages import WrongResult

pytestmark = rocket.MARKS

COUPLINGS = (
    "engine",
    "engine-port-pio",
    "engine-tlul",
    "engine-tlul-pio",
    "aes-unit",
    "aes-128-unit-port-pio",
    "aes-128-unit-tlul-pio",
)


def measured(folder, *arguments: str) -> tuple[list[dict], str]:
    """Return the records of a call of the command, and its output."""
    file = folder / "latency.json"
    command = [sys.executable, "-m", "vambrace", "latency", *arguments, "--json", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stderr
    return json.loads(file.read_text()), done.stdout


@pytest.fixture(scope="module")
def warm(tmp_path_factory) -> tuple[list[dict], str]:
    folder = tmp_path_factory.mktemp("warm")
    return measured(folder, *COUPLINGS, "--key-bits", "128", "--caches", "warm", "--runs", "10")


@pytest.fixture(scope="module")
def cold(tmp_path_factory) -> tuple[list[dict], str]:
    folder = tmp_path_factory.mktemp("cold")
    return measured(folder, "--key-bits", "192", "--key-bits", "256", "--caches", "cold", "--runs", "2")


# Cycles of AES-128-ECB by bare commands, encryption and decryption: until the key is on its way, then 16 to 80 bytes.
LIMITS = {
    "engine": (20, (50, 62, 72, 84, 96)),
    "engine-port-pio": (20, (48, 85, 125, 165, 205)),
    "engine-tlul": (40, (90, 175, 260, 345, 430)),
    "engine-tlul-pio": (40, (90, 175, 260, 345, 430)),
    "aes-unit": (5, (30, 40, 51, 63, 75)),
    "aes-128-unit-port-pio": (14, (34, 61, 89, 116, 144)),
    "aes-128-unit-tlul-pio": (44, (70, 130, 190, 250, 310)),
}

# And until the processor can continue, if the engine moves the blocks.
FREE = {"engine": 8, "engine-tlul": 30, "aes-unit": 4}

# By a C call for each block: until the key is loaded, then 16 to 80 bytes, encrypted or decrypted, until the last call
# returns.
BLOCKS = {
    "engine": (52, (66, 118, 168, 218, 268)),
    "engine-port-pio": (58, (75, 147, 216, 285, 354)),
    "engine-tlul": (70, (96, 205, 300, 400, 500)),
    "engine-tlul-pio": (70, (105, 215, 320, 425, 530)),
    "aes-unit": (36, (24, 40, 70, 88, 104)),
    "aes-128-unit-port-pio": (38, (58, 116, 168, 220, 274)),
    "aes-128-unit-tlul-pio": (70, (90, 175, 260, 345, 430)),
}


@pytest.mark.parametrize("coupling", COUPLINGS)
def test_every_coupling_keeps_its_limits(warm, coupling):
    """Over RoCC, every run also takes as long as the others."""
    ours = [r for r in warm[0] if r["extensions"] == coupling and r["by"] == "commands"]
    init, blocks = LIMITS[coupling]
    free = {(r["operation"], r["message_bytes"]): r for r in ours if r["until"] == "free"}
    assert free["init", 0]["cycles_maximum"] <= init
    done = {(r["operation"], r["message_bytes"]): r for r in ours if r["until"] == "done"}
    for operation in ("encrypt", "decrypt"):
        for size, limit in zip((16, 32, 48, 64, 80), blocks, strict=True):
            assert done[operation, size]["cycles_maximum"] <= limit, (operation, size)
            if coupling in FREE:
                assert free[operation, size]["cycles_maximum"] <= FREE[coupling]
    if not coupling.startswith("engine-tlul"):
        assert {r["cycles_deviation"] for r in ours} == {0}


@pytest.mark.parametrize("coupling", COUPLINGS)
def test_every_coupling_keeps_its_limits_by_a_call_for_each_block(warm, coupling):
    """They are below the published figures of AES units. Calls that return early take less than those with a status."""
    ours = [r for r in warm[0] if r["extensions"] == coupling and r["by"] == "block calls"]
    results = {(r["operation"], r["message_bytes"], r["until"]): r for r in ours}
    early = coupling == "aes-unit"
    assert {(until, size) for _, size, until in results if size} == {
        (until, 16 * n) for until in ("done", "free")[: 1 + early] for n in range(1, 6)
    }
    init, blocks = BLOCKS[coupling]
    assert results["init", 0, "free"]["cycles_maximum"] < results["init", 0, "done"]["cycles_maximum"] <= init
    for operation in ("encrypt", "decrypt"):
        for size, limit in zip((16, 32, 48, 64, 80), blocks, strict=True):
            returned = results[operation, size, "free" if early else "done"]
            assert returned["cycles_maximum"] <= limit, (operation, size)
            assert returned["cycles"] <= results[operation, size, "done"]["cycles"]
            if operation == "encrypt" and "unit" in coupling:
                assert returned["cycles"] <= returned["published_cycles"]


def test_records_have_the_fields_of_bench_and_the_runs(warm, cold):
    # Bare commands without a memory port, and block calls except for AES units with one, have only init until free.
    engines, pio, unit = 11 + (11 + 11) + (11 + 1), 11 + (11 + 1) + (11 + 1), 11 + (11 + 11) + (11 + 11)
    assert len(warm[0]) == 2 * engines + 4 * pio + unit
    # With each key size a unit of that size by each coupling.
    assert len(cold[0]) == 2 * (2 * 11) + 2 * (2 * engines + 4 * pio + 2 * unit)
    for record in [*warm[0], *cold[0]]:
        assert record["checked"] and record["core"] == "rocket" and record["kind"] == "cipher"
        assert record["cycles_minimum"] <= record["cycles"] <= record["cycles_maximum"]
        assert record["cycles_deviation"] >= 0 and record["instret"] is None
        assert record["tools"]["rocket"] == "1.2.6"
        rounds = record["configuration"]["aes_rounds_per_cycle"]
        assert rounds == (None if record["extensions"] == "none" else "1")
    assert {r["runs"] for r in warm[0]} == {10} and {r["runs"] for r in cold[0]} == {2}
    assert {r["configuration"]["caches"] for r in cold[0]} == {"cold"}
    assert all(r["target_cycles"] is None for r in cold[0])
    unit = [r for r in warm[0] if r["extensions"] == "aes-unit"]
    published = {(r["by"], r["until"]) for r in unit if r["published_cycles"]}
    assert published == {("block calls", "free"), ("block calls", "done")}
    assert {r["published_cycles"] for r in unit} == {None, 34, 20, 38, 77, 121, 165}


def test_every_field_is_described(warm):
    """docs/reference/records.md has a row for each: those of bench, and those that only these have."""
    page = (root() / "docs" / "reference" / "records.md").read_text()
    rows = [line.split("|")[1] for line in page.split("\n") if line.startswith("| `")]
    described = {name for row in rows for name in row.replace("`", "").replace(",", " ").split()}
    keys = {f"configuration.{key}" for key in warm[0][0]["configuration"]}
    fields = set(warm[0][0]) - {"schema", "configuration"} | keys
    assert fields <= described
    own = page[page.index("## Records of latency") :]
    assert all(f"`{name}`" in own for name in ("by", "until", "runs", "cycles_deviation", "target_cycles"))


def test_calls_and_cold_caches_cost_additional_cycles(warm, cold):
    def cycles(records: list[dict], by: str) -> dict[tuple, float]:
        return {
            (r["extensions"], r["operation"], r["message_bytes"]): r["cycles"]
            for r in records
            if r["by"] == by and r["until"] == "done" and r["algorithm"] != "aes-256-ecb"
        }

    commands, blocks = cycles(warm[0], "commands"), cycles(warm[0], "block calls")
    assert len(commands) == len(blocks) == len(COUPLINGS) * 11
    emptied = cycles(cold[0], "calls")
    for key, calls in cycles(warm[0], "calls").items():
        assert commands[key] < calls < emptied.get(key, calls + 1)
        assert commands[key] < blocks[key]
    assert len(emptied.keys() & commands.keys()) == 5 * 11
    # More rounds, of which every one is a cycle: AES-192 with cold caches against AES-128 with warm ones.
    for key, taken in cycles(cold[0], "commands").items():
        assert taken > commands.get(key, 0) + 2


def test_tables_name_every_coupling(warm, cold):
    for coupling in COUPLINGS:
        assert coupling in warm[1]
        assert coupling.replace("128", "192") in cold[1] and coupling.replace("128", "256") in cold[1]
    assert "aes-128-ecb on rocket, warm caches, one round a cycle" in warm[1]
    assert "aes-256-ecb on rocket, cold caches" in cold[1] and "published" in cold[1]


def test_a_wrong_result_yields_no_record(monkeypatch):
    """Of any call: here the ciphertext that is expected is another one."""
    task = latency.Task(config.point("rocket/engine"), 128, cold=True, runs=1)
    wrong = bytearray(task.texts)
    wrong[-1] ^= 1
    monkeypatch.setitem(task.__dict__, "texts", bytes(wrong))
    with pytest.raises(WrongResult, match="encrypt of 80 bytes by calls"):
        latency.run(task)
