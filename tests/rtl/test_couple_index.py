# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Couplings with IndexBits = 6: they reach 64 registers, and none behind them."""

from __future__ import annotations

import pytest

from tests.rtl.dut import Dut
from tests.rtl.test_couple_readme import MASTERS, _model

#: The address of an access, by coupling.
ADDRESS = {
    "vmb_couple_obi": "addr_i",
    "vmb_couple_axi4l": "araddr_i",
    "vmb_couple_tlul": "a_address_i",
    "vmb_couple_wb": "adr_i",
    "vmb_couple_apb": "paddr_i",
    "vmb_couple_ahb": "haddr_i",
}
#: The one whose addresses are of words.
WORDS = "vmb_couple_wb"


def reached(name: str, bits: int, address: int) -> set[int]:
    """Return the indices of registers that reads of an address reach."""
    dut = Dut(_model(name, IndexBits=bits))
    dut.reset()
    drives = MASTERS[name][0] | {ADDRESS[name]: address // 4 if name == WORDS else address}
    dut.drive(reg_ready_i=1, **{port: value for port, value in drives.items() if port in dut})
    indices = set()
    for cycle in range(12):
        if "penable_i" in dut:  # a setup phase and an access phase alternate
            dut.drive(penable_i=cycle % 2, psel_i=1)
        if "hready_i" in dut:  # an error takes two cycles, in which a manager begins no transfer
            dut.drive(hready_i=dut.hreadyout_o, htrans_i=0 if dut.hresp_o else 2)
        if dut.reg_req_o:
            indices.add(dut.reg_index_o)
        dut.cycle()
    return indices


@pytest.mark.parametrize("name", ADDRESS)
def test_the_registers_of_a_ring(name):
    assert [reached(name, 6, address) for address in (0, 0x7C, 0x80, 0xC0, 0xFC)] == [{0}, {31}, {32}, {48}, {63}]
    assert [reached(name, 6, address) for address in (0x100, 0x140, 0x800)] == [set()] * 3
    assert reached(name, 5, 0x7C) == {31} and reached(name, 5, 0xC0) == set()
