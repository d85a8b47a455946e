// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "devices/board.h"

#include <algorithm>

namespace vmb {

namespace {
const Link& link_of(const DeviceOptions& options) { return options.ieee802154 ? ieee802154() : ethernet(); }

template <class Device>
bool has(uint32_t address) {
  return address >= Device::kBase && address - Device::kBase < Device::kBytes;
}

// Returns a tap that writes frames with the time of their cycle.
Packets::Tap tap(PcapWriter* trace, uint64_t clock) {
  if (!trace) return [](const Bytes&, uint64_t) {};
  return [trace, clock](const Bytes& frame, uint64_t cycle) {
    constexpr uint64_t kSecond = 1000000000;
    trace->write({cycle / clock * kSecond + cycle % clock * kSecond / clock, frame});
  };
}
}  // namespace

Board::Board(const DeviceOptions& options)
    : timer_(options.timer_divider),
      uart_input_(options.uart_in),
      uart_(uart_input_),
      trace_(options.trace_net.empty() ? nullptr : std::make_unique<PcapWriter>(options.trace_net, link_of(options))),
      packets_(link_of(options), make_peer(options, link_of(options)), tap(trace_.get(), options.clock)) {}

void Board::finish() {
  if (trace_) trace_->close();
}

Answer Board::read(uint32_t address, uint64_t cycle) {
  Answer answer = kBusError;
  address &= ~3u;
  if (has<Timer>(address)) return timer_.read(address - Timer::kBase, cycle);
  if (has<Plic>(address)) answer = plic_.read(address - Plic::kBase);
  else if (has<Uart>(address)) answer = uart_.read(address - Uart::kBase);
  else if (has<Packets>(address)) answer = packets_.read(address - Packets::kBase);
  else return answer;
  update(cycle);
  return answer;
}

Answer Board::write(uint32_t address, uint32_t value, unsigned byte_enable, uint64_t cycle) {
  Answer answer = kBusError;
  address &= ~3u;
  if (has<Timer>(address)) answer = timer_.write(address - Timer::kBase, value, byte_enable, cycle);
  else if (has<Plic>(address)) answer = plic_.write(address - Plic::kBase, value, byte_enable);
  else if (has<Uart>(address)) answer = uart_.write(address - Uart::kBase, value, byte_enable);
  else if (has<Packets>(address)) answer = packets_.write(address - Packets::kBase, value, byte_enable, cycle);
  else return answer;
  update(cycle);
  return answer;
}

void Board::step(uint64_t cycle) {
  if (cycle >= uart_poll_) uart_poll_ = uart_input_.poll(cycle);
  packets_.step(cycle);
  update(cycle);
}

void Board::update(uint64_t cycle) {
  timer_high_ = timer_.timer(cycle);
  plic_.set(Plic::kUart, uart_.interrupt());
  plic_.set(Plic::kPackets, packets_.interrupt());
  external_high_ = plic_.external();
  next_ = std::min({timer_.changes(cycle), uart_poll_, packets_.next()});
}

}  // namespace vmb
