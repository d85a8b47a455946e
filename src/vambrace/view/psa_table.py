# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The cost of PSA Crypto as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vambrace.base.grid import Grid, number

if TYPE_CHECKING:
    from vambrace.measure.studies.psa import Cost

NOTES = (
    "16 bytes each of message and associated data. library: init, seal/open, wipe. driver: the entry point's overhead.",
    "key slot: Mbed TLS finds, locks and unlocks the key. core: the rest of Mbed TLS. call: their sum.",
    "copies: additional cycles if Mbed TLS copies its arguments, the default. own code: the call without the driver.",
)


def grid(point: str, costs: list[Cost], titles: dict[str, str]) -> Grid:
    """Return the table of a point."""
    head = ["algorithm", "operation", "library", "driver", "key slot", "core", "call", "copies", "own code", "faster"]
    rows = []
    for c in costs:
        parts = (c.direct, c.driver, c.key_slot, c.core, c.call, c.copies, c.own)
        faster = "" if c.own is None else f"{c.own / c.call:.1f}x"
        rows.append([titles[c.algorithm], c.operation, *map(number, parts), faster])
    return Grid(f"Cycles of psa_aead_encrypt and psa_aead_decrypt on {point}", head, rows, NOTES)
