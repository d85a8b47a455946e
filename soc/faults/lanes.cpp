// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "lanes.h"

#include <algorithm>
#include <cstring>

namespace vmb {

namespace {

// For unaligned loads and stores only: Bits in a vector have the alignment of a word.
using Wide = uint64_t __attribute__((vector_size(sizeof(Bits))));

}  // namespace

std::vector<Lanes::Function> Lanes::functions(const std::vector<Netlist::Run>& runs) {
  std::vector<Function> found;
  for (const Netlist::Run& run : runs) {
    // Coefficients of the products, computed from the truth table (Moebius transform).
    uint64_t c = run.table;
    static constexpr uint64_t kLow[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                        0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    for (unsigned i = 0; i < run.arity; i++) c ^= (c & kLow[i]) << (1u << i);
    Function f{&run, {}, bool(c & 1)};
    for (unsigned product = 1; product < 1u << run.arity; product++)
      if (c >> product & 1) f.products.push_back(uint8_t(product));
    found.push_back(std::move(f));
  }
  return found;
}

Lanes::Lanes(const Netlist& netlist)
    : netlist_(&netlist),
      gates_(functions(netlist.gates)),
      next_of_(functions(netlist.flops)),
      values_(netlist.nets),
      next_(netlist.nets) {
  values_.at(1) = Bits::all(true);
  for (const Netlist::Run& run : netlist.flops)
    for (uint32_t k = 0; k < run.count; k++) flops_.push_back(run.first + k);
  for (const Netlist::Memory& m : netlist.memories) words_.emplace_back(m.words * kLanes);
}

void Lanes::set_all(const Nets& nets, uint32_t value) {
  for (size_t i = 0; i < nets.size(); i++) values_[nets[i]] = Bits::all(value >> i & 1);
}

void Lanes::set(const Nets& nets, const Numbers& values) {
  for (size_t i = 0; i < nets.size(); i++) {
    Bits& b = values_[nets[i]];
    for (unsigned word = 0; word < b.words.size(); word++) {
      uint64_t bits = 0;
      for (unsigned lane = 0; lane < 64; lane++) bits |= uint64_t(values[64 * word + lane] >> i & 1) << lane;
      b.words[word] = bits;
    }
  }
}

Numbers Lanes::get(const Nets& nets) const {
  Numbers found{};
  for (size_t i = 0; i < nets.size(); i++)
    for (unsigned word = 0; word < kLanes / 64; word++)
      for (uint64_t bits = values_[nets[i]].words[word]; bits; bits &= bits - 1)
        found[64 * word + unsigned(__builtin_ctzll(bits))] |= 1u << i;
  return found;
}

__attribute__((target_clones("avx2", "default"))) void Lanes::evaluate(const std::vector<Function>& functions,
                                                                       Bits* out) const {
  for (const Function& f : functions) {
    const Netlist::Run& run = *f.run;
    for (uint32_t k = 0; k < run.count; k++) {
      Wide in[6], sum = {};
      for (uint32_t i = 0; i < run.arity; i++)
        std::memcpy(&in[i], values_[run.inputs[i * run.count + k]].words.data(), sizeof in[i]);
      if (f.constant) sum = ~sum;
      for (unsigned product : f.products) {
        Wide term = in[__builtin_ctz(product)];
        for (product &= product - 1; product; product &= product - 1) term &= in[__builtin_ctz(product)];
        sum ^= term;
      }
      std::memcpy(out[run.first + k].words.data(), &sum, sizeof sum);
    }
  }
}

void Lanes::settle() { evaluate(gates_, values_.data()); }

void Lanes::clock() {
  evaluate(next_of_, next_.data());
  for (size_t i = 0; i < words_.size(); i++) clock(i);
  for (uint32_t net : flops_) values_[net] = next_[net];
}

// Reads return the contents from before this edge.
void Lanes::clock(size_t memory) {
  const Netlist::Memory& m = netlist_->memories[memory];
  const Bits reads = values_[m.read_enable[0]];
  Bits writes;
  for (uint32_t net : m.write_enable) writes |= values_[net];
  if (!reads.any() && !writes.any()) return;
  Numbers word = get(m.read_word);
  const Numbers from = get(m.read_index), to = get(m.write_index), enable = get(m.write_enable);
  const Numbers written = get(m.write_word);
  for (unsigned lane = 0; lane < kLanes; lane++) {
    uint32_t* words = &words_[memory][lane * m.words];
    if (reads.get(lane) && from[lane] < m.words) word[lane] = words[from[lane]];
    if (!writes.get(lane) || to[lane] >= m.words) continue;
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++) mask |= (enable[lane] >> i & 1 ? 0xffu : 0u) << 8 * i;
    words[to[lane]] = (words[to[lane]] & ~mask) | (written[lane] & mask);
  }
  set(m.read_word, word);
}

}  // namespace vmb
