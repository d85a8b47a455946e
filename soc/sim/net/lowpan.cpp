// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "net/lowpan.h"

#include <algorithm>

namespace vmb {

namespace {

constexpr uint8_t kPlain = 0x41, kFirst = 0xc0, kLater = 0xe0;  // dispatches of RFC 4944
constexpr size_t kFirstHeader = 4, kLaterHeader = 5;

void append(Bytes& bytes, const Bytes& more) { bytes.insert(bytes.end(), more.begin(), more.end()); }

// Reads bytes from the beginning of a frame's payload.
class Reader {
 public:
  Reader(const Bytes& bytes, size_t at) : bytes_(bytes), at_(at) {}
  bool failed() const { return failed_; }
  Bytes take(size_t count) {
    if (bytes_.size() - at_ < count) {
      failed_ = true;
      return Bytes(count);
    }
    at_ += count;
    return Bytes(bytes_.begin() + long(at_ - count), bytes_.begin() + long(at_));
  }
  uint8_t byte() { return take(1)[0]; }
  Bytes fail() {
    failed_ = true;
    return {};
  }
  Bytes rest() { return take(bytes_.size() - at_); }

 private:
  const Bytes& bytes_;
  size_t at_;
  bool failed_ = false;
};

// The interface identifier of an address of the link (RFC 4944, section 6).
Bytes identifier_of(const Bytes& address) {
  if (address.size() == 8) {
    Bytes identifier = address;
    identifier[0] ^= 2;
    return identifier;
  }
  Bytes identifier{0, 0, 0, 0xff, 0xfe, 0};
  append(identifier, address);
  return identifier;
}

// RFC 6282, section 3.1.1, SAM and DAM without a context.
Bytes unicast(Reader& from, unsigned mode, const Bytes& link) {
  if (mode == 0) return from.take(16);
  if (mode == 3 && link.empty()) return from.fail();  // the frame has no address
  Bytes address{0xfe, 0x80, 0, 0, 0, 0, 0, 0};
  append(address, mode == 1 ? from.take(8) : identifier_of(mode == 2 ? from.take(2) : link));
  return address;
}

Bytes multicast(Reader& from, unsigned mode) {
  if (mode == 0) return from.take(16);
  if (mode == 3) {
    Bytes address(16);
    address[0] = 0xff, address[1] = 2, address[15] = from.byte();
    return address;
  }
  Bytes address{0xff, from.byte()};
  const Bytes group = from.take(mode == 1 ? 5 : 3);
  address.resize(16 - group.size());
  append(address, group);
  return address;
}

// The traffic class and flow label in the header, as the first four bytes of a packet.
Bytes first_word(Reader& from, unsigned mode) {
  const uint8_t traffic = mode == 3 || mode == 1 ? 0 : from.byte();
  Bytes flow(3);
  unsigned congestion = traffic >> 6;
  if (mode <= 1) {
    flow = from.take(3);
    if (mode == 1) congestion = flow[0] >> 6;
  }
  const unsigned both = (traffic << 2 & 0xfc) | congestion;
  return {uint8_t(0x60 | both >> 4), uint8_t((both & 15) << 4 | (flow[0] & 15)), flow[1], flow[2]};
}

// The header of UDP, RFC 6282, section 4.3; the length is filled in later.
Bytes udp_header(Reader& from) {
  const uint8_t kind = from.byte();
  if ((kind & 0xfc) != 0xf0) return from.fail();  // another header, or no checksum
  Bytes ports;
  if ((kind & 3) == 3) {
    const uint8_t both = from.byte();
    ports = {0xf0, uint8_t(0xb0 | both >> 4), 0xf0, uint8_t(0xb0 | (both & 15))};
  } else if ((kind & 3) == 2) {
    ports = {0xf0};
    append(ports, from.take(3));
  } else if ((kind & 3) == 1) {
    ports = from.take(2);
    ports.push_back(0xf0);
    ports.push_back(from.byte());
  } else {
    ports = from.take(4);
  }
  append(ports, {0, 0});
  append(ports, from.take(2));
  return ports;
}

// A packet, or its first part if `size`, the size of the packet, is not 0.
std::optional<Bytes> decompress(const Bytes& body, size_t at, size_t size, const Bytes& source, const Bytes& target) {
  Reader from(body, at);
  const uint8_t kinds = from.byte();
  if (kinds == kPlain) return from.rest();
  if ((kinds & 0xe0) != 0x60) return {};
  const uint8_t addresses = from.byte();
  const bool unspecified = (addresses & 0x70) == 0x40, group = addresses & 8;
  if (addresses & 0x84 || ((addresses & 0x40) && !unspecified)) return {};  // contexts
  Bytes packet = first_word(from, kinds >> 3 & 3);
  const bool udp = kinds & 4;
  const uint8_t next = udp ? kUdp : from.byte();
  const uint8_t limits[] = {0, 1, 64, 255};
  const uint8_t hops = kinds & 3 ? limits[kinds & 3] : from.byte();
  append(packet, {0, 0, next, hops});
  append(packet, unspecified ? Bytes(16) : unicast(from, addresses >> 4 & 3, source));
  append(packet, group ? multicast(from, addresses & 3) : unicast(from, addresses & 3, target));
  if (udp) append(packet, udp_header(from));
  if (from.failed()) return {};
  append(packet, from.rest());
  const size_t length = (size ? size : packet.size()) - kIpv6Header;
  for (const size_t field : {size_t(4), kIpv6Header + 4}) {
    if (field != 4 && !udp) break;
    packet[field] = uint8_t(length >> 8);
    packet[field + 1] = uint8_t(length);
  }
  return packet;
}

// The compressed headers of one of our packets, and the number of its bytes that they replace.
std::pair<Bytes, size_t> compressed(const Bytes& packet) {
  const bool udp = packet[6] == kUdp;
  const uint8_t hops = packet[7] == 255 ? 3 : packet[7] == 64 ? 2 : packet[7] == 1 ? 1 : 0;
  Bytes head{uint8_t(0x78 | (udp ? 4 : 0) | hops), 0x33};  // both addresses derived from the link's
  if (!udp) head.push_back(packet[6]);
  if (hops == 0) head.push_back(packet[7]);
  if (!udp) return {head, kIpv6Header};
  head.push_back(0xf0);
  head.insert(head.end(), packet.begin() + kIpv6Header, packet.begin() + kIpv6Header + 4);
  head.insert(head.end(), packet.begin() + kIpv6Header + 6, packet.begin() + kIpv6Header + kUdpHeader);
  return {head, kIpv6Header + kUdpHeader};
}

}  // namespace

size_t Lowpan::largest_in_frame(bool compress) const {
  return room_ - (compress ? 2 + 7 : 1 + kIpv6Header + kUdpHeader);
}

std::deque<Bytes> Lowpan::split(const Bytes& packet, bool compress) {
  const auto [head, hidden] = compress ? compressed(packet) : std::pair<Bytes, size_t>{{kPlain}, 0};
  const auto from = [&packet = packet](Bytes begin, size_t first, size_t last) {
    begin.insert(begin.end(), packet.begin() + long(first), packet.begin() + long(last));
    return begin;
  };
  if (head.size() + packet.size() - hidden <= room_) return {from(head, hidden, packet.size())};
  tag_++;
  const uint8_t high = uint8_t(packet.size() >> 8), low = uint8_t(packet.size());
  const uint8_t tag_high = uint8_t(tag_ >> 8), tag_low = uint8_t(tag_);
  size_t at = (hidden + room_ - kFirstHeader - head.size()) / 8 * 8;
  Bytes first{uint8_t(kFirst | high), low, tag_high, tag_low};
  append(first, head);
  std::deque<Bytes> bodies{from(first, hidden, at)};
  for (size_t end; at < packet.size(); at = end) {
    end = std::min(at + (room_ - kLaterHeader) / 8 * 8, packet.size());
    bodies.push_back(from({uint8_t(kLater | high), low, tag_high, tag_low, uint8_t(at / 8)}, at, end));
  }
  return bodies;
}

std::optional<Bytes> Lowpan::join(const Bytes& body, const Bytes& source, const Bytes& target) {
  if (body.empty()) return {};
  const bool first = (body[0] & 0xf8) == kFirst, later = (body[0] & 0xf8) == kLater;
  if (!first && !later) return decompress(body, 0, 0, source, target);
  const size_t header = first ? kFirstHeader : kLaterHeader;
  if (body.size() <= header) return {};
  const unsigned size = (body[0] & 7u) << 8 | body[1], tag = unsigned(body[2] << 8 | body[3]);
  const size_t at = first ? 0 : 8 * size_t(body[4]);
  Bytes bytes(body.begin() + long(header), body.end());
  if (first) {
    auto begin = size < kIpv6Header + kUdpHeader ? std::nullopt : decompress(body, header, size, source, target);
    if (!begin) return {};
    bytes = std::move(*begin);
  }
  if (size > kLargestPacket || at + bytes.size() > size) return {};
  Part& part = part_of(size, tag);
  std::copy(bytes.begin(), bytes.end(), part.packet.begin() + long(at));
  std::fill_n(part.there.begin() + long(at), bytes.size(), true);
  if (std::find(part.there.begin(), part.there.end(), false) != part.there.end()) return {};
  Bytes packet = std::move(part.packet);
  parts_.erase(std::find_if(parts_.begin(), parts_.end(), [&](const Part& p) { return &p == &part; }));
  return packet;
}

Lowpan::Part& Lowpan::part_of(unsigned size, unsigned tag) {
  for (Part& part : parts_)
    if (part.size == size && part.tag == tag) return part;
  if (parts_.size() == kParts) parts_.pop_front();
  parts_.push_back({size, tag, Bytes(size), std::vector<bool>(size)});
  return parts_.back();
}

}  // namespace vmb
