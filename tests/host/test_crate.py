# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace amalgamate --for cargo`: a crate without std, which official vectors go through."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.vectors import official
from vambrace import config
from vambrace.base import tools
from vambrace.base.errors import UsageError
from vambrace.config import Algorithm
from vambrace.software import oracle
from vambrace.software.amalgamation import packages, pair

OFFICIAL = Path(__file__).parent / "crate_official.rs"
NETWORK = pytest.mark.long("brings crates from the network, and compiles them")


def line(known: Algorithm, vector: official.Vector) -> str:
    fields = (vector.key, vector.nonce, vector.ad, vector.plaintext or b"", vector.ciphertext, vector.tag)
    return "|".join((known.name, "valid" if vector.valid else "forged", *(field.hex() for field in fields)))


def vectors(known: Algorithm) -> list[official.Vector]:
    """The official vectors; Ascon-Mac has none, and gets some of the oracle."""
    if known.name in official.SOURCES:
        return [vector for source in official.vectors(known.name).values() for vector in source]
    key = bytes(range(known.key))
    tags = [(size, oracle.mac(known.name, key, b"", bytes(range(size)))) for size in range(70)]
    return [official.Vector(f"{size} bytes", key, ad=bytes(range(size)), tag=tag) for size, tag in tags]


def lines() -> list[str]:
    """Every official vector of an AEAD with lengths that it has, and of a MAC."""
    return [
        line(known, vector)
        for known in config.algorithms().values()
        if known.kind in ("aead", "mac")
        for vector in vectors(known)
        if vector.valid or vector.ciphertext or known.kind == "mac"
    ]


@pytest.fixture
def crate(tmp_path) -> Path:
    pair.write(tmp_path / "vambrace", packages.files("cargo"))
    return tmp_path / "vambrace"


def cargo(crate: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    tools.version("cargo")
    return subprocess.run(["cargo", *arguments], cwd=crate, capture_output=True, text=True)


@NETWORK
def test_official_vectors(crate):
    (crate / "tests").mkdir()
    shutil.copy(OFFICIAL, crate / "tests" / "official.rs")
    (crate / "tests" / "vectors.txt").write_text("\n".join(lines()))
    done = cargo(crate, "test", "--quiet", "--features", "alloc", "--", "--nocapture")
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"ascon-aead128"' in done.stdout and '"poly1305"' in done.stdout and "warning" not in done.stderr
    # A defect is seen: a tag that is written and checked as another one.
    source = crate / "src" / "lib.rs"
    source.write_text(source.read_text().replace("if status == 0 { Ok(()) }", "if status <= 0 { Ok(()) }"))
    assert cargo(crate, "test", "--quiet", "--features", "alloc").returncode != 0


def test_a_backend_in_assembly_names_its_objects():
    made = packages.files("cargo", ["rv32-zkn"])
    assert '"vmb_aead_aes128_ccm_zkn"' in made["src/lib.rs"] and '"c/vambrace.S"' in made["build.rs"]
    assert "#define VMB_BACKEND rv32_zkn" in made["c/vambrace_config.h"]


def test_names_of_objects():
    made = packages.files("cargo")
    small = packages.files("cargo", ["portable:size"], "acme")
    for kind, file in (("aead", "src/lib.rs"), ("mac", "src/mac.rs")):
        names = set(re.findall(rf'"(vmb_{kind}_\w+)"', made[file]))
        table = set(re.findall(rf"&(vmb_{kind}_\w+),", made["c/vambrace.c"]))
        assert names == table and "@" not in made[file]
        renamed = {f"{name.replace('vmb', 'acme')}_size" for name in names}
        assert set(re.findall(rf'"(\w+_{kind}_\w+)"', small[file])) == renamed


def test_one_backend():
    with pytest.raises(UsageError, match="one backend"):
        packages.files("cargo", ["rv32-zkn", "rv32-none"])
