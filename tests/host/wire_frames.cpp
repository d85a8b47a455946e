// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Frames of the packet interface's peers, for sanitizers: datagrams there and back, in any order of fragments; frames
// without addresses; frames that were changed; random ones. Ends with 0, or what went wrong.
#include <algorithm>
#include <random>

#include "net/wire.h"

using namespace vmb;

namespace {

enum { kLost = 1, kOther, kTooEarly, kTaken };

constexpr size_t kPayload = 48;  // behind the headers of a packet

std::mt19937 rng(1);

size_t below(size_t n) { return rng() % n; }

Bytes random_bytes(size_t size) {
  Bytes bytes(size);
  for (uint8_t& byte : bytes) byte = uint8_t(rng());
  return bytes;
}

// A datagram of each length, of which every frame but the last completes nothing.
int there_and_back(const Link& link, bool compresses) {
  Wire sends(link, compresses), receives(link);
  for (size_t size = 0; size <= sends.largest_payload(); size++) {
    const Bytes payload = random_bytes(size);
    auto frames = sends.wrap({7, 49152, payload});
    if ((frames.size() == 1) != (size <= sends.largest_in_frame())) return kOther;
    if (size % 2) std::reverse(frames.begin(), frames.end());
    std::optional<Bytes> packet;
    for (const Bytes& frame : frames) {
      if (packet) return kTooEarly;
      if (frame.size() > link.largest) return kOther;
      packet = receives.packet_of(frame);
    }
    if (!packet) return kLost;
    if (packet->size() != kPayload + size || !std::equal(payload.begin(), payload.end(), packet->begin() + kPayload))
      return kOther;
  }
  return 0;
}

// What a frame of IEEE 802.15.4 whose addresses are left out leaves out itself, as headers that are compressed.
int without_addresses(const Link& link) {
  Wire wire(link);
  for (unsigned kinds = 0x60; kinds < 0x80; kinds++) {
    for (unsigned addresses = 0; addresses < 256; addresses++) {
      for (size_t more = 0; more < 24; more++) {
        Bytes frame{1, 0, 9, uint8_t(kinds), uint8_t(addresses)};
        const Bytes rest = random_bytes(more);
        frame.insert(frame.end(), rest.begin(), rest.end());
        if (more != 0) frame[5] = 0xf3;  // of UDP, if it follows
        const bool from_link = (addresses & 0x70) == 0x30 || (addresses & 0x0b) == 3;
        if (wire.packet_of(frame) && from_link) return kTaken;
      }
    }
  }
  return 0;
}

void take(Wire& wire, const Bytes& frame) {
  const auto packet = wire.packet_of(frame);
  if (!packet) return;
  (void)wire.unwrap(*packet);
  (void)wire.advertise(*packet);
}

void hostile(const Link& link, unsigned count) {
  Wire sends(link), compresses(link, link.largest < 200), receives(link);
  for (unsigned i = 0; i < count; i++) {
    take(receives, random_bytes(below(link.largest + 1)));
    Wire& from = i % 2 ? sends : compresses;
    for (Bytes& frame : from.wrap({7, 49152, random_bytes(below(from.largest_payload() + 1))})) {
      for (size_t changes = below(4); changes != 0; changes--) frame[below(frame.size())] ^= uint8_t(1 << below(8));
      if (below(4) == 0) frame.resize(below(frame.size() + 1));
      take(receives, frame);
    }
  }
}

}  // namespace

int main() {
  for (const Link* link : {&ethernet(), &ieee802154()}) {
    for (const bool compresses : {false, link == &ieee802154()})
      if (const int wrong = there_and_back(*link, compresses)) return wrong;
    hostile(*link, 5000);
  }
  return without_addresses(ieee802154());
}
