// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "track.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <deque>
#include <stdexcept>

namespace vmb {

namespace {

constexpr unsigned kRa = 1, kSp = 2, kA0 = 10, kA1 = 11;

// The registers that ascon.round reads and writes.
const std::vector<unsigned> kState = {12, 13, 14, 15, 16, 17, 28, 29, 30, 31};

std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%" PRIx64, value);
  return text;
}

unsigned length_at(const uint8_t* code) { return (code[0] & 3) == 3 ? 4 : 2; }

uint32_t first_bits(const uint8_t* code, unsigned length) {
  uint16_t low, high = 0;
  std::memcpy(&low, code, 2);
  if (length == 4) std::memcpy(&high, code + 2, 2);
  return low | uint32_t(high) << 16;
}

std::vector<unsigned> half_registers(const Instruction& i) { return {i.rd, unsigned(20 + i.value % 4), i.rs1, i.rs2}; }

}  // namespace

Tracker::Tracker(Machine& machine, Memory& memory, const TrackOptions& options)
    : machine_(machine), memory_(memory), options_(options), by_writer_(1 + options.names.size()) {}

// The instruction currently in memory: a program may modify its own code.
Tracker::Place& Tracker::place(uint64_t pc) {
  if (last_->next->pc != pc) last_->next = &places_[pc];
  Place& at = *last_->next;
  last_ = &at;
  if (at.code && first_bits(at.code, at.instruction.length) == at.word) return at;
  const Region* region = memory_.find(pc, 2);
  if (region) at.code = &region->bytes[pc - region->base];
  if (!region || !region->contains(pc, length_at(at.code)))
    throw std::runtime_error("no memory at " + hex(pc) + " to execute");
  at.secret = &region->bits[pc - region->base];
  if (at.writer) machine_.forget_instructions();
  else remember(at, pc);
  at.word = first_bits(at.code, length_at(at.code));
  at.instruction = decode(at.word, options_.xlen);
  return at;
}

void Tracker::remember(Place& made, uint64_t pc) {
  made.pc = pc;
  made.writer = Writer(by_writer_.size());
  made.is_public = std::count(options_.public_instructions.begin(), options_.public_instructions.end(), pc) > 0;
  by_writer_.push_back(&made);
}

std::string Tracker::run() {
  for (; executed_ < options_.most; executed_++) {
    const uint64_t pc = machine_.pc();
    if (pc == options_.entry) enter();
    watch_calls(pc);
    if (tracking_ && calls_ >= options_.calls) return "returned";
    Place& at = place(pc);
    const bool secret_code = check_code(at);
    if (at.instruction.kind == Kind::kUnknown) {
      if (secret_code) return "unknown instruction";
      throw std::runtime_error("the instruction " + hex(at.word) + " at " + hex(pc) + " is not known");
    }
    if (!take(at)) {
      if (!machine_.has_trap_handler())
        throw std::runtime_error("exception " + std::to_string(machine_.cause()) + " at " + hex(pc) +
                                 ", and no handler");
      continue;
    }
    if (exit_code_) return "exit";
    if (machine_.pc() == pc) return "endless loop";
    if (at.word == 0x10500073) return "wfi";
  }
  return "";
}

void Tracker::enter() {
  tracking_ = true;
  entered_.push_back({machine_.reg(kRa), machine_.reg(kSp)});
  for (const Secret& secret : options_.secrets) {
    const uint64_t address = secret.by_register ? machine_.reg(unsigned(secret.where)) : secret.where;
    Region* region = memory_.find(address, secret.length);
    if (!region) throw std::runtime_error(options_.names[secret.name] + " is not in memory: " + hex(address));
    const Taint taint{~uint64_t(0), 1u << secret.name, Writer(1 + secret.name)};
    for (uint64_t k = 0; k < secret.length; k++) memory_.store(*region, address + k, 1, taint);
  }
}

// Calls of the entry end at their return address; results of public functions become public there.
void Tracker::watch_calls(uint64_t pc) {
  if (!tracking_) return;
  const uint64_t stack = machine_.reg(kSp);
  while (!public_.empty() && public_.back().back == pc && public_.back().stack == stack) {  // several by tail calls
    declared_public_ += (x_[kA0].bits | x_[kA1].bits) != 0;
    x_[kA0] = x_[kA1] = Taint();
    public_.pop_back();
  }
  if (!entered_.empty() && entered_.back().back == pc && entered_.back().stack == stack) {
    calls_++;
    entered_.pop_back();
  }
  if (std::count(options_.public_functions.begin(), options_.public_functions.end(), pc))
    public_.push_back({machine_.reg(kRa), stack});
}

void Tracker::link(Place& place, Writer from) {
  if (from && from != place.writer && !std::count(place.from.begin(), place.from.end(), from))
    place.from.push_back(from);
}

void Tracker::found(Place& place, const char* kind, std::initializer_list<Taint> taints) {
  Taint all;
  for (const Taint& taint : taints) {
    all.bits |= taint.bits;
    if (taint.bits) all.secrets |= taint.secrets;
  }
  if (!all.bits) return;
  if (place.is_public) {
    declared_public_++;
    return;
  }
  const auto [known, is_new] = finding_at_.insert({{place.pc, kind}, findings_.size()});
  if (is_new) findings_.push_back({kind, place.pc, place.word, 0, 0, {}});
  Finding& finding = findings_[known->second];
  finding.count++;
  finding.secrets |= all.secrets;
  for (const Taint& taint : taints) {
    if (taint.bits && !std::count(finding.from.begin(), finding.from.end(), taint.writer))
      finding.from.push_back(taint.writer);
  }
}

// Secret bits in an instruction determine what is executed. Returns whether there are any.
bool Tracker::check_code(Place& place) {
  const unsigned length = place.instruction.length;
  if (!first_bits(place.secret, length)) return false;
  const Region& region = *memory_.find(place.pc, length);
  Taint bytes[4];
  for (unsigned k = 0; k < length; k++) bytes[k] = memory_.load(region, place.pc + k, 1);
  found(place, "instruction", {bytes[0], bytes[1], bytes[2], bytes[3]});
  secret_instructions_++;
  return !place.is_public;
}

// Checks everything that depends on operands, before the instruction is executed.
void Tracker::check(Place& place) {
  const Instruction& i = place.instruction;
  const Operand a = {machine_.reg(i.rs1), x_[i.rs1].bits}, b = {machine_.reg(i.rs2), x_[i.rs2].bits};
  switch (i.kind) {
    case Kind::kBranch:
      if ((a.secret | b.secret) && is_secret(Condition(i.condition), options_.xlen, a, b))
        found(place, "branch", {x_[i.rs1], x_[i.rs2]});
      break;
    case Kind::kJump: found(place, "jump", {x_[i.rs1]}); break;
    case Kind::kLoad:
    case Kind::kStore:
    case Kind::kFloatLoad:
    case Kind::kFloatStore:
    case Kind::kAtomic: found(place, "address", {x_[i.rs1]}); break;
    case Kind::kCsr:
      if (!i.immediate) found(place, "csr", {x_[i.rs1]});
      break;
    default: break;
  }
  if (i.timed & options_.timed) check_timed(place);
}

void Tracker::check_timed(Place& place) {
  const Instruction& i = place.instruction;
  const char* kind = i.timed & kDivision         ? "division"
                     : i.timed & kMultiplication ? "multiplication"
                     : i.timed & kShift          ? "shift"
                     : i.timed & kRotation       ? "rotation"
                                                 : "floating point";
  if (i.timed & kFloating) {
    found(place, kind, {f_[i.rs1], f_[i.rs2], f_[i.value & 31]});
    return;
  }
  const Taint first = i.timed & (kDivision | kMultiplication) ? x_[i.rs1] : Taint();
  found(place, kind, {i.immediate ? Taint() : x_[i.rs2], first});
}

void Tracker::write(Place& place, unsigned rd, Taint taint) {
  taint.bits &= ones();
  if (rd == 0) return;
  if (!taint.bits) {
    x_[rd] = Taint();
    return;
  }
  taint.writer = place.writer;
  x_[rd] = taint;
}

// All bits secret, if any bit of some registers is.
Taint Tracker::any(Place& place, const std::vector<unsigned>& registers) {
  Taint made;
  for (const unsigned r : registers) {
    if (!x_[r].bits) continue;
    made.bits = ~uint64_t(0);
    made.secrets |= x_[r].secrets;
    link(place, x_[r].writer);
  }
  return made;
}

Taint Tracker::computed(Place& place) {
  const Instruction& i = place.instruction;
  const Taint& first = x_[i.rs1];
  const Taint second = i.immediate ? Taint() : x_[i.rs2];
  if (!(first.bits | second.bits)) return {};
  const bool same = !i.immediate && i.rs1 == i.rs2;
  if (same && (i.fn == Fn::kXor || i.fn == Fn::kSub || i.fn == Fn::kAndn)) return {};
  Operand a = {machine_.reg(i.rs1), first.bits};
  const Operand b = {i.immediate ? uint64_t(i.value) : machine_.reg(i.rs2), second.bits};
  if (i.zero_extended) a = {a.value & 0xffffffff, a.secret & 0xffffffff};
  a = {a.value << i.shift, a.secret << i.shift};
  const unsigned width = i.word ? 32 : options_.xlen;
  Taint made{secret_bits(i.fn, width, a, b), first.secrets | second.secrets, 0};
  if (i.word && made.bits >> 31) made.bits |= ~uint64_t(0) << 31;
  if (made.bits) {
    link(place, first.writer);
    link(place, second.writer);
  }
  return made;
}

Taint Tracker::loaded(Place& place, uint64_t address) {
  const Instruction& i = place.instruction;
  Region* region = memory_.find(address, i.size);
  if (!region) throw std::runtime_error("no memory at " + hex(address) + ", read at " + hex(place.pc));
  Taint made = memory_.load(*region, address, i.size);
  if (!made.bits) return made;
  for (unsigned k = 0; k < i.size; k++)
    if (region->bits[address - region->base + k]) link(place, region->writers[address - region->base + k]);
  const unsigned width = 8 * i.size;
  if (!i.zero_extended && width < 64 && made.bits >> (width - 1)) made.bits |= ~uint64_t(0) << (width - 1);
  return made;
}

void Tracker::stored(Place& place, uint64_t address, const Taint& value) {
  const Instruction& i = place.instruction;
  Region* region = memory_.find(address, i.size);
  if (!region) return;  // a device
  Taint made = value;
  for (const Bytes& bytes : options_.public_bytes) {
    for (unsigned k = 0; k < i.size; k++) {
      if (address + k < bytes.address || address + k >= bytes.address + bytes.length) continue;
      const uint64_t byte = uint64_t(0xff) << (8 * k);
      declared_public_ += (made.bits & byte) != 0;
      made.bits &= ~byte;
    }
  }
  made.writer = place.writer;
  if (made.bits) link(place, value.writer);
  memory_.store(*region, address, i.size, made);
}

void Tracker::floating(Place& place, const Taint& integer) {
  const Instruction& i = place.instruction;
  Taint made;
  for (const Taint& taint : {f_[i.rs1], f_[i.rs2], f_[i.value & 31], i.zero_extended ? integer : Taint()}) {
    if (!taint.bits) continue;
    made = {~uint64_t(0), made.secrets | taint.secrets, place.writer};
    link(place, taint.writer);
  }
  if (i.word) write(place, i.rd, made);
  else f_[i.rd] = made;
}

bool Tracker::take(Place& place) {
  if (!tracking_) {
    const Instruction& i = place.instruction;
    const bool ends = options_.tohost && i.kind == Kind::kStore &&
                      machine_.address(machine_.reg(i.rs1) + uint64_t(i.value)) == options_.tohost;
    const uint64_t value = ends ? machine_.reg(i.rs2) : 0;
    const bool done = machine_.step();
    if (ends && done) exit_code_ = value & 1 ? value : 0;  // other values are host calls
    return done;
  }
  const Instruction& i = place.instruction;
  check(place);
  const uint64_t address = machine_.address(machine_.reg(i.rs1) + uint64_t(i.value));
  Taint result;
  switch (i.kind) {
    case Kind::kCompute: result = computed(place); break;
    case Kind::kLoad:
    case Kind::kFloatLoad: result = loaded(place, address); break;
    case Kind::kRound: result = any(place, kState); break;
    case Kind::kHalf: result = any(place, half_registers(i)); break;
    case Kind::kMac: result = any(place, {6, 7, i.rs1, i.rs2}); break;
    default: break;
  }
  const Taint source = i.kind == Kind::kFloatStore ? f_[i.rs2] : x_[i.rs2];
  const Taint integer = x_[i.rs1];
  const uint64_t base = machine_.reg(i.rs1);
  const uint64_t stored_value = machine_.reg(i.rs2);
  if (!machine_.step()) return false;
  secret_instructions_ += result.bits || (source.bits && (i.kind == Kind::kStore || i.kind == Kind::kBranch));
  switch (i.kind) {
    case Kind::kConstant:
    case Kind::kJump:
    case Kind::kCsr: write(place, i.rd, {}); break;
    case Kind::kCompute:
    case Kind::kLoad: write(place, i.rd, result); break;
    case Kind::kFloatLoad:
      result.writer = place.writer;
      f_[i.rd] = result;
      break;
    case Kind::kStore:
      if (options_.tohost && address == options_.tohost) exit_code_ = stored_value & 1 ? stored_value : 0;
      stored(place, address, source);
      break;
    case Kind::kFloatStore: stored(place, address, source); break;
    case Kind::kAtomic: {
      Region* region = memory_.find(base, i.size);
      if (!region) break;
      const Taint before = memory_.load(*region, base, i.size);
      if (source.bits || before.bits) {
        link(place, source.writer);
        link(place, before.writer);
        memory_.store(*region, base, i.size, {~uint64_t(0), source.secrets | before.secrets, place.writer});
      }
      write(place, i.rd, before.bits ? Taint{~uint64_t(0), before.secrets, 0} : Taint());
      break;
    }
    case Kind::kFloatMove:
      if (i.immediate) {
        link(place, integer.writer);
        f_[i.rd] = {integer.bits, integer.secrets, place.writer};
      } else {
        link(place, f_[i.rs1].writer);
        write(place, i.rd, f_[i.rs1]);
      }
      break;
    case Kind::kFloat: floating(place, integer); break;
    case Kind::kRound:
      for (const unsigned r : kState) write(place, r, result);
      break;
    case Kind::kHalf:
      for (const unsigned r : half_registers(i)) write(place, r, result);
      break;
    case Kind::kMac:
      for (const unsigned r : {6u, 7u}) write(place, r, result);
      break;
    default: break;
  }
  return true;
}

std::vector<uint64_t> Tracker::chain(const Finding& finding, size_t secret) const {
  const Writer source = Writer(1 + secret);
  std::map<Writer, Writer> next;  // towards the finding
  std::deque<Writer> waiting;
  for (const Writer writer : finding.from)
    if (next.emplace(writer, 0).second) waiting.push_back(writer);
  while (!waiting.empty() && !next.count(source)) {
    const Writer at = waiting.front();
    waiting.pop_front();
    if (at >= by_writer_.size() || !by_writer_[at]) continue;  // belongs to another secret
    for (const Writer from : by_writer_[at]->from)
      if (next.emplace(from, at).second) waiting.push_back(from);
  }
  std::vector<uint64_t> path;
  if (!next.count(source)) return path;
  for (Writer at = next[source]; at; at = next[at]) path.push_back(by_writer_[at]->pc);
  return path;
}

}  // namespace vmb
