// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "hart.h"

#include <cstring>
#include <stdexcept>

#include "../sim/devices.h"
#include "riscv/disasm.h"
#include "riscv/mmu.h"

namespace vmb {

namespace {

class ShapedCsr : public csr_t {
 public:
  ShapedCsr(processor_t* processor, const CsrShape& shape)
      : csr_t(processor, shape.address), value_(shape.reset), writable_(shape.writable) {}
  reg_t read() const noexcept override { return reg_t(sreg_t(int32_t(value_))); }

 protected:
  bool unlogged_write(const reg_t value) noexcept override {
    value_ = (value_ & ~writable_) | (uint32_t(value) & writable_);
    return true;
  }

 private:
  uint32_t value_, writable_;
};

cfg_t configuration(const HartOptions& options) {
  cfg_t made;
  made.isa = options.isa.c_str();
  made.priv = options.privileges.c_str();
  made.pmpregions = 0;
  made.trigger_count = 0;
  made.hartids = {0};
  return made;
}

}  // namespace

Hart::Hart(const HartOptions& options)
    : options_(options), configuration_(configuration(options_)), ram_(options.ram_bytes) {
  debug_mmu = nullptr;
  if (!log_) throw std::runtime_error("cannot open /dev/null");
  processor_ = std::make_unique<processor_t>(options_.isa.c_str(), options_.privileges.c_str(), &configuration_, this,
                                             0, false, log_.get(), std::cerr);
  harts_[0] = processor_.get();
  processor_->reset();
  processor_->enable_log_commits();
  state().pc = options.pc;
  for (const CsrShape& csr : options.csrs) shape(csr);
}

Hart::~Hart() = default;

void Hart::shape(const CsrShape& shape) {
  const csr_t_p made = std::make_shared<ShapedCsr>(processor_.get(), shape);
  state().csrmap[shape.address] = made;
  switch (shape.address) {  // those that Spike itself reads and writes
    case CSR_MTVEC: state().mtvec = made; break;
    case CSR_MTVAL: state().mtval = made; break;
    case CSR_MCAUSE: state().mcause = made; break;
    default: break;
  }
}

bool Hart::fetch(uint32_t address, uint32_t& insn) const {
  const uint64_t at = uint64_t(address) - options_.ram_base;
  if (address < options_.ram_base || at + 2 > ram_.size()) return false;
  insn = 0;
  std::memcpy(&insn, &ram_[at], 2);
  if ((insn & 3) != 3) return true;
  if (at + 4 > ram_.size()) return false;
  std::memcpy(&insn, &ram_[at], 4);
  return true;
}

std::string Hart::disassemble(uint32_t insn) { return processor_->get_disassembler()->disassemble(insn_t(insn)); }

bool Hart::step() {
  const reg_t before = state().pc;
  state().log_reg_write.clear();
  state().log_mem_read.clear();
  state().log_mem_write.clear();
  state().mip->backdoor_write_with_mask(~reg_t(0), 0);
  const reg_t retired = state().minstret->read();
  processor_->step(1);
  processor_->clear_waiting_for_interrupt();
  // An instruction may write this counter, but none writes what it was.
  const bool trapped = state().minstret->read() == retired && state().mepc->read() == before &&
                       state().pc == (state().mtvec->read() & ~reg_t(3));
  if (trapped && options_.without_value.count(cause())) state().mtval->write(0);
  return !trapped;
}

uint32_t Hart::enabled_interrupts() {
  const bool on = state().prv < PRV_M || (state().mstatus->read() & MSTATUS_MIE);
  return on ? uint32_t(state().mie->read()) : 0;
}

bool Hart::vectors_to(uint32_t number, uint32_t address) {
  const uint32_t mtvec = uint32_t(state().mtvec->read());
  return address == (mtvec & ~3u) + (mtvec & 1 ? 4 * number : 0);
}

bool Hart::interrupt(uint32_t mip) {
  if (!(enabled_interrupts() & mip)) return false;
  state().mip->backdoor_write_with_mask(~reg_t(0), mip);
  processor_->step(1);
  state().mip->backdoor_write_with_mask(~reg_t(0), 0);
  return true;
}

unsigned Hart::registers_written() {
  unsigned count = 0;
  for (const auto& [key, value] : state().log_reg_write) count += (key & 15) == 0 && key >> 4;
  return count;
}

unsigned Hart::written(uint32_t& value) {
  for (const auto& [key, written] : state().log_reg_write) {
    if ((key & 15) == 0 && key >> 4) {
      value = uint32_t(written.v[0]);
      return unsigned(key >> 4);
    }
  }
  value = 0;
  return 0;
}

uint32_t Hart::written_to(unsigned rd) {
  const auto found = state().log_reg_write.find(reg_t(rd) << 4);
  return found == state().log_reg_write.end() ? 0 : uint32_t(found->second.v[0]);
}

std::vector<MemoryAccess> Hart::accesses() {
  std::vector<MemoryAccess> made;
  for (const auto& [address, value, bytes] : state().log_mem_read) made.push_back({uint32_t(address), bytes, false, 0});
  for (const auto& [address, value, bytes] : state().log_mem_write)
    made.push_back({uint32_t(address), bytes, true, uint32_t(value)});
  return made;
}

char* Hart::addr_to_mem(reg_t address) {
  // 32-bit addresses come with their sign.
  const uint64_t at = uint64_t(uint32_t(address)) - options_.ram_base;
  return at < ram_.size() ? reinterpret_cast<char*>(&ram_[at]) : nullptr;
}

// Reads of devices answer with an error.
bool Hart::mmio_load(reg_t, size_t, uint8_t*) { return false; }

bool Hart::mmio_store(reg_t address, size_t, const uint8_t*) { return Devices::contains(uint32_t(address)); }

}  // namespace vmb
