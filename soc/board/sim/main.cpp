// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The test bench of a board: a pseudo-terminal at its serial line. Its first line on standard
// output is the name of the terminal; each change of the LEDs is a line "leds CYCLE VALUE", each
// pulse of the trigger output "trigger CYCLE CYCLES".
//
//   model BIT_CYCLES MAX_CYCLES PARENT
//
// BIT_CYCLES are the cycles of a bit, the parameter BitCycles. It ends after MAX_CYCLES, 0: never,
// or with the process PARENT.
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <memory>

#include "Vboard.h"

namespace {

// Sends bytes of the terminal to the board, each with a start bit and a stop bit.
class Sender {
 public:
  Sender(int file, unsigned bit_cycles) : file_(file), bit_cycles_(bit_cycles) {}

  bool line() {
    if (left_ == 0) next();
    if (left_ == 0) return true;
    left_--;
    const unsigned bit = (10 * bit_cycles_ - 1 - left_) / bit_cycles_;
    return bit == 9 || (bit != 0 && (byte_ >> (bit - 1) & 1));
  }

 private:
  void next() {
    if (pause_ > 0) {
      pause_--;
      return;
    }
    if (read(file_, &byte_, 1) == 1) left_ = 10 * bit_cycles_;
    else pause_ = 1000;  // cycles until it looks again
  }

  int file_;
  unsigned bit_cycles_, left_ = 0, pause_ = 0;
  uint8_t byte_ = 0;
};

// Takes bytes from the board's line, each bit in its middle.
class Receiver {
 public:
  Receiver(int file, unsigned bit_cycles) : file_(file), bit_cycles_(bit_cycles) {}

  void line(bool level) {
    if (cycle_ == 0 && level) return;
    if (cycle_ % bit_cycles_ == bit_cycles_ / 2) {
      const unsigned bit = cycle_ / bit_cycles_;
      if (bit >= 1 && bit <= 8) byte_ = uint8_t(byte_ >> 1 | (level ? 0x80 : 0));
      if (bit == 9) {
        if (level && write(file_, &byte_, 1) != 1) {
        }  // no reader: the byte is lost, as on a line
        cycle_ = 0;
        return;
      }
    }
    cycle_++;
  }

 private:
  int file_;
  unsigned bit_cycles_, cycle_ = 0;
  uint8_t byte_ = 0;
};

int open_terminal() {
  const int file = posix_openpt(O_RDWR | O_NOCTTY);
  if (file < 0 || grantpt(file) || unlockpt(file)) return -1;
  // An open end of our own: its settings stay, and reads do not fail before the other side opens it.
  const int other = open(ptsname(file), O_RDWR | O_NOCTTY);
  termios settings;
  if (other < 0 || tcgetattr(other, &settings)) return -1;
  cfmakeraw(&settings);
  if (tcsetattr(other, TCSANOW, &settings) || fcntl(file, F_SETFL, O_NONBLOCK)) return -1;
  return file;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const unsigned bit_cycles = unsigned(std::strtoul(argv[1], nullptr, 10));
  const uint64_t most = std::strtoull(argv[2], nullptr, 10);
  const pid_t parent = pid_t(std::strtol(argv[3], nullptr, 10));
  const int terminal = open_terminal();
  if (terminal < 0) {
    std::perror("no pseudo-terminal");
    return 2;
  }
  std::printf("%s\n", ptsname(terminal));
  std::fflush(stdout);

  auto board = std::make_unique<Vboard>();
  Sender sender(terminal, bit_cycles);
  Receiver receiver(terminal, bit_cycles);
  unsigned leds = 0;
  uint64_t pulse = 0;
  bool trigger = false;
  board->reset_i = 0;
  for (uint64_t cycle = 0; most == 0 || cycle < most; cycle++) {
    board->rx_i = sender.line();
    board->clk_i = 0;
    board->eval();
    board->clk_i = 1;
    board->eval();
    receiver.line(board->tx_o);
    if (board->led_o != leds) {
      leds = board->led_o;
      std::printf("leds %llu %u\n", static_cast<unsigned long long>(cycle), leds);
      std::fflush(stdout);
    }
    if (bool(board->trigger_o) != trigger) {
      trigger = board->trigger_o;
      if (trigger) {
        pulse = cycle;
      } else {
        std::printf("trigger %llu %llu\n", static_cast<unsigned long long>(pulse),
                    static_cast<unsigned long long>(cycle - pulse));
        std::fflush(stdout);
      }
    }
    if (cycle % 65536 == 0 && getppid() != parent) break;
  }
  return 0;
}
