// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A patched ibex_top with a memory of 64 words that answers in the next cycle. It ends with the word that
// the program stores.

module ibex_top_bench #(
    parameter bit WritebackStage = 1'b0
);
  logic clk = 0, rst_n = 0;
  always #5 clk = !clk;

  logic [31:0] memory[64];
  logic instr_req, instr_rvalid, data_req, data_rvalid, data_we;
  logic [31:0] instr_addr, instr_rdata, data_addr, data_wdata;

  ibex_top #(
      .WritebackStage(WritebackStage)
  ) u_top (
      .clk_i         (clk),
      .rst_ni        (rst_n),
      .instr_req_o   (instr_req),
      .instr_gnt_i   (1'b1),
      .instr_rvalid_i(instr_rvalid),
      .instr_addr_o  (instr_addr),
      .instr_rdata_i (instr_rdata),
      .data_req_o    (data_req),
      .data_gnt_i    (1'b1),
      .data_rvalid_i (data_rvalid),
      .data_we_o     (data_we),
      .data_addr_o   (data_addr),
      .data_wdata_o  (data_wdata),
      .fetch_enable_i(ibex_pkg::IbexMuBiOn)
  );

  always_ff @(posedge clk) begin
    instr_rvalid <= instr_req;
    instr_rdata  <= memory[instr_addr[7:2]];
    data_rvalid  <= data_req;
    if (rst_n && data_req && data_we) begin
      $display("STORED %08x", data_wdata);
      $finish;
    end
  end

  initial begin
    $readmemh("program.hex", memory);
    #22 rst_n = 1;
    #5000 $fatal(1, "nothing was stored");
  end
endmodule
