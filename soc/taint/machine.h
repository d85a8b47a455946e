// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One hart of Spike (riscv-isa-sim), 32 or 64 bits, with memory, for any bare-metal program.
#pragma once

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "memory.h"
#include "riscv/cfg.h"
#include "riscv/processor.h"
#include "riscv/simif.h"

namespace vmb {

class Machine : public simif_t {
 public:
  Machine(std::string isa, unsigned xlen, uint64_t pc, Memory& memory);
  ~Machine() override;

  // An address as the program sees it: without Spike's sign extension.
  uint64_t address(uint64_t x) const { return xlen_ == 32 ? uint32_t(x) : x; }
  uint64_t pc() { return address(state().pc); }
  uint64_t reg(unsigned n) { return address(state().XPR[n]); }
  // Discards fetched instructions, which Spike otherwise keeps until fence.i.
  void forget_instructions();
  // Executes one instruction; false if it raised an exception.
  bool step();
  bool has_trap_handler() { return (state().mtvec->read() & ~reg_t(3)) != 0; }
  uint64_t cause() { return state().mcause->read(); }
  std::string disassemble(uint32_t word);

  char* addr_to_mem(reg_t address) override;
  bool mmio_load(reg_t, size_t, uint8_t*) override { return false; }
  bool mmio_store(reg_t, size_t, const uint8_t*) override { return true; }  // a device
  void proc_reset(unsigned) override {}
  const cfg_t& get_cfg() const override { return configuration_; }
  const std::map<size_t, processor_t*>& get_harts() const override { return harts_; }
  const char* get_symbol(uint64_t) override { return nullptr; }

 private:
  state_t& state() { return *processor_->get_state(); }

  const std::string isa_;
  const unsigned xlen_;
  Memory& memory_;
  cfg_t configuration_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> log_{std::fopen("/dev/null", "w"), std::fclose};
  std::unique_ptr<processor_t> processor_;
  std::map<size_t, processor_t*> harts_;
};

}  // namespace vmb
