# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Verilog from VHDL, by GHDL's synthesis.

GHDL 2.0, which Debian has, writes a multiplexer as a case statement without its default. Its dump of the same netlist
has the default of each, by the number of the multiplexer: completed() puts it back. Later versions write it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

_INSTANCE = re.compile(r"instance (%\d+)\{i\d+\}: \$(\w+)(?:\n +parameters ([^\n]+))?")
_DEFAULT = re.compile(r"input %(\d+)\.\$def\{p\d+\} <- (\S+)\{n\d+w(\d+)\}")
_CASE = re.compile(r"case \(\w+\)\n((?: +\d+'b[01]+: n(\d+)_o <= [^\n]+\n)+) +endcase")


def _value(source: str, width: int, kinds: dict[str, tuple[str, str]]) -> str:
    """Return the name of the netlist's `source` in its Verilog."""
    if not source.startswith("%"):
        return source.removesuffix(".$o").rsplit("\\", 1)[-1]
    number = source.removesuffix(".$o")
    kind, parameters = kinds[number]
    if kind == "const_X":
        return f"{width}'d0"
    if kind.startswith("const_U"):
        fields = dict(field.split("=") for field in parameters.replace("$", "").split())
        return f"{width}'d{int(fields['val']) & ~int(fields.get('xz', 0))}"
    if kind.startswith("const"):
        raise ValueError(f"an unknown constant of GHDL: {kind} {parameters}")
    return f"n{number[1:]}_o"


def completed(verilog: str, dump: str) -> str:
    """Return the Verilog with the missing defaults."""
    kinds = {m[1]: (m[2], m[3] or "") for m in _INSTANCE.finditer(dump)}
    defaults = {m[1]: _value(m[2], int(m[3]), kinds) for m in _DEFAULT.finditer(dump)}

    def with_default(match: re.Match[str]) -> str:
        branches, number = match[1], match[2]
        if number not in defaults:  # one of four: nothing is left
            return match[0]
        added = f"      default: n{number}_o <= {defaults[number]};\n"
        return match[0].replace(branches, branches + added)

    return _CASE.sub(with_default, verilog)


def verilog(folder: Path, library: str, top: str, files: Iterable[Path]) -> str:
    """Return the Verilog of an entity and all below it; GHDL keeps its library in `folder`."""
    options = ["--std=08", f"--work={library}"]

    def ghdl(command: str, more: Sequence[str]) -> str:
        done = subprocess.run(
            ["ghdl", command, *options, *more], cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    ghdl("-i", [str(file) for file in files])
    ghdl("-m", [top])
    return completed(ghdl("synth", ["--out=verilog", top]), ghdl("synth", ["--out=dump", top]))
