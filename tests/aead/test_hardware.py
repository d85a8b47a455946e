# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The lists of cases with engines and AES units, which only a simulated core has."""

from __future__ import annotations

import pytest

from tests.aead import batch, targets
from tests.aead.catalogue import lists_for


@pytest.mark.parametrize("target", [target.parameter() for target in targets.hardware()])
def test_lists(target, everything):
    chosen = [o for o in lists_for(target.algorithm) if not target.essential_only or o.essential or o.engines]
    budget = target.budget * (4 if everything else target.short_share)
    names = tuple(item.name for item in chosen)
    cases = batch.within_budget(target.algorithm, names, budget, target.fixed_cost, False, short=not everything)
    batch.run(target.runner, target.algorithm, cases)
