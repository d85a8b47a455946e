# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The frame of a smoke test: ports, clock, comparisons; and the parts of rtl/smoke."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from vambrace.base.paths import root
from vambrace.export.elaborate import Port
from vambrace.export.wrapper import declared

#: The maximum cycles of a smoke test.
_LIMIT = 100_000


def part(name: str, values: Mapping[str, object] | None = None) -> str:
    """Return a part of rtl/smoke with its @NAMES@ filled in."""
    text = (root() / "rtl" / "smoke" / f"{name}.v.in").read_text()
    return re.sub(r"@(\w+)@", lambda match: str((values or {})[match[1]]), text)


def number(data: bytes, bits: int) -> str:
    """Return a literal of bytes, the first being the lowest."""
    return f"{bits}'h{int.from_bytes(data, 'little'):x}"


def text(head: str, top: str, ports: Sequence[Port], parts: Sequence[str], body: Sequence[str]) -> str:
    """Return a test bench. `parts` are declarations, `body` statements without their semicolons."""
    clocked = any(port.name == "clk_i" for port in ports)
    values = {
        "HEAD": head.rstrip(),
        "TOP": top,
        "DECLARATIONS": "".join(map(_declared, ports)),
        "CONNECTIONS": ",\n".join(f"      .{port.name}({port.name})" for port in ports),
        "PARTS": "\n".join([*([part("clock", {"TOP": top, "LIMIT": _LIMIT})] if clocked else []), *parts]),
        "BODY": "\n".join(f"    {statement};" for statement in [*(["start"] if clocked else []), *body]),
    }
    return part("frame", values)


def _declared(port: Port) -> str:
    if port.way == "input":
        return f"  reg {declared(port)}{port.name} = 0;\n"
    return f"  wire {declared(port)}{port.name};\n"
