# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What `vambrace test coverage` measures, as it is: the tests reach what configs/coverage.toml demands."""

import subprocess
import sys

import pytest


def is_enough(what: str) -> bool:
    """In a process of its own, whose standard error is a file: pytest runs below it."""
    return subprocess.run([sys.executable, "-m", "vambrace", "test", "coverage", what], check=False).returncode == 0


@pytest.mark.long("minutes: all lists of cases in builds that count")
@pytest.mark.parametrize("what", ["library", "assembly"])
def test_enough_is_reached(what):
    assert is_enough(what)


@pytest.mark.long("builds models that count, and runs all tests of modules: an hour")
def test_enough_of_the_rtl_is_reached():
    assert is_enough("rtl")
