# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""NEORV32 from a checkout as a host: Xascon instead of its example of a CFU, an engine on its external bus (XBUS)."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from tests.rtl import ghdl, tables
from tests.rtl import host as hosts
from tests.rtl.dut import build
from tests.rtl.host import HERE, README

HOME = os.environ.get("NEORV32_HOME", "")
pytestmark = [
    pytest.mark.skipif(
        not HOME, reason="NEORV32_HOME is not a checkout of https://github.com/stnolting/neorv32 (v1.13.5 is tried)"
    ),
    pytest.mark.skipif(not shutil.which("ghdl"), reason="no ghdl to translate NEORV32 to Verilog: apt install ghdl"),
]


def verilog(folder: Path) -> Path:
    """Return the core in Verilog, without the empty module that represents the CFU."""
    listed = (Path(HOME) / "rtl" / "file_list_core.f").read_text().replace("$NEORV32_HOME", HOME).split()
    files = [Path(name) for name in listed if "alu_cfu" not in name]
    created = ghdl.verilog(folder, "neorv32", "neorv32_host", [*files, HERE / "host_neorv32.vhd"])
    actual = folder / "neorv32_host.v"
    actual.write_text(re.sub(r"module vmb_neorv32_cfu\b.*?endmodule\n", "", created, count=1, flags=re.DOTALL))
    return actual


class Host(hosts.Host):
    """A memory on XBUS, which answers in the cycle after a request."""

    def buses(self) -> None:
        dut = self.dut
        asks = self.owes
        self.owes = dut.stb_o and (dut.adr_o, dut.we_o, dut.sel_o, dut.dat_o)
        data = 0
        if asks:
            address, write, enable, word = asks
            data = self.word(address)
            if write:
                self.write(address, enable, word)
        dut.drive(ack_i=int(bool(asks)), dat_i=data)

    owes: tuple[int, int, int, int] | int = 0


@pytest.fixture(scope="module")
def host(tmp_path_factory) -> Host:
    """After its program."""
    folder = tmp_path_factory.mktemp("host")
    sources = (HERE / "host_neorv32.vlt", *hosts.sources(), HERE / "host_neorv32.sv", verilog(folder))
    host = Host(build("host_neorv32", sources), hosts.program(folder))
    host.run()
    return host


def test_xascon_as_cfu(host):
    host.check_states()


def test_the_engine_on_xbus(host):
    host.check_job()


def test_the_cycles_in_the_readme(host):
    rows = tables.cycles(README, "cycles with warm caches")
    assert [row[1] for row in rows.values()] == host.cycles()
