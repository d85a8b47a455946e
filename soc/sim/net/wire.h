// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Frames between the peer and the device: UDP over IPv6, and neighbour discovery (RFC 4861).
// On IEEE 802.15.4 IPv6 packets are not compressed (RFC 4944, dispatch 0x41).
#pragma once

#include <cstdint>
#include <optional>

#include "net/link.h"

namespace vmb {

struct Datagram {
  uint16_t source_port, target_port;
  Bytes payload;
};

class Wire {
 public:
  explicit Wire(const Link& link) : link_(link) {}

  const Link& link() const { return link_; }
  size_t largest_payload() const;

  // A frame from the peer to the device.
  Bytes wrap(const Datagram& datagram);

  // The datagram in a frame from the device to the peer; nothing if it is no such frame or its checksum is wrong.
  std::optional<Datagram> unwrap(const Bytes& frame) const;

  // The advertisement of the peer that answers a frame from the device, if that is a solicitation of it.
  std::optional<Bytes> advertise(const Bytes& frame);

 private:
  Bytes framed(const Bytes& packet);
  std::optional<Bytes> packet_of(const Bytes& frame) const;

  const Link& link_;
  uint8_t sequence_ = 0;  // number of IEEE 802.15.4
};

}  // namespace vmb
