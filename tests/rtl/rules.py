# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Stimuli of test_assertions.py for the checkers of buses that no simulated system has: traffic that keeps their rules,
and a breach of each.
"""

from __future__ import annotations

from dataclasses import dataclass, field

#: Ports and their values in a cycle. Inputs of one cycle stay in the next, unless it has others.
Cycle = dict[str, int]


@dataclass(frozen=True)
class Breach:
    """After the legal traffic `before`, `then` breaks the rule of this bit of fault_o."""

    rule: int
    then: Cycle
    before: list[Cycle] = field(default_factory=list)
    reset: bool = False  # `then` comes while the reset is active


#: Ports that are not 0 in idle cycles.
AT_REST: dict[str, Cycle] = {"ahb": {"hready_i": 1, "hreadyout_i": 1}}

_STROBE = {"cyc_i": 1, "stb_i": 1, "sel_i": 15, "adr_i": 4}
WB: list[Cycle] = [
    {**_STROBE, "stall_i": 1}, {"stall_i": 0},
    {"adr_i": 5, "we_i": 1, "dat_i": 7, "ack_i": 1},  # the next one at once
    {"stb_i": 0, "ack_i": 0, "err_i": 1}, {"err_i": 0, **_STROBE}, {"stb_i": 0}, {"cyc_i": 0},  # no further answer
    {**_STROBE, "stall_i": 1}, {"cyc_i": 0, "stb_i": 0},  # cancelled with the cycle
]  # fmt: skip

_SETUP = {"psel_i": 1, "penable_i": 0, "pwrite_i": 1, "paddr_i": 8, "pstrb_i": 15, "pwdata_i": 3}
APB: list[Cycle] = [
    _SETUP, {"penable_i": 1}, {"pready_i": 1, "pslverr_i": 1},
    {"penable_i": 0, "pwrite_i": 0, "pstrb_i": 0, "pready_i": 0, "pslverr_i": 0},  # the next one at once
    {"penable_i": 1, "pready_i": 1, "pwdata_i": 4}, {"psel_i": 0, "pready_i": 0},
]  # fmt: skip

_NONSEQ = {"hsel_i": 1, "htrans_i": 2, "hwrite_i": 1, "hsize_i": 2, "haddr_i": 8, "hready_i": 1, "hreadyout_i": 1}
_WAITS = {"hready_i": 0, "hreadyout_i": 0}
_GOES = {"hready_i": 1, "hreadyout_i": 1}
AHB: list[Cycle] = [
    _NONSEQ, {"haddr_i": 12, "hwdata_i": 5, **_WAITS}, _GOES,
    {"htrans_i": 0, "hwdata_i": 6}, {**_NONSEQ, "hwrite_i": 0},
    {"hresp_i": 1, **_WAITS}, {"htrans_i": 0, **_GOES},  # an error, and the next transfer is cancelled
    {"hresp_i": 0, **_NONSEQ, "hready_i": 0}, {"hready_i": 1}, {"htrans_i": 0},  # another subordinate's wait
]  # fmt: skip

_AW = {"awvalid_i": 1, "awaddr_i": 0x1FF8, "awlen_i": 1}
_W = {"wvalid_i": 1, "wdata_i": 5, "wstrb_i": 15}
_AR = {"arvalid_i": 1, "araddr_i": 0x1FF0, "arlen_i": 1}
_B = {"bvalid_i": 1, "bready_i": 1}
_R = {"rvalid_i": 1, "rready_i": 1}
AXI4: list[Cycle] = [
    _AW, {"awready_i": 1, **_W}, {"awvalid_i": 0, "wready_i": 1}, {"wdata_i": 6, "wlast_i": 1},
    {"wvalid_i": 0, "wlast_i": 0, "bvalid_i": 1, "bresp_i": 2}, {"bready_i": 1}, {"bvalid_i": 0},
    {**_W, "wlast_i": 1}, {"wvalid_i": 0, **_AW, "awlen_i": 0}, {"awvalid_i": 0, **_B}, {"bvalid_i": 0},  # W first
    {**_AR, "arready_i": 1}, {"araddr_i": 0x2000, "arlen_i": 0}, {"arvalid_i": 0, "rvalid_i": 1, "rdata_i": 3},
    {"rready_i": 1}, {"rdata_i": 4, "rlast_i": 1}, {"rdata_i": 5, "rresp_i": 3}, {"rvalid_i": 0},
]  # fmt: skip

_WORD = {"tvalid_i": 1, "tdata_i": 7, "tkeep_i": 15}
AXIS: list[Cycle] = [
    _WORD, {"tready_i": 1}, {"tdata_i": 8}, {"tdata_i": 9, "tready_i": 0}, {}, {"tready_i": 1},
    {"tkeep_i": 3, "tlast_i": 1, "tuser_i": 1}, {"tvalid_i": 0, "tready_i": 0, "tdata_i": 1},
]  # fmt: skip

RIGHT: dict[str, list[Cycle]] = {"wb": WB, "apb": APB, "ahb": AHB, "axi4": AXI4, "axis": AXIS}

WRONG: dict[str, list[Breach]] = {
    "wb": [
        Breach(0, {"stb_i": 1}),
        Breach(1, {"adr_i": 5}, [{**_STROBE, "stall_i": 1}]),
        Breach(1, {"stb_i": 0}, [{**_STROBE, "stall_i": 1}]),
        Breach(1, {"dat_i": 8}, [{**_STROBE, "we_i": 1, "dat_i": 7, "stall_i": 1}]),
        Breach(2, {"stb_i": 0, "ack_i": 1, "err_i": 1}, [_STROBE]),
        Breach(3, {"cyc_i": 1, "ack_i": 1}),
        Breach(3, {**_STROBE, "err_i": 1}),  # in the clock of its request
        Breach(3, {"ack_i": 1}, [_STROBE, {"stb_i": 0, "ack_i": 1}]),  # twice
        Breach(3, {"cyc_i": 0, "ack_i": 1}, [_STROBE, {"stb_i": 0}]),
        Breach(4, {"stb_i": 1}, [_STROBE, {"stb_i": 0}]),
        Breach(5, {"cyc_i": 1}, reset=True),
        Breach(5, {"err_i": 1}, reset=True),
    ],
    "apb": [
        Breach(0, {}, [_SETUP]),  # no access phase
        Breach(0, {"psel_i": 0}, [_SETUP, {"penable_i": 1}]),
        Breach(0, {"paddr_i": 12}, [_SETUP, {"penable_i": 1}]),
        Breach(0, {"penable_i": 1, "pwdata_i": 4}, [_SETUP]),
        Breach(1, {"psel_i": 1, "penable_i": 1}),
        Breach(1, {}, [_SETUP, {"penable_i": 1, "pready_i": 1}]),
        Breach(2, {"psel_i": 1, "pstrb_i": 1}),
        Breach(3, {"penable_i": 1, "pslverr_i": 1}, [_SETUP]),
        Breach(3, {"pslverr_i": 1}),
        Breach(4, {"psel_i": 1}, reset=True),
    ],
    "ahb": [
        Breach(0, {"haddr_i": 16}, AHB[:2]),
        Breach(0, {"htrans_i": 0}, AHB[:2]),
        Breach(0, {"hsel_i": 0}, [{**_NONSEQ, "hready_i": 0}]),
        Breach(1, {"hwdata_i": 6}, AHB[:2]),
        Breach(2, {"htrans_i": 0, "hresp_i": 1}, [_NONSEQ]),
        Breach(2, {"htrans_i": 0, "hresp_i": 0, **_GOES}, [_NONSEQ, {"htrans_i": 0, "hresp_i": 1, **_WAITS}]),
        Breach(2, {}, [_NONSEQ, {"htrans_i": 0, "hresp_i": 1, **_WAITS}]),
        Breach(3, {"hsel_i": 1, "hreadyout_i": 0}),
        Breach(3, {"hreadyout_i": 0}, [{**_NONSEQ, "htrans_i": 1}, {"htrans_i": 0}]),
        Breach(4, {"htrans_i": 2}, reset=True),
        Breach(4, {"hreadyout_i": 0}, reset=True),
    ],
    "axi4": [
        Breach(0, {"awaddr_i": 0x1FF0}, [_AW]),
        Breach(0, {"awvalid_i": 0}, [_AW]),
        Breach(1, {"wstrb_i": 7}, [_W]),
        Breach(2, {"bresp_i": 3}, AXI4[:5]),
        Breach(3, {"arlen_i": 2}, [_AR]),
        Breach(4, {"rdata_i": 4}, [{**_AR, "arready_i": 1}, {"arvalid_i": 0, "rvalid_i": 1, "rdata_i": 3}]),
        Breach(5, {**_AW, "awlen_i": 2}),
        Breach(5, {**_AR, "araddr_i": 0x1002}),
        Breach(5, {**_AR, "arlen_i": 4}),
        Breach(6, {"awvalid_i": 0, **_W, "wlast_i": 1}, [{**_AW, "awready_i": 1}]),
        Breach(6, {"wlast_i": 0}, AXI4[:3]),
        Breach(6, {"rlast_i": 1, **_R}, [{**_AR, "arready_i": 1}, {"arvalid_i": 0}]),
        Breach(7, {**_B, "wvalid_i": 0}, AXI4[:3]),
        Breach(7, _B, AXI4[:7]),  # twice
        Breach(7, {**_R, "rlast_i": 1}),
        Breach(7, {"rvalid_i": 1}, AXI4),
        Breach(8, {"arvalid_i": 1}, reset=True),
        Breach(8, {"bvalid_i": 1}, reset=True),
    ],
    "axis": [
        Breach(0, {"tvalid_i": 0}, [_WORD]),
        Breach(1, {"tdata_i": 8}, [_WORD]),
        Breach(1, {"tkeep_i": 7}, [_WORD]),
        Breach(1, {"tlast_i": 1}, [_WORD]),
        Breach(1, {"tuser_i": 1}, [_WORD]),
        Breach(2, {"tvalid_i": 1}, reset=True),
    ],
}  # fmt: skip
