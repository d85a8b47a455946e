// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "window.h"

#include <algorithm>

namespace vmb {

// The finaliser of splitmix64: every bit of the result depends on every bit.
uint64_t SequenceHash::mix(uint64_t item) {
  item += kFactor;
  item = (item ^ item >> 30) * 0xbf58476d1ce4e5b9;
  item = (item ^ item >> 27) * 0x94d049bb133111eb;
  return item ^ item >> 31;
}

SequenceHash operator-(const SequenceHash& a, const SequenceHash& b) {
  // The inverse of an odd number modulo 2^64 by Newton's method: 3 correct bits, and twice as many
  // after each step.
  uint64_t inverse = b.place;
  for (int i = 0; i < 5; i++) inverse *= 2 - b.place * inverse;
  return {(a.sum - b.sum) * inverse, a.place * inverse};
}

Counts operator-(const Counts& a, const Counts& b) {
  return {a.cycles - b.cycles,
          a.instret - b.instret,
          a.bytes_fetched - b.bytes_fetched,
          a.bytes_loaded - b.bytes_loaded,
          a.bytes_stored - b.bytes_stored,
          a.pcs - b.pcs,
          a.accesses - b.accesses,
          a.counters - b.counters};
}

Access memory_access(uint32_t insn) {
  const unsigned funct3 = insn >> 12 & 7;
  if ((insn & 3) == 3) {
    const unsigned size = 1u << (funct3 & 3);
    if ((insn & 0x7f) == 0x03) return {size, 0};
    if ((insn & 0x7f) == 0x23) return {0, size};
    return {};
  }
  // Compressed: c.lw, c.sw (quadrant 0) and c.lwsp, c.swsp (quadrant 2).
  const unsigned quadrant = insn & 3, op = insn >> 13 & 7;
  if (quadrant == 1) return {};
  if (op == 2) return {4, 0};
  if (op == 6) return {0, 4};
  return {};
}

void Window::retire(const Retired& instruction, const Abi& abi, const Counts& before, const Counts& now) {
  if (!open_) {
    if (instruction.pc != entry_) return;
    open_ = true;
    start_ = before;
    return_address_ = abi.ra;
    awaits_ra_ = abi.ra_pending;
    entry_sp_ = abi.sp;
    lowest_sp_ = entry_sp_;
  }
  if (instruction.pc == return_address_ && !awaits_ra_ && abi.sp == entry_sp_) {
    open_ = false;
    calls_.push_back({before - start_, entry_sp_ - lowest_sp_, start_.cycles});
    if (profiled_) profiles_.push_back(std::move(profile_));
    profile_.clear();
    return;
  }
  if (instruction.rd == 2) lowest_sp_ = std::min(lowest_sp_, instruction.rd_value);
  if (profiled_) {
    Spent& spent = profile_[instruction.pc];
    spent.times += now.instret - before.instret;
    spent.cycles += now.cycles - before.cycles;
  }
}

}  // namespace vmb
