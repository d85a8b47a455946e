// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Instructions of 16 bits: the C extension, without Zcb.
#pragma once

#include "instruction.h"

namespace vmb {

Instruction decode_compressed(uint16_t word, unsigned xlen);

}  // namespace vmb
