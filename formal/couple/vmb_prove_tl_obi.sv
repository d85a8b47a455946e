// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// vmb_tl_obi as a manager of TileLink-UH (which answers on channel D) and as a manager of OBI, with
// the checkers that simulations use (rtl/assert), bound into it. The client follows the rules of
// TileLink and keeps its requests until they are accepted; the memory answers each request.

module vmb_prove_tl_obi #(
    parameter int unsigned SizeBits   = 3,
    parameter int unsigned SourceBits = 2,
    parameter int unsigned Bytes      = 4
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  a_valid_i,
    input logic                  a_ready_o,
    input logic [           2:0] a_opcode_i,
    input logic [  SizeBits-1:0] a_size_i,
    input logic [SourceBits-1:0] a_source_i,
    input logic [          31:0] a_address_i,
    input logic [     Bytes-1:0] a_mask_i,
    input logic [   8*Bytes-1:0] a_data_i,
    input logic                  d_valid_o,
    input logic                  d_ready_i,
    input logic [           2:0] d_opcode_o,
    input logic [  SizeBits-1:0] d_size_o,
    input logic [SourceBits-1:0] d_source_o,
    input logic                  d_denied_o,
    input logic [   8*Bytes-1:0] d_data_o,
    input logic                  req_o,
    input logic                  gnt_i,
    input logic                  we_o,
    input logic [     Bytes-1:0] be_o,
    input logic [          31:0] addr_o,
    input logic [   8*Bytes-1:0] wdata_o,
    input logic                  rvalid_i,
    input logic                  err_i,
    input logic [   8*Bytes-1:0] rdata_i,

    // Internal signals: the request whose accesses are being sent, and the queue of pending ones.
    input logic                                    reading_q,
    input logic [                    31:$clog2(Bytes)] address_q,
    input logic [           SizeBits+SourceBits+1:0] meta_q,
    input logic [                               3:0] beat_q,
    input logic [                               1:0] in_q,
    input logic [                               1:0] back_q,
    input logic [                               1:0] out_q,
    input logic [                               2:0] taken_q,
    input logic [                               2:0] back_count_q,
    input logic [4*(SizeBits+SourceBits+2)-1:0] ways,
    input logic [                       32*Bytes-1:0] words,
    input logic [                               3:0] errors
);

  logic bad_answer, bad_kind, bad_stays_d, bad_stays, bad_room, bad_reset, bad_access, bad_beats;
  logic bad_owed, bad_order, bad_word, bad_counts, bad_request, bad_due, bad_followed, bad_kept;
  logic reach_burst, reach_waits, reach_followed;

  localparam logic [2:0] Get = 3'd4;
  localparam int unsigned Depth = 4;
  localparam int unsigned MostBytes = 64;

  logic [6:0] tl_fault;
  vmb_check_tl #(
      .SizeBits(SizeBits),
      .SourceBits(SourceBits),
      .Bytes(Bytes),
      .Assert(1'b0)
  ) u_tl (
      .clk_i,
      .rst_ni,
      .a_valid_i,
      .a_ready_i(a_ready_o),
      .a_opcode_i,
      .a_size_i,
      .a_source_i,
      .a_address_i,
      .a_mask_i,
      .d_valid_i(d_valid_o),
      .d_ready_i,
      .d_opcode_i(d_opcode_o),
      .d_size_i(d_size_o),
      .d_source_i(d_source_o),
      .d_denied_i(d_denied_o),
      .d_corrupt_i(d_denied_o && d_opcode_o[0]),
      .fault_o(tl_fault)
  );
  logic [5:0] obi_fault;
  vmb_check_obi #(
      .Bytes (Bytes),
      .Depth (Depth),
      .Assert(1'b0)
  ) u_obi (
      .clk_i,
      .rst_ni,
      .req_i(req_o),
      .gnt_i,
      .we_i(we_o),
      .be_i(be_o),
      .addr_i(addr_o),
      .wdata_i(wdata_o),
      .rvalid_i,
      .withdrawn_i(1'b0),
      .fault_o(obi_fault)
  );

  // Accesses granted and not yet answered: by the memory; on channel D, where a write of several
  // beats has one answer, to its last beat.
  logic [3:0] flight_q, owed_q;

  // ---- The client ----

  typedef struct packed {
    logic [2:0]            opcode;
    logic [SizeBits-1:0]   size;
    logic [SourceBits-1:0] source;
    logic [31:0]           address;
  } request_t;

  // The request of the accesses being sent, and the previous request of each source: a client uses
  // a source again after its complete answer.
  request_t request, burst_q;
  logic [3:0] sent_q, beats;  // accesses sent; accesses after the first
  logic [(1<<SourceBits)-1:0] used_q;
  logic waits_q, taken, ends, granted, answers;
  logic last_d;  // the answer is the last of a transfer
  logic [Bytes-1:0] mask_q;
  logic [8*Bytes-1:0] data_q;
  assign request = '{a_opcode_i, a_size_i, a_source_i, a_address_i};
  assign taken   = a_valid_i && a_ready_o;
  assign granted = req_o && gnt_i;
  assign answers = d_valid_o && d_ready_i;

  // Rules of TileLink for a client beyond the checker's view of one cycle; and the client keeps a
  // request unchanged until it is accepted.
  logic asked;
  always_comb begin
    asked = tl_fault[2:0] == '0 && (rst_ni || !(a_valid_i || rvalid_i));
    if (a_valid_i) begin
      if ((32'd1 << a_size_i) > MostBytes) asked = 1'b0;
      if (a_mask_i == '0) asked = 1'b0;
      if (used_q[a_source_i] && !(answers && last_d && d_source_o == a_source_i)) asked = 1'b0;
      if (sent_q != '0 && burst_q.opcode != Get && request != burst_q) asked = 1'b0;
    end
    if (waits_q && !(a_valid_i && request == burst_q && a_mask_i == mask_q && a_data_i == data_q))
      asked = 1'b0;
  end

  logic held;
  vmb_formal_held u_held (
      .clk_i,
      .rst_ni,
      .assumed_i(asked && !obi_fault[3] && !(rvalid_i && flight_q == '0)),
      .held_o(held)
  );

  // ---- Accesses: those of a request in order, from its address on ----

  request_t now;
  logic [31:0] address;
  logic others;  // of an accepted Get
  assign others = sent_q != '0 && burst_q.opcode == Get;
  always_comb begin
    now   = others ? burst_q : request;
    beats = '0;
    if ((32'd1 << now.size) > Bytes) beats = 4'((32'd1 << now.size) / Bytes - 32'd1);
    address = now.address & ~32'(Bytes - 1);
    address = address + 32'(sent_q) * Bytes;
    ends = sent_q == beats;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {sent_q, waits_q, used_q} <= '0;
    end else begin
      waits_q <= a_valid_i && !a_ready_o && !others;
      if (granted) sent_q <= ends ? '0 : sent_q + 4'd1;
      if (answers && last_d) used_q[d_source_o] <= 1'b0;
      if (granted && ends) used_q[now.source] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (a_valid_i && !others) begin
      burst_q <= request;
      mask_q  <= a_mask_i;
      data_q  <= a_data_i;
    end
  end

  // ---- Answers ----

  logic [3:0] came_q, beats_d;
  logic stays_q;
  logic [$bits({d_opcode_o, d_size_o, d_source_o, d_denied_o, d_data_o})-1:0] answer, answer_q;
  assign answer = {d_opcode_o, d_size_o, d_source_o, d_denied_o, d_data_o};
  always_comb begin
    beats_d = '0;
    if (d_opcode_o[0] && (32'd1 << d_size_o) > Bytes)
      beats_d = 4'((32'd1 << d_size_o) / Bytes - 32'd1);
    last_d = came_q == beats_d;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {came_q, stays_q} <= '0;
    end else begin
      stays_q <= d_valid_o && !d_ready_i;
      if (answers) came_q <= last_d ? '0 : came_q + 4'd1;
    end
  end
  always_ff @(posedge clk_i) answer_q <= answer;

  // ---- One access, from its grant to its answer: an arbitrary one, as u_followed chooses ----

  logic answered, follows;
  assign answered = now.opcode == Get || ends;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {flight_q, owed_q} <= '0;
    else begin
      flight_q <= flight_q + 4'(granted) - 4'(rvalid_i);
      owed_q   <= owed_q + 4'(granted && answered) - 4'(answers);
    end
  end

  // Undriven, so unconstrained in every cycle.
  logic chosen;
  logic followed_q, word_q, denied_q;
  logic [3:0] before_back_q, before_out_q;
  request_t its_q;
  logic [1:0] place_q;
  logic [8*Bytes-1:0] word_data_q;
  assign follows = chosen && granted && answered && !followed_q;
  logic back, out;  // its word arrives, its answer is present
  assign back = followed_q && !word_q && rvalid_i && before_back_q == '0;
  assign out  = followed_q && d_valid_o && before_out_q == '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {followed_q, word_q} <= '0;
    else begin
      followed_q <= follows || (followed_q && !(out && d_ready_i));
      word_q     <= !follows && (word_q || back);
    end
  end
  always_ff @(posedge clk_i) begin
    if (follows) begin
      its_q         <= now;
      place_q       <= in_q;
      before_back_q <= flight_q - 4'(rvalid_i);
      before_out_q  <= owed_q - 4'(answers);
    end else begin
      if (rvalid_i && before_back_q != '0) before_back_q <= before_back_q - 4'd1;
      if (answers && before_out_q != '0) before_out_q <= before_out_q - 4'd1;
    end
    if (back) {denied_q, word_data_q} <= {err_i, rdata_i};
  end

  // ---- Invariants: the contents of the queue ----

  typedef struct packed {
    logic                  read;
    logic                  answered;
    logic [SizeBits-1:0]   size;
    logic [SourceBits-1:0] source;
  } way_t;

  way_t [3:0] way;
  way_t its, meta;
  logic [3:0] due, due_before;
  logic [1:0] distance;  // from the head of the queue
  logic [3:0][8*Bytes-1:0] word;
  assign way = ways;
  assign word = words;
  assign meta = meta_q;
  assign distance = place_q - out_q;
  assign its = '{its_q.opcode == Get, 1'b1, its_q.size, its_q.source};
  always_comb begin
    {due, due_before} = '0;
    for (int i = 0; i < 4; i++) begin
      due = due + 4'(3'(2'(2'(i) - out_q)) < taken_q && way[i].answered);
      due_before = due_before + 4'(2'(2'(i) - out_q) < distance && way[i].answered);
    end
  end

  logic [3:0] beats_q;
  always_comb begin
    beats_q = '0;
    if ((32'd1 << burst_q.size) > Bytes) beats_q = 4'((32'd1 << burst_q.size) / Bytes - 32'd1);
  end
  assign bad_counts = held && rst_ni && (taken_q > 3'd4 || back_count_q > taken_q ||
      flight_q != 4'(taken_q - back_count_q) || 2'(in_q - out_q) != taken_q[1:0] ||
      2'(back_q - out_q) != back_count_q[1:0]);
  assign bad_request = held && rst_ni && (beat_q != sent_q || reading_q != others ||
      (sent_q != '0 && ((32'd1 << burst_q.size) > MostBytes || sent_q > beats_q)) ||
      (others && (address_q != burst_q.address[31:$clog2(Bytes)] || !meta.read ||
      !meta.answered || meta.size != burst_q.size || meta.source != burst_q.source)));
  assign bad_due = held && rst_ni && owed_q != due;
  assign bad_followed = held && rst_ni && followed_q && (3'(distance) >= taken_q ||
      way[place_q] != its || before_out_q != due_before ||
      word_q != (3'(distance) < back_count_q) ||
      (!word_q && before_back_q != 4'(3'(distance) - back_count_q)));
  assign bad_kept = held && rst_ni && followed_q && word_q &&
      (word[place_q] != word_data_q || errors[place_q] != denied_q);

  // ---- Properties ----

  assign bad_owed = held && rst_ni && d_valid_o && owed_q == '0;
  assign bad_order = held && rst_ni && out && (d_size_o != its_q.size ||
      d_source_o != its_q.source || d_opcode_o != {2'd0, its_q.opcode == Get} || !(word_q || back));
  assign bad_word = held && rst_ni && out && its_q.opcode == Get &&
      d_data_o != (word_q ? word_data_q : rdata_i);

  assign bad_answer = held && tl_fault[3];
  assign bad_kind = held && (tl_fault[4] || tl_fault[5]);
  assign bad_stays_d = held && rst_ni && stays_q && !(d_valid_o && answer == answer_q);
  assign bad_stays = held && (obi_fault[0] || obi_fault[1] || obi_fault[2]);
  assign bad_room = held && obi_fault[4];
  assign bad_reset = held && (tl_fault[6] || obi_fault[5]);
  assign bad_access  = held && rst_ni && granted && (addr_o != address || !(others || a_valid_i) ||
      we_o != (now.opcode != Get) || (we_o && (be_o != a_mask_i || wdata_o != a_data_i)));
  // A request is accepted with its first access, each further beat of a write with its own.
  assign bad_beats = held && rst_ni && taken != (granted && !others);

  assign reach_burst = held && answers && d_opcode_o[0] && last_d && came_q == 4'd15;
  assign reach_followed = held && out && d_ready_i && word_q && denied_q;
  assign reach_waits = held && stays_q && rvalid_i;

endmodule

bind vmb_tl_obi vmb_prove_tl_obi #(
    .SizeBits(SizeBits),
    .SourceBits(SourceBits),
    .Bytes(Bytes)
) u_prove (
    .ways({way_q[3], way_q[2], way_q[1], way_q[0]}),
    .words({data_q[3], data_q[2], data_q[1], data_q[0]}),
    .errors(denied_q),
    .*
);
