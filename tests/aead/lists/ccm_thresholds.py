# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The longest associated data whose length CCM encodes in two bytes (SP 800-38C, appendix A.2.2): each backend has code
of its own for it. One byte more is in ccm.the_long_encoding."""

from __future__ import annotations

from collections.abc import Iterable

from tests.aead.cases import Case, fresh, rng, sealing
from tests.aead.catalogue import case_list

CCM = "aes-128-ccm"


@case_list(1, algorithms=(CCM,))
def the_last_short_encoding(algorithm: str) -> Iterable[Case]:
    job = fresh(CCM, rng("ccm last short"), 3, 0xFEFF)
    return [sealing("3+0xfeff", CCM, job)]
