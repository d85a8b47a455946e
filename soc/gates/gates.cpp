// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "gates.h"

#include <algorithm>

namespace vmb {

namespace {

// A run with a constant number of inputs, so that the compiler unrolls the inner loop.
template <unsigned kArity>
void evaluate_run(uint32_t count, uint64_t table, const uint32_t* inputs, const uint8_t* values, uint8_t* out) {
  for (uint32_t k = 0; k < count; k++) {
    unsigned index = 0;
    for (unsigned i = 0; i < kArity; i++) index |= unsigned(values[inputs[i * count + k]]) << i;
    out[k] = table >> index & 1;
  }
}

}  // namespace

Gates::Gates(const std::string& path) : netlist_(Netlist::read(path)) {
  for (const Netlist::Memory& m : netlist_.memories) rows_.emplace_back(m.rows);
  values_.assign(netlist_.nets, 0);
  values_.at(1) = 1;
  before_ = next_ = values_;
  recent_.assign(netlist_.nets, 0);
  toggles_.assign(netlist_.nets, 0);
}

void Gates::evaluate(const Netlist::Run& run, uint8_t* out) const {
  const uint8_t* v = values_.data();
  const uint32_t* in = run.inputs.data();
  switch (run.arity) {
    case 0: std::fill_n(out, run.count, run.table & 1); return;
    case 1: return evaluate_run<1>(run.count, run.table, in, v, out);
    case 2: return evaluate_run<2>(run.count, run.table, in, v, out);
    case 3: return evaluate_run<3>(run.count, run.table, in, v, out);
    case 4: return evaluate_run<4>(run.count, run.table, in, v, out);
    case 5: return evaluate_run<5>(run.count, run.table, in, v, out);
    default: return evaluate_run<6>(run.count, run.table, in, v, out);
  }
}

void Gates::settle() {
  for (const Netlist::Run& run : netlist_.gates) evaluate(run, &values_[run.first]);
  const size_t count = values_.size();
  if (counting_) {
    for (size_t i = 0; i < count; i++) recent_[i] = uint8_t(recent_[i] + (values_[i] ^ before_[i]));
    if (++pending_ == 255) flush();
  }
  std::copy_n(values_.data(), count, before_.data());
}

void Gates::clock() {
  for (const Netlist::Run& run : netlist_.flops) evaluate(run, &next_[run.first]);
  for (size_t i = 0; i < rows_.size(); i++) {
    const Netlist::Memory& m = netlist_.memories[i];
    if (!get(m.enable)) continue;
    const uint64_t row = get(m.row), enable = get(m.write_enable);
    uint64_t mask = 0;
    for (unsigned k = 0; k < 8; k++) mask |= (enable >> k & 1 ? uint64_t(0xff) : 0) << 8 * k;
    if (row < rows_[i].size()) {
      uint64_t& words = rows_[i][row];
      if (mask) words = (words & ~mask) | (get(m.write_words) & mask);
      else set(m.read_words, words);
    }
    if (counting_) {
      traffic_.read += mask ? 0 : 64;
      traffic_.written += uint64_t(__builtin_popcountll(mask));
    }
  }
  for (const Netlist::Run& run : netlist_.flops) std::copy_n(&next_[run.first], run.count, &values_[run.first]);
}

void Gates::flush() {
  for (size_t i = 0; i < toggles_.size(); i++) toggles_[i] += recent_[i];
  std::fill(recent_.begin(), recent_.end(), 0);
  pending_ = 0;
}

std::vector<uint64_t> Gates::take_toggles() {
  flush();
  std::vector<uint64_t> taken(toggles_.size(), 0);
  taken.swap(toggles_);
  return taken;
}

Gates::Traffic Gates::take_traffic() {
  const Traffic taken = traffic_;
  traffic_ = {};
  return taken;
}

}  // namespace vmb
