# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""All record kinds, for selectors, the planner, the result store, the report and the documents."""

from importlib import import_module
from typing import Any

from vambrace.measure.kinds import (
    alignment,
    area,
    ascon64,
    bench,
    block,
    board,
    ciphers,
    energy,
    explore,
    faults,
    fpga,
    frame,
    kernel,
    latency,
    memory,
    os,
    pictures,
    profile,
    throughput,
    timing,
)
from vambrace.measure.measured import Measured
from vambrace.results.kind import Kind

#: Kinds by name, in the order of lists.
KINDS: dict[str, Kind] = {
    module.KIND.name: module.KIND
    for module in (
        bench,
        frame,
        throughput,
        block,
        alignment,
        latency,
        profile,
        kernel,
        memory,
        area,
        fpga,
        board,
        timing,
        energy,
        faults,
        ciphers,
        ascon64,
        os,
        pictures,
        explore,
    )
}


def module(name: str) -> str:
    """Return the module of the same name that measures records of a kind; studies are in a package of their own."""
    folder = "studies." if KINDS[name].command.startswith("study ") else ""
    return f"vambrace.measure.{folder}{name}"


def measured(name: str) -> Measured[Any]:
    """Return the measurement of a kind."""
    entry: Measured[Any] = import_module(module(name)).MEASURED
    return entry
