# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `throughput`: the fields of `bench`, for messages of some length without associated data."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import arguments
from vambrace.measure.kinds import columns as shared
from vambrace.measure.kinds.bench import Bench
from vambrace.results.column import Column
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields


@dataclass(frozen=True, kw_only=True)
class Throughput(Bench):
    record: ClassVar[str] = "throughput"


def _options(record: Fields) -> Iterator[str]:
    yield "--by length"
    yield f"-a {record['algorithm']}"
    yield f"--size {record['message_bytes']}"
    yield from arguments.of_profile(record)


KIND = Kind(
    record=Throughput,
    title="cycles by message length",
    command="bench",
    options=_options,
    scenarios=("length",),
    columns=(
        shared.ALGORITHM,
        shared.EXTENSIONS,
        shared.CORE,
        shared.OPERATION,
        Column("bytes", "message_bytes"),
        shared.CYCLES,
        Column("per byte", shared.per_byte, 2),
    ),
)
