# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The privilege that the couplings of buses require: an access without it reaches no register, is a bus error and
causes one pulse of alert_o; by default no privilege is required.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

import pytest

from tests.rtl.bus_masters import BUSES
from tests.rtl.checks import checked
from tests.rtl.dut import Dut, build
from tests.rtl.registers_model import Access
from vambrace.base.paths import root

WORD = 0x1234_5678


@functools.cache
def _model(name: str, **parameters: int):
    name, own, _ = BUSES.get(name, (f"vmb_couple_{name}", {}, None))
    return build(name, checked(root() / "rtl" / "couple" / f"{name}.sv"), **own, **parameters)


def _start(dut: Dut, name: str, write: int, prot: int) -> dict[str, int]:
    """Offer an access to STATUS's page; return the function that withdraws it."""
    if name == "obi":
        dut.drive(req_i=1, we_i=write, be_i=15, addr_i=8, wdata_i=WORD, prot_i=prot)
        return {"req_i": 0}
    if name == "tlul":
        dut.drive(
            a_valid_i=1,
            a_opcode_i=0 if write else 4,
            a_size_i=2,
            a_mask_i=15,
            a_address_i=8,
            a_data_i=WORD,
            a_privileged_i=prot,
            d_ready_i=1,
        )
        return {"a_valid_i": 0}
    dut.drive(bready_i=1, rready_i=1)
    if write:
        dut.drive(awvalid_i=1, awaddr_i=8, awprot_i=prot, wvalid_i=1, wdata_i=WORD, wstrb_i=15)
    else:
        dut.drive(arvalid_i=1, araddr_i=8, arprot_i=prot)
    return {"awvalid_i": 0, "wvalid_i": 0, "arvalid_i": 0}


def _answer(dut: Dut, name: str) -> tuple[int, int] | None:
    """Return error and word."""
    if name == "obi":
        return (dut.err_o, dut.rdata_o) if dut.rvalid_o else None
    if name == "tlul":
        return (dut.d_denied_o, dut.d_data_o) if dut.d_valid_o else None
    if dut.bvalid_o:
        return int(dut.bresp_o == 2), 0
    return (int(dut.rresp_o == 2), dut.rdata_o) if dut.rvalid_o else None


#: The privilege signals of a bus of bus_masters.py.
PROT: dict[str, Callable[[int], dict[str, int]]] = {
    "wb": lambda prot: {"privileged_i": prot},
    "apb": lambda prot: {"pprot_i": prot},
    "ahb": lambda prot: {"hprot_i": prot & 3, "hnonsec_i": prot >> 2},
}


def _played(dut: Dut, name: str, write: int, prot: int) -> tuple[int, int, int, int]:
    """access() of a bus that has a master in bus_masters.py."""
    master = BUSES[name][2](dut)
    dut.drive(reg_ready_i=1)
    offered: Access | None = (write, 15, 8, WORD)
    actual = None
    reached = alerts = 0
    for _ in range(6):
        dut.drive(**PROT[name](prot if offered else 0))
        master.offer(offered)
        dut.reg_rdata_i = WORD if dut.reg_req_o and not write else 0
        taken, answer = master.look()
        if taken:
            offered = None
        actual = actual or (answer and answer[::-1])
        reached += dut.reg_req_o
        alerts += dut.alert_o
        dut.cycle()
    assert actual is not None
    return (*actual, reached, alerts)


def access(dut: Dut, name: str, write: int, prot: int) -> tuple[int, int, int, int]:
    """Error, word read, accesses of the register port, cycles of alert_o."""
    if name in BUSES:
        return _played(dut, name, write, prot)
    dut.drive(reg_ready_i=1, reg_rdata_i=0 if write else WORD)
    back = _start(dut, name, write, prot)
    actual = None
    reached = alerts = 0
    for cycle in range(6):
        reached += dut.reg_req_o
        alerts += dut.alert_o
        actual = actual or _answer(dut, name)
        dut.cycle()
        if cycle == 0:
            dut.drive(**back)
    assert actual is not None
    return (*actual, reached, alerts)


# Adapter, parameters, bits of prot, and which of its values are allowed.
CASES = {
    "axi4l": ("axi4l", {}, 3, lambda prot: True),
    "axi4l privileged": ("axi4l", {"PrivilegedOnly": 1}, 3, lambda prot: prot & 1 == 1),
    "axi4l secure": ("axi4l", {"SecureOnly": 1}, 3, lambda prot: prot & 2 == 0),
    "axi4l both": ("axi4l", {"PrivilegedOnly": 1, "SecureOnly": 1}, 3, lambda prot: prot & 3 == 1),
    "obi": ("obi", {}, 3, lambda prot: True),
    "obi supervisor": ("obi", {"MinPrivilege": 1}, 3, lambda prot: prot >> 1 >= 1),
    "obi machine": ("obi", {"MinPrivilege": 3}, 3, lambda prot: prot >> 1 == 3),
    "tlul": ("tlul", {}, 1, lambda prot: True),
    "tlul privileged": ("tlul", {"PrivilegedOnly": 1}, 1, lambda prot: prot == 1),
    "wb": ("wb", {}, 1, lambda prot: True),
    "wb privileged": ("wb", {"PrivilegedOnly": 1}, 1, lambda prot: prot == 1),
    "apb": ("apb", {}, 3, lambda prot: True),
    "apb both": ("apb", {"PrivilegedOnly": 1, "SecureOnly": 1}, 3, lambda prot: prot & 3 == 1),
    "ahb": ("ahb", {}, 3, lambda prot: True),
    "ahb both": ("ahb", {"PrivilegedOnly": 1, "SecureOnly": 1}, 3, lambda prot: prot & 6 == 2),
}


@pytest.mark.parametrize("case", CASES)
def test_privilege(case):
    name, parameters, bits, allowed = CASES[case]
    dut = Dut(_model(name, **parameters))
    dut.reset()
    every = [(write, prot) for write in (0, 1) for prot in range(1 << bits)] * 3
    random.Random(case).shuffle(every)
    for write, prot in every:
        wanted = (0, 0 if write else WORD, 1, 0) if allowed(prot) else (1, 0, 0, 1)
        assert access(dut, name, write, prot) == wanted, (write, prot)


@pytest.mark.parametrize("write", [0, 1])
def test_each_access_of_axi_has_its_own_privilege(write):
    """A read without the privilege and a write with it, and the reverse, offered in the same cycle."""
    dut = Dut(_model("axi4l", PrivilegedOnly=1))
    dut.reset()
    dut.drive(reg_ready_i=1, reg_rdata_i=WORD, bready_i=1, rready_i=1, awvalid_i=1, wvalid_i=1, wstrb_i=15, arvalid_i=1)
    dut.drive(awaddr_i=8, araddr_i=12, awprot_i=write, arprot_i=1 - write)
    seen: dict[str, int] = {}
    reached = []
    for _ in range(8):
        if dut.reg_req_o:
            reached.append((dut.reg_we_o, dut.reg_index_o))
        if dut.bvalid_o:
            seen["b"] = dut.bresp_o
        if dut.rvalid_o:
            seen["r"] = dut.rresp_o
        dut.cycle()
        dut.drive(awvalid_i=0, wvalid_i=0, arvalid_i=0, awprot_i=1, arprot_i=1)
    assert seen == {"b": 0 if write else 2, "r": 2 if write else 0}
    assert reached == [(1, 2) if write else (0, 3)]
