// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// 256 copies of one netlist, the lanes, simulated in parallel with two values and without delays:
// each net has a bit for every lane, so that one operation of the processor evaluates a gate in
// many lanes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "netlist.h"

namespace vmb {

constexpr unsigned kLanes = 256;

// One bit for every lane; lane 0 is bit 0 of the first word.
struct Bits {
  std::array<uint64_t, kLanes / 64> words{};

  static Bits all(bool value) {
    Bits b;
    b.words.fill(value ? ~uint64_t(0) : 0);
    return b;
  }
  bool get(unsigned lane) const { return words[lane / 64] >> lane % 64 & 1; }
  void set(unsigned lane) { words[lane / 64] |= uint64_t(1) << lane % 64; }
  void flip(unsigned lane) { words[lane / 64] ^= uint64_t(1) << lane % 64; }
  bool any() const { return words[0] | words[1] | words[2] | words[3]; }

  Bits& operator|=(const Bits& other) {
    for (size_t i = 0; i < words.size(); i++) words[i] |= other.words[i];
    return *this;
  }
  Bits operator&(const Bits& other) const {
    Bits b;
    for (size_t i = 0; i < words.size(); i++) b.words[i] = words[i] & other.words[i];
    return b;
  }
  Bits operator~() const {
    Bits b;
    for (size_t i = 0; i < words.size(); i++) b.words[i] = ~words[i];
    return b;
  }
};

// A number for every lane.
using Numbers = std::array<uint32_t, kLanes>;

class Lanes {
 public:
  using Nets = Netlist::Nets;

  // `netlist` must outlive this object and its copies.
  explicit Lanes(const Netlist& netlist);

  // Write the same value to all lanes, a value for each lane, or read one lane.
  void set_all(const Nets& nets, uint32_t value);
  void set(const Nets& nets, const Numbers& values);
  Numbers get(const Nets& nets) const;
  const Bits& bit(uint32_t net) const { return values_[net]; }
  void set_bit(uint32_t net, const Bits& value) { values_[net] = value; }

  // Changes a flip-flop, numbered in the order of the netlist, in one lane.
  void flip(size_t flop, unsigned lane) { values_.at(flops_.at(flop)).flip(lane); }
  size_t flops() const { return flops_.size(); }

  void settle();
  void clock();

 private:
  // A function as an exclusive or of products; a product is a set of inputs, bit i for input i.
  struct Function {
    const Netlist::Run* run;
    std::vector<uint8_t> products;
    bool constant;
  };
  static std::vector<Function> functions(const std::vector<Netlist::Run>& runs);
  void evaluate(const std::vector<Function>& functions, Bits* out) const;
  void clock(size_t memory);

  const Netlist* netlist_;
  std::vector<Function> gates_, next_of_;
  std::vector<uint32_t> flops_;  // nets of the flip-flops
  std::vector<Bits> values_, next_;
  std::vector<std::vector<uint32_t>> words_;  // of each memory, ordered by lane
};

}  // namespace vmb
