// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The other side of the packet interface. Its time is the number of cycles in which the receiver
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

  // The cycle of the next frame, or in which to ask for one; kNever: no frame is scheduled.
  virtual uint64_t next() const = 0;

  // The frame that is due, if there is one. Called from cycle next() on; changes next().
  virtual std::optional<Bytes> take(uint64_t cycle) = 0;

  // Whether frames wait until the device has room; otherwise they are lost.
  virtual bool waits() const = 0;

  // Receives a frame from the device.
  virtual void receive(const Bytes& frame) { (void)frame; }
};

// The peer named by the option --net; nullptr for none. Throws InputError.
std::unique_ptr<Peer> make_peer(const DeviceOptions& options, const Link& link);

}  // namespace vmb
