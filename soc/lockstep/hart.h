// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One hart of Spike (riscv-isa-sim), as a core of this project has it: its RAM, the test
// bench's devices as far as a program sees them, and the control and status registers
// where the core's differ from Spike's.
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
  uint32_t debug = 0;                // where debug mode begins, and an exception in it goes; 0: there is none
  uint32_t nmi = 0;                  // number of a non-maskable interrupt; 0: there is none
  uint32_t pmp_regions = 0;
  uint32_t fetch_fault = CAUSE_FETCH_ACCESS;  // the cause of a fetch that the bus refuses
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
  // The instruction at an address: 16 or 32 bits of it, by its first two. False outside of the RAM.
  bool fetch(uint32_t address, uint32_t& insn) const;
  std::string disassemble(uint32_t insn);

  // Executes one instruction; false when it raised an exception instead. One that enters debug mode
  // (ebreak, if dcsr says so) raises none.
  bool step();
  // Takes an interrupt whose line is high, by its bit of mip; false when it is not enabled.
  bool interrupt(uint32_t mip);
  // Whether interrupt `number` goes to an address.
  bool vectors_to(uint32_t number, uint32_t address);
  // The interrupts that would be taken were their lines high, as bits of mip.
  uint32_t enabled_interrupts();
  // Takes a non-maskable interrupt, which goes where `vectors_to` says of its number. As on Ibex the next mret restores what this overwrites, and until then
  // there is no other, and no interrupt.
  void non_maskable();
  bool takes_non_maskable();
  // Enters debug mode before the next instruction: as it was asked for, or since one step was made.
  void enter_debug(bool stepped);
  bool takes_debug_request() { return options_.debug && !state().debug_mode; }
  // Whether dcsr says that one instruction outside of debug mode is a step, after which it is entered again.
  bool stepping() { return !state().debug_mode && state().dcsr->step; }
  uint32_t read(uint32_t csr) { return uint32_t(state().csrmap.at(csr)->read()); }
  bool debugging() { return state().debug_mode; }
  // Whether the next instruction is an ebreak that enters debug mode.
  bool at_debug_break();
  void set_debug_cause(unsigned cause) { state().dcsr->cause = uint8_t(cause); }
  uint32_t debug_address() const { return options_.debug; }
  uint32_t nmi_number() const { return options_.nmi; }
  // Debug mode was entered, or a non-maskable interrupt taken, right after an interrupt, in front of its handler's first
  // instruction: takes that one before it, by its bit of mip. 0: a non-maskable one, before debug mode.
  bool debug_after(uint32_t mip);
  bool non_maskable_after(uint32_t mip);

  bool in_ram(uint32_t address) const { return uint64_t(address) - options_.ram_base < ram_.size(); }
  uint32_t cause() { return uint32_t(state().mcause->read()); }
  uint32_t trap_value() { return uint32_t(state().mtval->read()); }
  // What the last instruction wrote: the lowest register of those (0: none), and its value.
  unsigned written(uint32_t& value);
  // How many registers it wrote, and what to one of them (0 where it did not).
  unsigned registers_written();
  uint32_t written_to(unsigned rd);
  void overwrite(unsigned reg, uint32_t value) { state().XPR.write(reg, reg_t(sreg_t(int32_t(value)))); }
  // Of the register that the last instruction wrote: another value.
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
  // Of the last trap: what it overwrote of mepc, mcause and mstatus.
  struct Overwritten { reg_t epc = 0, cause = 0, status = 0; };
  Overwritten overwritten();
  void restore();

  bool non_maskable_ = false;
  Overwritten stack_;
  cfg_t configuration_;
  std::vector<uint8_t> ram_;
  // Spike writes each instruction to its log, and keeps what it did only with one.
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> log_{std::fopen("/dev/null", "w"), std::fclose};
  std::unique_ptr<processor_t> processor_;
  std::map<size_t, processor_t*> harts_;
};

}  // namespace vmb
