// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Follows secrets through a program while it runs, and finds the places where its timing depends on
// them.
//
// The program takes the path that its public inputs determine. Secret bits are computed without
// reading their values (function.h), so the findings, or their absence, hold for all secrets.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "function.h"
#include "instruction.h"
#include "machine.h"
#include "memory.h"

namespace vmb {

// Bytes that are secret from the call of the entry on: at an address, or where an argument points
// to.
struct Secret {
  size_t name;  // its number
  bool by_register;
  uint64_t where;  // the address, or the number of the register
  uint64_t length;
};

struct Bytes { uint64_t address, length; };

struct TrackOptions {
  uint64_t entry = 0;  // the function from whose call on the secrets are secret
  uint64_t calls = 1;  // calls of it until the end
  std::vector<std::string> names;  // of secrets
  std::vector<Secret> secrets;
  std::vector<uint64_t> public_functions;     // whose results are public
  std::vector<uint64_t> public_instructions;  // branches on declared public data
  std::vector<Bytes> public_bytes;            // bytes that become public when they are written
  uint8_t timed = kDivision | kFloating;
  uint64_t most = 1000000000;
  uint64_t tohost = 0;
  unsigned xlen = 32;
};

struct Finding {
  std::string kind;
  uint64_t pc;
  uint32_t word;
  uint64_t count = 0;
  uint32_t secrets = 0;
  std::vector<Writer> from;
};

class Tracker {
 public:
  Tracker(Machine& machine, Memory& memory, const TrackOptions& options);
  // Runs the program to its end; returns why it ended.
  std::string run();

  const std::vector<Finding>& findings() const { return findings_; }
  // The instructions that a secret passed through, from its source to a finding; empty if it did
  // not reach the finding.
  std::vector<uint64_t> chain(const Finding& finding, size_t secret) const;
  uint64_t executed() const { return executed_; }
  uint64_t secret_instructions() const { return secret_instructions_; }
  uint64_t calls() const { return calls_; }
  uint64_t declared_public() const { return declared_public_; }
  uint64_t exit_code() const { return exit_code_; }

 private:
  // An instruction at an address, and the writers of its operands.
  struct Place {
    const uint8_t* code = nullptr;    // its bytes in memory
    const uint8_t* secret = nullptr;  // their secret bits
    Place* next = this;               // the place executed after it the last time
    uint64_t pc = ~uint64_t(0);
    uint32_t word = 0;
    Instruction instruction;
    Writer writer = 0;
    std::vector<Writer> from;
    bool is_public = false;
  };
  struct Frame { uint64_t back, stack; };

  Place& place(uint64_t pc);
  void remember(Place& made, uint64_t pc);
  void enter();
  void watch_calls(uint64_t pc);
  bool take(Place& place);  // executes one instruction; false after an exception
  void link(Place& place, Writer from);
  // Records a finding of an instruction if any of these taints is secret.
  void found(Place& place, const char* kind, std::initializer_list<Taint> taints);
  bool check_code(Place& place);
  void check(Place& place);
  void check_timed(Place& place);
  void write(Place& place, unsigned rd, Taint taint);
  Taint any(Place& place, const std::vector<unsigned>& registers);
  Taint computed(Place& place);
  Taint loaded(Place& place, uint64_t address);
  void stored(Place& place, uint64_t address, const Taint& value);
  void floating(Place& place, const Taint& integer);
  uint64_t ones() const { return options_.xlen == 32 ? 0xffffffff : ~uint64_t(0); }

  Machine& machine_;
  Memory& memory_;
  const TrackOptions options_;
  std::unordered_map<uint64_t, Place> places_;
  Place start_;
  Place* last_ = &start_;
  std::vector<Place*> by_writer_;
  std::vector<Finding> findings_;
  std::map<std::pair<uint64_t, std::string>, size_t> finding_at_;
  Taint x_[32], f_[32];
  std::vector<Frame> entered_, public_;
  bool tracking_ = false;
  uint64_t executed_ = 0, secret_instructions_ = 0, calls_ = 0, declared_public_ = 0, exit_code_ = 0;
};

}  // namespace vmb
