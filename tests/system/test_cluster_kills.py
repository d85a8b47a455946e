# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measurements on a cluster whose workers, scheduler and client are killed: no result is lost, no finished measurement
is repeated, and the figures are those of one computer. The workers have caches of their own."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.dask_processes import Processes
from vambrace.base.paths import cache_dir
from vambrace.cli import main

SIZES = range(600, 660)
COMMAND = ["bench", "--by", "length", "ibex-ref/none", "-a", "aes-128-ccm"]
KILLS = 10


@pytest.fixture
def caches(tmp_path):
    """The variables of a process with a cache of its own, by name. The models are those of the tests."""

    def cache(name: str) -> dict[str, str]:
        (tmp_path / name).mkdir(exist_ok=True)
        return {"VAMBRACE_CACHE": str(tmp_path / name), "VAMBRACE_CACHE_BELOW": str(cache_dir())}

    return cache


def begin(environment, address, file: Path, sizes=SIZES) -> subprocess.Popen[str]:
    """Start the command in a process."""
    words = [word for size in sizes for word in ("--size", str(size))]
    where = ["--scheduler", address] if address else []
    return subprocess.Popen(
        [sys.executable, "-c", f"from {main.__name__} import entry; entry()", *COMMAND, *words, *where, "--json", file],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        start_new_session=True,
    )


def kept(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return the records in a cache: the time and the contents of each."""
    files = [path for path in (folder / "records").rglob("*.json") if path.name != "inputs.json"]
    return {str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def figures(file: Path) -> list[tuple[int, int]]:
    return sorted((r["message_bytes"], r["cycles"]) for r in json.loads(file.read_text()))


@pytest.mark.long("minutes: ten kills, and each time the start of what was killed")
@pytest.mark.parametrize("shared", [True, False], ids=["one cache", "a cache each"])
def test_kills_lose_no_result_and_repeat_none(tmp_path, caches, shared):
    chance = random.Random(7)
    names = {name: "client" if shared else name for name in ("one", "two")}
    finished: dict[str, dict[str, tuple[int, bytes]]] = {}
    command, file, killed = None, tmp_path / "records.json", []
    with Processes(tmp_path) as processes:
        for name in ("scheduler", "one", "two"):
            processes.start(name, caches(names.get(name, name)))
        while True:
            processes.start_again()
            if command is None:
                command = begin(caches("client"), processes.address, file)
            try:
                command.wait(chance.uniform(2, 6) if len(killed) < KILLS else 600)
            except subprocess.TimeoutExpired:
                killed.append(chance.choice(["scheduler", "one", "two", "client"]))
                if killed[-1] == "client":
                    os.killpg(command.pid, signal.SIGKILL)
                else:
                    processes.kill(killed[-1])
                    processes.start(killed[-1])
            processes.start_again()
            for cache in {"client", *names.values()}:
                now, before = kept(tmp_path / cache), finished.setdefault(cache, {})
                assert {name: now.get(name) for name in before} == before, killed
                finished[cache] = now
            if command.poll() is not None:
                err = command.communicate()[1]
                if command.returncode == 0:
                    break
                assert command.returncode in (1, -signal.SIGKILL) and "Traceback" not in err, err
                if command.returncode == 1:
                    assert any(text in err for text in ("is gone; finished", "no scheduler", "has no workers")), err
                command = None
    assert len(killed) >= 3, killed
    alone = begin(caches("alone"), None, tmp_path / "alone.json")
    assert alone.wait(600) == 0
    assert figures(file) == figures(tmp_path / "alone.json") and len(figures(file)) >= len(SIZES)
    if not shared:
        everywhere = [name for cache in names.values() for name in kept(tmp_path / cache)]
        print(f"{len(killed)} kills, {len(everywhere) - len(set(everywhere))} records on both workers")


@pytest.mark.long("a minute: workers that do not answer are given up after a time")
def test_a_worker_that_does_not_answer_costs_only_its_measurement(tmp_path, caches):
    with Processes(tmp_path) as processes:
        for name in ("scheduler", "one", "two"):
            processes.start(name, caches("client"))
        command = begin(caches("client"), processes.address, tmp_path / "records.json")
        while len(kept(tmp_path / "client")) < 5:
            time.sleep(0.2)
        processes.stop("one")
        assert command.wait(300) == 0, command.communicate()[1]
    assert len(figures(tmp_path / "records.json")) >= len(SIZES)


@pytest.mark.long("half a minute: an interrupted command, and the same command again")
def test_ctrl_c_keeps_what_is_finished(tmp_path, caches):
    with Processes(tmp_path) as processes:
        for name in ("scheduler", "one"):
            processes.start(name, caches(name))
        command = begin(caches("client"), processes.address, tmp_path / "records.json")
        while len(kept(tmp_path / "client")) < 5 and command.poll() is None:
            time.sleep(0.2)
        command.send_signal(signal.SIGINT)
        err = command.communicate(timeout=30)[1]
        assert command.returncode == 130 and "interrupted; finished work is kept" in err, err
        before = kept(tmp_path / "client")
        assert 5 <= len(before) < len(SIZES)
        again = begin(caches("client"), processes.address, tmp_path / "records.json")
        assert again.wait(300) == 0, again.communicate()[1]
        assert {name: kept(tmp_path / "client")[name] for name in before} == before


@pytest.mark.long("a minute: workers that do not answer are given up after a time")
def test_a_worker_that_stops_with_its_nanny_costs_only_its_measurement(tmp_path, caches):
    with Processes(tmp_path) as processes:
        for name in ("scheduler", "one", "two"):
            processes.start(name, caches("client"))
        command = begin(caches("client"), processes.address, tmp_path / "records.json")
        while len(kept(tmp_path / "client")) < 5:
            time.sleep(0.2)
        processes.stop("one", nanny=True)
        err = command.communicate(timeout=400)[1]
        assert command.returncode == 0, err
        assert "is gone: others repeat its work" in err
    assert len(figures(tmp_path / "records.json")) >= len(SIZES)
