// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "memory.h"

#include <algorithm>

namespace vmb {

void Memory::add(uint64_t base, uint64_t size) { ranges_.push_back({base, base + size}); }

void Memory::make() {
  std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
  std::vector<Range> merged;
  for (const Range& range : ranges_) {
    if (!merged.empty() && range.begin <= merged.back().end) merged.back().end = std::max(merged.back().end, range.end);
    else merged.push_back(range);
  }
  for (const Range& range : merged) regions_.push_back(std::make_unique<Region>(range.begin, range.end - range.begin));
}

Region* Memory::find(uint64_t address, uint64_t length) {
  for (const auto& region : regions_)
    if (region->contains(address, length)) return region.get();
  return nullptr;
}

Taint Memory::load(const Region& region, uint64_t address, unsigned length) const {
  const uint64_t at = address - region.base;
  Taint found;
  for (unsigned i = 0; i < length; i++) {
    if (!region.bits[at + i]) continue;
    found.bits |= uint64_t(region.bits[at + i]) << 8 * i;
    found.secrets |= region.secrets[at + i];
    found.writer = region.writers[at + i];
  }
  return found;
}

void Memory::store(Region& region, uint64_t address, unsigned length, const Taint& taint) {
  const uint64_t at = address - region.base;
  for (unsigned i = 0; i < length; i++) {
    region.bits[at + i] = uint8_t(taint.bits >> 8 * i);
    if (!region.bits[at + i]) continue;
    region.secrets[at + i] = taint.secrets;
    region.writers[at + i] = taint.writer;
  }
}

}  // namespace vmb
