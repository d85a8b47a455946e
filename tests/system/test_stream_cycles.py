# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams take the cycles in docs/user/library.md; `python -m tests.system.stream_cycles --write` renews them."""

import pytest

from tests.system import stream_cycles

#: The call that the short run measures.
SAMPLE = ("xasconp", "ascon-aead128")

TABLE = stream_cycles.rows(stream_cycles.DOCUMENT.read_text())


def test_the_table_has_the_sample():
    assert SAMPLE in TABLE


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(call, id="-".join(call), marks=() if call == SAMPLE else pytest.mark.long("more of the same"))
        for call in TABLE
    ],
)
def test_streams_take_the_documented_cycles(call):
    assert stream_cycles.row(*call) == TABLE[call]
