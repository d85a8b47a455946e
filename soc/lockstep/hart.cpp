// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "hart.h"

#include <cstring>
#include <stdexcept>
#include <utility>

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
  made.pmpregions = options.pmp_regions;
  made.pmpgranularity = 4;
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
  switch (shape.address) {  // registers that Spike itself reads and writes
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

Hart::Overwritten Hart::overwritten() {
  return {state().mepc->read(), state().mcause->read(), state().mstatus->read()};
}

void Hart::non_maskable() {
  const reg_t status = state().mstatus->read(), prv = state().prv;
  stack_ = overwritten();
  state().mepc->write(state().pc);
  state().mcause->write(0x80000000u | options_.nmi);
  state().mtval->write(0);
  reg_t now = set_field(status, MSTATUS_MPIE, get_field(status, MSTATUS_MIE));
  now = set_field(set_field(now, MSTATUS_MPP, prv), MSTATUS_MIE, 0);
  state().mstatus->write(now);
  processor_->set_privilege(PRV_M, false);
  const reg_t vectors = state().mtvec->read();
  state().pc = (vectors & ~reg_t(3)) + (vectors & 1 ? 4 * options_.nmi : 0);
  non_maskable_ = true;
}

// Restores what a non-maskable interrupt overwrote, which mret does on Ibex.
void Hart::restore() {
  state().mepc->write(stack_.epc);
  state().mcause->write(stack_.cause);
  const reg_t both = MSTATUS_MPIE | MSTATUS_MPP;
  state().mstatus->write((state().mstatus->read() & ~both) | (stack_.status & both));
  non_maskable_ = false;
}

bool Hart::takes_non_maskable() { return options_.nmi && !non_maskable_ && !state().debug_mode && !stepping(); }

void Hart::enter_debug(bool stepped) {
  state().debug_mode = true;
  state().dcsr->update_fields(stepped ? DCSR_CAUSE_STEP : DCSR_CAUSE_DEBUGINT, 0, state().prv, false,
                              elp_t::NO_LP_EXPECTED);
  state().dpc->write(state().pc);
  processor_->set_privilege(PRV_M, false);
  state().pc = reg_t(sreg_t(int32_t(options_.debug)));
}

bool Hart::at_debug_break() {
  uint32_t insn = 0;
  if (!fetch(pc(), insn) || (insn != MATCH_EBREAK && insn != MATCH_C_EBREAK)) return false;
  return takes_debug_request() && (state().prv == PRV_M ? state().dcsr->ebreakm : state().dcsr->ebreaku);
}

bool Hart::debug_after(uint32_t mip) {
  const reg_t pc = state().pc;
  state().debug_mode = false;
  state().pc = state().dpc->read();
  processor_->set_privilege(state().dcsr->prv, false);
  const bool taken = mip ? interrupt(mip) : takes_non_maskable();
  if (taken && !mip) non_maskable();
  enter_debug(false);
  state().pc = pc;
  return taken;
}

bool Hart::non_maskable_after(uint32_t mip) {
  const reg_t pc = state().pc, prv = state().prv, status = state().mstatus->read();
  const reg_t value = state().mtval->read();  // may already belong to the handler
  const bool debugging = std::exchange(state().debug_mode, false);
  state().pc = state().mepc->read();
  state().mstatus->write(set_field(status, MSTATUS_MIE, get_field(status, MSTATUS_MPIE)));
  processor_->set_privilege(get_field(status, MSTATUS_MPP), false);
  restore();
  const bool taken = interrupt(mip);
  non_maskable();
  state().mtval->write(value);
  state().pc = pc;
  state().debug_mode = debugging;
  processor_->set_privilege(prv, false);
  return taken;
}

bool Hart::step() {
  const reg_t before = state().pc;
  const bool debugging = state().debug_mode;
  const Overwritten older = overwritten();
  state().log_reg_write.clear();
  state().log_mem_read.clear();
  state().log_mem_write.clear();
  state().mip->backdoor_write_with_mask(~reg_t(0), 0);
  const reg_t retired = state().minstret->read();
  uint32_t insn = 0;
  const bool returns = fetch(uint32_t(before), insn) && insn == MATCH_MRET;
  processor_->step(1);
  processor_->clear_waiting_for_interrupt();
  state().single_step = state_t::STEP_NONE;  // Compare performs the steps
  if (debugging && state().debug_mode && (state().pc == DEBUG_ROM_TVEC || state().pc == DEBUG_ROM_ENTRY)) {
    state().pc = options_.debug;
    return false;
  }
  if (!debugging && state().debug_mode) {
    state().pc = options_.debug;
    return true;
  }
  // An instruction may write this counter, but none writes back its old value.
  const bool trapped = state().minstret->read() == retired && state().mepc->read() == before &&
                       state().pc == (state().mtvec->read() & ~reg_t(3));
  if (trapped) stack_ = older;
  else if (returns && non_maskable_) restore();
  if (trapped && cause() == CAUSE_FETCH_ACCESS) state().mcause->write(options_.fetch_fault);
  if (trapped && options_.without_value.count(cause())) state().mtval->write(0);
  return !trapped;
}

uint32_t Hart::enabled_interrupts() {
  if (state().debug_mode || non_maskable_ || stepping()) return 0;
  const bool on = state().prv < PRV_M || (state().mstatus->read() & MSTATUS_MIE);
  return on ? uint32_t(state().mie->read()) : 0;
}

bool Hart::vectors_to(uint32_t number, uint32_t address) {
  const uint32_t mtvec = uint32_t(state().mtvec->read());
  return address == (mtvec & ~3u) + (mtvec & 1 ? 4 * number : 0);
}

bool Hart::interrupt(uint32_t mip) {
  if (!(enabled_interrupts() & mip)) return false;
  stack_ = overwritten();
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

void Hart::rewrite(unsigned rd, uint32_t value) {
  overwrite(rd, value);
  state().log_reg_write.clear();
  state().log_reg_write[reg_t(rd) << 4] = {{reg_t(sreg_t(int32_t(value))), 0}};
}

std::vector<MemoryAccess> Hart::accesses() {
  std::vector<MemoryAccess> made;
  for (const auto& [address, value, bytes] : state().log_mem_read) made.push_back({uint32_t(address), bytes, false, 0});
  for (const auto& [address, value, bytes] : state().log_mem_write)
    made.push_back({uint32_t(address), bytes, true, uint32_t(value)});
  return made;
}

char* Hart::addr_to_mem(reg_t address) {
  // 32-bit addresses are sign-extended.
  const uint64_t at = uint64_t(uint32_t(address)) - options_.ram_base;
  return at < ram_.size() ? reinterpret_cast<char*>(&ram_[at]) : nullptr;
}

// Reads of devices answer with an error.
bool Hart::mmio_load(reg_t, size_t, uint8_t*) { return false; }

bool Hart::mmio_store(reg_t address, size_t, const uint8_t*) { return Devices::contains(uint32_t(address)); }

}  // namespace vmb
