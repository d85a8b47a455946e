// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A peer that sends datagrams at a set rate and answers solicitations.
#pragma once

#include <deque>

#include "net/peer.h"
#include "net/wire.h"

namespace vmb {

struct Load {
  double rate = 0;      // datagrams per million cycles; 0: as many as the device accepts
  size_t size = 64;     // bytes of payload
  uint64_t count = 100;
  uint64_t seed = 1;    // of random payloads
  Bytes payloads;       // used instead, in order, repeated from the first
  uint16_t port = 7;    // of the device
};

class Generator : public Peer {
 public:
  Generator(const Wire& wire, Load load) : wire_(wire), load_(std::move(load)), state_(load_.seed) {}

  uint64_t next() const override;
  std::optional<Bytes> take(uint64_t cycle) override;
  bool waits() const override { return load_.rate == 0; }
  void receive(const Bytes& frame) override;

 private:
  Bytes payload();

  Wire wire_;
  const Load load_;
  uint64_t sent_ = 0, state_;
  std::deque<Bytes> frames_;  // frames that are due: answers and fragments
};

}  // namespace vmb
