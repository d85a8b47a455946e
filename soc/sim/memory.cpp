// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "memory.h"

#include <algorithm>
#include <cstdio>

namespace vmb {

namespace {
std::string out_of_range(uint32_t address, size_t length, const Ram& ram) {
  char text[160];
  std::snprintf(text, sizeof text, "%zu bytes at 0x%08x do not fit the RAM: %u bytes at 0x%08x (set --ram)", length,
                address, ram.size(), ram.base());
  return text;
}
}  // namespace

void Ram::load(uint32_t address, const std::vector<uint8_t>& bytes) {
  if (!contains(address, uint32_t(bytes.size()))) throw std::out_of_range(out_of_range(address, bytes.size(), *this));
  std::copy(bytes.begin(), bytes.end(), data_.begin() + (address - base_));
}

std::vector<uint8_t> Ram::dump(uint32_t address, uint32_t length) const {
  if (!contains(address, length)) throw std::out_of_range(out_of_range(address, length, *this));
  auto first = data_.begin() + (address - base_);
  return std::vector<uint8_t>(first, first + length);
}

}  // namespace vmb
