// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The devices that an operating system needs, on the core's data bus: timer, interrupt
// controller, UART, packet interface. docs/reference/devices.md has their registers, and
// firmware/common/vmb_devices.h the same for programs. An address without a register is a bus error.
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
  // Throws InputError where an option names something that cannot be used.
  explicit Board(const DeviceOptions& options);

  // Accesses of the core, `cycle` being the present one.
  Answer read(uint32_t address, uint64_t cycle);
  Answer write(uint32_t address, uint32_t value, unsigned byte_enable, uint64_t cycle);

  // Of each cycle, before interrupts are looked at.
  void clock(uint64_t cycle) {
    if (cycle >= next_) step(cycle);
  }

  // Closes files. Throws std::runtime_error when one could not be written.
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
  uint64_t next_ = 0;  // the cycle in which something happens without an access
};

}  // namespace vmb
