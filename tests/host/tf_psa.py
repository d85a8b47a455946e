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


def needed(test: Callable[..., Any]) -> Any:
    """Skip a test unless VAMBRACE_TF_PSA_CRYPTO names a checkout; in the long run alone."""
    why = tf_psa.why_not()
    skipped = pytest.mark.skipif(why is not None, reason=why or "")
    return pytest.mark.long("needs a checkout of TF-PSA-Crypto")(skipped(test))
