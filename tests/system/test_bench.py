# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench`: its records, what they must show, and what an interruption leaves."""

import csv
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from vambrace import config, table
from vambrace.paths import cache_dir, root

pytestmark = pytest.mark.rtl

FIELDS = {
    "schema", "library", "core", "extensions", "algorithm", "scenario", "operation", "cycles",
    "cycles_with_key_setup", "instret", "bytes_fetched", "bytes_loaded", "bytes_stored", "code_bytes",
    "stack_bytes", "static_bytes", "tools", "configuration", "source_hash",
}  # fmt: skip


def bench(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vambrace", "bench", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


@pytest.fixture(scope="module")
def everything(tmp_path_factory) -> tuple[list[dict], str, list[dict]]:
    """The records of all points, the table, and the lines of the CSV file."""
    folder = tmp_path_factory.mktemp("bench")
    done = bench("--json", str(folder / "r.json"), "--csv", str(folder / "r.csv"))
    assert done.returncode == 0, done.stderr
    with (folder / "r.csv").open() as f:
        lines = list(csv.DictReader(f))
    return json.loads((folder / "r.json").read_text()), done.stdout, lines


def test_a_record_for_every_measurement(everything):
    records, _, lines = everything
    names = [(r["core"], r["extensions"], r["algorithm"], r["scenario"], r["operation"]) for r in records]
    want = {
        (p.core.name, p.extensions.name, a, s, o)
        for p in config.points().values()
        for a in config.select_algorithms([])
        for s in config.scenarios()
        for o in ("seal", "open")
    }
    assert len(names) == len(set(names)) and set(names) == want
    assert len(lines) == len(records)
    assert [int(line["cycles"]) for line in lines] == [r["cycles"] for r in records]


def test_records_are_complete(everything):
    for record in everything[0]:
        assert set(record) >= FIELDS
        assert record["cycles"] >= record["instret"] > 0
        assert record["cycles_with_key_setup"] > record["cycles"]
        assert record["bytes_fetched"] > 0 < record["code_bytes"]
        assert record["bytes_loaded"] >= record["ad_bytes"] + record["message_bytes"]
        assert record["bytes_stored"] >= record["message_bytes"]
        assert record["tools"]["riscv64-unknown-elf-gcc"].startswith("12.")


def published(record: dict) -> int | None:
    return record["published_cycles"]


def test_published_cycles_are_beaten(everything):
    """Every row with extensions is faster than its published figure; without any,
    constant-time AES-128-CCM at least fivefold against the byte-wise one, and
    ChaCha20-Poly1305 at least 1.5 times."""
    compared = 0
    for r in everything[0]:
        if published(r) is None:
            continue
        factor = {("aes-128-ccm", "none"): 5.0, ("chacha20-poly1305", "none"): 1.5}
        wanted = factor.get((r["algorithm"], r["extensions"]), 1.0)
        name = f"{r['core']}/{r['extensions']} {r['algorithm']} {r['scenario']}"
        assert published(r) / r["cycles"] > wanted, f"{name}: {r['cycles']} against {published(r)}"
        compared += 1
    assert compared == 2 * len(config._load_published()["cycles"])


def test_an_unused_extension_changes_nothing(everything):
    """An extension that an algorithm does not use leaves every count as it is."""
    counts = {}
    for r in everything[0]:
        place = (r["core"], r["algorithm"], r["scenario"], r["operation"])
        counts[(*place, r["extensions"])] = (r["cycles"], r["instret"], r["bytes_fetched"], r["code_bytes"])
    for (core, algorithm, scenario, operation, extensions), found in counts.items():
        uses = config.algorithms()[algorithm].uses
        if extensions in uses:
            continue
        sets = config.extension_sets()
        smaller = [e for e in ("none", *uses) if set(sets[e].units) <= set(sets[extensions].units)]
        most = max(len(sets[e].units) for e in smaller)
        same = [counts[(core, algorithm, scenario, operation, e)] for e in smaller if len(sets[e].units) == most]
        assert found in same, (algorithm, extensions)


def test_the_table_shows_published_and_ours(everything):
    shown = everything[1]
    assert "Cycles to seal a packet on ibex-ref" in shown and "Cycles to seal a packet on ibex-fast" in shown
    assert "107,176" in shown and "50,979" in shown
    assert max(map(len, shown.split("\n"))) <= 100
    assert "…" not in shown


def test_the_readme_shows_what_was_measured(everything):
    sealing = next(table.grids([r for r in everything[0] if r["core"] == "ibex-ref"]))
    assert table.grid_markdown(sealing) in (root() / "README.md").read_text(), (
        "renew it: vambrace bench ibex-ref --markdown"
    )


def test_the_second_run_measures_nothing(everything, tmp_path):
    before = {p.name for p in (cache_dir() / "result").iterdir()}
    start = time.monotonic()
    assert bench("--json", str(tmp_path / "again.json")).returncode == 0
    assert time.monotonic() - start < 10
    assert {p.name for p in (cache_dir() / "result").iterdir()} == before
    assert json.loads((tmp_path / "again.json").read_text()) == everything[0]


def test_an_interruption_keeps_what_is_measured(everything, tmp_path):
    """Ctrl-C in the middle: exit code 130, whole results only, and the next run goes on."""
    for kind in ("model", "object", "library", "program"):
        (tmp_path / kind).symlink_to(cache_dir() / kind)
    results = tmp_path / "result"
    environment = {"VAMBRACE_CACHE": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "vambrace", "bench", "ibex-ref"],
        env={**os.environ, **environment}, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not (results.is_dir() and any(not p.name.startswith(".") for p in results.iterdir())):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted" in errors and "Traceback" not in errors
    kept = {p.name: (p / "counts.json").read_text() for p in results.iterdir() if not p.name.startswith(".")}
    assert kept
    assert bench("ibex-ref", **environment).returncode == 0
    after = {p.name: (p / "counts.json").read_text() for p in results.iterdir() if not p.name.startswith(".")}
    assert len(after) > len(kept) and kept.items() <= after.items()
