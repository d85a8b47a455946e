// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Who is on the other side of the packet interface. Cycles are those in which the receiver
// was enabled.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "devices/options.h"
#include "net/link.h"

namespace vmb {

class Peer {
 public:
  virtual ~Peer() = default;

  // The cycle of the next frame, or in which to ask for one; kNever: none will come by itself.
  virtual uint64_t next() const = 0;

  // The frame that is due, if there is one. Called from cycle next() on, which it moves.
  virtual std::optional<Bytes> take(uint64_t cycle) = 0;

  // Whether frames wait until the device has room, or are lost.
  virtual bool waits() const = 0;

  // A frame of the device.
  virtual void receive(const Bytes& frame) { (void)frame; }
};

// The peer that the option --net names; nullptr for none. Throws InputError.
std::unique_ptr<Peer> make_peer(const DeviceOptions& options, const Link& link);

}  // namespace vmb
