# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Instructions on 64-bit Spike with extensions: those of the library are the documented ones, and fewer than those of
every library in the folder that VAMBRACE_PEERS names, except in calls that are documented.
"""

import os
from pathlib import Path

import pytest

from tests.rtl.tables import table
from tests.system import spike_peers
from tests.system.spike_peers import SHAPES, Call
from vambrace.base.paths import root
from vambrace.config import own
from vambrace.software.oracles import messages

VARIABLE = "VAMBRACE_PEERS"
#: Calls that take a peer fewer instructions: how many times theirs ours are at most (docs/user/compare.md).
BEHIND = {
    ("aes-128-ccm", "zkned+zbkc", "16", "seal"): 1.04,
}
#: The extension sets of the documented rows.
SETS = {"Zkn and Zbkc": "all", "Zbkb": "zbkb"}


def test_a_wrong_output_is_an_error(monkeypatch):
    call = Call("ascon-aead128", "zbkb", "16")
    assert spike_peers.count(call).keys() == {"seal", "open"}
    packet = messages.packet

    def other(*arguments):
        return [expected._replace(out=bytes(len(expected.out))) for expected in packet(*arguments)]

    monkeypatch.setattr(messages, "packet", other)
    with pytest.raises(messages.WrongResult, match="vambrace zbkb ascon-aead128 16: wrong result"):
        spike_peers.count(call)


@pytest.mark.long("half a minute of Spike, which logs all instructions")
def test_documented_instructions_are_those_of_the_library():
    rows = table(root() / "docs" / "user" / "compare.md", "algorithm, extensions")
    del rows["algorithm, extensions"]
    assert len(rows) == 4
    for name, (_, *cells) in rows.items():
        algorithm, extensions = name.split(", ")
        counts = [n for shape in SHAPES for n in spike_peers.count(Call(algorithm, SETS[extensions], shape)).values()]
        assert [cell.split(" / ")[0] for cell in cells] == [f"{n:,}" for n in counts], name


@pytest.mark.long("counts instructions of libraries from checkouts that the user provides")
@pytest.mark.skipif(VARIABLE not in os.environ, reason=f"set {VARIABLE} to a folder with checkouts of other libraries")
def test_we_take_fewer_instructions_than_every_peer_in_the_folder():
    ours, theirs = {}, {}
    for call, counts in spike_peers.rows(own.checkouts(Path(os.environ[VARIABLE]))):
        for operation, n in counts.items():
            key = (call.algorithm, call.extensions, call.shape, operation)
            if call.peer:
                theirs[key] = min(n, theirs.get(key, n))
            else:
                ours[key] = n
    assert theirs
    behind = {key: round(ours[key] / n, 3) for key, n in theirs.items() if ours[key] > BEHIND.get(key, 1) * n}
    assert behind == {}
