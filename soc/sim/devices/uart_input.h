// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The input of the UART: nothing, the bytes of a file, or standard input. A byte waits here until a
// program reads it, so none is lost. Standard input is polled every kPollCycles cycles and never
// blocks.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "devices/registers.h"

namespace vmb {

class UartInput {
 public:
  static constexpr uint64_t kPollCycles = 1000;

  // `path`: "" for nothing, "-" for standard input. Throws InputError if it cannot be read.
  explicit UartInput(const std::string& path);

  size_t size() const { return waiting_.size(); }
  uint8_t take() {
    const uint8_t value = waiting_.front();
    waiting_.pop_front();
    return value;
  }

  // Polls standard input; returns the cycle of the next poll.
  uint64_t poll(uint64_t cycle);

 private:
  bool live_ = false;  // whether more may arrive
  std::deque<uint8_t> waiting_;
};

}  // namespace vmb
