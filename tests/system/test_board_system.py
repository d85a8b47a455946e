# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The system of boards in simulation, with its boot program and a pseudo-terminal at its serial line; and their
bitstreams."""

import os
import re
import select
import subprocess
import time
from contextlib import contextmanager

import pytest

from tests import ran
from vambrace import config
from vambrace.base import extras, store
from vambrace.base.paths import root
from vambrace.config.board import board, boards
from vambrace.hardware import board_model, rtl
from vambrace.measure import board as measured
from vambrace.silicon import bitstream, yosys
from vambrace.software import boot
from vambrace.software.acvp import targets
from vambrace.software.oracles import oracle
from vambrace.software.running.jobs import ERR_TAG, OK, Job

BOARDS = list(boards())

WAIVERS = """`verilator_config
lint_off -rule UNUSEDSIGNAL -file "*" -match "*Bits of function variable are not used*"
"""

#: A core that counts on the LEDs, and reads what it fetches.
COUNTER = """module vmb_counter import vmb_core_pkg::*; (
  input logic clk_i, rst_ni, input logic [31:0] boot_addr_i, output fetch_req_t instr_req_o,
  input obi_rsp_t instr_rsp_i, output obi_req_t data_req_o, input obi_rsp_t data_rsp_i, output mem_req_t mem_req_o,
  input mem_rsp_t mem_rsp_i, input irq_t irq_i, output rvfi_t rvfi_o, output logic alert_o, asleep_o);
  logic [31:0] count_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= boot_addr_i;
    else count_q <= count_q + 32'd4 + 32'(instr_rsp_i.rdata[0]);
  assign instr_req_o = {1'b1, count_q[31:2], 2'b00};
  assign data_req_o = {2'b11, 4'hf, 32'h1000_0048, 24'd0, count_q[31:24]};
  logic unused;
  assign unused = ^{instr_rsp_i, data_rsp_i, mem_rsp_i, irq_i};
  assign {mem_req_o, rvfi_o, alert_o, asleep_o} = '0;
endmodule
"""


@pytest.mark.parametrize("name", BOARDS)
def test_the_top_of_a_board_has_no_warnings(name, tmp_path):
    """Except of parameters of a device's cells, outputs that a board leaves open, and bits of an argument that
    it does not need.
    """
    (tmp_path / "waivers.vlt").write_text(WAIVERS)
    (tmp_path / "vmb_counter.sv").write_text(COUNTER)
    options = [
        "--lint-only",
        "-Wall",
        "-Wno-UNUSEDPARAM",
        "-Wno-PINCONNECTEMPTY",
        "-DVMB_CORE=vmb_counter",
        "-DVMB_CORE_PARAMETERS=",
        "--top-module",
        board(name).top,
    ]
    files = rtl.core_files(root() / bitstream.SYSTEM)
    done = ran.verilator(options, [tmp_path / "waivers.vlt", files[0], tmp_path / "vmb_counter.sv", *files[1:]])
    assert done.returncode == 0 and b"%Warning" not in done.stderr, done.stderr.decode()


def test_a_small_system_is_routed_and_packed(monkeypatch, tmp_path):
    """The whole way from RTL to a bitstream, with the counter instead of a processor; it takes four seconds."""
    extras.need("silicon")
    (tmp_path / "vmb_counter.sv").write_text(COUNTER)
    for lane in range(4):
        (tmp_path / f"program{lane}.hex").write_text("01\n" * 256)
    known = board("ulx3s")
    made = bitstream.design(known, config.point(known.point))
    files = rtl.core_files(root() / bitstream.SYSTEM)
    options = f"-D VMB_CORE=vmb_counter -D VMB_CORE_PARAMETERS= --top {known.top} -G RamBytes=1024 --threads 1"
    holes = "--blackboxed-module EHXPLLL --blackboxed-module rPLL"
    read = ["read_slang", options, holes, *map(str, [files[0], tmp_path / "vmb_counter.sv", *files[1:]])]
    yosys.run([" ".join(read), *bitstream._commands(made)], tmp_path)
    monkeypatch.setattr(bitstream, "netlist", lambda made: tmp_path)
    text = "".join(path.read_text() for path in files)
    monkeypatch.setattr(bitstream, "_key", lambda made: store.digest("counter", COUNTER, text))
    routed = bitstream.route(made, 1)
    assert routed.mhz > known.mhz and routed.used["EHXPLLL"] == 1 and routed.used["TRELLIS_FF"] > 40
    content = (routed.folder / "board.bit").read_bytes()
    assert b"LFE5U-85F" in content[:200] and len(content) > 100_000


@contextmanager
def running(name, point):
    """Run a board's model; yield the terminal at its serial line, and the process."""
    made = bitstream.design(board(name), config.point(point))
    part = bitstream.part(made)
    contents = boot.contents(boot.build(made.board, made.point), made.board.ram)
    version = {"Version": bitstream.version(made)}
    model = board_model.build(name, part.design(), list(part.defines), version, contents)
    command = [str(model), str(board_model.BIT_CYCLES), "0", str(os.getpid())]
    with subprocess.Popen(command, cwd=model.parent, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().strip(), process
        finally:
            process.kill()


def greeting(terminal):
    """Return what the boot program prints."""
    file, text, end = os.open(terminal, os.O_RDWR | os.O_NOCTTY), "", time.monotonic() + 120
    try:
        while not re.search(r"^(ready|failed)\n", text, re.M) and time.monotonic() < end:
            if select.select([file], [], [], 1)[0]:
                text += os.read(file, 4096).decode()
    finally:
        os.close(file)
    return text


def garbage(terminal):
    """Send bytes that are no request, and the beginning of one."""
    file = os.open(terminal, os.O_RDWR | os.O_NOCTTY)
    os.write(file, b"\x00\xffVMBVM garbage")
    os.close(file)


def jobs(name):
    """Return messages of several lengths, and a forgery, with what they must give."""
    algorithm = config.algorithms()[name]
    key, nonce = bytes(range(algorithm.key)), bytes(range(100, 100 + algorithm.nonce))
    for ad, length in ((0, 0), (0, 1), (5, 33), (16, 64)):
        text, data = bytes(range(length)), bytes(range(7, 7 + ad))
        sealed, tag = oracle.seal(name, key, nonce, data, text, 16)
        yield Job("seal", key, nonce, data, text, tag_len=16), (OK, sealed, tag)
        yield Job("open", key, nonce, data, sealed, tag=tag), (OK, text, tag)
        forged = bytes([tag[0] ^ 1]) + tag[1:]
        yield Job("open", key, nonce, data, sealed, tag=forged), (ERR_TAG, bytes(length), forged)


@pytest.mark.long("a model of each system: minutes")
@pytest.mark.parametrize("name", BOARDS)
def test_a_board_boots_and_serves_jobs(name):
    known = board(name)
    made = bitstream.design(known, config.point(known.point))
    with running(name, known.point) as (terminal, process):
        text = greeting(terminal)
        version = f"{bitstream.version(made):08x}"
        first = rf"vambrace {name} {known.point}, {known.clock} Hz, version {version}, room (\d+)"
        found = re.search(first, text)
        assert found and text.endswith("ready\n"), text
        algorithms = [a.name for a in boot.algorithms(made.point)]
        assert re.findall(r"self-test (\S+) passed", text) == algorithms
        line = targets.uart(terminal, 115200, int(found[1]))
        for algorithm in algorithms:
            for job, expected in jobs(algorithm):
                garbage(terminal)
                (result,) = line.execute(algorithm, [job])
                assert (result.status, result.out, result.tag) == expected, (algorithm, job)
                assert not result.violations
        line.close()
        process.kill()
        said = process.stdout.read().splitlines()
    assert said[0].startswith("leds ") and said[0].endswith(" 1")
    assert len([line for line in said if line.startswith("trigger ")]) == 12 * len(algorithms)


@pytest.mark.long("synthesis, placing and routing of each system: many minutes")
@pytest.mark.parametrize("name", BOARDS)
def test_the_bitstream_of_a_board_closes_timing(name):
    task = measured.Task(board(name), config.point(board(name).point))
    record = measured.measure(task)
    assert record["closed"] and record["fmax_mhz"] >= task.board.mhz and record["bitstream_bytes"] > 100_000
    assert all(used <= record["available"][cell] for cell, used in record["used"].items())
