# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Of which kind a record is: what was measured."""

import re

_LENGTH = re.compile(r"\d+ bytes")


def kind_of(record: dict) -> str | None:
    """Return which command wrote a record; None where that is none that a report shows."""
    if "record" in record:
        return str(record["record"])
    if "by" in record:
        return "latency"
    if "total_nj" in record:
        return "energy"
    if "stack_worst_bytes" in record:
        return "memory"
    if "cycles" in record and "code_bytes" in record:
        return "throughput" if _LENGTH.fullmatch(str(record.get("scenario"))) else "bench"
    return None
