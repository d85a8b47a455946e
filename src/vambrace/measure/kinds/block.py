# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `block`: cycles of cipher cores and cipher units without a system."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import BLOCK, Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity


@dataclass(frozen=True, kw_only=True)
class Block(Record):
    record: ClassVar[str] = "block"

    block: str = identity("a name of `configs/blocks.toml`")
    algorithm: str = common.algorithm()
    scenario: str = common.scenario("the bytes of the message, such as `192 bytes`, without associated data")
    operation: str = common.operation()
    clock: str = identity("the clock of `mbit_per_s`, such as `65 MHz`", selector="clock", default="65 MHz")
    message_bytes: int = detail("the message, of an AES core whole blocks", "bytes")
    cycles: int = figure(
        "cycles",
        "of an AES core from the cycle that takes the first block to the first that shows the last result, with the "
        "key loaded; of a cipher unit from the cycle that takes the start of a message to the first that shows the tag",
    )
    key_cycles: int | None = figure(
        "cycles",
        "from the cycle that takes a key to the first that can take a block; null where key and message start together",
    )
    block_bytes: int = detail("a block", "bytes")
    cycles_per_block: float = figure("cycles", "of each further block of a long message")
    bits_per_cycle: float = figure("", "bits of a long message for each cycle", better=1)
    mbit_per_s: float = figure("Mbit/s", "the same at the clock of the record", better=1)
    checked: bool = common.checked()
    parameters: common.Parameters = detail("those of the module, from `configs/blocks.toml`")
    tools: common.Versions = detail("versions of vambrace and of the tools used")
    source_hash: str = common.source_hash("hash of the sources of the module and of its test bench")


def _options(record: Fields) -> Iterator[str]:
    yield "--by length"
    yield f"-a {record['algorithm']} --size {record['message_bytes']}"
    if record["clock"] != "65 MHz":
        yield f"--clock {record['clock'].split()[0]}"


KIND = Kind(
    record=Block,
    title="cycles of cipher cores without a system",
    command="bench",
    subject=lambda record: f"--block {record['block']}",
    options=_options,
    places=(BLOCK,),
    scenarios=("length",),
    columns=(
        words("block", "block"),
        shared.ALGORITHM,
        shared.OPERATION,
        Column("bytes", "message_bytes"),
        shared.CYCLES,
        Column("key", "key_cycles", note="cycles"),
        Column("cycles per block", "cycles_per_block", 2),
        Column("bits per cycle", "bits_per_cycle", 2),
        Column("Mbit/s", "mbit_per_s", 0),
        words("clock", "clock", if_different=True),
    ),
)
