// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Performance counters: retired instructions by type, and cycles in which the core waits.
//
// Instructions are counted from the core's report of retired instructions, so that all cores have
// these counts with the same meaning. Waits are events of the core (`waits` in configs/cores.toml).
#pragma once

#include <array>
#include <cstdint>
#include <iterator>

namespace vmb {

struct Access;

enum Event : unsigned {
  kLoads,
  kByteLoads,
  kHalfwordLoads,
  kWordLoads,
  kStores,
  kByteStores,
  kHalfwordStores,
  kWordStores,
  kJumps,
  kBranches,
  kBranchesTaken,
  kCompressed,
  kWaits,  // the first of kWaitKinds
  kEvents = kWaits + 4,
};
constexpr unsigned kWaitKinds = kEvents - kWaits;

// Their names in the result of a run.
constexpr const char* kEventNames[] = {
    "loads",           "byte_loads",  "halfword_loads", "word_loads",  "stores",         "byte_stores",
    "halfword_stores", "word_stores", "jumps",          "branches",    "branches_taken", "compressed",
    "wait_fetch",      "wait_data",   "wait_multiply",  "wait_divide",
};
static_assert(std::size(kEventNames) == kEvents);

using Counters = std::array<uint64_t, kEvents>;

Counters operator-(const Counters& a, const Counters& b);

// Counts a retired instruction, except whether a branch is taken. `insn` may be compressed, or the
// expansion of a compressed instruction.
void count_instruction(Counters& counters, uint32_t insn, const Access& access, bool compressed);

// Whether branches are taken. A branch whose target is the next instruction in memory counts as not taken.
class BranchWatch {
 public:
  // Called for each instruction that retires. Returns whether the previous one was a branch that
  // led to it.
  bool arrives(uint32_t pc) {
    const bool taken = waiting_ && pc == target_;
    waiting_ = false;
    return taken;
  }
  // Called for the same instruction, unless it raises an exception.
  void retired(uint32_t pc, uint32_t insn, bool compressed);

 private:
  bool waiting_ = false;
  uint32_t target_ = 0;
};

}  // namespace vmb
