// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "gates.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace vmb {

namespace {

void expect(std::istream& in, const std::string& word) {
  std::string found;
  if (!(in >> found) || found != word) throw std::runtime_error("the netlist has '" + found + "' instead of " + word);
}

template <typename T>
T number(std::istream& in) {
  T value;
  if (!(in >> value)) throw std::runtime_error("the netlist ends early or has no number where one is due");
  return value;
}

Gates::Nets nets(std::istream& in, size_t count) {
  Gates::Nets found(count);
  for (uint32_t& net : found) net = number<uint32_t>(in);
  return found;
}

// One run with a known number of inputs: the compiler unrolls the inner loop.
template <unsigned kArity>
void evaluate_run(uint32_t count, uint64_t table, const uint32_t* inputs, const uint8_t* values, uint8_t* out) {
  for (uint32_t k = 0; k < count; k++) {
    unsigned index = 0;
    for (unsigned i = 0; i < kArity; i++) index |= unsigned(values[inputs[i * count + k]]) << i;
    out[k] = table >> index & 1;
  }
}

}  // namespace

std::vector<Gates::Run> Gates::read_runs(std::istream& in, const char* what) {
  expect(in, what);
  std::vector<Run> runs(number<size_t>(in));
  for (Run& run : runs) {
    run.count = number<uint32_t>(in);
    run.arity = number<uint32_t>(in);
    in >> std::hex;
    run.table = number<uint64_t>(in);
    in >> std::dec;
    run.first = number<uint32_t>(in);
    if (run.arity > 6) throw std::runtime_error("the netlist has a gate of more than 6 inputs");
    run.inputs.resize(size_t(run.count) * run.arity);
    for (uint32_t k = 0; k < run.count; k++)
      for (uint32_t i = 0; i < run.arity; i++) run.inputs[i * run.count + k] = number<uint32_t>(in);
  }
  return runs;
}

Gates::Gates(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  expect(in, "vambrace-gates");
  expect(in, "1");
  expect(in, "nets");
  const size_t count = number<size_t>(in);
  expect(in, "ports");
  for (size_t left = number<size_t>(in); left > 0; left--) {
    std::string name;
    in >> name;
    const size_t width = number<size_t>(in);
    ports_[name] = nets(in, width);
  }
  flops_ = read_runs(in, "flops");
  gates_ = read_runs(in, "gates");
  expect(in, "memories");
  memories_.resize(number<size_t>(in));
  for (Memory& m : memories_) {
    const size_t bits = number<size_t>(in);
    m.words.resize(size_t(1) << std::min<size_t>(bits, 20));
    m.write_enable = nets(in, 4);
    m.write_index = nets(in, bits);
    m.write_word = nets(in, 32);
    m.read_enable = nets(in, 1);
    m.read_index = nets(in, bits);
    m.read_word = nets(in, 32);
  }
  for (const auto* runs : {&flops_, &gates_})
    for (const Run& run : *runs) {
      bool outside = size_t(run.first) + run.count > count;
      for (uint32_t net : run.inputs) outside = outside || net >= count;
      if (outside) throw std::runtime_error("the netlist names a net beyond its last");
    }
  values_.assign(count, 0);
  values_.at(1) = 1;
  before_ = next_ = values_;
  recent_.assign(count, 0);
  toggles_.assign(count, 0);
}

const Gates::Nets& Gates::port(const std::string& name) const {
  const auto found = ports_.find(name);
  if (found == ports_.end()) throw std::runtime_error("the netlist has no port " + name);
  return found->second;
}

void Gates::evaluate(const Run& run, uint8_t* out) const {
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
  for (const Run& run : gates_) evaluate(run, &values_[run.first]);
  const size_t count = values_.size();
  if (counting_) {
    for (size_t i = 0; i < count; i++) recent_[i] = uint8_t(recent_[i] + (values_[i] ^ before_[i]));
    if (++pending_ == 255) flush();
  }
  std::copy_n(values_.data(), count, before_.data());
}

void Gates::clock() {
  for (const Run& run : flops_) evaluate(run, &next_[run.first]);
  for (Memory& m : memories_) {
    // What is read is what was there before this edge's writing.
    const uint32_t from = get(m.read_index), to = get(m.write_index), enable = get(m.write_enable);
    const bool reading = get(m.read_enable);
    const uint32_t word = reading && from < m.words.size() ? m.words[from] : get(m.read_word);
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++) mask |= (enable >> i & 1 ? 0xffu : 0u) << 8 * i;
    if (mask && to < m.words.size()) m.words[to] = (m.words[to] & ~mask) | (get(m.write_word) & mask);
    set(m.read_word, word);
    if (counting_) {
      traffic_.read += reading ? 32 : 0;
      traffic_.written += uint64_t(__builtin_popcount(mask));
    }
  }
  for (const Run& run : flops_) std::copy_n(&next_[run.first], run.count, &values_[run.first]);
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
