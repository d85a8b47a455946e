# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Which record of ours a figure stands beside: a kind of record, the points it may be of, and fields of it.

docs/reference/records.md describes records. Those of a study (`planned`) are described where the study is.
"""

import re
from dataclasses import dataclass

from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.silicon import parts

#: The eight lightweight ciphers, and the three C styles of Ascon on RV64 with ours.
CIPHERS = ("ascon", "aria", "gost", "hight", "idea", "noekeon", "seed", "simon-128")
STYLES = ("ref", "opt64", "asconv", "c", "assembly")

#: The Thread-Metric suite's tests, and what runs beside them.
TESTS = ("basic", "cooperative", "preemptive", "interrupt", "interrupt-preemption", "message", "synchronization",
         "memory")  # fmt: skip
LOADS = ("none", "echo", "echo+aes")

#: A picture of these sizes, encrypted in these modes; what is counted of it.
SIZES = ("32x32", "512x512")
MODES = ("ecb", "cbc", "aead")
TEXTS = ("original", "encrypted", "decrypted", "tampered")


class SelectorError(VambraceError):
    """Something does not name a record that can exist; the message says what, and the names that there are."""


@dataclass(frozen=True)
class Kind:
    """A kind of record: the fields that tell one from the others, and its figures."""

    needed: tuple[str, ...]
    metrics: tuple[str, ...]
    optional: tuple[str, ...] = ()
    point: bool = True  # whether it is of a point; else, or where there is none, of a `block`
    block: bool = False
    planned: bool = False
    generated: bool = True  # whether there are records of generated cores


_CALL = ("algorithm", "scenario", "operation")
_COUNTS = ("cycles", "cycles_with_key_setup", "instret", "bytes_fetched", "bytes_loaded", "bytes_stored")

RECORDS = {
    "bench": Kind(_CALL, (*_COUNTS, "code_bytes", "stack_bytes", "static_bytes", "key_bytes"), ("profile", "caches")),
    "throughput": Kind(_CALL, (*_COUNTS, "code_bytes", "stack_bytes", "static_bytes", "key_bytes"),
                       ("profile", "caches")),
    "latency": Kind((*_CALL, "by", "until"), ("cycles", "cycles_deviation"), ("caches", "rounds")),
    "profile": Kind(_CALL, ("ad_byte", "text_byte", "empty", "key_setup", "cycles"), ("profile", "step")),
    "memory": Kind(("algorithm", "operation"), ("code_bytes", "static_bytes", "stack_worst_bytes", "sum_bytes"),
                   ("profile",)),
    "area": Kind((), ("kge", "instances", "flip_flops", "memory_bits"), block=True),
    "fpga": Kind((), ("lut", "muxf7", "muxf8", "carry4", "flip_flops", "bram18", "dsp", "fmax_mhz"), block=True),
    "timing": Kind((), ("period_ns", "fmax_mhz"), block=True, generated=False),
    "energy": Kind(_CALL, ("total_nj", "core_nj", "instruction_memory_nj", "data_memory_nj", "cycles"),
                   ("profile",), generated=False),
    "ciphers": Kind(("cipher", "operation"), _COUNTS),
    "ascon64": Kind(("style", "scenario", "operation"), ("cycles", "instret"), ("algorithm",), point=False),
    "os": Kind(("test", "load"), ("loops",), planned=True),
    "pictures": Kind(("size", "mode", "text"), ("entropy_bits", "correlation", "correlation_vertical",
                    "correlation_diagonal", "repeated_blocks", "differing_pixels", "cycles"), ("picture",)),
}  # fmt: skip

#: Where a record has what a selector calls so, other than by the same name.
_INSIDE = {"caches": "caches", "rounds": "aes_rounds_per_cycle"}
_DEFAULTS = {"profile": "speed", "caches": "warm", "rounds": "1", "picture": "shield"}

#: Kinds whose scenario may be a length.
_BY_LENGTH = ("throughput", "latency", "energy", "ascon64")
_LENGTH = re.compile(r"\d+ bytes")

#: The names that a field can have, where its kind does not say more.
_NAMES = {
    "by": ("calls", "commands"), "until": ("done", "free"), "caches": ("warm", "cold"), "rounds": ("1", "2", "all"),
    "profile": config.PROFILES, "cipher": CIPHERS, "style": STYLES, "test": TESTS, "load": LOADS, "size": SIZES,
    "mode": MODES, "text": TEXTS,
}  # fmt: skip


@dataclass(frozen=True)
class Selector:
    record: str  # of RECORDS
    metrics: tuple[str, ...]  # whose sum is the figure
    points: tuple[str, ...]  # any of them will do, the first before the others
    block: str
    fields: tuple[tuple[str, str], ...]

    @property
    def planned(self) -> bool:
        """Whether records of this kind come from a study that may not have been made."""
        return RECORDS[self.record].planned

    def get(self, field: str) -> str:
        """Return what a field has to be, "" where that does not matter."""
        return dict(self.fields).get(field, "")

    def fits(self, record: dict) -> bool:
        """Whether a record is one that is meant: of its kind, as the caller knows, its point and its fields."""
        if self.block and record.get("block") != self.block:
            return False
        if self.points and f"{record.get('core')}/{record.get('extensions')}" not in self.points:
            return False
        return all(self._has(record, name, value) for name, value in self.fields)

    @staticmethod
    def _has(record: dict, name: str, value: str) -> bool:
        found = record.get("configuration", {}).get(_INSIDE[name]) if name in _INSIDE else record.get(name)
        return found == value or (name in _INSIDE and found is None)  # a core without caches, software

    def figure(self, record: dict) -> float | None:
        """Return the figure of a record that fits; None where the record does not know it."""
        found = [record[metric] for metric in self.metrics]
        return None if None in found else sum(found)


def make_selector(given: dict, where: str) -> Selector:
    """Return what a table of a configuration names; SelectorError says what of it does not exist."""

    def of(what: str, name: str, valid: tuple[str, ...] | list[str]) -> str:
        if name not in valid:
            raise SelectorError(f"{where}: unknown {what} '{name}'; one of: {', '.join(valid)}")
        return name

    kind = RECORDS[of("record", given.get("record", ""), list(RECORDS))]
    fields = {**{f: _DEFAULTS[f] for f in kind.optional if f in _DEFAULTS}, **given}
    metrics = _tuple(fields.pop("metric", ()))
    points = _tuple(fields.pop("point", ()))
    block = fields.pop("block", "")
    record = fields.pop("record")
    if not metrics:
        raise SelectorError(f"{where}: no metric; one of: {', '.join(kind.metrics)}")
    for metric in metrics:
        of("metric", metric, kind.metrics)
    _check_place(points, block, kind, where)
    for name in kind.needed:
        if name not in fields:
            raise SelectorError(f"{where}: no '{name}'")
    for name, value in fields.items():
        of("field", name, [*kind.needed, *kind.optional])
        if name in _NAMES:
            of(name, value, _NAMES[name])
    if "algorithm" in fields:
        _check_call(of, fields, points)
    if "scenario" in fields:
        known = [*config.scenarios(), *(["init"] if record == "latency" else [])]
        if not (_LENGTH.fullmatch(fields["scenario"]) and record in _BY_LENGTH):
            of("scenario", fields["scenario"], known)
    return Selector(record, metrics, points, block, tuple(sorted(fields.items())))


def _check_place(points: tuple[str, ...], block: str, kind: Kind, where: str) -> None:
    if block:
        if not kind.block or points or block not in parts.blocks():
            raise SelectorError(
                f"{where}: no such block '{block}', or no block here; one of: {', '.join(parts.blocks())}"
            )
    elif kind.point != bool(points):
        raise SelectorError(f"{where}: " + ("no point" if kind.point else "there are no points of this record"))
    for name in points:
        if name not in config.points():
            raise SelectorError(f"{where}: unknown point '{name}'; one of: {', '.join(config.points())}")
        if not kind.generated and config.point(name).core.upstream == "rocket":
            raise SelectorError(f"{where}: {name} is generated: it has no record of this kind")


def _check_call(of, fields: dict, points: tuple[str, ...]) -> None:
    """The algorithm exists, has the operation, and an engine of the points has it."""
    algorithm = config.algorithms()[of("algorithm", fields["algorithm"], list(config.algorithms()))]
    if "operation" in fields:
        init = ["init"] if "by" in fields else []
        of(f"operation of {algorithm.name}", fields["operation"], [*algorithm.operations, *init])
    for name in points:
        extensions = config.point(name).extensions
        lacking = extensions.engine and not algorithm.engine
        if lacking or (extensions.aes_unit and not algorithm.gains_from(extensions)):
            of(f"point with {algorithm.name}", name, [])


def _tuple(given: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)
