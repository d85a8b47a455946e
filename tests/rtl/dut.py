# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Any RTL module as a Python object: its ports are attributes, cycle() is a rising edge of clk_i.

    model = build("vmb_aes_core", core_files(...), KeyBits=256)
    dut = Dut(model)
    dut.reset()
    dut.block_i, dut.valid_i = 5, 1      # ports of any width are integers
    while not dut.ready_o:               # outputs have followed the inputs
        dut.cycle()

Verilator makes a shared library of the module, from the cache if it is there; ports are read and
written in its memory, so that a cycle takes a few microseconds. Inputs start at 0, registers
without a reset at random. Combinational modules have no clk_i: a test writes and reads.

With VAMBRACE_COVERAGE=FOLDER, models count the lines and toggles that they reach; tests/rtl/reached.py writes the
counts.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import re
import shutil
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from vambrace.base import store, tools
from vambrace.base.paths import root
from vambrace.hardware import verilator

_HERE = Path(__file__).parent
_PORT = re.compile(r"VL_(IN|OUT)(8|16|64|W|)\(&(\w+),(\d+),(\d+)")
_BYTES = {"8": 1, "16": 2, "": 4, "64": 8}
_STORED = {"CData": 1, "SData": 2, "IData": 4, "QData": 8}
_ROOT = "Vdut___024root.h"

#: The folder for coverage counts, if they are requested, and the options of Verilator and g++ for them.
COVERAGE = os.environ.get("VAMBRACE_COVERAGE")
# Counting keeps assignments separate, so that bits of one word seem to form a loop.
VERILATE_COVERAGE = ["--coverage-line", "--coverage-toggle", "-Wno-UNOPTFLAT"] if COVERAGE else []
MACROS = ("VM_COVERAGE",) if COVERAGE else ()
KEY_COVERAGE = [str(root())] if COVERAGE else []  # models have the names of their sources in them

# Without the counters of toggles, which are named after the counted signals.
_NAME = r"(?:(?!__Vtogcov)\w)+" if COVERAGE else r"\w+"
_REGISTER = re.compile(
    r"^\s*(?:VlUnpacked<)?(CData|SData|IData|QData|VlWide<\d+>)/\*(\d+):0\*/(?:, (\d+)>)? (?!__V)(" + _NAME + "_q);",
    re.MULTILINE,
)

CPP = verilator.shared(*MACROS)

#: Placed before C++ that runs once.
_ONCE = '#pragma GCC optimize ("O0")\n'

#: The libraries that have had instances, and the existing instances.
used: set[Path] = set()
living: weakref.WeakSet[Dut] = weakref.WeakSet()

# The library; name, direction, bits and bytes of each port; name and bits of each register.
Model = tuple[Path, tuple[tuple[str, bool, int, int], ...], tuple[tuple[str, int], ...]]


@functools.cache
def build(top: str, files: tuple[Path, ...], **parameters: int | str) -> Model:
    """Module `top` with these parameters. `files` in compile order; a .vlt file configures Verilator."""
    flags = ["--cc", "-Wall", "-O3", "--assert", "--x-initial", "unique", "--x-assign", "unique"]
    flags += VERILATE_COVERAGE
    flags += ["--prefix", "Vdut", "--top-module", top, *(f"-G{name}={value}" for name, value in parameters.items())]

    def make(folder: Path) -> None:
        objects = folder / "obj"
        verilate = [verilator.program(), *flags, "-Mdir", str(objects), *map(str, files)]
        tools.run(verilate, env=verilator.environment())
        names = [m[3] for m in _PORT.finditer((objects / "Vdut.h").read_text())]
        (objects / "ports.inc").write_text("".join(f"PORT({name})\n" for name in names))
        registers = _REGISTER.findall((objects / _ROOT).read_text())
        (objects / "registers.inc").write_text("".join(f"REGISTER({name})\n" for *_, name in registers))
        # One file, since most of the time goes into the headers that each would include.
        sources = [*sorted(objects.glob("*.cpp")), _HERE / "dut.cpp"]
        often, once = (_included(p for p in sources if verilator.is_slow(p) == slow) for slow in (False, True))
        (objects / "all.cpp").write_text(often + _ONCE + once)
        clocked = [] if "clk_i" in names else ["-DUNCLOCKED"]
        first = ["-include", str(verilator.headers(CPP))]
        command = [*CPP, *first, "-shared", *clocked, f"-I{objects}", *verilator.includes()]
        library = [*command, str(objects / "all.cpp"), str(verilator.runtime(*MACROS))]
        tools.run([*library, "-o", str(folder / "dut.so")])
        for header in ("Vdut.h", _ROOT):
            (folder / header).write_bytes((objects / header).read_bytes())
        shutil.rmtree(objects)

    sources = store.digest_files([*files, _HERE / "dut.cpp"])
    key = store.digest(
        tools.version("verilator"), tools.version("g++"), flags, CPP, _ONCE, _REGISTER.pattern, sources, *KEY_COVERAGE
    )
    folder = store.entry("test-dut", key, make)
    ports = []
    for way, size, name, high, low in _PORT.findall((folder / "Vdut.h").read_text()):
        bits = int(high) - int(low) + 1
        ports.append((name, way == "IN", bits, _BYTES.get(size) or -(-bits // 32) * 4))
    return folder / "dut.so", tuple(ports), tuple(_registers((folder / _ROOT).read_text()))


def _included(sources: Iterable[Path]) -> str:
    return "".join(f'#include "{path}"\n' for path in sources)


def _registers(header: str) -> Iterator[tuple[str, int]]:
    for kind, high, count, name in _REGISTER.findall(header):
        if count:  # an array: its elements as they are stored
            size = _STORED.get(kind) or 4 * int(kind.strip("VlWide<>"))
            yield name, 8 * size * int(count)
        else:
            yield name, int(high) + 1


#: Verilator's function that computes everything from registers and inputs. Its other ones follow inputs and clk_i only:
#: what depends on registers alone would see a forced value one cycle late.
_FOLLOW = "_Z28Vdut___024root___eval_settleP14Vdut___024root"

_WORDS = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32, 8: ctypes.c_uint64}


class Dut:
    """One instance of a model. Writing an unknown port or a value that does not fit is an error."""

    # Outputs follow the inputs when they are read (_stale: they have not yet), and after an edge of clk_i they have
    # followed the registers. An edge needs the model settled with clk_i low (_settled).
    _stale: bool
    _settled: bool
    _follow: Callable[[ctypes.c_void_p], None]
    _root: ctypes.c_void_p

    def __new__(cls, model: Model, seed: int = 1) -> Dut:
        return object.__new__(_of_model(cls, model))

    def __init__(self, model: Model, seed: int = 1) -> None:
        library, ports, registers = model
        own: dict[str, Any] = self.__dict__
        lib = ctypes.CDLL(str(library))
        if COVERAGE:
            used.add(library)
            living.add(self)
        for function in (lib.dut_create, lib.dut_port, lib.dut_register):
            function.restype = ctypes.c_void_p
        own["_self"] = this = ctypes.c_void_p(lib.dut_create(seed))
        own["_settle"], own["_destroy"] = lib.dut_settle, lib.dut_destroy
        own["_cycles"] = getattr(lib, "dut_cycles", None)
        own["_root"] = ctypes.c_void_p(lib.dut_register(this, len(registers)))
        own["_follow"] = getattr(lib, _FOLLOW)
        own["_ports"] = {}
        own["_inputs"] = {}  # what was written
        own["_stale"], own["_settled"] = True, False
        own["cycles"] = 0  # rising edges so far
        for index, (name, is_input, bits, size) in enumerate(ports):
            address = lib.dut_port(this, index)
            wide = size not in _WORDS or bits > 64
            cell = (ctypes.c_char * size if wide else _WORDS[size]).from_address(address)
            own["_ports"][name] = (cell, is_input, bits, size if wide else 0)
            own[name] = cell  # where the property of that name looks for it
            if is_input:
                setattr(self, name, 0)
        own["_registers"] = {
            name: (ctypes.c_char * (-(-bits // 8))).from_address(lib.dut_register(this, index))
            for index, (name, bits) in enumerate(registers)
        }

    def __getattr__(self, name: str) -> int:
        raise AttributeError(f"no port {name}")

    def __setattr__(self, name: str, value: int) -> None:
        own = self.__dict__
        if own["_inputs"].get(name) == value:
            return
        try:
            cell, is_input, bits, wide = self._ports[name]
        except KeyError:
            raise AttributeError(f"no port {name}") from None
        if not is_input or value < 0 or value >> bits:
            raise ValueError(f"{name} is not an input, or is too narrow for {value:#x}")
        if wide:
            cell.raw = value.to_bytes(wide, "little")
        else:
            cell.value = value
        own["_inputs"][name] = int(value)
        own["_stale"], own["_settled"] = True, False

    def settle(self) -> None:
        """Let the outputs follow the inputs."""
        own = self.__dict__
        own["_settle"](own["_self"])
        own["_stale"], own["_settled"] = False, True

    def __contains__(self, name: str) -> bool:
        return name in self._ports

    def bits(self, name: str) -> int:
        """Return the width of a port."""
        return int(self._ports[name][2])

    def registers(self) -> dict[str, int]:
        """Every register and memory whose name ends in _q, by its path from the top."""
        return {_path(name): int.from_bytes(cell.raw, "little") for name, cell in self._registers.items()}

    def force(self, register: str, value: int) -> None:
        """Write the one register whose path from the top has this end, as a fault may do."""
        path = [n for n in self._registers if n.replace("__DOT__", ".").endswith(register)]
        if len(path) != 1:
            raise ValueError(f"{len(path)} registers end in {register}")
        cell = self._registers[path[0]]
        cell.raw = value.to_bytes(len(cell), "little")
        self._follow(self._root)
        self.__dict__.update(_stale=True, _settled=False)

    def drive(self, **values: int) -> None:
        """Writes several inputs."""
        inputs = self.__dict__["_inputs"]
        for name, value in values.items():
            if inputs.get(name) != value:
                setattr(self, name, value)

    def cycle(self, count: int = 1) -> None:
        """Rising edges of clk_i, with the inputs as they are."""
        own = self.__dict__
        own["_cycles"](own["_self"], count, own["_settled"])
        own["_stale"] = own["_settled"] = False
        own["cycles"] += count

    def reset(self) -> None:
        """Holds rst_ni low for two cycles."""
        self.rst_ni = 1
        self.settle()
        self.rst_ni = 0
        self.cycle(2)
        self.rst_ni = 1

    def wait(self, name: str, limit: int = 1000) -> int:
        """Cycles until an output is 1; at most `limit`."""
        for waited in range(limit):
            if getattr(self, name):
                return waited
            self.cycle()
        raise AssertionError(f"{name} stays 0 for {limit} cycles")

    def close(self) -> None:
        if self._self:
            self._destroy(self._self)
            self.__dict__["_self"] = None
            for name in self._ports:
                del self.__dict__[name]
            self.__dict__["_ports"] = self.__dict__["_registers"] = self.__dict__["_inputs"] = {}

    def __del__(self) -> None:
        with contextlib.suppress(AttributeError):
            self.close()


@functools.cache
def _of_model(base: type[Dut], model: Model) -> type[Dut]:
    """The class of its instances, with a property for each port: that is twice as fast as __getattr__."""
    return type(base.__name__, (base,), {name: property(_reader(name, *port)) for name, *port in model[1]})


def _reader(name: str, is_input: bool, bits: int, size: int) -> Callable[[Dut], int]:
    def follow(own: dict[str, Any]) -> None:
        if own["_stale"]:
            own["_settle"](own["_self"])
            own["_stale"], own["_settled"] = False, True

    def read(dut: Dut) -> int:
        own = dut.__dict__
        if own["_stale"]:
            follow(own)
        return own[name].value

    def read_wide(dut: Dut) -> int:
        own = dut.__dict__
        if own["_stale"]:
            follow(own)
        return int.from_bytes(own[name].raw, "little")

    def read_input(dut: Dut) -> int:
        return dut.__dict__["_inputs"][name]

    return read_input if is_input else read_wide if size not in _WORDS or bits > 64 else read


@functools.cache
def _path(register: str) -> str:
    return register.replace("__DOT__", ".").partition(".")[2]


def words(values: Iterable[int]) -> int:
    """Bytes as the lanes of a port: byte i is bits 8i+7:8i."""
    return int.from_bytes(bytes(values), "little")


def lanes(value: int, count: int = 16) -> bytes:
    """The reverse of words()."""
    return value.to_bytes(count, "little")
