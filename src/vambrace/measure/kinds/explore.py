# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `explore`: the fields of `bench`, with the compiler options and memories that an exploration varies."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from vambrace.config import engine_options
from vambrace.measure.kinds import columns
from vambrace.measure.kinds.bench import Bench
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind
from vambrace.results.schema import Fields, identity


@dataclass(frozen=True, kw_only=True)
class Explore(Bench):
    record: ClassVar[str] = "explore"

    compiler: str = identity("compiler of the C of the library, `gcc` or `clang`")
    optimisation: str = identity("level of the compiler for the C of the library, such as `-O2`")
    wait_instr: int = identity("wait states of each fetch", unit="cycles")
    wait_data: int = identity("wait states of each load and store", unit="cycles")
    wait_mem: int = identity("wait states of each access of an engine", unit="cycles")
    shared_port: bool = identity("whether loads, stores and the accesses of an engine share a port of the RAM")


#: The parameters of a space that are fields of a record, with their defaults.
_USUAL = {"profile": "speed", "compiler": "gcc", "wait_instr": 0, "wait_data": 0, "wait_mem": 0, "shared_port": False}


def _options(record: Fields) -> Iterator[str]:
    extensions, _, of_engine = record["extensions"].partition(engine_options.SIGN)
    yield f"--set core={record['core']}"
    yield f"--set extensions={extensions}"
    yield from (f"--set {option}" for option in of_engine.split(engine_options.COMMA) if option)
    yield f"--set algorithm={record['algorithm']}"
    for name, usual in _USUAL.items():
        if record[name] != usual:
            yield f"--set {name}={str(record[name]).lower()}"
    if record["optimisation"] != ("-Os" if record["profile"] == "size" else "-O2"):
        yield f"--set optimisation={record['optimisation']}"
    if columns.restricted(record):
        yield "--set accesses=aligned"
    yield f"--packet {record['scenario']}"


KIND = Kind(
    record=Explore,
    title="cycles at the points of an exploration",
    command="explore",
    options=_options,
    scenarios=("named", "length"),
    subject=lambda record: "",
    columns=(
        *columns.CALL,
        words("compiler", "compiler"),
        words("level", "optimisation"),
        Column("fetch waits", "wait_instr"),
        Column("data waits", "wait_data"),
        Column("engine waits", "wait_mem"),
        columns.CYCLES,
        Column("per byte", columns.per_byte, 2),
        *columns.COUNTS,
    ),
)
