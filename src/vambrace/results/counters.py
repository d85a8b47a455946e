# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The performance counters of records."""

from dataclasses import dataclass

from vambrace.results.schema import figure


@dataclass(frozen=True, kw_only=True)
class Counters:
    """Performance counters, as the test bench names them (soc/sim/counters.h)."""

    loads: int | None = figure("", "load instructions")
    byte_loads: int | None = figure("", "those of 8 bits")
    halfword_loads: int | None = figure("", "those of 16 bits")
    word_loads: int | None = figure("", "those of 32 bits")
    stores: int | None = figure("", "store instructions")
    byte_stores: int | None = figure("", "those of 8 bits")
    halfword_stores: int | None = figure("", "those of 16 bits")
    word_stores: int | None = figure("", "those of 32 bits")
    jumps: int | None = figure("", "`jal` and `jalr`, returns among them")
    branches: int | None = figure("", "conditional branches")
    branches_taken: int | None = figure("", "those that were taken")
    compressed: int | None = figure("", "compressed instructions", better=0)
    wait_fetch: int | None = figure(
        "cycles", "in which the core waited for an instruction from memory; null if the core has no such event"
    )
    wait_data: int | None = figure("cycles", "likewise for its data memory")
    wait_multiply: int | None = figure("cycles", "likewise for its multiplier")
    wait_divide: int | None = figure("cycles", "likewise for its divider")
