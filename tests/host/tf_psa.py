# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""TF-PSA-Crypto in tests: the setups, and the mark of tests that need the user's checkout."""

from collections.abc import Callable
from typing import Any

import pytest

from vambrace.software.ports import tf_psa
from vambrace.software.ports.psa import Setup

WITH = Setup(driver=True, copies=True, ascon=True, tf=True)
WITHOUT = Setup(driver=False, copies=True, tf=True)


_WHY = tf_psa.why_not()

#: Skips a test unless VAMBRACE_TF_PSA_CRYPTO names a checkout.
GIVEN = pytest.mark.skipif(_WHY is not None, reason=_WHY or "")


def needed(test: Callable[..., Any]) -> Any:
    """Skip a test unless there is a checkout, and leave it to the long run."""
    return pytest.mark.long("needs a checkout of TF-PSA-Crypto")(GIVEN(test))
