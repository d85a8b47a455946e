// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A cipher unit without a system (rtl/engine/vmb_unit_pkg.sv defines its pieces): a message in
// whole blocks, each offered as soon as the last one was accepted; results are accepted
// immediately.
//
//   block seal|open ALGORITHM KEY NONCE    the algorithm is a number, key and nonce are hexadecimal
//
// Standard input: a line of associated data and a line of data, in hexadecimal.
//
// Prints {"out": "...", "tag": "...", "cycles": N}: cycles from the one that accepts the start to
// the first that shows the tag. With VMB_FIXED_ALGORITHM the unit has one algorithm and accepts the
// lengths with the start.
#include "bench.h"

namespace {

enum Kind : unsigned { kAd, kAdEnd, kData, kDataEnd };
constexpr size_t kTag = 16;

class Message : public vmb::Block {
 public:
  void start(bool open, unsigned algorithm, const vmb::Bytes& key, const vmb::Bytes& nonce, size_t ad, size_t data) {
    dut.decrypt_i = open;
    dut.ad_len_i = uint32_t(ad);
#ifdef VMB_FIXED_ALGORITHM
    dut.data_len_i = uint32_t(data);
    (void)algorithm;
#else
    dut.algorithm_i = algorithm;
    (void)data;
#endif
    vmb::write(dut.key_i, key);
    vmb::write(dut.nonce_i, nonce);
    dut.out_ready_i = 1;
    dut.start_valid_i = 1;
    wait(dut.start_ready_o);
    start_ = cycles;
    cycle();
    dut.start_valid_i = 0;
    settle();
  }

  void pieces(Kind kind, const vmb::Bytes& data) {
    const size_t rate = dut.rate_o;
    for (size_t at = 0; at < data.size(); at += rate) {
      const vmb::Bytes block = vmb::part(data, at, rate);
      piece(kind, (1u << block.size()) - 1, block);
    }
    piece(Kind(kind + 1), 1u << data.size() % rate, {});
  }

  std::string end() {
    wait(dut.tag_valid_o);
    return "{\"out\": \"" + vmb::digits(out_) + "\", \"tag\": \"" + vmb::digits(vmb::read(dut.tag_o, kTag)) +
           "\", \"cycles\": " + std::to_string(cycles - start_) + "}";
  }

 private:
  void piece(Kind kind, unsigned lanes, const vmb::Bytes& data) {
    dut.kind_i = kind;
    dut.lanes_i = lanes;
    vmb::write(dut.data_i, data);
    dut.valid_i = 1;
    wait(dut.ready_o);
    if (dut.out_valid_o) {
      const vmb::Bytes result = vmb::read(dut.out_o, data.size());
      out_.insert(out_.end(), result.begin(), result.end());
    }
    cycle();
    dut.valid_i = 0;
    settle();
  }

  uint64_t start_ = 0;
  vmb::Bytes out_;
};

}  // namespace

int main(int argc, char** argv) {
  return vmb::report([&] {
    if (argc != 5) throw std::runtime_error("four arguments: seal or open, an algorithm, key, nonce");
    const vmb::Bytes ad = vmb::input(), data = vmb::input();
    Message message;
    message.start(argv[1] == std::string("open"), unsigned(std::stoul(argv[2])), vmb::bytes(argv[3]),
                  vmb::bytes(argv[4]), ad.size(), data.size());
    message.pieces(kAd, ad);
    message.pieces(kData, data);
    return message.end();
  });
}
