# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The measurements of `vambrace study ciphers`, and its tables: nothing is simulated."""

import json

import pytest
from click.testing import CliRunner

from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli import main as cli
from vambrace.measure import planner
from vambrace.measure.studies import ciphers as study
from vambrace.software.running.simulate import Counts
from vambrace.software.toolchain.program import GCC
from vambrace.view.ciphers_table import grids


def planned(monkeypatch, *arguments: str) -> tuple[list[study.Task], BaseException | None, str]:
    """Return the tasks of a command."""
    seen: list[study.Task] = []
    monkeypatch.setattr(planner, "measure", lambda _, tasks: (seen.extend(tasks) or [], []))
    done = CliRunner().invoke(cli.main, ["study", "ciphers", *arguments])
    return seen, done.exception, done.output


def test_the_default_is_every_cipher_on_the_reference_core(monkeypatch):
    tasks, wrong, _ = planned(monkeypatch)
    assert wrong is None
    assert [t.cipher.name for t in tasks] == [
        "ascon",
        "aria",
        "gost",
        "hight",
        "idea",
        "noekeon",
        "seed",
        "simon",
        "simon-128",
    ]
    assert {t.point.name for t in tasks} == {"ibex-ref/none"} and len({t.model for t in tasks}) == 1
    assert len({t.label for t in tasks}) == 9


def test_a_selection_keeps_the_order_and_each_one_once(monkeypatch):
    tasks, _, _ = planned(monkeypatch, "simon", "aria", "simon", "--core", "ibex-fast", "--cflags", "-O3 -g")
    assert [t.label for t in tasks] == ["aria on ibex-fast", "simon on ibex-fast"]
    assert {t.flags for t in tasks} == {("-O3", "-g")}


def test_the_size_profile_is_compiled_with_os(monkeypatch):
    (task,), _, _ = planned(monkeypatch, "seed", "--profile", "size")
    assert task.label == "seed on ibex-ref, size profile" and task.build.profile == "size"
    assert " -Os " in study.build.flags_text(task.flags, task.build)
    (usual,), _, _ = planned(monkeypatch, "seed")
    assert usual.point.name != task.point.name and " -O2 " in study.build.flags_text(usual.flags, usual.build)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simeon"], ["'simeon'; did you mean 'simon'?", "vambrace study ciphers --list"]),
        (["--core", "rocket"], ["rocket", "ibex-ref", "cv32e40x"]),  # it has caches
        (["--json", "no/such/folder/x.json"], ["no folder"]),
    ],
)
def test_unknown_names_are_rejected_with_the_known_ones(monkeypatch, arguments, words):
    tasks, wrong, output = planned(monkeypatch, *arguments)
    said = output + str(wrong)
    assert wrong is not None and not tasks and all(word in said for word in words)
    assert isinstance(wrong, (UsageError, SystemExit))


def test_the_list_names_every_cipher_and_its_source(monkeypatch):
    tasks, wrong, output = planned(monkeypatch, "--list")
    assert wrong is None and not tasks
    for cipher in study.ciphers().values():
        assert f"{cipher.name:<10} {cipher.title}; {cipher.source}" in output


def test_texts_have_the_lengths_of_the_cipher():
    for task in study.tasks([], "ibex-ref"):
        key, message, sealed = task.texts
        blocks = 16 // task.cipher.block
        assert (len(key), len(message), len(sealed)) == (task.cipher.key, 16, blocks * task.cipher.sealed)
        assert len(sealed) <= 32 and task.texts == task.texts


def test_cycles_of_calls_are_added_and_stacks_are_not():
    first, two = Counts(5, 4, 16, 8, 0, 32, "a", "b"), Counts(7, 6, 24, 4, 8, 16, "c", "d")
    assert study.total([first, two]) == Counts(12, 10, 40, 12, 8, 32)


def record(cipher: str, operation: str, cycles: int, secrets: tuple[str, ...] = ()) -> dict:
    fields = ("instret", "bytes_fetched", "bytes_loaded", "bytes_stored", "code_bytes", "static_bytes", "stack_bytes")
    return {
        "cipher": cipher, "operation": operation, "core": "ibex-ref", "block_bits": 64, "key_bits": 128,
        "cycles": cycles, "cycles_per_byte": cycles / 16, "key_setup_cycles": 1000, "key_bytes": 8,
        **{field: i for i, field in enumerate(fields)}, "tools": {GCC: "12"},
        "configuration": {"secrets": list(secrets), "library_flags": "-O2 -O3"},
    }  # fmt: skip


def test_tables():
    results = [record("a", "encrypt", 1600), record("a", "decrypt", 1700)]
    results += [record("b", "encrypt", 16, ("addresses",)), record("b", "decrypt", 24, ("addresses",))]
    cycles, memory = grids(results)
    assert cycles.rows == [
        ["a", "64", "128", "1,000", "1,600", "100.0", "1,000", "1,700", "106.2"],
        ["b*", "64", "128", "1,000", "16", "1.0", "1,000", "24", "1.5"],
    ]
    assert cycles.notes[-1] == "GCC 12: -O2 -O3"
    assert [row[:2] for row in memory.rows] == [[c, o] for c in ("a", "b*") for o in study.OPERATIONS]
    assert memory.rows[0][2:] == ["0", "1", "2", "3", "4", "5", "6", "8"]
    assert all(len(row) == len(g.head) for g in (cycles, memory) for row in g.rows)


def test_measurements_are_printed_despite_a_failure(monkeypatch, tmp_path):
    results = [record("a", "encrypt", 1600), record("a", "decrypt", 1700)]
    monkeypatch.setattr(planner, "measure", lambda *_: (results, ["simon on ibex-ref: no luck"]))
    file = tmp_path / "x.json"
    done = CliRunner().invoke(cli.main, ["study", "ciphers", "--markdown", "--json", str(file)])
    assert isinstance(done.exception, VambraceError) and "no luck" in str(done.exception)
    assert "| a | 64 | 128 | 1,000 | 1,600 |" in done.stdout and json.loads(file.read_text()) == results
