# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Whether Rocket can be had here, and its builds of the library."""

import pytest

from vambrace import config, rtl
from vambrace.config import Extensions

WHY_NOT = rtl.unavailable("rocket")
needed = pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or "")


def build(extensions: str) -> Extensions:
    """What programs are compiled with for a point of Rocket."""
    return config.point(f"rocket/{extensions}").build
