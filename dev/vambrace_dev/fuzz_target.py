# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds the fuzz target (tests/fuzz/fuzz.h) with clang: a program, and two builds of libvambrace as shared libraries
next to it.
"""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from vambrace import config
from vambrace.base import store, tools
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.software.oracles.oracle import LENGTHS
from vambrace.software.toolchain import includes
from vambrace.software.toolchain.program import c_sources

#: The sanitizers of the program, by the name for the option --sanitizer.
SANITIZERS = {
    "address": ("address,undefined", ["-fno-sanitize-recover=all"]),
    "memory": ("memory", ["-fsanitize-memory-track-origins"]),
}

#: The builds of the library that must agree. The table of each is a function in tests/fuzz/fuzz.h.
BUILDS = {f"fuzz_{name}": macros.profile(name) for name in config.PROFILES}

#: With a known key of these, messages that share a tag can be found: r may be 0.
_WEAK_KEYS = ("poly1305",)

_ANY_LENGTH = (1 << 64) - 1
_LONGEST = 0x7FFFFFFF


@dataclass(frozen=True)
class Swap:
    """A replacement of an algorithm's implementation, for tests of the target."""

    algorithm: str
    prefix: str
    header: Path  # declares the functions
    sources: tuple[Path, ...]
    builds: tuple[str, ...] = tuple(BUILDS)


@dataclass(frozen=True)
class _Object:
    source: Path
    flags: tuple[str, ...]


def _flags(sanitizer: str) -> list[str]:
    """Return the flags of all objects."""
    names, more = SANITIZERS[sanitizer]
    folders = (root() / "lib" / "include", root() / "lib" / "src", root() / "firmware", root() / "tests" / "fuzz")
    return [
        "-std=c99",
        "-O1",
        "-gline-tables-only",
        "-fno-omit-frame-pointer",
        "-fPIC",
        "-fvisibility=hidden",
        "-fsanitize-coverage=inline-8bit-counters,pc-table",
        f"-fsanitize={names}",
        *more,
        *(f"-I{folder}" for folder in folders),
    ]


def entry_flags(algorithm: config.Algorithm, number: int) -> list[str]:
    """Return the macros of an algorithm for tests/fuzz/entry.c."""
    lengths = LENGTHS[algorithm.name]
    nonces = sorted(lengths.nonces) or [0]
    any_nonce = lengths.open_ended and algorithm.kind in ("aead", "mac")
    if nonces != list(range(nonces[0], nonces[-1] + 1)):
        raise ValueError(f"the nonces of {algorithm.name} are more than a first and a last length")
    tags = _ANY_LENGTH if "squeeze" in algorithm.features else sum(1 << n for n in lengths.tags)
    has = [
        *(f"FUZZ_{feature.upper()}" for feature in algorithm.features),
        *(["FUZZ_COUNTER"] if lengths.counter else []),
        *(["FUZZ_WEAK_KEYS"] if algorithm.name in _WEAK_KEYS else []),
    ]
    return [
        *macros.algorithm(algorithm),
        f"-DFUZZ_ENTRY=fuzz_entry_{number}",
        f'-DFUZZ_NAME="{algorithm.name}"',
        f"-DFUZZ_HAS={'|'.join(has) or 0}",
        f"-DFUZZ_KEY={lengths.key}",
        f"-DFUZZ_NONCE_MIN={nonces[0]}",
        f"-DFUZZ_NONCE_MAX={_LONGEST if any_nonce else nonces[-1]}",
        f"-DFUZZ_TAGS={tags:#x}u",
    ]


def _table(name: str, count: int) -> str:
    entries = [f"fuzz_entry_{i}" for i in range(count)]
    return "\n".join(
        [
            '#include "fuzz.h"',
            *(f"extern const fuzz_algorithm {e};" for e in entries),
            "static const fuzz_algorithm *const table[] = {",
            *(f"    &{e}," for e in entries),
            "    NULL};",
            f'__attribute__((visibility("default"))) const fuzz_algorithm *const *{name}(void) {{ return table; }}',
            "",
        ]
    )


@cache
def _compiler() -> str:
    """Return a clang with libFuzzer; MissingTool if either is missing."""
    for name in ("clang", "libFuzzer"):
        tools.version(name)
    clang = tools.tool("clang").find()
    assert clang is not None
    return clang[1]


def _compile(clang: str, what: _Object) -> Path:
    command = [clang, *what.flags, "-c", str(what.source), "-o", "object.o"]

    def build(work: Path) -> None:
        tools.run(command, cwd=work)

    return store.entry("fuzz-object", object_key(command, what.source), build) / "object.o"


def object_key(command: list[str], source: Path) -> str:
    """Return the hash of the inputs of an object, including all files included by its source and flags."""
    return store.digest(tools.version("clang"), command, includes.digest(source, command))


def target_key(flags: list[str], tables: dict[str, str], objects: list[list[Path]]) -> str:
    """Return the hash of the target's inputs."""
    contents = [store.digest_contents(some) for some in objects]
    return store.digest(tools.version("clang"), flags, tables, contents)


def _objects(flags: list[str], swap: Swap | None) -> list[_Object]:
    """Return the objects of one build, except its table."""
    objects = [_Object(source, tuple(flags)) for source in c_sources()]
    entry = root() / "tests" / "fuzz" / "entry.c"
    for number, algorithm in enumerate(config.algorithms().values()):
        own = entry_flags(algorithm, number)
        if swap is not None and swap.algorithm == algorithm.name:
            own = [*entry_flags(replace(algorithm, prefix=swap.prefix), number), "-include", str(swap.header)]
        objects.append(_Object(entry, (*flags, *own)))
    objects += [_Object(source, tuple(flags)) for source in (swap.sources if swap else ())]
    return objects


def program(
    sanitizer: str = "address", swap: Swap | None = None, step: Callable[[int, str], None] = lambda total, name: None
) -> Path:
    """Return the built target. `step` is called for each object, with their total."""
    clang, flags = _compiler(), _flags(sanitizer)
    builds = {
        name: _objects([*flags, *own], swap if swap and name in swap.builds else None) for name, own in BUILDS.items()
    }
    main = [_Object(s, tuple(flags)) for s in sorted((root() / "tests" / "fuzz").glob("*.c")) if s.name != "entry.c"]
    every = [*main, *(o for objects in builds.values() for o in objects)]

    def compile_one(what: _Object) -> Path:
        path = _compile(clang, what)
        step(len(every), what.source.name)
        return path

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        compiled = dict(zip(every, pool.map(compile_one, every), strict=True))
    tables = {name: _table(name, len(config.algorithms())) for name in builds}
    key = target_key(flags, tables, [[compiled[o] for o in objects] for objects in (main, *builds.values())])

    def link(work: Path) -> None:
        names, _ = SANITIZERS[sanitizer]
        for name, objects in builds.items():
            (work / f"{name}.c").write_text(tables[name])
            tools.run(
                [
                    clang,
                    *flags,
                    "-shared",
                    f"{name}.c",
                    *(str(compiled[o]) for o in objects),
                    "-o",
                    f"lib{name}.so",
                ],
                cwd=work,
            )
        libraries = [f"lib{name}.so" for name in builds]
        tools.run(
            [
                clang,
                f"-fsanitize=fuzzer,{names}",
                *(str(compiled[o]) for o in main),
                *libraries,
                "-Wl,-rpath,$ORIGIN",
                "-o",
                "target",
            ],
            cwd=work,
        )

    return store.entry("fuzz-target", key, link) / "target"


def frames(replaced: Mapping[Path, Path] | None = None) -> Path:
    """Return the built target for vambrace/frames/ (tests/fuzz/frames), with AddressSanitizer. `replaced`: sources of
    the library, and what is compiled instead.
    """
    other = replaced or {}
    clang, flags = _compiler(), tuple([*_flags("address"), *BUILDS["fuzz_speed"]])
    sources = [root() / "tests" / "fuzz" / "frames" / "frames.c", *(other.get(s, s) for s in c_sources())]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        compiled = list(pool.map(lambda source: _compile(clang, _Object(source, flags)), sources))
    names, _ = SANITIZERS["address"]

    def link(work: Path) -> None:
        tools.run([clang, f"-fsanitize=fuzzer,{names}", *map(str, compiled), "-o", "target"], cwd=work)

    return store.entry("fuzz-target", target_key(list(flags), {}, [compiled]), link) / "target"
