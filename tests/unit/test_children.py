# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Processes end with the one that started them, whatever ends it; and what is said while work goes on."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from vambrace import progress

pytestmark = pytest.mark.unit

#: Starts one child from the main thread and one from another, which would each start a second one.
PROGRAM = """
import sys, threading
from vambrace import children, endings
CHILD = [sys.executable, "-c", "import os, time; os.write(1, b'up' + bytes([10])); time.sleep(60)"]
def work():
    for _ in range(2):
        children.run(CHILD)
def command():
    threading.Thread(target=work).start()
    work()
endings.run(command)
"""

#: As silicon/yosys.py does.
ENDS_WITH_PARENT = """
import os, subprocess, sys
CHILD = "import sys, time; from vambrace import children; "
CHILD += "children.end_with(int(sys.argv[1])); print('up', flush=True); time.sleep(60)"
subprocess.run([sys.executable, "-c", CHILD, str(os.getpid())])
"""


def children_of(pid: int) -> list[int]:
    return [int(p) for task in Path(f"/proc/{pid}/task").iterdir() for p in (task / "children").read_text().split()]


def are_gone(pids: list[int]) -> bool:
    until = time.monotonic() + 3
    while time.monotonic() < until:
        states = [p.read_text().rsplit(")", 1)[1].split()[0] for n in pids if (p := Path(f"/proc/{n}/stat")).exists()]
        if set(states) <= {"Z"}:
            return True
        time.sleep(0.05)
    return False


def start(text: str, lines: int) -> subprocess.Popen:
    process = subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: [signal.signal(n, signal.SIG_DFL) for n in (signal.SIGINT, signal.SIGHUP)],
    )  # fmt: skip
    assert [process.stdout.readline() for _ in range(lines)] == ["up\n"] * lines
    return process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_all_and_lets_none_begin(number):
    process = start(PROGRAM, 2)
    running = children_of(process.pid)
    assert len(running) == 2
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (128 + number, "")
    assert are_gone(running)
    assert ("is kept" in err) == (number != signal.SIGHUP)


def test_the_kernel_ends_what_asked_for_it():
    process = start(ENDS_WITH_PARENT, 1)
    running = children_of(process.pid)
    process.kill()
    process.communicate(timeout=20)
    assert len(running) == 1 and are_gone(running)


def test_long_work_is_told_and_short_work_is_not(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", 0.05)
    with progress.doing("building the model"):
        time.sleep(0.3)
    assert capsys.readouterr().err == "building the model ...\n"
    monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", 60)
    with progress.doing("building the model"):
        pass
    assert capsys.readouterr().err == "" and threading.active_count() == 1


def test_a_terminal_shows_for_how_long(monkeypatch):
    pty = pytest.importorskip("pty")
    text = "import time; from vambrace.progress import doing\nwith doing('building the model'): time.sleep(2.2)"

    primary, secondary = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", text], stderr=secondary)
    os.close(secondary)
    shown = b""
    while True:
        try:
            some = os.read(primary, 4096)
        except OSError:
            break
        if not some:
            break
        shown += some
    assert process.wait(20) == 0
    assert b"building the model" in shown and b"0:00:01" in shown
