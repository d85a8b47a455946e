# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A scheduler and workers of Dask as processes of their own, which tests kill."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path


class Processes:
    """A scheduler and workers by name, in a folder that gets their logs. Each is a process group of its own: a worker
    with its nanny, which starts it again after it was killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.environments: dict[str, Mapping[str, str]] = {}
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def start(self, name: str, environment: Mapping[str, str] | None = None) -> None:
        """Start the scheduler, or a worker of that name with additional variables; start it as before without."""
        self.environments[name] = environment if environment is not None else self.environments.get(name, {})
        if name == "scheduler":
            words = ["dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"]
        else:
            words = ["dask_worker", self.address, "--nthreads", "1", "--no-dashboard", "--name", name]
            words += ["--death-timeout", "60", "--local-directory", str(self.folder / "spill")]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:]],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "15s", **self.environments[name]},
            )
        if name == "scheduler":
            self._wait_for_port()

    def _wait_for_port(self) -> None:
        for _ in range(300):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise AssertionError((self.folder / "scheduler.log").read_text())

    def stop(self, name: str, nanny: bool = False) -> None:
        """Let a worker answer no more, and with `nanny` its nanny neither."""
        import psutil

        if nanny:
            os.killpg(self.running[name].pid, signal.SIGSTOP)
        for child in psutil.Process(self.running[name].pid).children(recursive=True):
            child.send_signal(signal.SIGSTOP)

    def kill(self, name: str) -> None:
        """Kill a process and its children, unless it has ended, and forget it."""
        process = self.running.pop(name)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def start_again(self) -> None:
        """Start the processes that have ended: workers end when their scheduler dies."""
        for name in [name for name, process in self.running.items() if process.poll() is not None]:
            self.start(name)

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(self.running):
            self.kill(name)
