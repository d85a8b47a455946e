# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A memory that is slow, and just in time: vmb_engine's watchdog counts from the last grant or answer on, and not while
no answer is due. Also an engine without `early`, which rejects such jobs under any POLICY."""

from __future__ import annotations

import random

import pytest

from tests.rtl.engine import Engine
from tests.rtl.engine_cases import VARIANTS, Case, model
from tests.rtl.test_engine_errors import ARGUMENT, NONE, refused

PATIENCE = VARIANTS["passes"]["Watchdog"]


class Slow:
    """A memory that makes some progress, a grant or an answer, within this many cycles."""

    def __init__(self, engine: Engine, rng: random.Random, most: int) -> None:
        self.engine, self.rng, self.most = engine, rng, most
        self.owed: list[tuple[int, int]] = []
        self.left = 0

    def cycle(self) -> None:
        dut = self.engine.dut
        self.left -= 1
        now = self.left < 0
        if now:
            self.left = self.rng.randrange(self.most)
        answers = now and bool(self.owed) and (not dut.mem_req_o or self.rng.random() < 0.4)
        grants = now and not answers
        data, error = self.owed.pop(0) if answers else (0, 0)
        dut.drive(mem_rvalid_i=int(answers), mem_rdata_i=data, mem_err_i=error, mem_gnt_i=int(grants))
        if dut.mem_req_o and grants:
            self.owed.append(self.engine.memory._serve(dut.mem_addr_o, dut.mem_we_o, dut.mem_be_o, dut.mem_wdata_o))
        elif grants:
            self.left = 0  # no request
        dut.cycle()


@pytest.mark.parametrize("algorithm", ["ascon-aead128", "aes-256-ccm", "aes-192-gcm", "chacha20-poly1305"])
def test_a_memory_that_is_just_in_time(algorithm):
    rng = random.Random(algorithm)
    engine = Engine(model("passes"), two_passes=True)
    for most in (PATIENCE - 4, PATIENCE // 2, 3):
        for decrypt in (0, 1):
            engine.begin(**Case.random(rng, algorithm, 21, 70).arguments(decrypt))
            bus = Slow(engine, rng, most)
            for _ in range(20_000):
                if not engine.dut.busy_o:
                    break
                bus.cycle()
            assert not engine.dut.busy_o and engine.status("error") == NONE, (most, decrypt)


def test_an_engine_without_early_rejects_jobs_that_request_it():
    """It is a wrong argument for this engine, and not a violation of its policy."""
    rng = random.Random(5)
    for algorithm in ("ascon-aead128",):
        engine = Engine(model("strict"))
        case = Case.random(rng, algorithm, 5, 30)
        refused(engine, ARGUMENT, case.arguments(1) | {"early": 1})
        case.run(engine, 1)
