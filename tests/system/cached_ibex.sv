// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ibex with engines, and a write-back data cache that is not coherent with the engine's memory
// port: the RAM from 0x8000_0000 on is cached for the core, and the engine reads and writes it
// directly, 0x4000_0000 bytes higher. A line may be evicted or prefetched in any cycle in which
// the core makes no access. Direct-mapped, write-allocate, without parity.
//
// | address     | write                                                                         |
// | ----------- | ----------------------------------------------------------------------------- |
// | 0x7000_0000 | clean: the line of this address is written to memory if it is dirty           |
// | 0x7000_0004 | invalidate: the line is dropped, with any changes                             |
// | 0x7000_0008 | 1: lines are evicted and prefetched at random; 0: only if the core needs it   |
//
// A read returns the number of dirty lines that were evicted at random.

module cached_ibex
  import vmb_core_pkg::*;
#(
    parameter int unsigned FunctionUnits = 0,
    parameter bit TwoCycleRotates = 1'b0,
    parameter bit Xasconp = 1'b0,
    parameter bit Xchacha = 1'b0,
    parameter bit Engines = 1'b0,
    parameter bit AesUnit = 1'b0
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] boot_addr_i,
    output fetch_req_t  instr_req_o,
    input  obi_rsp_t    instr_rsp_i,
    output obi_req_t    data_req_o,
    input  obi_rsp_t    data_rsp_i,
    output mem_req_t    mem_req_o,
    input  mem_rsp_t    mem_rsp_i,
    input  irq_t        irq_i,
    output rvfi_t       rvfi_o,
    output logic        alert_o,
    output logic        asleep_o
);

  localparam int unsigned Words = 16;  // of a line
  localparam int unsigned Lines = 1024;  // so that all lines of a small program fit

  obi_req_t core;
  obi_rsp_t rsp;
  mem_req_t engine;

  vmb_soc_ibex #(
      .FunctionUnits(FunctionUnits),
      .TwoCycleRotates(TwoCycleRotates),
      .Xasconp(Xasconp),
      .Xchacha(Xchacha),
      .Engines(Engines),
      .AesUnit(AesUnit),
      .Secure(1'b0)
  ) u_system (
      .data_req_o(core),
      .data_rsp_i(rsp),
      .mem_req_o (engine),
      .*
  );

  always_comb begin
    mem_req_o = engine;
    mem_req_o.addr = engine.addr ^ 32'h4000_0000;
  end

  // ---- The cache ----

  typedef enum logic [2:0] {
    Idle,
    Lookup,
    Spill,     // a line is written to memory
    Fill,      // or read from it
    Uncached,
    Answer
  } state_e;
  typedef enum logic [2:0] {
    Access,
    Clean,
    Invalidate,
    Evict,
    Prefetch
  } what_e;
  state_e state_q;
  what_e  what_q;

  logic [31:0] data_q[Lines][Words];
  logic [15:0] tag_q [Lines];
  logic [Lines-1:0] valid_q, dirty_q;

  obi_req_t ask_q;  // the core's, with the address of the other operations
  logic waits_q, random_q, error_q;
  logic [3:0] word_q;
  logic [31:0] noise_q, answer_q, evicted_q, near_q;  // near_q: the line that was used last

  logic [9:0] line;
  logic [3:0] word;
  logic hit, spills;
  assign line = ask_q.addr[15:6];
  assign word = ask_q.addr[5:2];
  assign hit = valid_q[line] && (what_q == Evict || tag_q[line] == ask_q.addr[31:16]);
  assign spills = valid_q[line] && dirty_q[line];

  logic disturb;
  assign disturb = random_q && noise_q[4:0] == '0 && !core.req;
  assign rsp.gnt = state_q == Idle && core.req;
  assign rsp.rvalid = state_q == Answer;
  assign rsp.err = error_q;
  assign rsp.rdata = answer_q;

  always_comb begin
    data_req_o = '0;
    data_req_o.req = state_q inside {Spill, Fill, Uncached} && !waits_q;
    data_req_o.be = '1;
    data_req_o.addr = {ask_q.addr[31:6], word_q, 2'd0};
    if (state_q == Spill) begin
      data_req_o.we = 1'b1;
      data_req_o.addr = {tag_q[line], line, word_q, 2'd0};
      data_req_o.wdata = data_q[line][word_q];
    end else if (state_q == Uncached) begin
      data_req_o = ask_q;
      data_req_o.req = !waits_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      valid_q <= '0;
      dirty_q <= '0;
      {waits_q, random_q, error_q} <= '0;
      word_q <= '0;
      noise_q <= 32'h2545_f491;
      evicted_q <= '0;
      near_q <= '0;
    end else begin
      noise_q <= {noise_q[30:0], noise_q[31] ^ noise_q[21] ^ noise_q[1] ^ noise_q[0]};
      if (data_req_o.req && data_rsp_i.gnt) waits_q <= 1'b1;
      if (data_rsp_i.rvalid) waits_q <= 1'b0;

      unique case (state_q)
        Idle: begin
          error_q <= 1'b0;
          if (core.req) begin
            ask_q <= core;
            what_q <= Access;
            state_q <= core.addr[31] ? Lookup : Uncached;
            if (core.addr[31:28] == 4'h7) begin
              answer_q <= evicted_q;
              state_q  <= Answer;
              if (core.we && core.addr[3]) random_q <= core.wdata[0];
              else if (core.we) begin
                what_q <= core.addr[2] ? Invalidate : Clean;
                ask_q.addr <= core.wdata;
                state_q <= Lookup;
              end
            end
          end else if (disturb) begin
            what_q <= noise_q[5] ? Evict : Prefetch;
            ask_q.addr <= {near_q[31:6] + 26'(signed'(noise_q[10:6])), 6'd0};
            if (near_q[31]) state_q <= Lookup;
          end
        end
        Lookup: begin
          near_q  <= ask_q.addr;
          word_q  <= '0;
          state_q <= what_q inside {Evict, Prefetch} ? Idle : Answer;
          unique case (what_q)
            Access, Prefetch: begin
              if (!hit) state_q <= spills ? Spill : Fill;
              else if (what_q == Access) begin
                answer_q <= data_q[line][word];
                if (ask_q.we) begin
                  dirty_q[line] <= 1'b1;
                  for (int unsigned i = 0; i < 4; i++)
                  if (ask_q.be[i]) data_q[line][word][8*i+:8] <= ask_q.wdata[8*i+:8];
                end
              end
            end
            Clean: if (hit && spills) state_q <= Spill;
            Invalidate: if (hit) {valid_q[line], dirty_q[line]} <= '0;
            default: begin
              if (spills) state_q <= Spill;
              else valid_q[line] <= 1'b0;
            end
          endcase
        end
        Spill:
        if (data_rsp_i.rvalid) begin
          word_q <= word_q + 4'd1;
          if (word_q == '1) begin
            dirty_q[line] <= 1'b0;
            state_q <= what_q == Clean ? Answer : Fill;
            if (what_q == Evict) begin
              valid_q[line] <= 1'b0;
              evicted_q <= evicted_q + 1;
              state_q <= Idle;
            end
          end
        end
        Fill:
        if (data_rsp_i.rvalid) begin
          data_q[line][word_q] <= data_rsp_i.rdata;
          word_q <= word_q + 4'd1;
          error_q <= error_q || data_rsp_i.err;
          if (word_q == '1) begin
            tag_q[line] <= ask_q.addr[31:16];
            dirty_q[line] <= 1'b0;
            valid_q[line] <= !error_q && !data_rsp_i.err;
            state_q <= Lookup;
            if (what_q == Prefetch) state_q <= Idle;
            else if (error_q || data_rsp_i.err) state_q <= Answer;
          end
        end
        Uncached:
        if (data_rsp_i.rvalid) begin
          answer_q <= data_rsp_i.rdata;
          error_q  <= data_rsp_i.err;
          state_q  <= Answer;
        end
        default: state_q <= Idle;
      endcase
    end
  end

endmodule
