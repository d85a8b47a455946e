# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compilers warn of a caller that ignores what a public function returns: of every function that returns a
status, by the headers as the compiler itself reads them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence

import pytest

from tests.host.runner import STRICT
from vambrace.base import tools
from vambrace.base.paths import root
from vambrace.software.toolchain import program

INCLUDE = root() / "lib" / "include"
PUBLIC = [path for folder in ("", "frames") for path in (INCLUDE / "vambrace" / folder).glob("*.h")]
HEADERS = sorted(path.relative_to(INCLUDE).as_posix() for path in PUBLIC)
INCLUDES = "".join(f'#include "{header}"\n' for header in HEADERS)
CLANG = (tools.tool("clang").find() or ("", "clang"))[1]
CXX = ("-x", "c++", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
RV32 = (program.GCC, *program.target_flags(), "-x", "c", *STRICT)

# Commands, and the minimum number of functions with a status that they must see.
COMPILERS = [
    pytest.param(("gcc", "-x", "c", *STRICT), 130, id="gcc"),
    pytest.param(("g++", *CXX), 130, id="g++"),
    pytest.param((CLANG, "-x", "c", *STRICT), 130, id="clang"),
    pytest.param((CLANG, *CXX), 130, id="clang++"),
    pytest.param(RV32, 130, id="riscv"),
    pytest.param((*RV32, "-DVMB_ENGINE_PORT=1"), 140, id="riscv-engine"),
    pytest.param((*RV32, "-DVMB_ENGINE_PIO=1", "-DVMB_ENGINE_BASE=0x1000"), 140, id="riscv-engine-pio"),
    pytest.param((*RV32, "-DVMB_AES_UNIT=1"), 130, id="riscv-unit"),
]


def compile_text(command: Sequence[str], text: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """Let the compiler read the headers and then this."""
    assert command[0] != CLANG or tools.tool("clang").find(), tools.missing("clang")
    words = [*command, f"-I{INCLUDE}", *flags, "-"]
    return subprocess.run(words, input=INCLUDES + text, text=True, capture_output=True, check=False)


def fallible(command: Sequence[str]) -> dict[str, int]:
    """Return every function of the headers that returns an int, with the number of its parameters."""
    done = compile_text(command, "", "-E", "-P")
    assert done.returncode == 0, done.stderr
    matches = re.findall(r"\bint\s+(vmb_\w+)\s*\(([^()]*)\)\s*[;{]", done.stdout)
    return {
        name: 0 if parameters.strip() in ("", "void") else parameters.count(",") + 1 for name, parameters in matches
    }


def callers(functions: dict[str, int], begin: str, end: str) -> str:
    """Return a function for each of these, with a call of it between `begin` and `end`."""
    return "".join(
        f"void in_{name}(void);\nvoid in_{name}(void)\n{{\n    {begin}{name}({', '.join('0' * count)}){end};\n}}\n"
        for name, count in functions.items()
    )


def ignored(stderr: str) -> set[str]:
    """Return the functions with a compiler warning about an unused result."""
    return {
        *re.findall(r"ignoring return value of .?(?:int )?(vmb_\w+)", stderr),  # gcc, g++
        *(
            line.split("(")[0].strip()
            for line in re.findall(r"ignoring return value of function[^\n]*\n([^\n]*)", stderr)
        ),  # clang: the line itself
    }


@pytest.mark.parametrize(("command", "least"), COMPILERS)
def test_every_ignored_status_is_an_error(command, least):
    functions = fallible(command)
    assert len(functions) >= least
    limit = ["-ferror-limit=0"] if "clang" in command[0] else []
    done = compile_text(command, callers(functions, "", ""), *limit, "-c", "-o", "/dev/null")
    assert done.returncode != 0
    assert ignored(done.stderr) == set(functions), done.stderr


@pytest.mark.parametrize(("command", "least"), COMPILERS)
def test_a_used_status_is_not_reported(command, least):
    """This shows that the test above detects ignored results, and that the headers are clean in C99 and C++."""
    used = callers(fallible(command), "if (", " != VMB_OK) return")
    done = compile_text(command, used, "-c", "-o", "/dev/null")
    assert done.returncode == 0, done.stderr
