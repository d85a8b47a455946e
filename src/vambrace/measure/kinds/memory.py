# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `memory`: bytes of code, data and stack of an operation."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from vambrace.measure.kinds import arguments
from vambrace.measure.kinds import columns as shared
from vambrace.results import fields as common
from vambrace.results.column import Column, percent
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, Record, detail, figure


@dataclass(frozen=True, kw_only=True)
class Configuration:
    library_flags: str = common.library_flags()
    messages: list[dict[str, Any]] = detail(
        "the messages of the runs: bytes of associated data and message, and whether buffers are unaligned"
    )


@dataclass(frozen=True, kw_only=True)
class Memory(Record):
    record: ClassVar[str] = "memory"

    library: str = common.library("`vambrace`")
    core: str = common.core()
    extensions: str = common.extensions()
    profile: str = common.profile()
    accesses: str = common.accesses()
    algorithm: str = common.algorithm()
    kind: str = common.algorithm_kind()
    operation: str = common.operation()
    code_bytes: int = common.code_bytes()
    static_bytes: int = common.static_bytes()
    key_bytes: int = common.key_bytes()
    stack_worst_bytes: int = figure("bytes", "the deepest stack of key set-up and operation on any path")
    stack_bytes: int = figure("bytes", "the deepest stack of any message run, by the lowest sp")
    stack_painted_bytes: int = figure("bytes", "the same by the lowest word that changed")
    stack_path: list[str] = detail("the active functions at the deepest stack, outermost first")
    sum_bytes: int = figure("bytes", "`code_bytes`, `static_bytes` and `stack_worst_bytes`")
    published_bytes: float | None = common.published_bytes()
    objects: dict[str, dict[str, int]] = detail(
        "for each object in the program `code_bytes` and `static_bytes`; `(alignment)` is the padding between them"
    )
    calls: dict[str, dict[str, Any]] = detail("the four stack fields for `init` and for the operation alone")
    frames_compared: int = detail("number of C functions whose frame was compared with the compiler's report")
    tools: common.Versions = common.tools()
    configuration: Configuration = detail("the build of the library, and the runs")


def _options(record: Fields) -> Iterator[str]:
    yield from arguments.of_call(record)


def published(record: Fields) -> float | None:
    """Return the figure of a paper; papers compile for size."""
    figure: float | None = record["published_bytes"]
    return figure if record["profile"] == "size" else None


KIND = Kind(
    record=Memory,
    title="bytes of code, data and stack",
    command="memory",
    options=_options,
    columns=(
        shared.ALGORITHM,
        shared.EXTENSIONS,
        shared.CORE,
        shared.OPERATION,
        Column("sum", "sum_bytes"),
        Column("code", "code_bytes"),
        Column("static", "static_bytes"),
        Column("stack", "stack_worst_bytes", note="the worst case of all paths"),
        Column("published", published),
        percent("of published", lambda r: 100 * r["sum_bytes"] / theirs if (theirs := published(r)) else None),
        Column("deepest reached", "stack_bytes", note="stack of the runs"),
        Column("key", "key_bytes"),
    ),
)
