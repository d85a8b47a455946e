// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "devices/packets.h"

namespace vmb {

namespace {

// The word at an offset, with zeros after the last byte.
uint32_t word_of(const Bytes& bytes, size_t at) {
  uint32_t word = 0;
  for (size_t i = 0; i < 4 && at + i < bytes.size(); i++) word |= uint32_t(bytes[at + i]) << 8 * i;
  return word;
}

}  // namespace

Packets::Packets(const Link& link, std::unique_ptr<Peer> peer, Tap tap)
    : link_(link), peer_(std::move(peer)), tap_(std::move(tap)) {}

Answer Packets::read(uint32_t offset) {
  switch (offset) {
    case kLink: return {link_.type};
    case kMaxFrame: return {link_.largest};
    case kAddressLow: return {word_of(link_.device, 0)};
    case kAddressHigh: return {word_of(link_.device, 4)};
    case kControl: return {enabled_};
    case kStatus: return {status()};
    case kInterrupts: return {interrupts_};
    case kRxLength: return {received_.empty() ? 0 : received_.front().size()};
    case kRxData: {
      if (received_.empty()) return {};
      const uint32_t word = word_of(received_.front(), read_);
      if (read_ < received_.front().size()) read_ += 4;
      return {word};
    }
    case kTxLength: return {length_};
    case kReceived: return {count_received_};
    case kDropped: return {count_dropped_};
    case kSent: return {count_sent_};
    default: return kBusError;
  }
}

Answer Packets::write(uint32_t offset, uint32_t value, unsigned byte_enable, uint64_t cycle) {
  if (byte_enable != kWholeWord) return kBusError;
  switch (offset) {
    case kControl: enable(value & 1, cycle); break;
    case kStatus: events_ &= ~value; break;
    case kInterrupts: interrupts_ = value & kAll; break;
    case kRxRelease:
      if (!received_.empty()) received_.pop_front();
      read_ = 0;
      break;
    case kTxLength:
      length_ = value;
      sending_.clear();
      break;
    case kTxData:
      for (int i = 0; i < 4 && sending_.size() < link_.largest; i++) sending_.push_back(uint8_t(value >> 8 * i));
      break;
    case kTxSend: send(cycle); break;
    default: return kBusError;
  }
  return {};
}

void Packets::step(uint64_t cycle) {
  while (next() <= cycle) {
    auto frame = peer_->take(cycle - start_);
    if (!frame) continue;
    if (full()) {
      events_ |= kLost;
      count_dropped_++;
      continue;
    }
    count_received_++;
    tap_(*frame, cycle);
    received_.push_back(std::move(*frame));
  }
}

uint64_t Packets::next() const {
  if (!peer_ || !enabled_ || (full() && peer_->waits())) return kNever;
  const uint64_t next = peer_->next();
  return next > kNever - start_ ? kNever : start_ + next;
}

void Packets::enable(bool on, uint64_t cycle) {
  if (on != enabled_) start_ = cycle + 1 - start_;  // the elapsed time, or the start of time, as of the next cycle
  enabled_ = on;
}

void Packets::send(uint64_t cycle) {
  if (length_ == 0 || length_ > link_.largest) {
    events_ |= kRefused;
    return;
  }
  sending_.resize(length_);
  count_sent_++;
  tap_(sending_, cycle);
  if (peer_) peer_->receive(sending_);
  sending_.clear();
}

}  // namespace vmb
