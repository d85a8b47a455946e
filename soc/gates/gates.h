// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A netlist (netlist.h) simulated with two values and without delays: in each cycle, all nets
// change once to the values determined by the inputs and the state. A net has toggled if its value
// differs from that of the previous cycle; there are no glitches.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "netlist.h"

namespace vmb {

class Gates {
 public:
  using Nets = Netlist::Nets;

  explicit Gates(const std::string& path);

  // The nets of a port; throws if it does not exist.
  const Nets& port(const std::string& name) const { return netlist_.port(name); }
  bool has_port(const std::string& name) const { return netlist_.ports.count(name) != 0; }
  const std::map<std::string, Nets>& ports() const { return netlist_.ports; }

  void set(const Nets& nets, uint64_t value) {
    for (size_t i = 0; i < nets.size(); i++) values_[nets[i]] = value >> i & 1;
  }
  uint64_t get(const Nets& nets) const {
    uint64_t value = 0;
    for (size_t i = 0; i < nets.size(); i++) value |= uint64_t(values_[nets[i]]) << i;
    return value;
  }

  // Lets all nets follow the inputs and the state; counts toggles if enabled.
  void settle();
  // The rising edge of the clock.
  void clock();

  void count(bool on) { counting_ = on; }
  // Toggles of each net while counting was enabled, since the last call.
  std::vector<uint64_t> take_toggles();
  // Bits read from and written to memories, likewise.
  struct Traffic { uint64_t read = 0, written = 0; };
  Traffic take_traffic();

 private:
  void evaluate(const Netlist::Run& run, uint8_t* out) const;
  void flush();

  const Netlist netlist_;
  std::vector<std::vector<uint64_t>> rows_;  // of each memory
  std::vector<uint8_t> values_, before_, next_;
  bool counting_ = false;
  unsigned pending_ = 0;          // cycles in recent_, which has bytes for speed
  std::vector<uint8_t> recent_;
  std::vector<uint64_t> toggles_;
  Traffic traffic_;
};

}  // namespace vmb
