# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `profile`: cycles of one call, step by step."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from vambrace.measure.kinds import arguments
from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, detail, figure


@dataclass(frozen=True, kw_only=True)
class Profile(Record):
    record: ClassVar[str] = "profile"

    algorithm: str = common.algorithm()
    core: str = common.core()
    extensions: str = common.extensions()
    profile: str = common.profile()
    accesses: str = common.accesses()
    scenario: str = common.scenario()
    operation: str = common.operation()
    steps: list[dict[str, Any]] = detail(
        "for each step of the call its `name`, `title`, `repetitions`, `instructions` and `cycles`, the cycles it "
        "needs at least as `bound`, 0 if not counted, and `why`"
    )
    cycles: int = common.cycles()
    instret: int = common.instret()
    ad_byte: float | None = figure("cycles", "for each byte of associated data; null where there is none")
    text_byte: float = figure("cycles", "for each byte of the message")
    output_byte: float | None = figure("cycles", "for each byte of an XOF's output; otherwise null")
    empty: int = figure("cycles", "of a call on an empty message")
    key_setup: int = figure("cycles", "of the key set-up")
    setup_steps: list[dict[str, Any]] = detail("the steps of the key set-up")
    bound: int = figure("cycles", "the sum of the bounds of all steps")
    ad_bytes: int = common.ad_bytes()
    message_bytes: int = common.message_bytes()


def _options(record: Fields) -> Iterator[str]:
    yield f"--scenario {record['scenario']} --operation {record['operation']}"
    yield from arguments.of_profile(record)


KIND = Kind(
    record=Profile,
    title="cycles of a call, step by step",
    command="profile",
    subject=lambda record: f"{record['algorithm']} --point {record['core']}/{record['extensions']}",
    options=_options,
    columns=(
        *shared.CALL,
        shared.CYCLES,
        Column("bound", "bound", note="the minimum for the counted steps"),
        Column("byte of AD", "ad_byte", 2),
        Column("byte of message", "text_byte", 2),
        Column("byte of output", "output_byte", 2),
        Column("empty message", "empty"),
        Column("key set-up", "key_setup"),
        Column("instructions", "instret"),
    ),
)
