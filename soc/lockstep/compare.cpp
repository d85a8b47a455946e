// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare.h"

#include <cstdarg>
#include <cstdio>
#include <utility>

#include "../sim/devices.h"

namespace vmb {

namespace {

constexpr uint32_t kExitRegister = kDeviceBase + 4;
constexpr unsigned kMepc = 0x341, kDcsr = 0x7b0, kDpc = 0x7b1;
constexpr uint32_t kInDebugMode = 0xff;  // counted like a cause

std::string format(const char* pattern, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return text;
}

uint32_t mask_of(unsigned enables) {
  uint32_t mask = 0;
  for (unsigned i = 0; i < 4; i++)
    if (enables >> i & 1) mask |= 0xffu << 8 * i;
  return mask;
}

// In the order of their priority: Privileged Architecture, "Machine Interrupt Registers".
struct Interrupt { uint32_t mip, number, line; };
constexpr Interrupt kInterrupts[] = {
    {MIP_MEIP, IRQ_M_EXT, kExternal}, {MIP_MSIP, IRQ_M_SOFT, kSoftware}, {MIP_MTIP, IRQ_M_TIMER, kTimer}};

// Interrupt lines as bits of mip.
uint32_t mip_of(unsigned lines) {
  return (lines & kSoftware ? MIP_MSIP : 0) | (lines & kTimer ? MIP_MTIP : 0) | (lines & kExternal ? MIP_MEIP : 0);
}

// Privileged Architecture, "Machine Interrupt Registers": external, software, timer.
uint32_t above(uint32_t mip) {
  switch (mip) {
    case MIP_MSIP: return MIP_MEIP;
    case MIP_MTIP: return MIP_MEIP | MIP_MSIP;
    default: return 0;
  }
}

}  // namespace

bool Compare::differ(const char* field, const std::string& what) {
  difference_ = {field, what};
  return false;
}

bool Compare::take(const Record& record) {
  switch (record.kind) {
    case RecordKind::kRetired: {
      const std::optional<Record> before = std::exchange(held_, std::nullopt);
      if (before && !is_interrupt(record) && !retire(*before)) return false;
      if (!options_.interrupted || !(record.flags & kTrapped)) return retire(record);
      held_ = record;
      held_->rd = 0;  // a register written now belongs to another instruction
      return record.rd == 0 || check_late(record.rd, record.value);
    }
    case RecordKind::kAccess:
      if (!options_.bus) return true;  // with a cache, the bus shows only accesses to devices
      accesses++;
      seen_.push_back({record.pc, record.rd, bool(record.flags & kStore), bool(record.flags & kRefused), record.value});
      return true;
    case RecordKind::kWritten: return check_late(record.rd, record.value);
    case RecordKind::kEnd: break;
  }
  return true;
}

// Whether the core continued with the handler of an interrupt.
bool Compare::is_interrupt(const Record& next) {
  for (const uint32_t number : {IRQ_M_EXT, IRQ_M_SOFT, IRQ_M_TIMER})
    if (hart_.enabled_interrupts() >> number & 1 && hart_.vectors_to(number, next.pc)) return true;
  return false;
}

bool Compare::retire(const Record& record) {
  last_.emplace_back();
  if (last_.size() > kKept + 1) last_.pop_front();
  Step& step = last_.back();
  step.number = ++retired;
  step.rtl = record;
  step.pc = hart_.pc();

  if (stepped_) {
    if (!enter_debug(record, step)) return false;
  } else if (record.pc != hart_.pc() && !enter_handler(record, step)) {
    return false;
  }
  if (!step.interrupted && !wait_for_interrupt(record)) return false;
  step.pc = hart_.pc();
  const bool fetched = hart_.fetch(step.pc, step.insn);
  if (record.pc != step.pc) return differ("pc", format("the core is at 0x%08x, Spike at 0x%08x", record.pc, step.pc));
  const bool shown = fetched && !(options_.expanded && (step.insn & 3) != 3);
  if (shown && record.insn != step.insn)
    return differ("insn", format("the core executes 0x%08x, memory has 0x%08x", record.insn, step.insn));

  const bool debugging = hart_.debugging();
  debugged += debugging;
  stepped_ = hart_.stepping();
  step.trapped = !hart_.step();
  if (!debugging && hart_.debugging()) {  // an ebreak that enters debug mode
    stepped_ = false;
    breaks++;
    debug_with_ = 0;
    return record.rd == 0 || differ("rd", "an ebreak writes a register");
  }
  if (step.trapped || record.flags & kTrapped) return trap(record, step);
  find_interrupt(record, step);
  return check_register(record, step) && check_memory(record, step);
}

// The core's address differs from Spike's: accepts it if it is the handler of an interrupt.
bool Compare::enter_handler(const Record& record, Step& step) {
  if (hart_.takes_debug_request() && record.pc == hart_.debug_address()) return enter_debug(record, step);
  const bool nmi = hart_.takes_non_maskable();
  if (nmi && record.lines & kNmi && hart_.vectors_to(hart_.nmi_number(), record.pc)) {
    hart_.non_maskable();
    nmis++;
    nmi_with_ = record.lines & 15;
    note_handled(step);
    return true;
  }
  if (nmi && record.lines >> 4 & kNmi)
    return differ("pc", format("the core is at 0x%08x, Spike at 0x%08x; an NMI is there", record.pc, hart_.pc()));
  const uint32_t some = mip_of(record.lines & 15), always = mip_of(record.lines >> 4);
  const uint32_t enabled = hart_.enabled_interrupts();
  for (const Interrupt& interrupt : kInterrupts) {
    if (!(some & enabled & interrupt.mip)) continue;
    if (always & enabled & above(interrupt.mip)) continue;
    // The handler's address determines which of several interrupts was taken.
    if (!hart_.vectors_to(interrupt.number, record.pc)) continue;
    if (!hart_.interrupt(interrupt.mip)) break;
    interrupts++;
    note_handled(step);
    return true;
  }
  return differ("pc", format("the core is at 0x%08x, Spike at 0x%08x; interrupts enabled 0x%x, high 0x%x", record.pc,
                             hart_.pc(), enabled, some));
}

// The core is at the debug address, or should be.
bool Compare::enter_debug(const Record& record, Step& step) {
  if (record.pc != hart_.debug_address())
    return differ("debug", format("the core is at 0x%08x, and one step was made: debug mode is due", record.pc));
  if (!stepped_ && hart_.at_debug_break()) {  // the ebreak itself may be missing from the trace
    break_or_request_ = record.flags & kDebug;
    breaks++;
    hart_.step();
    note_handled(step);
    return true;
  }
  const bool requested = !stepped_ && record.flags & kDebug;
  const bool hidden = !stepped_ && !requested && hart_.stepping() && options_.hidden_csr &&
                      hart_.read(options_.hidden_csr) & options_.hidden_bits;
  if (!stepped_ && !requested && !hidden) return differ("debug", "the core enters debug mode, and nobody asked for it");
  (requested ? requests : hidden ? hidden_steps : steps)++;
  hart_.enter_debug(!requested);
  debug_with_ = requested ? record.lines & 15 : 0;
  stepped_ = false;
  note_handled(step);
  return true;
}

void Compare::note_handled(Step& step) {
  step.interrupted = true;
  step.cause = hart_.cause();
  waiting_ = waiting_nmi_ = waiting_debug_ = 0;
}

// A handler or the debugger reads the interrupted address, which may be in another handler.
void Compare::find_interrupt(const Record& record, const Step& step) {
  const unsigned address = step.insn >> 20, rd = step.insn >> 7 & 31;
  const bool reads = (step.insn & 0x7f) == 0x73 && (step.insn >> 12 & 3) == 2 && (step.insn >> 15 & 31) == 0;
  if (!reads || !rd || record.rd != rd || (address != kMepc && address != kDpc && address != kDcsr)) return;
  if (address == kDcsr) {
    const uint32_t cause = get_field(record.value, DCSR_CAUSE);
    if (std::exchange(break_or_request_, false) && cause == DCSR_CAUSE_DEBUGINT) {
      hart_.set_debug_cause(cause);
      hart_.rewrite(rd, hart_.read(kDcsr));
      breaks--;
      requests++;
    }
    return;
  }
  const bool debug = address == kDpc;
  const unsigned lines = std::exchange(debug ? debug_with_ : nmi_with_, 0);
  if (record.value == hart_.written_to(rd)) return;
  for (const Interrupt& interrupt : kInterrupts) {
    if (lines & interrupt.line && hart_.vectors_to(interrupt.number, record.value) &&
        (debug ? hart_.debug_after(interrupt.mip) : hart_.non_maskable_after(interrupt.mip))) {
      hart_.rewrite(rd, record.value);
      late_interrupts++;
      return;
    }
  }
  if (debug && lines & kNmi && hart_.vectors_to(hart_.nmi_number(), record.value) && hart_.debug_after(0)) {
    hart_.rewrite(rd, record.value);
    late_interrupts++;
    nmi_with_ = lines;  // and that, too, may have come right after one
  }
}

bool Compare::wait_for(bool due, unsigned& waiting, const char* what) {
  waiting = due ? waiting + 1 : 0;
  return waiting <= kPatience ||
         differ("interrupt", format("%s is there for %u instructions, and not taken", what, waiting));
}

bool Compare::wait_for_interrupt(const Record& record) {
  if (!wait_for(hart_.takes_debug_request() && record.flags & kDebugging, waiting_debug_, "a request to debug") ||
      !wait_for(hart_.takes_non_maskable() && record.lines >> 4 & kNmi, waiting_nmi_, "an NMI"))
    return false;
  const bool due = hart_.enabled_interrupts() & mip_of(record.lines >> 4);
  waiting_ = due ? waiting_ + 1 : 0;
  if (waiting_ <= kPatience) return true;
  return differ("interrupt", format("interrupt 0x%x is enabled and high for %u instructions, and not taken",
                                    mip_of(record.lines >> 4), waiting_));
}

bool Compare::trap(const Record& record, Step& step) {
  // An earlier instruction's register may be written with an ecall or ebreak.
  if (options_.late && record.rd && !check_late(record.rd, record.value)) return false;
  if (step.trapped && hart_.debugging()) {  // which leaves no cause
    if (!(record.flags & kTrapped)) return differ("trap", "the core executes what raises an exception on Spike");
    traps[kInDebugMode]++;
    if (!match_requests()) return false;
    if (!seen_.empty() && seen_.front().refused && seen_.front().address == (record.address & ~3u)) seen_.pop_front();
    return true;
  }
  if (step.trapped) {
    step.cause = hart_.cause();
    traps[step.cause]++;
  }
  const bool call =
      step.cause == CAUSE_BREAKPOINT || step.cause == CAUSE_USER_ECALL || step.cause == CAUSE_MACHINE_ECALL;
  const bool shown = record.flags & kTrapped || (call && options_.calls_retire);
  if (step.trapped && !shown)
    return differ("trap", format("the core executes what raises exception %u on Spike", step.cause));
  if (!step.trapped) return differ("trap", "the core raises an exception, Spike executes the instruction");
  // A request that was refused is this instruction's.
  if (options_.bus && (step.cause == CAUSE_LOAD_ACCESS || step.cause == CAUSE_STORE_ACCESS)) {
    if (!match_requests()) return false;
    if (hart_.in_ram(hart_.trap_value())) return true;  // PMP rejected it, so it did not reach the bus
    const bool store = step.cause == CAUSE_STORE_ACCESS;
    const uint32_t address = hart_.trap_value() & ~3u;
    if (seen_.empty() || !seen_.front().refused || seen_.front().store != store || seen_.front().address != address)
      return differ("access", format("no %s at 0x%08x was refused", store ? "store" : "load", address));
    seen_.pop_front();
  }
  return true;
}

bool Compare::adopts(uint32_t insn) const {
  return (insn & 0x7f) == 0x73 && (insn >> 12 & 3) && options_.adopted.count(insn >> 20);
}

bool Compare::check_register(const Record& record, Step& step) {
  step.rd = hart_.written(step.value);
  if (hart_.registers_written() > 1) {  // the trace has only rd; instructions that read the other registers check them
    step.rd = step.insn >> 7 & 31;
    step.value = hart_.written_to(step.rd);
    writes += hart_.registers_written() - (step.rd != 0);
  }
  if (step.rd && adopts(step.insn)) {
    adopted++;
    if (record.rd == step.rd) {
      const uint32_t own = options_.adopted.at(step.insn >> 20);
      step.value = (step.value & ~own) | (record.value & own);
      hart_.overwrite(step.rd, step.value);
    }
  }
  if (options_.late && check_timed(record, step)) return difference_.field.empty();
  if (record.rd != step.rd) return differ("rd", format("the core writes x%u, Spike x%u (0: none)", record.rd, step.rd));
  if (!step.rd) return true;
  writes++;
  if (record.value != step.value)
    return differ("value", format("x%u is 0x%08x on the core, 0x%08x on Spike", step.rd, record.value, step.value));
  return true;
}

// True if this instruction writes no register, or writes it at another time.
bool Compare::check_timed(const Record& record, const Step& step) {
  if (step.rd && pending_.count(step.rd)) {
    differ("rd", format("x%u is written again before it was written", step.rd));
    return true;
  }
  maybe_.erase(step.rd);
  if (record.rd && record.rd != step.rd && !check_late(record.rd, record.value)) return true;
  if (!step.rd) return true;
  // A load that misses the cache reports any value, and the word when it arrives; a division or
  // multiplication is always late.
  const unsigned opcode = step.insn & 0x7f;
  const bool load = (step.insn & 3) != 3 ? !hart_.accesses().empty() : opcode == 0x03 || opcode == 0x2f;
  const bool divides = opcode == 0x33 && step.insn >> 25 == 1;
  if (!load && !divides) return false;
  if (load && record.rd == step.rd && record.value == step.value) maybe_[step.rd] = step.value;
  else pending_[step.rd] = step.value;
  return true;
}

// A register written after its instruction retired.
bool Compare::check_late(unsigned rd, uint32_t value) {
  if (const auto again = maybe_.find(rd); again != maybe_.end()) {
    const bool same = again->second == value;
    maybe_.erase(again);
    return same || differ("value", format("x%u becomes 0x%08x, and was right", rd, value));
  }
  const auto found = pending_.find(rd);
  if (found == pending_.end()) return differ("rd", format("the core writes x%u, which waits for nothing", rd));
  writes++;
  const uint32_t wanted = found->second;
  pending_.erase(found);
  return value == wanted ||
         differ("value", format("x%u becomes 0x%08x on the core, 0x%08x on Spike", rd, value, wanted));
}

bool Compare::check_memory(const Record& record, Step& step) {
  for (const MemoryAccess& access : hart_.accesses()) {
    step.address = access.address;
    if (record.address != access.address)
      return differ("address", format("the core accesses 0x%08x, Spike 0x%08x", record.address, access.address));
    // In words; an unaligned access may touch two.
    const unsigned shift = access.address & 3, enables = ((1u << access.bytes) - 1) << shift;
    const uint64_t word = uint64_t(access.value) << 8 * shift;
    wanted_.push_back({access.address & ~3u, enables & 15, access.store, false, uint32_t(word)});
    if (enables >> 4)
      wanted_.push_back({(access.address & ~3u) + 4, enables >> 4, access.store, false, uint32_t(word >> 32)});
  }
  if (options_.bus) return match_requests();
  wanted_.clear();
  return true;
}

// Matches the requests of both, in order. A store may reach the bus after its instruction retired,
// and the next instruction's request before it retires.
bool Compare::match_requests() {
  while (!wanted_.empty() && !seen_.empty()) {
    const Request &want = wanted_.front(), &got = seen_.front();
    const uint32_t mask = mask_of(want.enables);
    if (want.address != got.address || want.store != got.store || want.enables != got.enables || got.refused ||
        (want.store && (want.word & mask) != (got.word & mask)))
      return differ("access", format("on the bus: %s at 0x%08x, byte enables %x, word 0x%08x%s; Spike: %s at 0x%08x, "
                                     "byte enables %x, word 0x%08x",
                                     got.store ? "store" : "load", got.address, got.enables, got.word,
                                     got.refused ? ", refused" : "", want.store ? "store" : "load", want.address,
                                     want.enables, want.word & mask));
    wanted_.pop_front();
    seen_.pop_front();
  }
  if (wanted_.size() > kUnanswered)
    return differ("access", format("the core has not accessed 0x%08x, which Spike has", wanted_.front().address));
  if (seen_.size() > kUnanswered)
    return differ("access", format("the core accesses 0x%08x, which Spike does not", seen_.front().address));
  return true;
}

// The run ends with the store to the exit register, before that store or instructions ahead of it
// in the pipeline retire.
bool Compare::finish() {
  if (!pending_.empty()) return differ("end", format("x%u was never written", pending_.begin()->first));
  if (!options_.bus) return true;
  for (int i = 0; i < 8 && !seen_.empty(); i++) {
    if (!hart_.step()) return differ("end", "Spike raises an exception at the end of the run");
    Step step;
    for (const MemoryAccess& access : hart_.accesses()) {
      Record same;
      same.address = access.address;
      if (!check_memory(same, step)) return false;
      if (access.address == kExitRegister && access.store) return seen_.empty() || differ("end", "requests are left");
      break;
    }
  }
  return wanted_.empty() && seen_.empty() ? true : differ("end", "the core's last accesses are not Spike's");
}

}  // namespace vmb
