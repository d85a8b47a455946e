# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Processes end with the process that started them, however that ends; and messages during work."""

import io
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.signals import let_through
from vambrace.base import progress

#: Starts one child from the main thread and one from another, which would each start a second one.
PROGRAM = """
import sys, threading
from vambrace.base import children; from vambrace.cli import endings
CHILD = [sys.executable, "-c", "import os, time; os.write(1, b'up' + bytes([10])); time.sleep(60)"]
def work():
    for _ in range(2):
        children.run(CHILD)
def command():
    threading.Thread(target=work).start()
    work()
endings.run(command)
"""

#: A child that needs this many seconds to end by itself, and its grace period.
WITH_GRACE = """
import signal, sys
from vambrace.base import children; from vambrace.cli import endings
CHILD = "import os, signal, sys, time\\n"
CHILD += "came = []; signal.signal(signal.SIGINT, lambda *_: came.append(os.write(1, b'interrupted\\\\n')))\\n"
CHILD += "os.write(1, b'up\\\\n')\\nwhile not came: time.sleep(0.01)\\n"
CHILD += "time.sleep(int(sys.argv[1])); os.write(1, b'ended\\\\n')"
endings.run(lambda: children.run([sys.executable, "-c", CHILD, sys.argv[1]], grace=float(sys.argv[2])))
"""

#: As silicon/yosys.py does.
ENDS_WITH_PARENT = """
import os, subprocess, sys
CHILD = "import sys, time; from vambrace.base import children; "
CHILD += "children.end_with(int(sys.argv[1])); print('up', flush=True); time.sleep(60)"
subprocess.run([sys.executable, "-c", CHILD, str(os.getpid())])
"""

#: SIGTERM arrives after the child has started, but before Popen has returned.
SIGNALLED = """
import os, signal, subprocess, sys
from vambrace.base import children; from vambrace.cli import endings
class Popen(subprocess.Popen):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        os.write(1, b"%d" % self.pid)
        os.kill(os.getpid(), signal.SIGTERM)
subprocess.Popen = Popen
CHILD = [sys.executable, "-c", "import time; time.sleep(60)"]
endings.run(lambda: children.run(CHILD, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
"""

#: A worker waits for a child that does not end by itself.
STUBBORN = """
import sys
from vambrace.base import children, work; from vambrace.cli import endings
CHILD = "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
CHILD += "os.write(1, b'up' + bytes([10])); time.sleep(60)"
endings.run(lambda: work.each([1], lambda _: children.run([sys.executable, "-c", CHILD]), str, print, print))
"""

#: Waits for ABC in another thread, as `vambrace-dev test proofs` does; the argument is the folder of ABC.
PROVES = """
import sys, threading
from pathlib import Path
from vambrace.cli import endings; from vambrace.base import tools
from vambrace_dev.proofs import aiger, prove
folder = Path(sys.argv[1])
tools.package_folder = lambda name: folder
threading.excepthook = lambda _: None
circuit = aiger.Aig(["a"], [], [("bad", 2)], [])
def command():
    thread = threading.Thread(target=prove._abc, args=(circuit, "iprove", folder))
    thread.start()
    thread.join()
endings.run(command)
"""


def children_of(pid: int) -> list[int]:
    return [int(p) for task in Path(f"/proc/{pid}/task").iterdir() for p in (task / "children").read_text().split()]


def are_gone(pids: list[int]) -> bool:
    return comes(lambda: all(map(is_gone, pids)))


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def comes(what: Callable[[], bool]) -> bool:
    """Return whether the condition becomes true; allows for a busy machine."""
    until = time.monotonic() + 30
    while not (there := what()) and time.monotonic() < until:
        time.sleep(0.05)
    return there


def start(text: str, lines: int, *arguments: str) -> subprocess.Popen:
    process = subprocess.Popen(
        [sys.executable, "-c", text, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=let_through,
    )
    assert [process.stdout.readline() for _ in range(lines)] == ["up\n"] * lines
    return process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_all_processes_and_prevents_new_ones(number):
    process = start(PROGRAM, 2)
    running = children_of(process.pid)
    assert len(running) == 2
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (128 + number, "")
    assert are_gone(running)
    assert ("is kept" in err) == (number != signal.SIGHUP)


@pytest.mark.parametrize(
    ("seconds", "grace", "said"), [("0", "60", "interrupted\nended\n"), ("60", "2", "interrupted\n")]
)
def test_a_process_may_have_time_to_end(seconds, grace, said):
    process = start(WITH_GRACE, 1, seconds, grace)
    running = children_of(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, said) and "interrupted" in err
    assert are_gone(running)


def test_a_second_signal_ends_the_remaining_processes():
    """There is no traceback; two signals at once, as sent by timeout(1), count as one."""
    process = start(STUBBORN, 1)
    running = children_of(process.pid)
    try:
        process.terminate()
        process.terminate()
        assert "ended by SIGTERM" in process.stderr.readline()
        time.sleep(0.6)
        assert process.poll() is None and not any(map(is_gone, running))
        process.terminate()
        assert process.communicate(timeout=60) == ("", "") and process.returncode == 143
        assert are_gone(running)
    finally:
        process.kill()


def test_a_signal_while_a_process_starts():
    process = start(SIGNALLED, 0)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 143 and "ended by SIGTERM" in err
    assert are_gone([int(out)])


def test_a_signal_ends_a_proof(tmp_path):
    abc, log = tmp_path / "yosys-abc", tmp_path / "log"
    abc.write_text("#!/bin/sh\necho $$\nexec sleep 300\n")
    abc.chmod(0o755)
    process = start(PROVES, 0, str(tmp_path))
    try:
        assert comes(lambda: log.exists() and log.read_text().endswith("\n"))
        process.terminate()
        err = process.communicate(timeout=60)[1]
        assert process.returncode == 143 and err.count("\n") == 1 and "ended by SIGTERM" in err
        assert are_gone([int(log.read_text())])
    finally:
        process.kill()


def test_children_have_a_standard_output_even_if_it_was_closed():
    text = "import os, sys; from vambrace.cli import endings; "
    text += "endings.run(lambda: sys.exit([os.get_inheritable(n) for n in range(3)] != [True] * 3))"
    shell = ["sh", "-c", '"$0" -c "$1" >&-', sys.executable, text]
    done = subprocess.run(shell, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("sys.exit(143)", 143, ""),
        ("os.kill(os.getpid(), signal.SIGTERM)", 143, "ended by SIGTERM"),
    ],
)
def test_a_program_that_returns_143_is_not_a_signal(text, code, words):
    text = f"import os, signal, sys; from vambrace.cli import endings; endings.run(lambda: {text})"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert done.returncode == code and bool(done.stderr) == bool(words) and words in done.stderr


def test_the_kernel_ends_children_that_requested_it():
    process = start(ENDS_WITH_PARENT, 1)
    running = children_of(process.pid)
    process.kill()
    process.communicate(timeout=60)
    assert len(running) == 1 and are_gone(running)


def test_long_work_is_reported_and_short_work_is_not(monkeypatch):
    shown, before = io.StringIO(), set(threading.enumerate())
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", 0.05)
    with progress.doing("building the model"):
        assert comes(lambda: shown.getvalue() != "")
    assert shown.getvalue() == "building the model ...\n"
    monkeypatch.setattr(progress, "_SECONDS_BETWEEN_LINES", 60)
    with progress.doing("building another"):
        pass
    assert shown.getvalue() == "building the model ...\n" and set(threading.enumerate()) <= before


@pytest.mark.parametrize("width", [60, 80])
def test_a_narrow_terminal_shortens_only_the_label(monkeypatch, width):
    """The bar, the counts and the time are not shown."""
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    with progress.Progress("measuring", 12345) as bar:
        bar.step("ibex-ref/zkned+zbkc aes-128-gcm-siv zigbee-frame, and more of it", 1234)
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.getvalue()).replace("\r", "\n").split("\n")
    line = next(line for line in lines if "1234/12345" in line)
    assert re.match(r"measuring \S{20}  ?1234/12345 0:00:0\d ibex", line) and "…" in line and len(line) <= width, line


def test_a_terminal_shows_the_elapsed_time(monkeypatch):
    text = "import time; from vambrace.base.progress import doing\nwith doing('building the model'): time.sleep(3)"

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
    assert process.wait(60) == 0
    assert b"building the model" in shown and b"0:00:01" in shown
