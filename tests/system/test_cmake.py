# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How others build libvambrace: CMake, installed or as a part of their project, and the list of files."""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

from tests.system.programs import core_model
from vambrace import __version__
from vambrace.base import store, tools
from vambrace.base.errors import BuildError
from vambrace.base.paths import root
from vambrace.config import instructions
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain import program

LIB = root() / "lib"
SOURCES = (LIB / "sources.txt").read_text().split()
PACKET = root() / "examples" / "packet"
RISCV = f"-DCMAKE_TOOLCHAIN_FILE={PACKET / 'riscv.cmake'}"

# The options that the library is built with.
BUILDS = {
    "host": [],
    "host-size": ["-DVAMBRACE_PROFILE=size", "-DVAMBRACE_PORTABLE=ON"],
    "host-part": ["-DVAMBRACE_PROFILE=size", "-DVAMBRACE_PORTABLE=ON"],  # not installed: part()
    "zbkb+xascon": [RISCV, "-DVAMBRACE_ISE=zbkb+xascon", "-DVAMBRACE_MISALIGNED=ON"],
    "zkned": [RISCV, "-DVAMBRACE_ISE=zkned", "-DVAMBRACE_PROFILE=size"],
    "engine": [RISCV, "-DVAMBRACE_ENGINE=mmio", "-DVAMBRACE_ENGINE_BASE=0x11000000", "-DVAMBRACE_ENGINE_IRQ=ON"],
    "rv64": [RISCV, "-DXLEN=64"],
}
HOST = pytest.param("host")
HOST_PART = pytest.param("host-part")
AGAIN = pytest.mark.long("another build by CMake of sources that other tests compile")
HOST_SIZE = pytest.param("host-size", marks=AGAIN)
SETS = ("zbkb+xascon", "zkned")
CROSS = [pytest.param(name) for name in ("zkned", "engine")]
CROSS += [pytest.param("zbkb+xascon", marks=AGAIN)]
EVERY = [HOST, HOST_PART, *CROSS]


def cmake(*arguments: str | Path) -> str:
    found = tools.tool("cmake").find()
    if found is None:
        raise tools.missing("cmake")
    return tools.run([found[1], *map(str, arguments)], env={**os.environ, "CFLAGS": ""})


def build(source: Path, folder: Path, *options: str) -> Path:
    """Configure and build a project, without CMake warnings; return its folder."""
    cmake("-S", source, "-B", folder, "-Werror=dev", *options)
    cmake("--build", folder, "--parallel", "2")
    return folder


def installed(name: str) -> Path:
    """The prefix of an installed build of the library, from the cache."""
    options = BUILDS[name]

    def make(work: Path) -> None:
        build(LIB, work / "build", *options)
        cmake("--install", work / "build", "--prefix", work / "prefix")
        shutil.rmtree(work / "build")

    return kept([name, options], [LIB, PACKET / "riscv.cmake"], make) / "prefix"


def kept(what: object, sources: list[Path], make: Callable[[Path], None]) -> Path:
    """Return the result of `make` for all files in `sources`, from the cache."""
    files = [p for source in sources for p in ([source] if source.is_file() else sorted(source.rglob("*")))]
    key = store.digest(
        what,
        tools.version("cmake"),
        tools.version("gcc"),
        tools.version(program.GCC),
        store.digest_files(p for p in files if p.is_file()),
    )
    return store.entry("cmake", key, make)


def part() -> Path:
    """Return a cached build of another project that includes the library by add_subdirectory, with options that the
    whole project sets."""
    options = "".join(re.sub(r"-D(\w+)=(\w+)", r"set(\1 \2 CACHE STRING '')\n", o) for o in BUILDS["host-part"])
    lists = (
        "cmake_minimum_required(VERSION 3.16...3.31)\nproject(whole C CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
        f"{options}add_subdirectory({LIB} vambrace)\n"
        f"add_executable(packet {PACKET / 'packet.c'} {PACKET / 'host.c'})\nadd_executable(caller caller.cpp)\n"
        "target_link_libraries(packet PRIVATE vambrace::vambrace)\n"
        "target_link_libraries(caller PRIVATE vambrace::vambrace)\n"
    )

    def make(work: Path) -> None:
        (work / "caller.cpp").write_text(cpp_caller())
        (work / "CMakeLists.txt").write_text(lists)
        build(work, work / "build")
        cmake("--install", work / "build", "--prefix", work / "prefix")

    return kept([lists, cpp_caller()], [LIB, PACKET], make) / "build"


def archive(name: str) -> Path:
    return (part() / "vambrace" if name == "host-part" else installed(name) / "lib") / "libvambrace.a"


def binutil(name: str, kind: str) -> str:
    """The name of a tool for the objects of a build."""
    return kind if name.startswith("host") else f"riscv64-unknown-elf-{kind}"


def expected_packet() -> str:
    """The packet of examples/packet by an independent implementation."""
    key, nonce = bytes(range(16)), bytes(range(0xA0, 0xAD))
    text = b"HEADER: temperature 21.5 C\0\0\0"
    return (text[:8] + AESCCM(key, tag_length=8).encrypt(nonce, text[8:], text[:8])).hex()


def expected_output() -> str:
    """Return the output of examples/packet after success."""
    return f"sealed: {expected_packet()}\nopened: HEADER: temperature 21.5 C\nforged: refused, body zeroed\n"


def test_the_list_of_files_is_complete():
    """lib/sources.txt has every source, once, in order."""
    there = sorted(str(p.relative_to(LIB)) for p in program.library_sources())
    assert sorted(SOURCES) == there and len(set(SOURCES)) == len(SOURCES), (
        "renew it: (cd lib && find src -name '*.[cS]' | LC_ALL=C sort > sources.txt)"
    )
    # Compiled into one folder, no object hides another.
    assert len({Path(name).stem for name in SOURCES}) == len(SOURCES)


def test_versions_agree():
    package = re.search(r'^version = "(.*)"', (root() / "pyproject.toml").read_text(), re.MULTILINE).group(1)
    assert f"project(vambrace VERSION {package} " in (LIB / "CMakeLists.txt").read_text()


@pytest.mark.parametrize("name", [HOST, HOST_SIZE])
def test_example_finds_the_package(name, tmp_path):
    folder = build(PACKET, tmp_path, f"-DCMAKE_PREFIX_PATH={installed(name)}")
    assert tools.run([str(folder / "packet")]) == expected_output()


@AGAIN
def test_the_library_as_part_of_another_project():
    """add_subdirectory, with options that the whole project sets."""
    folder = part()
    flags = (folder / "CMakeFiles" / "packet.dir" / "flags.make").read_text()
    assert "VMB_SIZE=1" in flags and "VMB_PORTABLE=1" in flags
    assert tools.run([str(folder / "packet")]) == expected_output()
    tools.run([str(folder / "caller")])


@pytest.mark.long("another build by CMake")
def test_another_project_does_not_install_the_library():
    assert not (part().parent / "prefix").exists()
    assert (installed("host") / "include" / "vambrace" / "aead.h").is_file()


def test_a_cpp_caller(tmp_path):
    """A C++17 program, of a project without C."""
    (tmp_path / "caller.cpp").write_text(cpp_caller())
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16...3.31)\nproject(caller CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
        "find_package(vambrace REQUIRED)\nadd_executable(caller caller.cpp)\n"
        "target_link_libraries(caller PRIVATE vambrace::vambrace)\n"
    )
    folder = build(tmp_path, tmp_path / "build", f"-DCMAKE_PREFIX_PATH={installed('host')}")
    tools.run([str(folder / "caller")])


def cpp_caller() -> str:
    """A program that includes every header and calls the library."""
    headers = "".join(f'#include "{header}"\n' for header in public_headers())
    return (
        f"{headers}int main()\n{{\n    const uint8_t key_bytes[32] = {{}};\n"
        "    const uint8_t nonce[12] = {};\n    uint8_t data[5] = {1, 2, 3, 4, 5}, tag[16];\n"
        "    vmb_chacha20_poly1305_key key;\n    vmb_chacha20_poly1305_stream s = {};\n"
        "    if (vmb_chacha20_poly1305_init(&key, key_bytes, 32) != VMB_OK) return 1;\n"
        "    if (vmb_chacha20_poly1305_seal(&key, data, tag, 16, nonce, 12, nullptr, 0, data, 5) != VMB_OK) return 2;\n"
        "    if (data[0] == 1 && data[1] == 2 && data[2] == 3) return 3;\n"
        "    if (vmb_chacha20_poly1305_open(&key, data, tag, 16, nonce, 12, nullptr, 0, data, 5) != VMB_OK) return 4;\n"
        "    if (vmb_chacha20_poly1305_update(&s, data, data, 5) != VMB_ERR_STATE) return 5;\n"
        "    return data[0] == 1 && data[4] == 5 ? 0 : 6;\n}\n"
    )


@AGAIN
@pytest.mark.parametrize("name", ["engine", *SETS])
def test_example_on_a_core(name, tmp_path, capfd):
    """Cross-built, with the example's own start-up code, by find_package."""
    build(PACKET, tmp_path, RISCV, "-DBOARD=vambrace", f"-DCMAKE_PREFIX_PATH={installed(name)}")
    elf = program.Elf(tmp_path / "packet.elf")
    units = tuple(model.ENGINES if name == "engine" else model.ALL_UNITS)  # models that measurements have, too
    outcome = simulate(core_model(units=units), elf, Machine(max_cycles=5_000_000), {}, console=None)
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    assert capfd.readouterr().out == expected_output()


@pytest.mark.parametrize(
    ("option", "known"),
    [
        ("-DVAMBRACE_ISE=zbkb;zbb", f"unknown extension 'zbb'; known are: {' '.join(instructions.units())}"),
        ("-DVAMBRACE_PROFILE=fast", "unknown profile 'fast'; known are: speed size"),
        ("-DVAMBRACE_ENGINE=axi", "unknown coupling 'axi'; known are: port port_pio mmio pio"),
    ],
)
def test_unknown_names_are_rejected(option, known, tmp_path):
    with pytest.raises(BuildError, match=known.replace(" ", r"\s+")):  # CMake breaks lines
        cmake("-S", LIB, "-B", tmp_path, option)


def test_extensions_need_their_core(tmp_path):
    """An extension of RISC-V, and a compiler for this machine."""
    with pytest.raises(BuildError, match="needs a RISC-V target"):
        build(LIB, tmp_path, "-DVAMBRACE_ISE=zbkb")


def example_of_the_guide(language: str, words: str) -> str:
    """The one example with these words."""
    text = (root() / "docs" / "user" / "library.md").read_text()
    (matches,) = [e for e in re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL) if words in e]
    return matches


@pytest.fixture
def checkout(tmp_path):
    """A folder in which the guide's commands may leave files, with a list of some of the library's sources."""
    (tmp_path / "lib").mkdir()
    for name in ("include", "src"):
        (tmp_path / "lib" / name).symlink_to(LIB / name)
    (tmp_path / "lib" / "sources.txt").write_text("".join(f"{name}\n" for name in SOME))
    return tmp_path


SOME = SOURCES[::9]


def test_the_guide_with_make(checkout):
    (checkout / "Makefile").write_text(example_of_the_guide("make", "libvambrace.a:"))
    tools.run(
        [
            "make",
            "-j2",
            "CC=riscv64-unknown-elf-gcc",
            "AR=riscv64-unknown-elf-ar",
            "CFLAGS=-march=rv32imc -mabi=ilp32 -ffreestanding",
        ],
        cwd=checkout,
    )
    assert members(checkout / "libvambrace.a") == sorted(f"{Path(n).name}.o" for n in SOME)


def test_the_guide_by_hand(checkout):
    tools.run(["sh", "-ec", example_of_the_guide("sh", "riscv64-unknown-elf-ar ")], cwd=checkout)
    assert members(checkout / "build" / "by-hand" / "libvambrace.a") == sorted(f"{Path(n).stem}.o" for n in SOME)
    assert {Path(n).suffix for n in SOME} == {".c", ".S"}


def members(file: Path) -> list[str]:
    return sorted(tools.run(["riscv64-unknown-elf-ar", "t", str(file)]).split())


def test_the_streams_of_the_guide(tmp_path):
    """The guide's function keeps a good message and erases a forged one."""
    (tmp_path / "caller.c").write_text(example_of_the_guide("c", "int receive(") + STREAM_CALLER)
    program_file = tmp_path / "caller"
    tools.run(
        [
            "gcc",
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Werror",
            f"-I{LIB / 'include'}",
            str(tmp_path / "caller.c"),
            str(archive("host")),
            "-o",
            str(program_file),
        ]
    )
    tools.run([str(program_file)])


STREAM_CALLER = """
static uint8_t sealed[150], kept[150];
static size_t sent, got;
static int erased;
static size_t next(uint8_t piece[64])
{
    size_t i;
    for (i = 0; i < 64 && sent < sizeof sealed; i++) piece[i] = sealed[sent++];
    return i;
}
static void keep(const uint8_t *piece, size_t len)
{
    for (size_t i = 0; i < len; i++) kept[got++] = piece[i];
}
static void erase(void) { erased = 1; }
int main(void)
{
    uint8_t bytes[16] = {1, 2, 3}, tag[16];
    vmb_ascon_aead128_key key;
    if (vmb_ascon_aead128_init(&key, bytes, 16) != VMB_OK) return 4;
    for (size_t i = 0; i < sizeof sealed; i++) sealed[i] = (uint8_t)i;
    if (vmb_ascon_aead128_seal(&key, sealed, tag, 16, bytes, 16, NULL, 0, sealed, sizeof sealed) != VMB_OK) return 5;
    if (receive(&key, bytes, tag, next, keep, erase) != VMB_OK || erased || got != sizeof kept) return 1;
    for (size_t i = 0; i < sizeof kept; i++) if (kept[i] != (uint8_t)i) return 2;
    sent = got = 0;
    sealed[149] ^= 1;
    return receive(&key, bytes, tag, next, keep, erase) == VMB_ERR_TAG && erased ? 0 : 3;
}
"""


def public_headers() -> list[str]:
    """Return their names as callers include them."""
    return sorted(path.relative_to(LIB / "include").as_posix() for path in (LIB / "include").rglob("*.h"))


@pytest.mark.parametrize("language", ["c", "c++"])
@pytest.mark.parametrize(
    ("compiler", "engine"), [("gcc", False), ("riscv64-unknown-elf-gcc", False), ("riscv64-unknown-elf-gcc", True)]
)
def test_every_header_stands_alone(engine, compiler, language, tmp_path):
    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Wundef", "-Werror", "-fsyntax-only", "-ffreestanding"]
    standard = "-std=c99" if language == "c" else "-std=c++17"
    every = [] if compiler == "gcc" else ["-march=rv32imc", "-mabi=ilp32"]
    every += [] if compiler == "gcc" else [f"-DVMB_ISE_{name}=1" for name in ("ZBKB", "ZBKC", "ZKNED", "XASCON")]
    every += ["-DVMB_ENGINE_PORT=1"] if engine else []
    assert len(public_headers()) >= 30
    sources = {tmp_path / header.replace("/", "_"): header for header in public_headers()}
    for source, header in sources.items():
        source.write_text(f'#include "{header}"\nint vmb_used;\n')
    tools.run([compiler, "-x", language, standard, *strict, *every, f"-I{LIB / 'include'}", *map(str, sources)])


def symbols(name: str, file: Path, *options: str) -> list[tuple[str, str]]:
    """The (type, name) of symbols, as nm has them."""
    lines = tools.run([binutil(name, "nm"), "-P", *options, str(file)]).split("\n")
    return [(words[1], words[0]) for line in lines if len(words := line.split()) >= 2]


@pytest.mark.long("builds by CMake; an example is always built")
@pytest.mark.parametrize("name", [HOST, "zkned", pytest.param("engine", marks=AGAIN), HOST_PART])
def test_the_library_needs_only_memcpy_and_memset(name, tmp_path):
    """The whole library and the compiler's helpers, linked with no C library."""
    target = [] if name.startswith("host") else ["-march=rv32imc", "-mabi=ilp32"]
    full = tmp_path / "whole.o"
    tools.run(
        [
            binutil(name, "gcc"),
            *target,
            "-nostdlib",
            "-ffreestanding",
            "-r",
            "-Wl,--whole-archive",
            str(archive(name)),
            "-Wl,--no-whole-archive",
            "-lgcc",
            "-o",
            str(full),
        ]
    )
    undefined = {symbol for _, symbol in symbols(name, full, "-u")}
    # Symbols that position-independent code of this machine refers to are not functions.
    assert undefined - {"memcpy", "memset", "_GLOBAL_OFFSET_TABLE_"} == set()


@pytest.mark.parametrize("name", [HOST, HOST_SIZE])
def test_pkg_config_finds_it(name, tmp_path):
    """This also works if the installation was moved, and with the macros of the build."""
    tools.version("pkg-config")
    shutil.copytree(installed(name), tmp_path / "moved")
    environment = {**os.environ, "PKG_CONFIG_PATH": str(tmp_path / "moved" / "lib" / "pkgconfig")}
    flags = tools.run(["pkg-config", "--cflags", "--libs", "vambrace"], env=environment).split()
    macros = [flag for flag in flags if flag.startswith("-D")]
    assert macros == (["-DVMB_SIZE=1", "-DVMB_PORTABLE=1"] if name == "host-size" else [])
    sources = [str(PACKET / "packet.c"), str(PACKET / "host.c")]
    tools.run(["gcc", "-std=c99", *sources, *flags, "-o", str(tmp_path / "packet")])
    assert tools.run([str(tmp_path / "packet")]) == expected_output()
    version = tools.run(["pkg-config", "--modversion", "vambrace"], env=environment).strip()
    assert version == __version__


@pytest.mark.long("builds by CMake; an example is always built")
@pytest.mark.parametrize("name", EVERY)
def test_names_begin_with_vmb(name):
    defined = [symbol for kind, symbol in symbols(name, archive(name), "-g", "--defined-only") if len(kind) == 1]
    assert [s for s in defined if not s.startswith("vmb_")] == [] and len(defined) > 100


@pytest.mark.long("builds by CMake; an example is always built")
@pytest.mark.parametrize("name", EVERY)
def test_the_library_has_no_state(name):
    """The library must not change memory of its own, except for one word with an engine
    (lib/src/engine/engine_turn.h).
    """
    word = {"vmb_engine_unread"} if name == "engine" else set()
    actual = symbols(name, archive(name))
    assert "T" in {kind for kind, _ in actual}
    changing = {symbol for kind, symbol in actual if kind in set("dDbBcCsSgG")}
    # Position-independent code has constants with addresses in .data.rel.ro, which counts as data here, but not below.
    assert changing - {symbol for symbol in changing if symbol.startswith(("vmb_aead", "vmb_mac"))} == word
    sizes = tools.run([binutil(name, "size"), "-A", str(archive(name))]).split("\n")
    state = re.compile(r"\.(data|bss|sdata|sbss|tdata|tbss)(?!\.rel\.ro)\b\S*\s+([1-9]\d*)")
    assert len(sizes) > 50 and sum(int(m[2]) for line in sizes if (m := state.match(line))) == 4 * len(word)


@pytest.mark.long("builds by CMake; an example is always built")
@pytest.mark.parametrize("name", EVERY)
def test_every_declared_function_is_defined(name, tmp_path):
    options = BUILDS[name]
    macros = ["-DVMB_SIZE=1"] if "-DVAMBRACE_PROFILE=size" in options else []
    macros += ["-DVMB_ISE_ZKNED=1"] if name == "zkned" else []
    macros += ["-DVMB_ENGINE_MMIO=1", "-DVMB_ENGINE_BASE=0x11000000"] if name == "engine" else []
    target = [] if name.startswith("host") else ["-march=rv32imc", "-mabi=ilp32"]
    source = tmp_path / "all.c"
    source.write_text("".join(f'#include "vambrace/{h}.h"\n' for h in ("aead", "aes", "hash")))
    text = tools.run(
        [binutil(name, "gcc"), *target, *macros, "-ffreestanding", "-E", "-P", f"-I{LIB / 'include'}", str(source)]
    )
    declared = set(re.findall(r"\b(?:int|void) (vmb_\w+)\(", text))
    defined = {symbol for _, symbol in symbols(name, archive(name), "-g", "--defined-only")}
    assert declared - defined == set() and len(declared) > 100
