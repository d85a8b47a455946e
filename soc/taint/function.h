// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Computes which bits of a result depend on secrets, for the functions of instructions.
//
// An operand is a value and a mask of its secret bits. A result is computed from the public bits
// only: every bit of the result outside the returned mask is the same for all values of the secret
// bits. Sums and comparisons use the least and the greatest value of an operand, as Valgrind's
// Memcheck does (Seward and Nethercote, USENIX 2005, section 2.5).
// 2005, section 2.5).
#pragma once

#include <cstdint>

#include "instruction.h"

namespace vmb {

struct Operand { uint64_t value, secret; };

// The secret bits of fn(a, b) for numbers of `width` bits.
uint64_t secret_bits(Fn fn, unsigned width, Operand a, Operand b);

// Whether the outcome of a comparison depends on secret bits.
bool is_secret(Condition condition, unsigned width, Operand a, Operand b);

}  // namespace vmb
