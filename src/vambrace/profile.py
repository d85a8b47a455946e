# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Where the cycles of one call go: instructions and cycles per step of our kernels, beside what
cannot be avoided. configs/steps.toml names the steps, marks in the assembly place them."""

import bisect
import fnmatch
import json
import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from vambrace import aead, bench, model, store
from vambrace.config import Algorithm, Point, Scenario
from vambrace.errors import UsageError
from vambrace.jobs import OK
from vambrace.paths import root
from vambrace.program import MARK, Elf
from vambrace.simulate import Counts

# Two lengths of whole blocks, of every algorithm's: what a byte costs is the slope between them.
_SHORT, _LONG = 512, 1024


@dataclass(frozen=True)
class Step:
    """What one step took in one call. `bound`: the cycles it cannot do without, 0 where nobody counted."""

    name: str
    title: str
    repetitions: int
    instructions: int
    cycles: int
    bound: int
    why: str


@dataclass(frozen=True)
class Profile:
    """One call: the steps, whose cycles add up to `cycles`, and what a byte and an empty message cost."""

    steps: list[Step]
    cycles: int
    instret: int
    ad_byte: float | None
    text_byte: float
    empty: int
    key_setup: int

    @property
    def bound(self) -> int:
        return sum(step.bound for step in self.steps)


@cache
def _config() -> dict:
    return tomllib.loads((root() / "configs" / "steps.toml").read_text())


def step_of_symbol(symbol: str) -> str:
    """The step that a symbol's code belongs to: one of configs/steps.toml, or the symbol itself."""
    if symbol.startswith(MARK):
        return symbol.split(".")[1]
    for name, step in _config()["step"].items():
        if any(fnmatch.fnmatchcase(symbol, pattern) for pattern in step.get("symbols", ())):
            return name
    return symbol


def attribute(symbols: list[tuple[int, str]], taken: dict[int, tuple[int, int]]) -> dict[str, tuple[int, int, int]]:
    """Sum up what each step took: (repetitions, instructions, cycles).

    `symbols` are sorted; code belongs to the last one before it. A repetition is one
    retirement of the first instruction after a mark or symbol.
    """
    starts = [address for address, _ in symbols]
    steps: dict[str, tuple[int, int, int]] = {}
    for address, (times, cycles) in sorted(taken.items()):
        place = bisect.bisect_right(starts, address) - 1
        name = step_of_symbol(symbols[place][1]) if place >= 0 else "?"
        entered = times if place >= 0 and starts[place] == address else 0
        repetitions, instructions, before = steps.get(name, (0, 0, 0))
        steps[name] = (repetitions + entered, instructions + times, before + cycles)
    return steps


def bound(name: str, core: str, macros: tuple[str, ...]) -> tuple[int, str]:
    """The least cycles of one repetition of a step on a core, and why."""
    config = _config()
    least, why = 0, ""
    for entry in config["step"].get(name, {}).get("bounds", ()):
        if set(entry.get("macros", ())) <= set(macros):
            kinds = {k: v for k, v in entry.items() if k not in ("macros", "why")}
            least = sum(config["timing"][core][kind] * count for kind, count in kinds.items())
            why = entry["why"]
    return least, why


def _steps(elf: Elf, point: Point, taken: dict[int, tuple[int, int]]) -> list[Step]:
    found = attribute(elf.code_symbols(), taken)
    order = {name: i for i, name in enumerate(_config()["step"])}
    steps = []
    for name in sorted(found, key=lambda n: (order.get(n, len(order)), n)):
        repetitions, instructions, cycles = found[name]
        least, why = bound(name, point.core.name, point.build.macros)
        title = _config()["step"].get(name, {}).get("title", name)
        steps.append(Step(name, title, repetitions, instructions, cycles, least * repetitions, why))
    return steps


def measure(algorithm: Algorithm, point: Point, scenario: Scenario, operation: str) -> Profile:
    """Profile one call, from the cache when nothing has changed. Its results are checked."""
    if operation not in algorithm.operations:
        raise UsageError(f"{algorithm.name} has no operation '{operation}'; one of: {', '.join(algorithm.operations)}")
    lengths = {"scenario": (scenario.ad, scenario.message), "empty": (0, 0)}
    lengths |= {f"text {n}": (0, n) for n in (_SHORT, _LONG)}
    if algorithm.has_ad:
        lengths |= {f"ad {n}": (n, 0) for n in (_SHORT, _LONG)}
    shapes = {name: Scenario(name, "", ad, message) for name, (ad, message) in lengths.items()}
    which = algorithm.operations.index(operation)
    packets = {name: bench.packet(algorithm, shape)[which] for name, shape in shapes.items()}
    elf = aead.runner(algorithm, point.build)
    spec = bench.bench_model(point.core)
    steps_file = (root() / "configs" / "steps.toml").read_bytes()
    key = store.digest(model.key(spec), elf.path.read_bytes(), steps_file, repr(packets), point.name)

    def build(work: Path) -> None:
        jobs = [packet.job for packet in packets.values()]
        run = aead.run_jobs(model.build(spec), algorithm, elf, jobs, profile=True)
        for packet, result in zip(packets.values(), run.results, strict=True):
            if (result.init_status, result.status, result.out, result.tag) != (OK, OK, packet.out, packet.tag):
                raise bench.WrongResult(f"{point.name} {algorithm.name}: wrong result, status {result.status}")
        calls: dict[str, Counts] = dict(zip(packets, run.call, strict=True))  # type: ignore[arg-type]
        cycles = {name: counts.cycles for name, counts in calls.items()}
        per_byte = {n: (cycles[f"{n} {_LONG}"] - cycles[f"{n} {_SHORT}"]) / (_LONG - _SHORT)
                    for n in ("ad", "text") if f"{n} {_LONG}" in cycles}  # fmt: skip
        profile = Profile(
            _steps(elf, point, run.profiles[0]), cycles["scenario"], calls["scenario"].instret,
            per_byte.get("ad"), per_byte["text"], cycles["empty"],
            run.init[0].cycles if run.init[0] else 0,
        )  # fmt: skip
        (work / "profile.json").write_text(json.dumps(asdict(profile)))

    found = json.loads((store.entry("profile", key, build) / "profile.json").read_text())
    return Profile(**{**found, "steps": [Step(**step) for step in found["steps"]]})


def as_json(profile: Profile, algorithm: Algorithm, point: Point, scenario: Scenario, operation: str) -> dict:
    """Return the profile for a file."""
    head = {"schema": 1, "algorithm": algorithm.name, "core": point.core.name, "extensions": point.extensions.name,
            "profile": point.profile, "scenario": asdict(scenario), "operation": operation}  # fmt: skip
    return {**head, **asdict(profile), "bound": profile.bound}


def lines(profile: Profile, scenario: Scenario) -> list[str]:
    """Return the table as text of at most 100 columns."""
    head = f"{'step':<42}{'times':>7}{'instr.':>9}{'cycles':>9}{'share':>8}{'CPI':>7}{'bound':>9}"
    rows = [head, "-" * len(head)]
    for s in profile.steps:
        share, cpi = 100 * s.cycles / profile.cycles, s.cycles / max(1, s.instructions)
        least = str(s.bound) if s.bound else ""
        rows.append(
            f"{s.title[:41]:<42}{s.repetitions or '':>7}{s.instructions:>9}{s.cycles:>9}"
            f"{share:>7.1f}%{cpi:>7.2f}{least:>9}"
        )
    cpi = profile.cycles / profile.instret
    rows += [
        "-" * len(head),
        f"{'the call':<49}{profile.instret:>9}{profile.cycles:>9}{100:>7.1f}%{cpi:>7.2f}{profile.bound or '':>9}",
        "",
        f"AD {scenario.ad} bytes, message {scenario.message} bytes",
    ]
    if profile.ad_byte is not None:
        rows.append(f"cycles per byte of AD      {profile.ad_byte:8.2f}")
    rows.append(f"cycles per byte of message {profile.text_byte:8.2f}")
    rows.append(f"an empty message           {profile.empty:8} cycles")
    rows.append(f"key set-up, not included   {profile.key_setup:8} cycles")
    return rows
