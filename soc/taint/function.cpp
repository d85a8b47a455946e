// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "function.h"

namespace vmb {

namespace {

struct Bounds { uint64_t least, most; };

Bounds bounds(Operand x) { return {x.value & ~x.secret, x.value | x.secret}; }

uint64_t ones(unsigned width) { return width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1; }

// All bits from the lowest secret bit up.
uint64_t upward(uint64_t secret) { return secret ? ~((secret & (~secret + 1)) - 1) : 0; }

uint64_t of_sum(Operand a, Operand b) {
  const Bounds x = bounds(a), y = bounds(b);
  return a.secret | b.secret | ((x.least + y.least) ^ (x.most + y.most));
}

uint64_t of_difference(Operand a, Operand b) {
  const Bounds x = bounds(a), y = bounds(b);
  return a.secret | b.secret | ((x.least - y.most) ^ (x.most - y.least));
}

bool less_is_secret(unsigned width, Operand a, Operand b, bool is_signed) {
  const uint64_t sign = is_signed ? uint64_t(1) << (width - 1) : 0;
  const Bounds x = bounds({a.value ^ sign, a.secret}), y = bounds({b.value ^ sign, b.secret});
  return !(x.most < y.least) && !(x.least >= y.most);
}

uint64_t shifted(Fn fn, unsigned width, uint64_t mask, unsigned n) {
  const uint64_t sign = mask >> (width - 1) & 1 ? ~(ones(width) >> n) : 0;
  const uint64_t wrapped = n ? mask >> n | mask << (width - n) : mask;
  switch (fn) {
    case Fn::kSll: return mask << n;
    case Fn::kSrl: return mask >> n;
    case Fn::kSra: return mask >> n | sign;
    case Fn::kRor: return wrapped;
    default: return n ? mask << n | mask >> (width - n) : mask;  // to the left
  }
}

uint64_t of_shift(Fn fn, unsigned width, Operand a, Operand b) {
  if (b.secret & (width - 1)) return a.value | a.secret ? ones(width) : 0;
  return shifted(fn, width, a.secret, unsigned(b.value & (width - 1)));
}

uint64_t bytes_reversed(unsigned width, uint64_t mask) {
  uint64_t found = 0;
  for (unsigned i = 0; i < width; i += 8) found |= (mask >> i & 0xff) << (width - 8 - i);
  return found;
}

uint64_t bits_reversed(unsigned width, uint64_t mask) {
  uint64_t found = 0;
  for (unsigned i = 0; i < width; i++) found |= (mask >> i & 1) << (i ^ 7);
  return found;
}

uint64_t interleaved(uint64_t mask, bool back) {
  uint64_t found = 0;
  for (unsigned i = 0; i < 16; i++) {
    const unsigned from[2] = {back ? 2 * i : i, back ? 2 * i + 1 : i + 16};
    const unsigned to[2] = {back ? i : 2 * i, back ? i + 16 : 2 * i + 1};
    for (unsigned k = 0; k < 2; k++) found |= (mask >> from[k] & 1) << to[k];
  }
  return found;
}

uint64_t extended(uint64_t mask, unsigned bits) {
  const uint64_t low = mask & ones(bits);
  return low >> (bits - 1) & 1 ? low | ~ones(bits) : low;
}

bool is_public_zero(Operand x) { return x.value == 0 && x.secret == 0; }

}  // namespace

bool is_secret(Condition condition, unsigned width, Operand a, Operand b) {
  const uint64_t all = ones(width);
  const Operand x = {a.value & all, a.secret & all}, y = {b.value & all, b.secret & all};
  if (!(x.secret | y.secret)) return false;
  switch (condition) {
    case kEqual:
    case kNotEqual: return ((x.value ^ y.value) & ~(x.secret | y.secret)) == 0;
    case kLess:
    case kNotLess: return less_is_secret(width, x, y, true);
    default: return less_is_secret(width, x, y, false);
  }
}

uint64_t secret_bits(Fn fn, unsigned width, Operand a, Operand b) {
  const uint64_t all = ones(width);
  a = {a.value & all, a.secret & all};
  b = {b.value & all, b.secret & all};
  if (!(a.secret | b.secret)) return 0;
  const uint64_t both = a.secret & b.secret, half = ones(width / 2);
  uint64_t found = all;
  switch (fn) {
    case Fn::kAdd: found = of_sum(a, b); break;
    case Fn::kSub: found = of_difference(a, b); break;
    case Fn::kAnd: found = both | (a.secret & b.value) | (b.secret & a.value); break;
    case Fn::kOr: found = both | (a.secret & ~b.value) | (b.secret & ~a.value); break;
    case Fn::kAndn: found = both | (a.secret & ~b.value) | (b.secret & a.value); break;
    case Fn::kOrn: found = both | (a.secret & b.value) | (b.secret & ~a.value); break;
    case Fn::kXor:
    case Fn::kXnor: found = a.secret | b.secret; break;
    case Fn::kSll:
    case Fn::kSrl:
    case Fn::kSra:
    case Fn::kRol:
    case Fn::kRor: found = of_shift(fn, width, a, b); break;
    case Fn::kSlt: found = less_is_secret(width, a, b, true); break;
    case Fn::kSltu: found = less_is_secret(width, a, b, false); break;
    case Fn::kMul: found = is_public_zero(a) || is_public_zero(b) ? 0 : upward(a.secret | b.secret); break;
    case Fn::kPack: found = (a.secret & half) | (b.secret & half) << width / 2; break;
    case Fn::kPackh: found = (a.secret & 0xff) | (b.secret & 0xff) << 8; break;
    case Fn::kRev8: found = bytes_reversed(width, a.secret); break;
    case Fn::kBrev8: found = bits_reversed(width, a.secret); break;
    case Fn::kZip: found = interleaved(a.secret, false); break;
    case Fn::kUnzip: found = interleaved(a.secret, true); break;
    case Fn::kSextB: found = extended(a.secret, 8); break;
    case Fn::kSextH: found = extended(a.secret, 16); break;
    case Fn::kZextH: found = a.secret & 0xffff; break;
    case Fn::kDivide:
    case Fn::kAny: break;
  }
  return found & all;
}

}  // namespace vmb
