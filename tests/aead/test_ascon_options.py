# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Ascon-AEAD128 with options, and the limits of its keys (vambrace/ascon_usage.h): a program beside Ascon-AEAD128, on
this machine, on Spike, on an engine and in one file. The lists of cases have the algorithm too."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.aead.spike_runner import BUILDS32, BUILDS64, isa
from tests.builds import BUILDS
from tests.host import amalgamated
from tests.host import runner as host
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.running import spike
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

SOURCE = root() / "tests" / "aead" / "ascon_options.c"
OTHERS = pytest.mark.long("the same source, compiled otherwise")
RUNNERS = [pytest.param(r, id=r.name, marks=() if r.name == "host-asan" else OTHERS) for r in host.RUNNERS]
SPIKES = {
    "rv32-zbkb": BUILDS32["zbkb"],
    "rv32-none:size": BUILDS32["none:size"],
    "rv64-none": BUILDS64["none"],
}


@pytest.mark.parametrize("runner", RUNNERS)
def test_options_on_the_host(runner):
    program_file = host.build(f"ascon-options-{runner.name}", runner.flags, [], [SOURCE])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


CALLER = """
#include <string.h>
int main(void)
{
    static const uint8_t bytes[32] = {1};
    static uint8_t packet[20], tag[8];
    vmb_ascon_aead128_options_key key = {0};
    vmb_ascon_usage usage = {0};
    if (vmb_ascon_aead128_options_init(&key, bytes, 32) != VMB_OK) return 1;
    if (vmb_ascon_aead128_options_seal(&key, packet, tag, 8, bytes, 16, NULL, 0, packet, 20) != VMB_OK) return 2;
    if (vmb_ascon_usage_start(&usage, 8, 1) != VMB_OK) return 3;
    if (packet_open(&key, &usage, bytes, packet, 20, tag) != VMB_OK || packet[19] != 0) return 4;
    if (packet_open(&key, &usage, bytes, packet, 20, tag) != VMB_ERR_TAG) return 5;
    return packet_open(&key, &usage, bytes, packet, 20, tag) != VMB_ERR_LIMIT || usage.bytes != 72;
}
"""


def test_the_example_of_the_guide(tmp_path):
    guide = (root() / "docs" / "user" / "library.md").read_text()
    (example,) = [
        code for code in re.findall(r"```c\n(.*?)```", guide, re.DOTALL) if "packet_open" in code and "usage" in code
    ]
    source = tmp_path / "example.c"
    source.write_text(example + CALLER)
    program_file = host.build("example-options", host.SANITIZED.flags, [], [source])
    assert subprocess.run([program_file]).returncode == 0


@pytest.mark.long("sources that are always run, in one file")
def test_options_in_one_file():
    program_file = amalgamated.program_of("ascon-options", [], [SOURCE])
    assert subprocess.run([program_file]).returncode == 0


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name == "rv32-zbkb" else OTHERS) for name in SPIKES])
def test_options_on_spike(name):
    build = SPIKES[name]
    elf = program.link([SOURCE], build.on_spike(build.xlen), 1 << 20)
    assert spike.run(elf, isa(build), cached=True).exit_code == 0


@pytest.mark.long("a few million cycles of a simulated core; the lists of cases always run on it")
@pytest.mark.parametrize("label", ["engine", "engine:size", "engine-obi-pio"])
def test_options_on_an_engine(label):
    build = BUILDS[label]
    elf = program.link([SOURCE], build, 1 << 20, ["-DEVERY=31"])
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    outcome = simulate(path, elf, Machine(max_cycles=80_000_000), {}, cached=True)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
