# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `board`: a point's system on an FPGA board, placed and routed, with its bitstream."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity


@dataclass(frozen=True, kw_only=True)
class Seed:
    mhz: float = detail("the fastest clock of the system, by the router's model of the device", "MHz")
    seconds: float = detail("processor time of placing and routing", "s")
    mib: int = detail("the most memory of placing and routing", "MiB")


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters = common.core_parameters()
    clock_mhz: float = detail("the clock of the system on the board", "MHz")
    ram_bytes: int = detail("block memory for program and data", "bytes")
    flow: str = detail("the commands of synthesis, and the options that choose the device")
    seeds: int = identity("how many seeds may be tried; the first whose timing closes is the last")


@dataclass(frozen=True, kw_only=True)
class Board(Record):
    record: ClassVar[str] = "board"

    core: str = common.core()
    extensions: str = common.extensions()
    board: str = identity("a name of `vambrace board --list`", selector="board")
    fmax_mhz: float = figure("MHz", "the fastest clock of the best seed, by the router's model of the device", better=1)
    closed: bool = detail("whether that is at least the clock of the board, so that there is a bitstream")
    seed: int = detail("the best seed, whose bitstream it is")
    lut: int = figure("LUTs", "of four inputs, by the router: `TRELLIS_COMB` of the ECP5, `LUT4` of Gowin")
    flip_flops: int = figure("", "flip-flops: `TRELLIS_FF` or `DFF`")
    block_ram: int = figure("", "block memories of 18 Kbit: `DP16KD` or `BSRAM`")
    bitstream_bytes: int = figure("bytes", "size of the bitstream's file; 0 if timing does not close")
    synthesis_seconds: float = figure("s", "processor time of synthesis")
    seeds: dict[str, Seed] = detail("by seed")
    used: dict[str, int] = detail("all cells of the device that are used, by the router's names")
    available: dict[str, int] = detail("how many of them the device has")
    version: str = detail("the version that the board prints, in hexadecimal")
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the system and its flow")
    source_hash: str = common.source_hash("hash of the sources and of the boot program")


def _options(record: Fields) -> Iterator[str]:
    yield f"--seeds {record['configuration']['seeds']}"


KIND = Kind(
    record=Board,
    title="Bitstreams of boards",
    command="board",
    options=_options,
    subject=lambda record: f"{record['board']} {record['core']}/{record['extensions']}",
    generated=False,
    columns=(
        words("core", "core"),
        words("extensions", shared.extensions),
        words("board", "board"),
        Column("MHz", "fmax_mhz", 1, note="by the router's model of the device, the best seed"),
        Column("clock", lambda r: r["configuration"]["clock_mhz"], 0, note="MHz, on the board"),
        Column("seed", "seed"),
        Column("LUT4", "lut"),
        Column("FF", "flip_flops"),
        Column("block RAM", "block_ram", note="of 18 Kbit"),
        Column("bytes", "bitstream_bytes", note="of the bitstream's file"),
    ),
)
