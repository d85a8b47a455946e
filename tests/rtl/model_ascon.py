# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Ascon's initialization, for what no message shows: the state before the first piece.

Words S_0 to S_4. Sources: NIST SP 800-232, section 3 and table 12; Ascon v1.2, section 2.4.1.
"""

from __future__ import annotations

import ascon._ascon

# Of v1.2 as the big-endian word that it is there.
INITIAL = {"ascon-aead128": 0x00001000808C0001, "ascon-128": 0x80400C0600000000, "ascon-128a": 0x80800C0800000000}


def _pair(algorithm: str, data: bytes) -> list[int]:
    order = "little" if algorithm == "ascon-aead128" else "big"
    return [int.from_bytes(data[:8], order), int.from_bytes(data[8:], order)]


def initialized(algorithm: str, key: bytes, nonce: bytes, keyed: bool = True) -> list[int]:
    """The state that meets the first piece; not `keyed`: without the addition at the end, so to be inverted."""
    k, n = _pair(algorithm, key), _pair(algorithm, nonce)
    state = [INITIAL[algorithm], *k, *n]
    ascon._ascon.ascon_permutation(state, 12)
    return state if not keyed else [*state[:3], state[3] ^ k[0], state[4] ^ k[1]]
