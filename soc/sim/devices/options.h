// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The settings of the devices: options of the model.
#pragma once

#include <cstdint>
#include <string>

namespace vmb {

struct DeviceOptions {
  uint64_t timer_divider = 1;  // cycles per tick of mtime
  std::string uart_in;         // input of the UART: a file, "-" for standard input, "" for none
  std::string net;             // the packet interface's peer: net/peer.h; "" for none
  std::string trace_net;       // a file for all its frames; "" for none
  bool ieee802154 = false;     // its link; otherwise Ethernet
  uint64_t clock = 50000000;   // cycles per second, in files of frames
};

}  // namespace vmb
