# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Proofs of portable C by Frama-C (formal/c), and defects that it must not prove."""

from __future__ import annotations

import shutil

import pytest

from vambrace.base import children
from vambrace.base.errors import MissingTool
from vambrace.base.paths import root
from vambrace_dev.defects import seed
from vambrace_dev.verify import eva
from vambrace_dev.verify.parts import c

FRAMA_C = pytest.mark.long("needs Frama-C, which set-up does not install: apt-get install frama-c-base")

FILE = "lib/src/poly1305/poly1305.c"

#: Defects of this file: the driver that must fail, the replaced text, and the replacement.
DEFECTS = {
    "unclamped carry": ("poly1305_block.c", "(uint64_t)(uint32_t)d3 + (d2 >> 32)", "d3 + (d2 >> 32)"),
    "top not reduced": ("poly1305_block.c", "(top & 3) + (d3 >> 32)", "(top & 7) + (d3 >> 32)"),
    "a product too much": ("poly1305_block.c", "d0 = VMB_MUL(h0, r0) +", "d0 = VMB_MUL(h0, r0) * 32 +"),
    "a byte too many": ("poly1305_end.c", "i < len ? data[i] : 0", "i <= len ? data[i] : 0"),
    "a word too many": ("poly1305_end.c", "data += len & ~(size_t)15;", "data += len & ~(size_t)7;"),
}


@pytest.mark.parametrize("driver", sorted((root() / "formal" / "c").glob("*.c")), ids=lambda driver: driver.stem)
def test_a_driver_compiles(driver):
    """Without Frama-C, too, a driver calls functions that the library has."""
    includes = [f"-I{root() / 'lib' / folder}" for folder in ("src", "include")]
    done = children.run(
        ["gcc", "-std=c99", "-Werror=implicit-function-declaration", "-fsyntax-only", *includes, str(driver)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_quotes_the_source(name):
    _, find, put = DEFECTS[name]
    assert seed(FILE, (root() / FILE).read_text(), find, put)


@FRAMA_C
@pytest.mark.parametrize("check", c.checks(), ids=lambda check: check.name)
def test_it_is_proved(check):
    outcome = check.run()
    assert outcome.holds and outcome.figure.endswith(" 0 alarms"), outcome


@FRAMA_C
@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found(name, tmp_path):
    driver, find, put = DEFECTS[name]
    (tmp_path / "poly1305").mkdir()
    (tmp_path / "poly1305" / "poly1305.c").write_text(seed(FILE, (root() / FILE).read_text(), find, put))
    outcome = eva.analyse(root() / "formal" / "c" / driver, driver == "poly1305_block.c", tmp_path)
    assert not outcome.holds and (outcome.details or "block" in driver)


def test_without_frama_c_nothing_is_proved(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(MissingTool, match="apt-get install frama-c-base"):
        c.checks()[0].run()
