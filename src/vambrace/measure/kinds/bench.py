# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `bench`: calls of the library on packets, on the core's RTL."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import arguments
from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column
from vambrace.results.counters import Counters
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity, joined


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters = common.core_parameters()
    units: list[str] = common.units()
    wait_states: int = common.wait_states()
    caches: str | None = common.caches()
    library_flags: str = common.library_flags()
    constant_time: bool = detail("false if the code uses secrets as table indices: Mbed TLS's AES")
    nonce_bytes: int = identity(
        "nonce, fewer for AES-CCM where `throughput` has messages longer than 65,535 bytes; for CBC the "
        "initialization vector, for CTR the counter block; 0 for ECB and hashes",
        unit="bytes",
    )
    tag_bytes: int = detail("tag; for a hash the digest, for an XOF the output; 0 for ciphers", "bytes")


@dataclass(frozen=True, kw_only=True)
class Bench(Record):
    record: ClassVar[str] = "bench"

    library: str = common.library(selectable=True)
    core: str = common.core()
    extensions: str = common.extensions()
    profile: str = common.profile()
    accesses: str = common.accesses()
    algorithm: str = common.algorithm()
    kind: str = common.algorithm_kind()
    scenario: str = common.scenario(
        "name of the scenario: `zigbee`, `ipv6`, `zigbee-frame`, `ipv6-frame`; of `throughput` the bytes of the "
        "message, such as `1024 bytes`, without associated data"
    )
    operation: str = common.operation()
    ad_bytes: int = common.ad_bytes()
    message_bytes: int = common.message_bytes()
    cycles: int = common.cycles()
    cycles_with_key_setup: int = figure(
        "cycles", "the same plus the call that expands the key; equal for hashes, which have none"
    )
    published_cycles: float | None = joined(
        "the figure that a paper reports for this row (sealing, on `ibex-ref`), or null", "cycles", ("bench", "cycles")
    )
    instret: int = common.instret()
    cpi: float | None = figure("", "cycles per instruction: `cycles` divided by `instret`")
    bytes_executed: int | None = figure(
        "bytes", "size of the instructions retired, 4 bytes each or 2 if compressed: `bytes_fetched` without prefetch"
    )
    bytes_fetched: int | None = common.bytes_fetched()
    bytes_loaded: int = common.bytes_loaded()
    bytes_stored: int = common.bytes_stored()
    counters: Counters = detail("performance counters of the operation; `vambrace bench --json` shows them")
    code_bytes: int = common.code_bytes()
    stack_bytes: int = figure(
        "bytes", "deepest stack during key set-up and operation in this run, below the caller's frame"
    )
    static_bytes: int = common.static_bytes()
    key_bytes: int = common.key_bytes()
    published_bytes: float | None = common.published_bytes()
    checked: bool = common.checked()
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core, the state of its caches, and how the library was compiled")
    source_hash: str = common.source_hash()


def _options(record: Fields) -> Iterator[str]:
    yield from arguments.of_call(record)
    yield from arguments.of_library(record)


def _faster(record: Fields) -> float | None:
    """Return how many times fewer cycles a record has than the published figure, whose program is compiled with -Os."""
    return shared.ratio(record["published_cycles"], record["cycles"]) if record["profile"] == "size" else None


KIND = Kind(
    record=Bench,
    title="cycles and other counts of calls",
    command="bench",
    options=_options,
    columns=(
        *shared.CALL,
        shared.CYCLES,
        Column("per byte", shared.per_byte, 2),
        Column("published", "published_cycles"),
        Column("faster", lambda r: _faster(r), 2, "x", "than published, compiled as in the papers: the size profile"),
        Column("key set-up", lambda r: r["cycles_with_key_setup"] - r["cycles"], note="cycles"),
        *shared.COUNTS,
    ),
)
