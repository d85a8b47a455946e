// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "stats.h"

#include <cinttypes>
#include <cstdio>
#include <stdexcept>

namespace vmb {

namespace {

const char* name_of(End end) {
  switch (end) {
    case End::kExit: return "exit";
    case End::kTrap: return "trap";
    case End::kHang: return "hang";
    case End::kInterrupted: return "interrupted";
    case End::kAlert: return "alert";
    case End::kMisaligned: return "misaligned";
    case End::kRunning: break;
  }
  return "running";
}

void put_number(FILE* f, const char* name, bool is_known, uint64_t value) {
  if (is_known) std::fprintf(f, "\"%s\": %" PRIu64, name, value);
  else std::fprintf(f, "\"%s\": null", name);
}

void put_counts(FILE* f, const Counts& c, const Known& known) {
  std::fprintf(f, "\"cycles\": %" PRIu64 ", \"instret\": %" PRIu64 ", ", c.cycles, c.instret);
  put_number(f, "bytes_fetched", known.fetches, c.bytes_fetched);
  std::fprintf(f,
               ", \"bytes_loaded\": %" PRIu64 ", \"bytes_stored\": %" PRIu64 ", \"pc_hash\": \"%016" PRIx64
               "\", \"data_hash\": \"%016" PRIx64 "\", \"counters\": {",
               c.bytes_loaded, c.bytes_stored, c.pcs.sum, c.accesses.sum);
  for (unsigned i = 0; i < kEvents; i++) {
    if (i) std::fprintf(f, ", ");
    put_number(f, kEventNames[i], i < kWaits || known.waits >> (i - kWaits) & 1, c.counters[i]);
  }
  std::fprintf(f, "}");
}

void put_calls(FILE* f, const std::string& name, const std::vector<Call>& calls, const Known& known) {
  std::fprintf(f, "\"%s\": [", name.c_str());
  for (size_t i = 0; i < calls.size(); i++) {
    std::fprintf(f, "%s\n    {", i ? "," : "");
    put_counts(f, calls[i].counts, known);
    std::fprintf(f, ", \"stack_bytes\": %" PRIu32 ", \"start_cycle\": %" PRIu64 "}", calls[i].stack_bytes,
                 calls[i].start_cycle);
  }
  std::fprintf(f, "]");
}

}  // namespace

void write_stats(const std::string& path, const Devices& devices, End end, uint32_t pc, const Misaligned& misaligned,
                 const Counts& total, const std::vector<Window>& windows, const Known& known) {
  FILE* f = std::fopen(path.c_str(), "w");
  if (!f) throw std::runtime_error("cannot write " + path);
  std::fprintf(f, "{\"end\": \"%s\", \"exit_code\": %" PRIu32 ", \"pc\": %" PRIu32 ",\n", name_of(end),
               devices.exit_code, pc);
  std::fprintf(f, " \"trap\": {\"cause\": %" PRIu32 ", \"pc\": %" PRIu32 ", \"value\": %" PRIu32 "},\n",
               devices.trap_cause, devices.trap_pc, devices.trap_value);
  std::fprintf(f, " \"misaligned\": {\"address\": %" PRIu32 ", \"bytes\": %" PRIu32 "},\n", misaligned.address,
               misaligned.bytes);
  std::fprintf(f, " \"total\": {");
  put_counts(f, total, known);
  std::fprintf(f, "},\n \"windows\": {");
  put_calls(f, "firmware", devices.marked, known);
  for (const Window& window : windows) {
    std::fprintf(f, ",\n  ");
    put_calls(f, window.name(), window.calls(), known);
  }
  std::fprintf(f, "}}\n");
  if (std::fclose(f) != 0) throw std::runtime_error("cannot write " + path);
}

void write_profiles(const std::string& path, const std::vector<Window>& windows) {
  FILE* f = std::fopen(path.c_str(), "w");
  if (!f) throw std::runtime_error("cannot write " + path);
  const char* comma = "";
  std::fprintf(f, "{");
  for (const Window& window : windows) {
    std::fprintf(f, "%s\"%s\": [", comma, window.name().c_str());
    comma = "";
    for (const Profile& profile : window.profiles()) {
      std::fprintf(f, "%s{", comma);
      comma = "";
      for (const auto& [pc, spent] : profile) {
        std::fprintf(f, "%s\"%" PRIu32 "\": [%" PRIu64 ", %" PRIu64 "]", comma, pc, spent.times, spent.cycles);
        comma = ", ";
      }
      std::fprintf(f, "}");
      comma = ",\n ";
    }
    std::fprintf(f, "]");
    comma = ",\n";
  }
  std::fprintf(f, "}\n");
  if (std::fclose(f) != 0) throw std::runtime_error("cannot write " + path);
}

}  // namespace vmb
