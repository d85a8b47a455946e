# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace amalgamate --for cargo`: a crate without std, tested with official vectors."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from tests.aead.test_chunks import AEADS, PARTS, PATTERN, expected
from tests.vectors import official
from vambrace import config
from vambrace.base import tools
from vambrace.base.errors import UsageError
from vambrace.base.paths import root
from vambrace.config import Algorithm
from vambrace.software.amalgamation import packages, pair
from vambrace.software.oracles import oracle

HOST = Path(__file__).parent
NETWORK = pytest.mark.long("downloads crates, and compiles them")


def test_the_crate_has_the_library_s_state_of_chunks():
    """The declaration of vmb_chunks in Rust has the same fields in the same order; otherwise calls write beyond it."""
    header = (root() / "lib" / "include" / "vambrace" / "chunks.h").read_text()
    ours = (root() / "lib" / "amalgamation" / "cargo" / "src" / "chunks.rs.in").read_text()
    sizes = {name: int(value) for name, value in re.findall(r"#define (VMB_CHUNK_\w+) (\d+)", header)}
    types = {"uint32_t ": "u32", "const vmb_aead *": "*const Object", "const void *": "*const c_void"}
    (body,) = re.findall(r"typedef struct \{(.*?)\} vmb_chunks;", header, re.DOTALL)
    fields = []
    for text in re.findall(r"^ *([^;]+);", body, re.MULTILINE):
        kind, name, size = re.fullmatch(r"(.*?[ *])(\w+)(?:\[(.*)\])?", text.strip()).groups()
        fields.append((name, types[kind] if size is None else f"[u8; {sum(sizes[s] for s in size.split(' + '))}]"))
        assert size is None or kind == "uint8_t "
    (state,) = re.findall(r"#\[repr\(C\)\]\nstruct State \{(.*?)\}", ours, re.DOTALL)
    assert re.findall(r"^ *(\w+): (.*),$", state, re.MULTILINE) == fields and len(fields) == 6


def line(known: Algorithm, vector: official.Vector) -> str:
    fields = (vector.key, vector.nonce, vector.ad, vector.plaintext or b"", vector.ciphertext, vector.tag)
    return "|".join((known.name, "valid" if vector.valid else "forged", *(field.hex() for field in fields)))


def vectors(known: Algorithm) -> list[official.Vector]:
    """Return the official vectors; Ascon-Mac has none, and gets some from the oracle."""
    if known.name in official.SOURCES:
        return [vector for source in official.vectors(known.name).values() for vector in source]
    key = bytes(range(known.key))
    tags = [(size, oracle.mac(known.name, key, b"", bytes(range(size)))) for size in range(70)]
    return [official.Vector(f"{size} bytes", key, ad=bytes(range(size)), tag=tag) for size, tag in tags]


def lines() -> list[str]:
    """Every official vector of an AEAD with supported lengths, of a MAC and of a hash function."""
    return [
        line(known, vector)
        for known in config.algorithms().values()
        if known.kind != "cipher"
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
    shutil.copy(HOST / "crate_official.rs", crate / "tests" / "official.rs")
    (crate / "tests" / "vectors.txt").write_text("\n".join(lines()))
    done = cargo(crate, "test", "--quiet", "--features", "alloc,short-tags", "--", "--nocapture")
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"ascon-aead128"' in done.stdout and '"poly1305"' in done.stdout and "warning" not in done.stderr
    # A defect is detected: a tag that is written and checked as another one.
    source = crate / "src" / "lib.rs"
    source.write_text(source.read_text().replace("if status == 0 { Ok(()) }", "if status <= 0 { Ok(()) }"))
    assert cargo(crate, "test", "--quiet", "--features", "alloc,short-tags").returncode != 0


@NETWORK
def test_short_tags_have_to_be_asked_for(crate):
    (crate / "tests").mkdir()
    shutil.copy(HOST / "crate_short_tags.rs", crate / "tests" / "short_tags.rs")
    for features in ("alloc", "alloc,short-tags"):
        done = cargo(crate, "test", "--quiet", "--features", features)
        assert done.returncode == 0 and "3 passed" in done.stdout, done.stdout + done.stderr
    # A defect is detected: a crate that always asks for them.
    source = crate / "src" / "lib.rs"
    source.write_text(source.read_text().replace('cfg!(feature = "short-tags")', "true"))
    assert cargo(crate, "test", "--quiet", "--features", "alloc").returncode != 0


#: Targets of Rust without an operating system, and a backend for each.
BARE = {
    "riscv32imc-unknown-none-elf": "rv32-zkned",
    "riscv32imac-unknown-none-elf": "portable",
    "riscv64imac-unknown-none-elf": "rv64-zbkb",
}


@NETWORK
@pytest.mark.parametrize(("target", "backend"), BARE.items())
def test_its_c_builds_for_bare_metal(tmp_path, target, backend):
    """The build script as cargo runs it for a target, with the GCC that `vambrace doctor` installs, which finds no C
    library. The Rust of the crate has nothing that depends on a target."""
    crate, out = tmp_path / "crate", tmp_path / "out"
    pair.write(crate, packages.files("cargo", [] if backend == "portable" else [backend]))
    out.mkdir()
    cargo(crate, "build", "--quiet")  # for this machine, where assembly is refused: only its script is wanted
    (script,) = (crate / "target" / "debug" / "build").glob("vambrace-*/build-script-build")
    variables = {"TARGET": target, "HOST": "x86_64-unknown-linux-gnu", "OPT_LEVEL": "3", "DEBUG": "false"}
    environment = {**os.environ, **variables, "OUT_DIR": str(out), "CARGO_CFG_TARGET_OS": "none"}
    done = subprocess.run([script], cwd=crate, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    created = str(out / "libvambrace_c.a")
    width = re.search(r"riscv(\d\d)", target)[1]
    assert f"file format elf{width}-littleriscv" in tools.run(["riscv64-unknown-elf-objdump", "-f", created])
    symbols = tools.run(["riscv64-unknown-elf-nm", "-g", created])
    assert " T vmb_ascon_aead128_seal" in symbols and " U printf" not in symbols


def message(known: Algorithm) -> str:
    """A message in chunks, as in tests/aead/test_chunks.py."""
    pattern, text, chunks = PATTERN, iter(PATTERN), expected(known.name)
    fields = [pattern[: known.nonce - 5].hex(), pattern[: known.key].hex()]
    for number, (part, chunk) in enumerate(zip(PARTS, chunks, strict=True)):
        fields += [pattern[:number].hex(), bytes(islice(text, part)).hex(), chunk]
    return "|".join((known.name, *fields))


#: Defects that change the format of chunks, or accept wrong ones: the code, and its replacement.
CHUNK_DEFECTS = (
    ("const TAG_LEN: usize = 16", "const TAG_LEN: usize = 15"),
    ("self.seal(ad, text, out, true)", "self.seal(ad, text, out, false)"),
    ("self.open(ad, chunk, out, false)", "self.open(ad, chunk, out, ad.is_empty())"),
    ("self.seal_in_place(ad, buffer, true)", "self.seal_in_place(ad, buffer, false)"),
    ("self.open_in_place(ad, buffer, false)", "self.open_in_place(ad, buffer, ad.is_empty())"),
    ("            return self.refuse();\n        };", "            return Err(Error);\n        };"),
    ("!= Some(len) {", "== None {"),
    ("            buffer.truncate(len);", "            buffer.truncate(len + 1);"),
    ("    fn drop(&mut self) {\n        self.wipe();", "    fn drop(&mut self) {"),
)


@NETWORK
def test_messages_in_chunks(crate):
    (crate / "tests").mkdir()
    shutil.copy(HOST / "crate_chunks.rs", crate / "tests" / "chunks.rs")
    (crate / "tests" / "chunks.txt").write_text("\n".join(message(known) for known in AEADS.values()))
    manifest = crate / "Cargo.toml"
    manifest.write_text(
        f'{manifest.read_text()}\n[dev-dependencies]\naead-stream = {{ version = "=0.6.0", features = ["alloc"] }}\n'
    )
    tested = ("test", "--quiet", "--features", "alloc", "--test", "chunks")
    done = cargo(crate, *tested, "--", "--nocapture")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ascon-aead128: 4 chunks" in done.stdout and "warning" not in done.stderr
    source = crate / "src" / "chunks.rs"
    text = source.read_text()
    for code, defect in CHUNK_DEFECTS:
        assert text.count(code) == 1, code
        source.write_text(text.replace(code, defect))
        actual = cargo(crate, *tested)
        assert actual.returncode != 0 and "panicked at" in actual.stdout, (defect, actual.stdout + actual.stderr)


@NETWORK
def test_examples_of_misuse_do_not_compile(crate):
    """Each fails for the documented reason; the right example runs."""
    text = re.sub(r"^//! ?", "", (crate / "src" / "chunks.rs").read_text(), flags=re.MULTILINE)
    examples = re.findall(r"^```compile_fail,(E\d+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(examples) == 4
    (crate / "examples").mkdir()
    for code, example in examples:
        body = re.sub("^# ", "", example, flags=re.MULTILINE)
        (crate / "examples" / "misuse.rs").write_text(f"fn main() {{\n{body}}}\n")
        done = cargo(crate, "check", "--quiet", "--example", "misuse")
        assert done.returncode != 0 and set(re.findall(r"^error\[(E\d+)\]", done.stderr, re.MULTILINE)) == {code}
    done = cargo(crate, "test", "--doc", "--quiet")
    assert done.returncode == 0 and sum(map(int, re.findall(r"(\d+) passed", done.stdout))) == 1 + len(examples)


def test_the_object_of_chunks_is_that_of_the_header():
    """Return the fields with name and size."""
    in_c = {"uint32_t": "u32", "const vmb_aead *": "*const Object", "const void *": "*const c_void"}
    header = (root() / "lib" / "include" / "vambrace" / "chunks.h").read_text()
    struct = re.sub(r"/\*.*?\*/", "", re.search(r"typedef struct \{(.*?)\} vmb_chunks;", header, re.DOTALL)[1])
    fields = re.findall(r"^ +(.+?) ?(?<=[ *])(\w+)(\[.*\])?;", struct, re.MULTILINE)
    texts = packages.files("cargo")["src/chunks.rs"]
    mirror = re.search(r"struct State \{(.*?)\n\}", texts, re.DOTALL)[1]
    most, count = (
        int(re.search(rf"#define VMB_CHUNK_{name} (\d+)", header)[1]) for name in ("PREFIX_MOST", "COUNT_LEN")
    )
    assert fields[-1] == ("uint8_t", "nonce", "[VMB_CHUNK_PREFIX_MOST + VMB_CHUNK_COUNT_LEN]")
    wanted = [(name, in_c[kind]) for kind, name, _ in fields[:-1]] + [("nonce", f"[u8; {most + count}]")]
    assert re.findall(r"^    (\w+): (.+),$", mirror, re.MULTILINE) == wanted


def test_a_backend_in_assembly_names_its_objects():
    texts = packages.files("cargo", ["rv32-zkned"])
    assert '"vmb_aead_aes128_ccm_zkned"' in texts["src/lib.rs"] and '"c/vambrace_riscv.S"' in texts["build.rs"]
    assert "#define VMB_BACKEND rv32_zkned" in texts["c/vambrace_config.h"]


def test_names_of_objects():
    texts = packages.files("cargo")
    small = packages.files("cargo", ["portable:size"], "acme")
    for kind, file in (("aead", "src/lib.rs"), ("mac", "src/mac.rs")):
        names = set(re.findall(rf'"(vmb_{kind}_\w+)"', texts[file]))
        table = set(re.findall(rf"&(vmb_{kind}_\w+),", texts["c/vambrace.c"]))
        assert names == table and "@" not in texts[file]
        renamed = {f"{name.replace('vmb', 'acme')}_size" for name in names}
        assert set(re.findall(rf'"(\w+_{kind}_\w+)"', small[file])) == renamed


def test_one_backend():
    with pytest.raises(UsageError, match="one backend"):
        packages.files("cargo", ["rv32-zkned", "rv32-none"])
