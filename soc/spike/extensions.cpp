// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Xascon, Xasconp and Xchacha (docs/reference/ise.md) for Spike. An ISA string names each of them
// separately: rv32imc_xascon, rv32imc_xasconp, rv32imc_xchacha. Extensions that it does not name
// are illegal, as are encodings that belong to none of them, and all of them on RV64 and RV32E.
//
// Spike finds an extension by the name after the x, keeps 32-bit registers sign-extended, and has a
// second function of each instruction for its commit log.

#include <riscv/extension.h>

#include <array>
#include <cstdint>
#include <vector>

#include "encodings.h"

namespace {

constexpr unsigned kWords = 5;  // in Ascon's state

// Rotations to the right in the linear layer: NIST SP 800-232, section 3.4.
constexpr unsigned kRotations[kWords][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};

// Low and high half of each word in Xasconp's registers: a2 to a7, t3 to t6.
constexpr unsigned kRegisters[kWords][2] = {{12, 13}, {14, 15}, {16, 17}, {28, 29}, {30, 31}};

uint64_t rotated(uint64_t x, unsigned n) { return x >> n | x << (64 - n); }

uint64_t sigma(uint64_t x, unsigned i) { return x ^ rotated(x, kRotations[i][0]) ^ rotated(x, kRotations[i][1]); }

uint64_t read_pair(const state_t& state, unsigned low, unsigned high) {
  return uint64_t(uint32_t(state.XPR[high])) << 32 | uint32_t(state.XPR[low]);
}

template <bool logged>
void write(state_t& state, unsigned rd, uint32_t value) {
  const reg_t extended = reg_t(sreg_t(int32_t(value)));
  if (logged && rd != 0) state.log_reg_write[rd << 4] = {extended, 0};
  state.XPR.write(rd, extended);
}

// ascon.sigma.lo, ascon.sigma.hi: a half of a word's linear layer.
template <bool logged>
reg_t execute_sigma(processor_t* processor, insn_t instruction, reg_t pc) {
  state_t& state = *processor->get_state();
  const unsigned funct7 = unsigned(instruction.bits() >> 25) & 0x7f;
  const uint64_t y = sigma(read_pair(state, instruction.rs1(), instruction.rs2()), funct7 & 0x1f);
  write<logged>(state, instruction.rd(), uint32_t(funct7 & 0x20 ? y >> 32 : y));
  return pc + 4;
}

// ascon.round: a round of the permutation. The S-box is that of section 3.3, written for 64 columns
// in parallel, after table 6, with inputs from x0 (the highest bit) to x4.
template <bool logged>
reg_t execute_round(processor_t* processor, insn_t instruction, reg_t pc) {
  state_t& state = *processor->get_state();
  std::array<uint64_t, kWords> x, y;
  for (unsigned i = 0; i < kWords; i++) x[i] = read_pair(state, kRegisters[i][0], kRegisters[i][1]);
  x[2] ^= instruction.bits() >> 20 & 0xff;
  x[0] ^= x[4];
  x[4] ^= x[3];
  x[2] ^= x[1];
  for (unsigned i = 0; i < kWords; i++) y[i] = x[i] ^ (~x[(i + 1) % kWords] & x[(i + 2) % kWords]);
  y[1] ^= y[0];
  y[0] ^= y[4];
  y[3] ^= y[2];
  y[2] = ~y[2];
  for (unsigned i = 0; i < kWords; i++) {
    const uint64_t z = sigma(y[i], i);
    write<logged>(state, kRegisters[i][0], uint32_t(z));
    write<logged>(state, kRegisters[i][1], uint32_t(z >> 32));
  }
  return pc + 4;
}

// chacha.half: RFC 8439, section 2.1, the first two lines of the quarter round or the last
// two.
template <bool logged>
reg_t execute_half(processor_t* processor, insn_t instruction, reg_t pc) {
  state_t& state = *processor->get_state();
  const unsigned index = unsigned(instruction.bits() >> 25) & 7;
  const unsigned at[4] = {unsigned(instruction.rd()), 20 + index % 4, unsigned(instruction.rs1()),
                          unsigned(instruction.rs2())};
  const unsigned rotations[2] = {index < 4 ? 16u : 8u, index < 4 ? 12u : 7u};
  const auto rotated_left = [](uint32_t x, unsigned n) { return x << n | x >> (32 - n); };
  uint32_t x[4];
  for (unsigned i = 0; i < 4; i++) x[i] = uint32_t(state.XPR[at[i]]);
  x[0] += x[1];
  x[3] = rotated_left(x[3] ^ x[0], rotations[0]);
  x[2] += x[3];
  x[1] = rotated_left(x[1] ^ x[2], rotations[1]);
  for (unsigned i = 0; i < 4; i++) write<logged>(state, at[i], x[i]);
  return pc + 4;
}

// poly1305.mac: adds a product to the sum in x7 and x6.
template <bool logged>
reg_t execute_mac(processor_t* processor, insn_t instruction, reg_t pc) {
  state_t& state = *processor->get_state();
  const uint64_t one = uint32_t(state.XPR[instruction.rs1()]), other = uint32_t(state.XPR[instruction.rs2()]);
  const uint64_t sum = read_pair(state, 6, 7) + one * other;
  write<logged>(state, 6, uint32_t(sum));
  write<logged>(state, 7, uint32_t(sum >> 32));
  return pc + 4;
}

void add(std::vector<insn_desc_t>& all, const std::vector<Encoding>& words, insn_func_t fast, insn_func_t logged) {
  insn_func_t none = &::illegal_instruction;
  for (const Encoding& word : words) {
    all.push_back({word.match, word.mask, fast, none, none, none, logged, none, none, none});
  }
}

class Extension : public extension_t {
 public:
  Extension(const char* name, std::vector<insn_desc_t> instructions)
      : name_(name), instructions_(std::move(instructions)) {}
  const char* name() const override { return name_; }
  std::vector<insn_desc_t> get_instructions(const processor_t&) override { return instructions_; }
  std::vector<disasm_insn_t*> get_disasms(const processor_t*) override { return {}; }

 private:
  const char* name_;
  std::vector<insn_desc_t> instructions_;
};

extension_t* xascon() {
  std::vector<insn_desc_t> all;
  add(all, kAsconSigmaLo, execute_sigma<false>, execute_sigma<true>);
  add(all, kAsconSigmaHi, execute_sigma<false>, execute_sigma<true>);
  return new Extension("ascon", all);
}

extension_t* xasconp() {
  std::vector<insn_desc_t> all;
  add(all, kAsconRound, execute_round<false>, execute_round<true>);
  return new Extension("asconp", all);
}

extension_t* xchacha() {
  std::vector<insn_desc_t> all;
  add(all, kChachaHalf, execute_half<false>, execute_half<true>);
  add(all, kPoly1305Mac, execute_mac<false>, execute_mac<true>);
  return new Extension("chacha", all);
}

REGISTER_EXTENSION(ascon, xascon)
REGISTER_EXTENSION(asconp, xasconp)
REGISTER_EXTENSION(chacha, xchacha)

}  // namespace
