# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `fpga`: FPGA resources of a point or a block, and its speed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column
from vambrace.results.kind import BLOCK, POINT, Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity


@dataclass(frozen=True, kw_only=True)
class Part:
    module: str = detail("the module, with its parameters")
    xc7: dict[str, Any] = detail("its primitives for the 7 series")
    ecp5: dict[str, Any] | None = detail("with `--route` its speed, and nextpnr's cells")


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters | None = common.core_parameters()
    resources: str = detail("the flow that counts resources")
    routed: str | None = identity("with `--route` the device; otherwise null")


@dataclass(frozen=True, kw_only=True)
class Fpga(Record):
    record: ClassVar[str] = "fpga"

    core: str | None = common.core("the core of the point; null for a block")
    extensions: str | None = common.extensions()
    block: str | None = common.block()
    engine: str | None = common.engine()
    coupling: str | None = common.coupling()
    lut: int = figure("LUTs", "for the 7 series, including those used as memory")
    lut_memory: int = figure("LUTs", "those used as memory")
    muxf7: int = figure("", "multiplexers of two LUTs")
    muxf8: int = figure("", "multiplexers of two of these")
    carry4: int = figure("", "carry chains of 4 bits")
    flip_flops: int = figure("", "flip-flops")
    bram18: int = figure("", "block RAMs of 18 Kbit; one of 36 Kbit counts as two")
    dsp: int = figure("", "DSP blocks")
    lut1: int = figure("LUTs", "of one input")
    lut2: int = figure("LUTs", "of 2 inputs")
    lut3: int = figure("LUTs", "of 3 inputs")
    lut4: int = figure("LUTs", "of 4 inputs")
    lut5: int = figure("LUTs", "of 5 inputs")
    lut6: int = figure("LUTs", "of 6 inputs")
    fmax_mhz: float | None = figure(
        "MHz", "with `--route`: for the slowest part on the ECP5, mean over seeds; otherwise null", better=1
    )
    fmax_deviation_mhz: float | None = figure("MHz", "standard deviation over seeds, or null")
    fmax_by_seed_mhz: dict[str, float] | None = detail("the frequency by seed, or null", "MHz")
    parts: dict[str, Part] = detail(
        "for each part `module`, `xc7`, and with `--route` `ecp5` with nextpnr's cells, including the registers at "
        "the ports"
    )
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core and the flows")
    source_hash: str = common.source_hash("hash of the sources of all parts")


def variant(record: Fields) -> str:
    return "routed" if record["configuration"]["routed"] else ""


def _options(record: Fields) -> Iterator[str]:
    if record["configuration"]["routed"]:
        yield f"--route --seeds {len(record['fmax_by_seed_mhz'] or ())}"


def _over_bare(record: Fields, every: Sequence[Fields]) -> float | None:
    """Return the increase in percent over the same core without extensions."""
    bare = shared.bare(record, every, variant)
    return None if bare is None else 100 * (record["lut"] / bare["lut"] - 1)


KIND = Kind(
    record=Fpga,
    title="FPGA resources",
    command="fpga",
    options=_options,
    places=(POINT, BLOCK),
    variant=variant,
    columns=(
        *shared.SUBJECT,
        Column("LUT", "lut"),
        Column("memory LUT", "lut_memory"),
        Column("F7", "muxf7", note="multiplexers of two LUTs"),
        Column("F8", "muxf8", note="multiplexers of two of these"),
        Column("CARRY4", "carry4"),
        Column("FF", "flip_flops"),
        Column("BRAM 18K", "bram18"),
        Column("DSP", "dsp"),
        Column("LUT over bare", places=1, unit=" %", sign=True, note="the bare core", against=_over_bare),
        Column("ECP5 MHz", "fmax_mhz", 1),
        Column("± MHz", "fmax_deviation_mhz", 1),
    ),
)
