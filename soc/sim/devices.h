// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The devices of the simulated system that all programs have: one page of word registers at
// kDeviceBase. firmware/common/vmb_sim.h has the same map for programs. devices/ has the devices
// for operating systems.
//
// | offset | write                                                     |
// | ------ | --------------------------------------------------------- |
// | 0x00   | console: one byte                                         |
// | 0x04   | exit: ends the run with this exit code                    |
// | 0x08   | window: 1 opens, 0 closes the window named "firmware"     |
// | 0x0c   | the timer's interrupt, in this many cycles; 0: none           |
// | 0x1c   | the same for an NMI                                       |
// | 0x20   | the same for a debug request                              |
// | 0x24   | the same for the external interrupt                       |
// | 0x28   | the same for the software interrupt                       |
// | 0x10   | trap cause (mcause)                                       |
// | 0x14   | trapped program counter (mepc)                            |
// | 0x18   | trap value (mtval); ends the run                          |
//
// Reads and other offsets answer with a bus error.
#pragma once

#include <cstdint>
#include <cstdio>

#include "memory.h"
#include "window.h"

namespace vmb {

constexpr uint32_t kDeviceBase = 0x10000000;
constexpr uint32_t kDeviceBytes = 0x1000;

enum class End { kRunning, kExit, kTrap, kHang, kInterrupted, kAlert, kMisaligned };

class Devices {
 public:
  static bool contains(uint32_t address) { return address >= kDeviceBase && address < kDeviceBase + kDeviceBytes; }

  Answer write(uint32_t address, uint32_t value, const Counts& now) {
    switch (address - kDeviceBase) {
      case 0x00:
        std::fputc(int(value & 0xff), stdout);
        if ((value & 0xff) == '\n') std::fflush(stdout);
        return {};
      case 0x04:
        end = End::kExit;
        exit_code = value;
        return {};
      case 0x08: mark_window(value & 1, now); return {};
      case 0x0c: timer_ = value ? now.cycles + value : kNever; return {};
      case 0x1c: nmi_ = value ? now.cycles + value : kNever; return {};
      case 0x20: debug_ = value ? now.cycles + value : kNever; return {};
      case 0x24: external_ = value ? now.cycles + value : kNever; return {};
      case 0x28: software_ = value ? now.cycles + value : kNever; return {};
      case 0x10: trap_cause = value; return {};
      case 0x14: trap_pc = value; return {};
      case 0x18:
        end = End::kTrap;
        trap_value = value;
        return {};
      default: return {0, true};
    }
  }

  bool rings(const Counts& now) const { return now.cycles >= timer_; }
  bool external(const Counts& now) const { return now.cycles >= external_; }
  bool software(const Counts& now) const { return now.cycles >= software_; }
  bool nmi(const Counts& now) const { return now.cycles >= nmi_; }
  bool debugs(const Counts& now) const { return now.cycles >= debug_; }

  End end = End::kRunning;
  uint32_t exit_code = 0;
  uint32_t trap_cause = 0, trap_pc = 0, trap_value = 0;
  std::vector<Call> marked;  // windows marked by the program itself

 private:
  void mark_window(bool open, const Counts& now) {
    if (open) {
      start_ = now;
    } else if (open_) {
      marked.push_back({now - start_, 0, start_.cycles});
    }
    open_ = open;
  }

  static constexpr uint64_t kNever = UINT64_MAX;
  uint64_t timer_ = kNever, nmi_ = kNever, debug_ = kNever;
  uint64_t external_ = kNever, software_ = kNever;
  bool open_ = false;
  Counts start_;
};

}  // namespace vmb
