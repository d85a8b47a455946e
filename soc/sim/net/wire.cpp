// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "net/wire.h"

#include <algorithm>

namespace vmb {

namespace {

constexpr size_t kIpv6Header = 40, kUdpHeader = 8, kEthernetHeader = 14, kIeeeHeader = 21;
constexpr uint8_t kUdp = 17, kIcmp = 58, kSolicitation = 135, kAdvertisement = 136;
constexpr uint8_t kUncompressed = 0x41;  // dispatch of RFC 4944
constexpr uint16_t kPan = 0xabcd;

uint16_t get16(const Bytes& bytes, size_t at) { return uint16_t(bytes[at] << 8 | bytes[at + 1]); }
void put16(Bytes& bytes, unsigned value) {
  bytes.push_back(uint8_t(value >> 8));
  bytes.push_back(uint8_t(value));
}
template <class Range>
void put(Bytes& bytes, const Range& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

Bytes ipv6(uint8_t next, uint8_t hops, const Ipv6Address& source, const Ipv6Address& target, const Bytes& payload) {
  Bytes packet{0x60, 0, 0, 0};
  put16(packet, unsigned(payload.size()));
  put(packet, Bytes{next, hops});
  put(packet, source);
  put(packet, target);
  put(packet, payload);
  return packet;
}

// Of the upper layer in a packet (RFC 8200, section 8.1): 0 if the checksum in it is right.
uint16_t checksum(const Bytes& packet) {
  uint32_t sum = uint32_t(packet.size() - kIpv6Header) + packet[6];
  for (size_t i = 8; i < packet.size(); i++) sum += i % 2 ? packet[i] : packet[i] << 8;
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return uint16_t(~sum);
}

void fill_checksum(Bytes& packet, size_t at) {
  uint16_t sum = checksum(packet);
  if (sum == 0 && packet[6] == kUdp) sum = 0xffff;
  packet[at] = uint8_t(sum >> 8);
  packet[at + 1] = uint8_t(sum);
}

bool is_to(const Bytes& packet, const Ipv6Address& target) {
  return std::equal(target.begin(), target.end(), packet.begin() + 24);
}

}  // namespace

size_t Wire::largest_payload() const {
  const size_t header = link_.peer.size() == 6 ? kEthernetHeader : kIeeeHeader + 1;
  return link_.largest - header - kIpv6Header - kUdpHeader;
}

Bytes Wire::wrap(const Datagram& datagram) {
  Bytes udp;
  put16(udp, datagram.source_port);
  put16(udp, datagram.target_port);
  put16(udp, unsigned(kUdpHeader + datagram.payload.size()));
  put16(udp, 0);
  put(udp, datagram.payload);
  Bytes packet = ipv6(kUdp, 64, link_.peer_ip, link_.device_ip, udp);
  fill_checksum(packet, kIpv6Header + 6);
  return framed(packet);
}

std::optional<Datagram> Wire::unwrap(const Bytes& frame) const {
  const auto packet = packet_of(frame);
  if (!packet || (*packet)[6] != kUdp || !is_to(*packet, link_.peer_ip)) return {};
  if (packet->size() < kIpv6Header + kUdpHeader || checksum(*packet) != 0) return {};
  if (get16(*packet, kIpv6Header + 4) != packet->size() - kIpv6Header) return {};
  return Datagram{get16(*packet, kIpv6Header),
                  get16(*packet, kIpv6Header + 2),
                  {packet->begin() + kIpv6Header + kUdpHeader, packet->end()}};
}

std::optional<Bytes> Wire::advertise(const Bytes& frame) {
  const auto packet = packet_of(frame);
  if (!packet || packet->size() < kIpv6Header + 24 || (*packet)[6] != kIcmp || checksum(*packet) != 0) return {};
  if ((*packet)[kIpv6Header] != kSolicitation || (*packet)[7] != 255) return {};
  if (!std::equal(link_.peer_ip.begin(), link_.peer_ip.end(), packet->begin() + kIpv6Header + 8)) return {};
  Ipv6Address asker;
  std::copy_n(packet->begin() + 8, asker.size(), asker.begin());
  if (asker == Ipv6Address{}) return {};  // whether the address is in use
  Bytes icmp{kAdvertisement, 0, 0, 0, 0x60, 0, 0, 0};  // solicited, overrides
  put(icmp, link_.peer_ip);
  const size_t units = (2 + link_.peer.size() + 7) / 8;
  Bytes option{2, uint8_t(units)};  // target link-layer address
  put(option, link_.peer);
  option.resize(8 * units);
  put(icmp, option);
  Bytes answer = ipv6(kIcmp, 255, link_.peer_ip, asker, icmp);
  fill_checksum(answer, kIpv6Header + 2);
  return framed(answer);
}

Bytes Wire::framed(const Bytes& packet) {
  Bytes frame;
  if (link_.peer.size() == 6) {
    put(frame, link_.device);
    put(frame, link_.peer);
    put16(frame, 0x86dd);
  } else {
    frame = {0x41, 0xcc, sequence_++, kPan & 0xff, kPan >> 8};
    frame.insert(frame.end(), link_.device.rbegin(), link_.device.rend());
    frame.insert(frame.end(), link_.peer.rbegin(), link_.peer.rend());
    frame.push_back(kUncompressed);
  }
  put(frame, packet);
  return frame;
}

// The IPv6 packet of a frame, without what pads the frame.
std::optional<Bytes> Wire::packet_of(const Bytes& frame) const {
  size_t at = kEthernetHeader;
  if (link_.peer.size() == 6) {
    if (frame.size() < at || get16(frame, 12) != 0x86dd) return {};
  } else {
    if (frame.size() < 3 || (frame[0] & 7) != 1) return {};  // no data
    const auto bytes = [](unsigned mode) { return mode == 3 ? 8 : mode == 2 ? 2 : 0; };
    const unsigned target = frame[1] >> 2 & 3, source = frame[1] >> 6;
    at = 3 + (target ? 2 : 0) + bytes(target) + (source && !(frame[0] & 0x40) ? 2 : 0) + bytes(source);
    if (frame.size() <= at || frame[at++] != kUncompressed) return {};
  }
  if (frame.size() < at + kIpv6Header || frame[at] >> 4 != 6) return {};
  const size_t length = kIpv6Header + get16(frame, at + 4);
  if (frame.size() < at + length) return {};
  return Bytes(frame.begin() + long(at), frame.begin() + long(at + length));
}

}  // namespace vmb
