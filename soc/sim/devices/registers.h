// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Shared by the registers of all devices.
#pragma once

#include <cstdint>

#include "memory.h"

namespace vmb {

constexpr uint64_t kNever = UINT64_MAX;  // as a cycle

// The answer of an address without a register.
constexpr Answer kBusError{0, true};

constexpr unsigned kWholeWord = 15;  // byte enables

// The value of a register after a store of some of its bytes.
inline uint32_t merged(uint32_t old, uint32_t value, unsigned byte_enable) {
  uint32_t mask = 0;
  for (unsigned i = 0; i < 4; i++)
    if (byte_enable >> i & 1) mask |= 0xffu << 8 * i;
  return (old & ~mask) | (value & mask);
}

}  // namespace vmb
