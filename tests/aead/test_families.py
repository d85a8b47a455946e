# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A key object of one algorithm serves no call of another."""

from __future__ import annotations

import subprocess

import pytest

from tests.builds import BUILDS
from tests.host import runner as host
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

FAMILIES = root() / "tests" / "aead" / "families.c"


@pytest.mark.parametrize("runner", host.RUNNERS, ids=lambda runner: runner.name)
def test_keys_of_other_algorithms_on_the_host(runner):
    program_file = host.build(f"families-{runner.name}", runner.flags, [], [FAMILIES])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


@pytest.mark.parametrize("name", ["zkned", "aes-unit", "engine"])
def test_keys_of_other_algorithms_on_a_core(name):
    build = BUILDS[name]
    elf = program.link([FAMILIES], build, 1 << 20)
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    outcome = simulate(path, elf, Machine(max_cycles=5_000_000), {}, cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
