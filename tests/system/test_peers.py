# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench --peers`: libsodium and Mbed TLS on the same cores, and how far ahead we are."""

import csv
import json
import os
import re
import subprocess
import sys

import pytest
from filelock import FileLock

from vambrace import config
from vambrace.base.paths import cache_dir
from vambrace.measure import bench
from vambrace.measure.kinds.bench import Bench
from vambrace.software import peers
from vambrace.software.oracles import messages
from vambrace.view import peer_table

LONG = pytest.mark.long("measures every peer")

COMPARED = [a for a in config.algorithms() if any(a in p.algorithms for p in config.peers().values())]
SODIUM = ["chacha20-poly1305"]
CORES = list(dict.fromkeys(p.core.name for p in config.select_points([])))

# Where a T-table AES, which is not constant-time, takes fewer cycles than ours for some
# packet: without AES instructions, and never in GCM.
TABLES_WIN = {
    ("ibex-ref", "none"): {"ccm", "ecb", "cbc", "ctr"},
    ("ibex-ref", "zbkb"): {"ecb", "cbc", "ctr"},
    ("ibex-fast", "none"): {"ccm", "ecb", "cbc", "ctr"},
    ("ibex-fast", "zbkb"): {"ccm", "ecb", "cbc", "ctr"},
}


def vambrace(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vambrace", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})


@pytest.fixture(scope="module")
def compared(tmp_path_factory, testrun_uid) -> tuple[list[dict], str, list[dict]]:
    """The records of all algorithms of the peers, the printed tables, and the lines of the CSV file; measured once for
    all processes of a run."""
    folder = tmp_path_factory.getbasetemp().parent / f"peers-{testrun_uid}"
    folder.mkdir(exist_ok=True)
    records, table, shown = folder / "r.json", folder / "r.csv", folder / "shown"
    named = [word for a in COMPARED for word in ("-a", a)]
    with FileLock(folder / "lock"):
        if not shown.exists():
            files = ["--json", str(records), "--csv", str(table)]
            done = vambrace("bench", "--peers", "--markdown", *named, *files)
            assert done.returncode == 0, done.stderr
            shown.write_text(done.stdout)
    with table.open() as f:
        return json.loads(records.read_text()), shown.read_text(), list(csv.DictReader(f))


@pytest.mark.long("peers are software of others")
@LONG
def test_records_name_the_measured_library(compared):
    records, _, lines = compared
    assert [line["library"] for line in lines] == [r["library"] for r in records]
    theirs = {(r["library"], r["core"], r["algorithm"], r["scenario"], r["operation"]) for r in records}
    for peer, algorithms in (("libsodium", SODIUM), ("mbedtls", COMPARED)):
        assert {t for t in theirs if t[0] == peer} == {
            (peer, c, a, s, o)
            for c in CORES
            for a in algorithms
            for s in config.scenarios()
            for o in config.algorithms()[a].operations
        }
    for r in records:
        flags = r["configuration"]["library_flags"].split()
        assert r["checked"] is True and "-O2" in flags
        tables = r["library"] == "mbedtls" and r["algorithm"].startswith("aes")
        assert r["configuration"]["constant_time"] is not tables
        if r["library"] != "vambrace":
            assert r["extensions"] == "none" and r["published_cycles"] is None
            assert r["tools"][r["library"]] == config.peers()[r["library"]].version


@pytest.mark.long("bench compares every packet that it measures, too")
def test_peers_compute_other_packets_rightly():
    """The oracle's packet with other keys and contents, which bench checks in each run."""
    point = config.point("ibex-ref/none")
    for task in bench.peer_tasks([point], COMPARED, ["zigbee"]):
        for seed in (2, 3):
            assert all(c["operation"].cycles > 0 for c in bench.run_packet(task, seed).values())


@pytest.mark.long("ten seconds: peers are always measured")
def test_a_wrong_result_of_a_peer_is_rejected(monkeypatch):
    task = bench.peer_tasks([config.point("ibex-ref/none")], ["chacha20-poly1305"], ["zigbee"])[0]
    right = messages.oracle.seal

    def wrong(*arguments):
        ciphertext, tag = right(*arguments)
        return ciphertext, bytes([tag[0] ^ 1]) + tag[1:]

    monkeypatch.setattr(messages.oracle, "seal", wrong)
    with pytest.raises(messages.WrongResult):
        bench.run_packet(task, seed=4)


@pytest.mark.long("peers are software of others")
@LONG
@pytest.mark.parametrize("window", ["cycles", "cycles_with_key_setup"])
def test_we_are_ahead_of_every_constant_time_peer(compared, window):
    records = [r for r in compared[0] if r["configuration"]["constant_time"]]
    ratios = peer_table.ratios([Bench.of(r) for r in records], window)
    assert {key[2] for key in ratios} == {"chacha20-poly1305"} and {key[0] for key in ratios} == set(CORES)
    # libsodium on ibex-fast: 58,454 cycles for 46,920, both with misaligned accesses
    assert min(ratios.values()) > 1.24, min(ratios, key=lambda k: ratios[k])


@pytest.mark.long("peers are software of others")
@LONG
@pytest.mark.parametrize("window", ["cycles", "cycles_with_key_setup"])
def test_we_are_ahead_of_table_based_peers_with_listed_exceptions(compared, window):
    records = [r for r in compared[0] if r["extensions"] in ("none", *config.algorithms()[r["algorithm"]].uses)]
    ratios = peer_table.ratios([Bench.of(r) for r in records], window)
    behind = {key for key, ratio in ratios.items() if ratio <= 1}
    said = {key for key in behind if key[2].split("-")[-1] in TABLES_WIN.get(key[:2], ())}
    assert behind == said, behind - said


@pytest.mark.long("peers are software of others")
@LONG
def test_we_need_less_memory(compared):
    def memory(record: dict) -> int:
        return sum(record[f"{part}_bytes"] for part in ("code", "static", "stack", "key"))

    for ours in (r for r in compared[0] if r["library"] == "vambrace"):
        same = ("core", "algorithm", "scenario", "operation")
        for theirs in (r for r in compared[0] if r["library"] != "vambrace" and all(r[f] == ours[f] for f in same)):
            assert memory(ours) < memory(theirs), (ours["extensions"], theirs["library"], *(ours[f] for f in same))


@pytest.mark.long("peers are software of others")
@LONG
def test_peers_compiled_with_o3_are_not_ahead(compared):
    """-O3 instead of -O2 makes the peers faster, but constant-time ones never as fast as ours."""
    records = [r for r in compared[0] if r["library"] == "vambrace" and r["core"] == "ibex-ref"]
    points = [config.point("ibex-ref/none")]
    for task in bench.peer_tasks(points, ["chacha20-poly1305"], list(config.scenarios()), ("-O3",)):
        records += [bench.make_record(m) for m in bench.measure(task)]
    assert all("-O3" in r["configuration"]["library_flags"] for r in records if r["library"] != "vambrace")
    ratios = peer_table.ratios([Bench.of(r) for r in records])
    assert ratios and min(ratios.values()) > 1.25


@pytest.mark.long("peers are software of others")
@LONG
def test_tables_show_theirs_above_ours(compared):
    text = compared[1]
    for core in CORES:
        assert f"Cycles to seal a packet on {core}, theirs and ours" in text
        assert f"Cycles to decrypt a message on {core}, theirs and ours" in text
        assert f"Where a peer takes fewer cycles on {core}: theirs divided by ours" in text
    theirs, ours = text.index("| chacha20-poly1305 | libsodium |"), text.index("| chacha20-poly1305 | vambrace none |")
    assert theirs < ours
    assert "| aes-128-ccm | mbedtls * |" in text and "not constant-time" in text
    assert text.count("without key set-up: ahead in ") == len(CORES)
    verdicts = re.findall(r"without key set-up, compared with constant-time peers: ahead in (\d+) of (\d+)", text)
    assert len(verdicts) == len(CORES) and all(ahead == entry != "0" for ahead, entry in verdicts)


@pytest.mark.long("peers are software of others")
def test_algorithms_that_no_peer_has_are_reported():
    without = ["ascon-128", "ascon-hash256"]
    named = [word for a in (*SODIUM, *without) for word in ("-a", a)]
    done = vambrace("bench", "ibex-ref/none", "--peers", *named, "-s", "zigbee")
    assert done.returncode == 0, done.stderr
    assert f"no peer has {', '.join(without)}" in " ".join(done.stdout.split())
    assert "Cycles to hash a message on ibex-ref" in done.stdout


@pytest.mark.long("peers are software of others")
def test_sources_are_pinned_and_not_in_the_project():
    for peer in config.peers().values():
        assert len(peer.sha256) == 64
        folder = peers.sources(peer)
        assert folder.is_relative_to(cache_dir())
        assert (folder / "LICENSE").is_file() and all((folder / s).is_file() for s in peer.sources)


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    *progress, line = done.stderr.strip().split("\n")
    assert done.returncode == 1 and done.stdout == "" and line.startswith("vambrace: "), done.stderr
    assert all(text.startswith("bringing ") for text in progress), done.stderr  # where it takes seconds
    return line


@pytest.mark.long("peers are software of others")
def test_no_cargo_is_one_clear_line(tmp_path):
    """A PATH that has the compiler but no cargo."""
    for name in ("riscv64-unknown-elf-gcc", "gcc", "g++", "make"):
        (tmp_path / name).symlink_to(subprocess.check_output(["which", name], text=True).strip())
    line = one_line(
        vambrace("bench", "--peers", "-a", "aes-128-ccm", PATH=str(tmp_path), VAMBRACE_CACHE=str(tmp_path / "c"))
    )
    assert "mbedtls" in line and "cargo is missing" in line and "apt-get install cargo" in line


@pytest.mark.long("peers are software of others")
@pytest.mark.parametrize(
    ("algorithm", "peer", "setting"),
    [
        ("aes-128-ccm", "mbedtls", {"CARGO_NET_OFFLINE": "true", "CARGO_HOME": "{folder}"}),
        ("chacha20-poly1305", "libsodium", {"PIP_NO_INDEX": "1"}),
    ],
)
def test_no_network_is_one_clear_line(tmp_path, algorithm, peer, setting):
    environment = {k: v.format(folder=tmp_path) for k, v in setting.items()}
    line = one_line(vambrace("bench", "--peers", "-a", algorithm, VAMBRACE_CACHE=str(tmp_path / "c"), **environment))
    assert peer in line and "could not download" in line and "Try again" in line


@pytest.mark.long("peers are software of others")
def test_a_wrong_hash_is_rejected(tmp_path, monkeypatch):
    from dataclasses import replace

    from vambrace.base.errors import VambraceError

    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path))
    for peer in config.peers().values():
        with pytest.raises(VambraceError, match=peer.name):
            peers.sources(replace(peer, sha256="0" * 64))
        assert not (tmp_path / "peer").is_dir() or not any((tmp_path / "peer").iterdir())


@pytest.mark.long("peers are software of others")
def test_an_algorithm_that_no_peer_has_is_a_usage_error():
    done = vambrace("bench", "--peers", "-a", "ascon-128")
    assert done.returncode == 2 and "no peer has ascon-128" in done.stderr and "aes-128-ccm" in done.stderr
