// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The trace of a run, which soc/lockstep compares with Spike: a file of records of 24 bytes in the
// order of events, little-endian like the host.
#pragma once

#include <cstdint>

namespace vmb {

enum class RecordKind : uint8_t {
  kRetired = 1,  // an instruction retired or raised an exception
  kAccess = 2,   // the data bus accepted a request
  kWritten = 3,  // a register was written in a cycle in which no instruction retired
  kEnd = 4,      // the last record
};

// Interrupt lines as bits: those that were high in some cycle since the previous kRetired record,
// or shortly before it, and those that were high in all of these cycles.
enum Line : uint8_t { kSoftware = 1, kTimer = 2, kExternal = 4, kNmi = 8 };

constexpr uint8_t kTrapped = 1;   // flags of kRetired
constexpr uint8_t kDebug = 2;     // a debug request was high in some cycle, like lines
constexpr uint8_t kDebugging = 4;  // and in all cycles
constexpr uint8_t kStore = 1;     // flags of kAccess
constexpr uint8_t kRefused = 2;   // the answer is an error

struct Record {
  RecordKind kind = RecordKind::kEnd;
  uint8_t flags = 0;
  uint8_t rd = 0;      // kRetired, kWritten: register, 0 for none. kAccess: byte enables
  uint8_t lines = 0;   // kRetired: lines in some cycle, and << 4 in all cycles
  uint32_t pc = 0;     // kAccess: address of the word
  uint32_t insn = 0;
  uint32_t value = 0;  // of rd. kAccess: of the word
  uint32_t address = 0;  // that the instruction loads from or stores to
  uint32_t cycle = 0;    // lower 32 bits
};
static_assert(sizeof(Record) == 24);

}  // namespace vmb
