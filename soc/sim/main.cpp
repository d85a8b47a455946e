// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Test bench of the simulated system: a core with two buses (Ibex's protocol), a RAM, the devices,
// and the counters. The core, in vmb_sim.sv, is verilated as Vcore: it samples driven inputs with
// the next rising edge.
//
// With VMB_CACHES the core has caches: it accesses memory through the port that other cores use for
// an engine; all of kCachedRam exists, whatever the options specify, because accesses to missing
// lines cannot be rejected; the buses do not show fetches; and a register may be written after its
// instruction retired. The bits of VMB_WAITS_KNOWN are the waits that the core shows (counters.h).
// VMB_MEM_BYTES are the bytes of that port: 4 or 8. Addresses have 32 bits, and only the lower 32
// bits of a register are used.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "Vcore.h"
#include "counters.h"
#include "devices.h"
#include "devices/board.h"
#include "devices/input_file.h"
#include "memory.h"
#include "options.h"
#include "parent.h"
#include "stats.h"
#include "store_buffer.h"
#include "trace.h"
#include "verilated.h"
#include "window.h"
#if VM_TRACE_VCD
#include "verilated_vcd_c.h"
#endif

#ifndef VMB_CACHES
#define VMB_CACHES 0
#endif
#ifndef VMB_MEM_BYTES
#define VMB_MEM_BYTES 4
#endif
#ifndef VMB_WAITS_KNOWN
#define VMB_WAITS_KNOWN 0
#endif

namespace vmb {
namespace {

volatile std::sig_atomic_t interrupted = 0;
void on_signal(int) { interrupted = 1; }

std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::string& path, const std::vector<uint8_t>& bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path);
}

class System {
 public:
  explicit System(const Options& options)
      : options_(options),
        ram_(options.ram_base, kCaches ? std::max(kCachedRam, options.ram_bytes) : options.ram_bytes),
        buffer_(ram_, kCaches ? 0 : options.store_buffer),
        instr_(options.wait_instr, 3 * options.random_waits, options.wait_grant),
        data_(options.wait_data, 5 * options.random_waits, options.wait_grant),
        mem_(options.wait_mem, 7 * options.random_waits),
        board_(options.devices) {
    for (const Symbol& s : options.windows) windows_.emplace_back(s.name, s.address, !options.profile_path.empty());
    for (const LoadFile& f : options.load) ram_.load(f.address, read_file(f.path));
    if (!options.trace_path.empty()) open_trace();
    if (!options.rvfi_path.empty()) rvfi_ = std::make_unique<Trace>(options.rvfi_path);
    reset();
  }

  void run() {
    while (devices_.end == End::kRunning) {
      cycle();
      if (Verilated::gotError()) throw std::runtime_error("an assertion failed: standard output has which");
      if (options_.max_cycles && now_.cycles >= options_.max_cycles && running()) devices_.end = End::kHang;
      if (interrupted && running()) devices_.end = End::kInterrupted;
    }
  }

  void finish() {
    if (trace_close_) trace_close_();
    if (rvfi_) rvfi_->close();
    board_.finish();
    core_.final();
    buffer_.fence();
    for (const DumpRange& d : options_.dump) write_file(d.path, ram_.dump(d.address, d.length));
    if (!options_.stats_path.empty())
      write_stats(options_.stats_path, devices_, devices_.end, last_pc_, misaligned_, now_, windows_, kKnown);
    if (!options_.profile_path.empty()) write_profiles(options_.profile_path, windows_);
  }

 private:
  // RVFI reports an instruction this many cycles after its last one.
  static constexpr unsigned kRvfiDelay = VMB_RVFI_DELAY;
  static_assert(kRvfiDelay >= 1);
  static constexpr bool kCaches = VMB_CACHES;
  static constexpr Known kKnown = {!kCaches, VMB_WAITS_KNOWN};
  static constexpr uint32_t kCachedRam = 16u << 20;
  static constexpr uint32_t kMemBytes = VMB_MEM_BYTES;

  // A word of a port of 32 or 64 bits, which is an integer, or of a wider one.
  template <typename T>
  static uint32_t word_of(const T& port, uint32_t index) {
    if constexpr (std::is_integral_v<T>) return uint32_t(uint64_t(port) >> 32 * index);
    else return port[index];
  }

  template <typename T>
  static void put_word(T& port, uint32_t index, const Answer& answer) {
    const uint32_t word = uint32_t((index < 2 ? answer.data : answer.more) >> 32 * (index & 1));
    if constexpr (std::is_integral_v<T>) port = T(index == 0 ? word : uint64_t(port) | uint64_t(word) << 32 * index);
    else port[index] = word;
  }

  bool running() const { return devices_.end == End::kRunning; }

  void reset() {
    core_.boot_addr_i = options_.ram_base;
    core_.irq_software_i = core_.irq_timer_i = core_.irq_external_i = 0;
    core_.irq_nm_i = core_.debug_req_i = 0;
    core_.rst_ni = 1;
    tick();
    core_.rst_ni = 0;
    for (int i = 0; i < 4; i++) tick();
    core_.rst_ni = 1;
    drive();
    settle();
  }

  void tick() {
    core_.clk_i = 0;
    evaluate();
    rise();
  }

  // The rising edge, with which the core samples the driven inputs.
  void rise() {
    core_.take_i = !core_.take_i;
    core_.clk_i = 1;
    evaluate();
  }

  // The core samples the inputs driven since, within the cycle.
  void take() {
    core_.take_i = !core_.take_i;
    core_.eval();
  }

  // Drives the core's inputs of the next cycle.
  void drive() {
    core_.instr_gnt_i = instr_.ready();
    core_.instr_rvalid_i = instr_.answering();
    core_.instr_rdata_i = uint32_t(instr_.answer().data);
    core_.instr_err_i = instr_.answer().error;
    core_.data_gnt_i = !options_.shared_port && data_.ready();
    core_.data_rvalid_i = data_.answering();
    core_.data_rdata_i = uint32_t(data_.answer().data);
    core_.data_err_i = data_.answer().error;
    core_.irq_software_i = devices_.software(now_) || board_.software();
    core_.irq_timer_i = devices_.rings(now_) || board_.timer();
    core_.irq_external_i = external();
    core_.irq_nm_i = devices_.nmi(now_);
    core_.debug_req_i = devices_.debugs(now_);
    core_.mem_gnt_i = !options_.shared_port && mem_.ready();
    core_.mem_rvalid_i = mem_.answering();
    for (uint32_t i = 0; i < kMemBytes; i += 4) put_word(core_.mem_rdata_i, i / 4, mem_.answer());
    core_.mem_err_i = mem_.answer().error;
  }

  bool external() const { return devices_.external(now_) || now_.cycles < irq_until_ || board_.external(); }

  // Evaluates the core's outputs of this cycle.
  void settle() {
    if (core_.irq_external_i != external()) {  // an instruction that has just retired changed it
      core_.irq_external_i = external();
      take();
    }
    if (options_.shared_port) {
      share_port();
      take();
    }
    core_.clk_i = 0;
    evaluate();
  }

  void cycle() {
    const bool fetch = core_.instr_req_o && core_.instr_gnt_i;
    const bool access = core_.data_req_o && core_.data_gnt_i;
    const bool direct = core_.mem_req_o && core_.mem_gnt_i;
    for (unsigned i = kRvfiDelay - 1; i > 0; i--) waits_[i] = waits_[i - 1];
    if (core_.waits_o)
      for (unsigned i = 0; i < kWaitKinds; i++) waits_[0][i] += core_.waits_o >> i & 1;
    instr_.clock();
    data_.clock();
    mem_.clock();
    if (fetch) {
      instr_.accept(fetch_word(core_.instr_addr_o));
      fetched_ += 4;
    }
    if (access) {
      data_.accept(access_data());
      if (rvfi_)
        rvfi_->access(core_.data_addr_o, core_.data_we_o, core_.data_be_o, core_.data_wdata_o, data_.answer(),
                      now_.cycles);
    }
    if (direct) mem_.accept(access_mem());
    if (rvfi_)
      rvfi_->lines(core_.irq_software_i, core_.irq_timer_i, core_.irq_external_i, core_.irq_nm_i, core_.debug_req_i);

    now_.cycles++;
    board_.clock(now_.cycles);
    drive();
    rise();
    for (unsigned i = kRvfiDelay; i > 0; i--) fetched_then_[i] = fetched_then_[i - 1];
    fetched_then_[0] = fetched_;
    if (core_.rvfi_valid_o) {
      retire();
    } else if (kCaches && core_.rvfi_rd_addr_o) {
      write_register(core_.rvfi_rd_addr_o, core_.rvfi_rd_wdata_o);
      if (rvfi_) rvfi_->written(core_.rvfi_rd_addr_o, core_.rvfi_rd_wdata_o, now_.cycles);
    }
    if (core_.alert_o) devices_.end = End::kAlert;
    settle();
  }

  // Grants one request per cycle to one of the two, alternating if both request. Requests do not
  // depend on the grant.
  void share_port() {
    const bool data = core_.data_req_o && data_.ready();
    const bool mem = core_.mem_req_o && mem_.ready();
    core_.data_gnt_i = data && !(mem && data_was_last_);
    core_.mem_gnt_i = mem && !core_.data_gnt_i;
    if (data || mem) data_was_last_ = core_.data_gnt_i;
  }

  Answer fetch_word(uint32_t address) const {
    if (!ram_.contains(address & ~3u, 4)) return {0, true};
    return {ram_.read_word(address), false};
  }

  // An engine's own port reaches the RAM, not the devices.
  Answer access_mem() {
    const uint32_t address = core_.mem_addr_o & ~(kMemBytes - 1);
    if (!ram_.contains(address, kMemBytes)) return {0, true};
    Answer answer;
    for (uint32_t i = 0; i < kMemBytes; i += 4) {
      if (core_.mem_we_o)
        buffer_.engine_writes(address + i, word_of(core_.mem_wdata_o, i / 4), core_.mem_be_o >> i & 15);
      else (i < 8 ? answer.data : answer.more) |= uint64_t(ram_.read_word(address + i)) << 8 * (i & 4);
    }
    return answer;
  }

  Answer access_data() {
    const uint32_t address = core_.data_addr_o;
    if (ram_.contains(address & ~3u, 4)) {
      if (core_.data_we_o) {
        buffer_.core_writes(address, core_.data_wdata_o, core_.data_be_o);
        return {};
      }
      return {buffer_.core_reads(address), false};
    }
    if (!core_.data_we_o) return board_.read(address, now_.cycles);
    if (Devices::contains(address)) return devices_.write(address, core_.data_wdata_o, now_);
    return board_.write(address, core_.data_wdata_o, core_.data_be_o, now_.cycles);
  }

  void retire() {
    const Retired r{core_.rvfi_pc_o, core_.rvfi_insn_o, core_.rvfi_rd_addr_o, core_.rvfi_rd_wdata_o,
                    core_.rvfi_mem_addr_o};
    last_pc_ = r.pc;
    if (rvfi_) rvfi_->retired(r, core_.rvfi_trap_o, now_.cycles);
    if (branch_.arrives(r.pc)) {  // the previous instruction branched here
      now_.counters[kBranchesTaken]++;
      at_last_retire_.counters[kBranchesTaken]++;
    }
    if (!core_.rvfi_trap_o) {
      const Access a = memory_access(r.insn);
      const bool compressed = is_compressed(r.pc);
      count_instruction(now_.counters, r.insn, a, compressed);
      branch_.retired(r.pc, r.insn, compressed);
      now_.instret++;
      now_.bytes_loaded += a.loaded;
      now_.bytes_stored += a.stored;
      now_.pcs.add(r.pc);
      if (a.size()) note_access(a, r.mem_address);
      if ((r.insn & 0x7f) == 0x0f) buffer_.fence();  // MISC-MEM
    }
    now_.bytes_fetched = fetched_then_[kRvfiDelay];
    std::copy_n(waits_[kRvfiDelay - 1].begin(), kWaitKinds, now_.counters.begin() + kWaits);
    for (Window& w : windows_) w.retire(r, abi_, at_last_retire_, now_);
    if (kCaches && !core_.rvfi_trap_o && (r.insn >> 7 & 31) == 1 && r.loads()) abi_.ra_pending = true;
    write_register(r.rd, r.rd_value);
    at_last_retire_ = now_;
  }

  // In memory, because some cores report the expansion of a compressed instruction.
  bool is_compressed(uint32_t pc) const {
    return ram_.contains(pc & ~3u, 4) && (ram_.read_word(pc) >> 8 * (pc & 2) & 3) != 3;
  }

  void write_register(unsigned rd, uint32_t value) {
    if (rd == 1) {
      if (abi_.ra_pending)
        for (Window& w : windows_) w.late_return_address(value);
      abi_.ra_pending = false;
      abi_.ra = value;
    }
    if (rd == 2) abi_.sp = value;
  }

  void note_access(const Access& access, uint32_t address) {
    now_.accesses.add(uint64_t(access.loaded) << 40 | uint64_t(access.stored) << 32 | address);
    if (address == options_.late_irq_address) irq_until_ = access.stored ? now_.cycles + options_.late_irq_cycles : 0;
    if (options_.strict_alignment && address % access.size() && running()) {
      misaligned_ = {address, access.size()};
      devices_.end = End::kMisaligned;
    }
  }

  void evaluate() {
    core_.eval();
    if (trace_dump_) trace_dump_();
  }

  void open_trace();

  const Options& options_;
  Vcore core_;
  Ram ram_;
  StoreBuffer buffer_;
  Port instr_, data_, mem_;
  bool data_was_last_ = false;
  uint64_t irq_until_ = 0;  // the level of the external interrupt lasts until this cycle
  Devices devices_;
  Board board_;
  std::vector<Window> windows_;
  Counts now_, at_last_retire_;
  Abi abi_;
  uint64_t fetched_ = 0;
  uint64_t fetched_then_[kRvfiDelay + 1] = {};
  BranchWatch branch_;
  // Cycles of each wait, and their values that many cycles ago.
  std::array<std::array<uint64_t, kWaitKinds>, kRvfiDelay> waits_ = {};
  uint32_t last_pc_ = 0;
  Misaligned misaligned_;
  std::unique_ptr<Trace> rvfi_;
  uint64_t trace_time_ = 0;
  std::function<void()> trace_dump_, trace_close_;
};

#if VM_TRACE_VCD
void System::open_trace() {
  Verilated::traceEverOn(true);
  auto vcd = std::make_shared<VerilatedVcdC>();
  core_.trace(vcd.get(), 99);
  vcd->open(options_.trace_path.c_str());
  if (!vcd->isOpen()) throw std::runtime_error("cannot write " + options_.trace_path);
  trace_dump_ = [this, vcd] { vcd->dump(trace_time_++); };
  trace_close_ = [vcd] { vcd->close(); };
}
#else
void System::open_trace() { throw std::runtime_error("this model was built without tracing"); }
#endif

}  // namespace
}  // namespace vmb

// Exit codes: 0 the run ended and is reported, 2 an error, 3 standard output cannot be written, 4
// an option of the devices names an unusable file or peer.
int main(int argc, char** argv) {
  const vmb::Options options = vmb::parse_options(argc, argv);
  if (options.parent) vmb::end_with(pid_t(options.parent));
  std::signal(SIGINT, vmb::on_signal);
  std::signal(SIGTERM, vmb::on_signal);
  Verilated::fatalOnError(false);  // our handler reports errors instead
  try {
    auto system = std::make_unique<vmb::System>(options);
    system->run();
    system->finish();
  } catch (const vmb::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 4;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "model: %s\n", error.what());
    return 2;
  }
  if (std::fflush(stdout) || std::ferror(stdout)) {
    std::fprintf(stderr, "model: cannot write to standard output\n");
    return 3;
  }
  return 0;
}
