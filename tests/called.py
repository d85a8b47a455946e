# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls the command line in this process: what it prints and the code that it would exit with, without a start of
Python. For tests of words and options; signals, pipes and closed files need a process."""

from __future__ import annotations

import io
import subprocess
from contextlib import redirect_stderr, redirect_stdout

from vambrace.cli import endings
from vambrace.cli import main as cli


def called(*arguments: str) -> subprocess.CompletedProcess[str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = endings.code_of(lambda: cli.main(list(arguments), prog_name="vambrace", standalone_mode=False))
    return subprocess.CompletedProcess(["vambrace", *arguments], code, out.getvalue(), err.getvalue())
