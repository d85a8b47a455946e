# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `faults`: effects of bit flips in an engine that opens a message with a wrong tag."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import silicon
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import BLOCK, Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity
from vambrace.silicon.openings import LIMIT

#: The default blocks of campaigns.
USUAL = ("engine", "engine-hardened")

#: The selection of faults: every flip-flop in every cycle, random ones, or random pairs.
EVERY, RANDOM, DOUBLE = CHOICES = ("every", "random", "double")

#: The tag in memory: bytes drawn once, or zeros, which a cleared unit might accept as its own.
TAGS = ("drawn", "zeros")

#: The slices of a campaign, each of which is stored when it is finished.
SLICES = 8


@dataclass(frozen=True, kw_only=True)
class Configuration:
    liberty: str = common.liberty()
    liberty_hash: str = common.liberty_hash()
    ad_bytes: int = detail("the associated data", "bytes")
    message_bytes: int = detail("the message", "bytes")
    seed: int = identity("of random faults; 0 with `every`")
    limit: int = detail("a job that lasts longer is endless", "cycles")


@dataclass(frozen=True, kw_only=True)
class Faults(Record):
    record: ClassVar[str] = "faults"

    block: str = identity("a name of `configs/blocks.toml`, an engine with a memory port")
    engine: str = detail("the module with its parameters")
    algorithm: str = common.algorithm()
    choice: str = identity(
        "`every`: each flip-flop in each cycle; `random`: a sample; `double`: a sample, two flip-flops in a cycle",
        selector="choice",
        default=EVERY,
        values=CHOICES,
    )
    tag: str = identity("the wrong tag: `drawn` bytes or `zeros`", selector="tag", default=TAGS[0], values=TAGS)
    faults: int = figure("", "how many were tried", better=1)
    flip_flops: int = figure("", "of the engine")
    cycles: int = figure("cycles", "of the job without a fault, with the writes of its registers")
    unsafe: int = figure("", "faults after which a wrong tag was accepted, or data other than zeros was written")
    unsafe_percent: float = figure("%", "their share")
    accepted: int = figure("", "faults after which STATUS had no error")
    released: int = figure("", "faults after which a byte other than 0 was written to memory")
    alerts: int = figure("", "faults that raised `alert_o`", better=0)
    other_errors: int = figure("", "faults after which the job ended with another error", better=0)
    endless: int = figure("", "faults after which the job did not end within the limit")
    registers: dict[str, int] = detail("unsafe faults by register")
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the netlist and the job")
    source_hash: str = common.source_hash("hash of the netlist and of the simulator")


def variant(record: Fields) -> str:
    return ", ".join(silicon.other_cells(record["configuration"]))


def _options(record: Fields) -> Iterator[str]:
    yield f"--algorithm {record['algorithm']}"
    if record["choice"] == EVERY:
        yield "--every"
    else:
        yield f"--{record['choice']} {record['faults']} --seed {record['configuration']['seed']}"
    if record["configuration"]["limit"] != LIMIT:
        yield f"--limit {record['configuration']['limit']}"
    if record["tag"] != TAGS[0]:
        yield f"--tag {record['tag']}"


KIND = Kind(
    record=Faults,
    title="faults in engines",
    command="faults",
    options=_options,
    places=(BLOCK,),
    generated=False,
    variant=variant,
    subject=lambda record: record["block"],
    columns=(
        words("block", "block"),
        words("algorithm", "algorithm"),
        words("faults", "choice"),
        words("tag", "tag", if_different=True),
        Column("tried", "faults"),
        Column("unsafe", "unsafe"),
        Column("unsafe share", "unsafe_percent", 2, " %"),
        Column("accepted", "accepted"),
        Column("released", "released"),
        Column("alerts", "alerts"),
        Column("other errors", "other_errors"),
        Column("no end", "endless"),
        Column("flip-flops", "flip_flops", on_page=True),
        Column("cycles", "cycles", on_page=True),
    ),
)
