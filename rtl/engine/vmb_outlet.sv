// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The output path of a job: answers of the unit, through vmb_scatter, to the memory or to vmb_hold;
// words released from there, the message at once or a section of it (vmb_bindings) at a time; the
// words of a context. One of these at a time.

module vmb_outlet
  import vmb_engine_pkg::*;
#(
    parameter int unsigned HoldWords = 321,  // below 2: without vmb_hold
    parameter int unsigned Bindings = 0,  // 0: passes are not bound
    parameter int unsigned Bytes = 4,  // of a word of memory
    parameter bit Hardened = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,
    input logic wipe_i,
    input logic wipe_path_i,  // everything except bindings

    input logic [31:0] out_address_i,
    input logic [31:0] tag_address_i,
    input logic [31:0] ctx_address_i,
    input logic [31:0] data_len_i,
    input logic        out_place_i,    // the next answer goes to out_address_i,
    input logic        tag_place_i,    // or to tag_address_i
    input logic        to_hold_i,

    input  logic         valid_i,
    output logic         ready_o,
    input  logic [127:0] answer_i,
    input  logic [ 15:0] lanes_i,
    output logic         idle_o,    // no answer waits

    input  logic release_i,
    output logic hold_idle_o,
    output logic upset_o,      // a fault

    input  bind_req_t       bind_i  /*verilator split_var*/,
    output bind_rsp_t       bind_o  /*verilator split_var*/,
    output logic      [3:0] bind_index_o,  // of a word of the unit's context: ctx_word_i

    input  logic        ctx_save_i,
    input  logic [ 3:0] ctx_index_i,
    input  logic [31:0] ctx_word_i,
    output logic        ctx_saved_o,

    // The memory: vmb_port.
    output logic        write_o,
    input  logic        grant_i,
    output logic [31:0] address_o,
    output logic [8*Bytes-1:0] word_o,
    output logic [Bytes-1:0] enable_o
);

  if (HoldWords > 65535) begin : gen_too_many
    $error("HoldWords must be 0 to 65535: FEATURES has 16 bits for it");
  end

  if (Bindings != 0 && HoldWords < 5) begin : gen_no_section
    $error("Bindings above 0 needs HoldWords of 5 or more: a section has 16 bytes");
  end

  localparam int unsigned SectionBytes = HoldWords > 1 ? (HoldWords - 1) / 4 * 16 : 0;
  logic [31:0] begin_q;  // start of the message's, or of the section's output
  always_ff @(posedge clk_i) begin
    if (out_place_i) begin_q <= out_address_i;
    else if (Bindings != 0 && bind_i.next) begin_q <= begin_q + 32'(SectionBytes);
  end

  logic scatter_valid, scatter_grant;
  logic [31:0] scatter_address;
  logic [8*Bytes-1:0] scatter_word;
  logic [Bytes-1:0] scatter_enable;
  localparam int unsigned B = $clog2(Bytes);

  vmb_scatter #(
      .Bytes(Bytes)
  ) u_scatter (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe_path_i),
      .address_we_i(out_place_i || tag_place_i),
      .address_i(tag_place_i ? tag_address_i : out_address_i),
      .idle_o,
      .piece_valid_i(valid_i && ready_o),
      .piece_ready_o(ready_o),
      .piece_i(answer_i),
      .lanes_i,
      .word_valid_o(scatter_valid),
      .word_ready_i(to_hold_i || scatter_grant),
      .address_o(scatter_address),
      .word_o(scatter_word),
      .enable_o(scatter_enable)
  );

  logic hold_valid, hold_grant, hold_idle, hold_upset;
  logic [31:0] hold_address;
  logic [8*Bytes-1:0] hold_word;
  logic [Bytes-1:0] hold_enable;
  logic [31:0] release_bytes;

  if (HoldWords > 1) begin : gen_hold
    // Messages of HoldWords - 1 words of 32 bits fit, wherever they start.
    localparam int unsigned Words = (4 * (HoldWords - 1) + 2 * (Bytes - 1)) / Bytes;
    logic [31:0] distance;
    assign distance = scatter_address - {begin_q[31:B], B'(0)};
    vmb_hold #(
        .Words(Words),
        .Bytes(Bytes),
        .Hardened(Hardened)
    ) u_hold (
        .clk_i,
        .rst_ni,
        .wipe_i(wipe_path_i),
        .idle_o(hold_idle),
        .upset_o(hold_upset),
        .put_i(scatter_valid && to_hold_i),
        .index_i(distance[B+:$clog2(Words)]),
        .word_i(scatter_word),
        .enable_i(scatter_enable),
        .release_i,
        .address_i(begin_q),
        .bytes_i(release_bytes),
        .word_valid_o(hold_valid),
        .word_ready_i(hold_grant),
        .address_o(hold_address),
        .word_o(hold_word),
        .enable_o(hold_enable)
    );
    logic unused_distance;
    assign unused_distance = ^distance;
  end else begin : gen_no_hold
    assign hold_idle  = 1'b1;
    assign hold_valid = 1'b0;
    assign hold_upset = 1'b0;
    assign {hold_address, hold_word, hold_enable} = '0;
    logic unused_hold;
    assign unused_hold = ^{release_bytes, begin_q, release_i, hold_grant};
  end

  // ---- Bound passes ----

  logic kept_idle, kept_upset;
  logic [31:0] section_bytes;
  assign release_bytes = Bindings != 0 && bind_i.twice ? section_bytes : data_len_i;
  assign hold_idle_o = hold_idle && kept_idle;
  assign upset_o = hold_upset || kept_upset;

  if (Bindings != 0) begin : gen_bindings
    vmb_bindings #(
        .Bindings(Bindings),
        // Of an illegal 0, only the error above is reported.
        .SectionBytes(SectionBytes == 0 ? 16 : SectionBytes),
        .Hardened(Hardened)
    ) u_bindings (
        .clk_i,
        .rst_ni,
        .wipe_i,
        .idle_o(kept_idle),
        .upset_o(kept_upset),
        .data_len_i,
        .begin_i(out_place_i),
        .req_i(bind_i),
        .rsp_o(bind_o),
        .index_o(bind_index_o),
        .word_i(ctx_word_i),
        .bytes_o(section_bytes)
    );
  end else begin : gen_no_bindings
    assign kept_idle = 1'b1;
    assign kept_upset = 1'b0;
    assign {bind_o, bind_index_o, section_bytes} = '0;
    logic unused_bindings;
    assign unused_bindings = ^{wipe_i, bind_i};
  end

  logic [31:0] ctx_address;
  assign ctx_address = ctx_address_i + {26'd0, ctx_index_i, 2'd0};

  always_comb begin
    write_o = scatter_valid && !to_hold_i;
    {address_o, word_o, enable_o} = {scatter_address, scatter_word, scatter_enable};
    if (hold_valid) begin
      write_o = 1'b1;
      {address_o, word_o, enable_o} = {hold_address, hold_word, hold_enable};
    end
    if (ctx_save_i) begin
      write_o = 1'b1;
      address_o = {ctx_address[31:B], B'(0)};
      word_o = {Bytes / 4{ctx_word_i}};
      enable_o = Bytes'(4'b1111) << (Bytes > 4 ? ctx_address[B-1:0] & ~B'(3) : '0);
    end
  end
  assign scatter_grant = grant_i && !hold_valid && !ctx_save_i;
  assign hold_grant = grant_i && !ctx_save_i;
  assign ctx_saved_o = grant_i && ctx_save_i;

endmodule
