// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Instructions of 32 bits. RISC-V Unprivileged ISA, chapter "RV32/64G Instruction Set Listings"; RISC-V Bit-Manipulation
// Extensions 1.0; RISC-V Cryptography Extensions Volume I 1.0; soc/spike/encodings.h for our own.
#include "../spike/encodings.h"
#include "compressed.h"
#include "instruction.h"

namespace vmb {

namespace {

unsigned bits(uint32_t word, unsigned high, unsigned low) { return word >> low & ((2u << (high - low)) - 1); }

int64_t immediate_i(uint32_t word) { return int32_t(word) >> 20; }
int64_t immediate_s(uint32_t word) { return int64_t(int32_t(word) >> 25) * 32 + bits(word, 11, 7); }

bool is_one_of(uint32_t word, const std::vector<Encoding>& encodings) {
  for (const Encoding& e : encodings)
    if ((word & e.mask) == e.match) return true;
  return false;
}

Instruction computing(Instruction i, Fn fn, uint8_t timed = 0) {
  i.kind = Kind::kCompute;
  i.fn = fn;
  i.timed = timed;
  return i;
}

Instruction ours(Instruction i, uint32_t word) {
  if (is_one_of(word, kAsconSigmaLo) || is_one_of(word, kAsconSigmaHi)) return computing(i, Fn::kAny);
  if (is_one_of(word, kAsconRound)) i.kind = Kind::kRound;
  else if (is_one_of(word, kChachaHalf)) {
    i.kind = Kind::kHalf;
    i.value = bits(word, 27, 25);
  } else if (is_one_of(word, kPoly1305Mac)) {
    i.kind = Kind::kMac;
    i.timed = kMultiplication;
  }
  return i;
}

// Shifts and bit manipulation with an immediate.
Instruction with_amount(Instruction i, uint32_t word, unsigned xlen) {
  const unsigned funct3 = bits(word, 14, 12), amount_bits = xlen == 64 && !i.word ? 6 : 5;
  const unsigned high = bits(word, 31, 20) >> amount_bits << amount_bits;  // the function, aligned as funct12
  i.immediate = true;
  i.value = bits(word, 20 + amount_bits - 1, 20);
  const unsigned funct12 = bits(word, 31, 20);
  if (i.word && funct3 == 1 && funct12 >> 6 == 2) {  // slli.uw, whose result has all bits
    i.word = false;
    i.zero_extended = true;
    i.value = bits(word, 25, 20);
    return computing(i, Fn::kSll, kShift);
  }
  if (funct3 == 1) {
    if (high == 0x000) return computing(i, Fn::kSll, kShift);
    if (high == 0x280 || high == 0x480 || high == 0x680) return computing(i, Fn::kAny);  // bseti bclri binvi
    if (funct12 == 0x08f) return computing(i, Fn::kZip);
    if (funct12 == 0x604) return computing(i, Fn::kSextB);
    if (funct12 == 0x605) return computing(i, Fn::kSextH);
    if (high == 0x600) return computing(i, Fn::kAny);  // clz ctz cpop
    if (high == 0x100 || high == 0x300) return computing(i, Fn::kAny);  // sha256, sha512, aes64im, ks1i
    return i;
  }
  if (high == 0x000) return computing(i, Fn::kSrl, kShift);
  if (high == 0x400) return computing(i, Fn::kSra, kShift);
  if (funct12 == (xlen == 64 ? 0x6b8u : 0x698u)) return computing(i, Fn::kRev8);
  if (funct12 == 0x687) return computing(i, Fn::kBrev8);
  if (funct12 == 0x08f) return computing(i, Fn::kUnzip);
  if (high == 0x600) return computing(i, Fn::kRor, kRotation);
  if (high == 0x480 || funct12 == 0x287) return computing(i, Fn::kAny);  // bexti, orc.b
  return i;
}

Instruction immediates(Instruction i, uint32_t word, unsigned xlen) {
  static constexpr Fn kFns[8] = {Fn::kAdd, Fn::kSll, Fn::kSlt, Fn::kSltu, Fn::kXor, Fn::kSrl, Fn::kOr, Fn::kAnd};
  const unsigned funct3 = bits(word, 14, 12);
  i.rs2 = 0;
  if (funct3 == 1 || funct3 == 5) return with_amount(i, word, xlen);
  if (i.word && funct3 != 0) return i;
  i.immediate = true;
  i.value = immediate_i(word);
  return computing(i, kFns[funct3]);
}

Instruction registers(Instruction i, uint32_t word, unsigned xlen) {
  static constexpr Fn kBase[8] = {Fn::kAdd, Fn::kSll, Fn::kSlt, Fn::kSltu, Fn::kXor, Fn::kSrl, Fn::kOr, Fn::kAnd};
  const unsigned funct3 = bits(word, 14, 12), funct7 = bits(word, 31, 25);
  const uint8_t shifts = funct3 == 1 || funct3 == 5 ? uint8_t(kShift) : uint8_t(0);
  switch (funct7) {
    case 0x00: return computing(i, kBase[funct3], shifts);
    case 0x01:
      if (funct3 >= 4) return computing(i, Fn::kDivide, kDivision);
      return computing(i, funct3 == 0 ? Fn::kMul : Fn::kAny, kMultiplication);
    case 0x20: {
      static constexpr Fn kOther[8] = {Fn::kSub,  Fn::kAny, Fn::kAny, Fn::kAny,
                                       Fn::kXnor, Fn::kSra, Fn::kOrn, Fn::kAndn};
      if (funct3 == 1 || funct3 == 2 || funct3 == 3) return i;
      return computing(i, kOther[funct3], shifts);
    }
    case 0x30:
      if (funct3 == 1) return computing(i, Fn::kRol, kRotation);
      if (funct3 == 5) return computing(i, Fn::kRor, kRotation);
      return i;
    case 0x10:  // sh1add sh2add sh3add
      if (funct3 != 2 && funct3 != 4 && funct3 != 6) return i;
      i.shift = uint8_t(funct3 / 2);
      i.zero_extended = i.word;
      i.word = false;
      return computing(i, Fn::kAdd);
    case 0x04:
      if (funct3 == 0 && i.word) {  // add.uw
        i.word = false;
        i.zero_extended = true;
        return computing(i, Fn::kAdd);
      }
      if (funct3 == 4) return i.rs2 == 0 && (i.word || xlen == 32) ? computing(i, Fn::kZextH) : computing(i, Fn::kPack);
      if (funct3 == 7) return computing(i, Fn::kPackh);
      return i;
    case 0x05:
      if (funct3 == 0 || i.word) return i;
      return computing(i, Fn::kAny);  // clmul, clmulh, clmulr, min, max
    case 0x14:
    case 0x24:
    case 0x34:  // xperm4, xperm8; bset, bclr, bext, binv
      return computing(i, Fn::kAny);
    default: break;
  }
  // AES and SHA: the function of aes32* has its byte number in the upper two bits.
  const unsigned low = funct7 & 0x1f;
  if (funct3 == 0 && !i.word) {
    const bool aes32 = low == 0x11 || low == 0x13 || low == 0x15 || low == 0x17;
    const bool aes64 = funct7 == 0x19 || funct7 == 0x1b || funct7 == 0x1d || funct7 == 0x1f || funct7 == 0x3f;
    const bool sha = funct7 >= 0x28 && funct7 <= 0x2f;
    if (xlen == 32 ? aes32 || sha : aes64) return computing(i, Fn::kAny);
  }
  return i;
}

Instruction access(Instruction i, uint32_t word, unsigned xlen) {
  const bool store = i.kind == Kind::kStore || i.kind == Kind::kFloatStore;
  const unsigned funct3 = bits(word, 14, 12);
  i.size = uint8_t(1 << (funct3 & 3));
  i.zero_extended = funct3 & 4;
  i.value = store ? immediate_s(word) : immediate_i(word);
  const bool floating = i.kind == Kind::kFloatLoad || i.kind == Kind::kFloatStore;
  if (floating ? funct3 != 2 && funct3 != 3 : i.size > xlen / 8 || (store && funct3 & 4)) i.kind = Kind::kUnknown;
  return i;
}

}  // namespace

Instruction decode(uint32_t word, unsigned xlen) {
  if ((word & 3) != 3) return decode_compressed(uint16_t(word), xlen);
  Instruction i;
  i.rd = uint8_t(bits(word, 11, 7));
  i.rs1 = uint8_t(bits(word, 19, 15));
  i.rs2 = uint8_t(bits(word, 24, 20));
  const unsigned funct3 = bits(word, 14, 12);
  switch (bits(word, 6, 2)) {
    case 0x00: i.kind = Kind::kLoad; return access(i, word, xlen);
    case 0x01: i.kind = Kind::kFloatLoad; return access(i, word, xlen);
    case 0x08: i.kind = Kind::kStore; return access(i, word, xlen);
    case 0x09: i.kind = Kind::kFloatStore; return access(i, word, xlen);
    case 0x03: i.kind = Kind::kNothing; return i;  // fence, fence.i
    case 0x04: return immediates(i, word, xlen);
    case 0x0c: return registers(i, word, xlen);
    case 0x06:
    case 0x0e:
      if (xlen == 32) return i;
      i.word = true;
      return bits(word, 6, 2) == 0x06 ? immediates(i, word, xlen) : registers(i, word, xlen);
    case 0x05:
    case 0x0d:
    case 0x1b: i.kind = Kind::kConstant; return i;  // auipc, lui, jal
    case 0x0b:
      i.kind = Kind::kAtomic;
      i.size = uint8_t(1 << (funct3 & 3));
      return i;
    case 0x10:
    case 0x11:
    case 0x12:
    case 0x13:  // fused multiply and add
      i.kind = Kind::kFloat;
      i.timed = kFloating;
      i.value = bits(word, 31, 27);  // rs3
      return i;
    case 0x14: {
      const unsigned funct7 = bits(word, 31, 25);
      i.kind = (funct7 & 0x76) == 0x70 && funct3 == 0 ? Kind::kFloatMove : Kind::kFloat;
      i.immediate = funct7 & 8;  // to the file of F and D
      i.word = (funct7 & 0x78) == 0x50 || (funct7 & 0x78) == 0x60 || (funct7 & 0x78) == 0x70;  // from it
      i.zero_extended = (funct7 & 0x78) == 0x68;
      i.value = i.rs1;
      i.timed = i.kind == Kind::kFloat ? kFloating : 0;
      return i;
    }
    case 0x18:
      i.kind = funct3 == 2 || funct3 == 3 ? Kind::kUnknown : Kind::kBranch;
      i.condition = uint8_t(funct3);
      return i;
    case 0x19:
      i.kind = Kind::kJump;
      i.value = immediate_i(word);
      return i;
    case 0x1c:
      i.kind = funct3 == 0 ? Kind::kNothing : Kind::kCsr;
      i.immediate = funct3 & 4;
      return i;
    default: return xlen == 32 ? ours(i, word) : i;
  }
}

}  // namespace vmb
