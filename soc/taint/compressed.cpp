// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// RISC-V Unprivileged ISA, chapter "C" Extension, table "Instruction listing for RVC".
#include "compressed.h"

#include <initializer_list>

namespace vmb {

namespace {

// Bits of the word, most significant first, moved to positions of the immediate.
struct Field { unsigned high, low, to; };

int64_t gather(uint16_t word, std::initializer_list<Field> fields) {
  int64_t value = 0;
  for (const Field& f : fields) value |= int64_t(word >> f.low & ((2u << (f.high - f.low)) - 1)) << f.to;
  return value;
}

int64_t immediate6(uint16_t word) {
  const int64_t value = gather(word, {{12, 12, 5}, {6, 2, 0}});
  return value & 32 ? value - 64 : value;
}

uint8_t small(uint16_t word, unsigned low) { return uint8_t(8 + (word >> low & 7)); }

constexpr uint8_t kRa = 1, kSp = 2;

class Decoder {
 public:
  Decoder(uint16_t word, unsigned xlen) : word_(word), xlen_(xlen) { i_.length = 2; }

  Instruction decode() {
    switch ((word_ & 3) << 3 | word_ >> 13) {
      case 000: return word_ == 0 || gather(word_, {{12, 5, 0}}) == 0 ? i_ : add(small(word_, 2), kSp, wide_offset());
      case 001: return load(8, true, kDouble);
      case 002: return load(4, false, kWord);
      case 003: return xlen_ == 32 ? load(4, true, kWord) : load(8, false, kDouble);
      case 005: return store(8, true, kDouble);
      case 006: return store(4, false, kWord);
      case 007: return xlen_ == 32 ? store(4, true, kWord) : store(8, false, kDouble);
      case 010: return add(full(), full(), immediate6(word_));
      case 011:
        if (xlen_ == 32) return constant(kRa);  // c.jal
        i_.word = true;
        return add(full(), full(), immediate6(word_));
      case 012: return constant(full());
      case 013: return full() == kSp ? add(kSp, kSp, 0) : constant(full());  // c.addi16sp: sp depends only on itself
      case 014: return arithmetic();
      case 015: return constant(0);
      case 016: return branch(kEqual);
      case 017: return branch(kNotEqual);
      case 020: return shift(full(), Fn::kSll);
      case 021: return load_from_stack(8, true, kStackDouble);
      case 022: return load_from_stack(4, false, kStackWord);
      case 023: return xlen_ == 32 ? load_from_stack(4, true, kStackWord) : load_from_stack(8, false, kStackDouble);
      case 024: return moves();
      case 025: return store_to_stack(8, true, kToStackDouble);
      case 026: return store_to_stack(4, false, kToStackWord);
      case 027: return xlen_ == 32 ? store_to_stack(4, true, kToStackWord) : store_to_stack(8, false, kToStackDouble);
      default: return i_;
    }
  }

 private:
  enum Offset { kWord, kDouble, kStackWord, kStackDouble, kToStackWord, kToStackDouble };

  int64_t offset(Offset which) const {
    switch (which) {
      case kWord: return gather(word_, {{12, 10, 3}, {6, 6, 2}, {5, 5, 6}});
      case kDouble: return gather(word_, {{12, 10, 3}, {6, 5, 6}});
      case kStackWord: return gather(word_, {{12, 12, 5}, {6, 4, 2}, {3, 2, 6}});
      case kStackDouble: return gather(word_, {{12, 12, 5}, {6, 5, 3}, {4, 2, 6}});
      case kToStackWord: return gather(word_, {{12, 9, 2}, {8, 7, 6}});
      default: return gather(word_, {{12, 10, 3}, {9, 7, 6}});
    }
  }
  int64_t wide_offset() const { return gather(word_, {{12, 11, 4}, {10, 7, 6}, {6, 6, 2}, {5, 5, 3}}); }
  uint8_t full() const { return uint8_t(word_ >> 7 & 31); }
  uint8_t second() const { return uint8_t(word_ >> 2 & 31); }

  Instruction compute(Fn fn, uint8_t rd, uint8_t rs1) {
    i_.kind = Kind::kCompute;
    i_.fn = fn;
    i_.rd = rd;
    i_.rs1 = rs1;
    return i_;
  }
  Instruction with_immediate(Fn fn, uint8_t rd, uint8_t rs1, int64_t value) {
    i_.immediate = true;
    i_.value = value;
    return compute(fn, rd, rs1);
  }
  Instruction add(uint8_t rd, uint8_t rs1, int64_t value) { return with_immediate(Fn::kAdd, rd, rs1, value); }
  Instruction shift(uint8_t rd, Fn fn) {
    i_.timed = kShift;
    return with_immediate(fn, rd, rd, gather(word_, {{12, 12, 5}, {6, 2, 0}}));
  }
  Instruction constant(uint8_t rd) {
    i_.kind = Kind::kConstant;
    i_.rd = rd;
    return i_;
  }
  Instruction access(Kind kind, uint8_t base, uint8_t size, int64_t value) {
    i_.kind = kind;
    i_.rs1 = base;
    i_.size = size;
    i_.value = value;
    return i_;
  }
  Instruction load(uint8_t size, bool floating, Offset where) {
    i_.rd = small(word_, 2);
    return access(floating ? Kind::kFloatLoad : Kind::kLoad, small(word_, 7), size, offset(where));
  }
  Instruction store(uint8_t size, bool floating, Offset where) {
    i_.rs2 = small(word_, 2);
    return access(floating ? Kind::kFloatStore : Kind::kStore, small(word_, 7), size, offset(where));
  }
  Instruction load_from_stack(uint8_t size, bool floating, Offset where) {
    i_.rd = full();
    return access(floating ? Kind::kFloatLoad : Kind::kLoad, kSp, size, offset(where));
  }
  Instruction store_to_stack(uint8_t size, bool floating, Offset where) {
    i_.rs2 = second();
    return access(floating ? Kind::kFloatStore : Kind::kStore, kSp, size, offset(where));
  }
  Instruction branch(Condition condition) {
    i_.kind = Kind::kBranch;
    i_.condition = condition;
    i_.rs1 = small(word_, 7);
    return i_;
  }
  Instruction arithmetic() {
    const uint8_t rd = small(word_, 7);
    switch (word_ >> 10 & 3) {
      case 0: return shift(rd, Fn::kSrl);
      case 1: return shift(rd, Fn::kSra);
      case 2: return with_immediate(Fn::kAnd, rd, rd, immediate6(word_));
      default: break;
    }
    static constexpr Fn kFns[4] = {Fn::kSub, Fn::kXor, Fn::kOr, Fn::kAnd};
    const unsigned which = word_ >> 5 & 3;
    i_.rs2 = small(word_, 2);
    i_.word = word_ >> 12 & 1;  // c.subw, c.addw
    if (i_.word && (xlen_ == 32 || which > 1)) return i_;
    return compute(i_.word && which == 1 ? Fn::kAdd : kFns[which], rd, rd);
  }
  Instruction moves() {
    const bool link = word_ >> 12 & 1;
    if (second() != 0) {  // c.add, c.mv
      i_.rs2 = second();
      return compute(Fn::kAdd, full(), link ? full() : uint8_t(0));
    }
    if (full() == 0) {
      i_.kind = link ? Kind::kNothing : Kind::kUnknown;  // c.ebreak
      return i_;
    }
    i_.kind = Kind::kJump;
    i_.rs1 = full();
    i_.rd = link ? kRa : uint8_t(0);
    return i_;
  }

  const uint16_t word_;
  const unsigned xlen_;
  Instruction i_;
};

}  // namespace

Instruction decode_compressed(uint16_t word, unsigned xlen) { return Decoder(word, xlen).decode(); }

}  // namespace vmb
