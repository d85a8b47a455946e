// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "net/wire.h"

#include <algorithm>

namespace vmb {

namespace {

constexpr size_t kEthernetHeader = 14, kIeeeHeader = 21;
constexpr uint8_t kIcmp = 58, kSolicitation = 135, kAdvertisement = 136;
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

// The checksum over the upper layer of a packet (RFC 8200, section 8.1): 0 if the checksum in it is
// right.
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

struct Addressed { Bytes target, source, body; };

// A data frame of IEEE 802.15.4.
std::optional<Addressed> addressed_of(const Bytes& frame) {
  if (frame.size() < 3 || (frame[0] & 7) != 1) return {};  // not a data frame
  const auto bytes = [](unsigned mode) { return mode == 3 ? 8 : mode == 2 ? 2 : 0; };
  const unsigned target = frame[1] >> 2 & 3, source = frame[1] >> 6;
  const long target_at = 3 + (target ? 2 : 0), target_end = target_at + bytes(target);
  const long source_at = target_end + (source && !(frame[0] & 0x40) ? 2 : 0), source_end = source_at + bytes(source);
  if (long(frame.size()) <= source_end) return {};
  const auto end = [&](long before) { return frame.rend() - before; };  // addresses have their last byte first
  return Addressed{
      {end(target_end), end(target_at)}, {end(source_end), end(source_at)}, {frame.begin() + source_end, frame.end()}};
}

bool is_to(const Bytes& packet, const Ipv6Address& target) {
  return std::equal(target.begin(), target.end(), packet.begin() + 24);
}

}  // namespace

Wire::Wire(const Link& link, bool compresses)
    : link_(link), compresses_(compresses), lowpan_(link.largest - kIeeeHeader) {}

size_t Wire::largest_in_frame() const {
  if (!is_ethernet()) return lowpan_.largest_in_frame(compresses_);
  return link_.largest - kEthernetHeader - kIpv6Header - kUdpHeader;
}

size_t Wire::largest_payload() const {
  return is_ethernet() ? largest_in_frame() : Lowpan::kLargestPacket - kIpv6Header - kUdpHeader;
}

std::deque<Bytes> Wire::wrap(const Datagram& datagram) {
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

std::optional<Datagram> Wire::unwrap(const Bytes& packet) const {
  if (packet[6] != kUdp || !is_to(packet, link_.peer_ip)) return {};
  if (packet.size() < kIpv6Header + kUdpHeader || checksum(packet) != 0) return {};
  if (get16(packet, kIpv6Header + 4) != packet.size() - kIpv6Header) return {};
  return Datagram{get16(packet, kIpv6Header),
                  get16(packet, kIpv6Header + 2),
                  {packet.begin() + kIpv6Header + kUdpHeader, packet.end()}};
}

std::deque<Bytes> Wire::advertise(const Bytes& packet) {
  if (packet.size() < kIpv6Header + 24 || packet[6] != kIcmp || checksum(packet) != 0) return {};
  if (packet[kIpv6Header] != kSolicitation || packet[7] != 255) return {};
  if (!std::equal(link_.peer_ip.begin(), link_.peer_ip.end(), packet.begin() + kIpv6Header + 8)) return {};
  Ipv6Address asker;
  std::copy_n(packet.begin() + 8, asker.size(), asker.begin());
  if (asker == Ipv6Address{}) return {};  // duplicate address detection
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

std::deque<Bytes> Wire::framed(const Bytes& packet) {
  if (is_ethernet()) {
    Bytes frame;
    put(frame, link_.device);
    put(frame, link_.peer);
    put16(frame, 0x86dd);
    put(frame, packet);
    return {frame};
  }
  std::deque<Bytes> frames;
  for (const Bytes& body : lowpan_.split(packet, compresses_ && is_to(packet, link_.device_ip))) {
    Bytes frame = {0x41, 0xcc, sequence_++, kPan & 0xff, kPan >> 8};
    frame.insert(frame.end(), link_.device.rbegin(), link_.device.rend());
    frame.insert(frame.end(), link_.peer.rbegin(), link_.peer.rend());
    put(frame, body);
    frames.push_back(std::move(frame));
  }
  return frames;
}

std::optional<Bytes> Wire::packet_of(const Bytes& frame) {
  std::optional<Bytes> packet;
  if (is_ethernet()) {
    if (frame.size() >= kEthernetHeader && get16(frame, 12) == 0x86dd)
      packet = Bytes(frame.begin() + kEthernetHeader, frame.end());
  } else if (const auto addressed = addressed_of(frame)) {
    packet = lowpan_.join(addressed->body, addressed->source, addressed->target);
  }
  if (!packet || packet->size() < kIpv6Header || (*packet)[0] >> 4 != 6) return {};
  const size_t length = kIpv6Header + get16(*packet, 4);
  if (packet->size() < length) return {};
  packet->resize(length);  // without the frame's padding
  return packet;
}

}  // namespace vmb
