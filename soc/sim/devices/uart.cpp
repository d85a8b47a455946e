// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "devices/uart.h"

#include <cstdio>

namespace vmb {

Answer Uart::read(uint32_t offset) {
  if (offset % 4 != 0 || offset / 4 > kScr) return kBusError;
  switch (offset / 4) {
    case kData: return {latch() ? latches_[0] : receive()};
    case kIer: return {latch() ? latches_[1] : ier_};
    case kIirFcr: {
      const Reason is = reason();
      if (is == kEmpty) empty_ = false;
      return {uint64_t(is | (fifos_ ? 0xc0 : 0))};
    }
    case kLcr: return {lcr_};
    case kMcr: return {mcr_};
    case kLsr: {
      const uint8_t now = uint8_t(0x60 | (overrun_ ? 0x02 : 0) | (received() ? 0x01 : 0));
      overrun_ = false;
      return {now};
    }
    case kMsr:
      // In loopback mode, CTS, DSR, RI and DCD are RTS, DTR, OUT1 and OUT2; otherwise the other
      // side is ready.
      if (!loop()) return {0xb0};
      return {uint64_t((mcr_ & 2) << 3 | (mcr_ & 1) << 5 | (mcr_ & 0x0c) << 4)};
    default: return {scr_};
  }
}

Answer Uart::write(uint32_t offset, uint32_t word, unsigned byte_enable) {
  if (offset % 4 != 0 || offset / 4 > kScr || !(byte_enable & 1)) return kBusError;
  const uint8_t value = uint8_t(word);
  switch (offset / 4) {
    case kData:
      if (latch()) latches_[0] = value;
      else send(value);
      break;
    case kIer:
      if (latch()) {
        latches_[1] = value;
      } else {
        if (~ier_ & value & 0x02) empty_ = true;
        ier_ = value & 0x0f;
      }
      break;
    case kIirFcr: control_fifos(value); break;
    case kLcr: lcr_ = value; break;
    case kMcr:
      mcr_ = value & 0x1f;
      if (!loop()) looped_.clear();
      break;
    case kScr: scr_ = value; break;
    default: break;
  }
  return {};
}

// In the order of priority.
Uart::Reason Uart::reason() const {
  if (ier_ & 0x04 && overrun_) return kLine;
  if (ier_ & 0x01 && received() >= trigger_) return kReceived;
  if (ier_ & 0x01 && received()) return kTimeout;
  if (ier_ & 0x02 && empty_) return kEmpty;
  return kNone;
}

uint8_t Uart::receive() {
  if (!received()) return 0;
  if (!loop()) return input_.take();
  const uint8_t value = looped_.front();
  looped_.pop_front();
  return value;
}

void Uart::send(uint8_t value) {
  empty_ = true;  // becomes empty immediately
  if (loop()) return loop_back(value);
  std::fputc(value, stdout);
  if (value == '\n') std::fflush(stdout);
}

// Bytes that arrive without room are lost. Without FIFOs a byte replaces the previous one.
void Uart::loop_back(uint8_t value) {
  if (looped_.size() < depth()) return looped_.push_back(value);
  overrun_ = true;
  if (!fifos_) looped_.back() = value;
}

void Uart::control_fifos(uint8_t value) {
  static constexpr size_t kTriggers[] = {1, 4, 8, 14};
  const bool on = value & 0x01;
  if (on != fifos_ || value & 0x02) looped_.clear();  // the input waits in UartInput
  fifos_ = on;
  trigger_ = on ? kTriggers[value >> 6] : 1;
}

}  // namespace vmb
