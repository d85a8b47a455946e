# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The objects of vambrace/generic_mac.h: one loop over all of them, and the code that a program links if it
names one object."""

from __future__ import annotations

import subprocess

import pytest

from tests.aead.spike_runner import BUILDS32, isa
from tests.aead.test_generic import tags_of
from tests.builds import BUILDS
from tests.host import runner as host
from vambrace import config
from vambrace.base.errors import BuildError
from vambrace.base.paths import root
from vambrace.software.oracles import oracle
from vambrace.software.running import spike
from vambrace.software.toolchain import program

LOOP = root() / "tests" / "aead" / "generic_mac.c"
MACS = {name: known for name, known in config.algorithms().items() if known.kind == "mac"}
RAM = 1 << 20


def ended(code: int) -> str:
    """What the loop's exit code means."""
    return f"algorithm {code // 30} of the table, check {code % 30}"


@pytest.mark.parametrize("runner", host.RUNNERS, ids=lambda runner: runner.name)
def test_one_loop_here(runner):
    program_file = host.build(f"generic-mac-{runner.name}", runner.flags, [], [LOOP])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"{ended(done.returncode)} {done.stderr[:2000]}"


def test_one_loop_on_spike():
    """The 64-bit build has key objects of other sizes than the host's."""
    build = BUILDS32["zkned"]
    code = spike.run(program.link([LOOP], build.on_spike(32), RAM), isa(build), cached=True).exit_code
    assert code == 0, ended(code)


def test_objects_say_what_the_configuration_says():
    program_file = host.build("generic-mac-list", host.PLAIN.flags, ["-DLISTED"], [LOOP])
    listed = [line.split() for line in subprocess.check_output([program_file], text=True).splitlines()]
    assert [line[0] for line in listed] == list(MACS)
    for name, key, nonce, least, most, tag, tags in listed:
        known, lengths = MACS[name], oracle.LENGTHS[name]
        assert (int(key), int(nonce), int(tag)) == (known.key, known.nonce, known.tag)
        assert int(least) == min(lengths.nonces, default=0) <= int(nonce) <= int(most)
        assert (int(most) > 0) == ("nonce" in known.features)
        assert int(tags, 16) == (tags_of(known) if known.tag == 16 else 0)


ONE = """
#include "vambrace/generic_mac.h"
int main(void)
{
    static vmb_mac_key key;
    static const uint8_t bytes[32];
    static uint8_t tag[16];
    const vmb_mac *m = &vmb_mac_ascon_mac;
    int status = m->init(&key, bytes, m->key_len);

    if (status != VMB_OK) return 1;
    return m->compute(&key, tag, 16, 0, 0, bytes, 16) != VMB_OK;
}
"""


def test_a_program_links_the_algorithms_that_it_names(tmp_path):
    source = tmp_path / "one.c"
    source.write_text(ONE)
    elf = program.link([source], BUILDS["none"], RAM)
    done = subprocess.check_output([program.GCC.replace("gcc", "nm"), elf.path], text=True)
    names = {line.split()[-1] for line in done.splitlines()}
    assert {"vmb_mac_ascon_mac", "vmb_ascon_mac_compute"} <= names
    assert [
        n for n in names if any(other in n for other in ("aes", "gcm", "poly1305", "chacha", "sha256", "macs"))
    ] == []


def test_a_caller_of_another_build_does_not_link(tmp_path):
    source = tmp_path / "other.c"
    source.write_text('#include "vambrace/generic_mac.h"\nint main(void)\n{\n    return vmb_macs[0]->name == 0;\n}\n')
    program.link([source], BUILDS["zkned"], RAM)
    with pytest.raises(BuildError, match="undefined reference"):
        program.link([source], BUILDS["zkned"], RAM, ["-UVMB_ISE_ZKNED"])
