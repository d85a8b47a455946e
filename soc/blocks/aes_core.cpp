// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The AES core without a system: blocks one after the other, each offered as soon as the last one
// was accepted.
//
// block encrypt|decrypt KEY    in hexadecimal, like the blocks, one per line of standard input
//
// Prints {"out": "...", "cycles": N, "key_cycles": N}: cycles from the one that accepts the first
// block to the first that shows the last result, and from the one that accepts the key to the first
// that can accept a block.
#include "bench.h"

namespace {

constexpr size_t kBlock = 16;

std::string run(bool decrypt, const vmb::Bytes& key, const vmb::Bytes& data) {
  vmb::Block block;
  Vblock& dut = block.dut;
  dut.decrypt_i = decrypt;
  dut.key_len_i = unsigned(key.size() / 8 - 2);
  vmb::write(dut.key_i, key);
  dut.key_valid_i = 1;
  block.wait(dut.key_ready_o);
  const uint64_t loaded = block.cycles;
  block.cycle();
  dut.key_valid_i = 0;
  block.wait(dut.ready_o);
  const uint64_t ready = block.cycles;

  vmb::Bytes out;
  uint64_t shown = ready;
  for (size_t taken = 0; out.size() < data.size();) {
    dut.valid_i = taken < data.size();
    vmb::write(dut.block_i, vmb::part(data, taken, kBlock));
    block.settle();
    if (out.size() < taken && dut.valid_o) {
      const vmb::Bytes result = vmb::read(dut.block_o, kBlock);
      out.insert(out.end(), result.begin(), result.end());
      shown = block.cycles;
    }
    if (dut.valid_i && dut.ready_o) taken += kBlock;
    block.cycle();
  }
  return "{\"out\": \"" + vmb::digits(out) + "\", \"cycles\": " + std::to_string(shown - ready) +
         ", \"key_cycles\": " + std::to_string(ready - loaded) + "}";
}

}  // namespace

int main(int argc, char** argv) {
  return vmb::report([&] {
    if (argc != 3) throw std::runtime_error("two arguments: encrypt or decrypt, a key");
    return run(argv[1] == std::string("decrypt"), vmb::bytes(argv[2]), vmb::input());
  });
}
