# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The deepest stack of small programs with a known depth, or with none."""

import re
import subprocess

import pytest

from tests.builds import BUILDS
from vambrace import config
from vambrace.analysis import rv32
from vambrace.analysis.stack import Program, Unbounded
from vambrace.software.running import aead
from vambrace.software.toolchain import program

MAIN = ".globl main\nmain: ret\n"


@pytest.fixture
def link(tmp_path):
    """Return the program of a text: assembly, or C with a function f."""

    def build(text, suffix=".S"):
        source = tmp_path / f"program{suffix}"
        if suffix == ".S":
            text = f".text\n.globl f\n.type f, @function\n{text}\n{MAIN}"
        else:
            text += "\nint main(void) { const void *volatile used = f; return used != 0; }\n"
        source.write_text(text)
        return Program(program.link([source], BUILDS["none"], 1 << 20))

    return build


DEPTHS = {
    "nothing on the stack": ("f: ret", 0),
    "one frame": ("f: addi sp, sp, -32\naddi sp, sp, 32\nret", 32),
    "the deeper of two branches": (
        "f: beqz a0, 1f\naddi sp, sp, -16\naddi sp, sp, 16\nret\n1: addi sp, sp, -48\naddi sp, sp, 48\nret",
        48,
    ),
    "in a loop": ("f: addi sp, sp, -16\n1: addi a0, a0, -1\nbnez a0, 1b\naddi sp, sp, 16\nret", 16),
    "a call": (
        "f: addi sp, sp, -16\nsw ra, 12(sp)\ncall g\nlw ra, 12(sp)\naddi sp, sp, 16\nret\n"
        ".type g, @function\ng: addi sp, sp, -64\naddi sp, sp, 64\nret",
        80,
    ),
    "a tail call behind its own frame": (
        "f: addi sp, sp, -96\naddi sp, sp, 96\ntail g\n.type g, @function\ng: addi sp, sp, -64\naddi sp, sp, 64\nret",
        96,
    ),
    "a frame made by a routine that returns by another register": (
        "f: jal t1, save\naddi sp, sp, -16\naddi sp, sp, 16\naddi sp, sp, 64\nret\nsave: addi sp, sp, -64\njr t1",
        80,
    ),
    "a place in the function to go by, from the frame, before the value for the link register is loaded": (
        "f: addi sp, sp, -16\nsw ra, 0(sp)\nla t0, g\nbeqz a0, 1f\nsw t0, 4(sp)\nla t0, 2f\n1: sw t0, 8(sp)\n"
        "lw ra, 8(sp)\njalr ra, 0(ra)\n3: lw ra, 0(sp)\naddi sp, sp, 16\nret\n"
        "2: lw t0, 4(sp)\njalr ra, 0(t0)\nj 3b\n"
        ".type g, @function\ng: addi sp, sp, -32\naddi sp, sp, 32\nret",
        48,
    ),
    "a place to go by that not every path has put into the frame": (
        "f: addi sp, sp, -32\nlla t0, 1f\nbeqz a0, 2f\nsw t0, 4(sp)\n2: lw t1, 4(sp)\njr t1\n"
        "1: addi sp, sp, -16\naddi sp, sp, 48\nret",
        48,
    ),
    "the same, put there after the jump was seen": (
        "f: addi sp, sp, -32\n2: bnez a0, 3f\nlw t1, 4(sp)\njr t1\n"
        "3: lla t0, 1f\nsw t0, 4(sp)\naddi a0, a0, -1\nj 2b\n1: addi sp, sp, -64\naddi sp, sp, 96\nret",
        96,
    ),
    "code that a call shares with a loop, which leaves 0 in the link register": (
        "f: addi sp, sp, -16\nsw ra, 12(sp)\nli ra, 3\n1: addi ra, ra, -1\nbnez ra, 1b\nj 2f\n"
        "3: jal ra, 2f\nlw ra, 12(sp)\naddi sp, sp, 16\nret\n2: beqz ra, 3b\nret",
        16,
    ),
    "a return address kept in the frame": (
        "f: addi sp, sp, -32\nlla t0, 1f\nsw t0, 4(sp)\nj 2f\n1: addi sp, sp, -16\naddi sp, sp, 48\nret\n"
        "2: li t0, 0\nlw t0, 4(sp)\njr t0",
        48,
    ),
    "an address kept in the frame, by way of a pointer": (
        "f: addi sp, sp, -32\nsw ra, 28(sp)\nmv a0, sp\ncall put\nlw t0, 8(sp)\njr t0\n"
        "1: addi sp, sp, -16\naddi sp, sp, 16\nlw ra, 28(sp)\naddi sp, sp, 32\nret\n"
        ".type put, @function\nput: lla t0, 1b\nsw t0, 8(a0)\nret",
        48,
    ),
    "a function chosen by the caller": (
        "f: addi sp, sp, -16\nsw ra, 12(sp)\nlla a0, g\ncall do\nlla a0, h\ncall do\nlw ra, 12(sp)\naddi sp, sp, 16\n"
        "ret\n.type do, @function\ndo: jr a0\n.type g, @function\ng: addi sp, sp, -16\naddi sp, sp, 16\nret\n"
        ".type h, @function\nh: addi sp, sp, -128\naddi sp, sp, 128\nret",
        144,
    ),
    "into straight code at a computed place": (
        "f: addi sp, sp, -16\nlla t0, 1f\nsub t0, t0, a0\njr t0\nnop\nnop\n1: addi sp, sp, -16\naddi sp, sp, 32\nret",
        32,
    ),
    "into a list of jumps": (
        "f: lla t0, 1f\nadd t0, t0, a0\njr t0\n1: mv t1, a1\nj 2f\nmv t1, a2\nj 3f\nret\n"
        "2: ret\n3: addi sp, sp, -80\naddi sp, sp, 80\nret",
        80,
    ),
    "a link register that is 0 on a path that ends elsewhere": (
        "f: mv t0, ra\nlla ra, 1f\nbeqz a0, 2f\nli ra, 0\n2: beqz ra, 3f\njr ra\n1: jr t0\n"
        "3: addi sp, sp, -16\naddi sp, sp, 16\njr t0",
        16,
    ),
    "an entry that only numbers of one sign reach": (
        "f: andi a1, a1, -4\nbltz a1, 1f\nlla t0, 2f\n1: addi sp, sp, -16\naddi sp, sp, 16\nbltz a1, 2f\njr t0\n2: ret",
        16,
    ),
    "a frame larger than an immediate": ("f: li t0, -4096\nadd sp, sp, t0\nli t0, 4096\nadd sp, sp, t0\nret", 4096),
    "sp out of a frame pointer": (
        "f: addi sp, sp, -32\nmv s0, sp\naddi sp, sp, -64\nmv sp, s0\naddi sp, sp, 32\nret",
        96,
    ),
    "what never comes back": ("f: addi sp, sp, -16\ncall g\n.type g, @function\ng: addi sp, sp, -32\n1: j 1b", 48),
}


@pytest.mark.parametrize("name", DEPTHS)
def test_depth(link, name):
    text, depth = DEPTHS[name]
    assert link(text).use("f").bytes == depth


def test_the_path_names_the_functions(link):
    text = "f: addi sp, sp, -16\nsw ra, 12(sp)\ncall g\ncall h\nlw ra, 12(sp)\naddi sp, sp, 16\nret\n"
    for name, frame in (("g", 16), ("h", 32)):
        text += f".type {name}, @function\n{name}: addi sp, sp, -{frame}\naddi sp, sp, {frame}\nret\n"
    program_ = link(text)
    assert program_.use("f").path == ("f", "h")
    assert program_.frames == {"f": 16, "g": 16, "h": 32}


REFUSED = {
    "recursion": (
        "f: addi sp, sp, -16\nsw ra, 12(sp)\ncall f\nlw ra, 12(sp)\naddi sp, sp, 16\nret",
        "recursion: f > f",
    ),
    "recursion by way of another": (
        "f: addi sp, sp, -16\ncall g\naddi sp, sp, 16\nret\n.type g, @function\ng: addi sp, sp, -16\ncall f\n"
        "addi sp, sp, 16\nret",
        "recursion: f > g > f",
    ),
    "a call of an unknown function": (
        "f: addi sp, sp, -16\nlw t0, 0(a0)\njalr t0\nret",
        "in f: calls an unknown function",
    ),
    "a jump to what no path has put into the frame": (
        "f: addi sp, sp, -16\nlw t0, 4(sp)\njr t0",
        "in f: jumps to an unknown address",
    ),
    "a jump to an unknown place": ("f: lw t0, 0(a0)\njr t0", "in f: jumps to an unknown address"),
    "sp less an unknown amount": ("f: sub sp, sp, a0\nret", "in f: sp changes by an unknown amount"),
    "sp from memory": ("f: lw sp, 0(a0)\nret", "in f: sp changes by an unknown amount"),
    "sp not put back": ("f: addi sp, sp, -16\nret", "in f returns with sp changed by -16"),
    "a frame in a loop": ("f: addi sp, sp, -16\nbnez a0, f\n1: j 1b", "in f: the stack grows without a bound"),
    "no code": ("f: .half 0\nret", "no instruction at 0x.* in f"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_programs_without_a_bound_are_rejected(link, name):
    text, message = REFUSED[name]
    with pytest.raises(Unbounded, match=message):
        link(text).use("f")


def test_depth_of_c_agrees_with_the_compiler(link):
    text = "static __attribute__((noinline)) int g(volatile char *p) { volatile char a[99]; *a = *p; return *a; }\n"
    text += "int f(volatile char *p) { volatile char b[40]; b[3] = 1; return g(b) + g(p); }"
    program_ = link(text, ".c")
    assert program_.use("f").bytes == program_.frames["f"] + program_.frames["g"]
    assert 100 <= program_.frames["g"] <= 128


def test_alloca_is_rejected(link):
    text = "int f(int n, char c) { volatile char a[n]; a[n - 1] = c; return a[0]; }"
    with pytest.raises(Unbounded, match="in f: sp changes by an unknown amount"):
        link(text, ".c").use("f")


def test_a_function_pointer_is_rejected(link):
    text = "int (*volatile chosen)(void);\nint f(void) { return 1 + chosen(); }"
    with pytest.raises(Unbounded, match="in f: calls an unknown function"):
        link(text, ".c").use("f")


def test_the_decoder_agrees_with_objdump():
    """Every instruction of a program with C, assembly and extensions has the length that objdump reports, and the same
    jumps, uses of sp, loads and stores."""
    elf = aead.probe(config.algorithms()["aes-128-ccm"], BUILDS["all"], "seal")
    sections = [n for n in elf.section_sizes() if n.startswith(".text")]
    options = [f"--section={n}" for n in sections]
    command = ["riscv64-unknown-elf-objdump", "-d", "-z", "-M", "no-aliases,numeric", *options, elf.path]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = re.findall(r"^([0-9a-f]{8}):\t([0-9a-f]+) +\t(\S+)(?:\t(\S+))?", text, re.M)
    kinds = {k: set() for k in ("branch", "jal", "jalr", "load", "store", "addi", "lui", "auipc", "add", "sub")}
    assert len(lines) > 1000
    for address, code, name, operands in lines:
        actual = rv32.decode(int(code, 16).to_bytes(len(code) // 2, "little"), 0)
        assert (actual is None) == (name == "c.unimp" or int(code, 16) == 0), (code, name)
        if actual is None:
            continue
        assert actual.size == len(code) // 2
        if actual.kind in kinds:
            kinds[actual.kind].add(name)
        numbers = re.findall(r"(?<![x\w])-?(?:0x[0-9a-f]+|[0-9a-f]+)(?!\w)", operands or "")
        if actual.kind in ("branch", "jal"):
            assert int(address, 16) + actual.imm == int(numbers[-1], 16), (address, name, operands)
        elif actual.kind in ("load", "store"):
            assert actual.imm == int(numbers[0]) and f"(x{actual.rs1})" in operands, (address, name, operands)
        elif actual.kind == "addi" and name in ("addi", "c.addi", "c.addi16sp", "c.addi4spn", "c.li"):
            assert actual.imm == int(numbers[-1], 0) and operands.startswith(f"x{actual.rd},"), (
                address,
                name,
                operands,
            )
        elif name.removeprefix("c.") in ("add", "sub"):
            assert actual.kind == name.removeprefix("c.") and operands.startswith(f"x{actual.rd},")
        elif operands and operands.startswith("x2,"):
            assert actual.rd == rv32.SP, (address, name, operands)
    expected = {
        "branch": {"beq", "bne", "bltu", "c.beqz", "c.bnez"},
        "jal": {"jal", "c.j", "c.jal"},
        "jalr": {"c.jr"},
        "load": {"lw", "lbu", "c.lw", "c.lwsp"},
        "store": {"sw", "sb", "c.sw", "c.swsp"},
        "addi": {"addi", "c.addi", "c.li", "c.addi16sp"},
        "lui": {"lui"},
    }
    for kind, names in expected.items():
        assert names <= kinds[kind], (kind, kinds[kind])
