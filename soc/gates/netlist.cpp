// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "netlist.h"

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

Netlist::Nets nets(std::istream& in, size_t count) {
  Netlist::Nets found(count);
  for (uint32_t& net : found) net = number<uint32_t>(in);
  return found;
}

std::vector<Netlist::Run> runs(std::istream& in, const char* what) {
  expect(in, what);
  std::vector<Netlist::Run> found(number<size_t>(in));
  for (Netlist::Run& run : found) {
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
  return found;
}

}  // namespace

Netlist Netlist::read(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  Netlist n;
  expect(in, "vambrace-gates");
  expect(in, "1");
  expect(in, "nets");
  n.nets = number<size_t>(in);
  expect(in, "ports");
  for (size_t left = number<size_t>(in); left > 0; left--) {
    std::string name;
    in >> name;
    const size_t width = number<size_t>(in);
    n.ports[name] = vmb::nets(in, width);
  }
  n.flops = runs(in, "flops");
  n.gates = runs(in, "gates");
  expect(in, "memories");
  n.memories.resize(number<size_t>(in));
  for (Memory& m : n.memories) {
    const size_t bits = number<size_t>(in);
    m.rows = size_t(1) << std::min<size_t>(bits, 20);
    m.enable = vmb::nets(in, 1);
    m.write_enable = vmb::nets(in, 8);
    m.row = vmb::nets(in, bits);
    m.write_words = vmb::nets(in, 64);
    m.read_words = vmb::nets(in, 64);
  }
  for (const auto* every : {&n.flops, &n.gates})
    for (const Run& run : *every) {
      bool outside = size_t(run.first) + run.count > n.nets;
      for (uint32_t net : run.inputs) outside = outside || net >= n.nets;
      if (outside) throw std::runtime_error("the netlist names a net beyond its last");
    }
  return n;
}

const Netlist::Nets& Netlist::port(const std::string& name) const {
  const auto found = ports.find(name);
  if (found == ports.end()) throw std::runtime_error("the netlist has no port " + name);
  return found->second;
}

}  // namespace vmb
