// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "counters.h"

#include "window.h"

namespace vmb {

namespace {

// Bits high to low of a word, moved to a position.
constexpr uint32_t field(uint32_t word, unsigned high, unsigned low, unsigned place) {
  return (word >> low & ((1u << (high - low + 1)) - 1)) << place;
}

constexpr uint32_t sign_extended(uint32_t value, unsigned bits) {
  return uint32_t(int32_t(value << (32 - bits)) >> (32 - bits));
}

bool is_branch(uint32_t insn) {
  if ((insn & 3) == 3) return (insn & 0x7f) == 0x63;
  return (insn & 3) == 1 && (insn >> 13 & 7) >= 6;  // c.beqz, c.bnez
}

// From a branch to its target (The RISC-V Instruction Set Manual I, formats B and CB).
uint32_t branch_offset(uint32_t insn) {
  if ((insn & 3) == 3)
    return sign_extended(
        field(insn, 31, 31, 12) | field(insn, 7, 7, 11) | field(insn, 30, 25, 5) | field(insn, 11, 8, 1), 13);
  return sign_extended(field(insn, 12, 12, 8) | field(insn, 6, 5, 6) | field(insn, 2, 2, 5) | field(insn, 11, 10, 3) |
                           field(insn, 4, 3, 1),
                       9);
}

bool is_jump(uint32_t insn) {
  if ((insn & 3) == 3) return (insn & 0x7f) == 0x6f || (insn & 0x7f) == 0x67;
  const unsigned op = insn >> 13 & 7;
  if ((insn & 3) == 1) return op == 5 || op == 1;  // c.j, and c.jal of RV32
  // c.jr and c.jalr; without a register it is c.ebreak.
  return (insn & 3) == 2 && op == 4 && (insn >> 2 & 31) == 0 && (insn >> 7 & 31) != 0;
}

// Counts an access under `all` and, for 1, 2 or 4 bytes, under its size.
void count_access(Counters& counters, Event all, unsigned size) {
  counters[all]++;
  if (size == 1) counters[all + 1]++;
  else if (size == 2) counters[all + 2]++;
  else if (size == 4) counters[all + 3]++;
}

}  // namespace

Counters operator-(const Counters& a, const Counters& b) {
  Counters difference;
  for (unsigned i = 0; i < kEvents; i++) difference[i] = a[i] - b[i];
  return difference;
}

void count_instruction(Counters& counters, uint32_t insn, const Access& access, bool compressed) {
  counters[kCompressed] += compressed;
  if (access.loaded) count_access(counters, kLoads, access.loaded);
  else if (access.stored) count_access(counters, kStores, access.stored);
  else if (is_branch(insn)) counters[kBranches]++;
  else if (is_jump(insn)) counters[kJumps]++;
}

void BranchWatch::retired(uint32_t pc, uint32_t insn, bool compressed) {
  if (!is_branch(insn)) return;
  target_ = pc + branch_offset(insn);
  waiting_ = target_ != pc + (compressed ? 2 : 4);
}

}  // namespace vmb
