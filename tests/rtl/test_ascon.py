# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_ascon with 1, 2 and 4 rounds a cycle, and its smallest variant, against the oracle and official vectors."""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass
from itertools import pairwise

import pytest

from tests.rtl import tables, unit
from tests.rtl.checks import checked
from tests.rtl.dut import Dut, Model, build, words
from tests.rtl.unit import AD, DATA, SQUEEZE, Cut, Result, Unit, blocks, cuts, restore, save
from tests.vectors import official
from vambrace.base.paths import root
from vambrace.hardware import rtl
from vambrace.software.oracles import oracle

FOLDER = root() / "rtl" / "ascon"

# In the order of vmb_ascon_pkg.
ALGORITHMS = ("ascon-aead128", "ascon-hash256", "ascon-xof128", "ascon-cxof128", "ascon-128", "ascon-128a")
HASHES = ALGORITHMS[1:4]
AEADS = tuple(a for a in ALGORITHMS if a not in HASHES)

VARIANTS = {
    "one": {},
    "two": {"RoundsPerCycle": 2},
    "four": {"RoundsPerCycle": 4},
    "bare": {"Hash": 0, "V12": 0, "Contexts": 0},
}


def can(variant: str) -> tuple[str, ...]:
    return ALGORITHMS[:1] if variant == "bare" else ALGORITHMS


@functools.cache
def model(variant: str) -> Model:
    return build("vmb_ascon", checked(*rtl.core_files(FOLDER / "vmb_ascon.core")), **VARIANTS[variant])


@dataclass
class Case:
    """A message, both ways to run it, and the expected output. For CXOF128, `ad` is the customization string."""

    algorithm: str
    key: bytes
    nonce: bytes
    ad: bytes
    plaintext: bytes
    out_len: int = 0

    @classmethod
    def random(cls, rng: random.Random, algorithm: str, ad: int, plaintext: int, out: int = 32) -> Case:
        if algorithm in HASHES:
            ad *= algorithm == "ascon-cxof128"
            out = 32 if algorithm == "ascon-hash256" else max(out, 1)
            return cls(algorithm, b"", b"", rng.randbytes(ad), rng.randbytes(plaintext), out)
        return cls(algorithm, rng.randbytes(16), rng.randbytes(16), rng.randbytes(ad), rng.randbytes(plaintext))

    def sealed(self) -> tuple[bytes, bytes]:
        return oracle.seal(self.algorithm, self.key, self.nonce, self.ad, self.plaintext)

    def data(self, decrypt: int) -> bytes:
        return self.sealed()[0] if decrypt else self.plaintext

    def check(self, result: Result, decrypt: int = 0) -> None:
        shown = f"{self.algorithm} {len(self.ad)}+{len(self.plaintext)} decrypt {decrypt}"
        if self.out_len:
            assert result.out == b""
            assert result.squeezed == oracle.digest(self.algorithm, self.plaintext, self.out_len, self.ad), shown
        else:
            ciphertext, tag = self.sealed()
            assert result.out == (self.plaintext if decrypt else ciphertext), shown
            assert result.tag == tag, shown


class Runner:
    """A unit after its reset. Inputs of the start stay, except the nonce, which changes at once."""

    def __init__(self, variant: str, rng: random.Random | None = None, seed: int = 1) -> None:
        self.dut = Dut(model(variant), seed)
        self.unit = Unit(self.dut, rng)
        self.dut.reset()

    def start(self, case: Case, decrypt: int = 0, resume: int = 0) -> None:
        ports = {
            "algorithm_i": ALGORITHMS.index(case.algorithm),
            "key_i": words(case.key),
            "decrypt_i": decrypt,
            "ad_len_i": len(case.ad),
        }
        self.unit.hashes = case.algorithm in HASHES
        self.unit.start(**ports, nonce_i=words(case.nonce), resume_i=resume)
        self.dut.drive(**ports, nonce_i=random.Random(words(case.nonce)).getrandbits(128))

    def run(self, case: Case, decrypt: int = 0, cut: Cut = blocks) -> Result:
        self.start(case, decrypt)
        result = self.unit.message(case.ad, case.data(decrypt), cut, case.out_len)
        case.check(result, decrypt)
        return result


MODELS = pytest.mark.long("models of other parameters; each is also in an engine")
variants = pytest.mark.parametrize(
    "variant", [pytest.param(v, marks=() if v in ("one", "four") else MODELS) for v in VARIANTS]
)


def ways(algorithm: str) -> tuple[int, ...]:
    return (0,) if algorithm in HASHES else (0, 1)


@variants
def test_every_length_in_whole_blocks(variant: str) -> None:
    rng = random.Random(1)
    runner = Runner(variant)
    for length in range(81):
        for algorithm in can(variant):
            for decrypt in ways(algorithm):
                runner.run(Case.random(rng, algorithm, rng.randint(0, 80), length, length), decrypt)
                runner.run(Case.random(rng, algorithm, length, rng.randint(0, 80), rng.randint(1, 80)), decrypt)


@variants
def test_every_length_in_any_pieces_with_pauses(variant: str) -> None:
    rng = random.Random(2)
    runner = Runner(variant, rng)
    for length in range(81):
        for algorithm in can(variant):
            for decrypt in ways(algorithm):
                cut = rng.choice((unit.words, cuts(rng)))
                runner.run(Case.random(rng, algorithm, rng.randint(0, 80), length, length), decrypt, cut)
                runner.run(Case.random(rng, algorithm, length, rng.randint(0, 80), 40), decrypt, cut)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_long_messages(algorithm: str) -> None:
    rng = random.Random(3)
    for variant in ("one", "two", "four"):
        Runner(variant, rng).run(Case.random(rng, algorithm, 700, 1500, 600), 0, cuts(rng))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_official_vectors(algorithm: str, everything: bool) -> None:
    """A vector's wrong tag differs from the unit's. By default a hundred vectors of each file, picked at random."""
    rng = random.Random(4)
    runner = Runner("one")
    for vectors in official.vectors(algorithm).values():
        count = 0
        for vector in rng.sample(vectors, min(len(vectors), 300 if everything else 100)):
            if algorithm in HASHES:
                case = Case(algorithm, b"", b"", vector.ad, vector.plaintext or b"", len(vector.tag))
                runner.start(case)
                squeezed = runner.unit.message(vector.ad, case.plaintext, cuts(rng), case.out_len).squeezed
                assert squeezed == vector.tag, vector.name
            elif (len(vector.key), len(vector.nonce), len(vector.tag)) == (16, 16, 16):
                case = Case(algorithm, vector.key, vector.nonce, vector.ad, vector.plaintext or b"")
                if vector.valid:
                    assert case.sealed() == (vector.ciphertext, vector.tag)
                    runner.run(case, 0, cuts(rng))
                runner.start(case, 1)
                result = runner.unit.message(vector.ad, vector.ciphertext)
                assert (result.tag == vector.tag) == vector.valid, vector.name
                assert not vector.valid or result.out == vector.plaintext
            else:
                continue
            count += 1
        assert count > 40


def test_lanes_without_a_piece_do_not_matter() -> None:
    rng = random.Random(5)
    runner = Runner("one")
    dut, cycle = runner.dut, runner.dut.cycle

    def noisy(count: int = 1) -> None:
        lanes = dut.lanes_i if dut.valid_i and dut.kind_i in (AD, DATA) else 0
        mask = sum(0xFF << 8 * i for i in range(16) if lanes >> i & 1)
        dut.data_i = dut.data_i & mask | rng.getrandbits(128) & ~mask
        cycle(count)

    dut.__dict__["cycle"] = noisy
    for algorithm in ALGORITHMS * 10:
        case = Case.random(rng, algorithm, rng.randint(0, 50), rng.randint(0, 90), 20)
        runner.start(case)
        case.check(runner.unit.message(case.ad, case.plaintext, cuts(rng), case.out_len))


def test_open_ended_output_in_several_requests() -> None:
    """The second request continues where the first ended."""
    rng = random.Random(6)
    for variant in ("one", "four"):
        runner = Runner(variant, rng)
        for algorithm in HASHES[1:] * 20:
            case = Case.random(rng, algorithm, rng.randint(0, 20), rng.randint(0, 20))
            runner.start(case)
            list(runner.unit.play(case.ad, case.plaintext, cuts(rng), rng.randrange(3)))
            for _ in range(4):
                runner.dut.cycle(rng.randrange(20))
                list(runner.unit.play(cut=cuts(rng), squeeze=rng.choice((1, 7, 8, 9, rng.randint(1, 30)))))
            case.out_len = len(runner.unit.result.squeezed)
            case.check(runner.unit.result)


# ---- Cycles ----


@variants
def test_cycles_do_not_depend_on_secrets(variant: str) -> None:
    rng = random.Random(7)
    runner = Runner(variant)
    for algorithm in can(variant):
        for ad, length in ((0, 0), (13, 64), (25, 86)):
            secrets = [(0, 0, 0, 0), (255, 255, 255, 255), *((-1, -1, -1, -1) for _ in range(6))]
            seen = set()
            for fills in secrets:
                case = Case.random(rng, algorithm, ad, length)
                for name, fill in zip(("key", "nonce", "ad", "plaintext"), fills, strict=True):
                    if fill >= 0:
                        setattr(case, name, bytes([fill]) * len(getattr(case, name)))
                for decrypt in ways(algorithm):
                    result = runner.run(case, decrypt)
                    seen.add((result.cycles, *result.taken, -1, *result.answered))
            assert len(seen) == 1


def _steps(taken: list[int]) -> set[int]:
    return {b - a for a, b in pairwise(taken)}


@pytest.mark.parametrize(("column", "variant"), [(0, "one"), (1, "two"), (2, "four")])
def test_the_cycles_of_the_table(column: int, variant: str) -> None:
    rng = random.Random(8)
    runner = Runner(variant)

    def run(algorithm: str, ad: int, length: int, out: int = 32, cut: Cut = blocks) -> Result:
        return runner.run(Case.random(rng, algorithm, ad, length, out), cut=cut)

    def only(values: set[int]) -> int:
        assert len(values) == 1, values
        return values.pop()

    results = {}
    blocks_of = {"Ascon-AEAD128, -128a": ("ascon-aead128", "ascon-128a"), "Ascon-128": ("ascon-128",)}
    for title, names in blocks_of.items():
        rate = 8 if title == "Ascon-128" else 16
        seen: list[set[int]] = [set() for _ in range(4)]
        for name in names:
            long = run(name, 4 * rate, 4 * rate)
            seen[0] |= _steps(long.taken[:5]) | _steps(long.taken[5:])
            seen[1].add(long.taken[5] - long.taken[4])
            seen[2].add(long.taken[0])
            none = run(name, 0, 4 * rate)
            seen[2].add(none.taken[0])
            seen[3] |= {long.cycles - long.taken[-1], none.cycles - none.taken[-1]}
            assert none.taken[1] - none.taken[0] == 1
            short = run(name, 7, 7, cut=lambda place, left: 1).taken
            assert _steps(short[:8]) | _steps(short[8:]) == {1}
        results |= {
            f"{title}: start to the first piece": only(seen[2]),
            f"{title}: a complete block": only(seen[0]),
            f"{title}: AD_END after AD": only(seen[1]),
            f"{title}: DATA_END to the tag": only(seen[3]),
        }
    for name in HASHES:
        title = f"Ascon-{name[6:].upper() if name != 'ascon-hash256' else 'Hash256'}"
        long = run(name, 32, 32, 32)
        results[f"{title}: start to the first piece"] = long.taken[0]
        ad_blocks = 4 if name == "ascon-cxof128" else 0
        steps = _steps(long.taken[: ad_blocks + 1]) | _steps(long.taken[ad_blocks + 1 :])
        if ad_blocks:
            steps.add(long.taken[5] - long.taken[4])
        else:
            assert long.taken[1] - long.taken[0] == 1
        results[f"{title}: a block, an end, 8 bytes of output"] = only(steps)
    for ad, length in ((0, 0), (25, 86), (40, 1224)):
        results[f"Ascon-AEAD128: message of {ad} bytes AD, {length:,} data"] = run("ascon-aead128", ad, length).cycles
    rows = tables.cycles(FOLDER / "README.md", "cycles of the unit")
    assert results == {name: row[column] for name, row in rows.items()}


# ---- Wiping ----


def secrets(dut: Dut) -> dict[str, int]:
    return {name: value for name, value in dut.registers().items() if value and name.endswith("state_q")}


def silent(dut: Dut) -> bool:
    shown = dut.out_valid_o or dut.out_o or dut.tag_valid_o or dut.tag_o
    return not (shown or ("ctx_rdata_o" in dut and dut.ctx_rdata_o))


@variants
@pytest.mark.parametrize("way", ("wipe_i", "rst_ni"))
def test_wipe_and_reset_at_any_moment(variant: str, way: str) -> None:
    """They leave nothing, then and later, and the unit takes the next message."""
    rng = random.Random(9)
    runner = Runner(variant)
    dut = runner.dut
    moments = 0
    for algorithm in can(variant):
        moment, done = -1, False
        while not done:
            moment += 1
            case = Case.random(rng, algorithm, rng.randint(12, 20), 20, 9)
            runner.start(case)
            play = runner.unit.play(case.ad, case.plaintext, squeeze=case.out_len)
            for n, _ in enumerate(play):
                if n == moment:
                    break
            else:
                done = True
            moments += 1
            # A wipe never waits, and nothing starts in its cycle.
            dut.drive(
                valid_i=rng.randint(0, 1),
                start_valid_i=rng.randint(0, 1),
                kind_i=DATA,
                out_ready_i=1,
                lanes_i=0xFFFF,
                data_i=rng.getrandbits(128),
            )
            setattr(dut, way, int(way == "wipe_i"))
            assert not dut.ready_o and not dut.start_ready_o and not dut.out_valid_o and not dut.out_o
            assert way == "wipe_i" or silent(dut)
            dut.cycle()
            setattr(dut, way, int(way != "wipe_i"))
            dut.drive(valid_i=0, start_valid_i=0)
            if way == "rst_ni":
                assert silent(dut)
                dut.cycle()
            assert not secrets(dut)
            assert dut.start_ready_o
            for address in range(11 if "ctx_addr_i" in dut else 1):
                dut.drive(kind_i=rng.choice((DATA, SQUEEZE)), valid_i=1, ctx_addr_i=address)
                assert silent(dut)
                assert not dut.ready_o
            dut.cycle(rng.randrange(3))
            dut.valid_i = 0
            runner.run(Case.random(rng, algorithm, rng.randint(0, 20), rng.randint(0, 40)))
    assert moments > 40


def test_the_only_secret_register_is_the_state() -> None:
    for name, value in Runner("one").dut.registers().items():
        assert name.endswith("state_q") or value < 16, name


def test_no_piece_is_accepted_after_the_tag() -> None:
    rng = random.Random(10)
    runner = Runner("one")
    result = runner.run(Case.random(rng, "ascon-aead128", 5, 20))
    for kind in range(5):
        runner.dut.drive(valid_i=1, kind_i=kind, out_ready_i=1, lanes_i=1, data_i=255)
        assert not runner.dut.ready_o and not runner.dut.out_valid_o and not runner.dut.out_o
        runner.dut.cycle(5)
        assert runner.dut.tag_valid_o and runner.dut.tag_o == words(result.tag)


# ---- Contexts ----


def parts(total: bytes, rng: random.Random) -> tuple[bytes, bytes]:
    here = rng.choice((0, 1, 8, 16, len(total), rng.randint(0, len(total))))
    return total[:here], total[here:]


@pytest.mark.parametrize("variant", ("one", "two", "four"))
def test_contexts_change_between_any_pieces(variant: str) -> None:
    """Three messages alternate, in sections of any length, sometimes after a wipe or in another unit."""
    rng = random.Random(11)
    runners = [Runner(variant, rng, seed) for seed in range(2)]
    positions_seen = set()
    for _ in range(60):
        cases = [
            Case.random(
                rng,
                rng.choice(ALGORITHMS),
                rng.choice((0, 16, rng.randint(0, 50))),
                rng.randint(0, 60),
                rng.randint(1, 40),
            )
            for _ in range(3)
        ]
        turns = [rng.choice(ways(case.algorithm)) for case in cases]
        left = [[case.ad, case.data(turn), bytes(case.out_len)] for case, turn in zip(cases, turns, strict=True)]
        results = [Result() for _ in cases]
        contexts: list[list[int] | None] = [None for _ in cases]
        positions = [(AD, -1) for _ in cases]
        going = [0, 1, 2]
        while going:
            i = rng.choice(going)
            runner, context = rng.choice(runners), contexts[i]
            if context:
                restore(runner.dut, context, rng, in_order=False)
            runner.start(cases[i], turns[i], resume=int(context is not None))
            runner.unit.position = positions[i]
            # One turn: some AD, perhaps its end; some data, perhaps its end; some output.
            now: list[bytes] = [b"", b"", b""]
            ends = [False, False, False]
            for stage in range((AD, DATA, SQUEEZE).index(positions[i][0]), 3):
                now[stage], left[i][stage] = parts(left[i][stage], rng)
                ends[stage] = not left[i][stage] and rng.random() < 0.6
                if not ends[stage]:
                    break
            for _ in runner.unit.play(now[0], now[1], cuts(rng), len(now[2]), end_ad=ends[0], end=ends[1]):
                pass
            results[i].out += runner.unit.result.out
            results[i].squeezed += runner.unit.result.squeezed
            positions[i] = runner.unit.position
            positions_seen.add((cases[i].algorithm in HASHES, *positions[i]))
            if (ends[1] and not cases[i].out_len) or ends[2]:
                results[i].tag = runner.unit.result.tag
                cases[i].check(results[i], turns[i])
                going.remove(i)
            else:
                contexts[i] = save(runner.dut)
            if rng.random() < 0.3:
                runner.dut.wipe_i = 1
                runner.dut.cycle()
                runner.dut.wipe_i = 0
                assert not secrets(runner.dut)
    assert len(positions_seen) > 40


def test_a_context_is_neither_output_nor_written_in_a_permutation() -> None:
    rng = random.Random(12)
    runner = Runner("one", rng)
    dut = runner.dut
    shown = 0
    for algorithm in ALGORITHMS:
        case = Case.random(rng, algorithm, 20, 40)
        runner.start(case)
        for _ in runner.unit.play(case.ad, case.plaintext, cuts(rng), case.out_len):
            idle = dut.start_ready_o
            dut.drive(ctx_we_i=1 - idle, ctx_addr_i=rng.randrange(16), ctx_wdata_i=rng.getrandbits(32))
            shown += bool(dut.ctx_rdata_o)
            assert not dut.ctx_rdata_o or (idle and dut.ctx_addr_i < 11)
        dut.ctx_we_i = 0
        case.check(runner.unit.result)
    assert shown
