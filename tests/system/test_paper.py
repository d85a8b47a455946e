# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A paper's table from nothing: measured, stored, and then shown immediately, with the figures of the study itself."""

import json
import time

import pytest
from click.testing import CliRunner

from vambrace.cli.main import main
from vambrace.measure import planner
from vambrace.measure.studies import ciphers

TABLE = ["paper", "thesis2024", "--table", "5.1"]


def test_a_table_is_measured_once_and_kept(tmp_path):
    measured, cached = tmp_path / "measured.json", tmp_path / "cached.json"
    done = CliRunner().invoke(main, [*TABLE, "--json", str(measured)])
    assert done.exit_code == 0, done.output
    every = json.loads(measured.read_text())
    figures = {(r["row"], r["column"]): r for r in every if r["part"] != "speed profile"}
    assert len(figures) == 40 and {r["verdict"] for r in figures.values()} == {"beaten", "behind", "ours alone"}
    (task,) = ciphers.tasks(["noekeon"], "ibex-ref", profile="size")
    both = ciphers.measure(task)
    assert len(both) == 2 and all(record in list(planner.stored("ciphers")) for record in both)
    for name, field, scale in (("instructions retired", "instret", 1), ("stores", "bytes_stored", 1 / 1024)):
        figure = figures[name, "NOEKEON"]
        assert figure["ours"] == pytest.approx(sum(r[field] + r["key_setup"][field] for r in both) * scale)
        assert figure["ours_of"]["source_hash"] == both[0]["source_hash"]
    assert figures["clock cycles", "NOEKEON"]["ours"] == sum(r["cycles_with_key_setup"] for r in both)
    began = time.process_time()
    again = CliRunner().invoke(main, [*TABLE, "--cached", "--json", str(cached)])
    assert again.exit_code == 0 and time.process_time() - began < 5
    assert cached.read_text() == measured.read_text() and again.stdout == done.stdout
