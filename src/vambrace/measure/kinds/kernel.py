# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `kernel`: cycles of the kernel of an algorithm, by parts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.measure.kinds import profile
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, figure, identity


@dataclass(frozen=True, kw_only=True)
class Kernel(Record):
    record: ClassVar[str] = "kernel"

    algorithm: str = common.algorithm()
    core: str = common.core()
    extensions: str = common.extensions()
    profile: str = common.profile()
    accesses: str = common.accesses()
    scenario: str = common.scenario("name of the scenario of the call whose mean this is")
    operation: str = common.operation()
    part: str = identity("the part, such as `S-box`; `total` is the sum of all", selector="part", default="total")
    cycles: float = figure("cycles", "of one application: of a block, of all rounds of a permutation")
    instret: float = figure("", "instructions of one application")
    cpi: float = figure("", "cycles per instruction")
    ad_byte: float | None = figure("cycles", "of the kernel for each byte of associated data; null for a part")
    ad_byte_instret: float | None = figure("", "instructions likewise")
    text_byte: float | None = figure("cycles", "of the kernel for each byte of the message; null for a part")
    text_byte_instret: float | None = figure("", "instructions likewise")


def _options(record: Fields) -> Iterator[str]:
    yield "--kernel"
    yield from profile.KIND.options(record)


KIND = Kind(
    record=Kernel,
    title="the kernel of an algorithm",
    command="profile",
    subject=profile.KIND.subject,
    options=_options,
    columns=(
        *shared.CALL,
        words("part", "part"),
        Column("cycles", "cycles", 1),
        Column("instructions", "instret", 1),
        Column("CPI", "cpi", 2),
        Column("byte of AD", "ad_byte", 2),
        Column("byte of message", "text_byte", 2),
    ),
)
