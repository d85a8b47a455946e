// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Shared by the test benches of cipher cores: clock and reset of the verilated module, ports as
// bytes, and the result. Byte i of a port is bits 8i+7:8i.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vblock.h"
#include "verilated.h"

namespace vmb {

using Bytes = std::vector<uint8_t>;

// Bytes from hexadecimal digits.
inline Bytes bytes(const std::string& digits) {
  if (digits.size() % 2) throw std::runtime_error("'" + digits + "' is no whole bytes");
  Bytes found;
  for (size_t i = 0; i < digits.size(); i += 2) found.push_back(uint8_t(std::stoul(digits.substr(i, 2), nullptr, 16)));
  return found;
}

// The next line of standard input, as bytes.
inline Bytes input() {
  std::string line;
  std::getline(std::cin, line);
  return bytes(line);
}

inline std::string digits(const Bytes& data) {
  std::string found;
  for (const uint8_t byte : data) {
    char text[3];
    std::snprintf(text, sizeof text, "%02x", byte);
    found += text;
  }
  return found;
}

// At most `length` bytes of `data` from `at` on.
inline Bytes part(const Bytes& data, size_t at, size_t length) {
  const size_t end = std::min(at + length, data.size());
  return Bytes(data.begin() + ptrdiff_t(std::min(at, end)), data.begin() + ptrdiff_t(end));
}

template <size_t Words>
void write(VlWide<Words>& port, const Bytes& data) {
  for (size_t i = 0; i < Words; i++) port[i] = 0;
  for (size_t i = 0; i < data.size(); i++) port[i / 4] |= uint32_t(data[i]) << 8 * (i % 4);
}

template <size_t Words>
Bytes read(const VlWide<Words>& port, size_t length) {
  Bytes data;
  for (size_t i = 0; i < length; i++) data.push_back(uint8_t(port[i / 4] >> 8 * (i % 4)));
  return data;
}

// The module, and the number of rising edges so far. Inputs are written between edges; `settle`
// lets outputs follow.
class Block {
 public:
  Block() {
    dut.rst_ni = 1;
    settle();
    dut.rst_ni = 0;
    for (int i = 0; i < 2; i++) cycle();
    dut.rst_ni = 1;
    cycle();
    cycles = 0;
  }
  ~Block() { dut.final(); }

  void settle() { dut.eval(); }
  void cycle() {
    dut.eval();
    dut.clk_i = 1;
    dut.eval();
    dut.clk_i = 0;
    dut.eval();
    cycles++;
    if (cycles > kMost) throw std::runtime_error("no end after " + std::to_string(kMost) + " cycles");
  }
  // Runs cycles until an output is 1.
  template <typename Port>
  void wait(const Port& port) {
    settle();
    while (!port) cycle();
  }

  Vblock dut;
  uint64_t cycles = 0;

 private:
  static constexpr uint64_t kMost = 10'000'000;
};

// Ends with 0 and a line of JSON on standard output, or with 2 and the reason on standard error.
template <typename Run>
int report(Run run) {
  Verilated::fatalOnError(false);
  try {
    const std::string line = run();
    if (Verilated::gotError()) throw std::runtime_error("an assertion failed");
    std::puts(line.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "block: %s\n", error.what());
    return 2;
  }
  return 0;
}

}  // namespace vmb
