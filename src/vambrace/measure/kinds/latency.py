# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `latency`: FAC-V's experiment with short calls."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity, joined

_NOT_COUNTED = "null: not counted in this experiment"


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters = common.core_parameters()
    units: list[str] = common.units()
    aes_rounds_per_cycle: str | None = identity(
        "rounds per cycle of the engine's AES core: `1`, `2`, `all`; null in software",
        selector="rounds",
        default="1",
        values=("1", "2", "all"),
    )
    wait_states: int = common.wait_states()
    caches: str | None = common.caches()
    library_flags: str = common.library_flags()
    constant_time: bool = detail("true")
    nonce_bytes: int = detail("0", "bytes")
    tag_bytes: int = detail("0", "bytes")


@dataclass(frozen=True, kw_only=True)
class Latency(Record):
    record: ClassVar[str] = "latency"

    library: str = common.library("`vambrace`")
    core: str = common.core()
    extensions: str = common.extensions()
    profile: str = common.profile(selectable=False)
    accesses: str = common.accesses(selectable=False)
    algorithm: str = common.algorithm()
    kind: str = common.algorithm_kind()
    scenario: str = common.scenario("`init`, or `16 bytes` to `80 bytes`")
    operation: str = identity("`init`, `encrypt` or `decrypt`", selector="operation")
    by: str = identity(
        "`block calls`: a C call for each block, as published; `calls`: with contexts and checks; or bare `commands`",
        selector="by",
        values=("block calls", "calls", "commands"),
    )
    until: str = identity(
        "`done`: the result or the status has arrived; `free`: the processor may continue, the last call has returned",
        selector="until",
        values=("done", "free"),
    )
    ad_bytes: int = common.ad_bytes()
    message_bytes: int = common.message_bytes()
    runs: int = detail("number of runs counted; all of them returned the right result")
    cycles: float = figure("cycles", "mean over the runs; each is the difference of two readings of `mcycle`")
    cycles_deviation: float = figure("cycles", "their standard deviation (of a sample)")
    cycles_minimum: int = figure("cycles", "the fewest")
    cycles_maximum: int = figure("cycles", "the most")
    published_cycles: float | None = joined(
        "the paper's figure for this coupling and key size, which is of block calls: init, and encryption; or null",
        "cycles",
        ("latency", "cycles"),
    )
    target_cycles: float | None = joined(
        "our target for commands with warm caches, or null", "cycles", ("latency", "target")
    )
    cycles_with_key_setup: int | None = joined(_NOT_COUNTED)
    instret: int | None = joined(_NOT_COUNTED)
    bytes_fetched: int | None = joined(_NOT_COUNTED)
    bytes_loaded: int | None = joined(_NOT_COUNTED)
    bytes_stored: int | None = joined(_NOT_COUNTED)
    code_bytes: int | None = joined(_NOT_COUNTED)
    stack_bytes: int | None = joined(_NOT_COUNTED)
    static_bytes: int | None = joined(_NOT_COUNTED)
    key_bytes: int | None = joined(_NOT_COUNTED)
    published_bytes: float | None = joined(_NOT_COUNTED)
    checked: bool = common.checked()
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core, its caches, the engine's AES core, and the compiler's flags")
    source_hash: str = common.source_hash()


def _options(record: Fields) -> Iterator[str]:
    configuration = record["configuration"]
    yield f"--key-bits {record['algorithm'].split('-')[1]}"
    yield f"--caches {configuration['caches']}"
    yield f"--runs {record['runs']}"
    if configuration["aes_rounds_per_cycle"] not in ("1", None):
        yield f"--rounds {configuration['aes_rounds_per_cycle']}"


def _faster(record: Fields) -> float | None:
    return shared.ratio(record["published_cycles"], record["cycles"])


KIND = Kind(
    record=Latency,
    title="cycles of short calls",
    command="latency",
    subject=lambda record: str(record["extensions"]),
    options=_options,
    scenarios=("init", "length"),
    columns=(
        shared.ALGORITHM,
        words("coupling", "extensions"),
        shared.CORE,
        shared.OPERATION,
        Column("bytes", "message_bytes"),
        words("measured by", "by", note="a call for each block, calls with contexts, or commands only"),
        words("until", "until"),
        words("caches", lambda r: r["configuration"]["caches"]),
        words("rounds a cycle", lambda r: r["configuration"]["aes_rounds_per_cycle"] or ""),
        Column("cycles", "cycles", form="mean"),
        Column("deviation", "cycles_deviation", 2),
        Column("least", "cycles_minimum"),
        Column("most", "cycles_maximum"),
        Column("published", "published_cycles"),
        Column("faster", _faster, 2, "x"),
        Column("target", "target_cycles"),
        Column("runs", "runs"),
    ),
)
