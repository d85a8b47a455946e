// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a program on Spike, follows its secrets, and writes the operations that depend on them to
// standard output as one JSON object. src/vambrace/analysis/taint.py starts it and writes its
// options.
#include <dlfcn.h>

#include <cinttypes>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "../sim/parent.h"
#include "track.h"

namespace vmb {
namespace {

struct Load {
  uint64_t address;
  std::string path;
};

struct Dump {
  bool secrets;  // dump the secret bits of each byte instead of its value
  uint64_t address, length;
  std::string path;
};

struct Options {
  TrackOptions track;
  std::string isa;
  uint64_t pc = 0, parent = 0;
  std::vector<Load> loads;
  std::vector<Dump> dumps;
  Memory memory;
};

uint64_t number(const std::string& text) {
  size_t used = 0;
  const unsigned long long value = std::stoull(text, &used, 0);
  if (used != text.size()) throw std::invalid_argument("'" + text + "' is not a number");
  return value;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

// NAME:ADDRESS:LENGTH or NAME:@REGISTER:LENGTH. Bytes with the same name belong to one secret.
void secret(TrackOptions& o, const std::vector<std::string>& parts) {
  const std::string& where = parts.at(1);
  const bool by_register = where[0] == '@';
  size_t index = 0;
  while (index < o.names.size() && o.names[index] != parts.at(0)) index++;
  if (index == o.names.size()) o.names.push_back(parts.at(0));
  if (o.names.size() > 32) throw std::invalid_argument("more than 32 secrets");
  o.secrets.push_back({index, by_register, number(by_register ? where.substr(1) : where), number(parts.at(2))});
}

void parse(int argc, char** argv, Options& o) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    const std::vector<std::string> parts = split(value, ':');
    if (name == "--isa") o.isa = value;
    else if (name == "--xlen") o.track.xlen = unsigned(number(value));
    else if (name == "--pc") o.pc = number(value);
    else if (name == "--entry") o.track.entry = number(value);
    else if (name == "--calls") o.track.calls = number(value);
    else if (name == "--most") o.track.most = number(value);
    else if (name == "--timed") o.track.timed = uint8_t(number(value));
    else if (name == "--tohost") o.track.tohost = number(value);
    else if (name == "--parent") o.parent = number(value);
    else if (name == "--memory") o.memory.add(number(parts.at(0)), number(parts.at(1)));
    else if (name == "--load") o.loads.push_back({number(split(value, '=').at(0)), split(value, '=').at(1)});
    else if (name == "--dump" || name == "--dump-secrets") {  // ADDRESS:LENGTH=FILE, at the end
      const auto where = split(split(value, '=').at(0), ':');
      o.dumps.push_back({name == "--dump-secrets", number(where.at(0)), number(where.at(1)), split(value, '=').at(1)});
    } else if (name == "--secret") secret(o.track, parts);
    else if (name == "--public-function") o.track.public_functions.push_back(number(value));
    else if (name == "--public-instruction") o.track.public_instructions.push_back(number(value));
    else if (name == "--public-bytes") o.track.public_bytes.push_back({number(parts.at(0)), number(parts.at(1))});
    else if (name == "--extlib") {
      if (!dlopen(value.c_str(), RTLD_NOW | RTLD_GLOBAL)) throw std::runtime_error(dlerror());
    } else throw std::invalid_argument("unknown option '" + name + "'");
  }
}

void load(Memory& memory, const Load& load) {
  std::ifstream in(load.path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + load.path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  Region* region = memory.find(load.address, bytes.size());
  if (!region) throw std::out_of_range(load.path + " does not fit the memory");
  std::copy(bytes.begin(), bytes.end(), &region->bytes[load.address - region->base]);
}

void dump(Memory& memory, const Dump& dump) {
  Region* region = memory.find(dump.address, dump.length);
  if (!region) throw std::out_of_range(dump.path + " is not in the memory");
  std::ofstream out(dump.path, std::ios::binary);
  const auto& bytes = dump.secrets ? region->bits : region->bytes;
  out.write(reinterpret_cast<const char*>(&bytes[dump.address - region->base]), std::streamsize(dump.length));
  if (!out.flush()) throw std::runtime_error("cannot write " + dump.path);
}

void put(Machine& machine, const Tracker& tracker, const TrackOptions& options, const Finding& finding) {
  std::string text = machine.disassemble(finding.word);
  for (char& c : text)
    if (c == '"' || c == '\\') c = '\'';
  std::printf("{\"kind\": \"%s\", \"pc\": %" PRIu64 ", \"word\": %u, \"text\": \"%s\", \"count\": %" PRIu64
              ", \"secrets\": {",
              finding.kind.c_str(), finding.pc, finding.word, text.c_str(), finding.count);
  const char* comma = "";
  for (size_t i = 0; i < options.names.size(); i++) {
    if (!(finding.secrets >> i & 1)) continue;
    std::printf("%s\"%s\": [", comma, options.names[i].c_str());
    comma = "";
    for (const uint64_t pc : tracker.chain(finding, i)) {
      std::printf("%s%" PRIu64, comma, pc);
      comma = ", ";
    }
    std::printf("]");
    comma = ", ";
  }
  std::printf("}}");
}

int run(Options& options) {
  options.memory.make();
  for (const Load& l : options.loads) load(options.memory, l);
  Machine machine(options.isa, options.track.xlen, options.pc, options.memory);
  Tracker tracker(machine, options.memory, options.track);
  const std::string end = tracker.run();
  for (const Dump& d : options.dumps) dump(options.memory, d);
  std::printf("{\"end\": \"%s\", \"exit_code\": %" PRIu64 ", \"executed\": %" PRIu64 ", \"secret\": %" PRIu64
              ", \"calls\": %" PRIu64 ", \"declared\": %" PRIu64 ", \"findings\": [",
              end.c_str(), tracker.exit_code() >> 1, tracker.executed(), tracker.secret_instructions(), tracker.calls(),
              tracker.declared_public());
  const char* comma = "\n";
  for (const Finding& finding : tracker.findings()) {
    std::printf("%s", comma);
    put(machine, tracker, options.track, finding);
    comma = ",\n";
  }
  std::printf("]}\n");
  return std::fflush(stdout) || std::ferror(stdout) ? 2 : 0;
}

}  // namespace
}  // namespace vmb

// Exit codes: 0 a result was written, 2 an error.
int main(int argc, char** argv) {
  try {
    vmb::Options options;
    vmb::parse(argc, argv, options);
    if (options.parent) vmb::end_with(pid_t(options.parent));
    return vmb::run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
