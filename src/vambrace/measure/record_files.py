# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads records from a user's file, and rejects those that do not match their kind (docs/reference/records.md)."""

from collections.abc import Callable, Iterable
from pathlib import Path

from vambrace import config
from vambrace.base import json_file
from vambrace.base.errors import UsageError, choose
from vambrace.measure.registry import KINDS
from vambrace.results import schema
from vambrace.results.schema import Json

#: Fields with names from configs/.
_NAMED: dict[str, Callable[[], Iterable[str]]] = {
    "core": config.cores,
    "extensions": config.extension_sets,
    "algorithm": config.algorithms,
}

#: Runs on Spike: the name of the core, which no configuration has, and the extension sets that only Spike has.
_SPIKE, _ON_SPIKE = "spike", ("zbb",)


def read(path: Path) -> list[Json]:
    """Return the records of a file that a command wrote. UsageError if it is another kind of file, or if a record lacks
    a field or has a field of another type.
    """
    content = json_file.read(path)
    if not isinstance(content, list) or not all(isinstance(r, dict) for r in content):
        raise UsageError(f"{path} has no records: it must be a list of objects, as commands write with --json")
    check(str(path), content)
    return content


def check(where: str, records: list[Json]) -> None:
    """Raise UsageError if a record lacks one of its kind's fields, or has another type in it. Records of unknown kinds
    are accepted.
    """
    for number, record in enumerate(records, start=1):
        try:
            _check(record)
        except (UsageError, ValueError) as wrong:
            raise UsageError(f"{where}: record {number}: {wrong}; write the records again with the command") from None


def _check(record: Json) -> None:
    kind = record.get("record")
    if kind is not None and not isinstance(kind, str):
        raise UsageError(f"record is {kind!r}, not the name of a record kind")
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
