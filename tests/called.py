# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls a command line in this process: what it prints and the code that it would exit with, without a start of
Python. For tests of words and options; signals, pipes and closed files need a process."""

from __future__ import annotations

import io
import subprocess
from contextlib import redirect_stderr, redirect_stdout

from vambrace.cli import endings
from vambrace.cli import main as cli
from vambrace_dev import main as dev

PROGRAMS = {"vambrace": cli.main, "vambrace-dev": dev.main}


def called(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Call `vambrace` with these arguments, or `vambrace-dev` where that is the first."""
    program, *words = arguments if arguments[:1] == ("vambrace-dev",) else ("vambrace", *arguments)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = endings.code_of(lambda: PROGRAMS[program](words, prog_name=program, standalone_mode=False))
    return subprocess.CompletedProcess([program, *words], code, out.getvalue(), err.getvalue())
