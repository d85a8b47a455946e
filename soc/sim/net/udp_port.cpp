// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "net/udp_port.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "devices/input_file.h"

namespace vmb {

namespace {
sockaddr_in loopback(uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}
}  // namespace

UdpPort::UdpPort(const Wire& wire, uint16_t port, uint16_t device_port) : wire_(wire), device_port_(device_port) {
  socket_ = ::socket(AF_INET, SOCK_DGRAM, 0);
  const sockaddr_in address = loopback(port);
  if (socket_ < 0 || ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    const std::string why = std::strerror(errno);
    if (socket_ >= 0) ::close(socket_);
    throw InputError("--net: cannot open UDP port " + std::to_string(port) + ": " + why + "; choose another port");
  }
  ::fcntl(socket_, F_SETFL, O_NONBLOCK);
}

UdpPort::~UdpPort() { ::close(socket_); }

std::optional<Bytes> UdpPort::take(uint64_t cycle) {
  if (frames_.empty()) ask(cycle);
  if (frames_.empty()) return {};
  Bytes frame = std::move(frames_.front());
  frames_.pop_front();
  return frame;
}

void UdpPort::ask(uint64_t cycle) {
  Bytes payload(65536);
  sockaddr_in client{};
  socklen_t length = sizeof client;
  const ssize_t count =
      ::recvfrom(socket_, payload.data(), payload.size(), 0, reinterpret_cast<sockaddr*>(&client), &length);
  if (count < 0) {
    poll_ = cycle + kPollCycles;
    return;
  }
  if (size_t(count) > wire_.largest_payload()) return;  // too long for the link
  payload.resize(size_t(count));
  const uint16_t port = ntohs(client.sin_port);
  clients_.insert(port);
  frames_ = wire_.wrap({port, device_port_, std::move(payload)});
}

void UdpPort::receive(const Bytes& frame) {
  const auto packet = wire_.packet_of(frame);
  if (!packet) return;
  for (Bytes& answer : wire_.advertise(*packet)) frames_.push_back(std::move(answer));
  const auto datagram = wire_.unwrap(*packet);
  if (!datagram || !clients_.count(datagram->target_port)) return;
  const sockaddr_in client = loopback(datagram->target_port);
  (void)::sendto(socket_, datagram->payload.data(), datagram->payload.size(), 0,
                 reinterpret_cast<const sockaddr*>(&client), sizeof client);
}

}  // namespace vmb
