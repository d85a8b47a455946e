# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace bench --by offset` on a simulated core."""

import json

from click.testing import CliRunner

from vambrace.cli.main import main


def test_offsets_are_measured(tmp_path):
    """Aligned calls take the same cycles as in bench, and no offset makes a call shorter."""
    results = {}
    for axis in ("offset", "packet"):
        file = tmp_path / f"{axis}.json"
        arguments = ["bench", "--by", axis, "ibex-ref/zbkb", "-a", "ascon-aead128", "-s", "zigbee", "--json", str(file)]
        done = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        results[axis] = json.loads(file.read_text())
    moved = {(r["operation"], r["placement"]): r["cycles"] for r in results["offset"]}
    assert len(moved) == len(results["offset"]) == 2 * 13 and all(r["checked"] for r in results["offset"])
    for r in results["packet"]:
        aligned = moved[r["operation"], "aligned"]
        assert aligned == r["cycles"]
        assert all(cycles >= aligned for (operation, _), cycles in moved.items() if operation == r["operation"])
