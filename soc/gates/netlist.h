// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A netlist of gates and flip-flops on one clock, as text; numbers are decimal, tables hexadecimal
// (vambrace.silicon.circuit writes it):
//
//   vambrace-gates 1
//   nets N                         net 0 is constant 0, net 1 constant 1
//   ports N      then N times:     NAME WIDTH NET...       least significant bit first
//   flops N      then N runs:      COUNT ARITY TABLE FIRST, and COUNT times ARITY nets
//   gates N      then N runs, likewise, in an order of evaluation
//   memories N   then N times:     ROW_BITS, and the nets of enable_i (1), write_enable_i (8),
//                                  row_i, write_words_i (64), read_words_o (64)
//
// A run is a series of gates of one function: gate k has the output net FIRST + k, which is bit i
// of TABLE if its inputs, the first the least significant, are the number i. For a flip-flop that
// is the value after the clock's edge, including asynchronous reset, which comes from an input
// port: while reset is active, outputs are not observed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace vmb {

struct Netlist {
  using Nets = std::vector<uint32_t>;
  struct Run {
    uint32_t count, arity, first;
    uint64_t table;
    std::vector<uint32_t> inputs;  // all first inputs, all second inputs, ...
  };
  struct Memory {
    Nets enable, write_enable, row, write_words, read_words;
    size_t rows;
  };

  size_t nets = 0;
  std::map<std::string, Nets> ports;
  std::vector<Run> flops, gates;
  std::vector<Memory> memories;

  // Throws std::runtime_error if the file has another format, ends early or contains an unknown
  // name.
  static Netlist read(const std::string& path);

  // The nets of a port; throws if it does not exist.
  const Nets& port(const std::string& name) const;
};

}  // namespace vmb
