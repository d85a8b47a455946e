// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The interfaces between a core and its environment: for each interface a request, from the core
// (or from the engine) outwards, and a response.
//
//   fetch  instructions: OBI 1.2 without options except err, read-only; answered by obi_rsp_t
//   obi    loads and stores, also OBI; words are little-endian
//   mem    a second port to memory, also OBI: an engine's, or that of a core with caches, whose
//          words may have 64 or 128 bits (VMB_MEM_BITS)
//   accel  the accelerator port (docs/reference/port.md)
//   reg    the engine's register port (rtl/engine/vmb_engine.sv)
// tl     TileLink-UL (TileLink 1.8.1, section 7): the request has channel A, the response channel
// D, and each has the other's ready
//   rocc   commands, answers and accesses to memory (rtl/couple/vmb_rocc.sv, vmb_rocc_mem.sv)
//
// A system of soc/rtl also has irq, all of its interrupts, and rvfi, the retired instruction.

`ifndef VMB_MEM_BITS
`define VMB_MEM_BITS 32
`endif

package vmb_core_pkg;

  typedef struct packed {
    logic        req;
    logic [31:0] addr;
  } fetch_req_t;

  typedef struct packed {
    logic        req;
    logic        we;
    logic [3:0]  be;
    logic [31:0] addr;
    logic [31:0] wdata;
  } obi_req_t;

  typedef struct packed {
    logic        gnt;
    logic        rvalid;
    logic        err;
    logic [31:0] rdata;
  } obi_rsp_t;

  typedef struct packed {
    logic                       req;
    logic                       we;
    logic [`VMB_MEM_BITS/8-1:0] be;
    logic [31:0]                addr;
    logic [`VMB_MEM_BITS-1:0]   wdata;
  } mem_req_t;

  typedef struct packed {
    logic                     gnt;
    logic                     rvalid;
    logic                     err;
    logic [`VMB_MEM_BITS-1:0] rdata;
  } mem_rsp_t;

  typedef struct packed {
    logic software;
    logic timer;
    logic external;
    logic nmi;
    logic debug;     // a request to halt
  } irq_t;

  // The RISC-V Formal Interface.
  typedef struct packed {
    logic        valid;
    logic        trap;
    logic [31:0] insn;
    logic [31:0] pc;
    logic [4:0]  rd_addr;
    logic [31:0] rd_wdata;
    logic [31:0] mem_addr;
  } rvfi_t;

  typedef struct packed {
    logic        valid;
    logic        machine;  // the instruction executes in machine mode
    logic [31:0] instr;
    logic [31:0] rs1;
    logic [31:0] rs2;
  } accel_req_t;

  typedef struct packed {
    logic        accept;
    logic        ready;
    logic        retry;
    logic [31:0] result;
  } accel_rsp_t;

  typedef struct packed {
    logic        req;
    logic        we;
    logic        pair;
    logic [4:0]  index;
    logic [31:0] wdata;
    logic [31:0] wdata_odd;  // with pair: the data of the next register
  } reg_req_t;

  typedef struct packed {
    logic        ready;
    logic        fault;
    logic [31:0] rdata;
  } reg_rsp_t;

  typedef struct packed {
    logic        a_valid;
    logic [2:0]  a_opcode;
    logic [2:0]  a_param;
    logic [1:0]  a_size;
    logic [6:0]  a_source;
    logic [31:0] a_address;
    logic [3:0]  a_mask;
    logic [31:0] a_data;
    logic        a_corrupt;
    logic        d_ready;
  } tl_req_t;

  typedef struct packed {
    logic        a_ready;
    logic        d_valid;
    logic [2:0]  d_opcode;
    logic [1:0]  d_size;
    logic [6:0]  d_source;
    logic        d_denied;
    logic [31:0] d_data;
    logic        d_corrupt;
  } tl_rsp_t;

  typedef struct packed {
    logic        cmd_valid;
    logic [31:0] cmd_instr;
    logic [31:0] cmd_rs1;
    logic [31:0] cmd_rs2;
    logic        cmd_machine;  // the command was issued in machine mode
    logic        resp_ready;
    logic        mem_ready;
    logic        mem_done;
    logic [31:0] mem_data;
  } rocc_req_t;

  typedef struct packed {
    logic        cmd_ready;
    logic        resp_valid;
    logic [4:0]  resp_rd;
    logic [31:0] resp_data;
    logic        mem_valid;
    logic        mem_write;
    logic [1:0]  mem_size;
    logic [31:0] mem_address;
    logic [31:0] mem_data;
    logic        busy;
  } rocc_rsp_t;

endpackage
