# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records that a user gives: read, and refused where they lack fields that views read (docs/reference/records.md)."""

import json
from collections.abc import Callable, Iterable
from math import isfinite
from pathlib import Path
from typing import Any

from vambrace import config
from vambrace.base.errors import UsageError, choose
from vambrace.results.schema1 import upgraded

_POINT = ("core", "extensions")
_CALL = (*_POINT, "profile", "algorithm", "operation")
_COUNTS = ("instret", "bytes_loaded", "bytes_stored")
_PACKET = ((*_CALL, "library", "kind", "scenario"), ("cycles", "cycles_with_key_setup", "ad_bytes", "message_bytes",
           "code_bytes", "stack_bytes", "static_bytes", "key_bytes", *_COUNTS), ("configuration", "tools"))  # fmt: skip
_ENERGIES = tuple(f"{part}_nj" for part in ("total", "core", "clock", "registers", "logic", "leakage",
                                            "instruction_memory", "data_memory"))  # fmt: skip

#: Of each kind the fields that are text, numbers and objects.
Fields = dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]]

_MADE = ("configuration", "tools")

#: What `compare` reads.
COMPARE: Fields = {
    "bench": ((*_CALL, "scenario"), ("cycles",), ("tools",)),
    "memory": (_CALL, ("sum_bytes",), ()),
    "energy": ((*_CALL, "scenario"), ("total_nj",), ("model",)),
    "area": ((), ("kge",), _MADE),
}

#: What `report` reads.
REPORT: Fields = {
    "bench": _PACKET,
    "throughput": _PACKET,
    "memory": (_CALL, ("code_bytes", "static_bytes", "stack_worst_bytes", "sum_bytes"), _MADE),
    "energy": ((*_CALL, "scenario"), ("cycles", "kge", *_ENERGIES), (*_MADE, "model")),
    "latency": ((*_CALL, "scenario", "by", "until"), ("cycles", "runs", "message_bytes"), _MADE),
    "area": ((), ("kge", "instances", "flip_flops", "memory_bits"), _MADE),
    "timing": ((), ("fmax_mhz",), _MADE),
    "fpga": ((), ("lut", "flip_flops"), _MADE),
    "ciphers": ((*_POINT, "cipher", "operation"), ("cycles", "cycles_per_byte", "block_bits", "key_bits"), _MADE),
    "pictures": ((*_POINT, "algorithm", "picture", "size", "mode", "text"), (), _MADE),
    "ascon64": ((*_CALL, "style"), ("message_bytes", "instret"), _MADE),
}

#: Names that configs/ has.
_NAMED: dict[str, Callable[[], Iterable[str]]] = {
    "core": config.cores, "extensions": config.extension_sets, "algorithm": config.algorithms,
}  # fmt: skip

#: The cores of no configuration: what runs on Spike.
_OTHER_CORES = ("spike",)


def read(path: Path, fields: Fields) -> list[dict]:
    """Return the records of a file that a command wrote; UsageError where it is none, or one lacks some of
    these fields."""
    try:
        found = json.loads(path.read_text())
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as e:
        raise UsageError(f"{path}: no records: {e}") from e
    if not isinstance(found, list) or not all(isinstance(r, dict) for r in found):
        raise UsageError(f"{path}: no list of records")
    found = [upgraded(r) for r in found]
    check(str(path), found, fields)
    return found


def check(where: str, records: list[dict], fields: Fields) -> None:
    """UsageError where a record lacks one of its kind's fields, or has something else in it."""
    for number, record in enumerate(records, start=1):
        try:
            _check(record, fields)
        except (UsageError, ValueError) as wrong:
            raise UsageError(f"{where}: record {number}: {wrong}; write the records again by the command") from None


def _check(record: dict, fields: Fields) -> None:
    kind = record.get("record")
    if kind not in fields:
        return
    texts, numbers, objects = fields[kind]
    for field in texts:
        _need(record, field, "text", lambda v: isinstance(v, str))
    for field in numbers:
        _need(record, field, "a number", _is_number)
    for field in objects:
        _need(record, field, "an object", lambda v: isinstance(v, dict))
    for field, known in _NAMED.items():
        if record.get(field) is not None and not (field == "core" and record[field] in _OTHER_CORES):
            _need(record, field, "text", lambda v: isinstance(v, str))
            choose(field, record[field], known())


def _need(record: dict, field: str, what: str, fits: Callable[[Any], bool]) -> None:
    if field not in record:
        raise ValueError(f"no field '{field}'")
    if not fits(record[field]):
        raise ValueError(f"'{field}' is not {what}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
