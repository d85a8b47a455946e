# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A folder in which the commands of a document run: copies of what they name of the repository, its tools on the PATH,
and the files that they take of a reader, such as a picture."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image

from tests.docs.documents import NUMBER, Block, Command, Document
from vambrace.base import children
from vambrace.base.paths import cache_dir, root
from vambrace.silicon import liberty


def make(folder: Path) -> Path:
    for name in ("lib", "examples", "ports"):
        shutil.copytree(root() / name, folder / name, ignore=shutil.ignore_patterns("build"))
    (folder / "docs" / "user").mkdir(parents=True)
    Image.linear_gradient("L").resize((40, 24)).save(folder / "cat.jpg")
    shutil.copyfile(liberty.default_path(), folder / "my_cells.lib")
    return folder


def run(text: str, folder: Path, follow: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a command in a shell; `make`, `vambrace` and `vambrace-dev` are those of this environment. With `follow` its
    standard error is that of this process, which shows its progress."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {
        **os.environ,
        "PATH": path,
        "PYTHONPATH": os.pathsep.join(str(root() / name) for name in ("src", "dev")),
        "VAMBRACE_CACHE": str(cache_dir()),
        "COLUMNS": "100",
    }
    error = None if follow else subprocess.PIPE
    command = ["bash", "-c", text]
    return children.run(command, grace=10, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=error, text=True)


def prepare(document: Document, folder: Path) -> Path:
    """Make the folder, and run what the document needs before its commands."""
    make(folder)
    for text in document.before:
        done = run(text, folder)
        assert done.returncode == 0, f"{text}\n{done.stderr}"
    return folder


def write(files: list[Block], folder: Path) -> None:
    """Write the files of a reader."""
    for block in files:
        path = folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(block.text) + "\n")


def check(command: Command, block: Block | None, folder: Path) -> str:
    """Run a command, which must succeed and print what its block says, where that says anything. Return what it
    printed."""
    printed = output(command, folder)
    assert is_current(command, block, printed), printed
    return printed


def output(command: Command, folder: Path, follow: bool = False) -> str:
    """What a command prints, which must succeed. What `cat` is said to print is the file of a reader, which is written
    first."""
    if command.output is not None and (match := re.fullmatch(r"cat ([\w.]+)", command.text)):
        (folder / match[1]).write_text("\n".join(command.output) + "\n")
    done = run(command.text, folder, follow)
    assert done.returncode == 0, f"{command.text}\n{done.stdout[-2000:]}{(done.stderr or '')[-2000:]}"
    return done.stdout


def is_current(command: Command, block: Block | None, printed: str) -> bool:
    """Return whether a block matches its command's output, or claims none."""
    return not command.output or alike("\n".join(command.output), printed, block.varies if block else [])


def alike(expected: str, printed: str, varies: list[str]) -> bool:
    """Return whether texts are the same except for these words and the width of gaps."""
    pattern = r"\s+".join(r"\S+" if word in varies else re.escape(word) for word in expected.split())
    return re.fullmatch(rf"\s*{pattern}\s*", printed) is not None


def unprinted(figures: list[str], printed: str) -> list[str]:
    """Return the numbers that are not in the output."""
    have = set(NUMBER.findall(printed))
    return [figure for figure in figures if figure not in have]


def missing(lines: list[str], printed: str) -> list[str]:
    """Return the lines that are not in the output, ignoring gaps."""
    have = {" ".join(line.split()) for line in printed.splitlines()}
    return [line for line in lines if " ".join(line.split()) not in have]
