// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A peer that sends the frames of a file, at their times or as fast as the device accepts them.
#pragma once

#include <vector>

#include "devices/registers.h"
#include "net/pcap_file.h"
#include "net/peer.h"

namespace vmb {

class Replay : public Peer {
 public:
  // `clock`: cycles per second; 0 for as fast as the device accepts them.
  Replay(std::vector<Captured> frames, uint64_t clock) : frames_(std::move(frames)), clock_(clock) {}

  uint64_t next() const override {
    if (sent_ == frames_.size()) return kNever;
    const uint64_t first = frames_[0].nanoseconds, then = frames_[sent_].nanoseconds;
    if (clock_ == 0 || then <= first) return 0;
    const uint64_t after = then - first;
    return after / kSecond * clock_ + after % kSecond * clock_ / kSecond;
  }
  std::optional<Bytes> take(uint64_t) override { return frames_[sent_++].frame; }
  bool waits() const override { return clock_ == 0; }

 private:
  static constexpr uint64_t kSecond = 1000000000;
  const std::vector<Captured> frames_;
  const uint64_t clock_;
  size_t sent_ = 0;
};

}  // namespace vmb
