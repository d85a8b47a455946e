// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A patched cv32e40x_core with the units of a bundle at its eXtension interface, as the bundle's README says, and a
// memory of 64 words that answers in the next cycle. It ends with the word that the program stores.

module cv32e40x_bench;
  logic clk_i = 0, rst_ni = 0;
  always #5 clk_i = !clk_i;

  logic [31:0] memory[64];
  logic instr_req, instr_rvalid, data_req, data_rvalid, data_we;
  logic [31:0] instr_addr, instr_rdata, data_addr, data_wdata;

  if_xif #(.X_ID_WIDTH(4)) xif ();
  `TOP u_units (.clk_i, .rst_ni, .xif);

  cv32e40x_core #(
      .X_EXT(1'b1)
  ) u_core (
      .clk_i,
      .rst_ni,
      .scan_cg_en_i       (1'b0),
      .boot_addr_i        (32'h80),
      .dm_exception_addr_i(32'h0),
      .dm_halt_addr_i     (32'h0),
      .mhartid_i          (32'd0),
      .mimpid_patch_i     (4'd0),
      .mtvec_addr_i       (32'h0),
      .instr_req_o        (instr_req),
      .instr_gnt_i        (1'b1),
      .instr_rvalid_i     (instr_rvalid),
      .instr_addr_o       (instr_addr),
      .instr_rdata_i      (instr_rdata),
      .instr_err_i        (1'b0),
      .data_req_o         (data_req),
      .data_gnt_i         (1'b1),
      .data_rvalid_i      (data_rvalid),
      .data_we_o          (data_we),
      .data_addr_o        (data_addr),
      .data_wdata_o       (data_wdata),
      .data_rdata_i       (32'd0),
      .data_err_i         (1'b0),
      .data_exokay_i      (1'b0),
      .xif_compressed_if  (xif),
      .xif_issue_if       (xif),
      .xif_commit_if      (xif),
      .xif_mem_if         (xif),
      .xif_mem_result_if  (xif),
      .xif_result_if      (xif),
      .irq_i              (32'd0),
      .wu_wfe_i           (1'b0),
      .clic_irq_i         (1'b0),
      .clic_irq_id_i      ('0),
      .clic_irq_level_i   ('0),
      .clic_irq_priv_i    ('0),
      .clic_irq_shv_i     (1'b0),
      .fencei_flush_ack_i (1'b1),
      .debug_req_i        (1'b0),
      .fetch_enable_i     (1'b1)
  );

  always_ff @(posedge clk_i) begin
    instr_rvalid <= instr_req;
    instr_rdata  <= memory[instr_addr[7:2]];
    data_rvalid  <= data_req;
    if (rst_ni && data_req && data_we) begin
      $display("STORED %08x", data_wdata);
      $finish;
    end
  end

  initial begin
    $readmemh("program.hex", memory);
    #22 rst_ni = 1;
    #5000 $fatal(1, "nothing was stored");
  end
endmodule
