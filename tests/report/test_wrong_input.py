# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Wrong arguments and files of `vambrace report`."""

import json

import pytest
from click.testing import CliRunner

from tests.report import made_up
from vambrace.base.errors import UsageError
from vambrace.cli import main as cli
from vambrace.results.schema import SCHEMA


def test_wrong_input(tmp_path):
    file = tmp_path / "no.json"
    file.write_text("{}")

    def run(*arguments):
        return CliRunner().invoke(cli.main, ["report", *arguments], standalone_mode=False)

    assert isinstance(run("--from", str(file)).exception, UsageError)
    assert isinstance(run("nonsense").exception, UsageError)
    assert "no folder" in str(run("-o", str(tmp_path / "no" / "x.html")).exception)


@pytest.mark.parametrize("records", [[], [{"a": 1}], [{"cycles": 1, "code_bytes": 1}]])
def test_files_without_records_are_rejected(tmp_path, records):
    file = tmp_path / "records.json"
    file.write_text(json.dumps(records))
    done = CliRunner().invoke(cli.main, ["report", "--from", str(file), "-o", "-"], standalone_mode=False)
    assert isinstance(done.exception, UsageError) and "records.json: " in str(done.exception)
    assert done.stdout == ""


@pytest.mark.parametrize("schema", [1, 2, 4, "3", None])
def test_a_record_of_another_schema_is_rejected_in_one_line(tmp_path, schema):
    file, record = tmp_path / "records.json", {**made_up.bench()[0], "schema": schema}
    if schema is None:
        del record["schema"]
    file.write_text(json.dumps([record]))
    done = CliRunner().invoke(cli.main, ["report", "--from", str(file), "-o", "-"], standalone_mode=False)
    said = str(done.exception)
    assert f"record 1: schema is {schema!r}, and this version of vambrace reads schema {SCHEMA}" in said
    assert said.endswith("write the records again with the command") and "\n" not in said
