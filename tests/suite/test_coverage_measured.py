# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What `vambrace test coverage` measures, as it is: the tests reach what configs/coverage.toml demands."""

import pytest
from click.testing import CliRunner

from vambrace.dev.testing import command


@pytest.mark.long("minutes: all lists of cases in builds that count")
@pytest.mark.parametrize("what", ["library", "assembly"])
def test_enough_is_reached(what):
    done = CliRunner().invoke(command.test, ["coverage", what])
    assert done.exit_code == 0, done.exception


@pytest.mark.long("builds models that count, and runs all tests of modules: an hour")
def test_enough_of_the_rtl_is_reached():
    done = CliRunner().invoke(command.test, ["coverage", "rtl"])
    assert done.exit_code == 0, done.exception
