// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine_bench.h"

#include <stdexcept>

#include "vambrace/engine_regs.h"

namespace vmb {

namespace {

// After a reset, the unverified plaintext buffer clears itself, a word per cycle.
constexpr unsigned kCyclesUntilIdle = 70000;

// Words beyond the memory: they depend on the address.
uint32_t word_beyond(uint32_t address) {
  uint64_t mixed = (uint64_t(address) + 1) * 0x9e3779b97f4a7c15;
  return uint32_t(mixed >> 32);
}

}  // namespace

EngineBench::Ports::Ports(const Netlist& n)
    : reset(n.port("rst_ni")),
      reg_req(n.port("reg_req_i")),
      reg_we(n.port("reg_we_i")),
      reg_pair(n.port("reg_pair_i")),
      reg_index(n.port("reg_index_i")),
      reg_wdata(n.port("reg_wdata_i")),
      reg_wdata_odd(n.port("reg_wdata_odd_i")),
      reg_fault(n.port("reg_fault_o")),
      reg_rdata(n.port("reg_rdata_o")),
      req(n.port("mem_req_o")),
      gnt(n.port("mem_gnt_i")),
      addr(n.port("mem_addr_o")),
      we(n.port("mem_we_o")),
      be(n.port("mem_be_o")),
      wdata(n.port("mem_wdata_o")),
      rvalid(n.port("mem_rvalid_i")),
      rdata(n.port("mem_rdata_i")),
      err(n.port("mem_err_i")),
      alert(n.port("alert_o")) {}

EngineBench::EngineBench(const Netlist& netlist, const std::vector<uint32_t>& memory, std::vector<RegisterWrite> writes)
    : ports_(netlist), lanes_(netlist), words_(memory.size()), writes_(std::move(writes)) {
  if (writes_.empty()) throw std::runtime_error("no write to a register: there is no job");
  for (unsigned lane = 0; lane < kLanes; lane++) memory_.insert(memory_.end(), memory.begin(), memory.end());
  lanes_.set_all(ports_.gnt, 1);
  lanes_.set_all(ports_.reset, 1);
  for (unsigned cycle = 0; cycle < 6; cycle++) {
    lanes_.set_all(ports_.reset, cycle == 0 || cycle == 5);
    lanes_.settle();
    lanes_.clock();
  }
  lanes_.set_all(ports_.reg_req, 1);
  lanes_.set_all(ports_.reg_index, VMB_ENGINE_REG_STATUS / 4);
  for (unsigned cycle = 0;; cycle++) {
    lanes_.settle();
    if (!(lanes_.get(ports_.reg_rdata)[0] & VMB_ENGINE_REG_STATUS_BUSY_MASK)) break;
    if (cycle == kCyclesUntilIdle) throw std::runtime_error("the engine is not idle after its reset");
    lanes_.clock();
  }
}

void EngineBench::cycle() {
  software();
  lanes_.settle();
  if (cycles_ < writes_.size()) refused_ = refused_ || lanes_.bit(ports_.reg_fault[0]).get(0);
  else judge();
  access();
  lanes_.clock();
  cycles_++;
}

void EngineBench::software() {
  if (cycles_ > writes_.size()) return;  // STATUS is being read already
  const bool writing = cycles_ < writes_.size();
  lanes_.set_all(ports_.reg_we, writing);
  lanes_.set_all(ports_.reg_index, writing ? writes_[cycles_].first : VMB_ENGINE_REG_STATUS / 4);
  lanes_.set_all(ports_.reg_wdata, writing ? writes_[cycles_].second : 0);
}

void EngineBench::judge() {
  seen_.alerted |= lanes_.bit(ports_.alert[0]);
  const Bits idle = ~lanes_.bit(ports_.reg_rdata[VMB_ENGINE_REG_STATUS_BUSY_SHIFT]);
  if (!idle.any()) return;
  Bits wrong;
  for (unsigned i = 0; i < 4; i++) wrong |= lanes_.bit(ports_.reg_rdata[VMB_ENGINE_REG_STATUS_ERROR_SHIFT + i]);
  seen_.accepted |= idle & ~wrong;
  const Bits first = idle & ~seen_.ended;
  if (!first.any()) return;
  const Numbers status = lanes_.get(ports_.reg_rdata);
  for (unsigned lane = 0; lane < kLanes; lane++)
    if (first.get(lane))
      seen_.error[lane] = (status[lane] & VMB_ENGINE_REG_STATUS_ERROR_MASK) >> VMB_ENGINE_REG_STATUS_ERROR_SHIFT;
  seen_.ended |= first;
}

// The memory's part of a cycle; its answer appears in the next one.
void EngineBench::access() {
  const Bits asked = lanes_.bit(ports_.req[0]);
  const bool any = asked.any();
  const Bits writes = asked & lanes_.bit(ports_.we[0]);
  const Numbers address = any ? lanes_.get(ports_.addr) : Numbers{};
  Numbers answer{};
  if (writes.any()) {
    const Numbers data = lanes_.get(ports_.wdata), enable = lanes_.get(ports_.be);
    for (unsigned lane = 0; lane < kLanes; lane++) {
      if (!writes.get(lane)) continue;
      uint32_t mask = 0;
      for (unsigned i = 0; i < 4; i++) mask |= (enable[lane] >> i & 1 ? 0xffu : 0u) << 8 * i;
      if (data[lane] & mask) seen_.given.set(lane);
      if (lane == 0) memory_writes_++;
      if (address[lane] / 4 >= words_) continue;
      uint32_t& there = memory_[lane * words_ + address[lane] / 4];
      there = (there & ~mask) | (data[lane] & mask);
    }
  }
  if (any) {
    for (unsigned lane = 0; lane < kLanes; lane++) {
      if (!asked.get(lane) || writes.get(lane)) continue;
      const bool inside = address[lane] / 4 < words_;
      answer[lane] = inside ? memory_[lane * words_ + address[lane] / 4] : word_beyond(address[lane]);
    }
    lanes_.set(ports_.rdata, answer);
  }
  lanes_.set_bit(ports_.rvalid[0], asked);
}

std::vector<uint32_t> EngineBench::memory(unsigned lane) const {
  const auto first = memory_.begin() + std::ptrdiff_t(lane * words_);
  return {first, first + std::ptrdiff_t(words_)};
}

}  // namespace vmb
