# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""No call loads or stores a word that holds no byte of a buffer: at the end of memory that is an exception."""

from __future__ import annotations

import pytest

from tests.aead import spike_runner
from tests.aead.spike_runner import BUILDS32, BUILDS64
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.software.running import spike
from vambrace.software.toolchain import program

SOURCE = root() / "tests" / "aead" / "memory_end.c"
RAM, PROGRAM_RAM = 2 << 20, 1 << 20
END = 0x8000_0000 + RAM


def run(build, end):
    elf = program.link([SOURCE], build.on_spike(build.xlen), PROGRAM_RAM, [f"-DEND={end:#x}u"])
    return spike.run(elf, spike_runner.isa(build), ram_bytes=RAM, cached=True)


@pytest.mark.parametrize("label", ["none", "none:misaligned", "zkned", "zbkb+xascon"])
def test_no_access_beyond_the_end_of_a_buffer(label):
    assert run(BUILDS32[label], END).exit_code == 0


@pytest.mark.long("the same lists always run for RV32")
@pytest.mark.parametrize("label", ["none", "zkned"])
def test_no_access_beyond_the_end_of_a_buffer_on_rv64(label):
    assert run(BUILDS64[label], END).exit_code == 0


def test_an_access_beyond_the_end_of_memory_is_an_exception():
    with pytest.raises(VambraceError):
        run(BUILDS32["none"], END + 1)
