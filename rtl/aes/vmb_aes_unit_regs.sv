// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AES unit without a memory port behind the register port of a bus coupling
// (vmb_couple_tlul and others): each access is an instruction of the unit, or half of one.
//
//   offset        write                           read
//   0x00          block word 0                    result word 0
//   0x04          block word 1                    result word 1
//   0x08          block word 2                    result word 2
//   0x0c          block word 3, and encrypts      result word 3
//   0x10          block word 3, and decrypts
//   0x14          block word 3, chained, and encrypts: with Chain = 1
//   0x20 + 4 i    key word i, i = 0 to 7
//   0x40 + 4 i    the same, i = 3, 5, 7: the last of a key of 128, 192, 256 bits
//   0x60                                          status
//   0x64                                          features
//   0x68          wipe, whatever is written
//
// The unit takes words in pairs, so an even word is held here until the next odd one is written.
// Every other access, and an odd word that does not follow its even word, is rejected without
// effect.
//
// A write waits for space, a read for the result: at most for two blocks or a key. The status does
// not wait.

module vmb_aes_unit_regs #(
    parameter int unsigned KeyBits = 128,
    parameter bit ShorterKeys = 1'b1,
    parameter bit Decrypt = 1'b1,
    parameter int unsigned RoundsPerCycle = 1,
    parameter bit Sbox = 1'b0,
    parameter bit Chain = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        reg_req_i,
    input  logic        reg_we_i,
    input  logic [ 4:0] reg_index_i,
    input  logic [31:0] reg_wdata_i,
    output logic        reg_ready_o,
    output logic        reg_fault_o,
    output logic [31:0] reg_rdata_o,

    output logic busy_o
);

  // ---- What an access is ----

  localparam logic [2:0] Nothing = 3'b000;  // funct3: which of rd, rs1 and rs2 are used
  localparam logic [2:0] Rs1Rs2 = 3'b011;
  localparam logic [2:0] RdOnly = 3'b100;

  // even: a word to store. pair: the two words of a pair; from 4 on they belong to a key.
  logic even, odd, known;
  logic [2:0] pair, funct3;
  logic [6:0] funct7;

  always_comb begin
    {even, odd} = '0;
    known  = 1'b1;
    pair   = {1'b0, reg_index_i[2:1]};
    funct3 = Rs1Rs2;
    funct7 = '0;
    if (reg_we_i) begin
      unique casez (reg_index_i)
        5'b00000, 5'b00010: even = 1'b1;
        5'b00001: {odd, funct7} = {1'b1, 7'h02};
        5'b00011: {odd, funct7} = {1'b1, 7'h04};
        5'b00100: {odd, funct7, pair} = {1'b1, 7'h05, 3'd1};
        5'b01???: begin
          pair   = {1'b1, reg_index_i[2:1]};
          even   = !reg_index_i[0];
          odd    = reg_index_i[0];
          funct7 = 7'h10 | {5'd0, reg_index_i[2:1]};
        end
        5'b10011, 5'b101?1: begin
          pair   = {1'b1, reg_index_i[2:1]};
          odd    = 1'b1;
          funct7 = 7'h18 | {5'd0, reg_index_i[2:1]};
        end
        5'b11010: {funct3, funct7} = {Nothing, 7'h0e};
        default:  known = 1'b0;
      endcase
      if (Chain && reg_index_i == 5'b00101) begin
        {known, odd, funct7, pair} = {2'b11, 7'h07, 3'd1};
      end
    end else begin
      funct3 = RdOnly;
      unique casez (reg_index_i)
        5'b000??: funct7 = 7'h08 | {5'd0, reg_index_i[1:0]};
        5'b11000: funct7 = 7'h0c;
        5'b11001: funct7 = 7'h0d;
        default:  known = 1'b0;
      endcase
    end
  end

  // ---- The even word ----

  logic has_q, wiping, follows, ready, accepted;
  logic [2:0] pair_q;
  logic [31:0] held_q, result;

  assign follows = has_q && pair_q == pair;
  assign wiping = funct3 == Nothing;
  assign reg_fault_o = !known || (odd && !follows);
  assign reg_ready_o = even || reg_fault_o || (accepted && ready);
  assign reg_rdata_o = result & {32{!reg_fault_o}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      has_q  <= 1'b0;
      held_q <= '0;
    end else if (reg_req_i && reg_ready_o && !reg_fault_o && (even || odd || wiping)) begin
      has_q  <= even;
      held_q <= reg_wdata_i & {32{even}};
    end
  end
  always_ff @(posedge clk_i) begin
    if (reg_req_i && even) pair_q <= pair;
  end

  // ---- The unit ----

  logic unused_retry, unused_req, unused_we;
  logic [3:0] unused_be;
  logic [31:0] unused_addr, unused_wdata;

  vmb_aes_unit #(
      .KeyBits(KeyBits),
      .ShorterKeys(ShorterKeys),
      .Decrypt(Decrypt),
      .RoundsPerCycle(RoundsPerCycle),
      .Sbox(Sbox),
      .MemoryPort(1'b0),
      .Chain(Chain)
  ) u_unit (
      .clk_i,
      .rst_ni,
      .valid_i      (reg_req_i && !even && !reg_fault_o),
      .instr_i      ({funct7, 10'd0, funct3, 5'd0, 7'h2b}),
      .rs1_i        (held_q),
      .rs2_i        (reg_wdata_i),
      .privileged_i (1'b1),
      .accept_o     (accepted),
      .ready_o      (ready),
      .retry_o      (unused_retry),
      .result_o     (result),
      .irq_pending_i(1'b1),
      .busy_o,
      .mem_req_o    (unused_req),
      .mem_gnt_i    (1'b0),
      .mem_addr_o   (unused_addr),
      .mem_we_o     (unused_we),
      .mem_be_o     (unused_be),
      .mem_wdata_o  (unused_wdata),
      .mem_rvalid_i (1'b0),
      .mem_rdata_i  ('0),
      .mem_err_i    (1'b0)
  );

endmodule
