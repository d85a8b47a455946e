// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The interrupt controller: a PLIC (RISC-V Platform-Level Interrupt Controller
// Specification 1.0.0) with one context, a hart's machine mode. Sources are levels.
//
// | offset        | register                                                            |
// | ------------- | ------------------------------------------------------------------- |
// | 0x00_0000 + 4n | priority of source n, 0 to 7; 0: never                             |
// | 0x00_1000     | pending: bit n is source n                                          |
// | 0x00_2000     | enable                                                              |
// | 0x20_0000     | threshold, 0 to 7: only a higher priority interrupts                |
// | 0x20_0004     | read: claim, the source served next, or 0; write: complete a source |
#pragma once

#include <cstdint>

#include "memory.h"
#include "devices/registers.h"

namespace vmb {

class Plic {
 public:
  static constexpr uint32_t kBase = 0x14000000, kBytes = 0x4000000;
  enum Source : unsigned { kUart = 1, kPackets = 2 };

  // Sets the level of a source. Its gateway forwards one request, and the next one after that is
  // completed.
  void set(Source source, bool high) {
    const uint32_t bit = 1u << source;
    levels_ = high ? levels_ | bit : levels_ & ~bit;
    pending_ |= levels_ & ~serving_;
  }

  bool external() const {
    const unsigned best = next();
    return best != 0 && priority_[best] > threshold_;
  }

  Answer read(uint32_t offset) {
    if (const unsigned source = offset / 4; offset % 4 == 0 && source >= 1 && source <= kSources)
      return {priority_[source]};
    switch (offset) {
      case kPending: return {pending_};
      case kEnable: return {enable_};
      case kThreshold: return {threshold_};
      case kClaim: return {claim()};
      default: return kBusError;
    }
  }

  Answer write(uint32_t offset, uint32_t value, unsigned byte_enable) {
    if (byte_enable != kWholeWord) return kBusError;
    if (const unsigned source = offset / 4; offset % 4 == 0 && source >= 1 && source <= kSources) {
      priority_[source] = value & kHighest;
      return {};
    }
    switch (offset) {
      case kPending: break;  // read-only
      case kEnable: enable_ = value & kAll; break;
      case kThreshold: threshold_ = value & kHighest; break;
      case kClaim: complete(value); break;
      default: return kBusError;
    }
    return {};
  }

 private:
  static constexpr uint32_t kPending = 0x1000, kEnable = 0x2000, kThreshold = 0x200000, kClaim = 0x200004;
  static constexpr unsigned kSources = 2, kHighest = 7;
  static constexpr uint32_t kAll = ((1u << kSources) - 1) << 1;

  // The enabled and pending source with the highest priority, the lowest number among equals; 0:
  // none.
  unsigned next() const {
    unsigned best = 0;
    for (unsigned source = 1; source <= kSources; source++)
      if ((pending_ & enable_) >> source & 1 && priority_[source] > priority_[best]) best = source;
    return best;
  }

  uint32_t claim() {
    const unsigned source = next();
    if (source != 0) {
      pending_ &= ~(1u << source);
      serving_ |= 1u << source;
    }
    return source;
  }

  // Ignored for a source that is not enabled.
  void complete(uint32_t source) {
    if (source > kSources || !(enable_ >> source & 1)) return;
    serving_ &= ~(1u << source);
    pending_ |= levels_ & ~serving_;
  }

  uint32_t priority_[kSources + 1] = {};  // always 0 for source 0, which does not exist
  uint32_t threshold_ = 0, enable_ = 0;
  uint32_t levels_ = 0, pending_ = 0, serving_ = 0;
};

}  // namespace vmb
