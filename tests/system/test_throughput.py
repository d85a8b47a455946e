# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench --by length`: the table it prints, and that an engine with a memory port comes near its bound."""

import json
import subprocess
import sys
from itertools import product

import pytest

from vambrace import config
from vambrace.measure import throughput

AEADS = ("ascon-aead128", "aes-128-ccm", "chacha20-poly1305", "ascon-128")


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """Return records of the engine for each algorithm, and the output."""
    file = tmp_path_factory.mktemp("throughput") / "records.json"
    names = [option for name in (*AEADS, "ascon-hash256", "aes-128-ctr") for option in ("-a", name)]
    sizes = [option for size in (0, 100, 8192) for option in ("--size", str(size))]
    command = [sys.executable, "-m", "vambrace", "bench", "--by", "length", "ibex-ref/engine", *names, *sizes]
    done = subprocess.run([*command, "--markdown", "--json", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(file.read_text()), done.stdout


@pytest.mark.long("six to nine seconds: bench always runs")
def test_long_messages_come_near_the_bound(measured):
    """At least 80 % of the larger of the unit's cycles and the port's words."""
    records, _ = measured
    for name, operation in dict.fromkeys((r["algorithm"], r["operation"]) for r in records):
        algorithm = config.algorithms()[name]
        cycles = {
            r["message_bytes"]: r["cycles"] for r in records if (r["algorithm"], r["operation"]) == (name, operation)
        }
        least = throughput.bound(algorithm, 8192, operation)
        assert 0.8 <= least / cycles[8192] <= 1, (name, operation, least, cycles)
        assert cycles[0] < cycles[100] < cycles[8192]
        assert throughput.bound(algorithm, 100, operation) < cycles[100]


@pytest.mark.long("six to nine seconds: bench always runs")
def test_the_longest_message_is_measured(tmp_path):
    """64 KiB of AES-CCM, whose usual nonce allows a byte less."""
    file = tmp_path / "records.json"
    command = [sys.executable, "-m", "vambrace", "bench", "--by", "length", "ibex-ref/engine", "-a", "aes-128-ccm"]
    done = subprocess.run([*command, "--size", "65536", "--json", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    records = json.loads(file.read_text())
    assert [(r["message_bytes"], r["configuration"]["nonce_bytes"]) for r in records] == [(65536, 12)] * 2
    least = throughput.bound(config.algorithms()["aes-128-ccm"], 65536)
    assert least < records[0]["cycles"] < 1.05 * least
    assert "with a nonce of 12 bytes" in done.stdout


@pytest.mark.long("six to nine seconds: bench always runs")
def test_every_length_has_a_row(measured):
    _, text = measured
    for name, operation in product(AEADS, ("seal", "open")):
        title = f"Cycles to {operation}, {name} on ibex-ref, by bytes of message\n"
        assert text.count(f"\n{title}") + text.startswith(title) == 1
        table = text.split(title)[1].strip("\n").split("\n\n")[0].split("\n")
        assert [line.split("|")[1].strip() for line in table[2:]] == ["0", "100", "8,192", "per byte"]


@pytest.mark.long("six to nine seconds: bench always runs")
def test_bounds_exist_only_for_algorithms_of_the_engine():
    for algorithm in config.algorithms().values():
        assert (throughput.bound(algorithm, 64) is not None) == algorithm.engine, algorithm.name
    assert throughput.bound(config.algorithms()["ascon-aead128"], 64) == 32
    assert throughput.bound(config.algorithms()["aes-128-ecb"], 64) == 40
    assert throughput.bound(config.algorithms()["ascon-hash256"], 64) == 96


@pytest.mark.long("six to nine seconds: bench always runs")
def test_the_default_points():
    for name in ("ascon-128", "aes-128-gcm"):
        points = throughput.default_points(config.algorithms()[name])
        sets = {p.extensions.name for p in points}
        assert "none" in sets and ("xasconp" in sets) == (name == "ascon-128")
        assert any(p.extensions.engine for p in points) == (name == "ascon-128")
        assert {p.core.name for p in points} == {c.name for c in config.cores().values() if c.default}
