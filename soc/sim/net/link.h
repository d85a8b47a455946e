// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The link of the packet interface, and its addresses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vmb {

using Bytes = std::vector<uint8_t>;
using Ipv6Address = std::array<uint8_t, 16>;

// IPv6 addresses are link-local, derived from the link's addresses (RFC 4291, appendix A).
struct Link {
  uint32_t type;             // of pcap files (tcpdump.org/linktypes.html)
  size_t largest;            // bytes of a frame, without its check sequence
  Bytes device, peer;        // a MAC address, or an EUI-64
  Ipv6Address device_ip, peer_ip;
};

// Ethernet: headers of 14 bytes.
inline const Link& ethernet() {
  static const Link link{1,
                         1514,
                         {2, 0, 0, 0, 0, 1},
                         {2, 0, 0, 0, 0, 2},
                         {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xfe, 0, 0, 1},
                         {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xfe, 0, 0, 2}};
  return link;
}

// IEEE 802.15.4: headers of 21 bytes (data frames of one PAN with EUI-64 addresses).
inline const Link& ieee802154() {
  static const Link link{230,
                         125,
                         {2, 0, 0, 0, 0, 0, 0, 1},
                         {2, 0, 0, 0, 0, 0, 0, 2},
                         {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                         {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}};
  return link;
}

}  // namespace vmb
