# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Masters of Wishbone, APB and AHB-Lite, cycle by cycle, for a module with their ports.

    master.offer(access)         what the bus shows in this cycle; None: nothing new
    ... the registers answer ...
    taken, answer = master.look()     whether the access was taken; the word and the error of one that is answered
    dut.cycle()

With `prefix` the ports have one, such as apb_psel_i. With `rng` a master pauses where its bus lets it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from tests.rtl.dut import Dut
from tests.rtl.registers_model import Access

Answer = tuple[int, int]


#: HSIZE for byte enables; other combinations use that of a byte.
SIZES = {15: 2, 3: 1, 12: 1}


class Master:
    """Accesses are answered in order. `same`: in the cycle in which they are taken."""

    same = False
    per_access = 1  # cycles, without waits

    def __init__(self, dut: Dut, prefix: str = "", rng: random.Random | None = None) -> None:
        self.dut, self.prefix, self.rng = dut, prefix, rng

    def _drive(self, **values: int) -> None:
        self.dut.drive(**{self.prefix + name: value for name, value in values.items()})

    def _get(self, name: str) -> int:
        return getattr(self.dut, self.prefix + name)

    def _pauses(self, chance: float = 0.3) -> bool:
        return self.rng is not None and self.rng.random() < chance

    def offer(self, access: Access | None) -> None:
        raise NotImplementedError

    def look(self) -> tuple[bool, Answer | None]:
        raise NotImplementedError


class Pipelined(Master):
    """Wishbone's pipelined cycles; a cycle lasts while an answer is due, or longer."""

    def __init__(self, dut: Dut, prefix: str = "", rng: random.Random | None = None) -> None:
        super().__init__(dut, prefix, rng)
        self.owed = 0
        self.asks = False

    def offer(self, access: Access | None) -> None:
        self.asks = access is not None
        if access:
            write, enable, address, word = access
            self._drive(cyc_i=1, stb_i=1, we_i=write, sel_i=enable, adr_i=address >> 2, dat_i=word)
        else:
            self._drive(stb_i=0, cyc_i=int(self.owed > 0 or self._pauses()))

    def look(self) -> tuple[bool, Answer | None]:
        taken = self.asks and not self._get("stall_o")
        answered = self._get("ack_o") + self._get("err_o")
        assert answered in (0, 1)
        self.owed += taken - answered
        return taken, (self._get("dat_o"), self._get("err_o")) if answered else None


class Standard(Pipelined):
    """Its standard cycles: a request stays until it is answered."""

    same = True
    per_access = 2

    def look(self) -> tuple[bool, Answer | None]:
        assert not self._get("stall_o")
        answered = self._get("ack_o") or self._get("err_o")
        assert self.asks or not answered
        return bool(answered), (self._get("dat_o"), self._get("err_o")) if answered else None


class Apb(Master):
    same = True
    per_access = 2

    def __init__(self, dut: Dut, prefix: str = "", rng: random.Random | None = None) -> None:
        super().__init__(dut, prefix, rng)
        self.shown: Access | None = None
        self.enabled = False

    def offer(self, access: Access | None) -> None:
        self.enabled = access is not None and access is self.shown
        self.shown = access
        if access:
            write, enable, address, word = access
            strobe = enable if write else 0
            self._drive(psel_i=1, pwrite_i=write, paddr_i=address, pstrb_i=strobe, pwdata_i=word)
        else:
            self._drive(psel_i=0)
        # When another subordinate is selected, PENABLE is high, too.
        self._drive(penable_i=int(self.enabled or (access is None and self._pauses())))

    def look(self) -> tuple[bool, Answer | None]:
        ready = self._get("pready_o")
        assert self.enabled or not (ready or self._get("pslverr_o"))
        if not ready:
            return False, None
        self.shown = None
        return True, (self._get("prdata_o"), self._get("pslverr_o"))


class Ahb(Master):
    """The only subordinate or, with pauses, one of two; the master then cancels some transfers that wait after an
    error."""

    def __init__(self, dut: Dut, prefix: str = "", rng: random.Random | None = None) -> None:
        super().__init__(dut, prefix, rng)
        self.data: Access | None = None  # in its data phase
        self.shown: Access | None = None
        self.failing = False
        self.errors = 0

    def offer(self, access: Access | None) -> None:
        # A transfer that was not taken may be cancelled only after the first cycle of an error.
        self.shown = None if self.failing and self._pauses(0.5) else access
        if self.shown:
            write, enable, address, _ = self.shown
            self._drive(hsel_i=1, htrans_i=2, hwrite_i=write, hsize_i=SIZES.get(enable, 0), haddr_i=address)
        else:
            self._drive(hsel_i=int(self._pauses()), htrans_i=0)
        self._drive(hwdata_i=self.data[3] if self.data else 0)

    def look(self) -> tuple[bool, Answer | None]:
        ready, failed = self._get("hreadyout_o"), self._get("hresp_o")
        if self.data is None:
            assert ready and not failed
            # Another subordinate's data phase may last longer.
            ready = int(not self._pauses())
        self._drive(hready_i=ready)
        self.failing = bool(failed and not ready)
        answer = None
        if self.data and ready:
            answer = self._get("hrdata_o"), failed
            self.errors += failed
        if ready:
            self.data = self.shown
        return bool(ready and self.shown), answer


#: Module, parameters and master of each bus.
BUSES: dict[str, tuple[str, dict[str, int], type[Master]]] = {
    "wb": ("vmb_couple_wb", {}, Pipelined),
    "wb-standard": ("vmb_couple_wb", {"Pipelined": 0}, Standard),
    "apb": ("vmb_couple_apb", {}, Apb),
    "ahb": ("vmb_couple_ahb", {}, Ahb),
}


def play(master: Master, accesses: Iterable[Access], limit: int = 2000) -> list[Answer]:
    """Consecutive accesses without pauses; the registers answer by themselves."""
    answers: list[Answer] = []
    waiting = list(accesses)
    count, silent = len(waiting), 0
    while len(answers) < count:
        master.offer(waiting[0] if waiting else None)
        taken, answer = master.look()
        if taken:
            waiting.pop(0)
        silent = 0 if taken or answer else silent + 1
        assert silent < limit, "the bus is stuck"
        if answer:
            answers.append(answer)
        master.dut.cycle()
    master.offer(None)
    return answers
