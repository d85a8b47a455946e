// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The packet interface: frames of a link in both directions, without their check sequences.
// Received frames wait in a queue of kDepth; a sent frame reaches the peer in the same cycle.
//
// | offset | register                                                                     |
// | ------ | ---------------------------------------------------------------------------- |
// | 0x00   | LINK, read-only: type of the link, as in pcap files                          |
// | 0x04   | MAX_FRAME, read-only: bytes of the largest frame                             |
// | 0x08   | ADDRESS_LOW, read-only: the interface's address, first byte in bits 7 to 0   |
// | 0x0c   | ADDRESS_HIGH, read-only: the rest of it                                      |
// | 0x10   | CONTROL: bit 0 enables the receiver, and with it the peer's time             |
// | 0x14   | STATUS: bit 0 frame waits; bits 1, 2 (write 1 to clear): one lost, rejected  |
// | 0x18   | INTERRUPTS: the bits of STATUS that interrupt                                |
// | 0x20   | RX_LENGTH, read-only: bytes of the first waiting frame; 0: none              |
// | 0x24   | RX_DATA, read-only: its next word; zeros after its end                       |
// | 0x28   | RX_RELEASE, write-only: removes it                                           |
// | 0x30   | TX_LENGTH: begins a frame of this many bytes                                 |
// | 0x34   | TX_DATA, write-only: its next word; unwritten words are 0                    |
// | 0x38   | TX_SEND, write-only: sends it; rejected if TX_LENGTH is 0 or too large       |
// | 0x40   | RECEIVED, read-only: frames put into the queue                               |
// | 0x44   | DROPPED, read-only: frames lost because it was full                          |
// | 0x48   | SENT, read-only                                                              |
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>

#include "devices/registers.h"
#include "memory.h"
#include "net/peer.h"

namespace vmb {

class Packets {
 public:
  static constexpr uint32_t kBase = 0x10002000, kBytes = 0x1000;
  using Tap = std::function<void(const Bytes& frame, uint64_t cycle)>;

  // `peer` may be nullptr; `tap` is called with each frame received or sent.
  Packets(const Link& link, std::unique_ptr<Peer> peer, Tap tap);

  Answer read(uint32_t offset);
  Answer write(uint32_t offset, uint32_t value, unsigned byte_enable, uint64_t cycle);

  // Receives the frames that are due.
  void step(uint64_t cycle);

  // The next cycle in which to call step.
  uint64_t next() const;

  bool interrupt() const { return status() & interrupts_; }

 private:
  enum Register : uint32_t {
    kLink = 0x00,
    kMaxFrame = 0x04,
    kAddressLow = 0x08,
    kAddressHigh = 0x0c,
    kControl = 0x10,
    kStatus = 0x14,
    kInterrupts = 0x18,
    kRxLength = 0x20,
    kRxData = 0x24,
    kRxRelease = 0x28,
    kTxLength = 0x30,
    kTxData = 0x34,
    kTxSend = 0x38,
    kReceived = 0x40,
    kDropped = 0x44,
    kSent = 0x48
  };
  static constexpr size_t kDepth = 16;
  enum Status : uint32_t { kWaiting = 1, kLost = 2, kRefused = 4, kAll = 7 };

  uint32_t status() const { return events_ | (received_.empty() ? 0u : kWaiting); }
  bool full() const { return received_.size() == kDepth; }
  void enable(bool on, uint64_t cycle);
  void send(uint64_t cycle);

  const Link& link_;
  const std::unique_ptr<Peer> peer_;
  const Tap tap_;
  bool enabled_ = false;
  uint64_t start_ = 0;  // the cycle that is the peer's cycle 0
  uint32_t events_ = 0, interrupts_ = 0;
  uint32_t count_received_ = 0, count_dropped_ = 0, count_sent_ = 0;
  std::deque<Bytes> received_;
  size_t read_ = 0;  // bytes read of the first one
  Bytes sending_;
  uint32_t length_ = 0;
};

}  // namespace vmb
