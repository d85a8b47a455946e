# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Packet mixes: the lengths of packets, and their frequencies.

A mix is a table of weights (`read`), a CSV file with the columns ad, message and weight, or a capture (pcap). In a
captured packet the headers that a security layer authenticates are associated data, and their payload is the message:
for Ethernet and raw frames the IP header and its payload, for IEEE 802.15.4 the MAC header and payload.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from vambrace import config
from vambrace.base import extras
from vambrace.base.errors import UsageError, unknown
from vambrace.config import Scenario

#: The maximum number of different packets in a mix; beyond it, packets of similar length count as one.
MOST = 16

_LENGTHS = re.compile(r"(\d{1,7})\+(\d{1,7})")


@dataclass(frozen=True)
class Packet:
    """A packet of a mix, and its share of all packets."""

    scenario: Scenario
    share: float


def lengths(ad: int, message: int) -> Scenario:
    """Return a packet with these numbers of bytes of associated data and message, in word-aligned buffers."""
    return Scenario(name=f"{ad}+{message}", title=f"{ad}+{message} bytes", ad=ad, message=message)


def scenario(name: str) -> Scenario:
    """Return a named scenario, or the packet of AD+MESSAGE bytes."""
    if match := _LENGTHS.fullmatch(name):
        return lengths(int(match[1]), int(match[2]))
    if name not in config.scenarios():
        raise UsageError(f"{unknown('packet', name, config.scenarios(), 'vambrace points')}; or write AD+MESSAGE bytes")
    return config.scenarios()[name]


def of_weights(weights: Mapping[str, object]) -> tuple[Packet, ...]:
    """Return the mix of a table: weights by names of scenarios or by AD+MESSAGE."""
    by_scenario: dict[Scenario, float] = {}
    for name, weight in weights.items():
        if not isinstance(weight, int | float) or isinstance(weight, bool) or not 0 < weight < float("inf"):
            raise UsageError(f"packet '{name}': the weight {weight!r} is not a number above 0")
        by_scenario[scenario(name)] = by_scenario.get(scenario(name), 0) + weight
    if not by_scenario:
        raise UsageError("the mix has no packets: give for example 'zigbee = 1'")
    total = sum(by_scenario.values())
    return tuple(Packet(shape, weight / total) for shape, weight in by_scenario.items())


def read(path: Path) -> tuple[Packet, ...]:
    """Return the mix of a file: .csv, or a capture. UsageError if it has no packets or cannot be read."""
    try:
        packets = _of_csv(path) if path.suffix == ".csv" else _of_capture(path)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
    if not packets:
        raise UsageError(f"{path}: no packets")
    return of_weights({f"{ad}+{message}": weight for (ad, message), weight in _fewer(packets).items()})


def _of_csv(path: Path) -> Counter[tuple[int, int]]:
    packets: Counter[tuple[int, int]] = Counter()
    try:
        with path.open(newline="", encoding="utf-8") as file:
            rows = csv.DictReader(file)
            if not {"ad", "message"} <= set(rows.fieldnames or ()):
                raise UsageError(f"{path}: the first line has to name the columns: ad,message or ad,message,weight")
            for row in rows:
                packets[_row(path, rows.line_num, row)] += _weight(path, rows.line_num, row.get("weight"))
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path}: not a CSV file: {error}") from None
    return packets


def _row(path: Path, line: int, row: Mapping[str, str | None]) -> tuple[int, int]:
    ad, message = row["ad"] or "", row["message"] or ""
    if not _LENGTHS.fullmatch(f"{ad.strip()}+{message.strip()}"):
        raise UsageError(f"{path}, line {line}: ad and message have to be numbers of bytes, not '{ad}' and '{message}'")
    return int(ad), int(message)


def _weight(path: Path, line: int, text: str | None) -> int:
    if text is None or not text.strip():
        return 1
    if not re.fullmatch(r"[1-9]\d{0,11}", text.strip()):
        raise UsageError(f"{path}, line {line}: the weight '{text}' is not a whole number above 0")
    return int(text)


def _of_capture(path: Path) -> Counter[tuple[int, int]]:
    extras.need("explore")
    import dpkt

    packets: Counter[tuple[int, int]] = Counter()
    with path.open("rb") as file:
        try:
            reader = dpkt.pcap.UniversalReader(file)
            split = _LINKS.get(reader.datalink())
            if split is None:
                raise UsageError(f"{path}: link type {reader.datalink()} is not supported; write a CSV file instead")
            for _, data in reader:
                if (packet := split(bytes(data))) is not None:
                    packets[packet] += 1
        except (ValueError, EOFError, dpkt.Error) as error:
            raise UsageError(f"{path}: not a CSV file or a capture: {error or 'it ends early'}") from None
    return packets


def _ip(data: bytes) -> tuple[int, int] | None:
    """Return header and payload of an IP packet; None for other packets."""
    if len(data) >= 20 and data[0] >> 4 == 4:
        header, total = 4 * (data[0] & 15), int.from_bytes(data[2:4], "big")
    elif len(data) >= 40 and data[0] >> 4 == 6:
        header, total = 40, 40 + int.from_bytes(data[4:6], "big")
    else:
        return None
    return (header, total - header) if 20 <= header <= total else None


def _ethernet(data: bytes) -> tuple[int, int] | None:
    at = 12
    while data[at : at + 2] in (b"\x81\x00", b"\x88\xa8"):  # a VLAN tag
        at += 4
    return _ip(data[at + 2 :])


def _mac(data: bytes, fcs: int) -> tuple[int, int] | None:
    """Return header and payload of a data frame of IEEE 802.15.4 (IEEE 802.15.4-2020, section 7.2); None for other
    frames.
    """
    if len(data) < 3 + fcs:
        return None
    control = int.from_bytes(data[:2], "little")
    destination, source = control >> 10 & 3, control >> 14
    if control & 7 != 1 or 1 in (destination, source):
        return None
    header = 3 + sum({0: 0, 2: 4, 3: 10}[mode] for mode in (destination, source))
    header -= 2 if control >> 6 & 1 and destination and source else 0  # one PAN identifier for both
    if control >> 3 & 1:  # an auxiliary security header
        if len(data) <= header:
            return None
        header += 5 + (0, 1, 5, 9)[data[header] >> 3 & 3]
    return (header, len(data) - fcs - header) if header + fcs <= len(data) else None


#: By link type (tcpdump.org's list): Ethernet, raw IP, 802.15.4 with and without its check sequence.
_LINKS: dict[int, Callable[[bytes], tuple[int, int] | None]] = {
    1: _ethernet,
    101: _ip,
    195: lambda data: _mac(data, 2),
    230: lambda data: _mac(data, 0),
}


@dataclass(frozen=True)
class _Group:
    """Packets that count as one: their weight, and the weighted sums of lengths and of squares."""

    weight: int
    ad: int
    message: int
    squares: int

    def __add__(self, other: _Group) -> _Group:
        return _Group(
            self.weight + other.weight,
            self.ad + other.ad,
            self.message + other.message,
            self.squares + other.squares,
        )

    @property
    def spread(self) -> float:
        """Return the sum of squares of the differences from the mean."""
        return self.squares - (self.ad**2 + self.message**2) / self.weight

    @property
    def mean(self) -> tuple[int, int]:
        return round(self.ad / self.weight), round(self.message / self.weight)


def _fewer(packets: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Return the packets of a mix, in which neighbours in length are merged until there are few enough (Ward's method);
    a merged packet has the weighted mean of the lengths.
    """
    ordered = sorted(packets.items(), key=lambda item: (sum(item[0]), item[0]))
    groups = [_Group(w, w * ad, w * message, w * (ad**2 + message**2)) for (ad, message), w in ordered]
    while len(groups) > MOST:
        costs = [(first + second).spread - first.spread - second.spread for first, second in pairwise(groups)]
        at = costs.index(min(costs))
        groups[at : at + 2] = [groups[at] + groups[at + 1]]
    merged: Counter[tuple[int, int]] = Counter()
    for group in groups:
        merged[group.mean] += group.weight
    return dict(merged)
