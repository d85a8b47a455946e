# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of every kind as the commands write them, with figures that are made up: only for tests."""

import dataclasses
import types
import typing
from collections.abc import Callable
from functools import wraps
from typing import Any

from vambrace import __version__, config
from vambrace.measure.registry import KINDS
from vambrace.results.schema import SCHEMA
from vambrace.silicon import READ_FJ, WRITE_FJ


def whole(record: dict) -> dict:
    """A record with all fields of its kind: missing ones are empty."""
    return {"schema": SCHEMA, **_object(KINDS[record["record"]].record, record)}


def _object(kind: type, values: dict) -> dict:
    hints = typing.get_type_hints(kind)
    defaults = {field.name: _value(hints[field.name], values.get(field.name)) for field in dataclasses.fields(kind)}
    return {**defaults, **values, **{name: defaults[name] for name in defaults if isinstance(defaults[name], dict)}}


def _value(hint: Any, value: Any) -> Any:
    if dataclasses.is_dataclass(hint):
        return _object(typing.cast(type, hint), value or {})
    if value is not None or isinstance(hint, types.UnionType) or hint is type(None):
        return value
    return (typing.get_origin(hint) or hint)()


def _whole(make: Callable[[], list[dict]]) -> Callable[[], list[dict]]:
    return wraps(make)(lambda: list(map(whole, make())))


TOOLS = {"vambrace": __version__, "verilator": "5", "ibex": "1"}

#: kGE and cycles of Ascon-128 for an IPv6 packet, by extension set.
POINTS = {
    "none": (33.0, 117_000),
    "zbkb": (35.7, 75_000),
    "xascon": (34.6, 48_000),
    "zbkb+xascon": (36.4, 43_000),
    "engine": (112.0, 1_163),
}
ALGORITHMS, CORES = ("ascon-128", "aes-128-ccm"), ("ibex-ref", "ibex-fast")


def call(core: str, extensions: str, algorithm: str, operation: str = "seal", **more: object) -> dict:
    accesses = config.cores()[core].accesses if core in config.cores() else "aligned"
    fields = {"core_parameters": {"Secure": 1}, "units": [], "caches": None, "library_flags": "-O2", "wait_states": 0}
    return {
        "library": "vambrace", "core": core, "extensions": extensions, "profile": "speed",
        "accesses": accesses, "algorithm": algorithm, "kind": "aead", "operation": operation, "tools": TOOLS,
        "configuration": fields, "source_hash": "0123456789ab", "checked": True, **more,
    }  # fmt: skip


@_whole
def bench() -> list[dict]:
    results = []
    for core in CORES:
        for algorithm in ALGORITHMS:
            for name, (_, cycles) in POINTS.items():
                for scenario, shape in config.scenarios().items():
                    for operation in ("seal", "open"):
                        some = cycles * shape.message // 1224 + (operation == "open")
                        published = some * 2 if (core, operation, name) == ("ibex-ref", "seal", "none") else None
                        results.append(
                            call(
                                core,
                                name,
                                algorithm,
                                operation,
                                record="bench",
                                library="vambrace",
                                scenario=scenario,
                                cycles=some,
                                ad_bytes=shape.ad,
                                message_bytes=shape.message,
                                cycles_with_key_setup=some + 100,
                                published_cycles=published,
                                instret=some // 2,
                                bytes_fetched=some,
                                bytes_loaded=40,
                                bytes_stored=50,
                                code_bytes=900,
                                stack_bytes=64,
                                static_bytes=0,
                                key_bytes=16,
                                published_bytes=None,
                            )
                        )
    return results


@_whole
def frame() -> list[dict]:
    results = []
    for name in ("ble", "dtls12-ccm8"):
        known = config.frames()[name]
        for extensions, (_, cycles) in POINTS.items():
            for operation in known.operations:
                fields = call("ibex-ref", extensions, known.algorithms[0], operation)
                more = {
                    "record": "frame", "frame": name, "cycles": cycles // 100, "instret": cycles // 200,
                    "frame_bytes": known.length, "content_bytes": known.content, "bytes_loaded": 40, "bytes_stored": 50,
                    "code_bytes": 900, "stack_bytes": 64, "static_bytes": 0, "key_bytes": 16,
                }  # fmt: skip
                results.append({n: v for n, v in {**fields, **more}.items() if n not in ("library", "kind")})
    return results


@_whole
def throughput() -> list[dict]:
    return [
        {
            **r,
            "record": "throughput",
            "scenario": f"{size} bytes",
            "message_bytes": size,
            "cycles": 100 + r["cycles"] * size // 1224,
        }
        for r in bench()
        if r["scenario"] == "ipv6" and r["core"] == "ibex-ref"
        for size in (0, 64, 1024)
    ]


@_whole
def alignment() -> list[dict]:
    return [
        {**r, "record": "alignment", "placement": placement, "cycles": r["cycles"] + more}
        for r in bench()
        if r["scenario"] == "zigbee" and r["core"] == "ibex-ref"
        for placement, more in (("aligned", 0), ("input at 1", 100), ("all at 3", 300))
    ]


@_whole
def explore() -> list[dict]:
    waits = {"wait_instr": 0, "wait_mem": 0, "shared_port": False}
    return [
        {
            **r,
            **waits,
            "record": "explore",
            "compiler": "gcc",
            "optimisation": level,
            "wait_data": wait,
            "cycles": r["cycles"] * (1 + wait),
        }
        for r in bench()
        if r["scenario"] == "zigbee" and r["core"] == "ibex-ref"
        for level, wait in (("-O2", 0), ("-O2", 1), ("-O3", 0))
    ]


@_whole
def memory() -> list[dict]:
    return [
        call(
            "ibex-ref",
            name,
            "ascon-128",
            record="memory",
            profile=profile,
            code_bytes=code,
            static_bytes=40,
            stack_worst_bytes=120,
            sum_bytes=code + 160,
            published_bytes=1694 if name == "none" else None,
            stack_bytes=112,
            key_bytes=16,
        )
        for name in POINTS
        for profile, code in (("speed", 7000), ("size", 1500))
    ]


@_whole
def energy() -> list[dict]:
    model = {
        "library": "osu018_stdcells", "voltage": 1.8, "read_fj_per_bit": READ_FJ, "write_fj_per_bit": WRITE_FJ,
        "memory": "SRAM", "slew_ns": 0.24, "leakage_at_mhz": 100.0,
    }  # fmt: skip
    names = ("clock_nj", "registers_nj", "logic_nj", "leakage_nj", "instruction_memory_nj", "data_memory_nj")
    return [
        call(
            "ibex-ref",
            name,
            "ascon-128",
            record="energy",
            scenario=scenario,
            cycles=cycles,
            model=model,
            missing={},
            total_nj=cycles * 0.6,
            core_nj=cycles * 0.4,
            kge=kge,
            engine_memory_nj=None,
            **dict.fromkeys(names, cycles * 0.1),
        )
        for name, (kge, cycles) in POINTS.items()
        for scenario in config.scenarios()
    ]


@_whole
def block() -> list[dict]:
    names = {"record": "block", "algorithm": "aes-128-ecb", "scenario": "16 bytes", "clock": "65 MHz"}
    more = {"checked": True, "parameters": {"KeyBits": 128}, "tools": TOOLS, "source_hash": "0123456789ab"}
    return [
        {
            **names,
            **more,
            "block": name,
            "operation": operation,
            "message_bytes": 16,
            "cycles": cycles,
            "key_cycles": 2,
            "block_bytes": 16,
            "cycles_per_block": float(cycles),
            "bits_per_cycle": 128 / cycles,
            "mbit_per_s": 65 * 128 / cycles,
        }
        for name, cycles in (("aes-128", 10), ("aes-128-two-rounds", 5))
        for operation in ("encrypt", "decrypt")
    ]


@_whole
def area() -> list[dict]:
    fields = {
        "core_parameters": None,
        "liberty": "osu018_stdcells",
        "liberty_hash": "1",
        "gate_equivalent": 32.0,
        "flow": "area",
    }
    names = {"record": "area", "tools": {"pyosys": "0.70"}, "configuration": fields, "source_hash": "fedcba9876543210"}
    figures = {"instances": 9000, "flip_flops": 2000, "memory_bits": 0, "engine": None, "coupling": None}
    points = [
        {**names, **figures, "core": core, "extensions": name, "block": None, "kge": kge}
        for core in CORES
        for name, (kge, _) in POINTS.items()
    ]
    return [*points, {**names, **figures, "core": None, "extensions": None, "block": "ascon", "kge": 10.9}]


@_whole
def latency() -> list[dict]:
    fields = {"caches": "warm", "aes_rounds_per_cycle": "1", "core_parameters": {}}
    return [
        call(
            "rocket",
            name,
            "aes-128-ecb",
            operation,
            record="latency",
            by="block calls",
            until="done",
            scenario="init" if operation == "init" else f"{size} bytes",
            message_bytes=size,
            runs=3,
            cycles=float(factor * (size or 9)),
            cycles_deviation=0.5,
            cycles_minimum=1,
            cycles_maximum=2,
            published_cycles=2 * factor * (size or 9),
            target_cycles=None,
            configuration=fields,
        )
        for name, factor in (("none", 500), ("engine", 2))
        for operation in ("init", "encrypt", "decrypt")
        for size in ((0,) if operation == "init" else (16, 80))
    ]


@_whole
def ciphers() -> list[dict]:
    fields = {"secrets": ["addresses"], "library_flags": "-O2", "core_parameters": {}, "wait_states": 0}
    counts = dict.fromkeys(
        ("instret", "bytes_fetched", "bytes_loaded", "bytes_stored", "code_bytes", "static_bytes", "stack_bytes"), 7
    )
    return [
        {
            "record": "ciphers",
            "library": "study",
            "core": "ibex-ref",
            "extensions": "none",
            "profile": "speed",
            "cipher": name,
            "title": name.upper(),
            "operation": operation,
            "block_bits": 128,
            "key_bits": 128,
            "cycles": cycles,
            "cycles_per_byte": cycles / 16,
            "key_setup_cycles": 10,
            "tools": TOOLS,
            "configuration": fields,
            **counts,
        }
        for name, cycles in (("seed", 3000), ("noekeon", 2000))
        for operation in ("encrypt", "decrypt")
    ]


@_whole
def pictures() -> list[dict]:
    flat, even = [0] * 255 + [1024], [4] * 256
    return [
        call("ibex-ref", "aes-unit", "aes-128-ecb", operation, record="pictures", picture="shield", size="32x32",
             mode="ecb", text=text, status="done", cycles=cycles, cycles_per_byte=cycles and cycles / 1024,
             entropy_bits=bits, correlation=0.5, correlation_vertical=None, correlation_diagonal=0.1,
             histogram=histogram, blocks=64, repeated_blocks=3, differing_pixels=0)
        for text, operation, cycles, bits, histogram in (
            ("original", None, None, 0.01, flat), ("encrypted", "encrypt", 5000, 8.0, even),
            ("decrypted", "decrypt", 5100, 0.01, flat))
    ]  # fmt: skip


@_whole
def ascon64() -> list[dict]:
    return [
        call(
            core,
            "none",
            "ascon-128",
            operation,
            record="ascon64",
            style=style,
            scenario=f"{size} bytes",
            message_bytes=size,
            cycles=None if core == "spike" else factor * size,
            cycles_per_byte=None if core == "spike" else float(factor),
            instret=factor * size,
            instret_per_byte=float(factor),
            bytes_loaded=1,
            bytes_stored=2,
            estimate={"from": {"16": 1}} if size == 4096 else None,
        )
        for core in ("rocket64", "spike")
        for operation in ("seal", "open")
        for size in (64, 4096)
        for style, factor in (("ref", 90), ("assembly", 45))
    ]


@_whole
def timing() -> list[dict]:
    fields = {"liberty": "osu018_stdcells"}
    path = {"start": "u_core.instr_q[3]", "end": "u_core.data_q[0]", "stages": [{}, {}], "buffers": 1}
    part = {
        "module": "ibex_top",
        "fmax_mhz": 100.0,
        "fmax_inside_mhz": 120.0,
        "period_ns": 10.0,
        "spread": 0.01,
        "recipe": "fan-out 3",
        "periods_ns": {"fan-out 3": 10.0},
        "kge_with_boundary": 40.0,
        "paths": {"all": path},
    }
    return [
        {
            "record": "timing",
            "parts": {"core": part},
            "core": core,
            "extensions": name,
            "part": "core",
            "fmax_mhz": 100.0 + n,
            "period_ns": 10.0,
            "spread": 0.01,
            "tools": TOOLS,
            "configuration": fields,
            "source_hash": "0123",
        }
        for core in CORES
        for n, name in enumerate(POINTS)
    ]


@_whole
def faults() -> list[dict]:
    inputs = {"record": "faults", "algorithm": "ascon-aead128", "choice": "every", "tag": "drawn", "tools": TOOLS}
    return [
        {**inputs, "block": block, "faults": 1000, "unsafe": unsafe, "unsafe_percent": unsafe / 10, "accepted": unsafe}
        for block, unsafe in (("engine", 7), ("engine-hardened", 0))
    ]


@_whole
def fpga() -> list[dict]:
    return [
        {"record": "fpga", "core": "ibex-ref", "extensions": name, "lut": 4000 + n, "flip_flops": 1900, "tools": TOOLS}
        for n, name in enumerate(POINTS)
    ]


@_whole
def board() -> list[dict]:
    return [{"record": "board", "core": "ibex-ref", "extensions": "zkned", "board": "ulx3s", "fmax_mhz": 41.5}]


@_whole
def profile() -> list[dict]:
    return [
        call(
            "ibex-ref",
            name,
            "ascon-128",
            record="profile",
            scenario="ipv6",
            cycles=cycles,
            bound=cycles // 2,
            text_byte=9.25,
            ad_byte=8.5,
            empty=700,
            key_setup=12,
        )
        for name, (_, cycles) in POINTS.items()
    ]


@_whole
def kernel() -> list[dict]:
    entry = {"record": "kernel", "scenario": "ipv6"}
    return [
        call("ibex-ref", name, "ascon-128", **entry, part=part, cycles=6.0 * n, instret=6.0 * n, cpi=1.0, ad_byte=byte)
        for name in POINTS
        for part, n, byte in (("S-box", 30, None), ("linear", 80, None), ("total", 110, 82.5))
    ]


@_whole
def os() -> list[dict]:
    calls = [
        call(
            "ibex-ref",
            extensions,
            "",
            record="os",
            os="freertos",
            test=test,
            load=load,
            rate=rate,
            clock_hz=1_000_000,
            seconds=0.2,
            samples=1,
            loops=0.0 if rate == "max" else loops,
            loops_deviation=0.0,
            messages_per_second=None if load == "none" else 100.0 if rate == "max" else 15.0,
            cycles_per_message=10_000.0 if rate == "max" else None,
            answer_cycles=None if load == "none" or rate == "max" else 9_000.0,
            reached=True,
        )
        for load, extensions, loops in (
            ("none", "none", 1000.0),
            ("echo", "none", 900.0),
            ("aes-256-ccm", "none", 450.0),
            ("aes-256-ccm", "engine", 891.0),
        )
        for rate, test in (("15", "basic"), ("15", "message"), ("max", "basic"))
        if load != "none" or rate != "max"
    ]
    return [{name: value for name, value in r.items() if name not in ("algorithm", "kind", "operation")} for r in calls]


def everything() -> list[dict]:
    makers = (
        bench,
        frame,
        throughput,
        block,
        alignment,
        explore,
        profile,
        kernel,
        memory,
        energy,
        area,
        fpga,
        board,
        faults,
        timing,
        latency,
        ciphers,
        pictures,
        ascon64,
        os,
    )
    return [record for make in makers for record in make()]
