// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The engine as a subordinate of AXI4-Lite (Arm IHI 0022, chapter B1): words of 32
// bits from offset 0 of a page of 4 KiB. Address and data of a write may come in
// either order. Every output comes from a register, so there are no combinational paths through.
//
// Each of the channels AW, W and AR buffers one transfer, and is ready while the buffer is empty.
// In the cycle after its last transfer an access requests the register port until it completes; B
// or R answers in the cycle after. One read answer and one write answer can wait. If both request,
// a write goes first; the next write comes two cycles later at the earliest, so a read waits for
// one write.
//
// Only DIN and DOUT of an engine without a memory port ever make the register port
// wait, at most 1,023 cycles. Later accesses wait as long: other writes because AXI keeps their
// order, reads because an access in progress is never cancelled. So a master may read DOUT during
// writes to DIN only if STATUS.dout_valid is 1.
//
// SLVERR: the register rejects the access, the offset has no register, the access is not a whole
// word, or lacks the privilege required by the parameters. Such an access has no effect. AxPROT is
// as in section A4.7: bit 0 privileged, bit 1 non-secure.
//
// Words written (keys) and read (plaintext) stay no longer than their transfer: W's is cleared when
// the access completes, R's when it is taken, both after a reset.

module vmb_couple_axi4l #(
    parameter bit PrivilegedOnly = 1'b0,  // AxPROT[0] must be 1
    parameter bit SecureOnly     = 1'b0,  // AxPROT[1] must be 0
    parameter int unsigned IndexBits = 5  // 6: for the registers of vmb_engine_ring too
) (
    input logic clk_i,
    input logic rst_ni,

    input  logic        awvalid_i,
    output logic        awready_o,
    input  logic [11:0] awaddr_i,
    input  logic [ 2:0] awprot_i,
    input  logic        wvalid_i,
    output logic        wready_o,
    input  logic [31:0] wdata_i,
    input  logic [ 3:0] wstrb_i,
    output logic        bvalid_o,
    input  logic        bready_i,
    output logic [ 1:0] bresp_o,

    input  logic        arvalid_i,
    output logic        arready_o,
    input  logic [11:0] araddr_i,
    input  logic [ 2:0] arprot_i,
    output logic        rvalid_o,
    input  logic        rready_i,
    output logic [31:0] rdata_o,
    output logic [ 1:0] rresp_o,

    output logic alert_o,  // one-cycle pulse: an access without the privilege

    output logic        reg_req_o,
    output logic        reg_we_o,
    output logic [IndexBits-1:0] reg_index_o,
    output logic [31:0] reg_wdata_o,
    input  logic        reg_ready_i,
    input  logic        reg_fault_i,
    input  logic [31:0] reg_rdata_i
);

  if (!(IndexBits inside {5, 6})) begin : gen_wrong_index
    $error("IndexBits must be 5 or 6");
  end

  localparam logic [1:0] Okay = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;

  logic aw_full_q, w_full_q, ar_full_q, bvalid_q, rvalid_q;
  logic [11:0] aw_addr_q, ar_addr_q;
  logic [31:0] wdata_q, rdata_q;
  logic [3:0] wstrb_q;
  logic aw_denied_q, ar_denied_q;
  logic [1:0] bresp_q, rresp_q;

  // The access of this cycle, stable until it completes.
  logic write, read, done;
  logic reading_q;  // a read has started and not completed
  assign write = aw_full_q && w_full_q && !bvalid_q && !reading_q;
  assign read  = ar_full_q && !rvalid_q && !write;

  logic outside, denied, fault;
  logic [11:0] address;
  assign address = write ? aw_addr_q : ar_addr_q;
  assign outside = (address[11:IndexBits+2] != '0) || (address[1:0] != '0) ||
      (write && wstrb_q != 4'b1111) ||
      denied;
  assign denied = write ? aw_denied_q : ar_denied_q;
  assign fault = outside || reg_fault_i;
  assign done = outside || reg_ready_i;

  assign reg_req_o = (write || read) && !outside;
  assign reg_we_o = write;
  assign reg_index_o = address[IndexBits+1:2];
  assign reg_wdata_o = wdata_q & {32{write}};

  assign awready_o = !aw_full_q;
  assign wready_o = !w_full_q;
  assign arready_o = !ar_full_q;
  assign bvalid_o = bvalid_q;
  assign bresp_o = bresp_q;
  assign rvalid_o = rvalid_q;
  assign rresp_o = rresp_q;
  assign rdata_o = rdata_q;

  function automatic logic is_denied(input logic [1:0] prot);
    return (PrivilegedOnly && !prot[0]) || (SecureOnly && prot[1]);
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_full_q <= 1'b0;
      w_full_q  <= 1'b0;
      ar_full_q <= 1'b0;
      bvalid_q  <= 1'b0;
      rvalid_q  <= 1'b0;
      reading_q <= 1'b0;
      alert_o   <= 1'b0;
    end else begin
      aw_full_q <= aw_full_q ? !(write && done) : awvalid_i;
      w_full_q  <= w_full_q ? !(write && done) : wvalid_i;
      ar_full_q <= ar_full_q ? !(read && done) : arvalid_i;
      bvalid_q  <= bvalid_q ? !bready_i : (write && done);
      rvalid_q  <= rvalid_q ? !rready_i : (read && done);
      reading_q <= read && !done;
      alert_o   <= (write || read) && denied;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!aw_full_q) {aw_denied_q, aw_addr_q} <= {is_denied(awprot_i[1:0]), awaddr_i};
    if (!ar_full_q) {ar_denied_q, ar_addr_q} <= {is_denied(arprot_i[1:0]), araddr_i};
    if (!w_full_q) begin
      wdata_q <= wdata_i & {32{wvalid_i}};
      wstrb_q <= wstrb_i;
    end else if (write && done) wdata_q <= '0;

    if (write && done) bresp_q <= fault ? SlvErr : Okay;
    if (read && done) rresp_q <= fault ? SlvErr : Okay;
    if (read && done) rdata_q <= reg_rdata_i & {32{!fault}};
    else if (!rvalid_q || rready_i) rdata_q <= '0;
  end

  logic unused_prot;
  assign unused_prot = ^{awprot_i, arprot_i};

endmodule
