# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_chacha20_poly1305 against the oracle and official vectors: by default, with half a round a cycle, small, fast."""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass

import pytest

from tests.rtl import tables
from tests.rtl.checks import checked
from tests.rtl.dut import Dut, build, words
from tests.rtl.unit import AD, DATA, Cut, Result, Unit, blocks, cuts, restore, save
from tests.vectors import official
from vambrace.base.paths import root
from vambrace.hardware import rtl
from vambrace.software.oracles import oracle

FOLDER = root() / "rtl" / "chacha"
VARIANTS = {
    "default": {},
    "half": {"QuarterRounds": 2},
    "small": {"QuarterRounds": 1, "BitsPerCycle": 4, "KeyHeld": 1},
    "fast": {"QuarterRounds": 8, "BitsPerCycle": 23, "Contexts": 0},
}


@functools.cache
def model(variant: str):
    files = checked(*rtl.core_files(FOLDER / "vmb_chacha.core"))
    return build("vmb_chacha20_poly1305", files, **VARIANTS[variant])


@dataclass
class Case:
    """A message, and its runs in both directions."""

    key: bytes
    nonce: bytes
    ad: bytes
    plaintext: bytes

    @classmethod
    def random(cls, rng: random.Random, ad: int, plaintext: int) -> Case:
        return cls(rng.randbytes(32), rng.randbytes(12), rng.randbytes(ad), rng.randbytes(plaintext))

    def sealed(self) -> tuple[bytes, bytes]:
        return oracle.seal("chacha20-poly1305", self.key, self.nonce, self.ad, self.plaintext)

    def data(self, decrypt: int) -> bytes:
        return self.sealed()[0] if decrypt else self.plaintext

    def check(self, result: Result, decrypt: int) -> None:
        ciphertext, tag = self.sealed()
        assert (result.out, result.tag) == (self.plaintext if decrypt else ciphertext, tag)


class Runner:
    """A unit after its reset. With KeyHeld, the inputs of the start stay; else they change at once."""

    def __init__(self, variant: str, rng: random.Random | None = None, seed: int = 1) -> None:
        self.held = "KeyHeld" in VARIANTS[variant]
        self.dut = Dut(model(variant), seed)
        self.unit = Unit(self.dut, rng)
        self.dut.reset()

    def start(self, case: Case, decrypt: int, resume: int = 0) -> None:
        ports = {
            "key_i": words(case.key),
            "nonce_i": words(case.nonce),
            "decrypt_i": decrypt,
            "ad_len_i": len(case.ad),
            "data_len_i": len(case.plaintext),
        }
        self.unit.start(**ports, resume_i=resume)
        if self.held:
            self.dut.drive(**ports)

    def run(self, case: Case, decrypt: int = 0, cut: Cut = blocks) -> Result:
        self.start(case, decrypt)
        result = self.unit.message(case.ad, case.data(decrypt), cut)
        case.check(result, decrypt)
        return result


both_ways = pytest.mark.parametrize("decrypt", (0, 1), ids=("seal", "open"))
variants = pytest.mark.parametrize("variant", VARIANTS)


@variants
@both_ways
def test_every_length_in_whole_blocks(variant, decrypt):
    rng = random.Random(1)
    runner = Runner(variant)
    for length in range(81):
        runner.run(Case.random(rng, rng.randint(0, 40), length), decrypt)
        runner.run(Case.random(rng, length, rng.randint(0, 40)), decrypt)
    runner.run(Case.random(rng, 300, 1000), decrypt)


@variants
@both_ways
def test_every_length_in_any_pieces_with_pauses(variant, decrypt):
    rng = random.Random(2)
    runner = Runner(variant, rng)
    for length in range(81):
        runner.run(Case.random(rng, rng.randint(0, 80), length), decrypt, cuts(rng))
        runner.run(Case.random(rng, length, rng.randint(0, 80)), decrypt, cuts(rng))
    runner.run(Case.random(rng, 20, 700), decrypt, cuts(rng))


@pytest.mark.parametrize("source", [source.name for source in official.SOURCES["chacha20-poly1305"]])
def test_official_vectors(source):
    """The vectors of legal lengths. A vector's wrong tag differs from the unit's."""
    runner = Runner("default")
    count = 0
    for vector in official.vectors("chacha20-poly1305")[source]:
        if len(vector.key) != 32 or len(vector.nonce) != 12 or len(vector.tag) > 16:
            continue
        count += 1
        case = Case(vector.key, vector.nonce, vector.ad, vector.plaintext or b"")
        if vector.valid:
            assert case.sealed()[0] == vector.ciphertext
            runner.run(case)
        runner.start(Case(vector.key, vector.nonce, vector.ad, vector.ciphertext), 1)
        result = runner.unit.message(vector.ad, vector.ciphertext)
        assert (result.tag.startswith(vector.tag)) == vector.valid, vector.name
        assert not vector.valid or result.out == vector.plaintext
    assert count > 4


def test_lanes_without_a_piece_do_not_matter():
    rng = random.Random(3)
    runner = Runner("default")
    unit, cycle = runner.unit, runner.dut.cycle

    def noisy(count: int = 1) -> None:
        """Lanes without data have any value, as on a real bus."""
        dut = runner.dut
        lanes = dut.lanes_i if dut.valid_i else 0
        mask = sum(0xFF << 8 * i for i in range(16) if lanes >> i & 1) if dut.kind_i in (AD, DATA) else 0
        dut.data_i = dut.data_i & mask | rng.getrandbits(128) & ~mask
        cycle(count)

    runner.dut.__dict__["cycle"] = noisy
    for _ in range(40):
        case = Case.random(rng, rng.randint(0, 50), rng.randint(0, 90))
        runner.start(case, 0)
        case.check(unit.message(case.ad, case.plaintext, cuts(rng)), 0)


@variants
@pytest.mark.parametrize("way", ("wipe_i", "rst_ni"))
def test_wipe_and_reset_at_any_moment(variant, way):
    """They leave no data at the ports, then or later, and the unit takes the next message."""
    rng = random.Random(4)
    runner = Runner(variant)
    dut = runner.dut
    total = runner.run(Case.random(rng, 20, 70)).cycles
    for moment in range(1, total + 4, 1 + total // 150):
        case = Case.random(rng, 20, 70)
        runner.start(case, 0)
        for n, _ in enumerate(runner.unit.play(case.ad, case.plaintext)):
            if n == moment:
                break
        dut.valid_i = 0
        setattr(dut, way, int(way == "wipe_i"))
        if way == "rst_ni":
            assert not (dut.tag_valid_o or dut.tag_o or dut.out_valid_o or dut.out_o or dut.ready_o)
        dut.cycle()
        setattr(dut, way, int(way != "wipe_i"))
        for _ in range(40):
            dut.drive(kind_i=DATA, valid_i=1, out_ready_i=1, lanes_i=0xFFFF, data_i=0, ctx_addr_i=rng.randrange(8))
            assert not (dut.tag_valid_o or dut.tag_o or dut.out_valid_o or dut.out_o or dut.ctx_rdata_o)
            dut.cycle()
        dut.valid_i = 0
        runner.run(Case.random(rng, rng.randint(0, 20), rng.randint(0, 70)), moment % 2)


@pytest.mark.parametrize("variant", ("default", "small"))
def test_contexts_change_between_any_pieces(variant):
    """Three messages at once: pieces of one, then of another, then of the third."""
    rng = random.Random(5)
    runner = Runner(variant)
    dut, unit = runner.dut, runner.unit
    for _ in range(12):
        cases = [Case.random(rng, rng.randint(0, 50), rng.randint(0, 200)) for _ in range(3)]
        ways = [rng.randint(0, 1) for _ in cases]
        left = [[case.ad, case.data(way)] for case, way in zip(cases, ways, strict=True)]
        out = [b"" for _ in cases]
        contexts: list[list[int] | None] = [None for _ in cases]
        positions = [(AD, -1) for _ in cases]
        open_ones = [0, 1, 2]
        while open_ones:
            i = rng.choice(open_ones)
            ad, data = left[i]
            context = contexts[i]
            if context:
                restore(dut, context, rng)
            runner.start(cases[i], ways[i], resume=int(context is not None))
            unit.position = positions[i]
            n = rng.choice((0, 1, 16, 40, 200))
            in_ad = positions[i][0] == AD
            ends_ad = in_ad and n >= len(ad)
            now = data[: n - len(ad) if ends_ad else n] if not in_ad or ends_ad else b""
            ends = (ends_ad or not in_ad) and len(now) == len(data) and rng.random() < 0.5
            for _ in unit.play(ad[:n] if in_ad else b"", now, cuts(rng), end_ad=ends_ad, end=ends):
                pass
            left[i] = [ad[n:] if in_ad else b"", data[len(now) :]]
            out[i] += unit.result.out
            positions[i] = unit.position
            if ends:
                cases[i].check(Result(out=out[i], tag=unit.result.tag), ways[i])
                open_ones.remove(i)
            else:
                contexts[i] = save(dut)


@variants
def test_cycles_do_not_depend_on_secrets(variant):
    rng = random.Random(6)
    runner = Runner(variant)
    for ad, length in ((0, 0), (13, 64), (25, 86), (16, 200)):
        seen = set()
        for case in (
            Case(bytes(32), bytes(12), bytes(ad), bytes(length)),
            Case(b"\xff" * 32, b"\xff" * 12, b"\xff" * ad, b"\xff" * length),
            *(Case.random(rng, ad, length) for _ in range(6)),
        ):
            for decrypt in (0, 1):
                result = runner.run(case, decrypt)
                seen.add((result.cycles, *result.taken, -1, *result.answered))
        assert len(seen) == 1


@pytest.mark.parametrize(("column", "variant"), [(0, "default"), (1, "half"), (2, "small")])
def test_the_cycles_of_the_table(column, variant):
    rng = random.Random(7)
    runner = Runner(variant)

    def run(ad: int, length: int, cut: Cut = blocks) -> Result:
        return runner.run(Case.random(rng, ad, length), cut=cut)

    long, ad, pieces = run(0, 64 * 20), run(160, 16), run(0, 12, lambda place, left: 4)
    results = {
        "start to the first AD": run(16, 0).taken[0],
        "start to the first data, without AD": run(0, 16).taken[1],
        "a complete block of AD": ad.taken[8] - ad.taken[7],
        "a complete block of data, inside 64 bytes": long.taken[19] - long.taken[18],
        "64 bytes of data": (long.taken[61] - long.taken[21]) // 10,
        "a piece that completes no block": pieces.taken[2] - pieces.taken[1],
        "DATA_END to the tag": long.cycles - long.taken[-1],
        "message of 0 bytes AD, 0 data": run(0, 0).cycles,
        "message of 25 bytes AD, 86 data": run(25, 86).cycles,
        "message of 40 bytes AD, 1,224 data": run(40, 1224).cycles,
    }
    assert (long.taken[61] - long.taken[21]) % 10 == 0
    rows = tables.cycles(FOLDER / "README.md", "cycles of the unit")
    assert results == {name: row[column] for name, row in rows.items()}


@pytest.mark.parametrize("variant", ("default", "small"))
def test_data_never_gets_the_block_of_the_key(variant):
    """This holds for a context with that position, and after a wrap of the counter."""
    rng = random.Random(6)
    last = (1 << 27) - 1
    for block, quarter, pieces in ((0, 0, 0), (0, 3, 0), (last, 3, 1), (last, 2, 2)):
        runner = Runner(variant)
        dut = runner.dut
        restore(dut, [block << 2 | quarter, *[0] * 5], rng)
        runner.start(Case.random(rng, 0, 0), 0, resume=1)
        taken = 0
        dut.drive(valid_i=1, kind_i=DATA, data_i=0, lanes_i=0xFFFF, out_ready_i=1)
        for _ in range(500):
            taken += bool(dut.ready_o)
            assert dut.ready_o or not dut.out_o
            dut.cycle()
        assert taken == pieces
