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

// Writes {"end", "exit_code", "pc", "trap": {...}, "total": {...}, "windows":
// {name: [{counts}, ...]}}. Throws when the file cannot be written.
void write_stats(const std::string& path, const Devices& devices, End end, uint32_t pc,
                 const Counts& total, const std::vector<Window>& windows);

}  // namespace vmb
