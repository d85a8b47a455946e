# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The state of vmb_aes_modes: wiped at any time, saved and restored."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.rtl import unit
from tests.rtl.checks import checked
from tests.rtl.dut import Dut, build
from tests.rtl.model_aes import FILES, is_secret, secrets
from tests.rtl.model_aes_modes import (
    CCM,
    CTR,
    ECB,
    GCM,
    NAMES,
    NONCES,
    STREAMS,
    VARIANTS,
    Case,
    can,
    case,
    later_key,
    new,
    run,
)
from tests.rtl.unit import Unit, cuts

WHOLE = pytest.mark.long("a model of an unrolled core; the small one always runs")
STAGES = pytest.mark.long("models of two stages; the small core of one stage always runs")
MARKS = {"whole": WHOLE, "two stages": STAGES, "small two stages": STAGES}

# ---- Wiping ----


@pytest.mark.long("a model with every signal public, compiled for eight seconds")
def test_the_secret_registers_are_known() -> None:
    for variant in VARIANTS:
        for name, value in new(variant).registers().items():
            assert is_secret(name) or value < 16, name


def _begun(dut: Dut, this: Case, cycles: int) -> None:
    """Run this many cycles of a message, after that of its start."""
    player = Unit(dut)
    player.start(**this.start)
    dut.drive(key_i=later_key(dut, this), **this.kept)
    steps = player.play(this.ad, this.data, whole_blocks=this.whole_blocks)
    for _ in range(cycles):
        if next(steps, 1):
            return


def _offer(dut: Dut, this: Case, kind: int) -> None:
    """A start or, if there is one, a piece."""
    if kind < 0:
        dut.drive(**this.start, start_valid_i=1, valid_i=0)
    else:
        lanes = 0xFFFF if kind in (unit.AD, unit.DATA) else 2
        dut.drive(valid_i=1, kind_i=kind, lanes_i=lanes, data_i=(1 << 128) - 1, out_ready_i=1, start_valid_i=0)


def _shown(dut: Dut) -> Iterator[int]:
    """All outputs of a unit that can show data."""
    yield from (dut.out_valid_o, dut.out_o, dut.tag_valid_o, dut.tag_o)
    for address in range(10):
        dut.ctx_addr_i = address
        yield dut.ctx_rdata_o


@pytest.mark.parametrize("how", ["wipe", "reset"])
@pytest.mark.parametrize("variant", [pytest.param(v, marks=MARKS.get(v, ())) for v in VARIANTS])
def test_wiping_in_every_cycle_of_a_message(variant: str, how: str) -> None:
    """Whatever else is offered in that cycle: after it no data is left, and the next message is right."""
    rng = random.Random(variant)
    dut = new(variant)
    kinds = list(can(variant))
    rng.shuffle(kinds)
    for (mode, decrypt), bits in {(mode, decrypt): bits for mode, bits, decrypt in kinds}.items():
        this = case(rng, mode, bits, 48, decrypt, 20)  # its nonce has 13 bytes, so that GCM hashes it
        dut.cycle(20)
        for moment in range(-1, run(dut, this).cycles + 2):
            dut.cycle(20)
            if moment >= 0:
                _begun(dut, this, moment)
            _offer(dut, this, rng.choice((unit.AD, unit.AD_END, unit.DATA, unit.DATA_END)) if moment >= 0 else -1)
            if how == "wipe":
                dut.drive(wipe_i=1, ctx_we_i=moment % 2, ctx_addr_i=moment % 8, ctx_wdata_i=(1 << 32) - 1)
                dut.cycle()
                dut.drive(wipe_i=0, ctx_we_i=0, valid_i=0, start_valid_i=0)
                assert dut.start_ready_o
            else:
                dut.rst_ni = 0
                assert not any(_shown(dut))
                dut.rst_ni = 1
                assert not any(_shown(dut)) and not dut.ready_o and not dut.start_ready_o
                dut.cycle()
                dut.drive(valid_i=0, start_valid_i=0)
            assert not secrets(dut), (NAMES[mode], moment)
            for kind in (*range(5), -1):
                dut.drive(kind_i=max(kind, 0), lanes_i=0xFFFF, valid_i=int(kind >= 0))
                assert not any(_shown(dut)) and not dut.ready_o, (NAMES[mode], moment)
            dut.cycle()
            assert not secrets(dut), (NAMES[mode], moment)
            if moment % 5 == 0:
                run(dut, this)


# ---- Contexts ----


# The inputs that a start needs again: the rest is in the context.
KEPT_BY_THE_USER = ("algorithm_i", "decrypt_i", "key_i", "key_len_i", "ad_len_i", "tag_len_i")


def save(dut: Dut) -> list[int]:
    dut.valid_i = 0
    dut.wait("idle_o")
    results = []
    for address in range(dut.ctx_words_o):
        dut.ctx_addr_i = address
        results.append(dut.ctx_rdata_o)
    return results


def restore(dut: Dut, saved: list[int]) -> None:
    for address, word in enumerate(saved):
        dut.drive(ctx_we_i=1, ctx_addr_i=address, ctx_wdata_i=word)
        dut.cycle()
    dut.ctx_we_i = 0


@pytest.mark.parametrize(
    ("variant", "mode"),
    [
        (v, mode)
        for v, have in VARIANTS.items()
        if have.get("Contexts")
        for mode in sorted({kind[0] for kind in can(v)})
    ],
)
def test_a_message_continues_after_another(variant: str, mode: int) -> None:
    """A message is saved between any two pieces, wiped, interrupted by another message, and resumed, repeatedly."""
    rng = random.Random(11)
    dut = new(variant)
    others = list(can(variant))
    for _, bits, decrypt in (kind for kind in others if kind[0] == mode):
        for _ in range(20):
            size = rng.randrange(80) if mode in STREAMS else 64
            this = case(rng, mode, bits, size, decrypt, rng.choice((0, 40)), rng.choice(NONCES.get(mode, (13,))))
            if mode == CTR and rng.random() < 0.5:
                this = case(rng, mode, bits, 64, decrypt, iv=b"\xff" * 15 + bytes([rng.randrange(250, 256)]))
            player = Unit(dut, rng)
            player.start(**this.start)
            dut.drive(key_i=later_key(dut, this), **this.kept)
            out = b""
            for ad, data, end_ad, end in _parts(rng, this):
                for _ in player.play(ad, data, cuts(rng), 0, this.whole_blocks, end_ad, end):
                    pass
                out += player.result.out
                if end:
                    break
                saved, position = save(dut), player.position
                dut.wipe_i = 1
                dut.cycle()
                dut.wipe_i = 0
                assert not secrets(dut)
                other = rng.choice(others)
                size = rng.choice((0, 32)) if other[0] <= 1 else rng.randrange(40)
                run(dut, case(rng, other[0], other[1], size, other[2], rng.randrange(9)), rng=rng)
                restore(dut, saved)
                again = {name: this.start[name] for name in KEPT_BY_THE_USER}
                other_nonce = rng.randrange(16)
                player.start(**again, nonce_i=rng.getrandbits(128), nonce_len_i=other_nonce, resume_i=1)
                dut.drive(key_i=later_key(dut, this), **{**this.kept, "nonce_len_i": other_nonce})
                player.position = position
            player.result.out = out
            this.check(player.result)


def _parts(rng: random.Random, this: Case) -> Iterator[tuple[bytes, bytes, bool, bool]]:
    """A message cut in some places: AD, data, and whether each ends then."""
    step = 16 if this.mode <= 1 else 1
    ad_cuts = sorted(rng.randint(0, len(this.ad)) for _ in range(rng.randrange(3)))
    data_cuts = sorted(rng.randrange(0, len(this.data) + 1, step) for _ in range(rng.randrange(3)))
    place = 0
    for cut in ad_cuts:
        yield this.ad[place:cut], b"", False, False
        place = cut
    ad, place = this.ad[place:], 0
    for cut in data_cuts:
        yield ad, this.data[place:cut], True, False
        ad, place = b"", cut
    yield ad, this.data[place:], True, True


@pytest.mark.parametrize(("variant", "mode"), [("full", CCM), ("GCM", GCM)])
def test_a_context_is_not_output_while_a_block_is_in_progress(variant: str, mode: int) -> None:
    rng = random.Random(12)
    dut = new(variant)
    this = case(rng, mode, 128, 64, False, 20)
    player = Unit(dut, rng)
    player.start(**this.start)
    dut.drive(**this.kept)
    shown = 0
    for _ in player.play(this.ad, this.data, cuts(rng)):
        for address in range(32):
            dut.ctx_addr_i = address
            assert not dut.ctx_rdata_o or (dut.idle_o and address < 9)
        shown += dut.idle_o
    assert shown


@pytest.mark.parametrize("variant", ["small", pytest.param("whole", marks=WHOLE)])
def test_a_unit_without_contexts_outputs_no_context_words(variant: str) -> None:
    rng = random.Random(15)
    parameters = VARIANTS["whole"] if variant == "whole" else {**VARIANTS["small CCM"], "Contexts": 0}
    dut = Dut(build("vmb_aes_modes", checked(*FILES), **parameters))
    dut.reset()
    player = Unit(dut, rng)
    this = case(rng, ECB, 128, 64)
    player.start(**this.start)
    for _ in player.play(this.ad, this.data, cuts(rng), whole_blocks=True):
        dut.ctx_addr_i = rng.randrange(32)
        assert dut.ctx_words_o == 0 and dut.ctx_rdata_o == 0
