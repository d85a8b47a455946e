// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The command line of a simulation model. `vambrace run` and `vambrace bench` generate it; for
// manual use, --help explains it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "devices/options.h"

namespace vmb {

struct LoadFile {
  uint32_t address;
  std::string path;
};
struct DumpRange {
  uint32_t address;
  uint32_t length;
  std::string path;
};
struct Symbol {
  std::string name;
  uint32_t address;
};

struct Options {
  std::vector<LoadFile> load;
  std::vector<DumpRange> dump;
  std::vector<Symbol> windows;
  uint32_t ram_base = 0x80000000;
  uint32_t ram_bytes = 1u << 20;
  unsigned wait_instr = 0;
  unsigned wait_data = 0;
  unsigned wait_mem = 0;
  unsigned wait_grant = 0;  // with random_waits
  uint32_t random_waits = 0;  // seed; 0: all accesses have the same wait states
  bool shared_port = false;
  unsigned store_buffer = 0;  // cycles until the other side sees a store; 0: immediately
  uint32_t late_irq_address = 0;
  unsigned late_irq_cycles = 0;  // 0: no interrupt is late
  uint64_t max_cycles = 0;  // 0: no limit
  bool strict_alignment = false;
  std::string stats_path;
  std::string profile_path;
  std::string trace_path;
  std::string rvfi_path;
  DeviceOptions devices;
  uint64_t parent = 0;  // end with this process; 0: none
};

// Exits with 0 after --help, and with 2 and an error message on a wrong option.
Options parse_options(int argc, char** argv);

}  // namespace vmb
