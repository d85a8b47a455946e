# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`--cluster slurm` with a real Slurm: a controller and two nodes on this computer (Debian's slurm-wlm and munge)."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from vambrace.base.paths import cache_dir
from vambrace.cli import main

pytestmark = pytest.mark.long("a minute: a Slurm of its own, whose jobs measure")

CONFIGURATION = """
ClusterName=vambrace
SlurmctldHost={host}
SlurmctldPort={controller}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
KillWait=2
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={first} CPUs=1 RealMemory=4000
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={second} CPUs=1 RealMemory=4000
PartitionName=batch Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"""

JOBS = """
jobqueue:
  slurm:
    cores: 1
    processes: 1
    memory: 3GB
    walltime: "00:10:00"
    local-directory: {folder}/spill
    log-directory: {folder}/jobs
    scheduler-options: {{host: 127.0.0.1}}
    job-script-prologue: ["echo $SLURMD_NODENAME >> {folder}/nodes"]
"""


def ports(count: int) -> list[int]:
    """Ports that are free now."""
    sockets = [socket.socket() for _ in range(count)]
    for item in sockets:
        item.bind(("127.0.0.1", 0))
    results = [item.getsockname()[1] for item in sockets]
    for item in sockets:
        item.close()
    return results


def run(*words: str, **environment: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, **environment}, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def slurm(tmp_path_factory):
    """The folder of a Slurm with two nodes, and the variables of its commands."""
    lacks = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if shutil.which(name) is None]
    if lacks or os.geteuid() != 0:
        pytest.skip(f"{' '.join(lacks) or 'root'} is missing: as root, apt-get install slurm-wlm munge")
    folder = tmp_path_factory.mktemp("slurm")
    for name in ("munge", "state", "spool-n1", "spool-n2", "jobs"):
        (folder / name).mkdir(mode=0o700)
    key = folder / "munge" / "key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o600)
    controller, first, second = ports(3)
    text = CONFIGURATION.format(
        folder=folder, host=socket.gethostname(), controller=controller, first=first, second=second
    )
    (folder / "slurm.conf").write_text(text, encoding="utf-8")
    (folder / "dask").mkdir()
    (folder / "dask" / "jobqueue.yaml").write_text(JOBS.format(folder=folder), encoding="utf-8")
    environment = {"SLURM_CONF": str(folder / "slurm.conf"), "DASK_CONFIG": str(folder / "dask")}
    munge = [f"--{name}={folder}/munge/{file}" for name, file in MUNGE.items()]
    daemons = [["munged", "--foreground", "--force", *munge], ["slurmctld", "-D"]]
    daemons += [["slurmd", "-D", "-N", node] for node in ("n1", "n2")]
    running = []
    try:
        for daemon in daemons:
            log = (folder / f"{daemon[0]}-{len(running)}.out").open("wb")
            options = {"stdout": log, "stderr": log, "stdin": subprocess.DEVNULL, "env": {**os.environ, **environment}}
            running.append(subprocess.Popen(daemon, **options))
            while daemon[0] == "munged" and not (folder / "munge" / "socket").exists():
                assert running[-1].poll() is None
                time.sleep(0.1)
        for _ in range(100):
            if "idle" in (nodes := run("sinfo", "--noheader", "--format=%T %D", **environment)) and "2" in nodes:
                break
            time.sleep(0.2)
        yield folder, environment
    finally:
        for daemon in reversed(running):
            daemon.terminate()
        for daemon in running:
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()


MUNGE = {"key-file": "key", "socket": "socket", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}


def begin(environment, cache: Path, *options: str) -> subprocess.Popen[str]:
    """Start the command in a process."""
    words = ["bench", "--by", "length", "ibex-ref/none", "-a", "aes-128-ccm", *options]
    for size in range(600, 640):
        words += ["--size", str(size)]
    cache.mkdir()
    places = {"VAMBRACE_CACHE": str(cache), "VAMBRACE_CACHE_BELOW": str(cache_dir())}
    return subprocess.Popen(
        [sys.executable, "-c", f"from {main.__name__} import entry; entry()", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment, **places},
    )


def test_slurm_measures_on_two_nodes_and_a_cancelled_job_costs_no_result(slurm, tmp_path):
    folder, environment = slurm
    file, alone = tmp_path / "records.json", tmp_path / "alone.json"
    command = begin(environment, tmp_path / "client", "--cluster", "slurm", "--workers", "2", "--json", str(file))
    records = tmp_path / "client" / "records"
    jobs: list[str] = []
    while command.poll() is None and len(jobs) < 2 and not list(records.rglob("*.json")):
        jobs = run("squeue", "--noheader", "--states=running", "--format=%i", **environment).split()
        time.sleep(0.3)
    while command.poll() is None and len(list(records.rglob("*.json"))) < 6:
        time.sleep(0.2)
    assert command.poll() is None, command.communicate()[1]
    jobs = run("squeue", "--noheader", "--states=running", "--format=%i", **environment).split()
    run("scancel", jobs[0], **environment)
    err = command.communicate(timeout=400)[1]
    assert command.returncode == 0, err
    assert len(jobs) == 2 and set((folder / "nodes").read_text().split()) == {"n1", "n2"}, err
    for _ in range(100):
        if not (left := run("squeue", "--noheader", **environment)):
            break
        time.sleep(0.2)
    assert not left
    other = begin(environment, tmp_path / "alone", "--json", str(alone))
    assert other.wait(400) == 0

    def figures(path: Path) -> list[tuple[int, int]]:
        return sorted((r["message_bytes"], r["cycles"]) for r in json.loads(path.read_text()))

    assert figures(file) == figures(alone) and len(figures(file)) >= 40


def test_slurm_without_settings_is_explained(slurm, tmp_path):
    folder, environment = slurm
    (folder / "dask" / "jobqueue.yaml").unlink()
    command = begin(environment, tmp_path / "client", "--cluster", "slurm")
    err = command.communicate(timeout=100)[1]
    assert command.returncode == 1, err
    wanted = "set jobqueue.slurm.cores and .memory in ~/.config/dask/jobqueue.yaml"
    assert [line for line in err.splitlines() if wanted in line and line.startswith("vambrace: --cluster slurm: ")], err
