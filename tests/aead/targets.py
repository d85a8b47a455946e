# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The targets that run the lists of cases: builds of the library, each with the algorithms for which it has code of its
own.

Software runs every list on this machine and on Spike. For each build and algorithm, a simulated core runs one case of
every third list, in the long run of every list; other tests compare the core with Spike (docs/developer/lockstep.md).
Hardware, engines and AES units, has no other model: the core runs as many cases as its budget allows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from tests.aead.batch import TURNS
from tests.aead.protocol import Runner
from tests.aead.rtl_runner import RtlRunner
from tests.aead.spike_runner import BUILDS32, BUILDS64, SpikeRunner
from tests.builds import BUILDS, unchained
from tests.host.runner import PLAIN, SANITIZED
from tests.host.runner import SIZE as SMALL
from tests.system import rocket
from vambrace import config
from vambrace.config import Algorithm, Build

#: VAMBRACE_TEST_BUDGET multiplies the cycles.
TIMES = float(os.environ.get("VAMBRACE_TEST_BUDGET", "1"))

# In cycles of the portable library on ibex-ref, of all lists together: under sanitizers, and on Spike.
SANITIZED_BUDGET, SPIKE_BUDGET = (int(TIMES * n) for n in (12_000_000, 6_000_000))

#: Cycles of a short job on an engine or an AES unit, of which most are the runner's own.
ENGINE_JOB = 2000

# The AEAD engine behind the accelerator port. Each length once takes a fifth of the budget; a
# simulation with engines is slow.
ENGINE, ENGINE_GCM = "engine", "engine-gcm"
ENGINE_BUDGET, SMALL_ENGINE_BUDGET = int(TIMES * 410 * ENGINE_JOB), int(TIMES * 200 * ENGINE_JOB)

#: The fraction of its budget that the short run uses: of a full budget; and for a driver in small code, for one that
#: differs in constants or key sizes from one with a full budget, and for ports alone.
FULL_SHARE, SIMILAR_SHARE = 0.14, 0.1

SMALL_HERE = pytest.mark.long("small code, which always runs on Spike")

GCM = pytest.mark.long("a model of half a minute for one driver; tests/rtl always run the engine's AES-GCM")

#: The same, with AES-GCM, on the bus and without a memory port.
GCM_PIO = Build(config.extension_set("engine-obi-pio@AesGcm=1"))

# Other couplings of it, with one algorithm each.
COUPLINGS = {
    "engine-obi": "aes-128-ccm",
    "engine-axi4l": "ascon-aead128",
    "engine-tlul": "chacha20-poly1305",
    "engine-axi4l-pio": "chacha20-poly1305",
    "engine-tlul-pio": "aes-128-ccm",
    "engine-obi-ring": "ascon-aead128",
}

# The AES unit, with one algorithm for each of its kernels: the key sizes share all of them.
AES_UNIT = "aes-unit"
AES_UNIT_ALGORITHMS = (
    "aes-128-ccm",
    "aes-128-gcm",
    "aes-256-gcm-siv",
    "aes-128-ecb",
    "aes-256-cbc",
    "aes-192-ctr",
)

# Of Ascon's rounds in one instruction, the algorithms without code of their own: the hashes share
# all kernels, and in the size profile one of each byte order and block has them all.
XASCONP, XASCONP_SHARED, XASCONP_SHARED_SIZE = "xasconp", {"ascon-hash256"}, {"ascon-128a", "ascon-xof128"}

VECTORS = pytest.mark.long("half a minute of official vectors, by software that Spike always runs")
OTHER_CORE = pytest.mark.long("the same engine and drivers, and a model of half a minute")

# The engines of Rocket, where caches and RoCC are between the engine and the core.
ROCKET_BUDGET = int(TIMES * 1_000_000)
ROCKET_COUPLINGS = {
    "engine": "ascon-aead128",
    "engine-port-pio": "aes-128-ccm",
    "engine-tlul": "aes-128-ccm",
    "engine-tlul-pio": "chacha20-poly1305",
}

# AES units of one key length: each function of the driver by each coupling. Spike has the software for other lengths.
ROCKET_UNITS = {
    "aes-128-unit": ("aes-128-ccm", "aes-128-cbc"),
    "aes-192-unit": ("aes-192-ecb",),
    "aes-256-unit": ("aes-256-ctr",),
    "aes-128-unit-port-pio": ("aes-128-ecb",),
    "aes-128-unit-port-pio-2-rounds": ("aes-128-cbc",),
    "aes-128-unit-port-pio-unrolled": ("aes-128-ecb",),
    "aes-192-unit-port-pio": ("aes-192-cbc",),
    "aes-256-unit-port-pio": ("aes-256-ccm",),
    "aes-128-unit-tlul-pio": ("aes-128-cbc",),
    "aes-192-unit-tlul-pio": ("aes-192-ccm",),
    "aes-256-unit-tlul-pio": ("aes-256-ecb",),
}

# On 64-bit Spike: of each backend the algorithms that have code of their own there, and of what is C, which
# tests on this computer run too, one of each kind.
SPIKE_ASCON = ("ascon-128", "ascon-128a", "ascon-aead128", "ascon-hash256")
SPIKE = {
    "none": (
        *SPIKE_ASCON,
        "aes-128-ccm",
        "aes-128-gcm",
        "chacha20-poly1305",
        "xchacha20-poly1305",
        "poly1305",
        "sha256",
        "hmac-sha256",
    ),
    "zbkb": (*SPIKE_ASCON, "chacha20-poly1305", "sha256"),
    "zknh": ("sha256",),
    "zbkb+zknh": ("sha256", "hmac-sha256"),
    "zkned": (
        "aegis-128l",
        "aes-128-ccm",
        "aes-192-ccm",
        "aes-256-ccm",
        "aes-128-gcm",
        "aes-128-ecb",
        "aes-256-cbc",
        "aes-192-ctr",
    ),
    "zbkb+zkned": ("aes-128-ccm", "aes-128-ctr"),
    "zkned+zbkc": ("aes-128-gcm", "aes-128-gcm-siv", "aes-128-gmac"),
    "zbkb+zbkc+zkned": ("aes-128-gcm",),
    "zkned:size": ("aes-128-ccm", "aes-128-cbc"),
    "portable": ("ascon-aead128",),
}

# On 64-bit Spike, the code that only the rounds of other key sizes have.
SPIKE_KEYS = {
    "zkned": ("aes-192-ecb", "aes-256-ecb", "aes-128-ctr", "aes-256-ctr"),
    "zbkb+zkned": ("aes-192-ccm", "aes-256-ccm", "aes-192-ctr", "aes-256-ctr"),
}
OTHER_KEY = pytest.mark.long("other key sizes of code that is always run")

# On 32-bit Spike, the builds whose key schedules and rounds always run with every key size.
OWN_KEYS = ("none", "zkned")

# On a core, of each algorithm as many builds as run every list once. Spike has all lists with all of them.
OTHER_BUILD = pytest.mark.long("code that Spike always runs; other builds of the algorithm always run on the core")
OTHER_MEMORY = pytest.mark.long("code that always runs on ibex-ref")

# On 32-bit Spike, builds with a specific function for an algorithm without one of its extension sets: the blocks of
# CCM's streams with `rev8`, one run of Ascon in small code, and software with an AES unit of one key length.
SPIKE32 = {
    "aes-128-ccm": ("all",),
    "ascon-128a": ("xasconp:size",),
    "aes-256-ccm": ("aes-128-unit",),
    "aes-192-cbc": ("aes-256-unit-tlul-pio:size",),
}

# On 32-bit Spike, builds that make misaligned accesses: each kernel that treats unaligned buffers differently.
SPIKE32_MISALIGNED = {
    "aes-128-ccm": ("none", "zkned", "none:size"),
    "aes-128-gcm": ("none",),
    "aes-128-cbc": ("zkned",),
    "aes-128-ctr": ("zkned",),
    "ascon-aead128": ("none", "zbkb+xascon", "xasconp", "none:size"),
    "ascon-128": ("zbkb", "zbkb:size"),
    "ascon-128a": ("xasconp", "none:size"),
    "ascon-hash256": ("none",),
    "chacha20-poly1305": ("none", "zbkb", "xchacha", "none:size"),
}

# Algorithms that are another's kernels with some C around them, and the build of each that always runs.
AROUND = {
    "xchacha20-poly1305": "zbkb",
    "ascon-aead128-options": "zbkb+xascon",
    "aes-128-gcm-siv": "zkned+zbkc",
    "aes-256-gcm-siv": "none",
    "aes-128-cmac": "zkned",
    "aes-192-cmac": "none",
    "aes-256-cmac": "zkned",
    "aes-128-gmac": "zkned+zbkc",
    "aes-192-gmac": "zkned",
    "aes-256-gmac": "none",
    "poly1305": "xchacha",
    "ascon-mac": "zbkb+xascon",
    "hmac-sha256": "zbkb+zknh",
}
KERNELS = pytest.mark.long("kernels that always run, with the same C around them")

# Of those, on the engine: algorithms with a part of their work in software, and software whose kernels the engine
# replaces elsewhere.
PARTLY = ("xchacha20-poly1305", "ascon-mac", "poly1305", "aes-128-cmac")

# Of algorithms that share all of their code but the key size or a few constants, one is enough
# for most tests on a core: these, and those that are measured by default.
REPRESENTATIVE = {
    "aes-128-gcm",
    "aes-128-ecb",
    "aes-128-cbc",
    "aes-128-ctr",
    "ascon-128a",
    "ascon-xof128",
    "ascon-cxof128",
    "sha256",
    *(name for name, known in config.algorithms().items() if known.default),
}

# Of those, the algorithms that have an engine driver of their own.
DRIVERS = {
    "aes-128-ccm",
    "aes-128-gcm",
    "ascon-aead128",
    "ascon-aead128-options",
    "chacha20-poly1305",
    "aes-128-cbc",
    "aes-128-ctr",
    "ascon-cxof128",
}


@dataclass(frozen=True)
class Target:
    """A runner with an algorithm, and the cycles that its cases may take (None: any number)."""

    runner: Runner
    algorithm: str
    budget: int | None = None
    fixed_cost: int | None = None  # cycles of a short job, where they do not depend on the algorithm
    essential_only: bool = False  # only essential lists and those for engines
    short_share: float = 1  # the fraction of its budget that the short run uses
    turn: int = 0  # the number among the builds of its algorithm
    marks: tuple[pytest.MarkDecorator, ...] = ()

    @property
    def known(self) -> Algorithm:
        return config.algorithms()[self.algorithm]

    def parameter(self) -> object:
        """Return the target as a test's parameter. Its id ends with the algorithm: tests/scheduling.py relies on
        that."""
        return pytest.param(self, id=f"{self.runner.name}-{self.algorithm}", marks=self.marks)


def software_builds(algorithm: Algorithm) -> list[Build]:
    """Every build of the library in which this algorithm has software of its own."""
    sets = ["none", *algorithm.uses]
    if algorithm.name in XASCONP_SHARED:
        sets.remove(XASCONP)
    small = [name for name in sets if name != XASCONP or algorithm.name not in XASCONP_SHARED_SIZE]
    return [BUILDS[label] for label in (*sets, *(f"{name}:size" for name in small))] + [config.PORTABLE]


def around(algorithm: Algorithm, build: Build) -> tuple[pytest.MarkDecorator, ...]:
    """Return the marks of an algorithm with a build: long, if other parameters cover both."""
    return (KERNELS,) if AROUND.get(algorithm.name, build.label) != build.label else ()


def builds(algorithm: Algorithm) -> list[Build]:
    """Every build of the library in which this algorithm has code of its own."""
    chosen = software_builds(algorithm)
    if algorithm.name in AES_UNIT_ALGORITHMS:
        chosen += [BUILDS[label] for label in (AES_UNIT, f"{AES_UNIT}:size") if algorithm.default or label == AES_UNIT]
    return [*chosen, *engines(algorithm)] if algorithm.engine else chosen


def engines(algorithm: Algorithm) -> list[Build]:
    """The builds for an engine that differ in more than an address; of drivers that many algorithms
    share, only some of these."""
    if algorithm.missing_in(config.extension_set(ENGINE)):
        few = [BUILDS[f"{ENGINE_GCM}:size"], GCM_PIO] if algorithm.name in REPRESENTATIVE else []
        return [BUILDS[ENGINE_GCM], *few]
    chosen = [BUILDS[ENGINE]]
    if algorithm.default or algorithm.name in ("ascon-aead128-options", "ascon-cxof128", "aes-128-cbc", "aes-128-ctr"):
        chosen += [BUILDS[f"{ENGINE}:size"], BUILDS["engine-obi-pio"]]
    if algorithm.name == "aes-128-ccm":
        chosen.append(BUILDS["engine-obi-irq"])
    return chosen


def is_fast(build: Build) -> bool:
    """Whether a build is of the speed profile, with assembly."""
    return build.profile == "speed" and not build.portable


def software() -> Iterator[Target]:
    """The library on this machine, and each of its backends on Spike."""
    for name, known in config.algorithms().items():
        key = (OTHER_KEY,) if has_another_key(name) else ()
        for host, budget in ((PLAIN, None), (SMALL, None), (SANITIZED, SANITIZED_BUDGET)):
            yield Target(host, name, budget, marks=(SMALL_HERE,) if host is SMALL else key)
        for build in software_builds(known):
            other = key if build.label not in OWN_KEYS else ()
            yield Target(SpikeRunner(BUILDS32[build.label]), name, SPIKE_BUDGET, marks=around(known, build) or other)
        wide = [SpikeRunner(BUILDS64[build]) for build, names in SPIKE.items() if name in names]
        narrow = [SpikeRunner(BUILDS[label]) for label in SPIKE32.get(name, ())]
        narrow += [SpikeRunner(BUILDS32[f"{label}:misaligned"]) for label in SPIKE32_MISALIGNED.get(name, ())]
        for runner in (*narrow, *wide):
            yield Target(runner, name, SPIKE_BUDGET)
        for runner in (SpikeRunner(BUILDS64[build]) for build, names in SPIKE_KEYS.items() if name in names):
            yield Target(runner, name, SPIKE_BUDGET, marks=(OTHER_KEY,))


def has_another_key(name: str) -> bool:
    """Return whether AES with 128 bits has the same mode."""
    return name.startswith("aes-") and re.sub(r"^aes-\d+", "aes-128", name) not in (name, *AROUND)


def on_core(core: str, build: Build) -> RtlRunner:
    """A core with the library that makes all accesses that the core executes, as `vambrace` measures it."""
    return RtlRunner(core, replace(build, misaligned=config.cores()[core].misaligned))


def software_on_cores() -> Iterator[Target]:
    """Every build and algorithm on ibex-ref, and those that are measured by default on ibex-fast."""
    for name, known in config.algorithms().items():
        key = (OTHER_KEY,) if has_another_key(name) else ()
        # The size profile is last: it is mostly C.
        for turn, build in enumerate(sorted(software_builds(known), key=lambda build: build.profile == "size")):
            small = (OTHER_BUILD,) if build.profile == "size" and turn >= TURNS else ()
            yield Target(on_core("ibex-ref", build), name, turn=turn, marks=around(known, build) or key or small)
            if is_fast(build) and known.default:
                yield Target(on_core("ibex-fast", build), name, turn=turn + 1, marks=(OTHER_MEMORY,))


def gcm_marks(algorithm: Algorithm) -> tuple[pytest.MarkDecorator, ...]:
    """Return the marks of an algorithm on an engine."""
    return (GCM,) if algorithm.missing_in(config.extension_set(ENGINE)) else ()


def hardware() -> Iterator[Target]:
    """Engines and AES units behind their drivers."""

    def target(
        core: str, build: Build, name: str, essential: bool, *marks: pytest.MarkDecorator, similar: bool = False
    ) -> Target:
        budget = ROCKET_BUDGET if core == "rocket" else SMALL_ENGINE_BUDGET if essential else ENGINE_BUDGET
        share = SIMILAR_SHARE if similar else 1 if essential or core == "rocket" else FULL_SHARE
        # Both kinds of accesses; where software moves the words, those of the core.
        by_software = build.extensions.accelerator is not None and not build.extensions.accelerator.memory_port
        runner = on_core(core, build) if by_software or not essential else RtlRunner(core, build)
        return Target(runner, name, budget, ENGINE_JOB, essential, share, marks=marks)

    for name, algorithm in config.algorithms().items():
        if name in AES_UNIT_ALGORITHMS:
            yield target("ibex-ref", BUILDS[AES_UNIT], name, not algorithm.default)
            if algorithm.default:
                yield target("ibex-ref", BUILDS[f"{AES_UNIT}:size"], name, True, similar=True)
                plain = target("ibex-ref", unchained(BUILDS[AES_UNIT]), name, True, similar=True)
                yield replace(plain, runner=replace(plain.runner, system=BUILDS[AES_UNIT]))
        if name in PARTLY:
            slow = (VECTORS,) if name == "aes-128-cmac" else ()
            yield target("ibex-ref", BUILDS[ENGINE], name, True, *slow, similar=True)
        for build in engines(algorithm) if algorithm.engine else ():
            full = build.extensions.name in (ENGINE, ENGINE_GCM) and is_fast(build)
            essential = not full or name not in DRIVERS
            similar = essential and build.extensions.name != "engine-obi-irq"
            yield target("ibex-ref", build, name, essential, *gcm_marks(algorithm), similar=similar)
            if full and algorithm.default:
                yield target("ibex-fast", build, name, True, OTHER_CORE)
                yield target("cv32e40x", build, name, True, OTHER_CORE)
    for coupling, name in COUPLINGS.items():
        yield target("ibex-ref", BUILDS[coupling], name, True)
    for coupling, name in ROCKET_COUPLINGS.items():
        yield target("rocket", rocket.build(coupling), name, True, *rocket.MARKS)
    for unit, names in ROCKET_UNITS.items():
        for name in names:
            yield target("rocket", rocket.build(unit), name, True, *rocket.MARKS)
