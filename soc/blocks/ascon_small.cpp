// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The small Ascon unit without a system (rtl/ascon/README.md has its protocol): a message in words,
// each offered as soon as the last one was accepted; results are accepted immediately. This test
// bench does the padding and holds the key.
//
//   block seal|open ALGORITHM KEY NONCE    the algorithm is 0, key and nonce in hexadecimal
//
// Standard input: a line of associated data, a line of data and, to open, a line with the tag, all
// in hexadecimal.
//
// Prints {"out": "...", "tag": "...", "cycles": N}: cycles from the one that accepts the start to
// the first with done_o. When opening, the tag is the given one if it is right, and empty
// otherwise.
#include "bench.h"

namespace {

enum Kind : unsigned { kAd = 0, kData = 2, kLast = 3 };
constexpr size_t kWord = 4, kBlock = 16, kAll = 15;

uint32_t word(const vmb::Bytes& data, size_t at) {
  uint32_t found = 0;
  for (size_t i = 0; i < kWord; i++) found |= uint32_t(data[at + i]) << 8 * i;
  return found;
}

vmb::Bytes padded(vmb::Bytes data) {
  data.push_back(1);
  data.resize((data.size() + kBlock - 1) / kBlock * kBlock);
  return data;
}

class Message : public vmb::Block {
 public:
  explicit Message(const vmb::Bytes& key) : key_(key) {}

  std::string run(bool open, const vmb::Bytes& nonce, const vmb::Bytes& ad, const vmb::Bytes& data,
                  const vmb::Bytes& tag) {
    dut.decrypt_i = open;
    dut.out_ready_i = 1;
    dut.start_valid_i = 1;
    wait(dut.start_ready_o);
    const uint64_t start = cycles;
    step();
    dut.start_valid_i = 0;

    words(kAd, nonce);
    if (!ad.empty()) words(kAd, padded(ad));
    const vmb::Bytes blocks = padded(data);
    for (size_t at = 0; at < blocks.size(); at += kWord) {
      const size_t left = data.size() - std::min(at, data.size());
      offer(at / kBlock == data.size() / kBlock ? kLast : kData, word(blocks, at), (1u << std::min(left, kWord)) - 1);
    }
    const size_t shown = out_.size();
    if (open) words(kAd, tag);
    settle();
    while (!dut.done_o) step();
    vmb::Bytes found(out_.begin() + ptrdiff_t(shown), out_.end());
    if (open && dut.ok_o) found = tag;
    out_.resize(data.size());
    return "{\"out\": \"" + vmb::digits(out_) + "\", \"tag\": \"" + vmb::digits(found) +
           "\", \"cycles\": " + std::to_string(cycles - start) + "}";
  }

 private:
  // A cycle with the key word that the unit requests; accepts a result.
  void step() {
    settle();
    dut.key_i = word(key_, kWord * dut.key_index_o);
    settle();
    if (dut.out_valid_o) {
      for (size_t i = 0; i < (dut.valid_i ? bytes_ : kWord); i++) out_.push_back(uint8_t(dut.out_o >> 8 * i));
    }
    cycle();
    settle();
  }

  void offer(Kind kind, uint32_t data, unsigned lanes) {
    dut.kind_i = kind;
    dut.data_i = data;
    dut.lanes_i = lanes;
    bytes_ = size_t(__builtin_popcount(lanes));
    dut.valid_i = 1;
    settle();
    while (!dut.ready_o) step();
    step();
    dut.valid_i = 0;
  }

  void words(Kind kind, const vmb::Bytes& data) {
    for (size_t at = 0; at < data.size(); at += kWord) offer(kind, word(data, at), kAll);
  }

  vmb::Bytes key_, out_;
  size_t bytes_ = 0;  // of the offered word
};

}  // namespace

int main(int argc, char** argv) {
  return vmb::report([&] {
    if (argc != 5) throw std::runtime_error("four arguments: seal or open, an algorithm, key, nonce");
    const vmb::Bytes ad = vmb::input(), data = vmb::input(), tag = vmb::input();
    Message message(vmb::bytes(argv[3]));
    return message.run(argv[1] == std::string("open"), vmb::bytes(argv[4]), ad, data, tag);
  });
}
