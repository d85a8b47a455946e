# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""VexRiscv from its package as a host: Xascon behind its CFU port, an engine over Wishbone."""

from __future__ import annotations

import functools

import pytest

from tests.rtl import host as hosts
from tests.rtl import tables
from tests.rtl.dut import Model, build
from tests.rtl.host import HERE, README, RTL
from vambrace.base import tools


@functools.cache
def model() -> Model:
    core = tools.package_folder("pythondata_cpu_vexriscv") / "verilog" / "VexRiscv_FullCfu.v"
    files = (core, *hosts.sources(), RTL / "couple" / "vmb_cfu.sv", HERE / "host_vexriscv.sv")
    return build("host_vexriscv", (HERE / "host_vexriscv.vlt", *files))


class Host(hosts.Host):
    """A Wishbone memory for each bus, which answers in the second cycle of a request."""

    answered = ""  # buses, in the last cycle

    def buses(self) -> None:
        dut = self.dut
        answers = ""
        for bus in "id":
            asks = getattr(dut, f"{bus}bus_stb_o") and bus not in self.answered
            address = 4 * getattr(dut, f"{bus}bus_adr_o")
            answers += bus * asks
            data = self.word(address) if asks else 0
            if asks and bus == "d" and dut.dbus_we_o:
                self.write(address, dut.dbus_sel_o, dut.dbus_dat_o)
            dut.drive(**{f"{bus}bus_ack_i": int(asks), f"{bus}bus_dat_i": data})
        self.answered = answers


@pytest.fixture(scope="module")
def host(tmp_path_factory) -> Host:
    """After its program."""
    host = Host(model(), hosts.program(tmp_path_factory.mktemp("host"), "-DVEXRISCV"))
    host.run()
    return host


@pytest.mark.long("compiles a model of another core")
def test_xascon_over_cfu(host):
    """An unknown instruction also returns, without effect."""
    host.check_states()
    assert host.word(hosts.RESULT + hosts.REFUSED) == 1 << 31


@pytest.mark.long("compiles a model of another core")
def test_the_engine_over_wishbone(host):
    host.check_job()


def test_the_cycles_in_the_readme(host):
    rows = tables.cycles(README, "cycles with warm caches")
    assert [row[0] for row in rows.values()] == host.cycles()
