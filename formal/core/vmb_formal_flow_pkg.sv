// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The next addresses of the instructions of RV32IMC, from their words as they are in memory.

package vmb_formal_flow_pkg;

  // ECALL, EBREAK, MRET, DRET and WFI.
  function automatic logic environment(logic [31:0] insn);
    return insn[6:0] == 7'h73 && insn[14:12] == '0;
  endfunction

  // Whether execution continues directly after it: it is no jump, branch, MRET, DRET, ECALL or
  // EBREAK, and among compressed ones neither C.J, C.JAL, C.BEQZ, C.BNEZ, nor C.JR and similar
  // ones.
  function automatic logic straight(logic [31:0] insn);
    unique case (insn[1:0])
      2'b00: return 1'b1;
      2'b01: return !(insn[15:13] inside {3'b001, 3'b101, 3'b110, 3'b111});
      2'b10: return insn[15:13] != 3'b100 || insn[6:2] != '0;
      default: return !(insn[6:0] inside {7'h63, 7'h67, 7'h6f}) && !environment(insn);
    endcase
  endfunction

  // The address directly after the instruction at pc.
  function automatic logic [31:0] behind(logic [31:0] insn, logic [31:0] pc);
    return pc + (insn[1:0] == 2'b11 ? 32'd4 : 32'd2);
  endfunction

endpackage
