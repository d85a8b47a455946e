# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""CVA6 from a checkout as a host: Xascon at its CV-X-IF, of version 1.0, and an engine on its bus."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.rtl import host as hosts
from tests.rtl import tables
from tests.rtl.dut import build
from tests.rtl.host import HERE, README
from vambrace.hardware import verilator

HOME = os.environ.get("CVA6_HOME", "")
pytestmark = pytest.mark.skipif(
    not HOME, reason="CVA6_HOME is not a checkout of https://github.com/openhwgroup/cva6 (commit 6cb2001 is tried)"
)

CONFIGURATION = "cv32a6_imac_sv32"

#: Entries of the core's list that belong to other repositories, or to missing coprocessors: a configuration without
#: floating point and with write-through caches instantiates none of them.
LEFT_OUT = re.compile(r"hpdcache|cvfpu|fpu_wrap|acc_dispatcher|cvxif_example|instr_tracer\.sv", re.IGNORECASE)


def upstream(folder: Path) -> Path:
    """The core with this host in one preprocessed file, since a model has no include folders."""
    listed = (Path(HOME) / "core" / "Flist.cva6").read_text().replace("${TARGET_CFG}", CONFIGURATION)
    words = [line.strip().replace("${CVA6_REPO_DIR}", HOME) for line in listed.splitlines()]
    words = [word for word in words if word and not word.startswith("//") and not LEFT_OUT.search(word)]
    command = [verilator.program(), "-E", "-P", *words, str(HERE / "host_cva6.sv")]
    env = {**os.environ, **verilator.environment()}
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    actual = folder / "host_cva6_all.sv"
    actual.write_text(done.stdout)
    return actual


class Host(hosts.Host):
    """A memory with words of 8 bytes, which answers in the cycle after a request."""

    def buses(self) -> None:
        dut = self.dut
        asks = self.owes
        self.owes = 0 if asks or not dut.ask_o else (dut.adr_o, dut.we_o, dut.sel_o, dut.dat_o)
        data = 0
        if asks:
            address, write, enable, value = asks
            data = self.word(address) | self.word(address + 4) << 32
            if write:
                self.write(address, enable & 15, value & 0xFFFFFFFF)
                self.write(address + 4, enable >> 4, value >> 32)
        dut.drive(ack_i=int(bool(asks)), dat_i=data)

    owes: tuple[int, int, int, int] | int = 0


@pytest.fixture(scope="module")
def host(tmp_path_factory) -> Host:
    """After its program."""
    folder = tmp_path_factory.mktemp("host")
    sources = (HERE / "host_cva6.vlt", *hosts.sources("couple/vmb_xif_ise"), upstream(folder))
    host = Host(build("host_cva6", sources), hosts.program(folder))
    with contextlib.chdir(folder):  # where the core writes its trace of instructions
        host.run()
    return host


def test_xascon_at_cv_x_if(host):
    host.check_states()


def test_the_engine_on_axi(host):
    host.check_job()


def test_the_cycles_in_the_readme(host):
    rows = tables.cycles(README, "cycles with warm caches")
    assert [row[2] for row in rows.values()] == host.cycles()
