# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""libvambrace takes fewer cycles than every library in the folder that VAMBRACE_PEERS names (`bench --peers`)."""

import os
from pathlib import Path

import pytest

from vambrace import config
from vambrace.config import own
from vambrace.measure import bench
from vambrace.measure.kinds.bench import Bench
from vambrace.view import peer_table

VARIABLE = "VAMBRACE_PEERS"
#: A message of 16 bytes without associated data.
SHORT = "16"
#: Calls in which a peer is faster, and how many times our cycles it takes at least (docs/user/compare.md).
BEHIND = {("cycles_with_key_setup", "rocket64", "none", "chacha20-poly1305", SHORT, "open"): 0.99}
ALGORITHMS = ["aes-128-ccm", "aes-128-gcm", "ascon-aead128", "chacha20-poly1305"]


@pytest.mark.long("measures libraries from checkouts that the user provides")
@pytest.mark.skipif(VARIABLE not in os.environ, reason=f"set {VARIABLE} to a folder with checkouts of other libraries")
@pytest.mark.parametrize("core", ["ibex-ref", "ibex-fast", "cv32e40x", "rocket64"])
@pytest.mark.parametrize("window", ["cycles", "cycles_with_key_setup"])
def test_we_are_ahead_of_every_peer_in_the_folder(core, window):
    found = own.checkouts(Path(os.environ[VARIABLE]))
    known = config.points()
    sets = dict.fromkeys(
        name for peer in found if peer.xlen in (0, config.cores()[core].xlen) for name in peer.variants
    )
    points = [known[name] for name in (f"{core}/{extensions}" for extensions in sets) if name in known]
    shapes = [*config.packets(), SHORT]
    tasks = bench.tasks(points, ALGORITHMS, shapes, False)
    tasks += bench.checkout_tasks(points, ALGORITHMS, shapes, found)
    records = [Bench.of(record) for task in tasks for record in bench.records(task)]
    ratios = peer_table.ratios(records, window)
    assert ratios, f"{core}: no peer has {', '.join(ALGORITHMS)}"
    least = {key: BEHIND.get((window, *key), 1) for key in ratios}
    behind = {key[1:]: round(ratio, 3) for key, ratio in ratios.items() if ratio <= least[key]}
    assert behind == {}
