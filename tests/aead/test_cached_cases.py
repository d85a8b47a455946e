# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cached lists of cases equal those that any process would make now."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import islice

import pytest

from tests.aead import cached_cases
from tests.aead.catalogue import lists, lists_for
from vambrace.base import code, memo, store
from vambrace.base.paths import root
from vambrace.software.running import jobs

#: One algorithm with most lists, and one with the lists for ciphers and hashes; both are fast.
ALGORITHMS = ("aes-128-ccm", "aes-128-ecb")


@pytest.mark.parametrize(
    ("name", "algorithm"), [("official.of_every_class", "aes-128-ctr"), ("tamper.one_bit", "ascon-128")]
)
def test_cached_cases_equal_fresh_ones(name, algorithm):
    fresh = list(lists()[name].make(algorithm))
    for _ in range(2):
        actual = cached_cases.cases.__wrapped__(name, algorithm, False)
        assert actual == fresh and list(map(type, actual)) == list(map(type, fresh))


def test_a_change_of_any_input_makes_a_list_again(monkeypatch, tmp_path):
    def key(name: str = "tamper.one_bit", algorithm: str = "ascon-128", short: bool = True) -> str:
        with monkeypatch.context() as patch:
            patch.setattr(cached_cases, "_surroundings", cached_cases._surroundings.__wrapped__)
            patch.setattr(cached_cases, "_code", cached_cases._code.__wrapped__)
            return cached_cases.key(name, algorithm, short)

    first = key()
    results = [key("tamper.in_place"), key(algorithm="ascon-128a"), key(short=False)]
    for module, name, other in (
        (cached_cases, "SEED", "x"),
        (cached_cases, "version", lambda name: "0"),
        (cached_cases.sys, "version", "4"),
        (cached_cases, "root", lambda: tmp_path),
        (code, "digest", lambda module: "0"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, other)
            results.append(key())
    assert key() == first and len({first, *results}) == len(results) + 1


def test_the_short_run_uses_the_first_cases_of_some_lists(monkeypatch):
    first = replace(lists()["tamper.one_bit"], short=50)
    monkeypatch.setattr(cached_cases, "lists", lambda: {first.name: first})
    full, short = (cached_cases.cases.__wrapped__(first.name, "ascon-128", short) for short in (False, True))
    assert short == full[:50] and len(full) > 50


def test_the_code_of_a_list_includes_all_that_it_imports():
    actual = code.imports("tests.aead.lists.official")
    wanted = {"tests.aead.lists.official", "tests.aead.cases", "tests.aead.streams", "tests.vectors.official"}
    wanted |= {"tests.vectors.crates", "vambrace.software.oracles.oracle", "vambrace.software.oracles.oracle_ascon"}
    assert wanted <= set(actual)
    assert {path.relative_to(root()).parts[0] for path in actual.values()} == {"src", "tests"}
    assert {item.make.__module__ for item in lists().values()} > {"tests.aead.lists.official"}


def images() -> str:
    """The hash of the image of each list's first cases."""
    made_ones = ([case.job for case in islice(item.make(name), 200)] for name in ALGORITHMS for item in lists_for(name))
    return store.digest(*map(jobs.encode, made_ones))


def test_every_process_makes_the_same_cases():
    """The hash does not depend on the order of sets; otherwise cached results of simulators would not be found."""
    modules = ["tests.aead.test_cached_cases", *sorted({item.make.__module__ for item in lists().values()})]
    program = "from tests.aead import test_cached_cases; print(test_cached_cases.images())"

    def run() -> memo.Files:
        digests = [
            subprocess.run(
                [sys.executable, "-c", program],
                capture_output=True,
                check=True,
                cwd=root(),
                env={**os.environ, "PYTHONHASHSEED": seed},
            ).stdout
            for seed in "12"
        ]
        return {"first": digests[0], "second": digests[1]}

    key = store.digest("hash seeds", [code.digest(module) for module in modules], cached_cases._surroundings())
    actual = memo.recall(key, run)
    assert actual["first"] == actual["second"]
