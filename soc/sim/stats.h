// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The result of a run as JSON.
#pragma once

#include <string>
#include <vector>

#include "devices.h"
#include "window.h"

namespace vmb {

// The access that ended a run with --strict-alignment.
struct Misaligned {
  uint32_t address = 0;
  uint32_t bytes = 0;
};

// The data that the core provides; the rest is null in the result.
struct Known {
  bool fetches = true;  // bytes_fetched
  unsigned waits = 0;   // bit i: the wait i of kWaitKinds
};

// Writes {"end", "exit_code", "pc", "trap": {...}, "misaligned": {...}, "total":
// {...}, "windows": {name: [{counts}, ...]}}; hashes are strings of 16 hexadecimal
// digits. Throws if the file cannot be written.
void write_stats(const std::string& path, const Devices& devices, End end, uint32_t pc, const Misaligned& misaligned,
                 const Counts& total, const std::vector<Window>& windows, const Known& known);

// Writes {name: [{"PC": [times, cycles], ...}, ...]}: for each call of each window, the executions
// and cycles of the instruction at each address.
void write_profiles(const std::string& path, const std::vector<Window>& windows);

}  // namespace vmb
