// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// 6LoWPAN: IPv6 packets in frames of IEEE 802.15.4, complete or in fragments (RFC 4944), with or
// without compressed headers (RFC 6282). There are no contexts, and extension headers are not
// compressed.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "net/link.h"

namespace vmb {

inline constexpr size_t kIpv6Header = 40, kUdpHeader = 8;
inline constexpr uint8_t kUdp = 17;  // next-header value in IPv6

class Lowpan {
 public:
  // `room`: bytes of a frame after its addresses.
  explicit Lowpan(size_t room) : room_(room) {}

  static constexpr size_t kLargestPacket = 1280;  // of IPv6's links (RFC 8200, section 5)

  // Bytes of the largest UDP payload that one frame can carry.
  size_t largest_in_frame(bool compress) const;

  // The payloads of the frames that carry a packet. Its headers can be compressed only if its
  // addresses are the link-local ones of the frames' addresses, and traffic class and flow label
  // are 0.
  std::deque<Bytes> split(const Bytes& packet, bool compress);

  // The packet that a frame's payload completes; source and target are link addresses of 2 or 8
  // bytes.
  std::optional<Bytes> join(const Bytes& body, const Bytes& source, const Bytes& target);

 private:
  struct Part {
    unsigned size, tag;
    Bytes packet;
    std::vector<bool> there;
  };
  Part& part_of(unsigned size, unsigned tag);

  static constexpr size_t kParts = 4;  // packets with missing fragments; the oldest is dropped
  const size_t room_;
  uint16_t tag_ = 0;
  std::deque<Part> parts_;
};

}  // namespace vmb
