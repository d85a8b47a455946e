# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs many random programs on several cores. Comparisons are stored: the same campaign resumes where it stopped, and a
longer one continues from its end.
"""

import json
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from vambrace import config
from vambrace.base import code, store, work
from vambrace.base.errors import VambraceError
from vambrace.base.output import Output
from vambrace.base.paths import cache_dir
from vambrace.base.progress import Progress
from vambrace.config import Core
from vambrace.hardware import model
from vambrace.hardware.model import ModelSpec
from vambrace.measure.measured import Need
from vambrace.measure.needs import models
from vambrace.software.running import spike_extensions
from vambrace_dev import away
from vambrace_dev.testing.lockstep import compare, extensions, generate, report, stepper, target
from vambrace_dev.testing.lockstep import mode as modes
from vambrace_dev.testing.lockstep.compare import Compared
from vambrace_dev.testing.lockstep.mode import PLAIN, Mode

#: What a program needs, in MiB: the model, Spike, and the trace between them.
MEMORY = 500

#: The files of the checkout on which a comparison depends.
INPUTS = ("rtl", "soc", "cores", "configs", "src/vambrace", "dev")


class Different(VambraceError):
    """A core and Spike differ; the message is the report, and says where it is kept, with the program. `name`: of
    these files.
    """

    def __init__(self, name: str, program: bytes, words: str, difference: dict[str, Any]) -> None:
        self.name, self.program, self.words, self.difference = name, program, words, difference
        super().__init__(f"{words}\nkept: {_keep(name, program, words)}")


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
        result, outcome = compare.run(model.build(self.spec), self.target, self.units, program, program.machine)
        if outcome.end != "exit" and not result.difference:  # Spike agreed until the trace ended
            result.difference = {"field": "end", "what": outcome.describe(program)}  # type: ignore[arg-type]
        if result.difference:
            words = report.text(self.core.name, seed, result, self.mode.name)
            raise Different(f"{self.core.name}-{self.mode.name}-{seed}", program.data, words, result.difference)
        return result

    @property
    def model(self) -> ModelSpec:
        return self.spec

    @property
    def needs(self) -> tuple[Need, ...]:
        """Return what is built before programs run."""
        return Need("lockstep", "lockstep", stepper.program), *models(self)


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
        self.compared: dict[int, Compared] = {}
        for line in self._path.read_text().splitlines() if self._path.is_file() else ():
            try:
                entry = json.loads(line)
            except ValueError:  # truncated
                continue
            number, traps = entry.pop("seed"), entry.pop("traps")
            self.compared[number] = Compared(**entry, traps=Counter({int(cause): n for cause, n in traps.items()}))

    def add(self, seed: int, compared: Compared) -> None:
        with self._lock, self._path.open("a") as f:
            f.write(json.dumps({"seed": seed, **vars(compared), "traps": dict(compared.traps), "last": []}) + "\n")


class _Stop(Exception):
    """Ends a campaign at its first difference."""

    def __init__(self, different: Different) -> None:
        self.different = different


@dataclass(frozen=True)
class Program:
    """The program of a seed for a bench."""

    bench: Bench
    seed: int

    @property
    def label(self) -> str:
        return f"{self.bench.core.name}, seed {self.seed}"

    def away(self) -> Compared | tuple[Any, ...]:
        """Compare in a worker; return what makes a Different of a difference."""
        try:
            return self.bench.compare(self.seed)
        except Different as different:
            return different.name, different.program, different.words, different.difference


def program(bench: Bench, seed: int) -> Compared:
    """Compare the program of a seed, unless an earlier run has done it."""
    done = _Done(bench)
    if (stored := done.compared.get(seed)) is None:
        stored = bench.compare(seed)
        done.add(seed, stored)
    return stored


class _Campaign:
    """The comparisons so far, by bench and seed."""

    def __init__(self, benches: Sequence[Bench], instructions: int, seed: int, rerun: bool) -> None:
        self._benches, self._instructions, self._seed = benches, instructions, seed
        self._done = {bench: _Done(bench) for bench in benches}
        self._before = {bench: {} if rerun else dict(done.compared) for bench, done in self._done.items()}
        self._results = {bench: dict(results) for bench, results in self._before.items()}
        self._each = -(-instructions // len(benches))

    def totals(self) -> dict[Bench, Compared]:
        """Return the sums of the programs from the first seed on that are needed, without gaps."""
        sums = {}
        for bench in self._benches:
            sums[bench], following = Compared(), self._seed
            while sums[bench].retired < self._each and (compared := self._results[bench].get(following)):
                sums[bench].add(compared)
                sums[bench].before += compared.retired if following in self._before[bench] else 0
                following += 1
        return sums

    def missing(self) -> list[Program]:
        """Return the programs that are probably needed too, of all benches in turn."""
        of_benches = [list(self._missing(bench, total)) for bench, total in self.totals().items()]
        return [program_left for program_left in chain.from_iterable(zip_longest(*of_benches)) if program_left]

    def _missing(self, bench: Bench, total: Compared) -> Iterator[Program]:
        left, seed = self._each - total.retired, self._seed
        while seed in self._results[bench] and left > 0:
            seed += 1
        for number in range(seed, seed + max(0, -(-left // generate.INSTRUCTIONS))):
            if number not in self._results[bench]:
                yield Program(bench, number)

    def here(self, program: Program) -> None:
        """Compare on this computer."""
        try:
            self.take(program, program.bench.compare(program.seed))
        except Different as different:
            raise _Stop(different) from None

    def take(self, done_program: Program, answer: Compared | tuple[Any, ...]) -> None:
        """Keep the result of a program."""
        if isinstance(answer, tuple):
            raise _Stop(Different(*answer))
        self._done[done_program.bench].add(done_program.seed, answer)
        self._results[done_program.bench][done_program.seed] = answer

    def known(self) -> Iterator[Program]:
        """Yield the needed programs that an earlier run compared."""
        for bench in self._benches:
            retired, seed = 0, self._seed
            while retired < self._each and (compared := self._before[bench].get(seed)):
                yield Program(bench, seed)
                retired, seed = retired + compared.retired, seed + 1

    def retired(self, measured: Program) -> int:
        """Return how many instructions a program compared."""
        return self._results[measured.bench][measured.seed].retired


def run(benches: Sequence[Bench], instructions: int, seed: int, jobs: int = 0, rerun: bool = False) -> dict[str, Any]:
    """Compare this many instructions, distributed over the benches; return the comparisons by core. The programs of a
    bench have the seeds `seed`, `seed` + 1, ... Different at the first difference. `rerun`: repeat earlier comparisons.
    """
    campaign = _Campaign(benches, instructions, seed, rerun)
    with Progress("instructions", instructions) as progress:
        shown = 0

        def step(done_program: Program) -> None:
            """Count a program; progress ends at its total, which the last programs exceed."""
            nonlocal shown
            count = min(campaign.retired(done_program), instructions - shown)
            shown += count
            progress.step(done_program.label, count)

        programs: dict[str, Program] = {}
        for program in campaign.known():
            step(program)
        while missing := campaign.missing():
            needs = dict.fromkeys(need for program_left in missing for need in program_left.bench.needs)
            items: list[Need | Program] = [*needs, *missing]
            programs.update({program_left.label: program_left for program_left in missing})
            failed: list[str] = []
            try:
                work.each(
                    items,
                    lambda item: campaign.here(item) if isinstance(item, Program) else item.build(),
                    lambda item: item.label,
                    lambda label: step(programs[label]) if label in programs else None,
                    failed.append,
                    after=lambda item: item.bench.needs if isinstance(item, Program) else (),
                    memory=lambda item: MEMORY if isinstance(item, Program) else item.memory,
                    away=lambda item: _away(campaign, item),
                    where=work.Here(jobs) if jobs else None,
                )
            except _Stop as stop:
                raise stop.different from None
            if failed:
                raise VambraceError("\n".join(failed))
    return {bench.core.name: total for bench, total in campaign.totals().items()}


def _away(campaign: _Campaign, item: Program | Need) -> work.Away:
    if isinstance(item, Program):
        return away.job(item.away, INPUTS, partial(campaign.take, item))
    return away.build(item.build, INPUTS)
