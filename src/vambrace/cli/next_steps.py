# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What `vambrace` without a command prints: the commands to begin with."""

from __future__ import annotations

from vambrace import __version__
from vambrace.base.tools import TOOLS

#: A command, and what it is for.
STEPS = (
    ("vambrace bench", "cycles on Ibex; the first run takes minutes, later ones take seconds"),
    ("vambrace report -o report.html", "all measurements on one page"),
    ("vambrace run hello.c --point ibex-ref/zbkb", "your own program on a simulated core"),
    ("vambrace amalgamate -o library", "the library for your firmware, as two files"),
    ("vambrace export engine --bus axi4l -o engine", "the engine for your SoC"),
    ("vambrace --help", "all commands"),
)
_INSTALL = "vambrace doctor --install"


def steps() -> list[tuple[str, str]]:
    """Return the steps: first the installation of what measuring needs, if any of that is missing."""
    missing = [tool.name for tool in TOOLS if tool.needed_for == "measure" and tool.find() is None]
    first = [(_INSTALL, f"installs what is missing: {', '.join(missing)}")] if missing else []
    return [*first, *STEPS]


def text() -> str:
    """Return the text to print; no line has more than 80 characters unless it names what is missing."""
    lines = [f"Vambrace {__version__}: authenticated encryption on RISC-V. Next:", ""]
    for command, purpose in steps():
        lines += [f"  {command}", f"      {purpose}"]
    return "\n".join(lines)
