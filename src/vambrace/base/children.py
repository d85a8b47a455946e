# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Child processes that end with this process.

`run` and `started` replace subprocess.run and subprocess.Popen. After `end_on_signals`, a signal that ends this process
(Ctrl-C, SIGTERM, SIGHUP) first ends its children and prevents new ones; a second signal kills them. SIGKILL cannot be
handled: for simulators, and for Python processes that call `end_with`, the kernel ends the child when its parent is
gone.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

_PR_SET_PDEATHSIG = 1  # linux/prctl.h

#: Signals within this many seconds count as one: timeout(1) signals both the process and its group.
_ONE_SIGNAL = 0.5

_lock = threading.RLock()  # reentrant: the handler may interrupt the main thread anywhere
_running: dict[subprocess.Popen[Any], float] = {}  # the `grace` of each
_ending = False
_ended = 0.0  # time of the signal that ended the children
_killed = False
_at_once = False
_starting = False  # the main thread is starting a process
_held: int | None = None  # a signal that arrived meanwhile


class SignalExit(SystemExit):
    """A signal ended this process; `code` is 128 + its number."""


@contextmanager
def started(command: Sequence[str], *, grace: float = 0, **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a process and wait for it; kill it if the block raises. `options` are those of subprocess.Popen.
    KeyboardInterrupt if this process is ending. With `grace`, a signal that ends this process interrupts the child
    (SIGINT, once), which then has this many seconds to end by itself. A child that reads a terminal needs
    `process_group=None`.
    """
    if grace:
        options.setdefault("process_group", 0)  # otherwise it would see Ctrl-C twice, the second time from the terminal
    process = _start(command, options, grace)
    try:
        with process:
            try:
                yield process
            except BaseException:
                try:
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(grace)
                finally:
                    process.kill()
                raise
    finally:
        with _lock:
            _running.pop(process, None)


def _start(command: Sequence[str], options: dict[str, Any], grace: float) -> subprocess.Popen[Any]:
    """Start a process that signals end: a signal that arrives before it is in `_running` is delayed until then."""
    global _starting
    with _lock:
        if _ending:
            raise KeyboardInterrupt
        try:
            _starting = threading.current_thread() is threading.main_thread()
            process = subprocess.Popen(command, **options)
            _running[process] = grace
        finally:
            _starting = False
            if _held is not None:
                _end(_held, None)
    return process


def run(command: Sequence[str], *, capture_output: bool = False, **options: Any) -> subprocess.CompletedProcess[Any]:
    """Run a process until it ends, as subprocess.run does; `grace` as in `started`."""
    if capture_output:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(command, **options) as process:
        out, err = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def end_on_signals() -> None:
    """Let signals end the running processes, then raise KeyboardInterrupt (Ctrl-C) or SignalExit with 128 + the
    signal's number. Ignored signals, as with nohup, stay ignored. Call it from the main thread only.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)


def end_at_once() -> None:
    """From now on let a signal end this process silently: only its threads are left."""
    global _at_once
    _at_once = True


def _end(number: int, _frame: object) -> None:
    global _ending, _ended, _held
    _ending = True
    if _starting:
        _held = number
        return
    if _ended or _at_once:
        _end_again(number)
        return
    _ended = time.monotonic()
    with _lock:
        for process, grace in list(_running.items()):
            process.send_signal(signal.SIGINT if grace else signal.SIGTERM)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SignalExit(128 + number)


def _end_again(number: int) -> None:
    """Handle a further signal. It raises nothing: the first exception is being handled, or the last messages are being
    printed.
    """
    global _killed
    if time.monotonic() - _ended < _ONE_SIGNAL:
        return
    with _lock:
        for process in list(_running):
            process.kill()
    if _at_once or _killed:
        os._exit(128 + number)
    _killed = True


def end_with(parent: int) -> None:
    """Let the kernel kill this process when `parent`, which started it, ends. Linux only; elsewhere
    this does nothing.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # the parent has already ended
        sys.exit(1)
