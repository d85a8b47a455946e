// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The option --net: SCHEME:SETTING,...
#include "net/peer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "devices/input_file.h"
#include "net/generator.h"
#include "net/replay.h"
#include "net/udp_port.h"

namespace vmb {

namespace {

InputError wrong(const std::string& what) { return InputError("--net: " + what); }

uint64_t whole(const std::string& name, const std::string& text, uint64_t least, uint64_t most) {
  uint64_t value = 0;
  bool right = !text.empty() && text.size() <= 19;
  for (const char c : text) {
    right = right && c >= '0' && c <= '9';
    value = 10 * value + uint64_t(c - '0');
  }
  if (!right || value < least || value > most)
    throw wrong(name + " '" + text + "' is no number from " + std::to_string(least) + " to " + std::to_string(most));
  return value;
}

double rate_of(const std::string& text) {
  if (text == "max") return 0;
  size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
  }
  if (used == 0 || used != text.size() || !std::isfinite(value) || value < 1e-6 || value > 1e6)
    throw wrong("rate '" + text + "' is neither max nor a number of frames in a million cycles, at most 1000000");
  return value;
}

using Settings = std::map<std::string, std::function<void(const std::string&)>>;

// NAME=VALUE, separated by commas.
void apply(const std::string& scheme, const std::string& text, const Settings& settings) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string part = text.substr(at, end - at);
    const size_t equals = std::min(part.find('='), part.size());
    const auto found = settings.find(part.substr(0, equals));
    if (found == settings.end() || equals == part.size()) {
      std::string names;
      for (const auto& [name, set] : settings) names += (names.empty() ? "" : ", ") + name + "=";
      throw wrong("'" + part + "' is no setting of " + scheme + "; it has " + names);
    }
    found->second(part.substr(equals + 1));
    at = end + 1;
  }
}

bool compressed_of(const std::string& text, const Link& link) {
  if (text != "plain" && text != "compressed") throw wrong("headers '" + text + "' is neither plain nor compressed");
  if (text == "compressed" && &link == &ethernet()) throw wrong("headers=compressed needs --link ieee802154");
  return text == "compressed";
}

std::unique_ptr<Peer> make_generator(const std::string& text, const Link& link) {
  Load load;
  load.rate = 100;
  bool counted = false, sized = false, compresses = false;
  std::string file;
  const size_t most = Wire(link).largest_payload();
  apply("generate", text,
        {{"rate", [&](const auto& v) { load.rate = rate_of(v); }},
         {"size",
          [&](const auto& v) {
            load.size = whole("size", v, 0, most);
            sized = true;
          }},
         {"headers", [&](const auto& v) { compresses = compressed_of(v, link); }},
         {"count",
          [&](const auto& v) {
            load.count = whole("count", v, 1, 1000000000);
            counted = true;
          }},
         {"seed", [&](const auto& v) { load.seed = whole("seed", v, 0, 1000000000000); }},
         {"port", [&](const auto& v) { load.port = uint16_t(whole("port", v, 1, 65535)); }},
         {"payload", [&](const auto& v) { file = v; }}});
  const Wire wire(link, compresses);
  if (!sized) load.size = std::min(load.size, wire.largest_in_frame());
  if (!file.empty()) {
    load.payloads = read_input("--net", file);
    if (load.size == 0 || load.payloads.empty() || load.payloads.size() % load.size != 0)
      throw wrong(file + " has " + std::to_string(load.payloads.size()) +
                  " bytes, which are no messages of size=" + std::to_string(load.size) + "; set size= to their length");
    if (!counted) load.count = load.payloads.size() / load.size;
  }
  return std::make_unique<Generator>(wire, std::move(load));
}

std::unique_ptr<Peer> make_replay(std::string path, const Link& link, uint64_t clock) {
  static const std::string kFast = ",fast";
  if (path.size() > kFast.size() && path.compare(path.size() - kFast.size(), kFast.size(), kFast) == 0) {
    path.resize(path.size() - kFast.size());
    clock = 0;
  }
  return std::make_unique<Replay>(read_pcap(path, link), clock);
}

std::unique_ptr<Peer> make_udp(const std::string& text, const Link& link) {
  const size_t comma = std::min(text.find(','), text.size());
  const uint64_t port = whole("port", text.substr(0, comma), 1, 65535);
  uint64_t device_port = 7;
  bool compresses = false;
  if (comma < text.size())
    apply("udp", text.substr(comma + 1),
          {{"port", [&](const auto& v) { device_port = whole("port", v, 1, 65535); }},
           {"headers", [&](const auto& v) { compresses = compressed_of(v, link); }}});
  return std::make_unique<UdpPort>(Wire(link, compresses), uint16_t(port), uint16_t(device_port));
}

}  // namespace

std::unique_ptr<Peer> make_peer(const DeviceOptions& options, const Link& link) {
  if (options.net.empty()) return nullptr;
  const size_t colon = std::min(options.net.find(':'), options.net.size());
  const std::string scheme = options.net.substr(0, colon);
  const std::string rest = colon < options.net.size() ? options.net.substr(colon + 1) : "";
  if (scheme == "generate") return make_generator(rest, link);
  if (scheme == "pcap") return make_replay(rest, link, options.clock);
  if (scheme == "udp") return make_udp(rest, link);
  throw wrong("'" + options.net + "' begins with none of generate:, pcap:, udp:");
}

}  // namespace vmb
