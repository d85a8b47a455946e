# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Options of commands that reproduce a record, shared by several kinds."""

from collections.abc import Iterator

from vambrace import config
from vambrace.config import own
from vambrace.measure.kinds import columns
from vambrace.results.schema import Fields


def of_call(record: Fields) -> Iterator[str]:
    """Yield the options for an algorithm and a profile."""
    yield f"-a {record['algorithm']}"
    yield from of_profile(record)


def of_profile(record: Fields) -> Iterator[str]:
    """Yield the options for the build of the library."""
    if record["profile"] != "speed":
        yield f"--profile {record['profile']}"
    if columns.restricted(record):
        yield f"--accesses {record['accesses']}"


def of_library(record: Fields) -> Iterator[str]:
    """Yield the options for the library and the state of the caches."""
    if record["library"] in config.foreign():
        yield "--peers"
    elif record["library"] in own.checkout_names():
        yield "--peers checkouts"
    elif record["library"] != "vambrace":
        yield f"--with {record['library']}.toml"
    if record["configuration"]["caches"] == "cold":
        yield "--cold"
