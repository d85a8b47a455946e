# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Whether Rocket can be had here, and its builds of the library."""

from collections.abc import Callable

import pytest

from vambrace import config
from vambrace.config import Build
from vambrace.hardware import rtl

WHY_NOT = rtl.unavailable("rocket")
_here = pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or "")
_long = pytest.mark.long("Rocket: a minute of processor for its generator, and half of one for each model")
MARKS = [_here, _long]


def needed(test: Callable) -> Callable:
    """Mark a test that needs Rocket."""
    return _here(_long(test))


def build(extensions: str) -> Build:
    """Return the compiler's flags for programs on a point of Rocket."""
    return config.point(f"rocket/{extensions}").build
