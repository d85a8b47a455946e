# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace run`: a user's program, and all its possible errors."""

import json
import re
import subprocess
import sys

import pytest

from tests.called import called
from vambrace import config
from vambrace.software.oracles import oracle


@pytest.fixture
def run(tmp_path, capfd):
    """Call the command in this process, with one source text."""

    def run(text, *options, point="ibex-ref/none"):
        source = tmp_path / "program.c"
        source.write_text(text)
        done = called("run", str(source), "--point", point, *options)
        console = capfd.readouterr()  # of the model
        return subprocess.CompletedProcess(
            done.args, done.returncode, console.out + done.stdout, console.err + done.stderr
        )

    return run


def test_console_and_exit_code(tmp_path):
    """Of a process."""
    source = tmp_path / "program.c"
    source.write_text('#include <stdio.h>\nint main(void) { printf("pi %d.%02d\\n", 3, 14); return 42; }')
    command = [sys.executable, "-m", "vambrace", "run", str(source), "--point", "ibex-ref/none"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("pi 3.14\n", "", 42)


@pytest.mark.long("compiles a simulation model that other tests of the short run do not need")
def test_the_library_is_available(run):
    text = """
#include <stdio.h>
#include "vambrace/aead.h"
int main(void)
{
    static const uint8_t key[16], nonce[13];
    static uint8_t box[5], tag[16];
    vmb_aes128_ccm_key k;
    if (vmb_aes128_ccm_init(&k, key, 16) != VMB_OK) return 1;
    int a = vmb_aes128_ccm_seal(&k, box, tag, 16, nonce, 13, 0, 0, (const uint8_t *)"hello", 5);
    int b = vmb_aes128_ccm_open(&k, box, tag, 16, nonce, 13, 0, 0, box, 5);
    printf("%d %d %.5s\\n", a, b, (char *)box);
    return 0;
}
"""
    done = run(text, "--window", "vmb_aes128_ccm_init_zkned", point="ibex-ref/zkned")
    assert done.stdout == "0 0 hello\n"
    assert "vmb_aes128_ccm_init_zkned #1" in done.stderr


def test_multiple_files_and_flags(tmp_path):
    (tmp_path / "other.c").write_text("int other(void) { return N; }")
    (tmp_path / "main.c").write_text("int other(void); int main(void) { return other(); }")
    files = [str(tmp_path / name) for name in ("main.c", "other.c")]
    assert called("run", *files, "--point", "ibex-ref/none", "--cflags", "-DN=9").returncode == 9


def test_a_changed_header_is_detected(tmp_path):
    from tests.system.programs import link

    built = set()
    for code in (6, 7):
        (tmp_path / "own.h").write_text(f"#define CODE {code}")
        built.add(link(tmp_path, '#include "own.h"\nint main(void) { return CODE; }', ".c").path)
    assert len(built) == 2


def test_an_elf_file(tmp_path):
    from tests.system.programs import link

    elf = link(tmp_path, "int main(void) { return 5; }", ".c")
    copy = tmp_path / "own.elf"
    copy.write_bytes(elf.path.read_bytes())
    assert called("run", str(copy), "--point", "ibex-ref/none").returncode == 5


def test_a_hang_names_its_function(run):
    text = 'void spin(void) { for (;;) { __asm__ volatile(""); } }\nint main(void) { spin(); }'
    done = run(text, "--max-cycles", "5000", "--cflags", "-O0")
    assert done.returncode == 124
    assert "still running after 5000 cycles: at 0x8000" in done.stderr
    assert "in spin+0x" in done.stderr


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('__asm__ volatile(".word 0xffffffff");', "illegal instruction"),
        ("*(volatile int *)0x40000000 = 1;", "store access fault"),
        ("(void)*(volatile int *)0x40000000;", "load access fault"),
        ("((void (*)(void))0x40000000)();", "instruction access fault"),
        ('__asm__ volatile("ebreak");', "breakpoint"),
    ],
)
def test_a_trap_names_its_cause(run, body, words):
    done = run(f"int main(void) {{ {body} return 0; }}")
    assert done.returncode == 125
    assert f"trap: {words} at 0x" in done.stderr


@pytest.mark.long("models with one unit each")
@pytest.mark.parametrize(
    ("unit", "word"),
    [
        ("Zbkb", 0x60B55533),
        ("Zkned", 0x26B50533),
        ("Zbkc", 0x0AB51533),
        ("Zbkx", 0x28B54533),
        ("Xascon", 0x00B5752B),
        ("Zknh", 0x10251513),
    ],
)
def test_an_extension_exists_only_if_named(run, unit, word):
    """ror, aes32esmi, clmul, xperm8, ascon.sigma.lo and sha256sig0 (x10, x10, x11): legal on the points with
    their unit alone."""
    text = f'int main(void) {{ __asm__ volatile(".word {word:#x}" ::: "a0"); return 3; }}'
    for point in ("none", "zbkb+xascon", "zkned+zbkc", "zbkx", "zknh"):
        done = run(text, point=f"ibex-ref/{point}")
        assert done.returncode == (3 if unit in config.extension_sets()[point].units else 125), (point, done.stderr)


SEAL = """
#include <stdio.h>
#include "vambrace/aead.h"
static const uint32_t key_words[] = {1, 2, 3, 4};
static vmb_ascon_aead128_key key;
static uint8_t text[40], tag[16], nonce[16];
int main(void)
{
    if (vmb_ascon_aead128_init(&key, (const uint8_t *)key_words, 16) != VMB_OK) return 99;
    int status = vmb_ascon_aead128_seal(&key, text, tag, 16, nonce, 16, NULL, 0, text, 40);
    for (int i = 0; i < 16; i++) {
        printf("%02x", tag[i]);
    }
    return status + 3;
}
"""


def test_a_program_with_an_engine(run, tmp_path):
    """The library's calls run on it; its own memory port can wait, and it is not at other points."""
    cycles = []
    key = b"".join(n.to_bytes(4, "little") for n in (1, 2, 3, 4))
    tag = oracle.seal("ascon-aead128", key, bytes(16), b"", bytes(40))[1].hex()
    for wait in (0, 3):
        file = tmp_path / "stats.json"
        options = ("--window", "vmb_ascon_aead128_seal", "--stats-json", str(file), "--wait-mem", str(wait))
        done = run(SEAL, *options, point="ibex-ref/engine")
        assert (done.stdout, done.returncode) == (tag, 3), done.stderr
        cycles.append(json.loads(file.read_text())["windows"]["vmb_ascon_aead128_seal"][0]["cycles"])
    # 4 words of key and of nonce, 10 of message in and out, 4 of tag: not all of them conflict with the core's
    # accesses.
    assert cycles[0] < 300 and 3 * 20 < cycles[1] - cycles[0] <= 3 * 32
    for body, words in (
        ('__asm__ volatile(".word 0x4400450b" ::: "a0");', "illegal instruction"),  # wait
        ("(void)*(volatile int *)0x11000034;", "load access fault"),  # STATUS by OBI
    ):
        text = f"int main(void) {{ {body} return 3; }}"
        assert run(text, point="ibex-ref/engine").returncode == 3
        done = run(text)
        assert done.returncode == 125 and f"trap: {words} at 0x" in done.stderr


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("*(volatile unsigned *)(p + 2) = 1;", "4 bytes at 0x{:08x}"),
        ("(void)*(volatile unsigned short *)(p + 3);", "2 bytes at 0x{:08x}"),
        ("p[1] = 1, (void)*(volatile unsigned short *)(p + 2);", None),
    ],
)
def test_strict_alignment_ends_at_the_first_misaligned_access(run, body, words):
    text = f"""
#include <stdint.h>
#include <stdio.h>
static uint32_t area[2];
int main(void)
{{
    volatile char *volatile hidden = (volatile char *)area; // the compiler would split the access
    volatile char *p = hidden;
    printf("%x\\n", (unsigned)(uintptr_t)area);
    {body}
    return 3;
}}
"""
    assert run(text).returncode == 3
    done = run(text, "--strict-alignment")
    if words is None:
        assert (done.returncode, done.stderr) == (3, "")
        return
    address = int(done.stdout, 16) + (2 if words.startswith("4") else 3)
    assert done.returncode == 125
    assert f"misaligned access: {words.format(address)}, by the instruction at 0x" in done.stderr
    assert "in main+0x" in done.stderr and "VAMBRACE_MISALIGNED" not in done.stderr


SEAL_AT_1 = """
#include "vambrace/aead.h"
static uint32_t area[64];
int main(void)
{
    static vmb_ascon_aead128_key key;
    unsigned char *p = (unsigned char *)area;
    int status = vmb_ascon_aead128_init(&key, p, 16);
    return status ? 1 : vmb_ascon_aead128_seal(&key, p + 17, p + 64, 16, p, 16, p, 0, p + 17, 40);
}
"""


def test_the_library_of_a_program_is_for_the_core_that_it_runs_on(run):
    """--strict-alignment imitates one that traps."""
    assert run(SEAL_AT_1).returncode == 0
    assert run(SEAL_AT_1, "--accesses", "aligned").returncode == 0
    assert run(SEAL_AT_1, "--strict-alignment").returncode == 0
    counted = [
        run(SEAL_AT_1, *more, "--window", "vmb_ascon_aead128_seal").stderr for more in ([], ["--accesses", "aligned"])
    ]
    misaligned, aligned = (int(re.search(r"#1 +(\d+)", text).group(1)) for text in counted)
    assert misaligned < aligned


def test_a_program_that_does_not_compile(run):
    done = run("int main(void) { return undeclared; }")
    assert done.returncode == 1
    assert "'undeclared' undeclared" in done.stderr
    assert "riscv64-unknown-elf-gcc -march=rv32imc" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_program_that_does_not_link(run):
    done = run("int missing(void); int main(void) { return missing(); }")
    assert done.returncode == 1
    assert "undefined reference to `missing'" in done.stderr


def test_a_program_too_big_for_the_ram(run):
    done = run("char big[1 << 20] = {1}; int main(void) { return big[0]; }", "--ram", "64K")
    assert done.returncode == 1
    assert "do not fit the RAM" in done.stderr


def test_a_window_on_a_missing_function(run):
    done = run("int main(void) { return 0; }", "--window", "missing")
    assert done.returncode == 2
    assert "no symbol 'missing'" in done.stderr


def test_counts_as_json(run, tmp_path):
    file = tmp_path / "stats.json"
    done = run("int main(void) { return 1; }", "--stats-json", str(file), "--window", "main")
    stats = json.loads(file.read_text())
    assert done.returncode == 1
    assert (stats["end"], stats["exit_code"]) == ("exit", 1)
    assert stats["windows"]["main"][0]["instret"] >= 2


@pytest.mark.long("a model that writes waveforms")
def test_waveform(run, tmp_path):
    wave = tmp_path / "run.vcd"
    done = run("int main(void) { return 0; }", "--wave", str(wave))
    assert done.returncode == 0
    head = wave.read_text()[:200_000]
    assert "$enddefinitions" in head and "u_ibex_core" in head
