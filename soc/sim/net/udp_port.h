// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A peer that is a UDP port of this machine's loopback interface: datagrams from its clients go to
// the device, and the device's answers back. A client is identified by its port, which is the
// source port of its datagrams on the link. The peer answers solicitations for all clients.
#pragma once

#include <deque>
#include <set>

#include "net/peer.h"
#include "net/wire.h"

namespace vmb {

class UdpPort : public Peer {
 public:
  static constexpr uint64_t kPollCycles = 1000;

  // Forwards datagrams from `port` of this machine to `device_port`. Throws InputError.
  UdpPort(const Wire& wire, uint16_t port, uint16_t device_port);
  ~UdpPort() override;
  UdpPort(const UdpPort&) = delete;
  UdpPort& operator=(const UdpPort&) = delete;

  uint64_t next() const override { return frames_.empty() ? poll_ : 0; }
  std::optional<Bytes> take(uint64_t cycle) override;
  bool waits() const override { return true; }
  void receive(const Bytes& frame) override;

 private:
  void ask(uint64_t cycle);

  Wire wire_;
  const uint16_t device_port_;
  int socket_ = -1;
  uint64_t poll_ = 0;
  std::set<uint16_t> clients_;
  std::deque<Bytes> frames_;  // frames that are due: answers and fragments
};

}  // namespace vmb
