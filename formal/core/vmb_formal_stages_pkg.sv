// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The stages of CV32E40X, and vmb_xif.

package vmb_formal_stages_pkg;

  import cv32e40x_pkg::*;

  typedef struct packed {
    if_id_pipe_t id;
    id_ex_pipe_t ex;
    ex_wb_pipe_t wb;

    // IF: the address of the next instruction; whether it is set, and its value. Data of fetches is
    // not included: words that are kept, the state of the prefetcher, an address that waits for its
    // grant.
    logic [31:0] pc;
    logic        pc_set;
    pc_mux_e     pc_mux;
    logic [4:0]  fetch;

    // ID: the answer to an offered instruction that did not proceed to EX. EX: it is committed, or
    // killed, and stays there.
    logic id_accepted;
    logic id_rejected;
    logic committed;
    logic killed;

    // The controller: the reason for entering debug mode; it flushes the pipeline after a CSR;
    // dcsr.step, and that one instruction was fetched since.
    ctrl_state_e state;
    logic [2:0]  debug_cause;
    logic        flushed;
    logic        debug_mode;
    logic        step;
    logic        stepped;

    // A FENCE.I: the request to flush, and its completion.
    logic [1:0] fence;

    // The number of loads and stores that wait for an answer, and both counts of the response
    // filter. EX: one is not granted; it is the second half of a misaligned one. WB: the first half
    // has left it.
    logic [1:0] count;
    logic [3:0] filter;
    logic       asks;
    logic       second;
    logic       half;

    // vmb_xif: the instruction that it keeps, and the result.
    logic        held;
    logic        held_committed;
    logic [31:0] held_word;
    logic [3:0]  held_id;
    logic        result;
    logic [31:0] result_word;
  } stages_t;

endpackage
