# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs every test that asks for `target` with each runner and algorithm."""

from __future__ import annotations

import os
from typing import NamedTuple

import pytest

from tests.aead.protocol import Runner
from tests.aead.rtl_runner import ENGINE_JOB, RtlRunner
from tests.aead.spike_runner import BUILDS, SpikeRunner
from tests.host.runner import RUNNERS as HOSTS
from tests.system import rocket
from vambrace import config
from vambrace.config import Algorithm

# Cycles for one backend and algorithm, for the same on a target that few tests run on, and for a build of
# the size profile or of portable C that differs from another one in a size alone. The cores run the same
# programs, so one of them does most. VAMBRACE_TEST_BUDGET takes so many times as many.
TIMES = float(os.environ.get("VAMBRACE_TEST_BUDGET", "1"))
RTL_BUDGET, LIGHT_BUDGET, THIN_BUDGET = (int(TIMES * n) for n in (1_600_000, 800_000, 700_000))

# Budgets count the cycles of portable code; these backends do more jobs in the same time.
FASTER = {"zkn": 2.0, "xascon": 1.5, "zbkb+xascon": 2.0}

# The AEAD engine behind the accelerator port. A fifth of the budget pays for each length once; a
# simulation with engines is slow.
ENGINE, ENGINE_BUDGET = "engine", int(TIMES * 410 * ENGINE_JOB)

# Other couplings of it, with one algorithm each.
COUPLINGS = {
    "engine-obi": "aes-128-ccm", "engine-axi4l": "ascon-aead128", "engine-tlul": "chacha20-poly1305",
    "engine-axi4l-pio": "chacha20-poly1305", "engine-tlul-pio": "aes-128-ccm",
}  # fmt: skip

# The AES unit, with one algorithm for each of its kernels: the key sizes share all of them.
AES_UNIT, AES_UNIT_ALGORITHMS = "aes-unit", ("aes-128-ccm", "aes-128-gcm", "aes-128-ecb", "aes-256-cbc", "aes-192-ctr")

# Of Ascon's rounds in one instruction, the algorithms without code of their own: the hashes share
# all kernels, and in the size profile one of each byte order and block has them all.
XASCONP, XASCONP_SHARED, XASCONP_SHARED_SIZE = "xasconp", {"ascon-hash256"}, {"ascon-128a", "ascon-xof128"}

# Those of Rocket, where caches and RoCC are between the engine and the core.
ROCKET_BUDGET = int(TIMES * 1_000_000)
ROCKET_COUPLINGS = {
    "engine": "ascon-aead128", "engine-port-pio": "aes-128-ccm", "engine-tlul": "aes-128-ccm",
    "engine-tlul-pio": "chacha20-poly1305",
}  # fmt: skip

# On Spike: of each 64-bit backend the algorithms that have code of their own there, and of what is C, which
# tests on this computer run too, one of each kind.
SPIKE_BUDGET = 3_000_000
SPIKE_ASCON = ("ascon-128", "ascon-128a", "ascon-aead128", "ascon-hash256")
SPIKE = {
    "none": (*SPIKE_ASCON, "aes-128-ccm", "aes-128-gcm", "chacha20-poly1305"),
    "zbkb": (*SPIKE_ASCON, "chacha20-poly1305"),
    "zkn": ("aes-128-ccm", "aes-192-ccm", "aes-256-ccm", "aes-128-gcm", "aes-128-ecb", "aes-256-cbc", "aes-192-ctr"),
    "zbkb+zkn": ("aes-128-ccm", "aes-128-ctr"),
    "zkn:size": ("aes-128-ccm", "aes-128-cbc"),
    "portable": ("ascon-aead128",),
}

# Of algorithms that share all of their code but the key size or a few constants, one is enough
# for most tests on a core: these, and those that are measured by default.
REPRESENTATIVE = {
    "aes-128-gcm", "aes-128-ecb", "aes-128-cbc", "aes-128-ctr", "ascon-128a", "ascon-xof128", "ascon-cxof128",
    *(name for name, known in config.algorithms().items() if known.default),
}  # fmt: skip

# Of those, the ones that have a driver of the engine to themselves.
DRIVERS = {"aes-128-ccm", "ascon-aead128", "chacha20-poly1305", "aes-128-cbc", "aes-128-ctr", "ascon-cxof128"}


class Target(NamedTuple):
    runner: Runner
    algorithm: str

    @property
    def known(self) -> Algorithm:
        return config.algorithms()[self.algorithm]


def builds(algorithm: Algorithm) -> list[config.Extensions]:
    """Every build of the library in which this algorithm has code of its own."""
    sets = [config.extension_sets()[name] for name in ("none", *algorithm.uses)]
    if algorithm.name in XASCONP_SHARED:
        sets = [e for e in sets if e.name != XASCONP]
    small = [e for e in sets if e.name != XASCONP or algorithm.name not in XASCONP_SHARED_SIZE]
    software = [*sets, *(e.with_profile("size") for e in small), config.PORTABLE]
    if algorithm.name in AES_UNIT_ALGORITHMS:
        unit = config.extension_sets()[AES_UNIT]
        software += [unit, unit.with_profile("size")] if algorithm.default else [unit]
    return [*software, *engines(algorithm)] if algorithm.engine else software


def engines(algorithm: Algorithm) -> list[config.Extensions]:
    """The builds for an engine that differ in more than an address; of drivers that many algorithms
    share, a few of these."""
    known = config.extension_sets()
    found = [known[ENGINE]]
    if algorithm.default or algorithm.name in ("ascon-cxof128", "aes-128-cbc", "aes-128-ctr"):
        found += [known[ENGINE].with_profile("size"), known["engine-obi-pio"]]
    if algorithm.name == "aes-128-ccm":
        found.append(known["engine-obi-irq"])
    return found


def targets() -> list[tuple[Target, pytest.MarkDecorator | tuple[pytest.MarkDecorator, ...], bool]]:
    """Every runner with every algorithm; on a core, every backend that differs from the others.
    With each its mark, and whether only the tests marked so run there."""
    found = [(Target(host, name), pytest.mark.host, False) for host in HOSTS for name in config.algorithms()]
    for name, known in config.algorithms().items():
        for build in builds(known):
            speed = not {"VMB_SIZE", "VMB_PORTABLE"} & set(build.macros)
            light = not speed or name not in REPRESENTATIVE or (build.engine and build.name != ENGINE)
            light = light or (build.engine and name not in DRIVERS) or (build.aes_unit and not known.default)
            thin = not speed and name not in REPRESENTATIVE
            budget = THIN_BUDGET if thin else LIGHT_BUDGET if light else RTL_BUDGET
            budget *= FASTER.get(build.name, 1) if speed else 1
            budget = ENGINE_BUDGET if build.engine or build.aes_unit else budget
            found.append((Target(RtlRunner("ibex-ref", build, int(budget)), name), pytest.mark.rtl, light))
            if speed and known.default and not build.aes_unit and (not build.engine or build.name == ENGINE):
                budget = ENGINE_BUDGET if build.engine else LIGHT_BUDGET
                found.append((Target(RtlRunner("ibex-fast", build, budget), name), pytest.mark.rtl, True))
            if known.default and build.name == ENGINE and speed:
                found.append((Target(RtlRunner("cv32e40x", build, ENGINE_BUDGET), name), pytest.mark.rtl, True))
    for coupling, name in COUPLINGS.items():
        runner = RtlRunner("ibex-ref", config.extension_sets()[coupling], ENGINE_BUDGET)
        found.append((Target(runner, name), pytest.mark.rtl, True))
    for coupling, name in ROCKET_COUPLINGS.items():
        runner = RtlRunner("rocket", rocket.build(coupling), ROCKET_BUDGET)
        found.append((Target(runner, name), (pytest.mark.rtl, rocket.needed), True))
    for build, names in SPIKE.items():
        own = SPIKE["zkn"] if build == "zkn" else SPIKE_ASCON if build != "portable" else ()
        runner = SpikeRunner(BUILDS[build], SPIKE_BUDGET)
        found += [(Target(runner, name), pytest.mark.rtl, name not in own) for name in names]
    return found


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "algorithm(name, ...): run with these algorithms only")
    config.addinivalue_line("markers", "kinds(name, ...): run with algorithms of these kinds; without it, with AEADs")
    config.addinivalue_line("markers", "features(name, ...): run with algorithms that have all of these")
    config.addinivalue_line("markers", "no_budget: run only where time does not count")
    config.addinivalue_line("markers", "light: run on every target, also where few tests do")
    config.addinivalue_line("markers", "engines: run on every target with an engine")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "target" not in metafunc.fixturenames:
        return

    def marked(name: str) -> tuple | None:
        marker = metafunc.definition.get_closest_marker(name)
        return None if marker is None else marker.args

    only, kinds, features = marked("algorithm"), marked("kinds") or ("aead",), marked("features") or ()
    chosen = [
        pytest.param(target, id=f"{target.runner.name}-{target.algorithm}", marks=mark)
        for target, mark, light in targets()
        if (only is None or target.algorithm in only)
        and target.known.kind in kinds
        and set(features) <= set(target.known.features)
        and (marked("no_budget") is None or target.runner.budget is None)
        and (not light or marked("light") is not None or (target.runner.flat and marked("engines") is not None))
    ]
    metafunc.parametrize("target", chosen)
