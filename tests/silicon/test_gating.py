# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The share of flip-flops whose clocks can be gated, and the table of docs/user/area.md."""

from __future__ import annotations

import pytest

from tests.silicon import gating
from tests.silicon.small import osu018, part
from vambrace.base.paths import root
from vambrace.silicon import parts

PAGE = root() / "docs" / "user" / "area.md"
HEAD = "| | flip-flops | gated | clock gates | kGE | kGE with clock gates |"

#: Registers of eight bits with and without an enable.
CIRCUIT = """
module dut (input logic clk_i, wipe_i, input logic [5:0] en_i, input logic [7:0] d_i, output logic [7:0] q_o[6]);
  always_ff @(posedge clk_i) begin
    if (en_i[0]) q_o[0] <= d_i;
    q_o[1] <= (d_i & {8{en_i[1]}}) | (q_o[1] & {8{!en_i[1]}});
    if (en_i[2] || wipe_i) q_o[2] <= wipe_i ? '0 : d_i;
    for (int i = 0; i < 4; i++) if (en_i[3] && d_i[0] == i[0]) q_o[3][2*i+:2] <= d_i[2*i+:2];
    if (en_i[4]) q_o[4][1:0] <= d_i[1:0];
    q_o[4][7:2] <= d_i[7:2];
    q_o[5] <= en_i[5] ? d_i : q_o[5];
  end
endmodule
"""


@pytest.mark.long("seconds of Yosys; the table of the page is always read")
def test_groups_with_an_enable_are_gated(tmp_path):
    source = part(tmp_path, CIRCUIT)
    found = gating.gating(source, osu018())
    assert (found.flip_flops, found.gated, found.gates) == (48, 8 + 8 + 8 + 8, 1 + 1 + 2 + 1)
    without = gating.gating(source, osu018(), least=9)
    assert without.gates == without.gated == 0 and without.area > found.area


def rows() -> list[str]:
    lines = PAGE.read_text().splitlines()
    start = lines.index(HEAD) + 2
    return lines[start : lines.index("", start)]


def test_the_engine_of_the_page_can_be_gated():
    shares = {r.split("|")[1].strip(): float(r.split("|")[3].removesuffix(" % ")) for r in rows()}
    assert {"engine-ascon", "engine-aes"} <= shares.keys()
    assert all(share >= 85 for share in shares.values()), shares


@pytest.mark.long("maps each twice, minutes for the engine with everything")
@pytest.mark.parametrize("row", rows())
def test_the_table_of_the_page(row):
    name = row.split("|")[1].strip()
    assert parts.select([name])
    assert gating.row(name) == row
