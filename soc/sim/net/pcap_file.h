// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Files of captured frames in the classic pcap format.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "net/link.h"

namespace vmb {

struct Captured {
  uint64_t nanoseconds;
  Bytes frame;
};

// All frames of a file, in either byte order, with micro- or nanoseconds. Throws InputError, which
// names --net, if they do not fit the link.
std::vector<Captured> read_pcap(const std::string& path, const Link& link);

// Writes a file with nanoseconds.
class PcapWriter {
 public:
  // Throws std::runtime_error if the file cannot be written.
  PcapWriter(const std::string& path, const Link& link);
  ~PcapWriter();
  PcapWriter(const PcapWriter&) = delete;
  PcapWriter& operator=(const PcapWriter&) = delete;

  void write(const Captured& captured);

  // Throws std::runtime_error if the file is incomplete.
  void close();

 private:
  void put(uint32_t word);

  const std::string path_;
  std::FILE* file_;
};

}  // namespace vmb
