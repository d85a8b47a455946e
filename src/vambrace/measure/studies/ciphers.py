# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Lightweight ciphers on one core: the costs of encrypting and decrypting one message of 128 bits.

configs/ciphers.toml lists them, studies/ciphers has their C and the program, which is built for each cipher and
direction without any other code, so that the linker reports its size. The output of each run is compared with that of
another implementation (vambrace.measure.studies.models).
"""

import json
import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from vambrace import config
from vambrace.base import code, store
from vambrace.base.errors import choose
from vambrace.base.paths import root
from vambrace.config import PORTABLE, Build, Point, macros
from vambrace.hardware import model as model_module
from vambrace.measure import calls, needs, origins
from vambrace.measure.kinds.ciphers import Ciphers, Configuration, KeySetup
from vambrace.measure.measured import Measured
from vambrace.measure.studies import build
from vambrace.measure.studies.models import MODELS
from vambrace.results.kind import Selector
from vambrace.results.origin import COMPILERS, Origin, entry, files
from vambrace.results.records import versions
from vambrace.results.schema import Json
from vambrace.software.oracles.messages import WrongResult
from vambrace.software.running.simulate import Counts, Machine, Memory, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

OPERATIONS = ("encrypt", "decrypt")
MESSAGE = 16  # bytes

# Memory layout of studies/ciphers/main.c.
_ROOM = 32
_RAM_BYTES = 1 << 20
_MAX_CYCLES = 2_000_000

_COUNTED = ("instret", "bytes_fetched", "bytes_loaded", "bytes_stored")


@dataclass(frozen=True)
class Cipher:
    """One entry of configs/ciphers.toml, which describes the fields."""

    name: str
    title: str
    source: str
    key: int
    block: int
    secrets: tuple[str, ...]
    sealed: int
    library: bool = False

    @property
    def stem(self) -> str:
        """Return the name of its file, which is also in the names of its functions."""
        return self.name.replace("-", "_")

    def seal(self, key: bytes, message: bytes) -> bytes:
        """Return the message encrypted by the other implementation, block by block."""
        blocks = (message[i : i + self.block] for i in range(0, len(message), self.block))
        return b"".join(MODELS[self.name](key, block) for block in blocks)


@cache
def ciphers() -> dict[str, Cipher]:
    entries = tomllib.loads((root() / "configs" / "ciphers.toml").read_text())
    return {
        name: Cipher(name, **{"sealed": entry["block"], **entry, "secrets": tuple(entry["secrets"])})
        for name, entry in entries.items()
    }


def cores() -> list[str]:
    """Return the cores without caches, on which a first call takes as long as any other."""
    return [name for name, core in config.cores().items() if not core.caches and f"{name}/none" in config.points()]


def sources() -> list[Path]:
    """Return the C files of all ciphers."""
    return [root() / "studies" / "ciphers" / f"{c.stem}.c" for c in ciphers().values()]


@dataclass(frozen=True)
class Task:
    """One cipher on one core, in both directions."""

    cipher: Cipher
    point: Point
    flags: tuple[str, ...] = ()  # for the compiler, after those of the library
    seed: int = 1  # of key and message

    @property
    def label(self) -> str:
        return f"{self.cipher.name} on {self.point.core.name}" + ", size profile" * (self.point.profile == "size")

    @property
    def model(self) -> model_module.ModelSpec:
        return model_module.shared(self.point.core, self.point.extensions)

    @property
    def build(self) -> Build:
        """Return portable C, in the profile of the point."""
        return replace(PORTABLE, profile=self.point.profile)

    @property
    def texts(self) -> tuple[bytes, bytes, bytes]:
        """Return key, message and ciphertext."""
        rng = random.Random(f"study/{self.cipher.name}/{self.seed}")
        key, message = rng.randbytes(self.cipher.key), rng.randbytes(MESSAGE)
        return key, message, self.cipher.seal(key, message)

    def program(self, operation: str) -> Elf:
        cipher = self.cipher
        flags = macros.study_cipher(self._function(), cipher.block, cipher.sealed, operation == "decrypt")
        main = root() / "studies" / "ciphers" / "main.c"
        library = build.library((*sources(), *build.portable("ascon")), self.flags, as_in=self.build)
        return program.link([main], self.build, _RAM_BYTES, flags, library)

    def windows(self, operation: str) -> dict[str, str]:
        """Return the functions whose calls are counted: those of the key set-up and of a block."""
        setup = "setup" if operation == "encrypt" else "setup_decrypt"
        return {"setup": self._function("_" + setup), "block": self._function("_" + operation)}

    def _function(self, what: str = "") -> str:
        return f"vmb_study_{self.cipher.stem}{what}"


def tasks(names: Sequence[str], core: str, flags: Sequence[str] = (), profile: str = "speed") -> list[Task]:
    """Return the tasks; without names, for all ciphers. UsageError lists the names."""
    wanted = [choose("cipher", name, list(ciphers())) for name in names]
    point = replace(config.point(f"{choose('core', core, cores())}/none"), profile=profile)
    return [Task(c, point, tuple(flags)) for c in ciphers().values() if c.name in wanted or not wanted]


def run(task: Task, operation: str) -> dict[str, list[Counts]]:
    """Run one direction and return the counts of each call. WrongResult if the output differs from that of the other
    implementation.
    """
    key, message, sealed = task.texts
    sent, wanted = (message, sealed) if operation == "encrypt" else (sealed, message)
    elf = task.program(operation)
    at = elf.symbol("vmb_study_texts")
    image = key.ljust(_ROOM, b"\0") + sent.ljust(_ROOM, b"\0")
    memory = Memory({at: image}, {"out": (at + 2 * _ROOM, _ROOM)})
    addresses = {name: elf.symbol(function) for name, function in task.windows(operation).items()}
    machine = Machine(_RAM_BYTES, max_cycles=_MAX_CYCLES)
    outcome = simulate(model_module.build(task.model), elf, machine, addresses, memory)
    if outcome.end != "exit":
        raise WrongResult(f"{task.label}: {operation}: {outcome.describe(elf)}")
    if outcome.exit_code != 0 or outcome.dumps["out"][: len(wanted)] != wanted:
        raise WrongResult(f"{task.label}: {operation}: wrong result")
    return {name: outcome.windows[name] for name in addresses}


def total(calls: list[Counts]) -> Counts:
    """Return the sum of several calls; for their stacks, the maximum."""
    sums = {field: sum(getattr(c, field) for c in calls) for field in ("cycles", *_COUNTED)}
    return Counts(**sums, stack_bytes=max(c.stack_bytes for c in calls))


def measure(task: Task) -> list[Json]:
    """Return a record for each direction, from the cache if its inputs are unchanged."""
    return [_measure(task, operation) for operation in OPERATIONS]


def _measure(task: Task, operation: str) -> Json:
    elf = task.program(operation)
    source_hash = store.digest(model_module.key(task.model), elf.path.read_bytes())

    def count(work: Path) -> None:
        counts = {name: asdict(total(calls)) for name, calls in run(task, operation).items()}
        (work / "counts.json").write_text(json.dumps(counts))

    folder = store.entry("study", store.digest(code.digest(__name__), source_hash, operation, *task.texts), count)
    counted = json.loads((folder / "counts.json").read_text())
    return _record(task, operation, elf, Counts(**counted["setup"]), Counts(**counted["block"]), source_hash)


def _record(task: Task, operation: str, elf: Elf, setup: Counts, block: Counts, source_hash: str) -> Json:
    cipher, core, sizes = task.cipher, task.point.core, elf.section_sizes()
    return Ciphers(
        library="vambrace" if cipher.library else "study",
        core=core.name,
        extensions=task.point.extensions.name,
        profile=task.point.profile,
        cipher=cipher.name,
        title=cipher.title,
        source=cipher.source,
        key_bits=8 * cipher.key,
        block_bits=8 * cipher.block,
        message_bytes=MESSAGE,
        operation=operation,
        cycles=block.cycles,
        cycles_per_byte=block.cycles / MESSAGE,
        key_setup_cycles=setup.cycles,
        cycles_with_key_setup=block.cycles + setup.cycles,
        **{field: getattr(block, field) for field in _COUNTED},
        code_bytes=sizes.get(".text.library", 0),
        static_bytes=sum(sizes.get(f".{s}.library", 0) for s in ("rodata", "data", "bss")),
        stack_bytes=max(block.stack_bytes, setup.stack_bytes),
        key_bytes=elf.symbol_size("vmb_study_expanded"),
        key_setup=KeySetup(**{field: getattr(setup, field) for field in _COUNTED}),
        checked=True,
        tools=versions(core.upstream),
        configuration=Configuration(
            core_parameters=core.parameters,
            wait_states=0,
            library_flags=build.flags_text(task.flags, task.build),
            secrets=list(cipher.secrets),
        ),
        source_hash=source_hash,
    ).json()


def _task(selector: Selector, point: str) -> Task:
    core, profile = config.point(point).core.name, selector.get("profile")
    (task,) = tasks([selector.get("cipher")], core, profile=profile)
    return task


def _name(task: Task) -> tuple[str, ...]:
    return task.cipher.name, task.point.name, *task.flags


def _origin(task: Task) -> Origin:
    inputs = [
        *origins.program(task.point, "ascon"),
        files("studies/ciphers/*"),
        entry("ciphers.toml", task.cipher.name),
    ]
    return Origin.of(__name__, inputs, COMPILERS)


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    for core in dict.fromkeys(p.core.name for p in calls.points_or_reference(points)):
        if core in cores():
            yield from tasks([], core)


MEASURED = Measured(_task, _name, measure, _origin, lambda task: 1, needs.models, usual=_usual)
