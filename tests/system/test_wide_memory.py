# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Software on Ibex with an engine whose memory port has 64 or 128 bits: packets, and their cycles in
rtl/engine/README.md."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from tests.rtl import tables
from vambrace.base.paths import root
from vambrace.cli.main import main

ROWS = tables.table(root() / "rtl" / "engine" / "README.md", "`ibex-ref/engine-obi` with")
COLUMNS = [(scenario, operation) for scenario in ("zigbee", "ipv6") for operation in ("seal", "open")]


@pytest.mark.long("a model of its own for each width, with which every packet is checked")
@pytest.mark.parametrize("options", [name.strip("`") for name in ROWS if "=" in name])
def test_packets_through_a_wide_memory_port(options, tmp_path):
    out = tmp_path / "bench.json"
    point = f"ibex-ref/engine-obi@{options.replace(', ', ',')}"
    done = CliRunner().invoke(main, ["bench", point, "-a", "ascon-aead128", "--json", str(out)])
    assert done.exit_code == 0, done.output
    records = json.loads(out.read_text())
    assert all(record["checked"] for record in records)
    cycles = {(record["scenario"], record["operation"]): record["cycles"] for record in records}
    assert [f"{cycles[column]:,}" for column in COLUMNS] == ROWS[f"`{options}`"]
