# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Result records: what was measured, on what, built by what. docs/reference/records.md
describes every field; SCHEMA grows when a field changes its meaning."""

import csv
import io
import json
import statistics
from dataclasses import dataclass
from functools import cache

from vambrace import __version__
from vambrace.base import tools
from vambrace.config import Algorithm, Peer, Point, Scenario
from vambrace.hardware import rtl
from vambrace.software import peers, program
from vambrace.software.aead import Footprint
from vambrace.software.simulate import Counts

SCHEMA = 2


@dataclass(frozen=True)
class Measurement:
    point: Point
    algorithm: Algorithm
    scenario: Scenario
    operation: str  # one of config.OPERATIONS
    ad_bytes: int
    message_bytes: int
    counts: Counts  # of the operation, without key set-up
    key_setup: Counts
    footprint: Footprint
    source_hash: str
    peer: Peer | None = None  # the library of others that was measured
    caches: str | None = None  # "warm" or "cold"; None: there are none


@cache
def versions(upstream: str) -> dict[str, str]:
    """Return the versions of all tools that take part in a measurement on a core."""
    names = ("riscv64-unknown-elf-gcc", "picolibc", "verilator", "g++")
    found = {name: tools.version(name) for name in names}
    return {"vambrace": __version__, **found, upstream: rtl.version(upstream)}


def make_record(m: Measurement, kind: str = "bench") -> dict:
    """Return the record of one measurement, of the kind bench or throughput: JSON-able, one level deep but for
    `tools` and `configuration`."""
    return {
        "schema": SCHEMA,
        "record": kind,
        "library": m.peer.name if m.peer else "vambrace",
        "core": m.point.core.name,
        "extensions": m.point.extensions.name,
        "profile": m.point.profile,
        "algorithm": m.algorithm.name,
        "kind": m.algorithm.kind,
        "scenario": m.scenario.name,
        "operation": m.operation,
        "ad_bytes": m.ad_bytes,
        "message_bytes": m.message_bytes,
        "cycles": m.counts.cycles,
        "cycles_with_key_setup": m.counts.cycles + m.key_setup.cycles,
        "published_cycles": None,  # vambrace.papers.published fills these in when a record is shown
        "instret": m.counts.instret,
        "bytes_fetched": m.counts.bytes_fetched,
        "bytes_loaded": m.counts.bytes_loaded,
        "bytes_stored": m.counts.bytes_stored,
        "code_bytes": m.footprint.code_bytes,
        "stack_bytes": max(m.counts.stack_bytes, m.key_setup.stack_bytes),
        "static_bytes": m.footprint.static_bytes,
        "key_bytes": m.footprint.key_bytes,
        "published_bytes": None,
        "checked": True,
        "tools": {**versions(m.point.core.upstream), **({m.peer.name: m.peer.version} if m.peer else {})},
        "configuration": {
            "core_parameters": m.point.core.parameters,
            "units": list(m.point.extensions.units),
            "wait_states": 0,
            "caches": m.caches,
            "library_flags": " ".join(
                peers.flags(m.peer, m.point.profile) if m.peer else program.library_flags(m.point.build)
            ),
            "constant_time": m.peer is None or m.peer.constant_time(m.algorithm.name),
            "nonce_bytes": m.algorithm.nonce,
            "tag_bytes": m.algorithm.tag,
        },
        "source_hash": m.source_hash,
    }


@dataclass(frozen=True)
class Latency:
    """All runs of one call of FAC-V's latency experiment (vambrace.measure.latency)."""

    point: Point
    algorithm: Algorithm
    operation: str  # or "init"
    message_bytes: int
    by: str
    until: str
    cycles: list[int]
    caches: str
    rounds: str | None
    source_hash: str


#: Fields of a record of `bench` that nobody counts in this experiment.
_NOT_COUNTED = (
    "cycles_with_key_setup", "instret", "bytes_fetched", "bytes_loaded", "bytes_stored", "code_bytes", "stack_bytes",
    "static_bytes", "key_bytes", "published_bytes",
)  # fmt: skip


def latency_record(m: Latency) -> dict:
    """Return a record with the fields of `make_record` and some more."""
    return {
        "schema": SCHEMA,
        "record": "latency",
        "library": "vambrace",
        "core": m.point.core.name,
        "extensions": m.point.extensions.name,
        "profile": m.point.profile,
        "algorithm": m.algorithm.name,
        "kind": m.algorithm.kind,
        "scenario": "init" if m.operation == "init" else f"{m.message_bytes} bytes",
        "operation": m.operation,
        "by": m.by,
        "until": m.until,
        "ad_bytes": 0,
        "message_bytes": m.message_bytes,
        "runs": len(m.cycles),
        "cycles": statistics.mean(m.cycles),
        "cycles_deviation": statistics.stdev(m.cycles) if len(m.cycles) > 1 else 0,
        "cycles_minimum": min(m.cycles),
        "cycles_maximum": max(m.cycles),
        "published_cycles": None,
        "target_cycles": None,
        **dict.fromkeys(_NOT_COUNTED),
        "checked": True,
        "tools": versions(m.point.core.upstream),
        "configuration": {
            "core_parameters": m.point.core.parameters,
            "units": list(m.point.extensions.units),
            "aes_rounds_per_cycle": m.rounds,
            "wait_states": 0,
            "caches": m.caches,
            "library_flags": " ".join(program.library_flags(m.point.build)),
            "constant_time": True,
            "nonce_bytes": 0,
            "tag_bytes": 0,
        },
        "source_hash": m.source_hash,
    }


def as_json(records: list[dict]) -> str:
    return json.dumps(records, indent=1) + "\n"


def as_csv(records: list[dict]) -> str:
    """One line per record; `tools` and `configuration` are columns of JSON."""
    out = io.StringIO(newline="")
    if records:
        writer = csv.DictWriter(out, fieldnames=list(dict.fromkeys(name for r in records for name in r)))
        writer.writeheader()
        for record in records:
            writer.writerow({k: json.dumps(v) if isinstance(v, dict) else v for k, v in record.items()})
    return out.getvalue()
