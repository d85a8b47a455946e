// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "devices/uart_input.h"

#include <poll.h>
#include <unistd.h>

#include <cstdio>

#include "devices/input_file.h"

namespace vmb {

UartInput::UartInput(const std::string& path) {
  if (path == "-") {
    live_ = true;
  } else if (!path.empty()) {
    const auto bytes = read_input("--uart-in", path);
    waiting_.assign(bytes.begin(), bytes.end());
  }
}

uint64_t UartInput::poll(uint64_t cycle) {
  if (!live_) return kNever;
  std::fflush(stdout);  // a prompt has no newline
  pollfd standard{STDIN_FILENO, POLLIN, 0};
  if (waiting_.empty() && ::poll(&standard, 1, 0) > 0) {
    uint8_t bytes[4096];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) live_ = false;
    else waiting_.assign(bytes, bytes + count);
  }
  return live_ ? cycle + kPollCycles : kNever;
}

}  // namespace vmb
