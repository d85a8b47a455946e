// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The RAM of the simulated system: one array with a port for each bus of a core. A port accepts a
// request when it is idle or answering, and answers 1 + wait_states cycles later; with 0 wait
// states that is one access per cycle. The number of wait states is either the same for all
// accesses, or random up to a maximum; then the next request may also have to wait for a random
// number of cycles. Little-endian; an access outside the RAM answers with an error.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace vmb {

class Ram {
 public:
  Ram(uint32_t base, uint32_t bytes) : base_(base), data_(bytes) {}

  bool contains(uint32_t address, uint32_t length) const {
    return address >= base_ && uint64_t(address) - base_ + length <= data_.size();
  }
  uint32_t base() const { return base_; }
  uint32_t size() const { return uint32_t(data_.size()); }

  uint32_t read_word(uint32_t address) const {
    const uint8_t* p = &data_[(address & ~3u) - base_];
    return uint32_t(p[0]) | uint32_t(p[1]) << 8 | uint32_t(p[2]) << 16 | uint32_t(p[3]) << 24;
  }
  void write_word(uint32_t address, uint32_t value, unsigned byte_enable) {
    uint8_t* p = &data_[(address & ~3u) - base_];
    for (unsigned i = 0; i < 4; i++)
      if (byte_enable >> i & 1) p[i] = uint8_t(value >> (8 * i));
  }

  // Accesses to ranges, for loading and dumping. Both throw if out of range.
  void load(uint32_t address, const std::vector<uint8_t>& bytes);
  std::vector<uint8_t> dump(uint32_t address, uint32_t length) const;

 private:
  uint32_t base_;
  std::vector<uint8_t> data_;
};

// The answer of a slave to an access; `more` has bits 64 to 127 at an engine's port.
struct Answer {
  uint64_t data = 0;
  bool error = false;
  uint64_t more = 0;
};

// The timing of one bus port: decides when a request is accepted and when its answer appears. In
// each cycle: read `ready` and `answering`, then call `clock`, then `accept` if a request was
// accepted.
class Port {
 public:
  // `seed`: 0 for constant wait states, with no wait before the next request.
  explicit Port(unsigned wait_states, uint32_t seed = 0, unsigned wait_grant = 0)
      : wait_states_(wait_states), wait_grant_(wait_grant), random_(seed) {}
  bool ready() const { return countdown_ <= 1 && held_ == 0; }
  bool answering() const { return countdown_ == 1; }
  const Answer& answer() const { return answer_; }
  void clock() {
    if (countdown_ > 0) countdown_--;
    else if (held_ > 0) held_--;
  }
  void accept(const Answer& answer) {
    answer_ = answer;
    countdown_ = 1 + next_wait(wait_states_);
    if (wait_grant_) held_ = next_wait(wait_grant_);
  }

 private:
  unsigned next_wait(unsigned most) {
    if (random_ == 0) return most;
    random_ ^= random_ << 13;  // Marsaglia's xorshift32
    random_ ^= random_ >> 17;
    random_ ^= random_ << 5;
    return random_ % (most + 1);
  }

  unsigned wait_states_, wait_grant_;
  uint32_t random_;
  unsigned countdown_ = 0, held_ = 0;
  Answer answer_;
};

}  // namespace vmb
