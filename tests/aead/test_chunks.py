# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Messages in chunks (vambrace/chunks.h): on this machine, on Spike, in one file, and against other implementations."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.aead.spike_runner import BUILDS32, isa
from tests.host import amalgamated
from tests.host import runner as host
from vambrace import config
from vambrace.base.paths import root
from vambrace.software.oracles import oracle
from vambrace.software.running import spike
from vambrace.software.toolchain import program

CHUNKS = root() / "tests" / "aead" / "chunks.c"
AEADS = {name: known for name, known in config.algorithms().items() if known.kind == "aead"}
PARTS = (33, 0, 16, 5)
PATTERN = bytes((7 * i + 1) & 0xFF for i in range(96))


OTHERS = pytest.mark.long("the same source, compiled otherwise")
RUNNERS = [pytest.param(r, id=r.name, marks=() if r.name == "host-asan" else OTHERS) for r in host.RUNNERS]


@pytest.mark.parametrize("runner", RUNNERS)
def test_every_algorithm_on_the_host(runner):
    program_file = host.build(f"chunks-{runner.name}", runner.flags, [], [CHUNKS])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


@pytest.mark.long("sources that are always run, in one file")
def test_the_amalgamation():
    program_file = amalgamated.program_of("chunks", [], [CHUNKS])
    assert subprocess.run([program_file]).returncode == 0


@pytest.mark.long("C that tests on the host also run")
@pytest.mark.parametrize("label", ["zkned", "none:size"])
def test_on_spike(label):
    build = BUILDS32[label].on_spike(32)
    elf = program.link([CHUNKS], build, 4 << 20)
    code = spike.run(elf, isa(build), cached=True).exit_code
    assert code == 0, f"check {code} failed"


def expected(name: str) -> list[str]:
    """The chunks that the program prints."""
    known, pattern = AEADS[name], PATTERN
    chunks, done = [], 0
    for number, part in enumerate(PARTS):
        last = number == len(PARTS) - 1
        nonce = pattern[: known.nonce - 5] + number.to_bytes(4, "big") + bytes([last])
        text, ad = pattern[done : done + part], pattern[:number]
        chunks.append(b"".join(oracle.seal(name, pattern[: known.key], nonce, ad, text)).hex())
        done += part
    return chunks


def printed(name: str) -> list[str]:
    program_file = host.build("chunks-printed", host.PLAIN.flags, ["-DPRINTED"], [CHUNKS])
    return subprocess.check_output([program_file, name], text=True).split()


@pytest.mark.parametrize("name", AEADS)
def test_chunks_agree_with_other_implementations(name):
    assert printed(name) == expected(name)


GUIDE_CALLER = """
#include <string.h>
static uint8_t written[5000], opened[5000];
static size_t left, at;
static size_t next(uint8_t *chunk, size_t most)
{
    size_t n = left < most ? left : most;
    memset(chunk, (int)left & 0x7f, n);
    left -= n;
    return n;
}
static void write(const uint8_t *chunk, size_t len)
{
    memcpy(written + at, chunk, len);
    at += len;
}
int main(void)
{
    static const size_t lengths[] = {0, 1, 1023, 1024, 1025, 4096};
    static vmb_aead_key key;
    const vmb_aead *a = &vmb_aead_xchacha20_poly1305;
    vmb_chunks s;
    size_t i, n, from;
    if (a->init(&key, written, 32) != VMB_OK) return 1;
    for (i = 0; i < 6; i++) {
        left = lengths[i];
        at = 0;
        if (store(a, &key, opened, 19, next, write) != VMB_OK) return 2;
        if (at != lengths[i] + 16 * (lengths[i] / 1024 + 1)) return 7;
        if (vmb_chunks_open_start(&s, a, &key, opened, 19) != VMB_OK) return 3;
        for (from = 0; from < at; from += n) {
            n = at - from < 1040 ? at - from : 1040;
            if (vmb_chunks_open(&s, opened + 100, NULL, 0, written + from, n, n != 1040) != VMB_OK) return 4;
        }
        if (vmb_chunks_finish(&s) != VMB_OK) return 6;
    }
    return store(a, &key, opened, 20, next, write) == VMB_ERR_LENGTH ? 0 : 5;
}
"""


def test_the_function_in_the_guide(tmp_path):
    text = (root() / "docs" / "user" / "library.md").read_text()
    (example,) = [e for e in re.findall(r"```c\n(.*?)```", text, re.DOTALL) if "int store(" in e]
    source = tmp_path / "caller.c"
    source.write_text(example + GUIDE_CALLER)
    program_file = host.build("chunks-guide", host.SANITIZED.flags, [], [source])
    done = subprocess.run([program_file], capture_output=True, text=True)
    assert done.returncode == 0, f"check {done.returncode} failed {done.stderr[:2000]}"


CARGO = """\
[package]
name = "chunks"
edition = "2021"
[dependencies]
ascon-aead = { version = "=0.4.4", features = ["alloc"] }
aead = { version = "=0.5.2", features = ["alloc", "stream"] }
"""
RUST = """\
use aead::stream::EncryptorBE32;
use aead::{KeyInit, Payload};
use ascon_aead::Ascon128;
fn main() {
    let b: Vec<u8> = (0..96u32).map(|i| (i * 7 + 1) as u8).collect();
    let cipher = Ascon128::new(b[..16].into());
    let mut stream = EncryptorBE32::from_aead(cipher, b[..11].into());
    let show = |c: Vec<u8>| println!("{}", c.iter().map(|x| format!("{x:02x}")).collect::<String>());
    show(stream.encrypt_next(Payload { msg: &b[..33], aad: &[] }).unwrap());
    show(stream.encrypt_next(Payload { msg: &[], aad: &b[..1] }).unwrap());
    show(stream.encrypt_next(Payload { msg: &b[33..49], aad: &b[..2] }).unwrap());
    show(stream.encrypt_last(Payload { msg: &b[49..54], aad: &b[..3] }).unwrap());
}
"""


@pytest.mark.long("downloads crates, and compiles them")
def test_chunks_agree_with_another_implementation_of_stream(tmp_path: Path):
    """STREAM of RustCrypto's aead 0.5, with Ascon-128."""
    (tmp_path / "Cargo.toml").write_text(CARGO)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.rs").write_text(RUST)
    done = subprocess.run(["cargo", "run", "--quiet"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == printed("ascon-128")
