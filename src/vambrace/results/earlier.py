# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of earlier schemas, which files of a user may still have, as records of today."""

import dataclasses
import re

from vambrace.config import ALIGNED, MISALIGNED
from vambrace.results.counters import Counters
from vambrace.results.schema import Json

_LENGTH = re.compile(r"\d+ bytes")
_COUNTED = ("bench", "throughput", "alignment")
_RENAMED = {"cipher": "ciphers", "picture": "pictures", "rv64": "ascon64"}


def upgraded(record: Json) -> Json:
    """Return a record with what its schema lacks. What is no record is returned as it is."""
    made = record
    if record.get("schema", 1) == 1:
        made = _with_kind(made)
    if record.get("schema", 1) in (1, 2) and "profile" in record:
        made = _with_accesses(made)
    if made.get("record") in _COUNTED and "instret" in made and "counters" not in made:
        made = _with_counters(made)
    return made


def _with_counters(record: Json) -> Json:
    """Records of calls had no performance counters at first."""
    more = {
        "cpi": None,
        "bytes_executed": None,
        "counters": {field.name: None for field in dataclasses.fields(Counters)},
    }
    return {**record, **more}


def _with_accesses(record: Json) -> Json:
    """Before schema 3 the library made only aligned accesses, unless a record of `alignment` said otherwise."""
    made = {name: value for name, value in record.items() if name != "misaligned"}
    return {**made, "accesses": MISALIGNED if record.get("misaligned") else ALIGNED}


def _with_kind(record: Json) -> Json:
    """In schema 1 some kinds had no name in `record`, and three another one."""
    kind = _kind_of(record)
    made = {**record, "record": kind} if kind else record
    if kind == "area" and isinstance(record.get("parts"), dict) and isinstance(record.get("configuration"), dict):
        preserved = any(isinstance(part, dict) and part.get("modules") for part in record["parts"].values())
        made["configuration"] = {**record["configuration"], "modules": preserved}
    return made


def _kind_of(record: Json) -> str | None:
    if "record" in record:
        kind = str(record["record"])
        return _RENAMED.get(kind, kind)
    if "by" in record:
        return "latency"
    if "total_nj" in record:
        return "energy"
    if "stack_worst_bytes" in record:
        return "memory"
    if "cycles" in record and "code_bytes" in record:
        return "throughput" if _LENGTH.fullmatch(str(record.get("scenario"))) else "bench"
    return None
