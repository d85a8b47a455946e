// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine's memory port as a manager of AXI4 (Arm IHI 0022), with bursts: PortBits bits of data,
// one transaction identifier. Words are read ahead (vmb_axi_read), as far as the segment goes, and
// writes are collected (vmb_axi_write). The engine has Bursts = 1 and the same PortBits.
//
// A write is answered before it is done. The job does not end before the memory has answered all of
// them, and an error of one is the job's bus error. Words written here have left the engine:
// unverified plaintext only if the engine releases it.
//
// Reads and writes are not ordered among each other, as everywhere on AXI: a job reads nothing that
// it has written. Burst = 1 makes single transfers.

module vmb_axi_mem #(
    parameter int unsigned PortBits = 32,  // of a word: 32, 64 or 128
    parameter int unsigned Words = 8,  // buffer entries per direction: 4, 8 or 16
    parameter int unsigned Burst = 4,  // maximum words per burst: 1 to Words
    parameter int unsigned Linger = 8,  // cycles that a write burst waits for more words: 1 to 255
    parameter logic [2:0] Prot = 3'b000  // AxPROT: unprivileged, secure, data
) (
    input logic clk_i,
    input logic rst_ni,

    // The engine: busy_o and mem_*.
    input  logic        busy_i,
    input  logic        req_i,
    output logic        gnt_o,
    input  logic [31:0] addr_i,
    input  logic        we_i,
    input  logic [PortBits/8-1:0] be_i,
    input  logic [PortBits-1:0] wdata_i,
    output logic        rvalid_o,
    output logic [PortBits-1:0] rdata_o,
    output logic        err_o,
    input  logic [ 4:0] left_i,
    output logic        posted_o,
    output logic        failed_o,

    output logic        awvalid_o,
    input  logic        awready_i,
    output logic [31:0] awaddr_o,
    output logic [ 7:0] awlen_o,
    output logic [ 2:0] awsize_o,
    output logic [ 1:0] awburst_o,
    output logic [ 3:0] awcache_o,
    output logic [ 2:0] awprot_o,
    output logic        wvalid_o,
    input  logic        wready_i,
    output logic [PortBits-1:0] wdata_o,
    output logic [PortBits/8-1:0] wstrb_o,
    output logic        wlast_o,
    input  logic        bvalid_i,
    output logic        bready_o,
    input  logic [ 1:0] bresp_i,
    output logic        arvalid_o,
    input  logic        arready_i,
    output logic [31:0] araddr_o,
    output logic [ 7:0] arlen_o,
    output logic [ 2:0] arsize_o,
    output logic [ 1:0] arburst_o,
    output logic [ 3:0] arcache_o,
    output logic [ 2:0] arprot_o,
    input  logic        rvalid_i,
    output logic        rready_o,
    input  logic [PortBits-1:0] rdata_i,
    input  logic [ 1:0] rresp_i,
    input  logic        rlast_i
);

  if (!(PortBits inside {32, 64, 128})) begin : gen_wrong_width
    $error("PortBits must be 32, 64 or 128");
  end
  if (!(Words inside {4, 8, 16})) begin : gen_wrong_words
    $error("Words must be 4, 8 or 16");
  end
  if (Burst < 1 || Burst > Words) begin : gen_wrong_burst
    $error("Burst must be 1 to Words");
  end
  if (Linger < 1 || Linger > 255) begin : gen_wrong_linger
    $error("Linger must be 1 to 255");
  end

  localparam int unsigned B = $clog2(PortBits / 8);
  logic read_gnt, read_answer, write_gnt, write_answer;

  vmb_axi_read #(
      .PortBits(PortBits),
      .Words(Words),
      .Burst(Burst)
  ) u_read (
      .clk_i,
      .rst_ni,
      .busy_i,
      .req_i    (req_i && !we_i),
      .address_i(addr_i[31:B]),
      .left_i,
      .gnt_o    (read_gnt),
      .answer_o (read_answer),
      .data_o   (rdata_o),
      .err_o,
      .arvalid_o,
      .arready_i,
      .araddr_o,
      .arlen_o,
      .rvalid_i,
      .rready_o,
      .rdata_i,
      .rresp_i,
      .rlast_i
  );

  vmb_axi_write #(
      .PortBits(PortBits),
      .Words (Words),
      .Burst (Burst),
      .Linger(Linger)
  ) u_write (
      .clk_i,
      .rst_ni,
      .req_i    (req_i && we_i),
      .address_i(addr_i[31:B]),
      .be_i,
      .data_i   (wdata_i),
      .gnt_o    (write_gnt),
      .answer_o (write_answer),
      .posted_o,
      .failed_o,
      .awvalid_o,
      .awready_i,
      .awaddr_o,
      .awlen_o,
      .wvalid_o,
      .wready_i,
      .wdata_o,
      .wstrb_o,
      .wlast_o,
      .bvalid_i,
      .bready_o,
      .bresp_i
  );

  assign gnt_o = we_i ? write_gnt : read_gnt;
  assign rvalid_o = read_answer || write_answer;

  // Words, increasing addresses, normal memory that may be buffered.
  assign {awsize_o, awburst_o, awcache_o, awprot_o} = {3'(B), 2'b01, 4'b0011, Prot};
  assign {arsize_o, arburst_o, arcache_o, arprot_o} = {3'(B), 2'b01, 4'b0011, Prot};

  logic unused_low;
  assign unused_low = ^addr_i[B-1:0];

endmodule
