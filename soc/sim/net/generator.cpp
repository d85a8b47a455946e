// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "net/generator.h"

#include "devices/registers.h"

namespace vmb {

namespace {
constexpr uint16_t kSourcePort = 49152;
}  // namespace

uint64_t Generator::next() const {
  if (!frames_.empty()) return 0;
  if (sent_ == load_.count) return kNever;
  return load_.rate == 0 ? 0 : uint64_t(double(sent_) * 1e6 / load_.rate);
}

std::optional<Bytes> Generator::take(uint64_t) {
  if (frames_.empty()) {
    frames_ = wire_.wrap({kSourcePort, load_.port, payload()});
    sent_++;
  }
  Bytes frame = std::move(frames_.front());
  frames_.pop_front();
  return frame;
}

void Generator::receive(const Bytes& frame) {
  if (const auto packet = wire_.packet_of(frame))
    for (Bytes& answer : wire_.advertise(*packet)) frames_.push_back(std::move(answer));
}

Bytes Generator::payload() {
  Bytes bytes(load_.size);
  if (!load_.payloads.empty()) {
    const size_t messages = load_.payloads.size() / load_.size;
    const auto first = load_.payloads.begin() + long(sent_ % messages * load_.size);
    bytes.assign(first, first + long(load_.size));
    return bytes;
  }
  for (uint8_t& byte : bytes) {  // splitmix64
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    byte = uint8_t(z ^ z >> 31);
  }
  return bytes;
}

}  // namespace vmb
