# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs that tests send to workers, which import this module."""

import errno
import os
import signal
import time
from functools import partial
from pathlib import Path

from vambrace.base import memo, store
from vambrace.base.errors import VambraceError


def double(number: int) -> tuple[int, int]:
    """The double, and which process computed it."""
    time.sleep(0.05)
    if number == 13:
        raise VambraceError("13 is unlucky")
    return 2 * number, os.getpid()


def full(folder: Path, number: int) -> int:
    """The number; the first process that comes has no space left, each time."""
    first = folder / "first"
    if not first.exists():
        first.write_text(str(os.getpid()), encoding="utf-8")
    if first.read_text(encoding="utf-8") == str(os.getpid()):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    time.sleep(0.05)
    return number


def die(folder: Path, times: int) -> int:
    """Kill this process, the first `times` times; return how often it was killed."""
    tries = len(list(folder.iterdir()))
    if tries < times:
        (folder / str(tries)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return tries


def fill(text: str, work: Path) -> None:
    (work / "text").write_text(text, encoding="utf-8")
    (work / "program").write_text("#!/bin/sh\n", encoding="utf-8")
    (work / "program").chmod(0o755)


def build(text: str, log: str) -> None:
    """Fill an entry and a file of the cache, and note that this was done."""

    def noted(work: Path) -> None:
        with open(log, "a", encoding="utf-8") as f:
            f.write(f"{text}\n")
        fill(text, work)

    store.entry("built", store.digest(text), noted)
    memo.recall(store.digest("run", text), partial(_ran, text))


def _ran(text: str) -> memo.Files:
    return {"output": text.encode()}


def use(text: str) -> str:
    """Read what `build` filled."""
    with store.existing():
        folder = store.entry("built", store.digest(text), lambda work: None)
        ran = memo.recall(store.digest("run", text), dict)
    assert os.access(folder / "program", os.X_OK) and ran == {"output": text.encode()}
    return (folder / "text").read_text(encoding="utf-8")
