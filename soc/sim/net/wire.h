// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Frames between the peer and the device: UDP over IPv6, and neighbour discovery (RFC 4861).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "net/link.h"
#include "net/lowpan.h"

namespace vmb {

struct Datagram {
  uint16_t source_port, target_port;
  Bytes payload;
};

class Wire {
 public:
  // `compresses`: whether the peer sends compressed headers, on IEEE 802.15.4.
  explicit Wire(const Link& link, bool compresses = false);

  const Link& link() const { return link_; }
  size_t largest_payload() const;   // of a datagram
  size_t largest_in_frame() const;  // of a datagram in one frame

  // The frames of a datagram from the peer to the device: one, or its fragments.
  std::deque<Bytes> wrap(const Datagram& datagram);

  // The IPv6 packet that a frame from the device completes.
  std::optional<Bytes> packet_of(const Bytes& frame);

  // The datagram in a packet from the device to the peer; nothing for other packets, or if its
  // checksum is wrong.
  std::optional<Datagram> unwrap(const Bytes& packet) const;

  // The peer's advertisement that answers a packet from the device; nothing unless it solicits the
  // peer.
  std::deque<Bytes> advertise(const Bytes& packet);

 private:
  bool is_ethernet() const { return link_.peer.size() == 6; }
  std::deque<Bytes> framed(const Bytes& packet);

  const Link& link_;
  const bool compresses_;
  Lowpan lowpan_;
  uint8_t sequence_ = 0;  // sequence number in IEEE 802.15.4
};

}  // namespace vmb
