// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Counters over windows of a program's run.
//
// A window follows one function, from the retirement of the call instruction to that of the return
// instruction. A call is detected when the function's first instruction retires, and its end when
// the instruction at the return address retires at the same stack depth. The window includes the
// fetch delay after the call; it excludes the call instruction's own cycle and the fetch delay
// after the return.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "counters.h"

namespace vmb {

// A hash of a sequence of numbers, kept like a running total: the sum of the mixed numbers, each
// multiplied by the power of an odd factor that represents its position. The difference of two
// totals is the hash of the sequence in between.
struct SequenceHash {
  static constexpr uint64_t kFactor = 0x9e3779b97f4a7c15;  // 5 modulo 8: its powers have a long period

  void add(uint64_t item) {
    sum += mix(item) * place;
    place *= kFactor;
  }
  static uint64_t mix(uint64_t item);

  uint64_t sum = 0;
  uint64_t place = 1;
};

SequenceHash operator-(const SequenceHash& a, const SequenceHash& b);

// Running totals as of one retired instruction.
struct Counts {
  uint64_t cycles = 0;
  uint64_t instret = 0;
  uint64_t bytes_fetched = 0;  // on the instruction bus, prefetch included
  uint64_t bytes_loaded = 0;   // requested by load instructions
  uint64_t bytes_stored = 0;   // written by store instructions
  SequenceHash pcs;            // of the retired instructions
  SequenceHash accesses;       // address, size and direction of loads and stores
  Counters counters = {};
};

Counts operator-(const Counts& a, const Counts& b);

// An instruction as reported by the core's RISC-V Formal Interface.
struct Retired {
  uint32_t pc = 0;
  uint32_t insn = 0;
  unsigned rd = 0;
  uint32_t rd_value = 0;
  uint32_t mem_address = 0;  // address of its load or store, if any

  // Whether it is a 32-bit encoding of a load; cores with caches report all instructions expanded.
  bool loads() const { return (insn & 0x7f) == 0x03; }
};

// Bytes that an instruction loads or stores (RV32IMC encodings, 32-bit ones of RV64; otherwise 0).
struct Access {
  unsigned loaded = 0;
  unsigned stored = 0;

  unsigned size() const { return loaded + stored; }
};
Access memory_access(uint32_t insn);

struct Call {
  Counts counts;
  uint32_t stack_bytes = 0;  // from the caller's stack pointer to the lowest
  uint64_t start_cycle = 0;  // the cycle of the run in which it began
};

// The registers that windows need, with their values before the instruction.
struct Abi {
  uint32_t ra = 0;
  uint32_t sp = 0;
  bool ra_pending = false;  // a retired load has not written it yet
};

// The total for the instruction at one address: its executions, and the cycles between the previous
// retirement and its own.
struct Spent {
  uint64_t times = 0;
  uint64_t cycles = 0;
};
using Profile = std::map<uint32_t, Spent>;

class Window {
 public:
  // `profiled`: each call also records the costs of each instruction.
  Window(std::string name, uint32_t entry, bool profiled)
      : name_(std::move(name)), entry_(entry), profiled_(profiled) {}

  // `before`: the totals as of the previously retired instruction; `now`: those as of this one.
  void retire(const Retired& instruction, const Abi& abi, const Counts& before, const Counts& now);

  // The return address of a call that began before it was known.
  void late_return_address(uint32_t ra) {
    if (awaits_ra_) return_address_ = ra;
    awaits_ra_ = false;
  }

  const std::string& name() const { return name_; }
  const std::vector<Call>& calls() const { return calls_; }
  // One profile for each call; the cycles add up to those of the call.
  const std::vector<Profile>& profiles() const { return profiles_; }
  bool open() const { return open_; }

 private:
  std::string name_;
  uint32_t entry_;
  bool profiled_;
  bool open_ = false;
  bool awaits_ra_ = false;
  uint32_t return_address_ = 0;
  uint32_t entry_sp_ = 0;
  uint32_t lowest_sp_ = 0;
  Counts start_;
  std::vector<Call> calls_;
  Profile profile_;
  std::vector<Profile> profiles_;
};

}  // namespace vmb
