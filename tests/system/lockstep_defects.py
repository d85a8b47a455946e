# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Defects of the cores' RTL that a comparison with Spike must find: file, text, and its replacement."""

from __future__ import annotations

from typing import NamedTuple


class Defect(NamedTuple):
    core: str
    edits: tuple[tuple[str, str, str], ...]
    fields: tuple[str, ...]  # where the difference may show first
    extra_cycles: int = 0  # of every extension instruction
    mode: str = "plain"  # of the programs that find it
    taken_back: bool = False  # with extra_cycles: the core may cancel waiting instructions


_DECODER = "      rf_we        = 1'b1;\n      rf_ren_a_o   = 1'b1;\n      rf_ren_b_o   = 1'b1;\n"
_VALUES = ("value", "pc", "address", "access", "trap", "insn")


def _edit(file: str, before: str, after: str) -> tuple[tuple[str, str, str], ...]:
    return ((file, before, after),)


_SYSTEM = "vmb_soc_ibex.sv"

_BYTE_ENABLES = (
    (_SYSTEM, ".data_be_o    (data_req.be),", ".data_be_o    (be),"),
    (
        _SYSTEM,
        "  assign alert_o  =",
        "  logic [3:0] be;\n  assign data_req.be = data_req.we && be == 8 ? 4 : be;\n  assign alert_o  =",
    ),
)

DEFECTS = {
    # The overlay of Ibex: forwarding, hazards, stalls, decoding.
    "rs1 is not forwarded": Defect(
        "ibex-fast",
        _edit("ibex_id_stage.sv", "accel_rs1_o   = rf_rdata_a_fwd", "accel_rs1_o   = rf_rdata_a_i"),
        _VALUES,
    ),
    "rs2 is not waited for": Defect(
        "ibex-fast", _edit("ibex_decoder.sv", _DECODER, _DECODER.replace("b_o   = 1'b1", "b_o   = 1'b0")), _VALUES
    ),
    "the result is not written": Defect(
        "ibex-ref",
        _edit("ibex_decoder.sv", _DECODER, _DECODER.replace("we        = 1'b1", "we        = 1'b0")),
        ("rd",),
    ),
    "the core does not wait for a unit": Defect(
        "ibex-ref",
        _edit("ibex_id_stage.sv", "& instr_executing_spec & ~accel_ready_i &", "& 1'b0 &"),
        (*_VALUES, "rd"),
        extra_cycles=1,
    ),
    "a round does not wait for a load": Defect(
        "ibex-fast", _edit("vmb_xasconp.sv", "write_i && RoundRegisterSet[write_address_i]", "1'b0"), _VALUES
    ),
    "a round begins before it is its turn": Defect(
        "ibex-ref", _edit(_SYSTEM, "rf_round = accel_req.valid && round_accept", "rf_round = round_accept"), _VALUES
    ),
    "half a quarter round does not wait for a load": Defect(
        "ibex-fast", _edit("ibex_id_stage.sv", "stall_ld_hz = accel_hazard_i | ", "stall_ld_hz = "), _VALUES
    ),
    "half a quarter round begins before it is its turn": Defect(
        "ibex-ref", _edit(_SYSTEM, "accel_req.valid && half_accept && ise_ready", "half_accept"), _VALUES
    ),
    "a carry of a product is lost": Defect(
        "ibex-ref", _edit("ibex_multdiv_fast.sv", "accum[16] = imd_val_q_i[0][32];", "accum[16] = 1'b0;"), _VALUES
    ),
    "the lower half of a sum is written too early": Defect(
        "ibex-ref", _edit(_SYSTEM, "mac ? mac_done :", "mac ? accel_req.valid :"), _VALUES
    ),
    # Its bus and its interrupts.
    "a wait state of the bus is lost": Defect(
        "ibex-ref", _edit(_SYSTEM, "    .data_gnt_i   (data_rsp.gnt),", "    .data_gnt_i   (1'b1),"), (*_VALUES, "end")
    ),
    "a store goes to another byte": Defect("ibex-ref", _BYTE_ENABLES, ("access",)),
    "the timer's interrupt is lost": Defect(
        "ibex-ref", _edit(_SYSTEM, ".irq_timer_i   (irq_i.timer),", ".irq_timer_i   (1'b0),"), ("interrupt",)
    ),
    "two interrupts are exchanged": Defect(
        "ibex-ref",
        _edit(
            _SYSTEM,
            ".irq_software_i(irq_i.software),\n      .irq_timer_i   (irq_i.timer),",
            ".irq_software_i(irq_i.timer),\n      .irq_timer_i   (irq_i.software),",
        ),
        ("pc", "interrupt"),
    ),
    # The function units.
    "sigma of one word is wrong": Defect(
        "ibex-ref",
        _edit(
            "vmb_xascon.sv",
            "result_o = word[31:0] ^",
            "result_o = 32'(word[7:0] == 8'hff && index == 5'd3) ^ word[31:0] ^",
        ),
        ("value",),
    ),
    "bit 31 of clmulh is set for one operand": Defect(
        "ibex-ref", _edit("vmb_zbkc.sv", "high ? {1'b0,", "high ? {rs2_i == 32'hffff_ffff,"), ("value",)
    ),
    "one index of xperm4 beyond the register selects a nibble": Defect(
        "ibex-ref", _edit("vmb_zbkx.sv", ": !rs2_i[4*n+3];", ": !rs2_i[4*n+3] || rs2_i[4*n+:4] == 4'd9;"), ("value",)
    ),
    "a half of SHA-512 takes a bit of rs2 that belongs to the other half": Defect(
        "ibex-ref",
        _edit("vmb_zknh.sv", "{rs2_i[6:0] & {7{low}}, rs1_i[31:7]}", "{rs2_i[6:0], rs1_i[31:7]}"),
        ("value",),
    ),
    "the inverse S-box is wrong for one byte": Defect(
        "ibex-ref",
        _edit(
            "vmb_zkned.sv",
            "substitute(decrypt, rs2_i[8*bs+:8]);",
            "substitute(decrypt, rs2_i[8*bs+:8]) ^ 8'(decrypt && rs2_i[8*bs+:8] == 8'h63);",
        ),
        ("value",),
    ),
    "one illegal encoding is accepted": Defect(
        "ibex-ref",
        _edit(
            "vmb_xascon.sv", "(index <= IndexLastAsconSigmaLo)", "(index <= IndexLastAsconSigmaLo || index == 5'd20)"
        ),
        ("trap",),
    ),
    "one legal encoding is rejected": Defect(
        "ibex-ref",
        _edit(
            "vmb_zbkb.sv",
            "((instr.opcode == OpcodeOp) && accept_op) ||",
            "((instr.opcode == OpcodeOp) && accept_op && (instr.rd != 0)) ||",
        ),
        ("trap",),
    ),
    "half a quarter round rotates by another number": Defect(
        "ibex-ref",
        _edit("vmb_xchacha.sv", "{xor_b[24:0], xor_b[31:25]}", "{xor_b[25:0], xor_b[31:26]}"),
        ("value",),
    ),
    "a constant of a round is truncated": Defect(
        "ibex-ref", _edit("vmb_xasconp.sv", "x[2][7:0] ^= constant;", "x[2][6:0] ^= constant[6:0];"), _VALUES
    ),
    # Defects that debug requests, NMIs and rejected accesses reveal.
    "a debug request ends a product too early": Defect(
        "ibex-ref",
        _edit("ibex_id_stage.sv", "accel_mac_ex_o & instr_done;", "accel_mac_ex_o & (instr_done | debug_req_i);"),
        _VALUES,
        mode="debug",
    ),
    "a round is executed twice with a debug request": Defect(
        "ibex-ref",
        _edit(_SYSTEM, "rf_round = accel_req.valid && ", "rf_round = (accel_req.valid || debug_req) && "),
        _VALUES,
        mode="debug",
    ),
    "a single step does not wait for a unit": Defect(
        "ibex-ref",
        _edit(
            "ibex_id_stage.sv",
            "& ~accel_ready_i & ~accel_again_o",
            "& ~accel_ready_i & ~accel_again_o & ~debug_single_step_i",
        ),
        (*_VALUES, "rd"),
        extra_cycles=1,
        mode="debug",
    ),
    "an instruction is executed again after debug mode": Defect(
        "ibex-fast",
        _edit(
            "ibex_controller.sv",
            "        csr_save_if_o    = 1'b1;\n        debug_csr_save_o = 1'b1;",
            "        csr_save_id_o    = 1'b1;\n        debug_csr_save_o = 1'b1;",
        ),
        _VALUES,
        mode="debug",
    ),
    "the result of a cancelled instruction is written": Defect(
        "ibex-ref",
        _edit("ibex_id_stage.sv", "~stall_accel & ~accel_again_o & ", "~stall_accel & "),
        (*_VALUES, "rd"),
        extra_cycles=3,
        mode="debug",
        taken_back=True,
    ),
    "half a quarter round is executed with an NMI, and after it": Defect(
        "ibex-ref",
        _edit(_SYSTEM, "accel_req.valid && half_accept && ise_ready", "(accel_req.valid || irq_nm) && half_accept"),
        _VALUES,
        mode="interrupts",
    ),
    "a round is executed whose fetch failed": Defect(
        "ibex-ref",
        _edit(
            "ibex_id_stage.sv",
            "accel_active & instr_executing;",
            "accel_active & (instr_executing | instr_fetch_err_i);",
        ),
        _VALUES,
        mode="faults",
    ),
    "a round is executed after a rejected access": Defect(
        "ibex-fast",
        _edit(
            "ibex_id_stage.sv", "accel_active & instr_executing;", "accel_active & (instr_executing | wb_exception);"
        ),
        _VALUES,
        mode="faults",
    ),
    "PMP rejects an access that the bus has made": Defect(
        "ibex-ref",
        _edit("ibex_core.sv", "data_req_out & ~pmp_req_err[PMP_D];", "data_req_out;"),
        ("access",),
        mode="pmp",
    ),
    "a round is executed after an access that PMP rejects": Defect(
        "ibex-fast",
        _edit(
            "ibex_id_stage.sv",
            "accel_active & instr_executing;",
            "accel_active & (instr_executing | (wb_exception & ~lsu_resp_valid_i));",
        ),
        _VALUES,
        mode="pmp",
    ),
    # CV32E40X: two of the overlay's edits (the third needs a unit that is not ready), and the adapter.
    "an instruction is offered while EX is busy": Defect(
        "cv32e40x",
        _edit("cv32e40x_id_stage.sv", "issue_valid     = instr_valid && ex_ready_i", "issue_valid     = instr_valid"),
        (*_VALUES, "rd", "end"),
    ),
    "jalr does not wait for an offloaded result": Defect(
        "cv32e40x",
        _edit(
            "cv32e40x_controller_bypass.sv",
            "          (rf_we_wb && rf_rd_wb_jalr_match && ex_wb_pipe_i.xif_en) ||\n",
            "",
        ),
        ("pc",),
    ),
    "an operand is that of the next instruction": Defect(
        "cv32e40x", _edit("vmb_xif.sv", "accel_rs1_o = rs1_q;", "accel_rs1_o = take ? issue_rs1_i : rs1_q;"), _VALUES
    ),
    "a killed instruction is kept": Defect(
        "cv32e40x",
        _edit("vmb_xif.sv", "killed = decided && commit_kill_i;", "killed = 1'b0;"),
        (*_VALUES, "rd", "end", "interrupt"),
    ),
}
