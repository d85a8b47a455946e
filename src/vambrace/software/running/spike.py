# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a program on Spike, which executes RISC-V instructions one by one and has no cycles.

Programs are linked for `Build.on_spike()`: their start-up code then exits and prints through Spike's host interface
(firmware/common/spike.c). The ISA of the run decides which instructions exist, whatever the compiler or vambrace/ise.h
emitted; it may also name xascon and xasconp (soc/spike).
"""

import hashlib
import json
import os
import re
import struct
import subprocess
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from vambrace.base import children, code, memo, store, tools
from vambrace.base.errors import VambraceError
from vambrace.software.running import spike_extensions
from vambrace.software.running.simulate import RAM_BASE, TRAP_CAUSES, Memory
from vambrace.software.toolchain.elf import Elf

FIRMWARE = "firmware"  # the window that vmb_sim_window opens and closes
TRAPPED = 99  # VMB_SPIKE_TRAPPED of firmware/common/vmb_sim.h
_ALIGNED = 16  # alignment of the memory ranges read


@dataclass(frozen=True)
class Counts:
    """The counts of a window. The hashes are equal if the same instructions were executed in the same order, and if the
    same addresses were read and written in the same order and sizes.
    """

    instret: int
    bytes_loaded: int
    bytes_stored: int
    pc_hash: str
    data_hash: str


@dataclass(frozen=True)
class Outcome:
    exit_code: int
    console: str
    windows: dict[str, list[Counts]] = field(default_factory=dict)
    dumps: dict[str, bytes] = field(default_factory=dict)
    executed: dict[int, int] = field(default_factory=dict)  # executions of the instruction at each address


def run(
    elf: Elf,
    isa: str = "rv64gc",
    windows: Mapping[str, int] | None = None,
    memory: Memory | None = None,
    ram_bytes: int = 16 << 20,
    most: int = 1_000_000_000,
    cached: bool = False,
    executed: bool = False,
) -> Outcome:
    """Run a program until it ends. Return its exit code, its output, the memory that `memory` names, and the counts of
    each call of each window. `windows` maps names to function addresses, counted from their first instruction to their
    return; FIRMWARE, with any address, is the window that the program marks itself. Runs with windows log all
    instructions, which takes 100 times as long. With `executed`, executions of each instruction are counted, which
    takes several times as long. With `cached`, cached runs are not repeated (vambrace.base.memo). VambraceError after
    `most` instructions, and at an exception.
    """
    memory = memory or Memory()
    shared = elf.symbol("vmb_spike")  # struct vmb_spike of firmware/common/vmb_sim.h
    dumps = {**memory.dump, "": (shared + 16, 4 * elf.word_bytes)}
    first = min(address for address, _ in dumps.values()) // _ALIGNED * _ALIGNED
    last = -(-max(address + length for address, length in dumps.values()) // _ALIGNED) * _ALIGNED
    symbols = {"tohost": shared, "fromhost": shared + 8, "begin_signature": first, "end_signature": last}
    loadable = _loadable(elf, memory.load, symbols)

    def start() -> memo.Files:
        return _start(elf, isa, windows, loadable, ram_bytes, most, last - first, executed)

    if cached:
        key = store.digest(
            "spike",
            tools.version("spike"),
            code.files("vambrace.software.running.spike"),
            _options(isa, ram_bytes, most, executed),
            spike_extensions.content(isa),
            _tree_key(isa, ram_bytes),
            None if windows is None else sorted(windows.items()),
            loadable,
        )
        files = memo.recall(key, start, {"memory": _before(elf, memory.load, first, last)})
    else:
        files = start()
    left, ending = files["memory"], json.loads(files["ending"])
    counted = {name: [Counts(**c) for c in calls] for name, calls in ending["windows"].items()}
    taken = {key: left[address - first :][:length] for key, (address, length) in dumps.items()}
    end = taken.pop("")
    cause, pc, value, ended = struct.unpack("<4Q" if len(end) == 32 else "<4I", end)
    if not ended:
        raise VambraceError(f"{elf.path.name} on Spike: still running after {most} instructions")
    if ending["code"] == TRAPPED:
        name = TRAP_CAUSES.get(cause, f"cause {cause:#x}")
        place = f"{pc:#010x} in {elf.function_at(pc)}"
        raise VambraceError(f"{elf.path.name} on Spike: trap: {name} at {place}, value {value:#x}")
    mask = (1 << 8 * elf.word_bytes) - 1  # Spike sign-extends 32 bits
    histogram = {int(address, 16) & mask: times for address, times in ending.get("executed", {}).items()}
    return Outcome(ending["code"], ending["console"], counted, taken, histogram)


def _start(
    elf: Elf,
    isa: str,
    windows: Mapping[str, int] | None,
    loadable: bytes,
    ram_bytes: int,
    most: int,
    length: int,
    executed: bool,
) -> memo.Files:
    """Run Spike; return `memory`, the bytes between the signature symbols, and `ending`, all other results."""
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        work = Path(name)
        (work / "program").write_bytes(loadable)
        command = [
            *_program(isa),
            *_options(isa, ram_bytes, most, executed),
            f"--dtb={_device_tree(isa, ram_bytes)}",
        ]
        signed = [f"+signature={work / 'signature'}", f"+signature-granularity={length}", str(work / "program")]
        done, counted = _execute(command, signed, elf, windows)
        left = _read_signature(work / "signature") if (work / "signature").is_file() else b""
    if not left:
        words = done.stderr.strip().split("\n")[0] or f"exit code {done.returncode}"
        raise VambraceError(f"Spike failed on {elf.path.name}: {words}")
    calls = {name: [asdict(c) for c in counts] for name, counts in counted.items()}
    ending = {"code": done.returncode, "console": done.stdout, "windows": calls}
    if executed:
        ending["executed"] = {address: int(times) for address, times in _HISTOGRAM.findall(done.stderr)}
    return {"memory": left, "ending": json.dumps(ending).encode()}


def _before(elf: Elf, load: Mapping[int, bytes], first: int, last: int) -> bytes:
    """Return the initial bytes between two addresses."""
    content = bytearray(last - first)
    for address, data in ((RAM_BASE, elf.image(RAM_BASE)), *load.items()):
        begin, end = max(first, address), min(last, address + len(data))
        if begin < end:
            content[begin - first : end - first] = data[begin - address : end - address]
    return bytes(content)


def _execute(
    command: list[str], behind: list[str], elf: Elf, windows: Mapping[str, int] | None
) -> tuple[subprocess.CompletedProcess[str], dict[str, list[Counts]]]:
    """Run Spike, and count the windows in its log."""
    if windows is None:
        return children.run([*command, *behind], stdin=subprocess.DEVNULL, capture_output=True, text=True), {}
    with ExitStack() as pipe, tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        opened = zip(os.pipe(), "rw", strict=True)
        read, write = (pipe.enter_context(os.fdopen(end, mode, encoding="ascii")) for end, mode in opened)
        log = ["--log-commits", f"--log=/dev/fd/{write.fileno()}"]
        options: dict[str, Any] = {
            "stdin": subprocess.DEVNULL,
            "stdout": out,
            "stderr": err,
            "pass_fds": [write.fileno()],
        }
        with children.started([*command, *log, *behind], **options) as process:
            write.close()
            counted = count(read, windows, elf.symbol("vmb_spike") + 16 + 4 * elf.word_bytes)
            status = process.wait()
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(command, status, out.read(), err.read()), counted


def _program(isa: str) -> list[str]:
    """Return the command that runs Spike with our extensions in an ISA string."""
    return [str(tools.spike_program()), *spike_extensions.options(isa)]


def _machine(isa: str, ram_bytes: int) -> list[str]:
    """Return the options of the simulated machine."""
    return [f"--isa={isa}", "--priv=m", f"-m{RAM_BASE:#x}:{ram_bytes:#x}"]


def _options(isa: str, ram_bytes: int, most: int, executed: bool) -> list[str]:
    """Return the options of a run that name no file."""
    return [*_machine(isa, ram_bytes), f"--instructions={most}", *(["-g"] * executed)]


def _tree_key(isa: str, ram_bytes: int) -> str:
    return store.digest(_machine(isa, ram_bytes), tools.version("spike"), tools.version("dtc"))


@cache
def _device_tree(isa: str, ram_bytes: int) -> Path:
    """Return Spike's device tree of a machine, which contains the ISA; without it, every run would start dtc."""

    def build(work: Path) -> None:
        source = tools.run([*_program(isa), *_machine(isa, ram_bytes), "--dump-dts", os.devnull])
        (work / "machine.dts").write_text(source)
        tools.run(["dtc", "-q", "-I", "dts", "-O", "dtb", "-o", "machine.dtb", "machine.dts"], cwd=work)

    return store.entry("spike-machine", _tree_key(isa, ram_bytes), build) / "machine.dtb"


def _read_signature(path: Path) -> bytes:
    """Return the bytes of a signature: a line of hexadecimal digits, the last byte first."""
    return bytes.fromhex(path.read_text())[::-1]


def _loadable(elf: Elf, load: Mapping[int, bytes], symbols: Mapping[str, int]) -> bytes:
    """Return an ELF file of a program and additional memory, with only these symbols."""
    wide = elf.word_bytes == 8
    pieces = [(RAM_BASE, elf.image(RAM_BASE)), *load.items()]
    names, table = b"\0.symtab\0.strtab\0", [b"\0" * (24 if wide else 16)]
    for name, value in symbols.items():
        start, absolute, bound = len(names), 0xFFF1, 0x10  # SHN_ABS, STB_GLOBAL
        if wide:
            table.append(struct.pack("<IBBHQQ", start, bound, 0, absolute, value, 0))
        else:
            table.append(struct.pack("<IIIBBH", start, value, 0, bound, 0, absolute))
        names += name.encode() + b"\0"
    header, program, section = (64, 56, 64) if wide else (52, 32, 40)
    word = "Q" if wide else "I"
    at = header + program * len(pieces) + section * 3
    body, segments = b"", []
    for address, data in pieces:
        where = at + len(body)
        segments.append(
            struct.pack("<IIQQQQQQ", 1, 7, where, address, address, len(data), len(data), 16)
            if wide
            else struct.pack("<IIIIIIII", 1, where, address, address, len(data), len(data), 7, 16)
        )
        body += data + bytes(-len(data) % 16)
    sections = [bytes(section)]
    for name_at, kind, data, link, size in ((1, 2, b"".join(table), 2, len(table[0])), (9, 3, names, 0, 0)):
        where = at + len(body)
        layout = f"<II{4 * word}II{2 * word}"
        sections.append(struct.pack(layout, name_at, kind, 0, 0, where, len(data), link, 1, 8, size))
        body += data + bytes(-len(data) % 16)
    identity = b"\x7fELF" + bytes([2 if wide else 1, 1, 1]) + bytes(9)
    head = struct.pack(
        f"<HHI{3 * word}IHHHHHH",
        2,
        243,
        1,
        elf.entry,
        header,
        header + program * len(pieces),
        0,
        header,
        program,
        len(pieces),
        section,
        3,
        2,
    )
    return identity + head + b"".join(segments) + b"".join(sections) + body


# A line of the address histogram.
_HISTOGRAM = re.compile(r"^([0-9a-f]+) (\d+)$", re.MULTILINE)

# A line of the log: the result of an instruction at an address, and the address and size of its load or store.
_LINE = re.compile(r"core +0: \d 0x([0-9a-f]+) \(0x([0-9a-f]+)\)")
_RETURN = re.compile(r" x1 +0x([0-9a-f]+)")
_ACCESS = re.compile(r" mem 0x([0-9a-f]+)(?: 0x([0-9a-f]+))?")


def _loaded(word: int) -> int:
    """Return the number of bytes that a load instruction reads."""
    if word & 3 == 3:
        return 1 << (word >> 12 & 3)
    return 4 if word >> 13 & 7 == 2 else 8  # c.lw and c.lwsp, else c.ld and c.ldsp


class _Executed:
    """All instructions and accesses of a run, and the counts of a range of them."""

    def __init__(self) -> None:
        self.pcs, self.addresses, self.sizes = array("Q"), array("Q"), array("b")

    def mark(self) -> tuple[int, int]:
        return len(self.pcs), len(self.addresses)

    def since(self, mark: tuple[int, int]) -> Counts:
        pcs, addresses, sizes = self.pcs[mark[0] :], self.addresses[mark[1] :], self.sizes[mark[1] :]
        data = hashlib.sha256(addresses.tobytes() + sizes.tobytes())
        return Counts(
            len(pcs),
            sum(s for s in sizes if s > 0),
            -sum(s for s in sizes if s < 0),
            hashlib.sha256(pcs.tobytes()).hexdigest(),
            data.hexdigest(),
        )


def count(lines: Iterable[str], windows: Mapping[str, int], switch: int) -> dict[str, list[Counts]]:
    """Count the windows in a commit log; a store to `switch` opens or closes the one named FIRMWARE."""
    executed = _Executed()
    counts: dict[str, list[Counts]] = {name: [] for name in windows}
    begins = {address: name for name, address in windows.items() if name != FIRMWARE}
    opened: list[tuple[str, int, tuple[int, int]]] = []  # name, return address, mark
    inside: tuple[int, int] | None = None
    returning = 0
    for pc, word, access, line in _parse(lines):
        while opened and pc == opened[-1][1]:
            name, _, mark = opened.pop()
            counts[name].append(executed.since(mark))
        if pc in begins:
            opened.append((begins[pc], returning, executed.mark()))
        closing = executed.since(inside) if inside and access and access[0] == switch else None
        if opened or inside:
            executed.pcs.append(pc)
        if access:
            address, stored = access
            if address == switch and stored is not None:
                if closing and not int(stored, 16):
                    counts.setdefault(FIRMWARE, []).append(closing)
                inside = executed.mark() if int(stored, 16) else None
            elif opened or inside:
                executed.addresses.append(address)
                executed.sizes.append(_loaded(word) if stored is None else -(len(stored) // 2))
        if " x1 " in line:
            returning = int(_RETURN.search(line)[1], 16)  # type: ignore[index]
    return counts


def _parse(lines: Iterable[str]) -> Iterator[tuple[int, int, tuple[int, str | None] | None, str]]:
    """Yield the address, the instruction word, the access and the line of each instruction."""
    for line in lines:
        match = _LINE.match(line)
        if match is None:
            continue
        access = _ACCESS.search(line) if " mem " in line else None
        yield (
            int(match[1], 16),
            int(match[2], 16),
            (int(access[1], 16), access[2]) if access else None,
            line,
        )
