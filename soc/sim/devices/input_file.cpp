// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "devices/input_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace vmb {

std::vector<uint8_t> read_input(const std::string& option, const std::string& path) {
  const auto unreadable = [&] {
    return InputError(option + ": cannot read " + path + ": " + std::strerror(errno) + "; name a file that is there");
  };
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw unreadable();
  std::vector<uint8_t> bytes;
  uint8_t part[65536];
  while (const size_t count = std::fread(part, 1, sizeof part, file.get()))
    bytes.insert(bytes.end(), part, part + count);
  if (std::ferror(file.get())) throw unreadable();  // also for a folder
  return bytes;
}

}  // namespace vmb
