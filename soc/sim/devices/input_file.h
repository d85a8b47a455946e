// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the input files of devices.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace vmb {

// An option names an unusable file or peer: one line that describes the remedy.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The bytes of a file. Throws InputError, which names the option.
std::vector<uint8_t> read_input(const std::string& option, const std::string& path);

}  // namespace vmb
