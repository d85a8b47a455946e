// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace vmb {

namespace {

const char kHelp[] =
    "usage: model --load ADDRESS=FILE [option...]\n"
    "\n"
    "Runs a program on the simulated system until it writes its exit register.\n"
    "\n"
    "  --load ADDRESS=FILE        put a file into the RAM before reset (repeatable)\n"
    "  --dump ADDRESS:BYTES=FILE  write a range of the RAM after the run (repeatable)\n"
    "  --window NAME=ADDRESS      count each call of the function at ADDRESS (repeatable)\n"
    "  --ram BYTES                size of the RAM (default 1048576)\n"
    "  --wait-instr N             wait states of an instruction fetch (default 0)\n"
    "  --wait-data N              wait states of a load or store (default 0)\n"
    "  --wait-mem N               wait states of an engine's own access (default 0)\n"
    "  --random-waits SEED        each access has a random number of wait states up to those\n"
    "  --wait-grant N             with it, the next request of the core waits up to N cycles more (default 0)\n"
    "  --shared-port              loads, stores and an engine's accesses share a port of the RAM\n"
    "  --store-buffer N           what a core stores an engine sees up to N cycles later, and the other way round:\n"
    "                             in any order, and all of it at a fence (cores that report instructions in order)\n"
    "  --late-irq ADDRESS:N       the external interrupt is high for N cycles behind a store to ADDRESS, or until a\n"
    "                             load from there: as if a bus answered stores before they arrive\n"
    "  --timer-divider N          cycles of a tick of the timer's mtime (default 1)\n"
    "  --uart-in FILE             what the UART receives; - is standard input\n"
    "  --net PEER                 who sends to the packet interface: generate:, pcap: or udp: and settings "
    "(docs/reference/devices.md)\n"
    "  --link ethernet|ieee802154 its link (default ethernet)\n"
    "  --trace-net FILE           write its frames as pcap\n"
    "  --clock HZ                 cycles of a second, for times in pcap files (default 50000000)\n"
    "  --max-cycles N             end a hang after N cycles (default: never)\n"
    "  --strict-alignment         end the run at a load or store that is not aligned to its size\n"
    "  --stats FILE               write how the run ended and all counts as JSON\n"
    "  --profile FILE             write what each instruction took in each window as JSON\n"
    "  --trace FILE               write a VCD waveform (models built with tracing)\n"
    "  --rvfi FILE                write each instruction and bus access, for a comparison (rvfi.h)\n"
    "  --parent PID               end when the process that started this one, PID, ends\n";

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "model: %s\n%s", what.c_str(), kHelp);
  std::exit(2);
}

uint64_t number(const std::string& text) {
  size_t used = 0;
  uint64_t value = 0;
  try {
    value = std::stoull(text, &used, 0);
  } catch (const std::exception&) {
    fail("'" + text + "' is not a number");
  }
  if (used != text.size()) fail("'" + text + "' is not a number");
  return value;
}

// Splits at the first separator; both parts must be nonempty.
std::pair<std::string, std::string> split(const std::string& text, char separator) {
  const size_t at = text.find(separator);
  if (at == std::string::npos || at == 0 || at + 1 == text.size()) fail("'" + text + "' lacks a '" + separator + "'");
  return {text.substr(0, at), text.substr(at + 1)};
}

}  // namespace

Options parse_options(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; i++) {
    const std::string name = argv[i];
    if (name == "--help") {
      std::fputs(kHelp, stdout);
      std::exit(0);
    }
    if (name == "--strict-alignment") {
      o.strict_alignment = true;
      continue;
    }
    if (name == "--shared-port") {
      o.shared_port = true;
      continue;
    }
    if (i + 1 >= argc) fail("'" + name + "' is unknown or lacks its value");
    const std::string value = argv[++i];
    if (name == "--load") {
      auto [address, path] = split(value, '=');
      o.load.push_back({uint32_t(number(address)), path});
    } else if (name == "--dump") {
      auto [range, path] = split(value, '=');
      auto [address, length] = split(range, ':');
      o.dump.push_back({uint32_t(number(address)), uint32_t(number(length)), path});
    } else if (name == "--window") {
      auto [symbol, address] = split(value, '=');
      o.windows.push_back({symbol, uint32_t(number(address))});
    } else if (name == "--ram") {
      o.ram_bytes = uint32_t(number(value));
    } else if (name == "--wait-instr") {
      o.wait_instr = unsigned(number(value));
    } else if (name == "--wait-data") {
      o.wait_data = unsigned(number(value));
    } else if (name == "--wait-mem") {
      o.wait_mem = unsigned(number(value));
    } else if (name == "--wait-grant") {
      o.wait_grant = unsigned(number(value));
    } else if (name == "--random-waits") {
      o.random_waits = uint32_t(number(value));
    } else if (name == "--store-buffer") {
      o.store_buffer = unsigned(number(value));
    } else if (name == "--late-irq") {
      auto [address, cycles] = split(value, ':');
      o.late_irq_address = uint32_t(number(address));
      o.late_irq_cycles = unsigned(number(cycles));
    } else if (name == "--timer-divider") {
      o.devices.timer_divider = number(value);
      if (o.devices.timer_divider == 0) fail("--timer-divider 0: a tick has at least 1 cycle");
    } else if (name == "--uart-in") {
      o.devices.uart_in = value;
    } else if (name == "--net") {
      o.devices.net = value;
    } else if (name == "--link") {
      if (value != "ethernet" && value != "ieee802154") fail("--link is ethernet or ieee802154");
      o.devices.ieee802154 = value == "ieee802154";
    } else if (name == "--trace-net") {
      o.devices.trace_net = value;
    } else if (name == "--clock") {
      o.devices.clock = number(value);
      if (o.devices.clock == 0 || o.devices.clock > 1000000000) fail("--clock is 1 to 1000000000");
    } else if (name == "--max-cycles") {
      o.max_cycles = number(value);
    } else if (name == "--stats") {
      o.stats_path = value;
    } else if (name == "--profile") {
      o.profile_path = value;
    } else if (name == "--trace") {
      o.trace_path = value;
    } else if (name == "--rvfi") {
      o.rvfi_path = value;
    } else if (name == "--parent") {
      o.parent = number(value);
    } else {
      fail("unknown option '" + name + "'");
    }
  }
  if (o.load.empty()) fail("nothing to run: --load is missing");
  return o;
}

}  // namespace vmb
