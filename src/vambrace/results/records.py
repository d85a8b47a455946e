# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records as files, and their tool versions. vambrace.results.schema has their fields."""

import csv
import io
import json
from functools import cache

from vambrace import __version__, config
from vambrace.base import tools
from vambrace.hardware import rtl
from vambrace.results.schema import Json


@cache
def versions(upstream: str, compiler: str = config.GCC) -> dict[str, str]:
    """Return the versions of all tools that a measurement on a core uses. `compiler`: of the library's C."""
    names = ["riscv64-unknown-elf-gcc", "picolibc", "verilator", "g++", *([compiler] if compiler != config.GCC else [])]
    tool_versions = {name: tools.version(name) for name in names}
    return {"vambrace": __version__, **tool_versions, upstream: rtl.version(upstream)}


def as_json(records: list[Json]) -> str:
    return json.dumps(records, indent=1) + "\n"


def as_csv(records: list[Json]) -> str:
    """Return CSV, one line per record; `tools` and `configuration` are columns with JSON."""
    out = io.StringIO(newline="")
    if records:
        writer = csv.DictWriter(out, fieldnames=list(dict.fromkeys(name for r in records for name in r)))
        writer.writeheader()
        for record in records:
            writer.writerow({k: json.dumps(v) if isinstance(v, dict) else v for k, v in record.items()})
    return out.getvalue()
