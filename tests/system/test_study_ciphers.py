# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace study ciphers` on a core: the contents of records, that a wrong result yields none, and the ciphers whose
timing and addresses depend on secrets."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from vambrace.base.paths import root
from vambrace.measure.studies import ciphers as study
from vambrace.software.oracles.messages import WrongResult


@pytest.fixture(scope="module")
def measured(tmp_path_factory) -> tuple[list[dict], str]:
    """Return the records of all ciphers, and the output."""
    file = tmp_path_factory.mktemp("study") / "ciphers.json"
    command = [sys.executable, "-m", "vambrace", "study", "ciphers", "--markdown", "--json", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stderr
    return json.loads(file.read_text()), done.stdout


# Cycles of key set-up and of 128 bits, to encrypt and to decrypt: the measured figure, and 5 %.
LIMITS = {
    "ascon": (1660, 8900, 1820, 8910),
    "aria": (2820, 3790, 4650, 3760),
    "gost": (190, 9220, 190, 9310),
    "hight": (3090, 5220, 3090, 5220),
    "idea": (1350, 1740, 10800, 1750),
    "noekeon": (95, 2390, 160, 2410),
    "seed": (2460, 3900, 2460, 3910),
    "simon": (1370, 1730, 1370, 1730),
    "simon-128": (2850, 2440, 2850, 2450),
}


def test_every_cipher_keeps_its_limits(measured):
    results = {(r["cipher"], r["operation"]): r for r in measured[0]}
    assert list(results) == [(c, o) for c in LIMITS for o in ("encrypt", "decrypt")]
    for cipher, limits in LIMITS.items():
        taken = [results[cipher, o][f] for o in ("encrypt", "decrypt") for f in ("key_setup_cycles", "cycles")]
        assert all(limit / 2 < t <= limit for t, limit in zip(taken, limits, strict=True)), (cipher, taken)


def test_records_are_consistent(measured):
    for r in measured[0]:
        assert r["checked"] and (r["core"], r["extensions"], r["message_bytes"]) == ("ibex-ref", "none", 16)
        assert r["cycles_with_key_setup"] == r["cycles"] + r["key_setup_cycles"]
        assert r["cycles_per_byte"] == r["cycles"] / 16
        assert r["instret"] < r["cycles"] and 2 * r["instret"] < r["bytes_fetched"] < 6 * r["instret"]
        assert r["bytes_stored"] >= 16 and r["bytes_loaded"] > 16 and r["key_setup"]["bytes_loaded"] >= 16
        assert r["code_bytes"] > 100 and r["key_bytes"] >= r["key_bits"] // 8
        assert r["tools"]["ibex"] and "-O2" in r["configuration"]["library_flags"]
    tables = {r["cipher"]: r["static_bytes"] for r in measured[0] if r["operation"] == "encrypt"}
    # The S-boxes and other constants, and no other table.
    assert (tables["gost"], tables["seed"]) == (128, 512) and 1024 < tables["aria"] < 1100
    assert all(tables[c] < 20 for c in ("ascon", "hight", "idea", "noekeon", "simon", "simon-128"))


def test_every_field_is_described(measured):
    page = (root() / "docs" / "reference" / "records.md").read_text()
    own = page[page.index("## Records of ciphers") :]
    own = own[: own.index("\n## ", 1)]
    shared = ("schema", "core", "extensions", "operation", "message_bytes", "tools", "source_hash")
    for r in measured[0][:1]:
        fields = {*r, *(f"configuration.{f}" for f in r["configuration"])} - {"configuration", *shared}
        assert not [f for f in fields if f"`{f}`" not in own]


def test_tables_name_every_cipher(measured):
    for cipher in study.ciphers().values():
        assert f"| {cipher.name}{'*' * bool(cipher.secrets)} |" in measured[1]


@pytest.mark.parametrize("name", study.ciphers())
def test_dependence_on_secrets_is_as_documented(name):
    """Three keys and messages: the same instructions in the same order, at the same addresses, or not."""
    (task,) = study.tasks([name], "ibex-ref")
    for operation in study.OPERATIONS:
        runs = [study.run(replace(task, seed=seed), operation) for seed in (2, 3, 4)]
        calls = [[c for window in run.values() for c in window] for run in runs]
        paths = {tuple(c.pc_hash for c in some) for some in calls}
        addresses = {tuple(c.data_hash for c in some) for some in calls}
        assert (len(addresses) == 1) == ("addresses" not in task.cipher.secrets), operation
        # IDEA branches if a factor is 2^16, which random messages hardly ever have.
        assert len(paths) == 1, operation
        assert len({tuple(c.cycles for c in some) for some in calls}) == 1, operation


def test_flags_reach_the_compiler():
    (usual,), (other,) = (study.tasks(["gost"], "ibex-ref", flags) for flags in ((), ("-O3",)))
    first, two = study.measure(usual)[0], study.measure(other)[0]
    assert two["cycles"] < 0.7 * first["cycles"] and two["code_bytes"] > 1.5 * first["code_bytes"]
    assert two["configuration"]["library_flags"] == first["configuration"]["library_flags"] + " -O3"


def test_idea_branches_on_secrets():
    """A key of zeros, which are factors of 2^16."""
    (task,) = study.tasks(["idea"], "ibex-ref")

    class Zeros(study.Task):
        texts = bytes(16), bytes(16), task.cipher.seal(bytes(16), bytes(16))

    usual, zeros = (study.run(t, "encrypt")["block"] for t in (task, Zeros(task.cipher, task.point)))
    assert usual[0].pc_hash != zeros[0].pc_hash


def test_a_wrong_result_yields_no_record(monkeypatch):
    monkeypatch.setitem(study.MODELS, "simon", lambda key, block: bytes(8))
    (task,) = study.tasks(["simon"], "ibex-ref")
    for operation in study.OPERATIONS:
        with pytest.raises(WrongResult, match=rf"simon on ibex-ref: {operation}: wrong result"):
            study.run(task, operation)
