# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_cfu: each command executes once and has its answer, with any waits; an unknown one has no effect."""

from __future__ import annotations

import functools
import random

import pytest

from tests.rtl.dut import Dut, Model, build
from vambrace.base.paths import root


@functools.cache
def model(opcode: int) -> Model:
    return build("vmb_cfu", (root() / "rtl" / "couple" / "vmb_cfu.sv",), Opcode=f"7'd{opcode}")


@pytest.mark.parametrize("opcode", [0b0101011, 0b0001011])
def test_commands(opcode):
    dut, rng = Dut(model(opcode)), random.Random(opcode)
    for _ in range(200):
        function, operands, result = rng.getrandbits(10), [rng.getrandbits(32) for _ in range(2)], rng.getrandbits(32)
        dut.drive(cmd_function_id_i=function, cmd_inputs_0_i=operands[0], cmd_inputs_1_i=operands[1], cmd_valid_i=1)
        known = int(rng.random() < 0.8)
        for _ in range(100):
            ready, room = rng.getrandbits(1), rng.getrandbits(1)
            dut.drive(accel_accept_i=known, accel_ready_i=ready, accel_result_i=result, rsp_ready_i=room)
            fields = function >> 3 << 25 | (function & 7) << 12 | opcode
            assert (dut.accel_instr_o, dut.accel_rs1_o, dut.accel_rs2_o) == (fields, *operands)
            executes = dut.accel_valid_o and ready
            taken, answered = dut.cmd_ready_o, dut.rsp_valid_o and room
            assert taken == answered and (not known or taken == executes) and dut.accel_valid_o <= known
            if taken:
                assert dut.rsp_outputs_0_o == (result if known else 1 << 31)
                break
        else:
            raise AssertionError("a command is stuck")
        dut.cmd_valid_i = 0
        assert not dut.accel_valid_o and not dut.rsp_valid_o
