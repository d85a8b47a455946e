# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The checkers of rtl/assert: legal traffic keeps every rule, each breach breaks exactly its rule, and a broken rule
ends a simulation.

A checker sees ports of both sides. Each case below begins after legal traffic, drives the cycle that breaks its rule,
and reads fault_o before the clock's edge, where the assertion would end this process.
"""

from __future__ import annotations

import functools
import multiprocessing
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rtl import rules
from tests.rtl.checks import CHECKERS, checked
from tests.rtl.dut import Dut, build
from tests.rtl.rules import Breach, Cycle
from tests.rtl.unit import AD, AD_END, DATA, DATA_END, SQUEEZE
from vambrace.base.paths import root
from vambrace.hardware import rtl
from vambrace.silicon import parts
from vambrace_dev.proofs import plan

FOLDER = root() / "rtl" / "assert"
NAMES = sorted(path.stem.removeprefix("vmb_check_") for path in FOLDER.glob("vmb_check_*.sv"))


@functools.cache
def _model(name: str):
    return build(f"vmb_check_{name}", CHECKERS)


def fresh(name: str) -> Dut:
    dut = Dut(_model(name))
    dut.drive(**rules.AT_REST.get(name, {}))
    dut.reset()
    return dut


def play(dut: Dut, cycles: list[Cycle]) -> None:
    """Drives cycles that keep all rules. Inputs of one cycle stay in the next, unless it has others."""
    for number, ports in enumerate(cycles):
        dut.drive(**ports)
        assert dut.fault_o == 0, (number, ports, bin(dut.fault_o))
        dut.cycle()


# ---- Legal traffic ----

_READ = {"req_i": 1, "we_i": 0, "be_i": 15, "addr_i": 0x80000010}
_OBI: list[Cycle] = [
    {**_READ, "gnt_i": 0}, {"gnt_i": 1},
    {"addr_i": 0x80000014, "rvalid_i": 1},  # the next one at once
    {"req_i": 0, "gnt_i": 0, "rvalid_i": 0}, {"rvalid_i": 1},
    {"req_i": 1, "we_i": 1, "be_i": 4, "wdata_i": 7, "gnt_i": 0, "rvalid_i": 0}, {"gnt_i": 1},
    {"req_i": 0, "gnt_i": 1, "rvalid_i": 1}, {"rvalid_i": 0},
    {"req_i": 1, "gnt_i": 0, "withdrawn_i": 1}, {"req_i": 0, "withdrawn_i": 0},
]  # fmt: skip

_EXECUTES = {"valid_i": 1, "accept_i": 1, "decode_i": 0x0B, "instr_i": 0x0B, "rs1_i": 1, "rs2_i": 2, "machine_i": 1}
_ACCEL: list[Cycle] = [
    {**_EXECUTES, "ready_i": 0}, {"ready_i": 1},
    {"decode_i": 0x33, "instr_i": 0x33, "accept_i": 0, "ready_i": 0},  # another unit's
    {**_EXECUTES, "retry_i": 1}, {"valid_i": 0, "retry_i": 0},  # cancelled
    {"valid_i": 1, "ready_i": 1}, {"valid_i": 0, "machine_i": 0, "accept_i": 0},
]  # fmt: skip


def _piece(kind: int, lanes: int, **more: int) -> Cycle:
    return {"valid_i": 1, "ready_i": 1, "kind_i": kind, "lanes_i": lanes, **more}


_START: list[Cycle] = [
    {"start_valid_i": 1, "start_ready_i": 0, "what_i": 5},
    {"start_ready_i": 1}, {"start_valid_i": 0, "start_ready_i": 0},
]  # fmt: skip
_IN_DATA: list[Cycle] = [
    *_START, _piece(AD, 0x000F), {"ready_i": 0}, _piece(AD, 0x0070), _piece(AD_END, 0x0080),
    _piece(DATA, 0xFFFF, out_valid_i=1, out_i=9, out_ready_i=1), {"valid_i": 0, "out_valid_i": 0},
]  # fmt: skip
_TAGGED: list[Cycle] = [*_IN_DATA, _piece(DATA_END, 1), {"valid_i": 0, "tag_valid_i": 1, "tag_i": 77}]
_BLOCKS: list[Cycle] = [
    *_START,
    _piece(AD_END, 1, blocks_i=1),
    _piece(DATA, 0xFFFF),
    {"valid_i": 0, "out_valid_i": 1, "out_i": 9, "out_ready_i": 0},
]
_UNIT: list[Cycle] = [
    *_TAGGED, {}, {"wipe_i": 1, "tag_valid_i": 0}, {"wipe_i": 0},
    *_START, _piece(AD_END, 1), _piece(DATA_END, 1), _piece(SQUEEZE, 0xFF, out_valid_i=1),  # a hash
    {"valid_i": 0, "out_valid_i": 0, "wipe_i": 1}, {"wipe_i": 0},
    *_BLOCKS, {}, {"out_ready_i": 1}, {"out_valid_i": 0, "blocks_i": 0, "wipe_i": 1}, {"wipe_i": 0},
    {"start_valid_i": 1, "start_ready_i": 1, "resume_i": 1}, {"start_valid_i": 0, "resume_i": 0},
    _piece(DATA, 3, out_valid_i=1),  # a message that goes on
]  # fmt: skip

_WRITE = {"awvalid_i": 1, "awaddr_i": 4, "wvalid_i": 1, "wdata_i": 5, "wstrb_i": 15}
_AXI4L: list[Cycle] = [
    {**_WRITE, "wready_i": 1}, {"wvalid_i": 0, "awready_i": 1}, {"awvalid_i": 0, "bvalid_i": 1, "bresp_i": 2},
    {"bready_i": 1}, {"bvalid_i": 0},
    {"arvalid_i": 1, "araddr_i": 8}, {"arready_i": 1}, {"arvalid_i": 0, "rvalid_i": 1, "rdata_i": 3},
    {"rready_i": 1}, {"rvalid_i": 0},
]  # fmt: skip

PUT_FULL, PUT_PARTIAL, GET = 0, 1, 4
_GET = {"a_valid_i": 1, "a_opcode_i": GET, "a_size_i": 2, "a_source_i": 1, "a_address_i": 8, "a_mask_i": 15}
_ANSWER = {"d_valid_i": 1, "d_opcode_i": 1, "d_size_i": 2, "d_source_i": 1}
_TL: list[Cycle] = [
    {**_GET, "a_ready_i": 0}, {"a_ready_i": 1}, {"a_valid_i": 0, **_ANSWER, "d_ready_i": 0}, {"d_ready_i": 1},
    {**_GET, "a_opcode_i": PUT_FULL, "a_size_i": 1, "a_address_i": 6, "a_mask_i": 12, "d_valid_i": 0},
    {**_GET, "a_opcode_i": PUT_PARTIAL, "a_mask_i": 2, "a_source_i": 0,
     **_ANSWER, "d_opcode_i": 0, "d_size_i": 1},
    {"a_valid_i": 0, "d_size_i": 2, "d_source_i": 0, "d_denied_i": 1}, {"d_valid_i": 0},
]  # fmt: skip

_COMMAND = {"cmd_valid_i": 1, "cmd_instr_i": 1 << 14 | 6 << 7 | 0x0B, "cmd_rs1_i": 1, "busy_i": 1}
_ACCESS = {"mem_valid_i": 1, "mem_write_i": 1, "mem_size_i": 1, "mem_address_i": 0x80000002, "busy_i": 1}
_ROCC: list[Cycle] = [
    {**_COMMAND, "resp_ready_i": 1}, {"cmd_ready_i": 1, "resp_valid_i": 1, "resp_rd_i": 6},
    {"cmd_instr_i": 0x0B, "resp_valid_i": 0},  # without an answer
    {"cmd_valid_i": 0, **_ACCESS}, {"mem_ready_i": 1}, {"mem_valid_i": 0}, {"mem_done_i": 1},
    {"mem_done_i": 0, "busy_i": 0}, {**_ACCESS, "mem_ready_i": 1}, {"mem_valid_i": 0},
    {"mem_done_i": 1, "busy_i": 0},  # no more than with the answer
]  # fmt: skip

_OFFER = {"issue_valid_i": 1, "issue_accept_i": 1, "issue_instr_i": 5 << 7, "issue_id_i": 3}
_RESULT = {"result_valid_i": 1, "result_id_i": 3, "result_rd_i": 5, "result_data_i": 9}
_TAKEN: list[Cycle] = [{**_OFFER, "issue_ready_i": 1}, {"issue_valid_i": 0}]
_COMMITTED: list[Cycle] = [*_TAKEN, {"commit_valid_i": 1, "commit_id_i": 3, "commit_kill_i": 0}, {"commit_valid_i": 0}]
_XIF: list[Cycle] = [
    {**_OFFER, "issue_instr_i": 4}, {"issue_valid_i": 0}, *_COMMITTED, _RESULT, {"result_ready_i": 1},
    {"result_valid_i": 0}, *_TAKEN, {"commit_valid_i": 1, "commit_kill_i": 1}, {"commit_valid_i": 0},
    {**_OFFER, "issue_id_i": 4}, {"issue_id_i": 5, "commit_valid_i": 1, "commit_id_i": 4, "commit_kill_i": 0},
    {"issue_valid_i": 0, "commit_id_i": 5, **_RESULT, "result_id_i": 4},
    {"commit_valid_i": 0, "result_id_i": 5}, {"result_valid_i": 0},
]  # fmt: skip

RIGHT: dict[str, list[Cycle]] = {
    "obi": _OBI,
    "accel": _ACCEL,
    "unit": _UNIT,
    "axi4l": _AXI4L,
    "tl": _TL,
    "rocc": _ROCC,
    "xif": _XIF,
    **rules.RIGHT,
}


# ---- Illegal traffic ----

_OWED = [{**_READ, "gnt_i": 1, "rvalid_i": 0}]

WRONG: dict[str, list[Breach]] = {
    "obi": [
        Breach(0, {"req_i": 0}, [_READ]),
        Breach(1, {"addr_i": 0x80000014}, [_READ]),
        Breach(1, {"we_i": 1}, [_READ]),
        Breach(1, {"wdata_i": 8}, [{**_READ, "we_i": 1, "wdata_i": 7}]),
        Breach(2, {**_READ, "be_i": 0}),
        Breach(2, {**_READ, "addr_i": 0x80000011}),
        Breach(3, {"rvalid_i": 1}),
        Breach(3, {**_READ, "gnt_i": 1, "rvalid_i": 1}),  # in the cycle of its grant
        Breach(3, {"rvalid_i": 1}, [*_OWED, {"req_i": 0, "rvalid_i": 1}]),  # twice
        Breach(4, {}, 7 * _OWED),
        Breach(5, {"req_i": 1}, reset=True),
        Breach(5, {"rvalid_i": 1}, reset=True),
    ],
    "accel": [
        Breach(0, {"valid_i": 0}, [_EXECUTES]),
        Breach(1, {"rs2_i": 3}, [_EXECUTES]),
        Breach(1, {"rs1_i": 3}, [{**_EXECUTES, "retry_i": 1}]),
        Breach(2, {"accept_i": 0}, [{"decode_i": 0x0B, "accept_i": 1}]),
        Breach(3, {**_EXECUTES, "ready_i": 1, "retry_i": 1}),
        Breach(3, {"retry_i": 1}),
        Breach(4, {"valid_i": 1}, reset=True),
    ],
    "unit": [
        Breach(0, _piece(DATA, 1, out_ready_i=1), _START),  # without the end of AD
        Breach(0, _piece(AD, 1), _IN_DATA),
        Breach(0, _piece(SQUEEZE, 1), _IN_DATA),  # without the end of data
        Breach(0, _piece(DATA_END, 1), _TAGGED),
        Breach(1, _piece(AD, 1)),
        Breach(1, _piece(AD, 1), [*_START, {"wipe_i": 1}, {"wipe_i": 0}]),
        Breach(2, _piece(AD, 0), _START),
        Breach(2, _piece(AD, 5), _START),
        Breach(2, _piece(AD_END, 3), _START),
        Breach(3, {"out_valid_i": 1}, _IN_DATA),
        Breach(3, _piece(AD, 1, out_valid_i=1), _START),
        Breach(4, {"out_i": 8}, _BLOCKS),
        Breach(4, {"out_valid_i": 0}, _BLOCKS),
        Breach(5, {"tag_valid_i": 1}, _IN_DATA),
        Breach(6, {"tag_i": 78}, _TAGGED),
        Breach(6, {"tag_valid_i": 0}, _TAGGED),
        Breach(7, {"what_i": 4}, _START),
        Breach(8, {"tag_valid_i": 1}, reset=True),
    ],
    "axi4l": [
        Breach(0, {"awvalid_i": 0}, [{"awvalid_i": 1}]),
        Breach(0, {"awprot_i": 2}, [{"awvalid_i": 1}]),
        Breach(1, {"wstrb_i": 3}, [{"wvalid_i": 1, "wstrb_i": 15}]),
        Breach(2, {"bresp_i": 0}, _AXI4L[:3]),
        Breach(3, {"araddr_i": 4}, [{"arvalid_i": 1, "araddr_i": 8}]),
        Breach(4, {"rdata_i": 4}, _AXI4L[:8]),
        Breach(5, {"bvalid_i": 1}, [{**_WRITE, "awready_i": 1}, {"awvalid_i": 0}]),
        Breach(5, {"bvalid_i": 1}, [{**_WRITE, "wready_i": 1}, {"wvalid_i": 0}]),
        Breach(6, {"rvalid_i": 1}),
        Breach(7, {"bvalid_i": 1, "bresp_i": 1}, [*_AXI4L[:2], {"awvalid_i": 0}]),
        Breach(7, {"rvalid_i": 1, "rresp_i": 1}, [*_AXI4L[5:7], {"arvalid_i": 0}]),
        Breach(8, {"awvalid_i": 1}, reset=True),
        Breach(8, {"rvalid_i": 1}, reset=True),
    ],
    "tl": [
        Breach(0, {**_GET, "a_opcode_i": 2}),
        Breach(1, {**_GET, "a_address_i": 10}),
        Breach(2, {**_GET, "a_mask_i": 7}),
        Breach(2, {**_GET, "a_opcode_i": PUT_PARTIAL, "a_size_i": 0, "a_mask_i": 2}),
        Breach(3, _ANSWER),
        Breach(3, {**_ANSWER, "d_source_i": 0}, [{**_GET, "a_ready_i": 1}, {"a_valid_i": 0}]),
        Breach(4, {**_ANSWER, "d_opcode_i": 0}, [{**_GET, "a_ready_i": 1}, {"a_valid_i": 0}]),
        Breach(4, {**_ANSWER, "d_size_i": 1}, [{**_GET, "a_ready_i": 1}, {"a_valid_i": 0}]),
        Breach(5, {**_ANSWER, "d_denied_i": 1}, [{**_GET, "a_ready_i": 1}, {"a_valid_i": 0}]),
        Breach(6, {"a_valid_i": 1}, reset=True),
        Breach(6, {"d_valid_i": 1}, reset=True),
    ],
    "rocc": [
        Breach(0, {"cmd_valid_i": 0}, [_COMMAND]),
        Breach(0, {"cmd_rs1_i": 2}, [_COMMAND]),
        Breach(1, {"mem_address_i": 0x80000004}, [_ACCESS]),
        Breach(2, {"resp_valid_i": 1}),
        Breach(2, {**_COMMAND, "cmd_ready_i": 1, "resp_ready_i": 1, "resp_valid_i": 1, "resp_rd_i": 7}),
        Breach(3, {**_COMMAND, "cmd_ready_i": 1}),
        Breach(3, {**_COMMAND, "resp_ready_i": 1, "resp_valid_i": 1, "resp_rd_i": 6}),
        Breach(4, {**_COMMAND, "busy_i": 0}),
        Breach(4, {"busy_i": 0}, [{**_ACCESS, "mem_ready_i": 1}, {"mem_valid_i": 0}]),
        Breach(4, {"busy_i": 0, "mem_done_i": 1}, [{**_ACCESS, "mem_ready_i": 1}, {}, {"mem_valid_i": 0}]),
        Breach(5, {**_ACCESS, "mem_address_i": 0x80000001}),
        Breach(5, {**_ACCESS, "mem_size_i": 3, "mem_address_i": 0}),
        Breach(6, {"mem_done_i": 1}),
        Breach(7, {"mem_valid_i": 1}, reset=True),
        Breach(7, {"resp_valid_i": 1}, reset=True),
    ],
    "xif": [
        Breach(0, {"issue_instr_i": 6 << 7}, [_OFFER]),
        Breach(0, {"issue_id_i": 4}, [_OFFER]),
        Breach(1, _RESULT),
        Breach(1, _RESULT, _TAKEN),  # not committed
        Breach(1, _RESULT, [*_TAKEN, {**_COMMITTED[2], "commit_kill_i": 1}, {"commit_valid_i": 0}]),
        Breach(1, {**_RESULT, "result_rd_i": 6}, _COMMITTED),
        Breach(1, {**_RESULT, "result_id_i": 4}, _COMMITTED),
        Breach(1, _RESULT, [*_COMMITTED, {**_RESULT, "result_ready_i": 1}, {"result_valid_i": 0}]),  # twice
        Breach(2, {"result_data_i": 8}, [*_COMMITTED, _RESULT]),
        Breach(2, {"result_valid_i": 0}, [*_COMMITTED, _RESULT]),
        Breach(3, {"issue_id_i": 9}, [{**_OFFER, "issue_ready_i": 1, "issue_id_i": n} for n in range(4)]),
        Breach(4, {"result_valid_i": 1}, reset=True),
    ],
    **rules.WRONG,
}  # fmt: skip


def test_every_rule_of_every_checker_has_a_breach():
    assert NAMES == sorted(RIGHT) == sorted(WRONG)
    for name, breaches in WRONG.items():
        text = (FOLDER / f"vmb_check_{name}.sv").read_text()
        rules = int(re.search(r"output logic \[(\d+):0\] fault_o", text)[1]) + 1
        assert {breach.rule for breach in breaches} == set(range(rules)), name
        asserted = re.findall(r"assert \(!fault\[(\d+)\]\)\s+else \$error\(\"(.+?)\"\);", text)
        assert [int(number) for number, _ in asserted] == list(range(rules)), name


@pytest.mark.parametrize("name", NAMES)
def test_legal_traffic_keeps_every_rule(name):
    play(fresh(name), RIGHT[name])


CASES = [(name, number) for name in NAMES for number in range(len(WRONG[name]))]


@pytest.mark.parametrize(("name", "number"), CASES)
def test_each_breach_breaks_exactly_its_rule(name, number):
    breach = WRONG[name][number]
    dut = fresh(name)
    play(dut, breach.before)
    if breach.reset:
        dut.rst_ni = 0
    dut.drive(**breach.then)
    assert dut.fault_o == 1 << breach.rule, bin(dut.fault_o)


def _clocked(name: str, breach: Breach, out: Path) -> None:
    """Run the clock edge at which the assertion fires, in a process of its own."""
    log = os.open(out, os.O_WRONLY | os.O_CREAT)
    os.dup2(log, 1)
    os.dup2(log, 2)
    dut = fresh(name)
    play(dut, breach.before)
    dut.rst_ni = int(not breach.reset)
    dut.drive(**breach.then)
    dut.cycle()
    os._exit(0)


def _ends(run: Callable[..., None], *arguments: object) -> int | None:
    """Call a function in a process of its own; return the exit code, or minus the signal."""
    process = multiprocessing.get_context("fork").Process(target=run, args=arguments)
    process.start()
    process.join(60)
    return process.exitcode


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_rule_ends_the_simulation(name, tmp_path):
    """The message names the rule: each rule once."""
    text = (FOLDER / f"vmb_check_{name}.sv").read_text()
    messages = dict(re.findall(r"assert \(!fault\[(\d+)\]\)\s+else \$error\(\"(.+?)\"\);", text))
    seen: set[int] = set()
    for breach in WRONG[name]:
        if breach.rule in seen:
            continue
        seen.add(breach.rule)
        log = tmp_path / f"{breach.rule}"
        assert _ends(_clocked, name, breach, log) not in (0, None)
        assert f"Assertion failed in TOP.vmb_check_{name}" in log.read_text()
        assert messages[str(breach.rule)] in log.read_text()


# ---- Where they are bound ----

COUPLE = root() / "rtl" / "couple"

#: A module and its files, and cycles of which the last breaks a rule on the side that a test drives.
BOUND: dict[str, tuple[tuple[Path, ...], list[Cycle], str]] = {
    "vmb_couple_accel": (
        (root() / "rtl/engine/vmb_engine_regs_pkg.sv", COUPLE / "vmb_couple_decode.sv", COUPLE / "vmb_couple_accel.sv",
         root() / "tests/rtl/couple.vlt"),
        [{"valid_i": 1, "privileged_i": 1, "instr_i": 0x20 << 25 | 6 << 12 | 0x0B}, {"rs1_i": 1}],
        "an instruction changed while it waited",
    ),
    "vmb_couple_obi": (
        (COUPLE / "vmb_couple_obi.sv",), [{"req_i": 1, "be_i": 15}, {"req_i": 0}], "withdrawn before its grant",
    ),
    "vmb_couple_axi4l": (
        (COUPLE / "vmb_couple_axi4l.sv",),
        [{"awvalid_i": 1}, {"awaddr_i": 4}, {"awaddr_i": 8}], "AW changed or went away",
    ),
    "vmb_couple_wb": ((COUPLE / "vmb_couple_wb.sv",), [{"stb_i": 1}], "a strobe outside of a cycle"),
    "vmb_couple_apb": ((COUPLE / "vmb_couple_apb.sv",), [{"psel_i": 1}, {}], "changed or went away before its end"),
    "vmb_couple_ahb": (
        (COUPLE / "vmb_couple_ahb.sv",), [{"hsel_i": 1, "htrans_i": 2}, {"htrans_i": 0}], "changed while it waited",
    ),
    "vmb_xif": (
        (COUPLE / "vmb_xif.sv",),
        [{"issue_valid_i": 1, "accel_accept_i": 1}, {"issue_id_i": 1}], "an offer changed before it was accepted",
    ),
    "vmb_tl_obi": ((COUPLE / "vmb_tl_obi.sv",), [{"rvalid_i": 1}], "an answer to no request"),
    "vmb_rocc_mem": ((COUPLE / "vmb_rocc_mem.sv",), [{"req_i": 1, "be_i": 0}], "a request for no byte"),
    "vmb_axis": (
        (root() / "rtl/engine/vmb_engine_pkg.sv", root() / "rtl/engine/vmb_engine_regs_pkg.sv", COUPLE / "vmb_axis.sv",
         root() / "tests/rtl/couple.vlt"),
        [{"s_tvalid_i": 1}, {"s_tvalid_i": 0}], "TVALID went away",
    ),
    "vmb_engine": (tuple(rtl.core_files(root() / "rtl/engine/vmb_engine.core")), [{"mem_rvalid_i": 1}], "no request"),
    "vmb_aes_unit": (tuple(rtl.core_files(root() / "rtl/aes/vmb_aes_unit.core")), [{"mem_rvalid_i": 1}], "no request"),
}  # fmt: skip


#: Parameters without which a module is an error.
GIVEN = {"vmb_xif": {"CommitIsFinal": 1}}


def _driven(module: str, out: Path) -> None:
    log = os.open(out, os.O_WRONLY | os.O_CREAT)
    os.dup2(log, 1)
    os.dup2(log, 2)
    files, cycles, _ = BOUND[module]
    dut = Dut(build(module, checked(*files), **GIVEN.get(module, {})))
    dut.reset()
    for ports in cycles:
        dut.drive(**ports)
        dut.cycle()
    os._exit(0)


LARGE = pytest.mark.long("seven seconds: a model of the engine; other modules are always tried")


@pytest.mark.parametrize("module", [pytest.param(m, marks=LARGE if m == "vmb_engine" else ()) for m in BOUND])
def test_simulated_modules_are_checked(module, tmp_path):
    files, _, message = BOUND[module]
    build(module, checked(*files), **GIVEN.get(module, {}))  # not in the process that ends
    assert _ends(_driven, module, tmp_path / "log") not in (0, None)
    assert message in (tmp_path / "log").read_text()


def test_netlists_and_proofs_have_no_checkers():
    cores = sorted(path for folder in ("rtl", "cores", "soc") for path in (root() / folder).rglob("*.core"))
    with_them = {path for core in cores for path in rtl.core_files(core, ("engines", "aes_unit"))}
    without = {path for core in cores for path in rtl.core_files(core, ("engines", "aes_unit"), checks=False)}
    checks = {path for path in with_them if path.parent == FOLDER or path.stem.endswith("_bind")}
    assert without == with_them - checks and set(CHECKERS) & checks == set(FOLDER.glob("vmb_check_*.sv"))
    for part in (part for subject in parts.select([]) for part in subject.parts):
        assert not checks & set(part.design().files), part
    for proof in plan.proofs().values():
        if proof.checkers:  # as a property, without its assertions
            continue
        assert not {str(path.relative_to(root())) for path in checks} & {name for name, _ in proof.sources()}, (
            proof.name
        )
