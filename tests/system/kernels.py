# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Every kernel of the library on Ibex, as parameters of a test: accesses, extensions, algorithm."""

from __future__ import annotations

import pytest

from vambrace import config

_SHARED = pytest.mark.long("algorithms that share kernels with what is always run")

CASES = [
    pytest.param(accesses, extensions, name, marks=() if known.default else _SHARED)
    for accesses in config.ACCESSES
    for name, known in config.algorithms().items()
    for extensions in ("none", *known.uses)
]
