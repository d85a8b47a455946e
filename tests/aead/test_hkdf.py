# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""HKDF-SHA-256 (vambrace/kdf.h): a program with the vectors of Wycheproof, RFC 5869 and PyPI `cryptography-vectors`, on
this machine, on Spike and in one file."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.aead.spike_runner import BUILDS32, BUILDS64, isa
from tests.host import amalgamated
from tests.host import runner as host
from tests.vectors import nist, wycheproof
from vambrace.base.paths import root
from vambrace.software.running import spike
from vambrace.software.toolchain import program

SOURCE = root() / "tests" / "aead" / "hkdf.c"
OTHERS = pytest.mark.long("the same source, compiled otherwise")
RUNNERS = [pytest.param(r, id=r.name, marks=() if r.name == "host-asan" else OTHERS) for r in host.RUNNERS]
SPIKES = {
    "rv32-zknh": BUILDS32["zknh"],
    "rv32-none": BUILDS32["none"],
    "rv32-none:size": BUILDS32["none:size"],
    "rv32-zbkb+zknh:size": BUILDS32["zbkb+zknh:size"],
    "rv64-none": BUILDS64["none"],
    "rv64-zbkb+zknh": BUILDS64["zbkb+zknh"],
}

HEAD = """\
#include <stddef.h>
#include <stdint.h>
struct vector {
    size_t ikm_len, salt_len, info_len, size;
    const uint8_t *ikm, *salt, *info, *okm, *prk;
    int valid;
};
"""


def in_c(values: list[dict[str, bytes]]) -> str:
    """Return the vectors as a table in C."""
    arrays, rows = [], []
    for number, value in enumerate(values):
        pointers = {}
        for name in ("IKM", "salt", "info", "OKM", "PRK"):
            content = value.get(name, b"")
            pointers[name] = f"{name}_{number}" if content else "NULL"
            if content:
                text = ", ".join(map(str, content))
                arrays.append(f"static const uint8_t {name}_{number}[] = {{{text}}};")
        size, valid = int.from_bytes(value["L"], "big"), len(value["valid"])
        lengths = ", ".join(str(len(value[name])) for name in ("IKM", "salt", "info"))
        rows.append(f"    {{{lengths}, {size}, {', '.join(pointers.values())}, {valid}}},")
    return "\n".join([HEAD, *arrays, "static const struct vector vectors[] = {", *rows, "};", ""])


@cache
def vectors() -> list[dict[str, bytes]]:
    chosen = []
    for _, fields, size, valid in wycheproof.hkdf():
        chosen.append({name: fields[name.lower()] for name in ("IKM", "salt", "info", "OKM")})
        chosen[-1] |= {"L": size.to_bytes(2, "big"), "valid": b"1" if valid else b""}
    assert (len(chosen), sum(not value["valid"] for value in chosen)) == (86, 3)
    for path, count, prks in (("rfc-5869-HKDF-SHA256", 3, 3), ("hkdf-generated", 1, 0)):
        found = [v for v in nist.hkdf_sha256(path) if isinstance(v["OKM"], bytes)]
        assert (len(found), sum("PRK" in v for v in found)) == (count, prks)
        for value in found:
            of_bytes = {name: content for name, content in value.items() if isinstance(content, bytes)}
            chosen.append({**of_bytes, "L": int(value["L"]).to_bytes(2, "big"), "valid": b"1"})
    return chosen


@pytest.fixture
def source(tmp_path) -> Path:
    path = tmp_path / "hkdf.c"
    path.write_text(in_c(vectors()) + SOURCE.read_text())
    return path


@pytest.mark.parametrize("runner", RUNNERS)
def test_hkdf_on_the_host(runner, source):
    program_file = host.build(f"hkdf-{runner.name}", runner.flags, [], [source])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


@pytest.mark.long("sources that are always run, in one file")
def test_hkdf_in_one_file(source):
    program_file = amalgamated.program_of("hkdf", [], [source])
    assert subprocess.run([program_file]).returncode == 0


def on_spike(name: str, source: Path) -> int:
    build = SPIKES[name]
    elf = program.link([source], build.on_spike(build.xlen), 1 << 20)
    return spike.run(elf, isa(build), cached=True).exit_code


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n == "rv32-zknh" else OTHERS) for n in SPIKES])
def test_hkdf_on_spike(name, source):
    assert on_spike(name, source) == 0
