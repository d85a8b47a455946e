# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_wipe and vmb_verify for a program's own secrets: their effects, and that their timing and addresses do not depend
on the contents, nor on whether two buffers are equal."""

from __future__ import annotations

import subprocess
from dataclasses import replace

import pytest

from tests.builds import BUILDS
from tests.host.runner import RUNNERS, build
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

SOURCE = root() / "tests" / "aead" / "secure.c"
SHAPES, CONTENTS = 3, 8  # of secure.c


@pytest.mark.parametrize("host", RUNNERS, ids=lambda host: host.name)
@pytest.mark.parametrize("flags", [[], ["-DTIMED"]], ids=["all", "timed"])
def test_effects_on_the_host(host, flags):
    program_file = build(f"secure-{host.name}", host.flags, flags, [SOURCE])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


@pytest.mark.parametrize("profile", config.PROFILES)
def test_time_and_addresses_do_not_depend_on_contents(profile):
    chosen = replace(BUILDS["none"], profile=profile)
    elf = program.link([SOURCE], chosen, 1 << 20, ["-DTIMED"])
    path = model.build(model.shared(config.cores()["ibex-ref"], chosen.extensions))
    names = ("vmb_verify", "vmb_wipe")
    outcome = simulate(
        path, elf, Machine(max_cycles=2_000_000), {name: elf.symbol(name) for name in names}, cached=True
    )
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    for name in names:
        counts = outcome.windows[name]
        assert len(counts) == SHAPES * CONTENTS
        for shape in range(SHAPES):
            taken = set(counts[shape * CONTENTS : (shape + 1) * CONTENTS])
            assert len(taken) == 1, f"{name} {shape}: {taken}"
            assert all(item.pc_hash and item.data_hash for item in taken)
