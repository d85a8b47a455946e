// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The UART: a 16550 whose registers are the low bytes of words. Sent bytes appear on standard
// output immediately, for any divisor; received bytes come from a UartInput.
//
// | offset | read                 | write                 |
// | ------ | -------------------- | --------------------- |
// | 0x00   | RBR, or DLL          | THR, or DLL           |
// | 0x04   | IER, or DLM          | IER, or DLM           |
// | 0x08   | IIR                  | FCR                   |
// | 0x0c   | LCR; bit 7 is DLAB: 0x00 and 0x04 are DLL and DLM ||
// | 0x10   | MCR; bit 4 is the loop from THR to RBR            ||
// | 0x14   | LSR                  | ignored               |
// | 0x18   | MSR                  | ignored               |
// | 0x1c   | SCR                                               ||
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "devices/uart_input.h"
#include "memory.h"
#include "devices/registers.h"

namespace vmb {

class Uart {
 public:
  static constexpr uint32_t kBase = 0x10001000, kBytes = 0x1000;

  explicit Uart(UartInput& input) : input_(input) {}

  Answer read(uint32_t offset);
  Answer write(uint32_t offset, uint32_t value, unsigned byte_enable);

  bool interrupt() const { return reason() != kNone; }

 private:
  enum Register : uint32_t { kData = 0, kIer = 1, kIirFcr = 2, kLcr = 3, kMcr = 4, kLsr = 5, kMsr = 6, kScr = 7 };
  enum Reason : uint8_t { kNone = 0x01, kLine = 0x06, kReceived = 0x04, kTimeout = 0x0c, kEmpty = 0x02 };

  Reason reason() const;
  uint8_t receive();
  void send(uint8_t value);
  void loop_back(uint8_t value);
  void control_fifos(uint8_t value);

  bool latch() const { return lcr_ & 0x80; }  // DLAB
  bool loop() const { return mcr_ & 0x10; }
  size_t depth() const { return fifos_ ? 16 : 1; }
  size_t received() const { return loop() ? looped_.size() : std::min(depth(), input_.size()); }

  UartInput& input_;
  std::deque<uint8_t> looped_;
  uint8_t ier_ = 0, lcr_ = 0, mcr_ = 0, scr_ = 0;
  uint8_t latches_[2] = {0, 0};
  size_t trigger_ = 1;  // this many bytes interrupt; fewer do so as after the time-out
  bool fifos_ = false;
  bool overrun_ = false;
  bool empty_ = false;  // THR's interrupt, until IIR reports it
};

}  // namespace vmb
