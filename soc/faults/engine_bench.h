// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An engine with a memory port (rtl/engine/vmb_engine.sv), its memory and its software, in every
// lane. The memory grants immediately and answers in the next cycle; beyond its end it accepts
// writes and answers with words that depend on the address. Software writes registers, a word per
// cycle, JOB last, and then reads STATUS in every cycle.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "lanes.h"

namespace vmb {

// A register's index, and the word to write to it.
using RegisterWrite = std::pair<uint32_t, uint32_t>;

class EngineBench {
 public:
  // `memory`: little-endian words from address 0. Resets the engine and waits until it is
  // idle; cycle 0 is that of the first write to a register.
  EngineBench(const Netlist& netlist, const std::vector<uint32_t>& memory, std::vector<RegisterWrite> writes);

  void flip(size_t flop, unsigned lane) { lanes_.flip(flop, lane); }
  size_t flops() const { return lanes_.flops(); }
  void cycle();
  uint64_t cycles() const { return cycles_; }

  // The observations of software and the memory since the job began, by lane.
  struct Seen {
    Bits ended;     // STATUS was not busy
    Bits accepted;  // STATUS was neither busy nor had an error
    Bits given;     // a byte other than 0 was written to memory
    Bits alerted;   // alert_o
    Numbers error;  // the field of STATUS when the job had ended
  };
  const Seen& seen() const { return seen_; }
  std::vector<uint32_t> memory(unsigned lane) const;
  // In lane 0: the number of writes to memory, and whether the engine rejected a write to a
  // register.
  uint64_t writes() const { return memory_writes_; }
  bool refused() const { return refused_; }

 private:
  struct Ports {
    explicit Ports(const Netlist& n);
    Netlist::Nets reset, reg_req, reg_we, reg_pair, reg_index, reg_wdata, reg_wdata_odd, reg_fault, reg_rdata;
    Netlist::Nets req, gnt, addr, we, be, wdata, rvalid, rdata, err, alert;
  };

  void software();
  void judge();
  void access();

  Ports ports_;
  Lanes lanes_;
  size_t words_;                  // of a lane's memory
  std::vector<uint32_t> memory_;  // of all lanes, one after the other
  std::vector<RegisterWrite> writes_;
  uint64_t cycles_ = 0, memory_writes_ = 0;
  bool refused_ = false;
  Seen seen_;
};

}  // namespace vmb
