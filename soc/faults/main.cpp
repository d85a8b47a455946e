// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Flips flip-flops in the netlist of an engine while it runs a job, and reports what software and
// the memory observe after each flip (vambrace.silicon.faults):
//
//   --netlist FILE     soc/gates/netlist.h
//   --memory FILE      the memory from address 0, whole words
//   --write INDEX=WORD a write to a register, in order; the last one starts the job
//   --tail N           cycles after the end of the job in which lanes are observed
//   --bound N          cycles after which a job that has not ended is endless
//   --faults FILE      records of three 32-bit words in this machine's byte order, sorted
//                      by cycle: the cycle, 0 being that of the first write; a flip-flop,
//                      numbered as in the netlist; a second one to flip, or
//                      0xffffffff
//   --results FILE     written: a byte for each fault, the sum of 1 (accepted: STATUS without
//                      an error), 2 (a byte other than 0 was written to memory), 4 (an
//                      alert), 8 (no end) and 16 (ended with another error than without it)
//   --parent PID       end with this process
//
// Standard output has the job without faults, as JSON: cycles until STATUS was not busy, error,
// writes to memory, alerts, and the memory in hexadecimal, byte by byte.
#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include "engine_bench.h"
#include "parent.h"

namespace vmb {
namespace {

struct Fault { uint32_t cycle, flop, second; };
constexpr uint32_t kNone = 0xffffffff;

struct FaultOptions {
  std::string netlist, memory, faults, results;
  std::vector<RegisterWrite> writes;
  uint64_t tail = 32, bound = 100000;
};

FaultOptions parse(int argc, char** argv) {
  FaultOptions o;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--netlist") o.netlist = value;
    else if (name == "--memory") o.memory = value;
    else if (name == "--faults") o.faults = value;
    else if (name == "--results") o.results = value;
    else if (name == "--tail") o.tail = std::stoull(value);
    else if (name == "--bound") o.bound = std::stoull(value);
    else if (name == "--parent") end_with(pid_t(std::stol(value)));
    else if (name == "--write") {
      RegisterWrite w;
      if (std::sscanf(value.c_str(), "%" SCNu32 "=%" SCNu32, &w.first, &w.second) != 2)
        throw std::runtime_error("--write " + value + " is not INDEX=WORD");
      o.writes.push_back(w);
    } else {
      throw std::runtime_error("unknown option " + name);
    }
  }
  if (argc % 2 == 0 || o.netlist.empty() || o.memory.empty()) throw std::runtime_error("an option is missing");
  return o;
}

template <typename T>
std::vector<T> read_records(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) throw std::runtime_error("cannot read " + path);
  const size_t bytes = size_t(in.tellg());
  if (bytes % sizeof(T)) throw std::runtime_error(path + " has an incomplete record");
  std::vector<T> found(bytes / sizeof(T));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(found.data()), std::streamsize(bytes));
  return found;
}

// Runs until all jobs have ended, and the tail after that.
void finish(EngineBench& bench, const FaultOptions& o) {
  while ((~bench.seen().ended).any() && bench.cycles() < o.bound) bench.cycle();
  for (uint64_t i = 0; i < o.tail; i++) bench.cycle();
}

uint32_t report(const EngineBench& start, const FaultOptions& o) {
  EngineBench bench = start;
  while (!bench.seen().ended.get(0) && bench.cycles() < o.bound) bench.cycle();
  const uint64_t cycles = bench.cycles() - 1;  // the current cycle has observed the end
  if (bench.refused()) throw std::runtime_error("the engine refuses a write to a register");
  if (!bench.seen().ended.get(0)) throw std::runtime_error("the job does not end without faults either");
  finish(bench, o);
  std::printf("{\"cycles\": %" PRIu64 ", \"error\": %" PRIu32 ", \"writes\": %" PRIu64
              ", \"alerts\": %d, \"memory\": \"",
              cycles, bench.seen().error[0], bench.writes(), int(bench.seen().alerted.get(0)));
  for (uint32_t word : bench.memory(0))
    for (unsigned i = 0; i < 4; i++) std::printf("%02x", unsigned(word >> 8 * i & 0xff));
  std::printf("\"}\n");
  return bench.seen().error[0];
}

// Runs the faults from `first` on, one per lane; `start` is not later than the first of them.
void run_lanes(EngineBench bench, const FaultOptions& o, const Fault* first, size_t count, uint32_t error,
               uint8_t* results) {
  for (size_t i = 0; i < count;) {
    while (bench.cycles() < first[i].cycle) bench.cycle();
    for (; i < count && first[i].cycle == bench.cycles(); i++) {
      bench.flip(first[i].flop, unsigned(i));
      if (first[i].second != kNone) bench.flip(first[i].second, unsigned(i));
    }
  }
  finish(bench, o);
  const EngineBench::Seen& seen = bench.seen();
  for (unsigned lane = 0; lane < count; lane++) {
    const bool ended = seen.ended.get(lane);
    results[lane] = uint8_t(1 * seen.accepted.get(lane) | 2 * seen.given.get(lane) | 4 * seen.alerted.get(lane) |
                            8 * !ended | 16 * (ended && seen.error[lane] != error));
  }
}

void campaign(EngineBench bench, const FaultOptions& o, uint32_t error) {
  const auto faults = read_records<Fault>(o.faults);
  for (size_t i = 0; i < faults.size(); i++) {
    if (i > 0 && faults[i].cycle < faults[i - 1].cycle) throw std::runtime_error("the faults are not sorted by cycle");
    if (faults[i].flop >= bench.flops() || (faults[i].second != kNone && faults[i].second >= bench.flops()))
      throw std::runtime_error("a fault names a flip-flop that is not there");
    if (faults[i].cycle >= o.bound) throw std::runtime_error("a fault is not before the bound");
  }
  std::vector<uint8_t> results(faults.size());
  for (size_t i = 0; i < faults.size(); i += kLanes) {
    while (bench.cycles() < faults[i].cycle) bench.cycle();
    run_lanes(bench, o, &faults[i], std::min<size_t>(kLanes, faults.size() - i), error, &results[i]);
  }
  std::ofstream out(o.results, std::ios::binary);
  out.write(reinterpret_cast<const char*>(results.data()), std::streamsize(results.size()));
  out.close();
  if (!out) throw std::runtime_error("cannot write " + o.results);
}

}  // namespace
}  // namespace vmb

int main(int argc, char** argv) {
  try {
    const vmb::FaultOptions o = vmb::parse(argc, argv);
    const vmb::Netlist netlist = vmb::Netlist::read(o.netlist);
    const vmb::EngineBench start(netlist, vmb::read_records<uint32_t>(o.memory), o.writes);
    const uint32_t error = vmb::report(start, o);
    if (!o.faults.empty()) vmb::campaign(start, o, error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "faults: %s\n", error.what());
    return 2;
  }
  if (std::fflush(stdout) || std::ferror(stdout)) {
    std::fprintf(stderr, "faults: cannot write to standard output\n");
    return 3;
  }
  return 0;
}
