// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The packet interface: frames of a link in and out, without their check sequences. Received
// ones wait in a queue of kDepth; one that is sent is with the peer at once.
//
// | offset | register                                                                     |
// | ------ | ---------------------------------------------------------------------------- |
// | 0x00   | LINK, read-only: type of the link, as in pcap files                          |
// | 0x04   | MAX_FRAME, read-only: bytes of the largest frame                             |
// | 0x08   | ADDRESS_LOW, read-only: the interface's address, first byte in bits 7 to 0   |
// | 0x0c   | ADDRESS_HIGH, read-only: the rest of it                                      |
// | 0x10   | CONTROL: bit 0 enables the receiver; the peer's time runs while it is        |
// | 0x14   | STATUS: bit 0 a frame waits; bits 1, 2 cleared by a 1: one was lost, refused |
// | 0x18   | INTERRUPTS: which bits of STATUS interrupt                                   |
// | 0x20   | RX_LENGTH, read-only: bytes of the first frame that waits; 0: none           |
// | 0x24   | RX_DATA, read-only: its next word; zeros behind it                           |
// | 0x28   | RX_RELEASE, write-only: removes it                                           |
// | 0x30   | TX_LENGTH: begins a frame of so many bytes                                   |
// | 0x34   | TX_DATA, write-only: its next word; what is not written is 0                 |
// | 0x38   | TX_SEND, write-only: sends it; refused if TX_LENGTH is 0 or too large        |
// | 0x40   | RECEIVED, read-only: frames that were put into the queue                     |
// | 0x44   | DROPPED, read-only: frames that were lost, because it was full               |
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

  // `peer` may be nullptr; `tap` sees each frame that was received or sent.
  Packets(const Link& link, std::unique_ptr<Peer> peer, Tap tap);

  Answer read(uint32_t offset);
  Answer write(uint32_t offset, uint32_t value, unsigned byte_enable, uint64_t cycle);

  // Takes the frames that are due.
  void step(uint64_t cycle);

  // The cycle in which to call step.
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
  uint64_t start_ = 0;  // the cycle that is the peer's 0
  uint32_t events_ = 0, interrupts_ = 0;
  uint32_t count_received_ = 0, count_dropped_ = 0, count_sent_ = 0;
  std::deque<Bytes> received_;
  size_t read_ = 0;  // bytes of the first one
  Bytes sending_;
  uint32_t length_ = 0;
};

}  // namespace vmb
