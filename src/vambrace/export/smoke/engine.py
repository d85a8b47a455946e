# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke tests of the engine, with or without a coupling, and of couplings alone."""

from __future__ import annotations

import re
from functools import cache

from vambrace.base.paths import root
from vambrace.config import engine_options, units
from vambrace.config.macros import ENGINE_REGISTERS
from vambrace.export.memory import MEMORIES
from vambrace.export.smoke.ciphers import AD, DATA, KEY, NONCE, bus_access
from vambrace.export.smoke.frame import number, part
from vambrace.export.subject import Subject
from vambrace.software.oracles import oracle

_ARGUMENT = 4  # STATUS.error

#: A value that is never written, in the memory of the bench.
_POISON = 0xEE


@cache
def _header() -> dict[str, int]:
    """Return the macros of the headers of registers without their prefix."""
    folder = root() / "lib" / "include" / "vambrace"
    text = "".join((folder / f"{name}.h").read_text() for name in ("engine_regs", "engine_ring_regs"))
    return {name: int(value, 0) for name, value in re.findall(rf"#define {ENGINE_REGISTERS}(\w+) (\w+?)u?\n", text)}


def _job(**fields: int) -> int:
    return sum(value << _header()[f"JOB_{name.upper()}_SHIFT"] for name, value in fields.items())


def coupling(subject: Subject) -> tuple[list[str], list[str]]:
    """Test a coupling alone: it passes words on and returns errors."""
    statements = []
    for index in (1, 6, 23):
        word = f"32'h{0x01234567 * (index + 1) & 0xFFFFFFFF:08x}"
        statements += [f"access(1, {4 * index}, {word})", 'compare(refused, 0, "a write is accepted")']
        statements += [f"access(0, {4 * index}, 0)", f'compare(answer, {word}, "what was written")']
    statements += ["access(1, 100, 1)", 'compare(refused, 1, "a write outside the registers is rejected")']
    return [bus_access(subject.module), part("registers")], statements


def _memory(subject: Subject) -> str:
    """Return the part that is the memory of an engine, behind its port or on a bus."""
    values: dict[str, object] = {"LANES": _lanes(subject)}
    if subject.memory is None:
        return part("memory", values)
    known = subject.memory.known
    values |= {name.upper(): f"1'd{known[name]}" for name in ("Pipelined", "Strobes") if name in known}
    return part(f"memory_{subject.memory_bus.removesuffix('-single')}", values)


def _lanes(subject: Subject) -> int:
    """Return the bytes of a word of the memory port."""
    return int(subject.module.known["PortBits"]) // 8


def bench(subject: Subject) -> tuple[list[str], list[str]]:
    """Test the engine: each family seals, opens, and rejects a wrong tag."""
    known = subject.module.known
    dma = int(known.get("Dma", "1"))
    header = _header()
    values: dict[str, object] = {name: f"12'h{value:02x}" for name, value in header.items() if not name.endswith("T")}
    values |= {name: f"12'h{header[name]:02x}" for name in ("DOUT",)}
    streams = bool(subject.memory_bus) and MEMORIES[subject.memory_bus].streams
    values |= {"STREAMING": "streaming" if streams else "1'b0"}
    values |= {"SOFTWARE": 1 - dma, "DECRYPT": f"32'h{header['JOB_DECRYPT_MASK']:x}"}
    values |= {name: f"32'h{header[f'STATUS_{name}_MASK']:x}" for name in ("BUSY", "DOUT_VALID", "DIN_READY")}
    ring = subject.module.has_ring
    access = bus_access(subject.coupling) if subject.coupling else part("bus_", {"TOP_BIT": 7 if ring else 6})
    parts = [access, _memory(subject) if dma and not streams else part("words"), part("jobs", values)]
    parts += [part("streams", {"LANES": _lanes(subject)})] if streams else []
    statements = ["wait_for_end", f"access(1, {values['FEATURES']}, 0)", 'compare(refused, 1, "FEATURES is read-only")']
    withheld = 4 * int(known["HoldWords"]) - 4
    given = {name: int(known[name]) for name in units.parameters()}
    for algorithm, (choice, lengths) in units.smoke_tested().items():
        if not engine_options.lacking(algorithm, given):
            key, nonce = KEY[: lengths.key], NONCE[: lengths.nonce]
            statements += _messages(algorithm, key, nonce, choice.job, len(DATA) <= withheld)
            if ring:
                statements += _packets(algorithm, key, nonce, choice.job)
    if ring:
        values |= {name: f"32'h{header[f'RING_{mask}_MASK']:x}" for name, mask in _RING_BITS.items()}
        parts.append(part("ring", values))
    return parts, statements


_RING_BITS = {"ENABLE": "CONTROL_ENABLE", "ACTIVE": "STATUS_ACTIVE"}


def _packets(algorithm: str, key: bytes, nonce: bytes, fields: dict[str, int]) -> list[str]:
    """Seal, and open with a wrong tag, by a descriptor."""
    sealed, tag = oracle.seal(algorithm, key, nonce, AD, DATA)
    every = {**fields, "nonce_len": len(nonce), "tag_len": len(tag), "ad_end": 1, "data_end": 1}
    seal, open_ = (f"run_ring(32'h{_job(**every, decrypt=decrypt):x}, {len(AD)}, {len(DATA)})" for decrypt in (0, 1))
    poison, wrong = bytes([_POISON] * len(DATA)), bytes([tag[0] ^ 1, *tag[1:]])
    statements = [_placed("Input", DATA), _placed("Output", poison), seal, _error(0, f"{algorithm} by a descriptor")]
    statements += [_compared("Output", sealed, f"{algorithm}: ciphertext by it"), _compared("Tag", tag, "tag by it")]
    statements += [_placed("Input", sealed), _placed("Tag", wrong), _placed("Output", poison), open_]
    statements += [_error(1, f"{algorithm}: wrong tag by a descriptor")]
    return [*statements, _compared("Output", poison, "no plaintext is released by it")]


def _messages(algorithm: str, key: bytes, nonce: bytes, fields: dict[str, int], opens: bool) -> list[str]:
    sealed, tag = oracle.seal(algorithm, key, nonce, AD, DATA)
    wrong = bytes([tag[0] ^ 1, *tag[1:]])
    every = {**fields, "nonce_len": len(nonce), "tag_len": len(tag), "ad_end": 1, "data_end": 1}
    lengths = f"{len(key)}, {len(nonce)}, {len(AD)}, {len(DATA)}"
    seal, open_ = (f"run(32'h{_job(**every, decrypt=decrypt):x}, {lengths})" for decrypt in (0, 1))
    poison = _placed("Output", bytes([_POISON] * len(DATA)))
    statements = [_placed("Key", key), _placed("Nonce", nonce), _placed("Ad", AD), _placed("Input", DATA)]
    statements += [seal, _error(0, f"{algorithm} seals"), _compared("Output", sealed, f"{algorithm}: ciphertext")]
    statements += [_compared("Tag", tag, f"{algorithm}: tag"), _placed("Input", sealed), poison]
    if not opens:  # no buffer to withhold plaintext
        return [*statements, open_, _error(_ARGUMENT, f"{algorithm}: without a tag check")]
    statements += [open_, _error(0, f"{algorithm} opens"), _compared("Output", DATA, f"{algorithm}: plaintext")]
    statements += [_placed("Tag", wrong), poison, open_, _error(1, f"{algorithm} rejects a wrong tag")]
    return [*statements, _compared("Output", bytes([_POISON] * len(DATA)), f"{algorithm}: no plaintext is released")]


def _placed(place: str, data: bytes) -> str:
    return f"place({place}, {number(data, 512)}, {len(data)})"


def _compared(place: str, data: bytes, what: str) -> str:
    return f'compare_at({place}, {number(data, 512)}, {len(data)}, "{what}")'


def _error(wanted: int, what: str) -> str:
    field = f"status >> {_header()['STATUS_ERROR_SHIFT']} & 4'hf"
    return f'compare({field}, {wanted}, "{what}")'
