# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Associated data that is longer than any memory, placed where no output overlaps it: only the length is wrong."""

from __future__ import annotations

from collections.abc import Iterable

from tests.aead.cases import Case, fresh, opened, refused, rng
from tests.aead.catalogue import case_list
from vambrace.software.running.jobs import ERR_LENGTH


@case_list(0.005)
def associated_data_beyond_any_memory(algorithm: str) -> Iterable[Case]:
    undo = opened(algorithm, fresh(algorithm, rng("limits", algorithm), 0, 5))
    return [
        refused(f"open 0+{length:#x}", undo.but(claim={"ad_len": length}), ERR_LENGTH)
        for length in (1 << 31, (1 << 31) + 5, (1 << 32) - 16)
    ]
