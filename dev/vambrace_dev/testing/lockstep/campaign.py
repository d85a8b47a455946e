# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs many random programs on several cores. Comparisons are stored: the same campaign resumes where it stopped, and a
longer one continues from its end.
"""

import json
import os
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vambrace import config
from vambrace.base import code, store
from vambrace.base.errors import VambraceError
from vambrace.base.output import Output
from vambrace.base.paths import cache_dir
from vambrace.base.progress import Progress, doing
from vambrace.config import Core
from vambrace.hardware import model
from vambrace.hardware.model import ModelSpec
from vambrace.software.running import spike_extensions
from vambrace_dev.testing.lockstep import compare, extensions, generate, report, stepper, target
from vambrace_dev.testing.lockstep import mode as modes
from vambrace_dev.testing.lockstep.compare import Compared
from vambrace_dev.testing.lockstep.mode import PLAIN, Mode


class Different(VambraceError):
    """A core and Spike differ; the message is the report."""

    def __init__(self, words: str, difference: dict[str, Any]) -> None:
        super().__init__(words)
        self.difference = difference


@dataclass(frozen=True)
class Bench:
    """A core's model with its units, and the mode of the random programs for it."""

    spec: ModelSpec
    mode: Mode = PLAIN

    @property
    def core(self) -> Core:
        return self.spec.core

    @property
    def units(self) -> frozenset[str]:
        return self.spec.units & self.spec.core.units

    @property
    def target(self) -> target.Target:
        return target.of(self.core)

    def compare(self, seed: int, instructions: int | None = None) -> Compared:
        """Run the program of a seed, which executes about this many instructions; raise Different
        if the sides differ.
        """
        program = generate.program(seed, self.units, self.target, instructions, self.mode)
        found, outcome = compare.run(model.build(self.spec), self.target, self.units, program, program.machine)
        if outcome.end != "exit" and not found.difference:  # Spike agreed until the trace ended
            found.difference = {"field": "end", "what": outcome.describe(program)}  # type: ignore[arg-type]
        if found.difference:
            words = report.text(self.core.name, seed, found, self.mode.name)
            kept = _keep(f"{self.core.name}-{self.mode.name}-{seed}", program.data, words)
            raise Different(f"{words}\nkept: {kept}", found.difference)
        return found


def of(core: str, name: str = PLAIN.name) -> Bench:
    """Return the bench of a core of configs/ with all its instruction units, by the name of a mode. UsageError if a
    core lacks what the mode needs.
    """
    known = modes.core_of(modes.MODES[name], config.cores()[core])
    return Bench(ModelSpec(known, model.ALL_UNITS), modes.of(name, target.of(known), core))


def _keep(name: str, program: bytes, words: str) -> Path:
    folder = cache_dir() / "lockstep-found"
    folder.mkdir(exist_ok=True)
    Output(str(folder / f"{name}.bin")).write(program)
    Output(str(folder / f"{name}.txt")).write(words + "\n")
    return folder / f"{name}.txt"


def done_key(bench: Bench) -> str:
    """Return the hash of the inputs of a comparison on a bench."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return store.digest(
        model.key(bench.spec),
        stepper.key(),
        spike_extensions.content(bench.target.isa + extensions.isa(bench.units)),
        store.digest_files(sources),
        code.files("vambrace.software.running.simulate", "vambrace.software.running.spike_extensions"),
    )


class _Done:
    """The comparisons on a bench, by seed: a line for each in a file of the cache, whose name is the hash of their
    inputs.
    """

    def __init__(self, bench: Bench) -> None:
        folder = cache_dir() / "lockstep-done"
        folder.mkdir(exist_ok=True)
        self._path = folder / f"{bench.core.name}-{bench.mode.name}-{done_key(bench)}.jsonl"
        self._lock = threading.Lock()
        self.found: dict[int, Compared] = {}
        for line in self._path.read_text().splitlines() if self._path.is_file() else ():
            try:
                entry = json.loads(line)
            except ValueError:  # truncated
                continue
            number, traps = entry.pop("seed"), entry.pop("traps")
            self.found[number] = Compared(**entry, traps=Counter({int(cause): n for cause, n in traps.items()}))

    def add(self, seed: int, compared: Compared) -> None:
        with self._lock, self._path.open("a") as f:
            f.write(json.dumps({"seed": seed, **vars(compared), "traps": dict(compared.traps), "last": []}) + "\n")


def run(benches: Sequence[Bench], instructions: int, seed: int, jobs: int = 0, rerun: bool = False) -> dict[str, Any]:
    """Compare this many instructions, distributed over the benches; return the comparisons by core. The programs of a
    bench have the seeds `seed`, `seed` + 1, ... Different at the first difference. `rerun`: repeat earlier comparisons.
    """
    with doing("models"):
        stepper.program()
        for bench in benches:
            model.build(bench.spec)
    done = {bench: _Done(bench) for bench in benches}
    totals = {bench: Compared() for bench in benches}
    each = -(-instructions // len(benches))
    following = dict.fromkeys(benches, seed)
    running: dict[Future[Compared], tuple[Bench, int]] = {}
    workers = jobs or os.cpu_count() or 1
    pool = ThreadPoolExecutor(workers)
    try:
        with Progress("instructions", instructions) as progress:
            while True:
                for bench in benches:
                    while totals[bench].retired < each and not rerun and following[bench] in done[bench].found:
                        known = done[bench].found[following[bench]]
                        _count(totals, known, progress, instructions, bench, following[bench])
                        totals[bench].before += known.retired
                        following[bench] += 1
                while len(running) < workers and (idle := _next(benches, totals, running, each)):
                    running[pool.submit(idle.compare, following[idle])] = idle, following[idle]
                    following[idle] += 1
                if not running:
                    break
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    bench, number = running.pop(future)
                    done[bench].add(number, future.result())
                    _count(totals, future.result(), progress, instructions, bench, number)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return {bench.core.name: total for bench, total in totals.items()}


def _next(
    benches: Sequence[Bench],
    totals: dict[Bench, Compared],
    running: dict[Future[Compared], tuple[Bench, int]],
    each: int,
) -> Bench | None:
    """Return the bench with the most remaining work, counting running programs as done."""
    left = {
        bench: each - totals[bench].retired - generate.INSTRUCTIONS * sum(b is bench for b, _ in running.values())
        for bench in benches
    }
    most = max(benches, key=lambda bench: left[bench])
    return most if left[most] > 0 else None


def _count(
    totals: dict[Bench, Compared], found: Compared, progress: Progress, most: int, bench: Bench, seed: int
) -> None:
    """Count the instructions that a program compared; progress ends at `most`, which the last programs exceed."""
    shown = min(most, sum(total.retired for total in totals.values()))
    totals[bench].add(found)
    progress.step(f"{bench.core.name}, seed {seed}", min(found.retired, most - shown))
