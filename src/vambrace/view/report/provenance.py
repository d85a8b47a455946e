# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How every figure was made: its command, the configuration and the versions of the tools, under a number."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from vambrace.measure.registry import KINDS

#: What of a record's configuration goes with the algorithm and not with the way of measuring.
_OF_ALGORITHM = ("nonce_bytes", "tag_bytes", "constant_time", "part", "messages")


@dataclass
class Way:
    """One way of measuring: what records of a kind on one point have in common."""

    number: int
    kind: str
    subject: str
    tools: dict[str, str]
    configuration: dict
    options: dict[str, None] = field(default_factory=dict)
    hashes: dict[str, None] = field(default_factory=dict)

    @property
    def command(self) -> str:
        return " ".join(["vambrace", KINDS[self.kind].command, *filter(None, [self.subject]), *self.options])


class Provenance:
    """Gives numbers to ways of measuring, the same to what was measured in the same way."""

    def __init__(self) -> None:
        self._ways: dict[str, Way] = {}

    @property
    def ways(self) -> list[Way]:
        return list(self._ways.values())

    def of(self, kind: str, *records: dict) -> tuple[int, ...]:
        """Return the number of each record's way, each once."""
        return tuple(dict.fromkeys(self._one(kind, record) for record in records))

    def _one(self, kind: str, record: dict) -> int:
        made = {**record.get("configuration", {}), **({"model": record["model"]} if "model" in record else {})}
        made = {name: value for name, value in made.items() if name not in _OF_ALGORITHM}
        subject = _subject(kind, record)
        key = json.dumps([kind, subject, record.get("profile"), record.get("library"), record.get("tools", {}), made])
        way = self._ways.setdefault(key, Way(len(self._ways) + 1, kind, subject, record.get("tools", {}), made))
        way.options |= dict.fromkeys(_options(kind, record))
        if record.get("source_hash"):
            way.hashes[record["source_hash"]] = None
        return way.number


def _subject(kind: str, record: dict) -> str:
    if kind == "latency":
        return record["extensions"]
    if kind == "ciphers":
        return record["cipher"]
    if kind == "pictures":
        return record["size"]
    if kind == "ascon64":
        return record["style"]
    if kind == "profile":
        return f"{record['algorithm']} --point {record['core']}/{record['extensions']}"
    return record.get("block") or f"{record['core']}/{record['extensions']}"


def _options(kind: str, record: dict) -> Iterable[str]:
    if kind == "latency":
        yield f"--key-bits {record['algorithm'].split('-')[1]}"
        yield f"--caches {record['configuration']['caches']}"
        yield f"--runs {record['runs']}"
        if record["configuration"]["aes_rounds_per_cycle"] not in ("1", None):
            yield f"--rounds {record['configuration']['aes_rounds_per_cycle']}"
        return
    if kind == "pictures":
        yield f"--mode {record['mode']} --point {record['core']}/{record['extensions']}"
        return
    if kind == "ascon64":
        yield f"--size {record['message_bytes']}"
        yield f"--core {record['core']}"
        return
    if kind == "profile":
        yield f"--scenario {record['scenario']} --operation {record['operation']}"
    elif "algorithm" in record:
        yield f"-a {record['algorithm']}"
    if kind == "throughput":
        yield f"--size {record['message_bytes']}"
    if record.get("profile", "speed") != "speed":
        yield f"--profile {record['profile']}"
    if record.get("library", "vambrace") not in ("vambrace", "study"):
        yield "--peers"
    if kind == "bench" and record["configuration"]["caches"] == "cold":
        yield "--cold"
