# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The items of random programs: an item is an instruction, or a few that belong together. Any item may be a jump
target, but never its middle.
"""

import random
from collections.abc import Callable

from vambrace_dev.testing.lockstep import encode as e
from vambrace_dev.testing.lockstep import extensions, handler, illegal, pmp
from vambrace_dev.testing.lockstep import target as t
from vambrace_dev.testing.lockstep.mode import PLAIN, Mode
from vambrace_dev.testing.lockstep.target import Target

_RESERVED = (2, 3, 4)
_ANY = [x for x in range(32) if x not in _RESERVED]
_SMALL = [x for x in range(8, 16)]
_HANDLED = 30  # instructions per trap
_NOWHERE = 0x20000  # upper bits of unmapped addresses


class Items:
    """Appends items to a program; `executed` counts their instructions once, including the handler's."""

    def __init__(
        self, code: e.Code, rng: random.Random, units: frozenset[str], target: Target, mode: Mode = PLAIN
    ) -> None:
        self.executed = 0
        self._code, self._rng, self._target = code, rng, target
        self._encodings = extensions.encodings(units)
        self._ahead: dict[str, int] = {}  # labels of forward jumps, and the remaining items before them
        self._labels = 0
        self.ram_end, self._cut = 0, 0  # the address of `cliff`, and its missing bytes
        self.zone = 0  # for PMP
        self._unaligned = 0.25 if target.misaligned else 0.02
        self._in_user, self._user = False, 0  # user mode, and its remaining items
        self._rare = illegal.Words(rng, self._encodings, target.atomics)
        kinds: dict[Callable[[], None], float] = {
            self._register_op: 18, self._immediate_op: 12, self._multiply: 6, self._extension: 26, self._compressed: 14,
            self._load: 10, self._store: 9, self._compressed_access: 6, self._pointer: 5, self._constant: 3,
            self._branch: 9, self._jump: 2.5, self._indirect: 2, self._csr: 2, self._fence: 0.3, self._wait: 0.1,
            self._illegal: 0.6, self._near_miss: 0.6, self._call: 0.2, self._return: 0.3,
        }  # fmt: skip
        if target.access_faults:
            kinds |= {self._refused: 0.3, self._nowhere: 0.15}
        if target.user_mode:
            kinds[self._enter_user] = 0.3
        if "Xasconp" in units:
            kinds[self._rounds] = 0.6
        if "Xchacha" in units:
            kinds[self._halves] = 1
        if mode.debug:
            kinds[self._call] = 1
        if mode.pmp:
            kinds |= {self._denied: 6, self._protect: 0.3}
        if mode.faults:
            kinds |= {self._cliff: 2.5, self._nowhere: 0.5}
            if target.access_faults:
                kinds |= {self._refused: 1.5, self._refused_between: 5}
        self._kinds, self._weights = list(kinds), list(kinds.values())
        self.new_registers()

    def new_registers(self) -> None:
        """Choose the few registers for the next items, and the frequency of each kind of item."""
        rng = self._rng
        some = rng.sample(_ANY[1:], rng.randrange(2, 8)) + rng.sample(_SMALL, 2)
        if rng.random() < 0.3:
            some += extensions.ROUND_REGISTERS
        if rng.random() < 0.3:
            some += extensions.CHACHA_REGISTERS
        self._registers = [*some, 0] if rng.random() < 0.5 else some
        self._small = [x for x in some if x in _SMALL]
        self._chosen = [w * rng.choice((0.3, 1, 1, 2)) for w in self._weights]
        self._recent = some[0]

    def apart(self, count: int) -> None:
        """Append this many items that neither leave the sequence nor access CSRs: for debug mode."""
        before, executed = self._chosen, self.executed
        self.new_registers()
        outside = {self._csr, self._wait, self._call, self._return, self._enter_user, self._protect}
        outside |= {self._cliff, self._nowhere}
        self._chosen = [0 if kind in outside else w for kind, w in zip(self._kinds, self._chosen, strict=True)]
        for _ in range(count):
            self.one()
        self.close()
        self.executed = executed
        self._chosen = before

    def one(self) -> None:
        """Append an item."""
        (kind,) = self._rng.choices(self._kinds, self._chosen)
        kind()
        if self._user:
            self._user -= 1
            if not self._user:
                self.close()
        for name in [name for name, left in self._ahead.items() if left == 0]:
            self._code.label(name)
            del self._ahead[name]
        for name in self._ahead:
            self._ahead[name] -= 1

    def close(self) -> None:
        """End open constructs: forward jumps, user mode."""
        for name in self._ahead:
            self._code.label(name)
        self._ahead.clear()
        if self._in_user:
            self._put(e.ECALL)
            self.executed += _HANDLED
        self._in_user, self._user = False, 0

    # ---- registers, places ----

    def _put(self, *words: int) -> None:
        self._code.put(*words)
        self.executed += len(words)

    def _source(self) -> int:
        """Return a register to read: often the one written last."""
        return self._recent if self._rng.random() < 0.45 else self._rng.choice(self._registers)

    def _result(self) -> int:
        register = self._rng.choice(self._registers)
        self._recent = register or self._recent
        return register

    def _result_other_than_0(self) -> int:
        while not (register := self._result()):
            pass
        return register

    def _offset(self, size: int) -> int:
        """Return an offset from x3 for an access of this many bytes, usually aligned, and often one of a few."""
        rng = self._rng
        offset = rng.randrange(handler.FREE, 2044) if rng.random() < 0.4 else rng.randrange(0, 40)
        return offset if rng.random() < self._unaligned else offset & -size

    def _label(self, items: int) -> str:
        self._labels += 1
        name = f"{self._labels}"
        self._ahead[name] = items
        return name

    # ---- computing ----

    def _register_op(self) -> None:
        name = self._rng.choice(("add", "sub", "sll", "slt", "sltu", "xor", "srl", "sra", "or", "and"))
        first, two = self._source(), self._source()
        self._put(e.r(name, self._result(), first, two))

    def _multiply(self) -> None:
        name = self._rng.choice(("mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu"))
        first, two = self._source(), self._source()
        self._put(e.r(name, self._result(), first, two))

    def _immediate_op(self) -> None:
        rng, source = self._rng, self._source()
        if rng.random() < 0.3:
            self._put(e.shift(rng.choice(list(e.SHIFT_OPS)), self._result(), source, rng.randrange(32)))
        else:
            self._put(e.imm_op(rng.choice(list(e.IMMEDIATE_OPS)), self._result(), source, rng.getrandbits(12)))

    def _constant(self) -> None:
        rng = self._rng
        make = rng.choice((e.lui, e.auipc, e.li))
        words = make(self._result_other_than_0(), rng.getrandbits(32 if make is e.li else 20))
        self._put(*([words] if isinstance(words, int) else words))

    def _extension(self) -> None:
        if not self._encodings:
            return self._register_op()
        first, two = self._source(), self._source()
        encoding = self._rng.choice(self._encodings)
        self._put(encoding.word(self._rng.getrandbits(32), self._result() if encoding.reads else 0, first, two))

    def _rounds(self) -> None:
        """Append rounds of Ascon's permutation between writes and reads of its registers."""
        rng = self._rng
        self._put(e.r("xor", rng.choice(extensions.ROUND_REGISTERS), self._source(), self._source()))
        for _ in range(rng.randrange(1, 4)):
            self._put(0x502B | rng.getrandbits(8) << 20)
        self._put(e.r("add", self._result(), rng.choice(extensions.ROUND_REGISTERS), self._source()))

    def _halves(self) -> None:
        """Append half quarter-rounds and products between writes and reads of their registers."""
        rng = self._rng
        ours = [x for x in self._encodings if x.unit == "Xchacha"]
        for _ in range(rng.randrange(1, 3)):
            self._put(e.r("xor", rng.choice(extensions.CHACHA_REGISTERS), self._source(), self._source()))
            for _ in range(rng.randrange(1, 5)):
                registers = (rng.choice(extensions.CHACHA_REGISTERS) for _ in range(3))
                self._put(rng.choice(ours).word(rng.getrandbits(32), *registers))
            self._put(e.r("add", self._result(), rng.choice(extensions.CHACHA_REGISTERS), self._source()))

    def _compressed(self) -> None:
        rng, rd = self._rng, self._result_other_than_0()
        imm = rng.getrandbits(6)
        choices = [
            lambda: e.c_i(0, 1, rd, imm),
            lambda: e.c_i(2, 1, rd, imm),
            lambda: e.c_i(0, 2, rd, imm & 31),
            lambda: e.c_i(3, 1, rd, imm or 1),
            lambda: e.c_r(8, rd, self._source() or rd),
            lambda: e.c_r(9, rd, self._source() or rd),
            lambda: self._rare.hint(),
        ]
        if self._small:
            p, p2 = rng.choice(self._small), rng.choice(self._small)
            choices += [
                lambda: e.c_arith(rng.randrange(4), p, p2),
                lambda: e.c_arith(rng.randrange(4), p, p2),
                lambda: e.c_shift(rng.randrange(2), p, imm & 31),
                lambda: e.c_shift(2, p, imm),
                lambda: e.c_addi4spn(p, 4 * rng.randrange(1, 256)),
            ]
        self._put(rng.choice(choices)())

    # ---- memory ----

    def _load(self) -> None:
        name = self._rng.choice(list(e.LOADS))
        self._put(e.load(name, self._result(), 3, self._offset(1 << (e.LOADS[name] & 3))))

    def _store(self) -> None:
        name = self._rng.choice(list(e.STORES))
        self._put(e.store(name, self._source(), 3, self._offset(1 << e.STORES[name])))

    def _compressed_access(self) -> None:
        rng, offset = self._rng, 4 * self._rng.randrange(64)
        if not self._small or rng.random() < 0.5:
            self._put(rng.choice((e.c_lwsp(self._result_other_than_0(), offset), e.c_swsp(self._source(), offset))))
            return
        base = rng.choice(self._small)
        self._put(e.imm_op("addi", base, 3, rng.randrange(64)))
        self._put(e.c_word(rng.random() < 0.5, rng.choice(self._small), base, offset & 0x7C))

    def _pointer(self) -> None:
        """Append the computation of an address directly before its use, in the data or not."""
        rng, pointer = self._rng, self._result_other_than_0()
        mask = 0x7FF if rng.random() < self._unaligned else rng.choice((0x7FC, 0x3C))
        self._put(e.imm_op("andi", pointer, self._source(), mask), e.r("add", pointer, pointer, 3))
        for _ in range(rng.randrange(1, 4)):
            offset = 4 * rng.randrange(-16, 16)
            if rng.random() < 0.5:
                self._put(e.store(rng.choice(list(e.STORES)), self._source(), pointer, offset))
            else:
                rd = self._result()
                self._put(e.load(rng.choice(list(e.LOADS)), rd, pointer, offset))
                if rd == pointer:
                    break

    def _refused(self) -> None:
        """Append a load or store of an unmapped address: an access fault."""
        rng, pointer = self._rng, self._result_other_than_0()
        self._put(e.lui(pointer, _NOWHERE | rng.getrandbits(8)))
        offset = 4 * rng.randrange(-512, 512)
        make = rng.choice((e.load, e.store))
        self._put(
            make(
                rng.choice(("lw", "lb", "lh") if make is e.load else ("sw", "sb", "sh")),
                self._source(),
                pointer,
                offset,
            )
        )
        self.executed += _HANDLED

    def _refused_between(self) -> None:
        """Append a load or store of an unmapped address between extension instructions. The later ones must not
        execute: they may need the loaded value, or write registers in place.
        """
        rng, pointer = self._rng, self._result_other_than_0()
        self._put(e.lui(pointer, _NOWHERE | rng.getrandbits(8)))
        if rng.random() < 0.5:
            self._ours(pointer)
        offset, rd = 4 * rng.randrange(-512, 512), rng.choice((self._result(), *extensions.ROUND_REGISTERS))
        self._put(e.load("lw", rd, pointer, offset) if rng.random() < 0.6 else e.store("sw", rd, pointer, offset))
        for _ in range(rng.randrange(1, 3)):
            self._ours(0)
        self.executed += _HANDLED

    def _denied(self) -> None:
        """Append the same for an address that PMP may refuse."""
        rng, pointer = self._rng, self._result_other_than_0()
        size = rng.choice((1, 2, 4))
        place = self.zone + size * rng.randrange(-8 // size, (pmp.ZONE_BYTES + 8) // size)
        self._put(*e.li(pointer, place))
        if rng.random() < 0.5:
            self._ours(pointer)
        rd = rng.choice((self._result(), *extensions.ROUND_REGISTERS))
        loads = rng.random() < 0.6
        name = {1: "b", 2: "h", 4: "w"}[size]
        self._put(e.load(f"l{name}", rd, pointer, 0) if loads else e.store(f"s{name}", rd, pointer, 0))
        for _ in range(rng.randrange(1, 3)):
            self._ours(0)
        self.executed += _HANDLED

    def _protect(self) -> None:
        """Append a change of permissions, and reads of them."""
        value = self._result_other_than_0()
        self._put(*e.li(value, pmp.other(self._rng)), e.csr("csrrw", 0, pmp.PMPCFG0, value))
        self._put(e.csr("csrrs", self._result(), pmp.PMPCFG0, 0))
        self._put(e.csr("csrrs", self._result(), pmp.PMPADDR0 + self._rng.randrange(4), 0))

    def _ours(self, preserved: int) -> None:
        """Append an extension instruction, preferably one that writes more than rd; `kept`, unless 0, is a register
        that it must not change.
        """
        rng = self._rng
        many = [x for x in self._encodings if x.unit in ("Xasconp", "Xchacha")]
        while self._encodings:
            encoding = rng.choice(many if many and rng.random() < 0.5 else self._encodings)
            rd = self._result() if encoding.reads else 0
            writes = {rd, *(extensions.ROUND_REGISTERS if encoding.unit == "Xasconp" else ())}
            writes |= {*extensions.CHACHA_REGISTERS} if encoding.unit == "Xchacha" else set()
            if not preserved or preserved not in writes:
                return self._put(encoding.word(rng.getrandbits(32), rd, self._source(), self._source()))

    def cliff(self, size: int) -> bytes:
        """Return this many bytes of extension instructions for the end of the RAM, before unmapped addresses: the last
        may lack its second half.
        """
        rng = self._rng
        self._cut = 2 * rng.randrange(2)
        words = e.Code(0)
        if self._cut:
            words.put(e.C_NOP)
        in_place = [x for x in self._encodings if x.unit == "Xasconp"]
        while (left := size - len(words.data)) > 0:
            some = in_place if left <= 4 and in_place and rng.random() < 0.5 else self._encodings
            words.put(rng.choice(some).word(rng.getrandbits(32), *rng.choices(_ANY[1:], k=3)))
        return bytes(words.data[:size])

    # ---- control ----

    def _branch(self) -> None:
        rng, items = self._rng, self._rng.randrange(4)
        name = self._label(items)
        if self._small and rng.random() < 0.3:
            p, other = rng.choice(self._small), rng.random() < 0.5
            # Its 9 bits span three items: none is longer than 40 bytes.
            self._code.to(name, lambda distance: e.c_branch(other, p, distance))
        else:
            kind, first, two = rng.choice(list(e.BRANCHES)), self._source(), self._source()
            self._code.to(name, lambda distance: e.branch(kind, first, two, distance))
        self.executed += 1

    def _jump(self) -> None:
        rng, rd = self._rng, self._result()
        name = self._label(rng.randrange(3))
        make = rng.choice((lambda d: e.jal(rd, d), lambda d: e.c_jump(False, d), lambda d: e.c_jump(True, d)))
        self._code.to(name, make)
        self.executed += 1

    def _indirect(self) -> None:
        """Append jalr directly after the computation of its target: arithmetic, a load, an extension instruction."""
        rng, to = self._rng, self._result_other_than_0()
        via = rng.choice(("", "memory", "extension", "compressed"))
        words = []
        if via == "memory":
            words = [e.store("sw", to, 3, handler.JUMP), e.load("lw", to, 3, handler.JUMP)]
        elif via == "extension" and any(x.match == 0x60005013 for x in self._encodings):
            words = [0x60005013 | to << 15 | to << 7]  # rori by 0
        words.append(e.c_r(9, to, 0) if via == "compressed" else e.jalr(self._result(), to, 0))
        size = sum(4 if word & 3 == 3 else 2 for word in words)
        self._put(e.auipc(to, 0), e.imm_op("addi", to, to, 8 + size), *words)

    def _nowhere(self) -> None:
        """Append a jump to an unmapped address: the fetch fails, and the handler continues after it."""
        to = self._result_other_than_0()
        self._put(e.auipc(to, 0), e.imm_op("addi", to, to, 20), e.store("sw", to, 3, handler.CONTINUE))
        self._put(e.lui(to, _NOWHERE), e.jalr(0, to, 4 * self._rng.randrange(64)))
        self.executed += _HANDLED

    def _cliff(self) -> None:
        """Append a jump to the end of the RAM, where the fetch after some extension instructions fails."""
        if not self._encodings:
            return self._register_op()
        to, words = self._result_other_than_0(), self._rng.randrange(1, 8)
        self._put(e.auipc(to, 0), e.imm_op("addi", to, to, 24), e.store("sw", to, 3, handler.CONTINUE))
        self._put(*e.li(to, self.ram_end - 4 * words - self._cut), e.jalr(0, to, 0))
        self.executed += words + _HANDLED

    def _call(self) -> None:
        word = self._rng.choice((e.ECALL, e.EBREAK, e.C_EBREAK))
        self._put(word)
        if word == e.ECALL:  # the handler continues in machine mode
            self._in_user, self._user = False, 0
        self.executed += _HANDLED

    def _illegal(self) -> None:
        self._put(self._rare.any(self._result()))
        self.executed += _HANDLED

    def _near_miss(self) -> None:
        self._put(self._rare.near_miss(self._result(), self._source(), self._source()))
        self.executed += _HANDLED // 2

    # ---- the machine ----

    def _fence(self) -> None:
        self._put(self._rng.choice((e.FENCE, e.FENCE_I)))

    def _wait(self) -> None:
        """Append a sleep until an interrupt, all of which arrive eventually; only where it does not trap."""
        if self._in_user:
            return
        mask = self._result_other_than_0()
        self._put(*e.li(mask, 0x888), e.csr("csrrs", 0, t.MIE, mask), e.WFI)
        self.executed += 2 * _HANDLED

    def _csr(self) -> None:
        rng = self._rng
        source, name = self._source(), rng.choice(list(e.CSR_OPS))
        what = rng.random()
        if what < 0.35:
            immediate = rng.random() < 0.5
            self._put(e.csr(name, self._result(), t.MSCRATCH, rng.randrange(32) if immediate else source, immediate))
        elif what < 0.55:  # only MIE, or only software interrupts
            self._put(e.csr(rng.choice(("csrrs", "csrrc")), self._result(), rng.choice((t.MSTATUS, t.MIE)), 8, True))
        elif what < 0.6:
            self._put(e.csr("csrrw", self._result(), t.MEPC, source))
        elif what < 0.85:
            read = rng.choice(
                (
                    t.MSTATUS,
                    t.MIE,
                    t.MTVEC,
                    t.MEPC,
                    t.MCAUSE,
                    t.MTVAL,
                    t.MIP,
                    t.MCYCLE,
                    t.MINSTRET,
                    t.MVENDORID,
                    t.MARCHID,
                    t.MIMPID,
                    t.MHARTID,
                    t.MISA,
                )
            )
            self._put(e.csr("csrrs", self._result(), read, 0))
        else:
            self._put(self._rare.csr(name, self._result(), source))
            self.executed += _HANDLED
        if self._in_user:
            self.executed += _HANDLED

    def _return(self) -> None:
        """Append an mret to the next instruction, in machine mode."""
        if not self._in_user:
            self._to_mode(machine=True)

    def _enter_user(self) -> None:
        if not self._in_user:
            self._to_mode(machine=False)
            self._in_user, self._user = True, self._rng.randrange(2, 20)

    def _to_mode(self, machine: bool) -> None:
        to = self._result_other_than_0()
        self._put(
            e.csr("csrrc", 0, t.MSTATUS, 8, True),
            *e.li(to, 0x1800),
            e.csr("csrrs" if machine else "csrrc", 0, t.MSTATUS, to),
            e.auipc(to, 0),
            e.imm_op("addi", to, to, 16),
            e.csr("csrrw", 0, t.MEPC, to),
            e.MRET,
        )
