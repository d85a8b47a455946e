# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycle profiles: instructions and cycles of each step of a call, compared with the bounds of configs/steps.toml. Marks
in the assembly start the steps.
"""

import bisect
import fnmatch
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base import code, store
from vambrace.base.errors import UsageError, choose
from vambrace.base.paths import root
from vambrace.config import Algorithm, Point, Scenario
from vambrace.hardware import model
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.jobs import OK
from vambrace.software.toolchain.elf import MARK, Elf

# Two lengths that are whole blocks for every algorithm: the cycles per byte are the slope between them. A customization
# string is limited to 256 bytes.
_SHORT, _LONG = 512, 1024
_CUSTOM = 128, 256


@dataclass(frozen=True)
class Step:
    """A step of a call. `bound`: its minimum cycles, 0 if unknown."""

    name: str
    title: str
    repetitions: int
    instructions: int
    cycles: int
    bound: int
    why: str


@dataclass(frozen=True)
class Profile:
    """The profile of a call: its steps, whose cycles add up to `cycles`; the cycles per byte and of an empty message;
    the steps of the key set-up, whose cycles add up to `key_setup`.
    """

    steps: list[Step]
    cycles: int
    instret: int
    ad_byte: float | None
    text_byte: float
    output_byte: float | None
    empty: int
    key_setup: int
    setup_steps: list[Step]

    @property
    def bound(self) -> int:
        return sum(step.bound for step in self.steps)


#: The kinds of instructions with minimum cycles in configs/steps.toml.
KINDS = ("alu", "memory", "branch", "mul", "mulhu")


@cache
def listed() -> dict[str, Any]:
    """Return the contents of configs/steps.toml: steps, their bounds, kernels."""
    return tomllib.loads((root() / "configs" / "steps.toml").read_text())


def step_of_symbol(symbol: str) -> str:
    """Return the step of a symbol's code: one in configs/steps.toml, or the symbol itself."""
    if symbol.startswith(MARK):
        return symbol.split(".")[1]
    for name, step in listed()["step"].items():
        if any(fnmatch.fnmatchcase(symbol, pattern) for pattern in step.get("symbols", ())):
            return str(name)
    return symbol


def attribute(symbols: list[tuple[int, str]], taken: dict[int, tuple[int, int]]) -> dict[str, tuple[int, int, int]]:
    """Return the totals of each step: (repetitions, instructions, cycles).

    `symbols` are sorted; code belongs to the last symbol before it. A repetition is one retirement of the first
    instruction after a mark of the step, or after a symbol if a step has no marks.
    """
    starts = [address for address, _ in symbols]
    marked = {step_of_symbol(symbol) for _, symbol in symbols if symbol.startswith(MARK)}
    steps: dict[str, tuple[int, int, int]] = {}
    for address, (times, cycles) in sorted(taken.items()):
        place = bisect.bisect_right(starts, address) - 1
        symbol = symbols[place][1] if place >= 0 else "?"
        name = step_of_symbol(symbol)
        begins = place >= 0 and starts[place] == address and (symbol.startswith(MARK) or name not in marked)
        repetitions, instructions, before = steps.get(name, (0, 0, 0))
        steps[name] = (repetitions + begins * times, instructions + times, before + cycles)
    return steps


def bound(name: str, core: str, instructions: tuple[str, ...], rounds: int = 0) -> tuple[int, str]:
    """Return the minimum cycles of a repetition of a step on a core, and their derivation; `rounds` is the number of
    AES rounds.
    """
    config = listed()
    least, why = 0, ""
    for entry in config["step"].get(name, {}).get("bounds", ()):
        if set(entry.get("instructions", ())) <= set(instructions):
            kinds = {k: entry.get(k, 0) + entry.get("each_round", {}).get(k, 0) * rounds for k in KINDS}
            least = sum(config["timing"][core][kind] * count for kind, count in kinds.items())
            why = entry["why"]
    return least, why


def _steps(elf: Elf, algorithm: Algorithm, point: Point, taken: dict[int, tuple[int, int]]) -> list[Step]:
    steps_by_name = attribute(elf.code_symbols(), taken)
    order = {name: i for i, name in enumerate(listed()["step"])}
    steps = []
    for name in sorted(steps_by_name, key=lambda n: (order.get(n, len(order)), n)):
        repetitions, instructions, cycles = steps_by_name[name]
        least, why = bound(name, point.core.name, point.extensions.instructions, algorithm.key // 4 + 6)
        title = listed()["step"].get(name, {}).get("title", name)
        steps.append(Step(name, title, repetitions, instructions, cycles, least * repetitions, why))
    return steps


def counted_key(model_key: str, program: bytes, packets: dict[str, messages.Expected]) -> str:
    """Return the hash of the inputs of a call's counts."""
    return store.digest(code.digest(__name__), model_key, program, repr(packets))


def measure(algorithm: Algorithm, point: Point, scenario: Scenario, operation: str) -> Profile:
    """Profile one call, or return the cached profile. The results of the call are checked."""
    choose("operation", operation, algorithm.operations)
    if point.core.caches:
        raise UsageError(f"{point.core.name} has caches, so the cycles of an instruction depend on earlier ones")
    packets = _packets(algorithm, scenario, algorithm.operations.index(operation))
    elf = aead.runner(algorithm, point.build)
    spec = model.shared(point.core, point.extensions)
    key = counted_key(model.key(spec), elf.path.read_bytes(), packets)

    def build(work: Path) -> None:
        jobs = [packet.job for packet in packets.values()]
        run = aead.run_jobs(model.build(spec), algorithm, elf, jobs, profile=True)
        for packet, result in zip(packets.values(), run.results, strict=True):
            if (result.init_status, result.status, result.out, result.tag) != (OK, OK, packet.out, packet.tag):
                raise messages.WrongResult(f"{point.name} {algorithm.name}: wrong result, status {result.status}")
        counted = {
            "cycles": {name: call.cycles for name, call in zip(packets, run.call, strict=True) if call},
            "taken": run.profiles[0],
            "setup": run.setup_profiles[0] if run.setup_profiles else {},
        }
        (work / "counted.json").write_text(json.dumps(counted))

    counted = json.loads((store.entry("profile", key, build) / "counted.json").read_text())
    taken, setup = ({int(pc): tuple(spent) for pc, spent in counted[k].items()} for k in ("taken", "setup"))
    cycles = counted["cycles"]
    lengths = {"text": (_SHORT, _LONG), "ad": _ad_lengths(algorithm), "output": (_SHORT, _LONG)}
    per_byte = {
        n: (cycles[f"{n} {long}"] - cycles[f"{n} {short}"]) / (long - short)
        for n, (short, long) in lengths.items()
        if f"{n} {long}" in cycles
    }
    return Profile(
        steps=_steps(elf, algorithm, point, taken),
        cycles=cycles["scenario"],
        instret=sum(times for times, _ in taken.values()),
        ad_byte=per_byte.get("ad"),
        text_byte=per_byte["text"],
        output_byte=per_byte.get("output"),
        empty=cycles["empty"],
        key_setup=sum(spent for _, spent in setup.values()),
        setup_steps=_steps(elf, algorithm, point, setup),
    )


def _ad_lengths(algorithm: Algorithm) -> tuple[int, int]:
    return _CUSTOM if algorithm.kind == "hash" else (_SHORT, _LONG)


def _packets(algorithm: Algorithm, scenario: Scenario, which: int) -> dict[str, messages.Expected]:
    """Return the profiled call, and the calls that differ from it in one length."""
    lengths = {"scenario": (scenario.ad, scenario.message), "empty": (0, 0)}
    lengths |= {f"text {n}": (0, n) for n in (_SHORT, _LONG)}
    if algorithm.has_ad:
        lengths |= {f"ad {n}": (n, 0) for n in _ad_lengths(algorithm)}
    shapes = {name: replace(scenario, name=name, ad=ad, message=n) for name, (ad, n) in lengths.items()}
    packets = {name: messages.packet(algorithm, shape)[which] for name, shape in shapes.items()}
    if "squeeze" in algorithm.features:
        for n in (_SHORT, _LONG):
            packets[f"output {n}"] = messages.packet(replace(algorithm, tag=n), shapes["empty"])[which]
    return packets


def lines(profile: Profile, algorithm: Algorithm, scenario: Scenario) -> list[str]:
    """Return the table as text of at most 100 columns."""
    ad_name = "customization" if algorithm.kind == "hash" else "AD"
    lengths_in_words = f"message {algorithm.longest(scenario.message)} bytes"
    if algorithm.has_ad:
        lengths_in_words = f"{ad_name} {scenario.ad} bytes, {lengths_in_words}"
    rule = "-" * len(_HEAD)
    cpi = profile.cycles / profile.instret
    rows = [
        _HEAD,
        rule,
        *_rows(profile.steps, profile.cycles),
        rule,
        f"{'the call':<49}{profile.instret:>9}{profile.cycles:>9}{100:>7.1f}%{cpi:>7.2f}{profile.bound or '':>9}",
    ]
    if profile.setup_steps:
        rows += [rule, *_rows(profile.setup_steps, profile.key_setup), rule]
        instructions = sum(step.instructions for step in profile.setup_steps)
        least = sum(step.bound for step in profile.setup_steps) or ""
        cpi = profile.key_setup / instructions
        rows.append(
            f"{'key set-up, not part of the call':<49}{instructions:>9}{profile.key_setup:>9}"
            f"{100:>7.1f}%{cpi:>7.2f}{least:>9}"
        )
    costs = {
        f"cycles per byte of {ad_name}": profile.ad_byte,
        "cycles per byte of message": profile.text_byte,
        "cycles per byte of output": profile.output_byte,
    }
    rows += ["", lengths_in_words]
    rows += [f"{words:<39}{cycles:8.2f}" for words, cycles in costs.items() if cycles is not None]
    rows.append(f"{'cycles of an empty message':<39}{profile.empty:5}")
    return rows


_HEAD = f"{'step':<42}{'times':>7}{'instr.':>9}{'cycles':>9}{'share':>8}{'CPI':>7}{'bound':>9}"


def _rows(steps: list[Step], cycles: int) -> Iterator[str]:
    for s in steps:
        share, cpi = 100 * s.cycles / cycles, s.cycles / max(1, s.instructions)
        yield (
            f"{s.title[:41]:<42}{s.repetitions or '':>7}{s.instructions:>9}{s.cycles:>9}"
            f"{share:>7.1f}%{cpi:>7.2f}{s.bound or '':>9}"
        )
