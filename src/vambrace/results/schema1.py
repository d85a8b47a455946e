# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of schema 1, which files of a user may still have, as records of today."""

import re

from vambrace.results.schema import Json

_LENGTH = re.compile(r"\d+ bytes")
_RENAMED = {"cipher": "ciphers", "picture": "pictures", "rv64": "ascon64"}


def upgraded(record: Json) -> Json:
    """Return a record with the name of its kind in `record`: in schema 1 some kinds had none, and three another one.
    What is no record is returned as it is."""
    if record.get("schema", 1) != 1:
        return record
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
