// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.

#pragma once

#include <cstdint>
#include <vector>

// An instruction is this one if (word & mask) == match.
struct Encoding {
  uint32_t match, mask;
};

// ascon.sigma.lo: 00 index rs2 rs1 111 rd 0101011
const std::vector<Encoding> kAsconSigmaLo = {
    {0x0000702b, 0xfe00707f},
    {0x0200702b, 0xfe00707f},
    {0x0400702b, 0xfe00707f},
    {0x0600702b, 0xfe00707f},
    {0x0800702b, 0xfe00707f},
};

// ascon.sigma.hi: 01 index rs2 rs1 111 rd 0101011
const std::vector<Encoding> kAsconSigmaHi = {
    {0x4000702b, 0xfe00707f},
    {0x4200702b, 0xfe00707f},
    {0x4400702b, 0xfe00707f},
    {0x4600702b, 0xfe00707f},
    {0x4800702b, 0xfe00707f},
};

// ascon.round: 0000 constant 00000 101 00000 0101011
const std::vector<Encoding> kAsconRound = {
    {0x0000502b, 0xf00fffff},
};

// chacha.half: 0001 index 111 rs2' 110 rs1' 101 100 rd' 0101011
const std::vector<Encoding> kChachaHalf = {
    {0x11cc582b, 0xf1ce7e7f},
};

// poly1305.mac: 0010000 rs2 rs1 101 00111 0101011
const std::vector<Encoding> kPoly1305Mac = {
    {0x200053ab, 0xfe007fff},
};
