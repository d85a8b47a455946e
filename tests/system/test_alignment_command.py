# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`vambrace alignment` on a simulated core."""

import json

from click.testing import CliRunner

from vambrace.cli.main import main


def test_offsets_are_measured(tmp_path):
    """Aligned calls take the same as in bench, and no offset makes a call shorter."""
    found = {}
    for command, more in (("alignment", []), ("bench", [])):
        file = tmp_path / f"{command}.json"
        arguments = [command, "ibex-ref/zbkb", "-a", "ascon-aead128", "-s", "zigbee", "--json", str(file), *more]
        done = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        found[command] = json.loads(file.read_text())
    moved = {(r["operation"], r["placement"]): r["cycles"] for r in found["alignment"]}
    assert len(moved) == len(found["alignment"]) == 2 * 13 and all(r["checked"] for r in found["alignment"])
    for r in found["bench"]:
        aligned = moved[r["operation"], "aligned"]
        assert aligned == r["cycles"]
        assert all(cycles >= aligned for (operation, _), cycles in moved.items() if operation == r["operation"])
