# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Frames of protocols (vambrace/frames/): on this machine, on Spike and in one file, with the cases of
tests/aead/frames; and the examples of docs/user/protocols.md. test_ieee802154.py has those of IEEE 802.15.4."""

from __future__ import annotations

import importlib
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from tests.aead.frames import cases as encoding
from tests.aead.frames import guide
from tests.aead.spike_runner import BUILDS32, BUILDS64, isa
from tests.host import amalgamated
from tests.host import runner as host
from vambrace.base.paths import root
from vambrace.software.running import spike
from vambrace.software.toolchain import program

#: Modules of tests/aead/frames, each with a C source of its own.
PROTOCOLS = ("ble", "dtls12", "dtls13", "lorawan", "oscore", "replay", "zigbee")
FOLDER = root() / "tests" / "aead" / "frames"


def module(protocol: str) -> ModuleType:
    return importlib.import_module(f"tests.aead.frames.{protocol}")


@cache
def known(protocol: str) -> tuple[encoding.Case, ...]:
    """Return the cases of a protocol."""
    return tuple(module(protocol).cases())


def source(protocol: str) -> Path:
    return FOLDER / f"{protocol}.c"


def flags(actual: Sequence[encoding.Case]) -> list[str]:
    """Return the macro with the cases that a program needs."""
    return [f'-DCASES="{encoding.file_of(actual)}"']


def failed(program_file: Path, actual: Sequence[encoding.Case]) -> str:
    """Return the case that a program finds wrong."""
    done = subprocess.run([program_file], capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    which = int(done.stdout) if done.stdout else 0
    return f"{actual[which - 1] if which else ''} {done.stderr[:2000]}"


OTHERS = pytest.mark.long("the same source, compiled otherwise")
SPIKES = {
    "rv32-zkned": BUILDS32["zkned"],
    "rv32-none:size": BUILDS32["none:size"],
    "rv64-none": BUILDS64["none"],
    "rv64-zkned": BUILDS64["zkned"],
}
RUNNERS = [pytest.param(r, id=r.name, marks=() if r.name == "host-asan" else OTHERS) for r in host.RUNNERS]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("runner", RUNNERS)
def test_protocols_on_the_host(runner, protocol):
    actual = known(protocol)
    assert len(actual) > 100
    program_file = host.build(f"{protocol}-{runner.name}", runner.flags, flags(actual), [source(protocol)])
    assert failed(program_file, actual) == ""


@pytest.mark.long("sources that are always run, in one file")
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_protocols_in_one_file(protocol):
    program_file = amalgamated.program_of(protocol, flags(known(protocol)), [source(protocol)])
    assert failed(program_file, known(protocol)) == ""


@pytest.mark.long("the sources that are run on the host")
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("label", SPIKES)
def test_protocols_on_spike(label, protocol):
    build = SPIKES[label]
    elf = program.link([source(protocol)], build.on_spike(build.xlen), 4 << 20, flags(known(protocol)))
    code = spike.run(elf, isa(build), cached=True).exit_code
    assert code == 0, f"case {code} failed"


def test_a_wrong_expectation_is_found():
    """Another status, another byte and another result each fail, by their number."""
    right = known("ble")[0]
    for wrong in (
        replace(right, status=encoding.ERR_TAG),
        replace(right, after=bytes(len(right.before))),
        replace(right, results=[1]),
    ):
        actual = [right, wrong]
        program_file = host.build("ble-wrong", host.SANITIZED.flags, flags(actual), [source("ble")])
        assert str(wrong) in failed(program_file, actual)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_functions_in_the_guide(tmp_path, protocol):
    caller = tmp_path / "caller.c"
    caller.write_text(guide.example(f"frames/{protocol}.h") + module(protocol).CALLER)
    program_file = host.build(f"{protocol}-guide", host.SANITIZED.flags, [], [caller])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"
