# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_ascon_small against the oracle and official vectors: lengths, stalls, wrong tags, wipes, cycles."""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass

import pytest

from tests.rtl import tables
from tests.rtl.ascon_small import AD, DATA, LAST, Result, Small
from tests.rtl.dut import Dut, Model, build
from tests.vectors import official
from vambrace.base.paths import root
from vambrace.hardware import rtl
from vambrace.software.oracles import oracle

FOLDER = root() / "rtl" / "ascon"


@functools.cache
def model() -> Model:
    return build("vmb_ascon_small", tuple(rtl.core_files(FOLDER / "vmb_ascon_small.core", checks=False)))


@dataclass
class Case:
    key: bytes
    nonce: bytes
    ad: bytes
    plaintext: bytes

    @classmethod
    def random(cls, rng: random.Random, ad: int, plaintext: int) -> Case:
        return cls(*map(rng.randbytes, (16, 16, ad, plaintext)))

    def sealed(self) -> tuple[bytes, bytes]:
        return oracle.seal("ascon-aead128", self.key, self.nonce, self.ad, self.plaintext)


class Runner:
    """A unit after its reset."""

    def __init__(self, rng: random.Random | None = None, seed: int = 1) -> None:
        self.dut = Dut(model(), seed)
        self.dut.reset()
        self.unit = Small(self.dut, rng)

    def seal(self, case: Case) -> Result:
        result = self.unit.message(case.key, case.nonce, case.ad, case.plaintext)
        assert (result.out, result.tag) == case.sealed(), f"{len(case.ad)}+{len(case.plaintext)}"
        assert result.ok
        return result

    def open(self, case: Case, tag: bytes | None = None) -> Result:
        """With a wrong tag, ok_o must stay 0."""
        ciphertext, right = case.sealed()
        result = self.unit.message(case.key, case.nonce, case.ad, ciphertext, tag or right)
        assert result.out == case.plaintext and not result.tag, f"{len(case.ad)}+{len(case.plaintext)}"
        assert result.ok == (tag in (None, right)), f"{len(case.ad)}+{len(case.plaintext)}"
        return result


def test_every_length_of_ad_with_many_lengths_of_data() -> None:
    """Both directions, one message directly after another."""
    rng = random.Random(1)
    runner = Runner()
    for ad in range(41):
        for length in range(ad % 2, 41, 2):
            case = Case.random(rng, ad, length)
            if (ad ^ length) & 2:
                runner.seal(case)
            else:
                runner.open(case)


def test_every_length_with_stalls() -> None:
    rng = random.Random(2)
    runner = Runner(rng)
    for length in range(41):
        for ad, data in ((length, rng.randrange(41)), (rng.randrange(41), length)):
            case = Case.random(rng, ad, data)
            runner.seal(case)
            runner.open(case)


def test_a_long_message() -> None:
    rng = random.Random(3)
    runner = Runner(rng)
    case = Case.random(rng, 700, 1500)
    runner.seal(case)
    runner.open(case)


def test_official_vectors(everything: bool) -> None:
    """By default a hundred of each file, picked at random."""
    rng = random.Random(4)
    runner = Runner()
    for vectors in official.vectors("ascon-aead128").values():
        count = 0
        for vector in rng.sample(vectors, min(len(vectors), 2000 if everything else 100)):
            if (len(vector.key), len(vector.nonce), len(vector.tag)) != (16, 16, 16):
                continue
            case = Case(vector.key, vector.nonce, vector.ad, vector.plaintext or b"")
            if vector.valid:
                assert case.sealed() == (vector.ciphertext, vector.tag)
                runner.seal(case)
            result = runner.unit.message(vector.key, vector.nonce, vector.ad, vector.ciphertext, vector.tag)
            assert result.ok == vector.valid, vector.name
            assert not vector.valid or result.out == vector.plaintext
            count += 1
        assert count > 40


def test_each_wrong_bit_of_a_tag_is_found() -> None:
    """All four words count, with stalls in between too; the next message starts without the difference."""
    rng = random.Random(5)
    for runner in (Runner(), Runner(rng)):
        for bit in range(128):
            case = Case.random(rng, rng.randrange(20), rng.randrange(20))
            tag = int.from_bytes(case.sealed()[1], "little") ^ 1 << bit
            runner.open(case, tag.to_bytes(16, "little"))
            if bit % 8 == 0:
                runner.open(case)


def test_changed_inputs_are_found() -> None:
    rng = random.Random(6)
    runner = Runner()
    for n in range(60):
        case = Case.random(rng, rng.randint(1, 20), rng.randint(1, 20))
        ciphertext, tag = case.sealed()
        inputs = [case.key, case.nonce, case.ad, ciphertext]
        which = n % 4
        at = rng.randrange(len(inputs[which]))
        inputs[which] = (
            inputs[which][:at] + bytes([inputs[which][at] ^ 1 << rng.randrange(8)]) + inputs[which][at + 1 :]
        )
        assert not runner.unit.message(*inputs, tag).ok


# ---- Cycles ----


def test_cycles_do_not_depend_on_secrets() -> None:
    rng = random.Random(7)
    runner = Runner()
    for ad, length in ((0, 0), (13, 64), (25, 86)):
        sealed, opened = set(), set()
        for fill in (0, 255, None, None, None, None):
            case = Case.random(rng, ad, length)
            if fill is not None:
                case = Case(*(bytes([fill]) * n for n in (16, 16, ad, length)))
            result = runner.seal(case)
            sealed.add((result.cycles, *result.taken))
            wrong = bytes(byte ^ 255 for byte in case.sealed()[1])
            for tag in (None, wrong, rng.randbytes(16)):
                result = runner.open(case, tag)
                opened.add((result.cycles, *result.taken))
        assert (len(sealed), len(opened)) == (1, 1)


def test_the_cycles_of_the_table() -> None:
    rng = random.Random(8)
    runner = Runner()

    def both(ad: int, length: int) -> list[Result]:
        case = Case.random(rng, ad, length)
        return [runner.seal(case), runner.open(case)]

    left, long = both(16, 48), both(32, 64)
    results = {
        "start to the first block": [r.taken[4] for r in left],
        "a block": [r.taken[12] - r.taken[8] for r in left],
        "the last block to `done_o`": [r.cycles - r.taken[-8 if opened else -4] for opened, r in enumerate(left)],
    }
    assert [b.cycles - a.cycles for a, b in zip(left, long, strict=True)] == [2 * n for n in results["a block"]]
    for ad, length in ((0, 0), (0, 192), (25, 86), (40, 1224)):
        results[f"message of {ad} bytes AD, {length:,} data"] = [r.cycles for r in both(ad, length)]
    assert results == tables.cycles(FOLDER / "README.md", "cycles of the small unit")


# ---- Wiping ----


def state(dut: Dut) -> int:
    """Words with odd numbers are stored inverted."""
    return dut.registers()["state_q"] ^ sum(0xFFFFFFFF << 64 * i + 32 for i in range(5))


def silent(dut: Dut) -> bool:
    return not (dut.ready_o or dut.out_valid_o or dut.out_o or dut.done_o or dut.ok_o)


@pytest.mark.parametrize("way", ("wipe_i", "rst_ni"))
@pytest.mark.parametrize("opens", (0, 1))
def test_wipe_and_reset_at_any_moment(way: str, opens: int) -> None:
    """The state is 0 when the unit accepts the next start, four cycles later."""
    rng = random.Random(9)
    runner = Runner()
    dut = runner.dut
    done, moment = False, -1
    while not done:
        moment += 1
        case = Case.random(rng, 20, 20)
        ciphertext, tag = case.sealed()
        inputs = (ciphertext, tag) if opens else (case.plaintext,)
        for n, _ in enumerate(runner.unit.play(case.key, case.nonce, case.ad, *inputs)):
            if n == moment:
                break
        else:
            done = True
        # A wipe never waits, and nothing starts in its cycle.
        word = {"data_i": rng.getrandbits(32), "lanes_i": 15, "kind_i": rng.choice((AD, DATA, LAST))}
        dut.drive(valid_i=1, start_valid_i=1, out_ready_i=1, **word)
        setattr(dut, way, int(way == "wipe_i"))
        assert silent(dut) and not dut.start_ready_o
        dut.cycle()
        setattr(dut, way, int(way != "wipe_i"))
        dut.start_valid_i = 0
        if way == "rst_ni":
            assert silent(dut) and not dut.start_ready_o
            dut.cycle()
        for _ in range(3):
            assert silent(dut) and not dut.start_ready_o
            dut.cycle()
        assert silent(dut) and dut.start_ready_o
        dut.cycle()
        assert not state(dut)
        dut.cycle(rng.randrange(3))
        assert silent(dut) and dut.start_ready_o and not state(dut)
        runner.seal(Case.random(rng, rng.randrange(20), rng.randrange(40)))
    assert moment > 70


def test_after_a_message_the_state_is_cleared() -> None:
    """The state becomes 0 in the following cycles, as after a wipe; done_o and ok_o stay until the next start, and no
    word is taken."""
    rng = random.Random(10)
    runner = Runner()
    dut = runner.dut
    for opened in (0, 1, 0, 1):
        case = Case.random(rng, 5, 20)
        (runner.open if opened else runner.seal)(case)
        dut.drive(valid_i=1, out_ready_i=1, lanes_i=15)
        for n in range(12):
            dut.drive(kind_i=n % 4, data_i=rng.getrandbits(32))
            assert dut.done_o and dut.ok_o and not (dut.ready_o or dut.out_valid_o or dut.out_o)
            assert dut.start_ready_o == (n > 2)
            assert not state(dut) or n < 4
            dut.cycle()
        assert [name for name, value in dut.registers().items() if value > 15] == ["state_q"]
        dut.valid_i = 0
        dut.start_valid_i = 1
        dut.cycle()
        assert not dut.done_o and not dut.ok_o
        dut.start_valid_i = 0
        dut.wipe_i = 1
        dut.cycle()
        dut.wipe_i = 0
