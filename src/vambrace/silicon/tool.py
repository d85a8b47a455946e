# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a WebAssembly tool of the package yowasp_NAME, or another Python program, in a process of its own.

`python -m vambrace.silicon.tool PARENT MODULE FUNCTION ARGUMENT...` is that process; it ends with PARENT, and writes
its processor seconds and its memory to the file `USAGE`.
"""

import importlib
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

from vambrace.base import children

#: The file with `seconds`, of the processor, and `mib`, the most memory.
USAGE = "usage.json"


def run(module: str, function: str, arguments: list[str], work: Path) -> tuple[int, str]:
    """Call a function of a module that takes arguments of a command line, in the folder `work`: paths of WebAssembly
    tools are relative to it. Return the exit code and the output.
    """
    command = [sys.executable, "-m", "vambrace.silicon.tool", str(os.getpid()), module, function, *arguments]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = children.run(
        command,
        cwd=work,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout


def _call(module: str, function: str, arguments: list[str]) -> int:
    sys.argv = [module, *arguments]
    called: Any = getattr(importlib.import_module(module), function)
    code = called(arguments) if module.startswith("yowasp_") else called()
    used = resource.getrusage(resource.RUSAGE_SELF)
    usage = {"seconds": round(used.ru_utime + used.ru_stime, 1), "mib": used.ru_maxrss // 1024}
    Path(USAGE).write_text(json.dumps(usage))
    return int(code or 0)


if __name__ == "__main__":
    children.end_with(int(sys.argv[1]))
    sys.exit(_call(sys.argv[2], sys.argv[3], sys.argv[4:]))
