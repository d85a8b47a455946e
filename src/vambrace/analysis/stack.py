# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The worst-case stack of a function, from a linked program, for C and assembly.

The analysis follows every path of the machine code and tracks for each register and stack word whether it holds a fixed
address, a distance from sp, or the caller's value of a register. So it can follow returns through any register, calls
through addresses that code keeps in its frame, and computed jumps into straight code.

Assumptions: no code changes a return address through a pointer; an address computed from a label by an unknown amount
stays within the straight code around that label; and if a function jumps to what a word of its frame contains, which is
unknown after paths have joined, it goes to an address that it stores there. The analysis rejects programs that it
cannot follow: recursion, calls of unknown functions, changes of sp by an unknown amount.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from vambrace.analysis import rv32
from vambrace.analysis.rv32 import GP, RA, SP, Instruction
from vambrace.base.errors import UsageError, VambraceError
from vambrace.software.toolchain.elf import MARK, Elf

#: The limits of the analysis: bytes of stack, and number of states.
_MOST_BYTES, _MOST_STATES = 1 << 16, 200_000

#: An address without code. Assembly keeps it in its link register for a path that does not return through it.
_NOWHERE = ("is", 0)

#: The longest entry of a jump list, in bytes.
_LIST_ENTRY = 8

#: a0 to a7, which may pass a pointer into the caller's frame.
_ARGUMENTS = range(10, 18)

#: ("is", n): the number n. ("near", n): an address in the straight code around n. ("sp", n): n above the sp of the
#: function's first instruction. ("of", r): the initial value of register r. ("sign", -1 or 1): a negative or
#: nonnegative number. ("word", n): the unknown content of the word at n above that sp, in the function's own frame.
#: Other unknown values are not stored.
Value = tuple[str, int]
Values = dict[int, Value]

#: A state, or the addresses passed to a function.
Key = tuple[object, ...]


class Unbounded(VambraceError):
    """The analysis finds no bound for the stack of a function; the message names the function."""


@dataclass(frozen=True)
class Use:
    """The deepest stack in bytes below a caller's frame, and the functions active there, outermost first."""

    bytes: int
    path: tuple[str, ...]


@dataclass
class _Summary:
    """The effect of a function called with certain addresses in registers and in the caller's frame."""

    deepest: int = 0
    path: tuple[str, ...] = ()
    exits: list[tuple[Values, Values]] = field(default_factory=list)  # registers and stack at each return

    def deepen(self, bytes_: int, path: tuple[str, ...]) -> None:
        if bytes_ > self.deepest or not self.path:
            self.deepest, self.path = max(bytes_, self.deepest), path


@dataclass
class _State:
    at: int
    registers: Values
    stack: Values  # by distance from the sp of the function's first instruction

    @property
    def sp(self) -> int:
        return self.registers[SP][1]


class Program:
    """The code of a linked program, and the summaries of its functions so far."""

    def __init__(self, elf: Elf) -> None:
        self._elf = elf
        from elftools.elf.elffile import ELFFile

        self._code: list[tuple[int, bytes]] = []
        self._constant: list[tuple[int, bytes]] = []
        with elf.path.open("rb") as f:
            for section in ELFFile(f).iter_sections():
                if section["sh_flags"] & 2 and section["sh_type"] == "SHT_PROGBITS" and section["sh_size"]:
                    place = (section["sh_addr"], section.data())
                    if section["sh_flags"] & 4:
                        self._code.append(place)
                    if not section["sh_flags"] & 1:
                        self._constant.append(place)
        symbols = [(a, n) for a, n in elf.code_symbols() if not n.startswith(MARK)]
        self._starts, self._names = [a for a, _ in symbols], [n for _, n in symbols]
        self._fixed: Values = {GP: ("is", gp)} if (gp := _global_pointer(elf)) else {}
        self._instructions: dict[int, Instruction] = {}
        self._summaries: dict[Key, _Summary] = {}
        self._active: list[int] = []
        #: the frame of each visited function: the deepest sp of its own instructions
        self.frames: dict[str, int] = {}

    def use(self, function: str) -> Use:
        """Return the deepest stack of a function and its callees."""
        summary = self._function(self._elf.symbol(function), self._fixed, {})
        return Use(summary.deepest, summary.path)

    def name(self, address: int) -> str:
        """Return the function that contains an address."""
        i = bisect_right(self._starts, address) - 1
        return self._names[i] if i >= 0 else f"{address:#010x}"

    def _place(self, address: int) -> str:
        return f"{address:#010x} in {self.name(address)}"

    def _is_code(self, address: int) -> bool:
        return any(start <= address < start + len(code) for start, code in self._code)

    def _instruction(self, address: int) -> Instruction:
        if address not in self._instructions:
            decoded = None
            for start, code in self._code:
                if start <= address < start + len(code) and address % 2 == 0:
                    decoded = rv32.decode(code, address - start)
            if decoded is None:
                raise Unbounded(f"no instruction at {self._place(address)}")
            self._instructions[address] = decoded
        return self._instructions[address]

    def _word(self, address: int) -> int | None:
        """Return a word that no program changes, else None."""
        for start, data in self._constant:
            if start <= address and address + 4 <= start + len(data):
                return int.from_bytes(data[address - start : address - start + 4], "little")
        return None

    def _is_address(self, value: Value) -> bool:
        return value[0] == "near" or (value[0] == "is" and self._is_code(value[1]))

    def _is_fixed(self, value: Value) -> bool:
        """Return whether a value is an address of code or constants."""
        return self._is_address(value) or (value[0] == "is" and self._word(value[1]) is not None)

    def _function(self, entry: int, registers: Values, stack: Values) -> _Summary:
        """Return the summary of a function called with addresses in registers, and in words above its sp."""
        key = (entry, tuple(sorted(registers.items())), tuple(sorted(stack.items())))
        if key in self._summaries:
            return self._summaries[key]
        if entry in self._active:
            cycle = [*self._active[self._active.index(entry) :], entry]
            raise Unbounded(f"recursion: {' > '.join(map(self.name, cycle))}: its stack has no bound")
        self._active.append(entry)
        summary = _Walk(self, entry, registers, stack).summary
        self._active.pop()
        self._summaries[key] = summary
        return summary


class _Walk:
    """Follows all paths of one function from its first instruction to its returns."""

    def __init__(self, program: Program, entry: int, registers: Values, stack: Values) -> None:
        self.program, self.entry = program, entry
        self.summary = _Summary()
        known: Values = {r: ("of", r) for r in range(1, 32)}
        known |= registers
        known[SP] = ("sp", 0)
        self._seen: dict[Key, _State] = {}
        self._left: list[Key] = []
        self._stored: dict[int, set[int]] = {}  # by word of the frame, addresses that are stored there
        self._waiting: dict[int, list[_State]] = {}  # by word of the frame, jumps to what it contains
        self._arrive(_State(entry, known, dict(stack)))
        while self._left:
            state = self._seen[self._left.pop()]
            self._follow(_State(state.at, dict(state.registers), dict(state.stack)))
        for word, states in self._waiting.items():
            if word not in self._stored:
                raise Unbounded(f"{program._place(states[0].at)}: jumps to an unknown address")

    def _arrive(self, state: _State) -> None:
        """Continue later from a state, unless an earlier state at this place was no more specific. Addresses
        distinguish paths; of other values only those that are equal on all paths stay known.
        """

        def split(values: Values) -> Key:
            return tuple(sorted((k, v) for k, v in values.items() if self.program._is_address(v)))

        link = state.registers.get(RA) == _NOWHERE
        key = (state.at, state.sp, link, split(state.registers), split(state.stack))
        seen = self._seen.get(key)
        if seen is None:
            if len(self._seen) >= _MOST_STATES:
                raise Unbounded(f"{self.program.name(self.entry)}: too many paths to follow")
            self._seen[key] = state
        else:
            registers = {k: v for k, v in seen.registers.items() if state.registers.get(k) == v}
            stack = {k: v for k, v in seen.stack.items() if state.stack.get(k) == v}
            if registers == seen.registers and stack == seen.stack:
                return
            self._seen[key] = _State(state.at, registers, stack)
        self._left.append(key)

    def _follow(self, state: _State) -> None:
        """Execute until paths join or split."""
        program = self.program
        while True:
            own = program.name(state.at)
            program.frames[own] = max(program.frames.get(own, 0), -state.sp)
            first = program.name(self.entry)
            self.summary.deepen(-state.sp, (first,) if own == first else (first, own))
            i = program._instruction(state.at)
            match i.kind:
                case "branch":
                    taken = self._decide(state, i)
                    if taken is not False:
                        self._arrive(_State(state.at + i.imm, self._after_branch(state, i, True), dict(state.stack)))
                    if taken is not True:
                        self._arrive(_State(state.at + i.size, self._after_branch(state, i, False), state.stack))
                    return
                case "jal":
                    self._jump(state, i, ("is", (state.at + i.imm) & 0xFFFFFFFF))
                    return
                case "jalr":
                    self._jump(state, i, _plus(state.registers.get(i.rs1), i.imm))
                    return
                case "stop":
                    return
            self._compute(state, i)
            state.at += i.size

    def _decide(self, state: _State, i: Instruction) -> bool | None:
        """Return whether a branch is taken, if that is known."""
        a, b = (state.registers.get(r) if r else ("is", 0) for r in (i.rs1, i.rs2))
        if a is None or b is None or b[0] != "is":
            return None
        if i.condition in ("lt", "ge") and b[1] == 0 and a[0] in ("is", "sign"):
            return (a[1] < 0 or a[1] >> 31 == 1) == (i.condition == "lt")
        if i.condition in ("eq", "ne") and a[0] == "is":
            return (a[1] == b[1]) == (i.condition == "eq")
        if i.condition in ("eq", "ne") and (a, b) == (("of", RA), _NOWHERE):  # a call stores an address there
            return i.condition == "ne"
        return None

    def _after_branch(self, state: _State, i: Instruction, taken: bool) -> Values:
        """Return the registers after a branch, which may have revealed a sign or a zero."""
        registers = dict(state.registers)
        if i.condition in ("eq", "ne") and i.rs1 and i.rs2 == 0 and taken == (i.condition == "eq"):
            registers[i.rs1] = ("is", 0)
        if i.condition in ("lt", "ge") and i.rs2 == 0 and registers.get(i.rs1, ("of", 0))[0] == "of":
            registers[i.rs1] = ("sign", -1 if taken == (i.condition == "lt") else 1)
        return registers

    def _jump(self, state: _State, i: Instruction, target: Value | None) -> None:
        program = self.program
        after = state.at + i.size
        if target == ("of", RA) and i.rd == 0:
            if state.sp != 0:
                raise Unbounded(f"{program._place(state.at)} returns with sp changed by {state.sp} bytes")
            self.summary.exits.append((state.registers, state.stack))
            return
        if target == _NOWHERE:  # a trap
            return
        if target is not None and target[0] == "word" and i.rd == 0:
            self._waiting.setdefault(target[1], []).append(state)
            for at in sorted(self._stored.get(target[1], ())):
                self._arrive(_State(at, dict(state.registers), dict(state.stack)))
            return
        if target is None or not program._is_address(target):
            what = "function" if i.rd else "address"
            raise Unbounded(f"{program._place(state.at)}: {'calls' if i.rd else 'jumps to'} an unknown {what}")
        place = target[1] & ~1
        # A computed jump within the function is not a call, even if it sets the link register.
        within = i.kind == "jalr" and place not in program._starts and program.name(place) == program.name(state.at)
        if i.rd == RA and target[0] == "is" and not within:
            self._call(state, place, after)
            return
        if i.rd:
            state.registers[i.rd] = ("is", after)
        for at in self._straight(place) if target[0] == "near" else [place]:
            self._arrive(_State(at, dict(state.registers), dict(state.stack)))

    def _straight(self, place: int) -> list[int]:
        """Return where the straight code around an address begins: no jump, no change of sp. If it is an entry of a
        list of short pieces that each end with a jump, also all following entries.
        """
        program = self.program

        def ends(at: int) -> tuple[int, bool, bool]:
            """Return the next address after an instruction, whether straight code ends with it, and whether it is a
            plain jump.
            """
            try:
                i = program._instruction(at)
            except Unbounded:  # padding
                return at + 2, True, False
            jump = i.kind == "jal" and i.rd == 0
            return at + i.size, i.kind in ("branch", "jal", "jalr", "stop") or i.rd == SP, jump

        first = at = program._starts[bisect_right(program._starts, place) - 1]
        while at < place:
            at, end, _ = ends(at)
            first = at if end else first
        entries = [first]
        while at - entries[-1] < _LIST_ENTRY:
            at, end, jump = ends(at)
            if end and jump:
                entries.append(at)
            elif end:
                break
        return entries

    def _call(self, state: _State, place: int, after: int) -> None:
        """Apply a function's summary, and continue after the call with the state of each return."""
        program, sp = self.program, state.sp
        entered = {r: v for r, v in state.registers.items() if r != RA and (r == GP or program._is_fixed(v))}
        entered |= {r: ("sp", v[1] - sp) for r, v in state.registers.items() if v[0] == "sp" and r in _ARGUMENTS}
        above = {at - sp: v for at, v in state.stack.items() if at >= sp and program._is_fixed(v)}
        summary = program._function(place, entered, above)
        self.summary.deepen(summary.deepest - sp, (program.name(self.entry), *summary.path))

        def here(values: Values) -> Iterator[tuple[int, Value]]:
            """Return values after the call, relative to this function's frame."""
            for k, (kind, number) in values.items():
                value = state.registers.get(number) if kind == "of" else (kind, number + sp * (kind == "sp"))
                if value is not None and kind != "word":
                    yield k, value

        for registers, stack in summary.exits:
            left = dict(here(registers))
            left.pop(RA, None)
            words = {at: v for at, v in state.stack.items() if at >= sp and at - sp not in above}
            words |= {at + sp: v for at, v in here(stack) if at >= 0}
            self._arrive(_State(after, left, words))

    def _compute(self, state: _State, i: Instruction) -> None:
        """Execute an instruction other than a jump."""
        registers = state.registers
        base = registers.get(i.rs1) if i.rs1 else ("is", 0)
        value: Value | None = None
        match i.kind:
            case "lui":
                value = ("is", i.imm)
            case "auipc":
                value = ("is", (state.at + i.imm) & 0xFFFFFFFF)
            case "addi":
                value = _plus(base, i.imm)
            case "add" | "sub":
                value = self._sum(base, registers.get(i.rs2) if i.rs2 else ("is", 0), -1 if i.kind == "sub" else 1)
            case "load":
                value = self._load(state, base, i)
            case "store":
                self._store(state, base, i)
                return
        if i.rd == 0:
            return
        if i.rd == SP:
            if value is None or value[0] != "sp":
                raise Unbounded(f"{self.program._place(state.at)}: sp changes by an unknown amount")
            if -value[1] > _MOST_BYTES:
                raise Unbounded(f"{self.program._place(state.at)}: the stack grows without a bound")
        if value is None:
            registers.pop(i.rd, None)
        else:
            registers[i.rd] = value

    def _sum(self, a: Value | None, b: Value | None, sign: int) -> Value | None:
        if b is not None and b[0] == "is":
            return _plus(a, sign * b[1])
        if a is not None and a[0] == "is" and sign > 0 and b is not None and (a[1] == 0 or b[0] == "sp"):
            return _plus(b, a[1])
        # From a label on, by an unknown amount.
        for known in (a, b):
            if known is not None and self.program._is_address(known):
                return ("near", known[1])
        return None

    def _load(self, state: _State, base: Value | None, i: Instruction) -> Value | None:
        if base is None or i.width != 4:
            return None
        if base[0] == "sp":
            at = base[1] + i.imm
            return state.stack.get(at, ("word", at) if at < 0 else None)
        word = self.program._word(base[1] + i.imm) if base[0] == "is" else None
        return None if word is None else ("is", word)

    def _store(self, state: _State, base: Value | None, i: Instruction) -> None:
        if base is None or base[0] != "sp":
            return
        at = base[1] + i.imm
        for word in range(at - 3, at + i.width):
            state.stack.pop(word, None)
        value = state.registers.get(i.rs2) if i.rs2 else ("is", 0)
        if i.width == 4 and value is not None:
            state.stack[at] = value
            if self.program._is_address(value) and value[1] not in self._stored.setdefault(at, set()):
                self._stored[at].add(value[1])
                for waiting in self._waiting.get(at, ()):
                    self._arrive(_State(value[1], dict(waiting.registers), dict(waiting.stack)))


def _plus(value: Value | None, amount: int) -> Value | None:
    """Return a value plus an amount."""
    if value is None or value[0] == "sign" or (value[0] in ("of", "word") and amount):
        return None
    kind, number = value
    if kind == "is":
        return kind, (number + amount) & 0xFFFFFFFF
    amount = (amount + (1 << 31)) % (1 << 32) - (1 << 31)
    return (kind, number + amount) if kind == "sp" else value


def _global_pointer(elf: Elf) -> int | None:
    """Return the value of gp after start-up."""
    try:
        return elf.symbol("__global_pointer$")
    except UsageError:
        return None
