// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One hart of Spike (riscv-isa-sim) that behaves like a core of this project: its RAM, the test
// bench's devices as far as a program observes them, and the control and status registers that
// differ from Spike's.
#pragma once

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "riscv/cfg.h"
#include "riscv/processor.h"
#include "riscv/simif.h"

namespace vmb {

// A CSR of the core: its value after reset, and the bits that software can change.
struct CsrShape { uint32_t address = 0, reset = 0, writable = 0; };

struct HartOptions {
  std::string isa, privileges = "m";
  uint32_t ram_base = 0x80000000, ram_bytes = 1 << 20, pc = 0;
  std::vector<CsrShape> csrs;
  std::set<uint32_t> without_value;  // exceptions, by cause, that leave 0 in mtval
  uint32_t debug = 0;                // address of debug mode and of exceptions in it; 0: no debug mode
  uint32_t nmi = 0;                  // number of the non-maskable interrupt; 0: none
  uint32_t pmp_regions = 0;
  uint32_t fetch_fault = CAUSE_FETCH_ACCESS;  // the cause of a fetch with a bus error
};

// One load or store of an instruction.
struct MemoryAccess {
  uint32_t address;
  unsigned bytes;
  bool store;
  uint32_t value;  // of a store
};

class Hart : public simif_t {
 public:
  explicit Hart(const HartOptions& options);
  ~Hart() override;

  uint8_t* ram() { return ram_.data(); }
  uint32_t pc() { return uint32_t(state().pc); }
  // The instruction at an address: 16 or 32 bits, depending on its first two. False outside the
  // RAM.
  bool fetch(uint32_t address, uint32_t& insn) const;
  std::string disassemble(uint32_t insn);

  // Executes one instruction; false if it raised an exception instead. An instruction that enters
  // debug mode (ebreak, if enabled in dcsr) raises none.
  bool step();
  // Takes an interrupt whose line is high, given by its bit of mip; false if it is not enabled.
  bool interrupt(uint32_t mip);
  // Whether interrupt `number` has its handler at an address.
  bool vectors_to(uint32_t number, uint32_t address);
  // The interrupts that would be taken if their lines were high, as bits of mip.
  uint32_t enabled_interrupts();
  // Takes a non-maskable interrupt, whose handler's address follows from its number (`vectors_to`).
  // As on Ibex, the next mret restores the overwritten registers; until then, neither interrupts
  // nor NMIs are taken.
  void non_maskable();
  bool takes_non_maskable();
  // Enters debug mode before the next instruction: on request, or after a single step.
  void enter_debug(bool stepped);
  bool takes_debug_request() { return options_.debug && !state().debug_mode; }
  // Whether dcsr enables single steps: one instruction outside debug mode, and then debug mode
  // again.
  bool stepping() { return !state().debug_mode && state().dcsr->step; }
  uint32_t read(uint32_t csr) { return uint32_t(state().csrmap.at(csr)->read()); }
  bool debugging() { return state().debug_mode; }
  // Whether the next instruction is an ebreak that enters debug mode.
  bool at_debug_break();
  void set_debug_cause(unsigned cause) { state().dcsr->cause = uint8_t(cause); }
  uint32_t debug_address() const { return options_.debug; }
  uint32_t nmi_number() const { return options_.nmi; }
  // Debug mode was entered, or a non-maskable interrupt taken, directly after an interrupt, before
  // the first instruction of its handler: takes that interrupt first, given by its bit of mip. 0: a
  // non-maskable one, before debug mode.
  bool debug_after(uint32_t mip);
  bool non_maskable_after(uint32_t mip);

  bool in_ram(uint32_t address) const { return uint64_t(address) - options_.ram_base < ram_.size(); }
  uint32_t cause() { return uint32_t(state().mcause->read()); }
  uint32_t trap_value() { return uint32_t(state().mtval->read()); }
  // The lowest register that the last instruction wrote (0: none), and its value.
  unsigned written(uint32_t& value);
  // The number of registers that it wrote, and the value written to one of them (0 if it was not
  // written).
  unsigned registers_written();
  uint32_t written_to(unsigned rd);
  void overwrite(unsigned reg, uint32_t value) { state().XPR.write(reg, reg_t(sreg_t(int32_t(value)))); }
  // Replaces the value of the register that the last instruction wrote.
  void rewrite(unsigned rd, uint32_t value);
  std::vector<MemoryAccess> accesses();

  char* addr_to_mem(reg_t address) override;
  bool mmio_load(reg_t address, size_t length, uint8_t* bytes) override;
  bool mmio_store(reg_t address, size_t length, const uint8_t* bytes) override;
  void proc_reset(unsigned) override {}
  const cfg_t& get_cfg() const override { return configuration_; }
  const std::map<size_t, processor_t*>& get_harts() const override { return harts_; }
  const char* get_symbol(uint64_t) override { return nullptr; }

 private:
  state_t& state() { return *processor_->get_state(); }
  void shape(const CsrShape& shape);

  const HartOptions options_;
  // The values of mepc, mcause and mstatus that the last trap overwrote.
  struct Overwritten { reg_t epc = 0, cause = 0, status = 0; };
  Overwritten overwritten();
  void restore();

  bool non_maskable_ = false;
  Overwritten stack_;
  cfg_t configuration_;
  std::vector<uint8_t> ram_;
  // Spike writes each instruction to its log, and only then records what it wrote.
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> log_{std::fopen("/dev/null", "w"), std::fclose};
  std::unique_ptr<processor_t> processor_;
  std::map<size_t, processor_t*> harts_;
};

}  // namespace vmb
