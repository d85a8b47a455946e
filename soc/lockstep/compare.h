// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the behaviour of a core with that of Spike, record by record.
//
// For each instruction: its address (and thereby the target of the previous one), its word, whether
// it raised an exception, the register that it wrote and the value, and the address of its load or
// store. On the data bus: each request's address, direction, byte enables and stored bytes, in the
// order of the instructions. Spike takes an interrupt where the core took one, if its line was
// high, it was enabled, and no interrupt of higher priority was pending all the time; the core must
// take a pending interrupt within kPatience instructions. The same applies to non-maskable
// interrupts and debug requests. If one of these occurs before the first instruction of an
// interrupt's handler, only mepc or dpc reveals that; Spike takes that interrupt when they are
// read.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "../sim/rvfi.h"
#include "hart.h"

namespace vmb {

struct CompareOptions {
  std::map<uint32_t, uint32_t> adopted;  // CSRs, and their core-specific bits, which Spike copies from the core
  bool bus = true;  // whether the data bus shows every load and store
  bool late = false;  // whether a register may be written after its instruction retired
  bool expanded = false;  // whether compressed instructions are shown in their expanded form
  bool calls_retire = false;  // whether ecall and ebreak are shown as instructions that do not trap
  uint32_t hidden_csr = 0, hidden_bits = 0;  // while a CSR has these bits, some steps have no record
  bool interrupted = false;  // whether an instruction replaced by an interrupt is shown as trapped
};

// An instruction according to both. Fields for events that did not occur are empty in `spike`.
struct Step {
  uint64_t number = 0;  // of the instruction, from 1
  Record rtl;
  uint32_t pc = 0, insn = 0, value = 0, address = 0;
  unsigned rd = 0;
  bool trapped = false, interrupted = false;
  uint32_t cause = 0;
};

struct Difference {
  std::string field;  // pc, insn, trap, rd, value, address, access, interrupt or end
  std::string what;
};

class Compare {
 public:
  Compare(Hart& hart, const CompareOptions& options) : hart_(hart), options_(options) {}

  // False after the first difference.
  bool take(const Record& record);
  bool finish();

  const Difference& difference() const { return difference_; }
  std::vector<Step> last() const { return {last_.begin(), last_.end()}; }
  std::string text(uint32_t insn) { return hart_.disassemble(insn); }

  uint64_t retired = 0, interrupts = 0, accesses = 0, writes = 0, adopted = 0, nmis = 0;
  // Entries to debug mode by reason, and instructions in it.
  uint64_t requests = 0, steps = 0, hidden_steps = 0, breaks = 0, debugged = 0;
  uint64_t late_interrupts = 0;  // with another entry before the first instruction of the handler
  std::map<uint32_t, uint64_t> traps;  // by cause

 private:
  struct Request {
    uint32_t address;
    unsigned enables;
    bool store, refused;
    uint32_t word;
  };

  bool differ(const char* field, const std::string& what);
  bool retire(const Record& record);
  bool is_interrupt(const Record& next);
  bool enter_handler(const Record& record, Step& step);
  bool enter_debug(const Record& record, Step& step);
  bool wait_for_interrupt(const Record& record);
  bool wait_for(bool due, unsigned& waiting, const char* what);
  void note_handled(Step& step);
  void find_interrupt(const Record& record, const Step& step);
  bool trap(const Record& record, Step& step);
  bool check_register(const Record& record, Step& step);
  bool check_timed(const Record& record, const Step& step);
  bool check_late(unsigned rd, uint32_t value);
  bool adopts(uint32_t insn) const;
  bool check_memory(const Record& record, Step& step);
  bool match_requests();

  static constexpr unsigned kKept = 10;
  static constexpr unsigned kPatience = 8;  // instructions
  static constexpr unsigned kUnanswered = 4;  // maximum difference of the numbers of requests

  Hart& hart_;
  const CompareOptions options_;
  std::deque<Step> last_;
  std::deque<Request> wanted_, seen_;
  std::map<unsigned, uint32_t> pending_;  // registers that will be written later
  std::map<unsigned, uint32_t> maybe_;  // registers that were, and may be written again
  std::optional<Record> held_;  // an exception or an interrupt; the next record determines which
  unsigned waiting_ = 0, waiting_nmi_ = 0, waiting_debug_ = 0;
  bool stepped_ = false;  // the last instruction was a single step
  bool break_or_request_ = false;  // dcsr will show which of the two entered debug mode
  unsigned nmi_with_ = 0, debug_with_ = 0;  // lines when the last one was taken, until its origin is known
  Difference difference_;
};

}  // namespace vmb
