// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Test bench around the netlist of a core: the RAM and the devices of soc/sim, cycle by cycle as
// there. Options in addition to those of that test bench, of which windows, profiles, traces and
// strict alignment are for RTL only:
//
//   --netlist FILE        the netlist (netlist.h)
//   --count FIRST:CYCLES  count toggles and accesses in this number of cycles; the first of a
//                         run is 0 (repeatable, in order, not overlapping); ranges whose
//                         end the run does not reach are omitted
//   --toggles FILE        write the toggles: for each range, 64 bits for each net
//                         in this machine's byte order
//
// For the ports of a system that is not a core, --stimulus FILE instead of a program sets inputs:
// each line is a cycle, "NAME=VALUE" for every input that changes. All cycles are counted; the
// values of all outputs are written to standard output, a line per cycle.
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "devices.h"
#include "gates.h"
#include "memory.h"
#include "options.h"
#include "parent.h"

namespace vmb {
namespace {

volatile std::sig_atomic_t interrupted = 0;
void on_signal(int) { interrupted = 1; }

struct Count { uint64_t first, cycles; };

struct GateOptions {
  std::string netlist, toggles, stimulus;
  std::vector<Count> counts;
  pid_t parent = 0;
};

// Removes our own options from the others.
GateOptions take_options(int& argc, char** argv) {
  GateOptions o;
  int kept = 1;
  for (int i = 1; i < argc; i++) {
    const std::string name = argv[i];
    const bool last = i + 1 == argc;
    if (name == "--netlist" && !last) {
      o.netlist = argv[++i];
    } else if (name == "--toggles" && !last) {
      o.toggles = argv[++i];
    } else if (name == "--stimulus" && !last) {
      o.stimulus = argv[++i];
    } else if (name == "--parent" && !last) {
      o.parent = pid_t(std::strtol(argv[++i], nullptr, 10));
    } else if (name == "--count" && !last) {
      Count c;
      if (std::sscanf(argv[++i], "%" SCNu64 ":%" SCNu64, &c.first, &c.cycles) != 2)
        throw std::runtime_error(std::string("--count ") + argv[i] + " is not FIRST:CYCLES");
      o.counts.push_back(c);
    } else {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  if (o.netlist.empty()) throw std::runtime_error("--netlist is missing");
  return o;
}

std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::string& path, const void* bytes, size_t length) {
  std::ofstream out(path, std::ios::binary);
  out.write(static_cast<const char*>(bytes), std::streamsize(length));
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path);
}

// Bits transferred over a port while counting: words for reads, bytes for writes.
struct Bits { uint64_t read = 0, written = 0; };

// A bus of the core, whose ports begin with `name`, each a field of a struct
// (cores/vmb_core_pkg.sv). `mem` is unused by cores without engines; `instr` only reads.
struct Bus {
  Bus(const Gates& gates, const std::string& name, Port timing)
      : req(gates.port(name + "_req_o.req")),
        addr(gates.port(name + "_req_o.addr")),
        gnt(gates.port(name + "_rsp_i.gnt")),
        rvalid(gates.port(name + "_rsp_i.rvalid")),
        rdata(gates.port(name + "_rsp_i.rdata")),
        err(gates.port(name + "_rsp_i.err")),
        port(timing) {
    if (!gates.has_port(name + "_req_o.we")) return;
    we = gates.port(name + "_req_o.we");
    be = gates.port(name + "_req_o.be");
    wdata = gates.port(name + "_req_o.wdata");
  }

  void drive(Gates& gates) const {
    gates.set(gnt, port.ready());
    gates.set(rvalid, port.answering());
    gates.set(rdata, port.answer().data);
    gates.set(err, port.answer().error);
  }

  Gates::Nets req, addr, gnt, rvalid, rdata, err, we, be, wdata;
  Port port;
};

class System {
 public:
  System(const Options& options, const GateOptions& gate_options)
      : options_(options),
        counts_(gate_options.counts),
        gates_(gate_options.netlist),
        ram_(options.ram_base, options.ram_bytes),
        instr_(gates_, "instr", Port(options.wait_instr, 3 * options.random_waits)),
        data_(gates_, "data", Port(options.wait_data, 5 * options.random_waits)),
        mem_(gates_, "mem", Port(options.wait_mem, 7 * options.random_waits)),
        irq_timer_(gates_.port("irq_i.timer")),
        reset_(gates_.port("rst_ni")),
        alert_(gates_.port("alert_o")) {
    for (const LoadFile& f : options.load) ram_.load(f.address, read_file(f.path));
    gates_.set(gates_.port("boot_addr_i"), options.ram_base);
    gates_.set(reset_, 1);
    tick();
    gates_.set(reset_, 0);
    for (int i = 0; i < 4; i++) tick();
    gates_.set(reset_, 1);
  }

  void run() {
    while (devices_.end == End::kRunning) {
      cycle();
      if (options_.max_cycles && now_.cycles >= options_.max_cycles && running()) devices_.end = End::kHang;
      if (interrupted && running()) devices_.end = End::kInterrupted;
    }
  }

  void finish(const GateOptions& gate_options) {
    for (const DumpRange& d : options_.dump) {
      const auto bytes = ram_.dump(d.address, d.length);
      write_file(d.path, bytes.data(), bytes.size());
    }
    if (!gate_options.toggles.empty())
      write_file(gate_options.toggles, toggles_.data(), toggles_.size() * sizeof toggles_[0]);
    if (!options_.stats_path.empty()) write_stats();
  }

 private:
  struct Counted {
    Bits instr, data, mem;
    Gates::Traffic hold;
  };

  bool running() const { return devices_.end == End::kRunning; }

  void tick() {
    gates_.settle();
    gates_.clock();
  }

  void cycle() {
    if (next_count_ < counts_.size() && now_.cycles == counts_[next_count_].first && !counting_) {
      counting_ = true;
      counted_ = {};
      gates_.count(true);
    }
    instr_.drive(gates_);
    data_.drive(gates_);
    mem_.drive(gates_);
    gates_.set(irq_timer_, devices_.rings(now_));
    gates_.settle();

    access(instr_, counted_.instr, false);
    access(data_, counted_.data, true);
    access(mem_, counted_.mem, false);
    gates_.clock();
    now_.cycles++;
    if (counting_ && now_.cycles == counts_[next_count_].first + counts_[next_count_].cycles) take_count();
    // The netlist shows it a cycle later than the RTL model, which is sampled after the edge.
    if (gates_.get(alert_)) devices_.end = End::kAlert;
  }

  void access(Bus& bus, Bits& bits, bool devices) {
    const bool taken = gates_.get(bus.req) && bus.port.ready();
    bus.port.clock();
    if (!taken) return;
    const uint32_t address = gates_.get(bus.addr);
    const bool write = !bus.we.empty() && gates_.get(bus.we);
    if (!ram_.contains(address & ~3u, 4)) {
      if (!devices || !write || !Devices::contains(address)) return bus.port.accept({0, true});
      return bus.port.accept(devices_.write(address, gates_.get(bus.wdata), now_));
    }
    if (!write) {
      bits.read += 32;
      return bus.port.accept({ram_.read_word(address), false});
    }
    const uint32_t enable = gates_.get(bus.be);
    bits.written += 8 * uint64_t(__builtin_popcount(enable));
    ram_.write_word(address, gates_.get(bus.wdata), enable);
    bus.port.accept({});
  }

  void take_count() {
    const auto taken = gates_.take_toggles();
    toggles_.insert(toggles_.end(), taken.begin(), taken.end());
    counted_.hold = gates_.take_traffic();
    results_.push_back(counted_);
    gates_.count(false);
    counting_ = false;
    next_count_++;
  }

  static const char* name_of(End end) {
    switch (end) {
      case End::kExit: return "exit";
      case End::kTrap: return "trap";
      case End::kAlert: return "alert";
      case End::kInterrupted: return "interrupted";
      default: return "hang";
    }
  }

  void write_stats() const {
    std::ostringstream out;
    out << "{\"end\": \"" << name_of(devices_.end) << "\", \"exit_code\": " << devices_.exit_code
        << ", \"cycles\": " << now_.cycles << ", \"counts\": [";
    const char* comma = "";
    for (const Counted& c : results_) {
      out << comma << "\n {\"instr_read\": " << c.instr.read << ", \"data_read\": " << c.data.read
          << ", \"data_written\": " << c.data.written << ", \"mem_read\": " << c.mem.read
          << ", \"mem_written\": " << c.mem.written << ", \"hold_read\": " << c.hold.read
          << ", \"hold_written\": " << c.hold.written << "}";
      comma = ",";
    }
    out << "]}\n";
    write_file(options_.stats_path, out.str().data(), out.str().size());
  }

  const Options& options_;
  const std::vector<Count> counts_;
  Gates gates_;
  Ram ram_;
  Bus instr_, data_, mem_;
  const Gates::Nets irq_timer_, reset_, alert_;
  Devices devices_;
  Counts now_;
  bool counting_ = false;
  size_t next_count_ = 0;
  Counted counted_;
  std::vector<Counted> results_;
  std::vector<uint64_t> toggles_;
};

// For any netlist: the inputs of each cycle from a file.
void follow(const GateOptions& options) {
  Gates gates(options.netlist);
  std::ifstream in(options.stimulus);
  if (!in) throw std::runtime_error("cannot read " + options.stimulus);
  bool first = true;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const size_t at = word.find('=');
      if (at == std::string::npos) throw std::runtime_error("'" + word + "' is not NAME=VALUE");
      gates.set(gates.port(word.substr(0, at)), uint32_t(std::stoul(word.substr(at + 1), nullptr, 0)));
    }
    gates.count(!first);  // the first cycle has no predecessor
    first = false;
    gates.settle();
    const char* space = "";
    for (const auto& [name, nets] : gates.ports()) {
      std::printf("%s%s=%" PRIu64, space, name.c_str(), gates.get(nets));
      space = " ";
    }
    std::printf("\n");
    gates.clock();
  }
  const auto taken = gates.take_toggles();
  if (!options.toggles.empty()) write_file(options.toggles, taken.data(), taken.size() * sizeof taken[0]);
}

}  // namespace
}  // namespace vmb

int main(int argc, char** argv) {
  std::signal(SIGINT, vmb::on_signal);
  std::signal(SIGTERM, vmb::on_signal);
  try {
    const vmb::GateOptions gate_options = vmb::take_options(argc, argv);
    if (gate_options.parent) vmb::end_with(gate_options.parent);
    if (!gate_options.stimulus.empty()) {
      vmb::follow(gate_options);
    } else {
      const vmb::Options options = vmb::parse_options(argc, argv);
      vmb::System system(options, gate_options);
      system.run();
      system.finish(gate_options);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gates: %s\n", error.what());
    return 2;
  }
  if (std::fflush(stdout) || std::ferror(stdout)) {
    std::fprintf(stderr, "gates: cannot write to standard output\n");
    return 3;
  }
  return 0;
}
