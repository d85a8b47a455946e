# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a program in an empty folder, unless it ran before on the same files (vambrace.base.memo): for linters and
simulators, whose only effect is their output. Callers check the output each time.
"""

from __future__ import annotations

import os
import struct
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from vambrace.base import memo, store, tools
from vambrace.base.paths import root


def ran(
    command: Sequence[str | Path],
    files: Iterable[Path],
    versions: Sequence[str],
    input: bytes = b"",
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """What a program printed that reads `files`, wherever these are, and is of these versions."""
    words, read = [str(word) for word in command], list(files)
    places = {str(path): f"FILE{number}" for number, path in enumerate(read)}
    key = store.digest(
        "ran",
        [places.get(word, word.replace(str(root()), "ROOT")) for word in words],
        store.digest_files(read),
        [tools.version(name) for name in versions],
        dict(environment or {}),
        input,
    )

    def run() -> memo.Files:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                words, capture_output=True, input=input, cwd=folder, env={**os.environ, **(environment or {})}
            )
        return {"code": struct.pack("<i", done.returncode), "out": done.stdout, "err": done.stderr}

    left = memo.recall(key, run)
    return subprocess.CompletedProcess(words, struct.unpack("<i", left["code"])[0], left["out"], left["err"])


def verilator(options: Sequence[str], files: Sequence[Path]) -> subprocess.CompletedProcess[bytes]:
    """What Verilator says of some files in the order of compilation."""
    folder = tools.package_folder("verilator")
    command = [folder / "bin" / "verilator_bin", *options, *files]
    return ran(command, files, ["verilator"], environment={"VERILATOR_ROOT": str(folder)})
