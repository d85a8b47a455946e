# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `frame`: calls that protect frames of protocols in place, on the core's RTL."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.measure.kinds import arguments
from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column, words
from vambrace.results.counters import Counters
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, detail, figure, identity


@dataclass(frozen=True, kw_only=True)
class Configuration:
    core_parameters: common.Parameters = common.core_parameters()
    units: list[str] = common.units()
    wait_states: int = common.wait_states()
    caches: str | None = common.caches()
    library_flags: str = common.library_flags()
    header_bytes: int = detail("bytes before the content: the header, with an explicit nonce", "bytes")
    tag_bytes: int = detail("tag, or MIC", "bytes")


@dataclass(frozen=True, kw_only=True)
class Frame(Record):
    record: ClassVar[str] = "frame"

    core: str = common.core()
    extensions: str = common.extensions()
    profile: str = common.profile()
    accesses: str = common.accesses()
    frame: str = identity("the frame, a name of `vambrace points`, such as `ble` or `dtls12-ccm8`", selector="frame")
    algorithm: str = detail("the AEAD or cipher that protects the content, a name of `vambrace points`")
    operation: str = identity("`protect` or `unprotect`", selector="operation")
    frame_bytes: int = detail("the protected frame", "bytes")
    content_bytes: int = detail("its content, without header and tag", "bytes")
    cycles: int = figure("cycles", "clock cycles from the call of the function to its return, key set-up not included")
    instret: int = common.instret()
    cpi: float | None = figure("", "cycles per instruction: `cycles` divided by `instret`")
    bytes_fetched: int | None = common.bytes_fetched()
    bytes_loaded: int = common.bytes_loaded()
    bytes_stored: int = common.bytes_stored()
    counters: Counters = detail("performance counters of the operation")
    code_bytes: int = common.code_bytes()
    static_bytes: int = common.static_bytes()
    stack_bytes: int = figure("bytes", "deepest stack of the function in this run, below the caller's frame")
    key_bytes: int = figure("bytes", "all key objects of the frame, in the caller's memory")
    checked: bool = common.checked()
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the core, the state of its caches, how the library was compiled, the frame")
    source_hash: str = common.source_hash()


def _options(record: Fields) -> Iterator[str]:
    yield from arguments.of_profile(record)
    if record["configuration"]["caches"] == "cold":
        yield "--cold"
    yield f"-s {record['frame']}"


KIND = Kind(
    record=Frame,
    title="calls for frames of protocols",
    command="bench",
    options=_options,
    columns=(
        words("frame", "frame"),
        shared.EXTENSIONS,
        shared.CORE,
        shared.OPERATION,
        shared.CYCLES,
        Column("per byte", lambda r: r["cycles"] / r["content_bytes"], 2, note="of the content"),
        *shared.COUNTS,
        Column("code", "code_bytes", note="with key set-up"),
        Column("static", "static_bytes"),
        Column("stack", "stack_bytes"),
        Column("key", "key_bytes"),
    ),
)
