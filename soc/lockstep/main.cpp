// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Executes a program on Spike in parallel with a run of a core, whose trace (soc/sim/rvfi.h)
// arrives on standard input, and writes the result to standard output as one JSON object.
// `vambrace-dev test lockstep` starts it; compare.py and target.py of
// dev/vambrace_dev/testing/lockstep write its options.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "../sim/parent.h"
#include "compare.h"

namespace vmb {
namespace {

struct Load {
  uint32_t address;
  std::string path;
};

struct Options {
  HartOptions hart;
  CompareOptions compare;
  std::vector<Load> loads;
  uint64_t parent = 0;
};

uint32_t number(const std::string& text) {
  size_t used = 0;
  const unsigned long long value = std::stoull(text, &used, 0);
  if (used != text.size() || value > UINT32_MAX) throw std::invalid_argument("'" + text + "' is not a number");
  return uint32_t(value);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

Options parse(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; i++) {
    const std::string name = argv[i];
    // clang-format off
    if (name == "--no-bus") { o.compare.bus = false; continue; }
    if (name == "--late") { o.compare.late = true; continue; }
    if (name == "--expanded") { o.compare.expanded = true; continue; }
    if (name == "--calls-retire") { o.compare.calls_retire = true; continue; }
    if (name == "--interrupted") { o.compare.interrupted = true; continue; }
    // clang-format on
    if (i + 1 >= argc) throw std::invalid_argument("'" + name + "' lacks its value");
    const std::string value = argv[++i];
    if (name == "--isa") o.hart.isa = value;
    else if (name == "--privileges") o.hart.privileges = value;
    else if (name == "--ram") o.hart.ram_bytes = number(value);
    else if (name == "--pc") o.hart.pc = number(value);
    else if (name == "--debug") o.hart.debug = number(value);
    else if (name == "--nmi") o.hart.nmi = number(value);
    else if (name == "--fetch-fault") o.hart.fetch_fault = number(value);
    else if (name == "--pmp") o.hart.pmp_regions = number(value);
    else if (name == "--without-value") o.hart.without_value.insert(number(value));
    else if (name == "--parent") o.parent = number(value);
    else if (name == "--extlib") {
      if (!dlopen(value.c_str(), RTLD_NOW | RTLD_GLOBAL)) throw std::runtime_error(dlerror());
    } else if (name == "--load") {
      const auto parts = split(value, '=');
      o.loads.push_back({number(parts.at(0)), parts.at(1)});
    } else if (name == "--hidden-steps") {  // ADDRESS:BITS
      const auto parts = split(value, ':');
      o.compare.hidden_csr = number(parts.at(0));
      o.compare.hidden_bits = number(parts.at(1));
    } else if (name == "--adopt") {  // ADDRESS:BITS
      const auto parts = split(value, ':');
      o.compare.adopted[number(parts.at(0))] = number(parts.at(1));
    } else if (name == "--csr") {  // ADDRESS:RESET:WRITABLE
      const auto parts = split(value, ':');
      o.hart.csrs.push_back({number(parts.at(0)), number(parts.at(1)), number(parts.at(2))});
    } else throw std::invalid_argument("unknown option '" + name + "'");
  }
  return o;
}

void load(Hart& hart, const HartOptions& options, const Load& load) {
  std::ifstream in(load.path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + load.path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  if (load.address < options.ram_base || uint64_t(load.address) - options.ram_base + bytes.size() > options.ram_bytes)
    throw std::out_of_range(load.path + " does not fit the RAM");
  std::copy(bytes.begin(), bytes.end(), hart.ram() + (load.address - options.ram_base));
}

void put_step(Compare& compare, const Step& s) {
  std::printf(
      "{\"number\": %llu, \"cycle\": %u, \"text\": \"%s\", \"interrupted\": %s, \"rtl\": {\"pc\": %u, "
      "\"insn\": %u, \"trap\": %s, \"rd\": %u, \"value\": %u, \"address\": %u, \"lines\": %u}, \"spike\": "
      "{\"pc\": %u, \"insn\": %u, \"trap\": %s, \"rd\": %u, \"value\": %u, \"address\": %u, \"cause\": %u}}",
      static_cast<unsigned long long>(s.number), s.rtl.cycle, compare.text(s.insn).c_str(),
      s.interrupted ? "true" : "false", s.rtl.pc, s.rtl.insn, s.rtl.flags & kTrapped ? "true" : "false", s.rtl.rd,
      s.rtl.value, s.rtl.address, s.rtl.lines, s.pc, s.insn, s.trapped ? "true" : "false", s.rd, s.value, s.address,
      s.cause);
}

void put_result(Compare& compare, bool same, bool ended) {
  const std::pair<const char*, uint64_t> counts[] = {
      {"retired", compare.retired},
      {"interrupts", compare.interrupts},
      {"accesses", compare.accesses},
      {"writes", compare.writes},
      {"adopted", compare.adopted},
      {"nmis", compare.nmis},
      {"requests", compare.requests},
      {"steps", compare.steps},
      {"breaks", compare.breaks},
      {"debugged", compare.debugged},
      {"hidden_steps", compare.hidden_steps},
      {"late_interrupts", compare.late_interrupts},
  };
  std::printf("{");
  for (const auto& [name, count] : counts) std::printf("\"%s\": %llu, ", name, static_cast<unsigned long long>(count));
  std::printf("\"ended\": %s, \"traps\": {", ended ? "true" : "false");
  const char* comma = "";
  for (const auto& [cause, count] : compare.traps) {
    std::printf("%s\"%u\": %llu", comma, cause, static_cast<unsigned long long>(count));
    comma = ", ";
  }
  std::printf("}, \"last\": [");
  comma = "";
  for (const Step& step : compare.last()) {
    std::printf("%s\n  ", comma);
    put_step(compare, step);
    comma = ",";
  }
  std::printf("], \"difference\": ");
  if (same) std::printf("null}\n");
  else
    std::printf("{\"field\": \"%s\", \"what\": \"%s\"}}\n", compare.difference().field.c_str(),
                compare.difference().what.c_str());
}

// Reads to the end in any case, so that the writer of the pipe can finish.
int run(const Options& options) {
  Hart hart(options.hart);
  for (const Load& l : options.loads) load(hart, options.hart, l);
  Compare compare(hart, options.compare);
  std::vector<Record> records(4096);
  bool same = true, ended = false;
  size_t got;
  while ((got = std::fread(records.data(), sizeof(Record), records.size(), stdin)) > 0) {
    for (size_t i = 0; i < got && same && !ended; i++) {
      ended = records[i].kind == RecordKind::kEnd;
      same = ended ? compare.finish() : compare.take(records[i]);
    }
  }
  put_result(compare, same, ended);
  return std::fflush(stdout) || std::ferror(stdout) ? 2 : 0;
}

}  // namespace
}  // namespace vmb

// Exit codes: 0 a result was written, 2 an error.
int main(int argc, char** argv) {
  try {
    const vmb::Options options = vmb::parse(argc, argv);
    if (options.parent) vmb::end_with(pid_t(options.parent));
    return vmb::run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lockstep: %s\n", error.what());
    return 2;
  }
}
