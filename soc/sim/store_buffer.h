// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Weak memory between a core and an engine with its own memory port: each sees its own stores
// immediately, and those of the other later, in any order, as if both had a store buffer. A fence
// of the core empties both. Without a fence, a store becomes visible after a random number of
// cycles up to `most`; with `most` 0 there are no buffers.
//
// RISC-V's memory model (RVWMO) allows all of this behaviour: a byte that both write without a
// fence in between ends with one of the two values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "memory.h"

namespace vmb {

class StoreBuffer {
 public:
  StoreBuffer(Ram& ram, unsigned most) : ram_(ram), most_(most) {}

  // Accesses of the core. The RAM has the engine's view.
  uint32_t core_reads(uint32_t address) const {
    uint32_t value = ram_.read_word(address);
    if (most_ == 0) return value;
    address &= ~3u;
    for (unsigned i = 0; i < 4; i++) {
      const auto mine = stored_.find(address + i);
      const auto old = hidden_.find(address + i);
      if (mine != stored_.end()) put(value, i, mine->second.value);
      else if (old != hidden_.end()) put(value, i, old->second.value);
    }
    return value;
  }
  void core_writes(uint32_t address, uint32_t value, unsigned byte_enable) {
    if (most_ == 0) return ram_.write_word(address, value, byte_enable);
    address &= ~3u;
    for (unsigned i = 0; i < 4; i++)
      if (byte_enable >> i & 1) stored_[address + i] = later(uint8_t(value >> 8 * i));
  }

  // Accesses of the engine, whose reads come from the RAM.
  void engine_writes(uint32_t address, uint32_t value, unsigned byte_enable) {
    if (most_ != 0) {
      address &= ~3u;
      const uint32_t old = ram_.read_word(address);
      for (unsigned i = 0; i < 4; i++)
        if (byte_enable >> i & 1) hidden_.emplace(address + i, later(uint8_t(old >> 8 * i)));
    }
    ram_.write_word(address, value, byte_enable);
  }

  void fence() {
    while (!stored_.empty()) arrive(stored_.begin());
    hidden_.clear();
  }

  void clock() {
    now_++;
    if (now_ < next_) return;
    next_ = UINT64_MAX;
    for (auto at = stored_.begin(); at != stored_.end();) {
      if (at->second.due <= now_) {
        at = arrive(at);
      } else {
        next_ = std::min(next_, at->second.due);
        ++at;
      }
    }
    for (auto at = hidden_.begin(); at != hidden_.end();) {
      if (at->second.due <= now_) {
        at = hidden_.erase(at);
      } else {
        next_ = std::min(next_, at->second.due);
        ++at;
      }
    }
  }

 private:
  struct Pending {
    uint8_t value;
    uint64_t due;
  };
  using Bytes = std::unordered_map<uint32_t, Pending>;

  static void put(uint32_t& word, unsigned byte, uint8_t value) {
    word = (word & ~(0xffu << 8 * byte)) | uint32_t(value) << 8 * byte;
  }

  Pending later(uint8_t value) {
    random_ ^= random_ << 13;  // Marsaglia's xorshift32
    random_ ^= random_ >> 17;
    random_ ^= random_ << 5;
    const uint64_t due = now_ + 1 + random_ % most_;
    next_ = std::min(next_, due);
    return {value, due};
  }

  Bytes::iterator arrive(Bytes::iterator at) {
    const uint32_t address = at->first;
    ram_.write_word(address, uint32_t(at->second.value) << 8 * (address & 3), 1u << (address & 3));
    hidden_.erase(address);
    return stored_.erase(at);
  }

  Ram& ram_;
  unsigned most_;
  uint32_t random_ = 0x2545f491;
  uint64_t now_ = 0;
  uint64_t next_ = UINT64_MAX;  // the next cycle with a pending event
  Bytes stored_;  // stored by the core, not yet visible to the engine
  Bytes hidden_;  // overwritten by the engine: the old bytes, still visible to the core
};

}  // namespace vmb
