# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Secret-independent timing of the library: its linked code with every secret tracked, and cycles
on simulated cores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from vambrace import config
from vambrace_dev.verify import host_secrets, secret_calls, secret_frames
from vambrace_dev.verify.check import BOUNDED, TEST, Check, Outcome
from vambrace_dev.verify.host_library import Compiled
from vambrace_dev.verify.tests import passing

_CYCLES = "tests/system/test_constant_time.py"
_LEAKS = "tests/system/test_taint_library.py::test_a_leak_of_the_library_is_found"
_INPUTS = ("lib", "firmware", "configs", "soc/taint", "soc/spike", "tests/aead", "src/vambrace", "dev")

#: The builds of the quick check, by algorithm: one for each kind of kernel.
QUICK = {
    "aes-128-ccm": ("rv32 none", "rv32 zkned", "rv64 zkned"),
    "aes-128-gcm": ("rv32 zkned+zbkc", "rv32 portable", "rv64 zkned+zbkc"),
    "aes-128-gcm-siv": ("rv32 none",),
    "ascon-aead128": ("rv32 none", "rv32 zbkb+xascon", "rv32 xasconp", "rv32 portable", "rv64 zbkb"),
    "chacha20-poly1305": ("rv32 none", "rv32 xchacha", "rv32 portable", "rv64 none"),
}


def checks() -> list[Check]:
    guarantee = "no branch, address or division of the linked library depends on a key, a message or a computed tag"
    few = ", ".join(f"{ad}+{message}" for ad, message in secret_calls.FEW)
    every = f"0 to {secret_calls.MOST_MESSAGE} bytes of message, 0 to {secret_calls.MOST_AD} of associated data"
    cycles = "the same cycles and addresses whatever keys, nonces and messages contain"
    return [
        Check(
            "secrets", f"{guarantee}: representative builds", BOUNDED, _quick, _LEAKS, f"{few} bytes", False, _INPUTS
        ),
        *(
            Check(
                f"secrets-{name}",
                f"{guarantee}: {name}, every build",
                BOUNDED,
                partial(_all, name),
                _LEAKS,
                every,
                True,
                _INPUTS,
            )
            for name in config.algorithms()
        ),
        Check(
            "secrets-frames",
            f"{guarantee}: frames of protocols, every build",
            BOUNDED,
            _frames,
            "tests/system/test_frame_secrets.py::test_a_leak_of_a_frame_is_found",
            f"the frames of configs/frames.toml at {len(secret_frames.PLACES)} offsets",
            True,
            (*_INPUTS, "tests/system"),
        ),
        *_portable(),
        Check(
            "cycles",
            f"{cycles}, on the RTL of Ibex",
            TEST,
            passing(_CYCLES, select="ibex-ref and (aes-128-ccm or ascon-aead128 or chacha20-poly1305)"),
            _LEAKS,
            "4 contents of 2 lengths",
            long=True,
        ),
        Check(
            "cycles-everything",
            f"{cycles}: every build of every algorithm, on every core without caches",
            TEST,
            passing(_CYCLES, long=True),
            _LEAKS,
            "up to 16 contents of up to 8 lengths",
            long=True,
        ),
    ]


def _portable() -> Iterator[Check]:
    """Return the checks of portable C on this computer: some algorithms, then every one with each
    compiler and level.
    """
    guarantee = "no branch and no address of the portable library depends on a secret, as compiled by"
    seen = "tests/host/test_valgrind.py::test_a_leak_is_found"
    inputs = ("lib", "firmware", "configs", "tests/aead", "tests/host", "src/vambrace", "dev")
    few = ", ".join(f"{ad}+{message}" for ad, message in secret_calls.FEW)
    run = partial(_by_valgrind, "gcc", "-O2", host_secrets.QUICK)
    yield Check("valgrind", f"{guarantee} gcc -O2", BOUNDED, run, seen, f"{few} bytes", False, inputs)
    for compiler in host_secrets.COMPILERS:
        for level in host_secrets.LEVELS:
            run = partial(_by_valgrind, compiler, level, tuple(config.algorithms()))
            title = f"{guarantee} {compiler} {level}, every algorithm"
            yield Check(f"valgrind-{compiler}{level}", title, BOUNDED, run, seen, f"{few} bytes", True, inputs)


def _by_valgrind(compiler: str, level: str, names: Sequence[str]) -> Outcome:
    compiled = Compiled(compiler, (level,))
    findings = {name: host_secrets.follow(compiled, config.algorithms()[name], secret_calls.FEW) for name in names}
    details = tuple(f"{name}: {line}" for name, (lines, _) in findings.items() for line in lines)
    return Outcome(not details, f"{len(findings)} algorithms, {sum(n for _, n in findings.values()):,} calls", details)


def _quick() -> Outcome:
    return _outcome([t for t in secret_calls.targets() if secret_calls.label(t[0]) in QUICK.get(t[1].name, ())], False)


def _all(name: str) -> Outcome:
    return _outcome([t for t in secret_calls.targets() if t[1].name == name], True)


def _frames() -> Outcome:
    builds = dict.fromkeys(build for build, _ in secret_calls.targets())
    results = {(b, f.name): secret_frames.follow(b, f) for b in builds for f in config.frames().values()}
    details = tuple(
        f"{secret_calls.label(build)}, {name}: {line}"
        for (build, name), result in results.items()
        for line in result.findings
    )
    calls = sum(result.calls for result in results.values())
    return Outcome(not details, f"{len(builds)} builds, {calls:,} calls", details)


def _outcome(targets: Sequence[tuple[config.Build, config.Algorithm]], everything: bool) -> Outcome:
    lengths = secret_calls.all_lengths() if everything else secret_calls.FEW
    results = {target: secret_calls.follow(*target, lengths) for target in targets}
    details = tuple(
        f"{secret_calls.label(build)}, {known.name}: {line}"
        for (build, known), result in results.items()
        for line in result.findings
    )
    executed = sum(result.executed for result in results.values())
    calls = sum(result.calls for result in results.values())
    figure = f"{len(results)} builds, {calls:,} calls, {executed / 1e6:.1f} million instructions"
    return Outcome(not details, figure, details)
