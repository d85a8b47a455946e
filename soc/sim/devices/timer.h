// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The timer: a core-local interruptor (CLINT) of one hart, compatible with SiFive's.
//
// | offset | register                                                               |
// | ------ | ---------------------------------------------------------------------- |
// | 0x0000 | msip: bit 0 is the software interrupt                                  |
// | 0x4000 | mtimecmp, 64 bits: the timer interrupt is high while mtime >= mtimecmp |
// | 0xbff8 | mtime, 64 bits: counts every `divider` cycles                          |
#pragma once

#include <cstdint>

#include "memory.h"
#include "devices/registers.h"

namespace vmb {

class Timer {
 public:
  static constexpr uint32_t kBase = 0x12000000, kBytes = 0x10000;

  explicit Timer(uint64_t divider) : divider_(divider) {}

  Answer read(uint32_t offset, uint64_t cycle) const {
    switch (offset) {
      case kMsip: return {software_};
      case kCompare: return {uint32_t(compare_)};
      case kCompare + 4: return {compare_ >> 32};
      case kTime: return {uint32_t(time(cycle))};
      case kTime + 4: return {time(cycle) >> 32};
      default: return kBusError;
    }
  }

  Answer write(uint32_t offset, uint32_t value, unsigned byte_enable, uint64_t cycle) {
    const Answer old = read(offset, cycle);
    if (old.error) return old;
    value = merged(uint32_t(old.data), value, byte_enable);
    switch (offset) {
      case kMsip: software_ = value & 1; break;
      case kCompare: set_low(compare_, value); break;
      case kCompare + 4: set_high(compare_, value); break;
      default: {
        uint64_t now = time(cycle);
        if (offset == kTime) set_low(now, value);
        else set_high(now, value);
        offset_ = now - cycle / divider_;
      }
    }
    return {};
  }

  bool software() const { return software_; }
  bool timer(uint64_t cycle) const { return time(cycle) >= compare_; }

  // The first cycle after this one in which timer() changes.
  uint64_t changes(uint64_t cycle) const {
    const uint64_t now = time(cycle);
    if (compare_ == 0) return kNever;
    const uint64_t ticks = now < compare_ ? compare_ - now : -now;  // to mtimecmp, or to 0 again
    const uint64_t count = cycle / divider_;
    return ticks > kNever / divider_ - count ? kNever : (count + ticks) * divider_;
  }

 private:
  static constexpr uint32_t kMsip = 0x0000, kCompare = 0x4000, kTime = 0xbff8;

  static void set_low(uint64_t& word, uint32_t value) { word = (word & ~uint64_t(UINT32_MAX)) | value; }
  static void set_high(uint64_t& word, uint32_t value) { word = uint64_t(value) << 32 | uint32_t(word); }
  uint64_t time(uint64_t cycle) const { return cycle / divider_ + offset_; }

  const uint64_t divider_;
  uint64_t offset_ = 0, compare_ = UINT64_MAX;
  bool software_ = false;
};

}  // namespace vmb
