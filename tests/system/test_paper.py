# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A paper's table from nothing: measured, kept, and there again at once, with the figures of the study itself."""

import json
import time

from click.testing import CliRunner

from vambrace.cli.main import main
from vambrace.measure import engine as measuring
from vambrace.measure.studies import ciphers

TABLE = ["paper", "thesis2024", "--table", "ciphers"]


def test_a_table_is_measured_once_and_kept(tmp_path):
    measured, cached = tmp_path / "measured.json", tmp_path / "cached.json"
    done = CliRunner().invoke(main, [*TABLE, "--json", str(measured)])
    assert done.exit_code == 0, done.output
    figures = {(r["row"], r["column"]): r for r in json.loads(measured.read_text())}
    assert len(figures) == 80 and {r["verdict"] for r in figures.values()} == {"ours alone"}
    (task,) = ciphers.tasks(["noekeon"], "ibex-ref")
    for record in ciphers.measure(task):
        assert record in list(measuring.kept("ciphers"))
        for name, field in (("cycles", "cycles"), ("instructions", "instret"), ("bytes stored", "bytes_stored")):
            figure = figures["NOEKEON, key of 128 bits", f"{record['operation']} {name}"]
            assert figure["ours"] == record[field] and figure["ours_of"]["source_hash"] == record["source_hash"]
    began = time.process_time()
    again = CliRunner().invoke(main, [*TABLE, "--cached", "--json", str(cached)])
    assert again.exit_code == 0 and time.process_time() - began < 5
    assert cached.read_text() == measured.read_text() and again.stdout == done.stdout
