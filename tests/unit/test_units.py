# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The table of cipher units, configs/units.toml: what is generated from it, what it agrees with, what it rejects."""

from __future__ import annotations

import re
import tomllib

import pytest

from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import load, units
from vambrace.software.oracles import oracle
from vambrace_dev import units as generator

TEXT = (root() / "configs" / "units.toml").read_text()


def test_generated_files_are_up_to_date(capsys):
    assert generator.main(["--check"]) == 0, capsys.readouterr().out
    assert capsys.readouterr().out == ""


def test_a_file_that_is_out_of_date_is_found(monkeypatch, capsys):
    name = "rtl/engine/vmb_engine_pkg.sv"
    text = (root() / name).read_text()
    assert text.count("UnitAes    = 2'd2") == 1
    monkeypatch.setattr(generator, "files", lambda: {root() / name: text.replace("2'd2", "2'd1")})
    assert generator.main(["--check"]) == 1
    assert f"{name} does not match configs/units.toml: run python -m vambrace_dev.units" in capsys.readouterr().out


def test_a_missing_generated_part_is_an_error():
    with pytest.raises(ValueError, match="generated: families"):
        generator.renewed("no comment\n", {"families": generator.families})


def test_every_algorithm_of_the_engine_is_listed():
    kinds = {name: a.kind for name, a in config.algorithms().items() if a.engine and not a.engine_jobs}
    assert {name: choice.algorithm.kind for name, choice in units.algorithms().items()} == kinds


def test_lengths_agree_with_the_oracle():
    for name, choice in units.algorithms().items():
        lengths, listed = oracle.LENGTHS[name], choice.algorithm
        assert choice.key == lengths.key, name
        if name.endswith("gcm"):  # longer nonces and shorter tags are left to software
            assert {*listed.nonce} < {*lengths.nonces} and {*listed.tag} < {*lengths.tags}, name
            continue
        assert (listed.nonce or (0,)) == (tuple(lengths.nonces) or (0,)), name
        assert listed.kind == "hash" or set(listed.tag) == set(lengths.tags), name


def test_contexts_have_the_words_of_the_units_and_one_of_the_engine():
    words = {
        "ascon": re.search(r"ctx_words_o = Contexts \? 5'd(\d+)", (root() / "rtl/ascon/vmb_ascon.sv").read_text()),
        "chacha": re.search(r"ctx_words_o = 5'd(\d+)", (root() / "rtl/chacha/vmb_chacha20_poly1305.sv").read_text()),
        "aes": re.search(r"ctx_words_o = 5'd(\d+)", (root() / "rtl/aes/vmb_aes_modes.sv").read_text()),
    }
    assert {name: int(actual[1]) + 1 for name, actual in words.items()} == {
        name: unit.context for name, unit in units.units().items()
    }


@pytest.mark.parametrize(
    ("find", "put", "line", "allowed"),
    [
        ("family = 1\n", "family = 2\n", "family = 2", "family: must be 1: families count from 0 to 2"),
        ('parameter = "Aes"\n', 'parameter = "AES"\n', 'parameter = "AES"', "must be one of: Aes, AesKeyBits"),
        ("context = 7\n", "contexts = 7\n", "contexts = 7", "unknown field 'contexts'; allowed: title, family"),
        ("context = 7\n", "", "[chacha]", "lacks: context"),
        ('number = 1\nname = "aes', 'number = 6\nname = "aes', "number = 6", "number: must be 1"),
        ("cycles = [20, 24, 28]", "cycles = [20]", "cycles = [20]", "cycles: must have 3 figures"),
        ('title = "XOF128"\nkind = "hash"', 'title = "XOF128"\nkind = "xof"', 'kind = "xof"', "aead, cipher, hash"),
        ('parameter = "AsconV12"', 'parameter = "V12"', 'parameter = "V12"', "must be one of: Ascon, AsconRounds"),
        ("smoke = { key = 32, nonce", "smoke = { key = 32, iv", "smoke = { key = 32, iv", "allowed: key, nonce, tag"),
        ("AesSbox = { default = 0, meaning", "AesSbox = { default = 0, mean", "AesSbox = {", "unknown field 'mean'"),
    ],
)
def test_a_wrong_field_is_reported_with_its_line(tmp_path, monkeypatch, find, put, line, allowed):
    assert find in TEXT
    text = TEXT.replace(find, put, 1)
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "units.toml").write_text(text)
    monkeypatch.setattr(units, "root", lambda: tmp_path)
    monkeypatch.setattr(units, "load", lambda name: tomllib.loads(text))
    with pytest.raises(VambraceError) as wrong:
        units.units.__wrapped__()
    number = next(n for n, written in enumerate(text.split("\n"), 1) if written.startswith(line))
    assert str(wrong.value).startswith(f"configs/units.toml, line {number}: ") and allowed in str(wrong.value)
    assert load.load("units.toml") == tomllib.loads(TEXT)
