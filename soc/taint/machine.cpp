// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "machine.h"

#include <stdexcept>

#include "riscv/disasm.h"
#include "riscv/mmu.h"

namespace vmb {

namespace {

cfg_t configuration(const std::string& isa) {
  cfg_t made;
  made.isa = isa.c_str();
  made.priv = "m";
  made.pmpregions = 0;
  made.trigger_count = 0;
  made.hartids = {0};
  return made;
}

}  // namespace

Machine::Machine(std::string isa, unsigned xlen, uint64_t pc, Memory& memory)
    : isa_(std::move(isa)), xlen_(xlen), memory_(memory), configuration_(configuration(isa_)) {
  debug_mmu = nullptr;
  if (!log_) throw std::runtime_error("cannot open /dev/null");
  processor_ = std::make_unique<processor_t>(isa_.c_str(), "m", &configuration_, this, 0, false, log_.get(), std::cerr);
  harts_[0] = processor_.get();
  processor_->reset();
  state().pc = xlen_ == 32 ? reg_t(sreg_t(int32_t(pc))) : pc;
}

Machine::~Machine() = default;

void Machine::forget_instructions() { processor_->get_mmu()->flush_icache(); }

bool Machine::step() {
  const reg_t retired = state().minstret->read();
  processor_->step(1);
  processor_->clear_waiting_for_interrupt();
  return state().minstret->read() != retired;
}

std::string Machine::disassemble(uint32_t word) {
  return processor_->get_disassembler()->disassemble(insn_t(int64_t(int32_t(word))));
}

char* Machine::addr_to_mem(reg_t at) {
  // Spike requests one byte and then uses its page.
  Region* region = memory_.find(address(at), 1);
  return region ? reinterpret_cast<char*>(&region->bytes[address(at) - region->base]) : nullptr;
}

}  // namespace vmb
