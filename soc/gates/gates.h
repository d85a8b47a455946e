// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A netlist of gates and flip-flops on one clock, simulated with two values and
// without delays: each cycle, all nets take the values that follow from the inputs and
// the state, once. A net has toggled when its value differs from that of the cycle
// before, so there are no glitches.
//
// The netlist is text, numbers in decimal, tables in hexadecimal (vambrace.silicon.gates
// writes it):
//
//   vambrace-gates 1
//   nets N                         net 0 is constant 0, net 1 constant 1
//   ports N      then N times:     NAME WIDTH NET...       least significant bit first
//   flops N      then N runs:      COUNT ARITY TABLE FIRST, and COUNT times ARITY nets
//   gates N      then N runs, the same, in an order of evaluation
//   memories N   then N times:     INDEX_BITS, and the nets of write_enable_i (4),
//                                  write_index_i, write_word_i (32), read_enable_i (1),
//                                  read_index_i, read_word_o (32)
//
// A run is gates of one function: gate k has the output net FIRST + k, which is bit i of
// TABLE when its inputs, the first of them the least significant, are the number i. For a
// flip-flop that is the value after the clock's edge, asynchronous reset included, which
// comes from an input port: while that is active, nobody looks.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace vmb {

class Gates {
 public:
  using Nets = std::vector<uint32_t>;

  explicit Gates(const std::string& path);

  // The nets of a port; throws when there is none.
  const Nets& port(const std::string& name) const;
  bool has_port(const std::string& name) const { return ports_.count(name) != 0; }
  const std::map<std::string, Nets>& ports() const { return ports_; }

  void set(const Nets& nets, uint32_t value) {
    for (size_t i = 0; i < nets.size(); i++) values_[nets[i]] = value >> i & 1;
  }
  uint32_t get(const Nets& nets) const {
    uint32_t value = 0;
    for (size_t i = 0; i < nets.size(); i++) value |= uint32_t(values_[nets[i]]) << i;
    return value;
  }

  // Lets all nets follow the inputs and the state; counts toggles if so asked.
  void settle();
  // The rising edge of the clock.
  void clock();

  void count(bool on) { counting_ = on; }
  // Toggles of each net while counted, and since when this was last asked.
  std::vector<uint64_t> take_toggles();
  // Bits read from and written to memories, the same.
  struct Traffic { uint64_t read = 0, written = 0; };
  Traffic take_traffic();

 private:
  struct Run {
    uint32_t count, arity, first;
    uint64_t table;
    std::vector<uint32_t> inputs;  // all first inputs, all second inputs, ...
  };
  struct Memory {
    Nets write_enable, write_index, write_word, read_enable, read_index, read_word;
    std::vector<uint32_t> words;
  };

  static std::vector<Run> read_runs(std::istream& in, const char* what);
  void evaluate(const Run& run, uint8_t* out) const;
  void flush();

  std::map<std::string, Nets> ports_;
  std::vector<Run> flops_, gates_;
  std::vector<Memory> memories_;
  std::vector<uint8_t> values_, before_, next_;
  bool counting_ = false;
  unsigned pending_ = 0;          // cycles in recent_, which is bytes for speed
  std::vector<uint8_t> recent_;
  std::vector<uint64_t> toggles_;
  Traffic traffic_;
};

}  // namespace vmb
