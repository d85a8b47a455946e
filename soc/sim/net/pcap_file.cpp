// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "net/pcap_file.h"

#include <cstring>
#include <stdexcept>

#include "devices/input_file.h"

namespace vmb {

namespace {

constexpr uint32_t kMicroseconds = 0xa1b2c3d4, kNanoseconds = 0xa1b23c4d, kNextGeneration = 0x0a0d0d0a;
constexpr size_t kFileHeader = 24, kFrameHeader = 16;
constexpr uint32_t kWithCheckSequence = 195;  // IEEE 802.15.4 with its last two bytes

class Words {
 public:
  explicit Words(const Bytes& bytes) : bytes_(bytes) {}
  uint32_t at(size_t offset) const {
    uint32_t word;
    std::memcpy(&word, &bytes_[offset], sizeof word);
    return swapped ? __builtin_bswap32(word) : word;
  }
  bool swapped = false;

 private:
  const Bytes& bytes_;
};

}  // namespace

std::vector<Captured> read_pcap(const std::string& path, const Link& link) {
  const auto unusable = [&](const std::string& why) { return InputError("--net: " + path + " " + why); };
  const Bytes bytes = read_input("--net", path);
  Words words(bytes);
  const bool headed = bytes.size() >= kFileHeader;
  if (bytes.size() >= 4 && words.at(0) == kNextGeneration)
    throw unusable("is a pcapng file; convert it: editcap -F pcap " + path + " FILE");
  if (headed)
    words.swapped = words.at(0) == __builtin_bswap32(kMicroseconds) || words.at(0) == __builtin_bswap32(kNanoseconds);
  if (!headed || (words.at(0) != kMicroseconds && words.at(0) != kNanoseconds))
    throw unusable("is no pcap file; capture one: tcpdump -w FILE");
  const uint64_t unit = words.at(0) == kMicroseconds ? 1000 : 1;
  const uint32_t type = words.at(20) & 0xffff;
  const size_t check = type == kWithCheckSequence ? 2 : 0;
  if (type != link.type && !(link.type == 230 && check))
    throw unusable("has frames of link type " + std::to_string(type) + ", the packet interface those of " +
                   std::to_string(link.type) + "; use --link or another file");
  std::vector<Captured> found;
  for (size_t at = kFileHeader; at < bytes.size();) {
    const std::string name = "frame " + std::to_string(found.size() + 1);
    if (bytes.size() - at < kFrameHeader) throw unusable("ends within the header of " + name + "; capture it again");
    const uint64_t time = words.at(at) * uint64_t(1000000000) + words.at(at + 4) * unit;
    const size_t kept = words.at(at + 8), length = words.at(at + 12);
    at += kFrameHeader;
    if (bytes.size() - at < kept) throw unusable("ends within " + name + "; capture it again");
    if (kept != length)
      throw unusable("has only " + std::to_string(kept) + " of " + std::to_string(length) + " bytes of " + name +
                     "; capture whole frames: tcpdump -s 0");
    if (kept <= check || kept - check > link.largest)
      throw unusable("has " + std::to_string(kept - check) + " bytes in " + name +
                     ", the packet interface takes 1 to " + std::to_string(link.largest));
    const auto first = bytes.begin() + long(at);
    found.push_back({time, Bytes(first, first + long(kept - check))});
    at += kept;
  }
  return found;
}

PcapWriter::PcapWriter(const std::string& path, const Link& link) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (!file_) throw std::runtime_error("cannot write " + path);
  put(kNanoseconds);
  put(4 << 16 | 2);  // version 2.4
  put(0);
  put(0);
  put(uint32_t(link.largest));
  put(link.type);
}

PcapWriter::~PcapWriter() {
  if (file_) std::fclose(file_);
}

void PcapWriter::write(const Captured& captured) {
  put(uint32_t(captured.nanoseconds / 1000000000));
  put(uint32_t(captured.nanoseconds % 1000000000));
  put(uint32_t(captured.frame.size()));
  put(uint32_t(captured.frame.size()));
  std::fwrite(captured.frame.data(), 1, captured.frame.size(), file_);
}

void PcapWriter::close() {
  const bool written = !std::ferror(file_);
  if (std::fclose(file_) != 0 || !written) {
    file_ = nullptr;
    throw std::runtime_error("cannot write " + path_);
  }
  file_ = nullptr;
}

void PcapWriter::put(uint32_t word) { std::fwrite(&word, sizeof word, 1, file_); }

}  // namespace vmb
