# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Splits struct ports into a port for each field: netlists, timing reports and counterexamples of proofs name
`data_req_o.addr`.

Yosys treats such a port as one vector. The fields are read from the packed structs of the design's own packages, which
contain only vectors of constant width, of one or more dimensions, and enums.
"""

import re
from collections.abc import Mapping

from vambrace.base.errors import VambraceError

_MACRO = re.compile(r"^`define (\w+) (\d+)$", re.MULTILINE)
_ENUM = re.compile(r"typedef enum logic \[(\d+):0\] \{[^}]*\} (\w+);")
_STRUCT = re.compile(r"typedef struct packed \{\n([^}]*)\} (\w+);")
_CONSTANT = re.compile(r"^ *localparam int unsigned (\w+) = (\d+);", re.MULTILINE)
_DIMENSION = re.compile(r"\[(\d+)(?:/(\d+))?(?:-(\d+))?:0\]")
_FIELD = re.compile(r"(\w+) *((?:\[[^\]]+\])*) *(\w+);")
_PORT = re.compile(r"^ *(input|output) +(?:\w+::)?(\w+) +(\w+)\b", re.MULTILINE)


def commands(top: str, texts: Mapping[str, str], aliases: bool = False) -> list[str]:
    """Return the Yosys commands that give the module `top` a port for each field of its struct ports instead of these.
    `texts`: the sources by the stem of their file, which is the module name. `aliases`: cells may read bits of an input
    by other names, as they do before `opt`; these keep their driver.
    """
    bind = "connect -nounset -set" if aliases else "connect -set"
    ports = _PORT.findall(texts.get(top, ""))
    packages = [text for name, text in texts.items() if name.endswith("_pkg")]
    known = _structs(packages, {kind for _, kind, _ in ports})
    lines = []
    for way, kind, port in ports:
        low = sum(width for _, width in known.get(kind, ()))
        for name, width in known.get(kind, ()):
            low -= width
            field, bits = f"{port}.{name}", f"{port}[{low + width - 1}:{low}]"
            lines.append(f"add -{way} {field} {width}")
            lines.append(f"connect -set {field} {bits}" if way == "output" else f"{bind} {bits} {field}")
        if kind in known:
            lines.append(f"delete -port w:{port}")
    return [f"cd {top}", *lines, "cd"] if lines else []


def _structs(packages: list[str], wanted: set[str]) -> dict[str, list[tuple[str, int]]]:
    """Return the fields of the wanted structs with their widths, the most significant first. VambraceError for another
    kind of field.
    """
    text = re.sub(r"//.*", "", "\n".join(packages))
    for name, value in _MACRO.findall(text):
        text = text.replace(f"`{name}", value)
    for name, value in _CONSTANT.findall(text):
        text = re.sub(rf"\[{name}\b", f"[{value}", text)
    types = {"logic": 1, **{name: int(high) + 1 for high, name in _ENUM.findall(text)}}
    by_struct = {}
    for body, struct in _STRUCT.findall(text):
        if struct in wanted:
            by_struct[struct] = [_field(line.strip(), struct, types) for line in body.splitlines() if line.strip()]
    return by_struct


def _field(line: str, struct: str, types: dict[str, int]) -> tuple[str, int]:
    match = _FIELD.fullmatch(line)
    ranges = re.findall(r"\[[^\]]+\]", match[2]) if match else []
    dimensions = [_DIMENSION.fullmatch(range_text) for range_text in ranges]
    if match is None or match[1] not in types or None in dimensions:
        raise VambraceError(f"{struct}: the width of this field is unknown: {line}")
    width = types[match[1]]
    for high, over, less in (match.groups() for match in dimensions if match):
        width *= int(high) // int(over or 1) - int(less or 0) + 1
    return match[3], width
