// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The registers and memory that an instruction reads and writes, and its function: RV32 and RV64
// with M, A, F, D, C, Zicsr, Zba, Zbb, Zbs, Zbkb, Zbkc, Zbkx, Zkned, and Xascon, Xasconp and
// Xchacha (docs/reference/ise.md).
#pragma once

#include <cstdint>

namespace vmb {

enum class Kind {
  kNothing,   // writes no register: fences, traps, trap returns, wfi
  kConstant,  // rd is constant: lui, auipc, a link
  kCompute,   // rd = fn(rs1, rs2 or the immediate)
  kLoad,
  kStore,
  kBranch,
  kJump,    // to the address in a register; rd gets the link
  kCsr,     // rd gets a CSR, which gets rs1
  kAtomic,  // rd gets memory, which gets a function of both
  kFloatLoad,
  kFloatStore,
  kFloatMove,  // between the files of registers
  kFloat,      // any other instruction of F and D
  kRound,      // ascon.round
  kHalf,       // chacha.half
  kMac,        // poly1305.mac
  kUnknown
};

enum class Fn {
  kAdd,
  kSub,
  kAnd,
  kOr,
  kXor,
  kAndn,
  kOrn,
  kXnor,
  kSll,
  kSrl,
  kSra,
  kRol,
  kRor,
  kSlt,
  kSltu,
  kMul,
  kDivide,
  kPack,
  kPackh,
  kRev8,
  kBrev8,
  kZip,
  kUnzip,
  kSextB,
  kSextH,
  kZextH,
  kAny
};  // kAny: every bit of the result depends on every bit of the operands

// Branches by funct3.
enum Condition : uint8_t {
  kEqual = 0,
  kNotEqual = 1,
  kLess = 4,
  kNotLess = 5,
  kLessUnsigned = 6,
  kNotLessUnsigned = 7
};

// Instructions whose timing depends on operands on some cores; each is a bit.
enum Timed : uint8_t { kDivision = 1, kMultiplication = 2, kShift = 4, kRotation = 8, kFloating = 16 };

struct Instruction {
  Kind kind = Kind::kUnknown;
  Fn fn = Fn::kAny;
  uint8_t rd = 0, rs1 = 0, rs2 = 0;
  bool immediate = false;  // the second operand is `value`
  bool word = false;       // RV64: 32 bits, whose sign is extended
  bool zero_extended = false;  // RV64: zero-extended load or operand
  uint8_t shift = 0;           // of the first operand: sh1add and the like
  uint8_t size = 0;            // bytes of an access
  uint8_t length = 4;          // bytes of the instruction
  uint8_t condition = 0;       // of a branch
  uint8_t timed = 0;
  int64_t value = 0;
};

// The instruction that begins with `word`, with registers of xlen bits.
Instruction decode(uint32_t word, unsigned xlen);

}  // namespace vmb
