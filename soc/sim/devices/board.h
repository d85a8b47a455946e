// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The devices for operating systems, on the core's data bus: timer, interrupt controller, UART,
// packet interface. docs/reference/devices.md describes their registers, and
// firmware/common/vmb_devices.h defines them for programs. An address without a register is a bus
// error.
#pragma once

#include <cstdint>
#include <memory>

#include "devices/options.h"
#include "devices/packets.h"
#include "devices/plic.h"
#include "devices/registers.h"
#include "devices/timer.h"
#include "devices/uart.h"
#include "devices/uart_input.h"
#include "memory.h"
#include "net/pcap_file.h"

namespace vmb {

class Board {
 public:
  // Throws InputError if an option names an unusable file or peer.
  explicit Board(const DeviceOptions& options);

  // Accesses of the core; `cycle` is the current one.
  Answer read(uint32_t address, uint64_t cycle);
  Answer write(uint32_t address, uint32_t value, unsigned byte_enable, uint64_t cycle);

  // Called in each cycle, before interrupts are read.
  void clock(uint64_t cycle) {
    if (cycle >= next_) step(cycle);
  }

  // Closes files. Throws std::runtime_error if one could not be written.
  void finish();

  bool timer() const { return timer_high_; }
  bool software() const { return timer_.software(); }
  bool external() const { return external_high_; }

 private:
  void step(uint64_t cycle);
  void update(uint64_t cycle);

  Timer timer_;
  Plic plic_;
  UartInput uart_input_;
  Uart uart_;
  std::unique_ptr<PcapWriter> trace_;
  Packets packets_;
  bool timer_high_ = false, external_high_ = false;
  uint64_t uart_poll_ = 0;
  uint64_t next_ = 0;  // the next cycle in which something happens without an access
};

}  // namespace vmb
