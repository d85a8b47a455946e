// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The data path of the AES unit: blocks from memory or registers through the core, and
// back. vmb_aes_unit controls it.
//
// Three blocks may be there: one that comes in (in_q, a word at a time), one in the
// core, and one that goes out (out_q). A result stays in the core, and is read and
// stored from there, until the next block needs the core: only then it moves to out_q.
// So a stream takes, per block, the time of the core or that of eight words through the port,
// whichever is longer. Readings go first: they keep the core busy.
//
// A key goes through the same registers: words 0 to 3 are in_q, 4 to 7 out_q. Without a
// memory port (MemoryPort = 0) a result stays in the core until another block needs that,
// and words 4 to 7 belong to keys only.
//
// A chained block is XORed with the result in the core, which is that of the block before,
// where the core takes it. There is none (live_q = 0) after a key, a wipe or an error.
//
// Byte i of a block or key is bits 8i+7:8i, and byte i in memory: a word is
// little-endian.

module vmb_aes_unit_path
  import vmb_aes_pkg::*;
#(
    parameter int unsigned KeyBits = 128,
    parameter bit ShorterKeys = 1'b1,
    parameter bit Decrypt = 1'b1,
    parameter int unsigned RoundsPerCycle = 1,
    parameter bit Sbox = 1'b0,
    parameter bit MemoryPort = 1'b1,
    parameter bit Chain = 1'b0,
    parameter int unsigned PortDepth = 2
) (
    input logic clk_i,
    input logic rst_ni,

    // From memory, while in_free_o: blocks, or a key while quiet_o. With job_i all results are
    // stored from store_address_i on.
    input logic        load_i,
    input logic [31:0] load_address_i,
    input logic [15:0] load_more_i,     // further blocks after the first
    input logic        job_i,
    input logic        load_key_i,

    // From registers: words 2n and 2n + 1, of a block while in_free_o, of a key while quiet_o. The
    // block, or key, is then complete.
    input logic        put_i,
    input logic [ 1:0] put_pair_i,
    input logic [63:0] put_i_words,
    input logic        put_block_i,
    input logic        put_key_i,

    input logic [1:0] key_len_i,  // with load_key_i and put_key_i
    input logic       decrypt_i,  // with load_i and put_block_i
    input logic       chain_i,    // the same

    // The result of the last input block, while out_free_o. store_next_i: the result of the block
    // of load_i, while next_free_o.
    input logic        store_i,
    input logic        store_next_i,
    input logic [31:0] store_address_i,
    input logic [ 1:0] read_index_i,
    input logic        read_i,

    // stop_i: issue no new requests. clear_i, while stopped_o: drop all work; wipe_i: also the key.
    input  logic stop_i,
    output logic stopped_o,
    input  logic clear_i,
    input  logic wipe_i,

    output logic        in_free_o,
    output logic        out_free_o,
    output logic        next_free_o,
    output logic        quiet_o,     // no work, and no pending answer
    output logic        idle_o,      // the same, or answered in this cycle
    output logic        job_o,
    output logic        has_key_o,
    output logic        comes_o,     // a block is on its way to the core
    output logic        turns_o,     // a block is being processed
    output logic        there_o,     // the result is available
    output logic [31:0] word_o,      // result word, while out_free_o
    output logic        error_o,

    output logic        mem_req_o,
    input  logic        mem_gnt_i,
    output logic [31:0] mem_addr_o,
    output logic        mem_we_o,
    output logic [ 3:0] mem_be_o,
    output logic [31:0] mem_wdata_o,
    input  logic        mem_rvalid_i,
    input  logic [31:0] mem_rdata_i,
    input  logic        mem_err_i
);

  logic take;  // the core takes the block in in_q
  logic leaves;  // the previous result moves to out_q

  // ---- The core ----

  logic [7:0][31:0] words_q;
  logic core_ready, core_valid, key_ready, decrypt_q, live_q, in_full_q;
  logic take_key_q, has_key_q, loading_key_q, last_answer;
  logic [1:0] key_len_q, unused_second;
  logic [127:0] result;

  // live_q: the contents of the core, now or later, belong to a block.
  assign there_o   = live_q && core_valid;
  assign turns_o   = live_q && !core_valid;
  assign has_key_o = has_key_q;

  logic [127:0] block;
  if (Chain) begin : gen_chain
    logic chained_q;
    always_ff @(posedge clk_i) begin
      if (wipe_i) chained_q <= 1'b0;
      else if (load_i || put_block_i) chained_q <= chain_i;
    end
    assign block = words_q[3:0] ^ (result & {128{chained_q && live_q}});
  end else begin : gen_no_chain
    logic unused_chain;
    assign unused_chain = chain_i;
    assign block = words_q[3:0];
  end

  vmb_aes_core #(
      .KeyBits(KeyBits),
      .ShorterKeys(ShorterKeys),
      .Decrypt(Decrypt),
      .RoundsPerCycle(RoundsPerCycle),
      .Sbox(Sbox)
  ) u_core (
      .clk_i,
      .rst_ni,
      .wipe_i(wipe_i || load_key_i),
      .key_valid_i(take_key_q),
      .key_ready_o(key_ready),
      .key_len_i(key_len_q),
      .key_i(words_q),
      .valid_i(take),
      .ready_o(core_ready),
      .decrypt_i(decrypt_q && Decrypt),
      .block_i(block),
      .second_i(1'b0),
      .second_ready_o(unused_second[0]),
      .first_valid_o(unused_second[1]),
      .valid_o(core_valid),
      .block_o(result)
  );

  logic key_taken;
  assign key_taken = take_key_q && key_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q <= 1'b0;
      has_key_q <= 1'b0;
      take_key_q <= 1'b0;
      decrypt_q <= 1'b0;
    end else begin
      if (wipe_i) decrypt_q <= 1'b0;
      else if (load_i || put_block_i) decrypt_q <= decrypt_i;
      live_q <= (take || live_q) && !clear_i && !load_key_i && !put_key_i;
      has_key_q <= (key_taken || has_key_q) && !wipe_i && !load_key_i;
      take_key_q <= (put_key_i || (take_key_q && !key_ready) ||
                     (loading_key_q && last_answer && !error_o)) && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (load_key_i || put_key_i) key_len_q <= key_len_i;
  end

  // ---- In ----

  // The words of a block are requested and arrive in order. Space for the next block is free from
  // the cycle in which the core takes this one.
  logic loading_q, asked_q, next, reads, read_grant, answer;
  logic [2:0] ask_q, come_q, last_word;
  logic [15:0] more_q;
  logic [31:0] read_address_q, read_data;

  assign in_free_o = !loading_q && (!in_full_q || take) && !take_key_q;
  assign comes_o = (loading_q && !loading_key_q) || in_full_q;
  assign last_word = loading_key_q ? {key_len_q, 1'b1} + 3'd2 : 3'd3;
  assign last_answer = answer && (come_q == last_word);
  assign next = loading_q && take && more_q != '0;
  assign reads = load_i || load_key_i || (loading_q && !asked_q) || next;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loading_q <= 1'b0;
      loading_key_q <= 1'b0;
      in_full_q <= 1'b0;
    end else begin
      in_full_q <= (put_block_i || (last_answer && !loading_key_q) || (in_full_q && !take)) &&
          !clear_i;
      if (load_i || load_key_i) loading_q <= 1'b1;
      else if ((last_answer && more_q == '0) || clear_i) loading_q <= 1'b0;
      if (load_i || load_key_i) loading_key_q <= load_key_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_i || load_key_i) read_address_q <= load_address_i + {29'd0, read_grant, 2'b00};
    else if (read_grant) read_address_q <= read_address_q + 32'd4;

    if (load_i || load_key_i || next) {asked_q, ask_q} <= {3'd0, read_grant};
    else if (read_grant) {asked_q, ask_q} <= {ask_q == last_word, ask_q + 3'd1};

    if (load_i || load_key_i || next) come_q <= '0;
    else if (answer) come_q <= come_q + 3'd1;

    if (load_i || load_key_i) more_q <= load_i ? load_more_i : '0;
    else if (next) more_q <= more_q - 16'd1;
  end

  // ---- Out ----

  // want: store the result of the block in the core; want_next: that of the next block. The address
  // of the latter waits in next_address_q, also while waits_q: its block is in the core, and
  // another result is being stored.
  logic job_q, want_q, want_next_q, waits_q, out_full_q, writes, write_grant, stored;
  logic going, moves, new_address;
  logic [1:0] store_q;
  logic [31:0] write_address_q, next_address_q, word;

  assign out_free_o = !want_q && !want_next_q && !out_full_q;
  assign next_free_o = !want_next_q && !waits_q;
  assign writes = out_full_q || (want_q && there_o);
  assign stored = write_grant && (store_q == 2'd3);
  assign take = in_full_q && core_ready && !(want_q && out_full_q) && !stop_i && !clear_i;
  assign job_o = job_q;

  assign leaves = take && want_q && !stored;

  assign going = leaves || (out_full_q && !stored);
  assign moves = ((take && want_next_q) || waits_q) && !going;
  assign new_address = store_i || store_next_i || (load_i && job_i);

  logic keep;
  assign keep = MemoryPort && !clear_i;

  // For a result in the core, or in out_q.
  logic [1:0] index;
  logic [3:0][31:0] shown;
  assign index  = read_i ? read_index_i : store_q;
  assign shown  = out_full_q ? words_q[7:4] : result;
  assign word   = shown[index];
  assign word_o = word;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {job_q, want_q, want_next_q, waits_q, out_full_q} <= '0;
    end else begin
      job_q <= ((load_i && job_i) || (job_q && !idle_o)) && keep;
      out_full_q <= (leaves || (out_full_q && !stored)) && keep;
      want_next_q <= (((want_next_q || (store_i && comes_o)) && !take) || store_next_i) && keep;
      waits_q <= ((take && want_next_q) || waits_q) && going && keep;
      if (take) want_q <= (job_q || want_next_q || store_i) && keep;
      else want_q <= ((want_q && !(stored && !out_full_q)) || (store_i && !comes_o)) && keep;
    end
  end

  always_ff @(posedge clk_i) begin
    if (new_address) next_address_q <= store_address_i;
    if (new_address && out_free_o) write_address_q <= store_address_i;
    else if (moves) write_address_q <= next_address_q;
    else if (write_grant) write_address_q <= write_address_q + 32'd4;
    if (new_address && out_free_o) store_q <= '0;
    else if (write_grant) store_q <= store_q + 2'd1;
  end

  // ---- The words ----

  logic [7:0] put, come;
  logic clear_in, clear_all;
  assign put = put_i ? 8'd3 << {put_pair_i, 1'b0} : '0;
  assign come = answer ? 8'd1 << come_q : '0;
  assign clear_all = clear_i || key_taken;
  assign clear_in = take || clear_all;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 8; i++) begin
      if (put[i] && !clear_all) words_q[i] <= put_i_words[32*(i%2)+:32];
      else if (come[i] && !clear_all) words_q[i] <= read_data;
      else if (i >= 4 && leaves) words_q[i] <= result[32*(i%4)+:32];
      else if ((i >= 4) ? clear_all : clear_in) words_q[i] <= '0;
    end
  end

  // ---- Memory ----

  logic port_idle, port_last, no_work;
  assign no_work = !loading_q && !in_full_q && !take_key_q && !turns_o && out_free_o;
  assign quiet_o = no_work && port_idle;
  assign idle_o  = no_work && (port_idle || port_last) && !error_o;

  if (MemoryPort) begin : gen_port
    logic unused_late;
    vmb_port #(
        .Depth(PortDepth),
        .ReadsFirst(1'b1)
    ) u_port (
        .clk_i,
        .rst_ni,
        .read_i(reads),
        .read_address_i((load_i || load_key_i) ? load_address_i : read_address_q),
        .read_grant_o(read_grant),
        .read_answer_o(answer),
        .read_data_o(read_data),
        .write_i(writes),
        .write_address_i(write_address_q),
        .write_data_i(word),
        .write_enable_i(4'b1111),
        .write_grant_o(write_grant),
        .stop_i,
        .stopped_o,
        .drop_i(clear_i),
        .idle_o(port_idle),
        .last_o(port_last),
        .error_o,
        .watch_i(1'b0),
        .late_o(unused_late),
        .req_o(mem_req_o),
        .gnt_i(mem_gnt_i),
        .addr_o(mem_addr_o),
        .we_o(mem_we_o),
        .be_o(mem_be_o),
        .wdata_o(mem_wdata_o),
        .rvalid_i(mem_rvalid_i),
        .rdata_i(mem_rdata_i),
        .err_i(mem_err_i)
    );
  end else begin : gen_no_port
    assign {read_grant, answer, read_data, write_grant, error_o} = '0;
    assign {stopped_o, port_idle, port_last} = '1;
    assign {mem_req_o, mem_addr_o, mem_we_o, mem_be_o, mem_wdata_o} = '0;
    logic unused_port;
    assign unused_port = ^{reads, writes, load_address_i, read_address_q, write_address_q, asked_q,
                           mem_gnt_i, mem_rvalid_i, mem_rdata_i, mem_err_i};
  end

endmodule
