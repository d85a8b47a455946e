// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the trace of a run (rvfi.h).
#pragma once

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

#include "memory.h"
#include "rvfi.h"
#include "window.h"

namespace vmb {

class Trace {
 public:
  explicit Trace(const std::string& path) : file_(std::fopen(path.c_str(), "wb")) {
    if (!file_) throw std::runtime_error("cannot write " + path);
    std::setvbuf(file_, nullptr, _IOFBF, 1 << 18);
  }
  Trace(const Trace&) = delete;
  ~Trace() {
    if (file_) std::fclose(file_);
  }

  // Called in each cycle with the interrupt lines as the core sampled them.
  void lines(bool software, bool timer, bool external, bool nmi, bool debug) {
    const unsigned now = software * kSoftware | timer * kTimer | external * kExternal | nmi * kNmi | debug * kDebugLine;
    then_ = then_ << kLines | now;
    some_ |= now;
    all_ &= now;
  }

  void retired(const Retired& r, bool trapped, uint64_t cycle) {
    const unsigned debug = (some_ & kDebugLine ? kDebug : 0) | (all_ & kDebugLine ? kDebugging : 0);
    put({RecordKind::kRetired, uint8_t((trapped ? kTrapped : 0) | debug), uint8_t(r.rd),
         uint8_t((some_ & 15) | all_ << 4), r.pc, r.insn, r.rd_value, r.mem_address, uint32_t(cycle)});
    // An instruction is reported some cycles late; the next one may have begun before.
    some_ = all_ = then_ & kEveryLine;
    for (unsigned i = 1; i < kLinesKept; i++) {
      some_ |= then_ >> kLines * i & kEveryLine;
      all_ &= then_ >> kLines * i & kEveryLine;
    }
  }

  void written(unsigned rd, uint32_t value, uint64_t cycle) {
    put({RecordKind::kWritten, 0, uint8_t(rd), 0, 0, 0, value, 0, uint32_t(cycle)});
  }

  // A request on the data bus, and its answer.
  void access(uint32_t address, bool store, unsigned enables, uint32_t stored, const Answer& answer, uint64_t cycle) {
    const uint8_t flags = uint8_t((store ? kStore : 0) | (answer.error ? kRefused : 0));
    put({RecordKind::kAccess, flags, uint8_t(enables), 0, address & ~3u, 0, store ? stored : uint32_t(answer.data), 0,
         uint32_t(cycle)});
  }

  void close() {
    put({});
    const bool failed = std::ferror(file_) != 0;
    if (std::fclose(std::exchange(file_, nullptr)) != 0 || failed) throw std::runtime_error("cannot write the trace");
  }

 private:
  static constexpr unsigned kLinesKept = 5;  // cycles
  static constexpr unsigned kLines = 5, kEveryLine = (1u << kLines) - 1, kDebugLine = 16;

  void put(const Record& record) { std::fwrite(&record, sizeof record, 1, file_); }

  std::FILE* file_;
  uint32_t then_ = 0;  // lines in the last cycles, kLines bits each
  unsigned some_ = 0, all_ = 0;
};

}  // namespace vmb
