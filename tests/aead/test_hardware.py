# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The lists of cases with engines and AES units, which only a simulated core has."""

from __future__ import annotations

import pytest

from tests.aead import batch, targets
from tests.aead.catalogue import lists_for


@pytest.mark.parametrize("target", [target.parameter() for target in targets.hardware()])
def test_lists(target, everything):
    names = tuple(o.name for o in lists_for(target.algorithm) if not target.few or o.light or o.engines)
    times = 4 if everything else target.part
    paid = batch.paid(target.algorithm, names, times * target.budget, target.flat, False, short=not everything)
    batch.run(target.runner, target.algorithm, paid)
