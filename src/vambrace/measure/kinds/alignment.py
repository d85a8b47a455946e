# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `alignment`: the fields of `bench`, for packets with a buffer off a word boundary."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import arguments
from vambrace.measure.kinds import columns as shared
from vambrace.measure.kinds.bench import Bench
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, identity


@dataclass(frozen=True, kw_only=True)
class Alignment(Bench):
    record: ClassVar[str] = "alignment"

    placement: str = identity(
        "where the buffers lie: `aligned`, or one of `input`, `output`, `associated data` and `all` with its offset "
        "from a word, such as `input at 1`",
        selector="placement",
        default="aligned",
    )


def _options(record: Fields) -> Iterator[str]:
    yield "--by offset"
    yield from arguments.of_call(record)
    yield f"-s {record['scenario']}"
    if record["library"] != "vambrace":
        yield "--peers"


KIND = Kind(
    record=Alignment,
    title="cycles by the offset of buffers",
    command="bench",
    options=_options,
    columns=(
        *shared.CALL,
        words("placement", "placement"),
        words("accesses", "accesses"),
        shared.CYCLES,
        Column("per byte", shared.per_byte, 2),
    ),
)
