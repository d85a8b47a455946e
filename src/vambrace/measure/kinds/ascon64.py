# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `ascon64`: the study of Ascon on 64-bit RISC-V."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity

#: The styles that a selector can name.
STYLES = ("ref", "opt64", "asconv", "c", "assembly")


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters = common.core_parameters()
    isa: str = detail("the ISA of Spike, or the core")
    caches: str | None = detail("`warm`; null on Spike")
    calls: int = detail("number of calls at the same addresses; the last one counts")
    library_flags: str = detail("compiler flags")


@dataclass(frozen=True, kw_only=True)
class Ascon64(Record):
    record: ClassVar[str] = "ascon64"

    core: str = common.core("`rocket64`, or `spike`, which counts instructions and has no cycles")
    extensions: str = identity("`none`; on Spike also `zbkb`, or `zbb` for C")
    library: str = common.library(
        "origin of the code: `study` or `vambrace`; of `vambrace paper --programs` a name of `configs/programs.toml`",
        selectable=True,
    )
    style: str = identity(
        "of the study: `ref`, `ref-shift`, `opt64`, `opt64-shift`, `asconv`, `asconv-untuned`; of the library: `c`, "
        "`assembly`",
        selector="style",
        values=STYLES,
    )
    algorithm: str = identity("`ascon-128` or `ascon-aead128`", selector="algorithm", default="")
    scenario: str = common.scenario("the length as text, such as `64 bytes`")
    operation: str = identity("`seal` or `open`", selector="operation")
    ad_bytes: int = detail("16", "bytes")
    message_bytes: int = detail("the length as a number", "bytes")
    cycles: int | None = figure("cycles", "from call to return; null on Spike")
    cycles_per_byte: float | None = figure("cycles", "divided by the bytes of the message; null on Spike")
    instret: int = common.instret()
    instret_per_byte: float = figure("", "divided by the bytes of the message")
    bytes_loaded: int | None = common.bytes_loaded()
    bytes_stored: int | None = common.bytes_stored()
    estimate: dict[str, Any] | None = detail(
        "null if the call was run; otherwise `from`, the cycles (on Spike instructions) of shorter messages by "
        "length, the line through them as `per_byte` and `constant`, and `largest_error`, the largest distance of one "
        "of them from that line"
    )
    checked: bool = detail(
        "true: the outputs equal those of another implementation; for an estimate, those of the shorter messages; "
        "false: the same, but another author's program rejects the tag, a known defect"
    )
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core or Spike, and how the code was compiled")
    source_hash: str = common.source_hash()


def _options(record: Fields) -> Iterator[str]:
    yield f"--size {record['message_bytes']}"
    yield f"--core {record['core']}"


KIND = Kind(
    record=Ascon64,
    title="Ascon on 64-bit RISC-V",
    command="study ascon64",
    subject=lambda record: str(record["style"]),
    options=_options,
    places=(),
    scenarios=("length",),
    columns=(
        words("style", "style"),
        shared.ALGORITHM,
        shared.CORE,
        words("extensions", "extensions"),
        shared.OPERATION,
        Column("bytes", "message_bytes"),
        shared.CYCLES,
        Column("cycles per byte", "cycles_per_byte", 2),
        Column("instructions", "instret"),
        Column("instructions per byte", "instret_per_byte", 2),
        Column("loaded", "bytes_loaded"),
        Column("stored", "bytes_stored"),
        words("estimated from", lambda r: ", ".join((r["estimate"] or {}).get("from", ()))),
    ),
)
