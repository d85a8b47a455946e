# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The C styles of studies/ascon64 on this machine, in libvambrace's own job runner: official vectors, all short
lengths at any alignment, and wrong tags, which leave zeros; under sanitizers, and once in place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.aead.cases import any_alignment, both, check, forged, fresh, opened, rng
from tests.host import runner
from tests.vectors import official
from vambrace import config
from vambrace.base import store
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.measure.studies.ascon64 import STYLES
from vambrace.software.running.jobs import ERR_LENGTH, Job

NAME = "ascon-128"
FOLDER = root() / "studies" / "ascon64"
WRITTEN = list(dict.fromkeys(s.stem for s in STYLES.values() if s.stem))


class Styles(runner.HostRunner):
    """Runs a style instead of the library."""

    def program(self, algorithm: str) -> Path:
        known = replace(config.algorithms()[algorithm], prefix=self.prefix, features=())
        firmware, header = root() / "firmware", FOLDER / "ascon64.h"
        headers = store.digest_files(sorted(FOLDER.glob("*.h")))  # which the key of the build has to hold
        own = [*macros.algorithm(known), f"-I{FOLDER}", "-include", str(header), f"-DVMB_STUDY_HEADERS=0x{headers}"]
        return runner.build(self.name, self.flags, own, [firmware / "jobs.c", firmware / "host_runner.c", *self.extra])


def style(stem: str, base: runner.HostRunner) -> Styles:
    sources = (FOLDER / f"{stem}.c",)
    return Styles(f"ascon64-{base.name}", base.flags, base.relocate, 4, f"vmb_study_ascon64_{stem}", sources)


#: The style that the short run compiles; the others are for comparison only.
STYLES = [pytest.param(s, marks=pytest.mark.long("studied for comparison") if n else ()) for n, s in enumerate(WRITTEN)]


@pytest.mark.parametrize("stem", STYLES)
def test_official_vectors(stem):
    r, cases = rng("ascon64", stem), []
    for vectors in official.vectors(NAME).values():
        for v in vectors:
            if len(v.nonce) != 16 or len(v.tag) != 16:
                continue
            if not v.valid:
                cases.append(forged(v.name, Job("open", v.key, v.nonce, v.ad, v.ciphertext, v.tag)))
                continue
            seal, open_ = both(v.name, NAME, Job("seal", v.key, v.nonce, v.ad, v.plaintext, align=any_alignment(r)))
            assert (seal.out, seal.tag, open_.job.data) == (v.ciphertext, v.tag, v.ciphertext)
            cases += [seal, open_]
    assert len(cases) > 2200
    check(style(stem, runner.PLAIN), NAME, cases)


@pytest.mark.parametrize("stem", STYLES)
@pytest.mark.parametrize("base", [runner.PLAIN, runner.SANITIZED], ids=["plain", "sanitized"])
def test_all_lengths_and_wrong_tags(stem, base):
    r, cases = rng("ascon64", stem, base.name), []
    step = 1 if base is runner.PLAIN else 5
    for size in range(65):
        for ad in range(size % step, 33, step):
            job = fresh(NAME, r, size, ad, align=any_alignment(r))
            cases += both(f"{size}+{ad}", NAME, job if base.relocate or (size + ad) % 3 else job.in_place())
        undo = opened(NAME, fresh(NAME, r, size, size // 2, align=any_alignment(r)))
        for bit in (r.randrange(128), 0, 127):
            cases.append(forged(f"{size}, bit {bit}", undo.but(tag=_flipped(undo.tag, bit))))
        # The same bit of both words, whose differences would cancel in a sum.
        cases.append(forged(f"{size}, both words", undo.but(tag=_flipped(_flipped(undo.tag, size), size ^ 64))))
        if size:
            cases.append(forged(f"{size}, text", undo.but(data=_flipped(undo.data, r.randrange(8 * size)))))
        if undo.ad:
            cases.append(forged(f"{size}, ad", undo.but(ad=_flipped(undo.ad, r.randrange(8 * len(undo.ad))))))
        cases.append(forged(f"{size}, nonce", undo.but(nonce=_flipped(undo.nonce, r.randrange(128)))))
        cases.append(forged(f"{size}, key", undo.but(key=_flipped(undo.key, r.randrange(128)))))
    check(style(stem, base), NAME, cases)


def _flipped(data: bytes, bit: int) -> bytes:
    return bytes(b ^ (1 << bit % 8 if i == bit // 8 else 0) for i, b in enumerate(data))


@pytest.mark.parametrize("stem", WRITTEN)
def test_other_lengths_of_nonce_tag_and_key_are_rejected(stem):
    r = rng("ascon64", "refused")
    jobs = [fresh(NAME, r, 9, 3, nonce_len=n, tag_len=t) for n, t in ((15, 16), (16, 15), (17, 16), (0, 16))]
    results = style(stem, runner.SANITIZED).run(NAME, jobs)
    assert [x.status for x in results] == [ERR_LENGTH] * 4
    assert all(x.out == x.out_before and x.tag == x.tag_before for x in results)
    (short,) = style(stem, runner.SANITIZED).run(NAME, [jobs[0].but(key=bytes(15))])
    assert short.init_status == ERR_LENGTH and not short.violations
