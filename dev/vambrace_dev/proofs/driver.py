# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates the C++ driver that gives random inputs to Verilator's model of a proof, run after run, each from a reset,
and writes a waveform of each with one time unit per cycle.
"""

from __future__ import annotations

import re

from vambrace.base.errors import VambraceError
from vambrace.config import instructions

_INPUT = re.compile(r"VL_IN(8|16|64|W|)\(&(\w+),(\d+),(\d+)(?:,\d+)?\);")

_TEXT = """\
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include "Vproof.h"
#include "verilated.h"
#include "verilated_vcd_c.h"

namespace {
std::mt19937_64 random_word;

// An input keeps its value in some cycles, has few or many ones, or few bits that change.
template <typename T> T next(T old, T mask) {
  switch (random_word() % 8) {
  case 0: case 1: return old;
  case 2: return static_cast<T>(random_word() & random_word() & random_word()) & mask;
  case 3: return static_cast<T>(random_word() | random_word()) & mask;
  case 4: return static_cast<T>(old ^ (T{1} << random_word() % (8 * sizeof(T)))) & mask;
  default: return static_cast<T>(random_word()) & mask;
  }
}

// A word may be an instruction of a function unit.
struct Encoding { uint32_t mask, match; };
const Encoding encodings[] = {ENCODINGS};
uint32_t next_word(uint32_t old) {
  const Encoding& one = encodings[random_word() % (sizeof encodings / sizeof encodings[0])];
  if (random_word() % 4 == 0) return (static_cast<uint32_t>(random_word()) & ~one.mask) | one.match;
  return next<uint32_t>(old, 0xffffffffu);
}

// Each run has its own share of ones for single bits.
int share;
uint8_t flag() { return static_cast<int>(random_word() % 8) < share; }
}  // namespace

int main(int argc, char** argv) {
  const int runs = std::atoi(argv[1]), cycles = std::atoi(argv[2]);
  for (int run = 0; run < runs; ++run) {
    random_word.seed(1000 + run);
    share = 1 + run % 7;
    VerilatedContext context;
    context.traceEverOn(true);
    context.randReset(2);
    context.randSeed(1 + run);
    Vproof top{&context};
    VerilatedVcdC waves;
    top.trace(&waves, 99);
    waves.open(("run" + std::to_string(run) + ".vcd").c_str());
    RESET(1)
    top.eval();
    for (int cycle = 0; cycle < cycles; ++cycle) {
      INPUTS
      RESET(cycle != 0 && random_word() % 100 != 0)
      CLOCK(0)
      top.eval();
      waves.dump(cycle);
      CLOCK(1)
      top.eval();
    }
    waves.close();
  }
}
"""


def text(header: str) -> str:
    """Return the C++ for a model with this header."""
    inputs = _INPUT.findall(header)
    if not inputs:
        raise VambraceError("Verilator's model has no inputs")
    lines = []
    clock = reset = ""
    for kind, name, high, low in inputs:
        width = int(high) - int(low) + 1
        if name == "clk_i":
            clock = f"top.{name} = \\1;"
        elif name == "rst_ni":
            reset = f"top.{name} = \\1;"
        elif kind == "W":
            words = (width + 31) // 32
            last = (1 << (width - 32 * (words - 1))) - 1
            mask = f"i == {words - 1} ? {last}u : 0xffffffffu"
            word = f"top.{name}[i]"
            lines.append(f"for (int i = 0; i < {words}; ++i) {word} = next<uint32_t>({word}, {mask});")
        elif width == 1:
            lines.append(f"top.{name} = flag();")
        elif width == 32:
            lines.append(f"top.{name} = next_word(top.{name});")
        else:
            bits = {"8": 8, "16": 16, "": 32, "64": 64}[kind]
            lines.append(
                f"top.{name} = next<uint{bits}_t>(top.{name}, {(1 << width) - 1}u{'ll' if bits == 64 else ''});"
            )
    units = instructions.units().values()
    known = [i for unit in units for i in unit.instructions.values() if 32 in i.encodings]
    every = [variant for instruction in known for variant in instruction.variants()]
    encodings = ", ".join(f"{{{mask}u, {match}u}}" for _, mask, match in every)
    text = _TEXT.replace("INPUTS", "\n      ".join(lines)).replace("ENCODINGS", encodings)
    text = re.sub(r"CLOCK\((.*)\)$", clock, text, flags=re.MULTILINE)
    return re.sub(r"RESET\((.*)\)$", reset, text, flags=re.MULTILINE)
