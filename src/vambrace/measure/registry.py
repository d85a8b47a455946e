# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""All kinds of records: what selectors, the measuring engine, the result store, the report and the documents go by."""

from typing import Any

from vambrace.measure.kinds import (
    alignment,
    area,
    ascon64,
    bench,
    block,
    ciphers,
    energy,
    faults,
    fpga,
    kernel,
    latency,
    memory,
    os,
    pictures,
    profile,
    throughput,
    timing,
)
from vambrace.results.kind import Kind, Measured

#: By name, in the order in which they are listed.
KINDS: dict[str, Kind[Any]] = {
    module.KIND.name: module.KIND
    for module in (
        bench,
        throughput,
        block,
        alignment,
        latency,
        profile,
        kernel,
        memory,
        area,
        fpga,
        timing,
        energy,
        faults,
        ciphers,
        ascon64,
        os,
        pictures,
    )
}


def measured(name: str) -> Measured[Any]:
    """How records of a kind are measured."""
    return KINDS[name].measured
