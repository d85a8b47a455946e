# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The options of commands that give a record again, as far as several kinds share them."""

from collections.abc import Iterator

from vambrace.measure.kinds import columns
from vambrace.results.schema import Fields


def of_call(record: Fields) -> Iterator[str]:
    """Of a call of an algorithm, in a profile."""
    yield f"-a {record['algorithm']}"
    yield from of_profile(record)


def of_profile(record: Fields) -> Iterator[str]:
    """Of how the library was built."""
    if record["profile"] != "speed":
        yield f"--profile {record['profile']}"
    if columns.restricted(record):
        yield f"--accesses {record['accesses']}"


def of_library(record: Fields) -> Iterator[str]:
    """Of the library that ran, and of the state of its caches."""
    if record["library"] != "vambrace":
        yield "--peers"
    if record["configuration"]["caches"] == "cold":
        yield "--cold"
