# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records that a user gives: read, and refused where one is not what its kind says (docs/reference/records.md)."""

from collections.abc import Callable, Iterable
from pathlib import Path

from vambrace import config
from vambrace.base import json_file
from vambrace.base.errors import UsageError, choose
from vambrace.measure.registry import KINDS
from vambrace.results import schema
from vambrace.results.schema import Json

#: Names that configs/ has.
_NAMED: dict[str, Callable[[], Iterable[str]]] = {
    "core": config.cores,
    "extensions": config.extension_sets,
    "algorithm": config.algorithms,
}

#: What is no core of a configuration, and the sets that only this one has: what runs on Spike.
_SPIKE, _ON_SPIKE = "spike", ("zbb",)


def read(path: Path) -> list[Json]:
    """Return the records of a file that a command wrote; UsageError where it is none, or one lacks a field or has
    something else in it."""
    found = json_file.read(path)
    if not isinstance(found, list) or not all(isinstance(r, dict) for r in found):
        raise UsageError(f"{path} has no records: it is not a list of objects, as a command writes it with --json")
    check(str(path), found)
    return found


def check(where: str, records: list[Json]) -> None:
    """UsageError where a record lacks one of its kind's fields, or has something else in it. What is of no kind is
    left as it is."""
    for number, record in enumerate(records, start=1):
        try:
            _check(record)
        except (UsageError, ValueError) as wrong:
            raise UsageError(f"{where}: record {number}: {wrong}; write the records again by the command") from None


def _check(record: Json) -> None:
    kind = record.get("record")
    if kind is not None and not isinstance(kind, str):
        raise UsageError(f"record is {kind!r}, not the name of a kind of record")
    version = record.get("schema", schema.SCHEMA if kind not in KINDS else None)
    if version != schema.SCHEMA:
        raise UsageError(f"schema is {version!r}, and this version of vambrace reads schema {schema.SCHEMA}")
    if kind not in KINDS:
        return
    schema.check(KINDS[kind].record, record)
    on_spike = record.get("core") == _SPIKE
    for field, known in _NAMED.items():
        if record.get(field) is not None and not (on_spike and record[field] in (_SPIKE, *_ON_SPIKE)):
            choose(field, record[field], known())
