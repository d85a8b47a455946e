// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AES unit: the block cipher behind an accelerator port (docs/reference/port.md),
// with a memory port (OBI 1.2 without options). Instructions have RoCC's format, opcode
// custom-1 or another: Opcode; d is the mode bit, 0 encrypts and 1 decrypts. Those with a * need a
// memory port (MemoryPort = 1), those with a + need chaining (Chain = 1).
//
//   instruction    funct7    operands
// * load d         0x00 | d  rs1            takes the block at rs1, and starts
// *+ load chained  0x03      rs1            the same for a chained block
//   write          0x02      rs1, rs2       the first two words of a block
//   write d        0x04 | d  rs1, rs2       the last two, and starts
//  + write chained 0x07      rs1, rs2       the same for a chained block
// * store          0x06      rs1            the result to rs1
// *                          rd, rs1        the same, waits, rd = status
//   read n         0x08 + n  rd             rd = word n of the result, n = 0 to 3
//   wait           0x0c      rd             waits, rd = status
//   features       0x0d      rd             rd = KeyBits, in bit 16 Decrypt, in bit 17 ShorterKeys, in bit 18
//                                           MemoryPort, in bit 19 Chain: at any time, without
//                                           effect
//   wipe           0x0e                     clears all, the key too
//   pair n         0x10 + n  rs1, rs2       words 2n and 2n + 1 of a key, n = 0 to 3
//   last pair n    0x18 + n  rs1, rs2       the same, n = 1 to 3, and takes the key
// * key l          0x14 + l  rs1            takes the key at rs1: 128, 192, 256 bits
// * count          0x1c      rs1            for `blocks`: how many, below 65,536
// * few n d        0x40 + 2n + d          what blocks and blocks with rd do, for n blocks, 1 to 31;
//                                           for one block what load and store do
// * blocks d       0x1e | d  rs1, rs2       from rs1 on, each by itself (ECB), to rs2
// *                          rd, rs1, rs2   the same, waits, rd = status
//
// Words are little-endian: byte i of a block or key is byte i in memory. Operations run while the
// processor continues; an instruction that needs space or a result waits for it. The result belongs
// to the block that started last. Two blocks may be in progress, so `store`, `load`, `store`,
// `load` keeps the core busy, and so does `few 1`, `few 1`: it is a `load` and its `store` in one.
// It waits for space for a block and for its address; there are two addresses: that of the result
// being stored, and the next.
//
// A chained block is XORed with the previous result, of either direction, and encrypted, as in CBC
// and the CBC-MAC. It waits for that result. Without one since the last key, wipe, reset or bus
// error, it is encrypted unchanged.
//
// Status: bit 0 busy, bits 3:1 an error; an erroneous instruction has no effect:
//   1 no key   2 bus   3 not in this unit: decryption, or a key of this length
//   4 refused: `blocks` or `few` of several blocks is in progress, or there is nothing to store
//   5 an address that is no multiple of 4   6 no count
// The first error stays until it is in a status or wiped. Until then nothing starts and `read`
// returns 0. A bus error ends all operations, and keeps only a key that was already loaded. `read`
// returns 0 without a result.
//
// accept_o depends on instr_i and privileged_i alone (vmb_aes_unit_decode): an instruction that is
// not accepted must be illegal. An instruction with valid_i must complete, except while retry_o is
// 1: it waits without having had an effect, so the processor may cancel it by valid_i = 0 in the
// next cycle. Waiting for a status ends early, with busy = 1, while irq_pending_i is 1 (a pending
// interrupt, NMI or debug request); all other waits are limited to two blocks, or a key, and the
// bus. Timing does not depend on keys or data. busy_o: an operation is in progress.

module vmb_aes_unit
  import vmb_aes_pkg::*;
#(
    parameter int unsigned KeyBits = 128,
    parameter bit ShorterKeys = 1'b1,  // 0: KeyBits is the only key length
    parameter bit Decrypt = 1'b1,
    parameter int unsigned RoundsPerCycle = 1,
    parameter bit Sbox = 1'b0,
    parameter bit MemoryPort = 1'b1,
    parameter bit Chain = 1'b0,
    parameter int unsigned PortDepth = 2,  // pending accesses: memory latency + 1
    parameter logic [6:0] Opcode = 7'h2b,
    parameter bit UserMode = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        valid_i,
    input  logic [31:0] instr_i,
    input  logic [31:0] rs1_i,
    input  logic [31:0] rs2_i,
    input  logic        privileged_i,   // the instruction is in machine mode
    output logic        accept_o,
    output logic        ready_o,
    output logic        retry_o,        // it waits, and may be cancelled
    output logic [31:0] result_o,
    input  logic        irq_pending_i,
    output logic        busy_o,

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

  typedef enum logic [2:0] {
    ErrNone = 3'd0,
    ErrNoKey = 3'd1,
    ErrBus = 3'd2,
    ErrMissing = 3'd3,
    ErrRefused = 3'd4,
    ErrAddress = 3'd5,
    ErrCount = 3'd6
  } error_e;

  vmb_aes_unit_decode #(
      .Opcode    (Opcode),
      .MemoryPort(MemoryPort),
      .Chain     (Chain),
      .UserMode  (UserMode)
  ) u_decode (
      .instr_i,
      .privileged_i,
      .accept_o
  );

  // ---- The instruction: identified by funct7, if accepted ----

  logic [6:0] funct7;
  logic is_load, is_write, is_start, is_store, is_read, is_wait, is_wipe, is_pair, is_last, is_key;
  logic is_count, is_few, is_one, is_blocks, is_features, chained, decrypt, answers;
  assign funct7 = instr_i[31:25];
  assign chained = Chain && funct7[6:3] == '0 && funct7[1:0] == 2'd3;
  assign is_load = MemoryPort && (funct7[6:1] == 6'h00 || (chained && !funct7[2]));
  assign is_write = funct7 == 7'h02 || is_start;
  assign is_start = funct7[6:1] == 6'h02 || (chained && funct7[2]);
  assign is_store = MemoryPort && funct7 == 7'h06;
  assign is_read = funct7[6:2] == 5'h02;
  assign is_wait = funct7 == 7'h0c;
  assign is_features = funct7 == 7'h0d;
  assign is_wipe = funct7 == 7'h0e;
  assign is_pair = funct7[6:2] == 5'h04 || is_last;
  assign is_last = funct7[6:2] == 5'h06;
  assign is_key = MemoryPort && funct7[6:2] == 5'h05;
  assign is_count = MemoryPort && funct7 == 7'h1c;
  assign is_few = MemoryPort && funct7[6];
  assign is_one = is_few && funct7[5:1] == 5'd1;
  assign is_blocks = (MemoryPort && funct7[6:1] == 6'h0f) || is_few;
  assign decrypt = funct7[0] && !chained;
  assign answers = instr_i[14];  // with rd

  // ---- What is wrong with it ----

  logic [ 1:0] key_len;
  logic [15:0] count_q;
  logic in_free, out_free, next_free, quiet, idle, job;
  logic has_key, comes, turns, there, path_error, stopped;
  logic uses_key, misaligned, missing;
  error_e error_q, wrong;

  assign uses_key = is_load || is_start || is_blocks;
  assign misaligned = ((is_load || is_store || is_key || is_blocks) && rs1_i[1:0] != '0) ||
      (is_blocks && rs2_i[1:0] != '0);
  assign key_len = is_last ? funct7[1:0] - 2'd1 : funct7[1:0];
  assign missing = (uses_key && decrypt && !Decrypt) ||
      ((is_key || is_last) && fitting_key_len(KeyBits, ShorterKeys, key_len) != key_len);

  // A key being loaded counts: instructions that need it wait.
  logic key_comes;
  assign key_comes = !in_free && !comes;

  always_comb begin
    wrong = ErrNone;
    if (is_count && (rs1_i[31:16] != '0 || rs1_i[15:0] == '0)) wrong = ErrCount;
    if (is_blocks && !is_few && count_q == '0) wrong = ErrCount;
    if (is_store && !comes && !turns && !there) wrong = ErrRefused;
    if (misaligned) wrong = ErrAddress;
    if (uses_key && !has_key && !key_comes) wrong = ErrNoKey;
    if (missing) wrong = ErrMissing;
    if (job && !is_wait && !is_wipe && !is_count) wrong = ErrRefused;
    if (is_wait || is_wipe) wrong = ErrNone;
  end

  // ---- What it does, when ----

  // store and blocks with an rd execute the form without rd first, then `wait`.
  logic active, waiting_q, waits, begins, nothing, place, starts, done;
  logic abort_q, clear;
  assign active  = valid_i && accept_o;
  assign waits   = is_wait || waiting_q;
  assign begins  = active && !waits && !is_wipe && !is_features && !abort_q;
  assign nothing = error_q != ErrNone || wrong != ErrNone;

  // There is space for its input, or a result for its output.
  always_comb begin
    place = 1'b1;
    if (is_load || is_write) place = in_free && !key_comes;
    if (is_store) place = out_free;
    if (is_read) place = !comes && !turns && out_free;
    if (is_blocks || is_pair || is_key) place = quiet;
    if (is_one) place = in_free && !key_comes && next_free;
  end
  assign starts = begins && place && !nothing;
  assign done = begins && (place || nothing);

  assign ready_o = (active && is_features) ? 1'b1 : (active && is_wipe) ? stopped :
      (active && waits) ? (idle && !abort_q) || irq_pending_i : done && !(answers && !is_read);

  assign retry_o = active && !waits && !is_wipe && !is_features && !done;

  logic [31:0] word;
  always_comb begin
    result_o = '0;
    if (is_features) result_o = {12'd0, Chain, MemoryPort, ShorterKeys, Decrypt, 16'(KeyBits)};
    else if (is_read) result_o = word & {32{starts && there}};
    else if (answers) result_o = {28'd0, error_q, !idle || abort_q};
  end
  assign busy_o = !idle || abort_q;

  // A bus error ends everything, as soon as no access waits for its grant.
  assign clear  = stopped && (abort_q || (active && is_wipe));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      abort_q   <= 1'b1;  // clears the words
      error_q   <= ErrNone;
      count_q   <= '0;
    end else begin
      waiting_q <= active && !ready_o && (waiting_q || (done && answers && !is_read));
      abort_q   <= (path_error || abort_q) && !clear;
      if (active && is_wipe && ready_o) error_q <= ErrNone;
      else if (active && waits && ready_o) error_q <= path_error ? ErrBus : ErrNone;
      else if (error_q == ErrNone) begin
        if (path_error) error_q <= ErrBus;
        else if (begins) error_q <= wrong;
      end
      if (active && is_wipe && ready_o) count_q <= '0;
      else if (begins && is_count) count_q <= (wrong == ErrNone) ? rs1_i[15:0] : '0;
    end
  end

  // Blocks after the first.
  logic [15:0] more;
  assign more = ((is_few ? 16'(funct7[5:1]) : count_q) - 16'd1) & {16{is_blocks}};

  vmb_aes_unit_path #(
      .KeyBits(KeyBits),
      .ShorterKeys(ShorterKeys),
      .Decrypt(Decrypt),
      .RoundsPerCycle(RoundsPerCycle),
      .Sbox(Sbox),
      .MemoryPort(MemoryPort),
      .Chain(Chain),
      .PortDepth(PortDepth)
  ) u_path (
      .clk_i,
      .rst_ni,
      .load_i(starts && (is_load || is_blocks)),
      .load_address_i(rs1_i),
      .load_more_i(more),
      .job_i(is_blocks && !is_one),
      .load_key_i(starts && is_key),
      .put_i(starts && (is_write || is_pair)),
      .put_pair_i(is_write ? {1'b0, is_start} : funct7[1:0]),
      .put_i_words({rs2_i, rs1_i}),
      .put_block_i(starts && is_start),
      .put_key_i(starts && is_last),
      .key_len_i(key_len),
      .decrypt_i(decrypt),
      .chain_i(chained),
      .store_i(starts && is_store),
      .store_next_i(starts && is_one),
      .store_address_i(is_blocks ? rs2_i : rs1_i),
      .read_index_i(funct7[1:0]),
      .read_i(starts && is_read),
      .stop_i(abort_q || (active && is_wipe)),
      .stopped_o(stopped),
      .clear_i(clear),
      .wipe_i(clear && active && is_wipe),
      .in_free_o(in_free),
      .out_free_o(out_free),
      .next_free_o(next_free),
      .quiet_o(quiet),
      .idle_o(idle),
      .job_o(job),
      .has_key_o(has_key),
      .comes_o(comes),
      .turns_o(turns),
      .there_o(there),
      .word_o(word),
      .error_o(path_error),
      .mem_req_o,
      .mem_gnt_i,
      .mem_addr_o,
      .mem_we_o,
      .mem_be_o,
      .mem_wdata_o,
      .mem_rvalid_i,
      .mem_rdata_i,
      .mem_err_i
  );

endmodule
