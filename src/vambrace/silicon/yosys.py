# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs Yosys commands in a separate process, which can be interrupted and releases its memory.

`python -m vambrace.silicon.yosys SCRIPT PARENT` is that process; it ends with PARENT.
"""

import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

from vambrace.base import children
from vambrace.base.errors import BuildError

#: The file with the seconds of each command.
SECONDS = "seconds"


def run(commands: list[str], work: Path) -> None:
    """Execute commands in order, in the folder `work`, and write their processor seconds to the file `SECONDS` there.
    BuildError with the first error of Yosys.
    """
    script, log = work / "script.ys", work / "yosys.log"
    script.write_text("\n".join(commands) + "\n")
    command = [sys.executable, "-m", "vambrace.silicon.yosys", script.name, str(os.getpid())]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    with log.open("w") as f:
        code = children.run(command, cwd=work, env=environment, stdout=f, stderr=f, stdin=subprocess.DEVNULL).returncode
    if code != 0:
        text = log.read_text(errors="replace")
        errors = [line for line in text.splitlines() if re.search(r"ERROR|[Ee]rror:|cannot be used", line)]
        raise BuildError("Yosys failed: " + "\n".join(errors[:5] or text.splitlines()[-5:] or [f"exit code {code}"]))


def _execute(script: Path) -> None:
    from pyosys import libyosys  # loads the whole of Yosys

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's handler waits for the end of a pass, a minute away
    design = libyosys.Design()
    for line in script.read_text().splitlines():
        libyosys.run_pass(line, design)
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    (script.parent / SECONDS).write_text(f"{sum(u.ru_utime + u.ru_stime for u in usage):.2f}\n")


if __name__ == "__main__":
    children.end_with(int(sys.argv[2]))
    _execute(Path(sys.argv[1]))
